"""What does every word look at? The hand-built head for all words at once, from dot products to the output.

softmax(Q Kᵀ / √d) V, read from the inside out (Vaswani et al. 2017, eq. 1). Only "it" and the last word have
a query that is not zero, so only their rows prefer anything.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Bool, Float

from attention.arrays import Array
from attention.experiments import winograd


@dataclass(frozen=True, slots=True)
class Config:
    """The head that is taken apart."""

    head: winograd.Config = field(default_factory=winograd.Config)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Each step of the formula, for both endings (axis E); rows look (axis T), columns are looked at (axis S)."""

    config: Config
    words: tuple[str, ...]  # the eleven words, ending in the first of `endings`
    endings: tuple[str, ...]
    pronoun: int  # where "it" stands
    labeled: tuple[
        int, ...
    ]  # the words whose key or value is not zero; all the others are alike to any query
    queries: Float[Array, "E T D"]
    keys: Float[Array, "E S D"]
    values: Float[Array, "E S Dv"]
    root: float  # √d
    products: Float[Array, "E T S"]  # q kᵀ
    scores: Float[Array, "E T S"]  # q kᵀ / √d
    exponentials: Float[Array, "E T S"]  # softmax, step one
    totals: Float[Array, "E T"]
    weights: Float[Array, "E T S"]  # and step two
    output: Float[Array, "E T Dv"]  # (how much an animal, how much a place)
    flat: Bool[Array, "E T"]  # rows that give every word exactly the same
    agreement: Float[Array, " E"]  # the share of attention that "it" and the last word lay on the same words


def run(config: Config = Config()) -> Result:
    """Send both sentences through the head and keep every step."""
    head = winograd.run(config.head)
    exponentials = np.exp(head.scores)
    said = (head.keys != 0).any(axis=(0, 2)) | (head.values != 0).any(axis=(0, 2))
    return Result(
        config=config,
        words=head.words,
        endings=head.endings,
        pronoun=head.pronoun,
        labeled=tuple(np.flatnonzero(said).tolist()),
        queries=head.queries,
        keys=head.keys,
        values=head.values,
        root=float(np.sqrt(head.queries.shape[-1])),
        products=head.queries @ np.swapaxes(head.keys, -1, -2),
        scores=head.scores,
        exponentials=exponentials,
        totals=exponentials.sum(axis=-1),
        weights=head.weights,
        output=head.output,
        agreement=np.minimum(head.weights[:, head.pronoun], head.weights[:, -1]).sum(axis=-1),
        flat=head.weights.min(axis=-1) == head.weights.max(axis=-1),
    )
