"""How well do random features estimate attention? Where it is flat and where it is not (Choromanski et al. 2021).

The error of FAVOR+ by the number of features, for queries and keys of several sizes, against the one estimate that
costs nothing: give every word the mean of all values.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.heads import attend
from attention.linear import linear_attend, orthogonal_directions, positive_features


@dataclass(frozen=True, slots=True)
class Config:
    """A head, how large its scores are, and how many features there are."""

    words: int = 256
    width: int = 16
    spreads: tuple[float, ...] = (0.1, 0.25, 0.5, 1.0, 2.0)  # the standard deviation of scores
    features: tuple[int, ...] = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
    draws: int = 9
    seed: int = 5


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axis P: spreads of the scores; axis M: numbers of features. Errors are relative: of 1, all is wrong."""

    config: Config
    errors: Float[Array, "P M"]  # the median over draws
    floor: Float[Array, " P"]  # the error of the mean of the values
    largest: Float[Array, " P"]  # the largest weight in an average row
    beats_from: tuple[int | None, ...]  # the fewest features that beat the mean, where any do


def run(config: Config = Config()) -> Result:
    """Estimate the same attention with more and more features."""
    rng = np.random.default_rng(config.seed)
    q, k, v = rng.standard_normal((3, config.words, config.width))
    errors, floor, largest = [], [], []
    for spread in config.spreads:
        # The scores of unit-normal lists, divided by √D, spread by 1: each side takes half of what is asked for.
        queries, keys = q * spread**0.5, k * spread**0.5
        weights = attend(queries, keys, np.eye(config.words))
        exact = weights @ v
        largest.append(weights.max(-1).mean())
        floor.append(_error(np.broadcast_to(v.mean(0), exact.shape), exact))
        errors.append(
            [_median(rng, queries, keys, v, exact, count, config.draws) for count in config.features]
        )
    table = np.array(errors)
    beats = [
        [m for m, e in zip(config.features, row, strict=True) if e < low]
        for row, low in zip(table, floor, strict=True)
    ]
    return Result(
        config, table, np.array(floor), np.array(largest), tuple(min(each, default=None) for each in beats)
    )


def _median(
    rng: np.random.Generator,
    q: Float[Array, "N D"],
    k: Float[Array, "N D"],
    v: Float[Array, "N D"],
    exact: Float[Array, "N D"],
    count: int,
    draws: int,
) -> float:
    """The middle error of several draws of `count` features."""
    estimates = (
        linear_attend(q, k, v, positive_features(orthogonal_directions(rng, count, q.shape[-1])))
        for _ in range(draws)
    )
    return float(np.median([_error(each, exact) for each in estimates]))


def _error(estimate: Float[Array, "N D"], exact: Float[Array, "N D"]) -> float:
    """How long the difference is, as a share of the exact output."""
    return float(np.linalg.norm(estimate - exact) / np.linalg.norm(exact))
