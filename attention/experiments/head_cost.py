"""What do more heads cost? Multiplications and weights of one layer, its width cut into ever more heads.

Vaswani et al. 2017, section 3.2.2: with heads of width d / h, "the total computational cost is similar to that
of single-head attention with full dimensionality". Counted from the shapes of the arrays that are multiplied.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from attention.arrays import Array
from attention.checks import mismatch

PARTS = ("making queries, keys, values", "scores", "mixing values", "joining the heads")


@dataclass(frozen=True, slots=True)
class Config:
    """The base transformer's width, and how it may be cut."""

    width: int = 512  # d
    heads: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64)  # axis C
    words: tuple[int, ...] = (64, 512, 4096)  # axis N


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the layer does, for each number of heads (axis C) and length of the text (axis N)."""

    config: Config
    parts: tuple[str, ...]  # axis M
    heads: Int[Array, " C"]
    widths: Int[Array, " C"]  # of a head
    multiplications: Int[Array, "C N M"]  # by part
    full: Int[Array, "C N M"]  # the same, were every head as wide as a word
    parameters: Int[Array, " C"]  # numbers in the four matrices
    weights: Int[Array, "C N"]  # numbers that come out of softmax


def run(config: Config = Config()) -> Result:
    """Count."""
    d = config.width
    if uneven := [h for h in config.heads if h < 1 or d % h]:
        raise mismatch("heads", f"{uneven[0]} for width {d}", "a divisor of the width")
    heads, words = np.array(config.heads), np.array(config.words)
    return Result(
        config=config,
        parts=PARTS,
        heads=heads,
        widths=d // heads,
        multiplications=np.array(
            [[multiplications(n, d, h, d // h) for n in config.words] for h in config.heads]
        ),
        full=np.array([[multiplications(n, d, h, d) for n in config.words] for h in config.heads]),
        parameters=4 * d * heads * (d // heads),
        weights=heads[:, None] * words**2,
    )


def multiplications(n: int, d: int, heads: int, width: int) -> Int[Array, " M"]:
    """Of the products [n d] [d hw], three times; [n w] [w n] and [n n] [n w], h times; [n hw] [hw d]."""
    joined = heads * width
    return np.array([3 * n * d * joined, heads * n * width * n, heads * n * n * width, n * joined * d])
