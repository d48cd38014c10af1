"""What does a score see of two positions, if query and key are turned by them? How far apart they are, nothing else.

Rotary embeddings (Su et al. 2021, eq. 34): one pair of numbers, at the speeds that lists of sixteen numbers have.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.positions import angles, rotate


@dataclass(frozen=True, slots=True)
class Config:
    """A query and a key as they are before they are turned."""

    query: tuple[float, float] = (1.6, 0.8)
    key: tuple[float, float] = (0.2, 1.0)
    width: int = 16  # of the lists that the pairs are from
    pairs: tuple[int, ...] = (0, 1, 2)  # which of them
    count: int = 17  # positions


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Query and key at every position (axis N), turned at each speed (axis S)."""

    config: Config
    speeds: Float[Array, " S"]  # in radians a position
    degrees: Float[Array, " S"]
    queries: Float[Array, "S N 2"]
    keys: Float[Array, "S N 2"]
    scores: Float[Array, "S N N"]  # dot products: [speed, position of the query, position of the key]
    by_offset: Float[
        Array, "S O"
    ]  # the score, by position of the query − position of the key, from lowest up
    best: Int[Array, " S"]  # the offset with the highest score
    strayed: float  # the largest difference between two scores of one speed and one offset


def run(config: Config = Config()) -> Result:
    """Turn both to every position, and multiply every query with every key."""
    speeds = angles(np.array(1), config.width)[list(config.pairs)]
    turned = (speeds[:, None] * np.arange(config.count))[..., None]
    queries, keys = (
        rotate(np.broadcast_to(numbers, (*turned.shape[:2], 2)), np.cos(turned), np.sin(turned))
        for numbers in (config.query, config.key)
    )
    scores = queries @ keys.swapaxes(-1, -2)
    offsets = range(1 - config.count, config.count)
    diagonals = [np.diagonal(scores, -offset, axis1=1, axis2=2) for offset in offsets]
    by_offset = np.stack([each[:, 0] for each in diagonals], axis=1)
    return Result(
        config=config,
        speeds=speeds,
        degrees=speeds * (180 / math.pi),
        queries=queries,
        keys=keys,
        scores=scores,
        by_offset=by_offset,
        best=by_offset.argmax(axis=1) - (config.count - 1),
        strayed=float(max(np.ptp(each, axis=1).max() for each in diagonals)),
    )
