"""How alike are two positions? Sines and cosines at eight speeds, and the dot product of every two positions.

Vaswani et al. 2017, section 3.5, with its base of 10,000, for lists of sixteen numbers.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.positions import angles, sinusoids


@dataclass(frozen=True, slots=True)
class Config:
    """Which positions are laid side by side."""

    width: int = 16
    count: int = 24
    steps: tuple[int, ...] = (1, 10, 100)  # from one of them to the next


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The same count of positions at each of the steps (axis S)."""

    config: Config
    speeds: Float[
        Array, " half"
    ]  # by how much each pair of numbers turns from a position to the next, in radians
    rounds: Float[Array, " half"]  # positions until it is back where it was
    positions: Int[Array, "S N"]
    lists: Float[Array, "S N D"]  # a sine and a cosine for each speed
    parts: Float[Array, "S N half"]  # what each pair adds to the dot product of two positions so far apart
    products: Float[Array, "S N N"]
    alike: float  # the dot product of a position with itself
    neighbor: float  # with the next one
    least: float  # the lowest of the first step's
    least_apart: int  # how far apart those two are
    again: float  # the highest of those that are farther apart still
    again_apart: int


def run(config: Config = Config()) -> Result:
    """Give each position its list, and multiply every two."""
    positions = np.array(config.steps)[:, None] * np.arange(config.count)
    lists = sinusoids(positions, config.width)
    products = lists @ lists.swapaxes(-1, -2)
    speeds = angles(np.array(1), config.width)
    from_first = products[0, 0]
    least = int(from_first.argmin())
    again = least + int(from_first[least:].argmax())
    return Result(
        config=config,
        speeds=speeds,
        rounds=2 * math.pi / speeds,
        positions=positions,
        lists=lists,
        parts=np.cos(angles(positions, config.width)),
        products=products,
        alike=float(from_first[0]),
        neighbor=float(from_first[1]),
        least=float(from_first[least]),
        least_apart=least,
        again=float(from_first[again]),
        again_apart=again,
    )
