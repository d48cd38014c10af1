"""What can three heads see in one sentence? Heads built by hand: one word back, same word, and induction.

A word is a list of switches: which word it is, where it stands, whether it is the first. The first word is one
of its own kind, as it is in models that count the space before a word to the word. The first two heads read
these switches. The third (Elhage et al. 2021; Olsson et al. 2022) needs a layer before it: there the first head
has copied into each word which word stands before it, and that copy is what the third head's keys are made of.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.heads import attention_weights, head_scores, mix
from attention.masks import causal

SENTENCE = ("on", "the", "mat", "the", "cat", "sat", "and", "then", "the", "cat")
HEADS = ("one word back", "same word", "induction")
BACK, SAME, INDUCTION = range(3)


@dataclass(frozen=True, slots=True)
class Config:
    """The sentence, and how strongly the heads are built."""

    words: tuple[str, ...] = SENTENCE
    match: float = 8.0  # the score of what a head looks for
    rest: float = 4.0  # the score of the first word, for a head that finds nothing


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The heads (axis H) on the sentence (axis N), and what the two layers of induction do on the way."""

    config: Config
    words: tuple[str, ...]
    vocabulary: tuple[str, ...]  # V, the different words; later ones equal to the first count as another
    scores: Float[Array, "H N N"]
    weights: Float[Array, "H N N"]
    own: Float[Array, "N V"]  # which word each is
    copied: Float[Array, "N V"]  # which word stands before it, as the first head has copied it
    guess: Float[
        Array, "N V"
    ]  # what the induction head hands over, in shares; the first word has nothing to give


def run(config: Config = Config()) -> Result:
    """Send the sentence through all three heads."""
    first, *others = config.words
    vocabulary = (first, *dict.fromkeys(others))
    own = np.eye(len(vocabulary))[[0, *(vocabulary.index(word, 1) for word in others)]]
    place = np.eye(len(config.words))
    back = _look(place @ np.eye(len(place), k=-1), place, config)  # asks for the place before its own
    copied = mix(back[1], own)
    same = _look(np.hstack([own, place]), np.hstack([own, -place]), config)
    induction = _look(own, copied, config)
    return Result(
        config=config,
        words=config.words,
        vocabulary=vocabulary,
        scores=np.stack([back[0], same[0], induction[0]]),
        weights=np.stack([back[1], same[1], induction[1]]),
        own=own,
        copied=copied,
        guess=mix(induction[1], own * (np.arange(len(own)) > 0)[:, None]),
    )


def _look(
    asks: Float[Array, "N D"], offers: Float[Array, "N D"], config: Config
) -> tuple[Float[Array, "N N"], Float[Array, "N N"]]:
    """Scores and weights of a head that looks for `asks` among `offers`, and rests on the first word."""
    n = len(asks)
    first = np.eye(n)[:, :1]
    q = np.hstack([config.match * asks, np.full((n, 1), config.rest)])
    k = np.hstack([offers, first])
    return head_scores(q, k, scale=1.0), attention_weights(q, k, causal(n, n), scale=1.0)
