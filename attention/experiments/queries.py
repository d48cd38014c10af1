"""What does "it" ask for? Its query against eleven keys, and what two settings of the head do to its weights.

The head of winograd.py, taken apart: the query comes from what an earlier layer copied into "it", times the
query matrix; the scores compare it with every key. Vaswani et al. 2017, eq. 1.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.experiments import winograd
from attention.scores import bilinear_form


@dataclass(frozen=True, slots=True)
class Config:
    """The head, and the settings that it is tried at."""

    head: winograd.Config = field(default_factory=winograd.Config)
    copied: tuple[float, ...] = tuple(i / 20 for i in range(21))
    strengths: tuple[float, ...] = tuple(i / 2 for i in range(21))


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The pronoun in the head, for both endings (E); its weights at every setting (C copied, S strength)."""

    config: Config
    words: tuple[str, ...]
    endings: tuple[str, ...]
    features: tuple[str, ...]
    alone: Float[Array, " X"]  # the six numbers of "it", before anything is copied into it
    last: Float[Array, "E X"]  # the six numbers of the last word
    copies: Float[Array, " X"]  # 1 for a number that an earlier layer copies, else 0
    x: Float[Array, "E X"]  # alone + copied × last, where it copies
    unit_query_matrix: Float[Array, "X D"]  # at strength 1
    queries: Float[Array, "E D"]  # of "it"
    keys: Float[Array, "N D"]  # of all words; both endings have the same
    scores: Float[Array, "E N"]  # of "it", already divided by √D
    copied: Float[Array, " C"]
    strengths: Float[Array, " S"]
    weights: Float[Array, "C S E N"]  # of "it"
    form: Float[Array, "X X"]  # W_Q W_Kᵀ: the score is x form yᵀ ÷ √D
    rank: int  # of that form


def run(config: Config = Config()) -> Result:
    """Take the head apart, then try it at every setting."""
    head = winograd.run(config.head)
    form = bilinear_form(head.query_matrix, head.key_matrix)
    copied_most = winograd.run(winograd.Config(copied=1.0))
    return Result(
        config=config,
        words=head.words,
        endings=head.endings,
        features=head.features,
        alone=head.uncopied[0, head.pronoun],
        last=head.uncopied[:, -1],
        copies=(copied_most.x != copied_most.uncopied)[:, head.pronoun].any(axis=0).astype(float),
        x=head.x[:, head.pronoun],
        unit_query_matrix=winograd.run(winograd.Config(strength=1.0)).query_matrix,
        queries=head.queries[:, head.pronoun],
        keys=head.keys[0],
        scores=head.scores[:, head.pronoun],
        copied=np.array(config.copied),
        strengths=np.array(config.strengths),
        weights=np.array([[_weights(copied, s) for s in config.strengths] for copied in config.copied]),
        form=form,
        rank=int(np.linalg.matrix_rank(form)),
    )


def _weights(copied: float, strength: float) -> Float[Array, "E N"]:
    head = winograd.run(winograd.Config(copied, strength))
    return head.weights[:, head.pronoun]
