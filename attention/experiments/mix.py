"""What does "it" take from the words it looks at? Its output, put together one word at a time.

Output = Σ weight × value (Vaswani et al. 2017, eq. 1). A value says how much of an animal a word is, and how
much of a place. The words come in order of their weights, the largest first.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.experiments import winograd


@dataclass(frozen=True, slots=True)
class Config:
    """The head whose output is put together."""

    head: winograd.Config = field(default_factory=winograd.Config)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The sum behind the output of "it", for both endings (axis E)."""

    config: Config
    words: tuple[str, ...]  # the eleven words, ending in the first of `endings`
    endings: tuple[str, ...]
    values: Float[Array, "N Dv"]  # (how much an animal, how much a place); both endings have the same
    weights: Float[Array, "E N"]  # of "it", in the order of the sentence
    unit_scores: Float[Array, "E N"]  # the scores behind them, were the query matrix of strength 1
    order: Int[Array, "E N"]  # the words by weight, largest first; of equals the first in the sentence
    parts: Float[Array, "E N Dv"]  # weight × value, in that order
    sums: Float[Array, "E steps Dv"]  # of the first 0, 1, … N parts
    silent: float  # the share of attention that goes to words whose value is zero (first ending)
    even: Float[Array, " Dv"]  # the output when every word gets the same weight


def run(config: Config = Config()) -> Result:
    """Sort by weight, then add up."""
    head = winograd.run(config.head)
    plain = winograd.run(winograd.Config(config.head.copied, strength=1.0))
    weights, values = head.weights[:, head.pronoun], head.values[0]
    order = np.argsort(-weights, axis=1, kind="stable")
    parts = np.take_along_axis(weights, order, axis=1)[:, :, None] * values[order]
    nothing = np.zeros_like(parts[:, :1])
    return Result(
        config=config,
        words=head.words,
        endings=head.endings,
        values=values,
        weights=weights,
        unit_scores=plain.scores[:, plain.pronoun],
        order=order,
        parts=parts,
        sums=np.concatenate([nothing, parts.cumsum(axis=1)], axis=1),
        silent=float(weights[0, (values == 0).all(axis=1)].sum()),
        even=values.mean(axis=0),
    )
