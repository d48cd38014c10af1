"""What does "it" look at? One head, built by hand, that reads a pronoun by the word that describes it.

Each word is six numbers. An earlier layer has copied what the last word describes into "it"; the query matrix
reads what a word says about others, the key matrix what a word is. So "it ... tired" asks for an animal, and
"it ... wide" for a place. The sentence: Uszkoreit 2017; the head: Vaswani et al. 2017, eq. 1.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.heads import attend, attention_weights
from attention.scores import scaled_dot_scores

FEATURES = ("animal", "place", "describes animals", "describes places", "links words", "does something")
SENTENCE = ("the", "animal", "didn\u2019t", "cross", "the", "street", "because", "it", "was", "too")
ENDINGS = ("tired", "wide")
PRONOUN = SENTENCE.index("it")

_VECTORS = {  # in the order of FEATURES; the head reads the first four only
    "the": (0, 0, 0, 0, 1, 0),
    "animal": (1, 0, 0, 0, 0, 0),
    "didn\u2019t": (0, 0, 0, 0, 0.5, 0.5),
    "cross": (0.3, 0.3, 0, 0, 0, 1),
    "street": (0, 1, 0, 0, 0, 0),
    "because": (0, 0, 0, 0, 1, 0),
    "it": (0.1, 0.1, 0, 0, 0.5, 0),
    "was": (0, 0, 0, 0, 0.5, 0.5),
    "too": (0, 0, 0, 0, 1, 0),
    "tired": (0, 0, 1, -0.7, 0, 0),
    "wide": (0, 0, -0.7, 1, 0, 0),
}
_READS_WHAT_IT_DESCRIBES = np.eye(6)[:, 2:4]
_READS_WHAT_IT_IS = np.eye(6)[:, 0:2]


@dataclass(frozen=True, slots=True)
class Config:
    """How strongly the head is built."""

    copied: float = 0.95  # how much of the last word's describing numbers an earlier layer copied into "it"
    strength: float = 5.0  # the size of the query matrix


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The head at work on both endings (axis E), word by word (axis N)."""

    config: Config
    words: tuple[str, ...]  # the eleven words, ending in the first of `endings`
    endings: tuple[str, ...]
    features: tuple[str, ...]  # what the six numbers of a word stand for
    pronoun: int  # where "it" stands
    uncopied: Float[Array, "E N X"]  # the words as they stand alone
    x: Float[Array, "E N X"]  # the same, once "it" has its copy of the last word
    query_matrix: Float[Array, "X D"]
    key_matrix: Float[Array, "X D"]
    value_matrix: Float[Array, "X Dv"]
    queries: Float[Array, "E N D"]
    keys: Float[Array, "E N D"]
    values: Float[Array, "E N Dv"]
    scores: Float[Array, "E N N"]  # already divided by √D; [ending, looking word, word looked at]
    weights: Float[Array, "E N N"]
    output: Float[Array, "E N Dv"]  # (how much an animal, how much a place)


def run(config: Config = Config()) -> Result:
    """Send both sentences through the head."""
    uncopied = np.array([[_VECTORS[word] for word in (*SENTENCE, ending)] for ending in ENDINGS], dtype=float)
    x = uncopied.copy()
    x[:, PRONOUN, 2:4] += config.copied * uncopied[:, -1, 2:4]
    w_q, w_k, w_v = config.strength * _READS_WHAT_IT_DESCRIBES, _READS_WHAT_IT_IS, _READS_WHAT_IT_IS
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    return Result(
        config=config,
        words=(*SENTENCE, ENDINGS[0]),
        endings=ENDINGS,
        features=FEATURES,
        pronoun=PRONOUN,
        uncopied=uncopied,
        x=x,
        query_matrix=w_q,
        key_matrix=w_k,
        value_matrix=w_v,
        queries=q,
        keys=k,
        values=v,
        scores=scaled_dot_scores(q, k),
        weights=attention_weights(q, k),
        output=attend(q, k, v),
    )
