"""Which links does a window with a few global words keep, and how far do they reach over layers?

Beltagy et al. 2020, section 3.1. Links are counted; what several layers reach is followed step by step; and the
blocked way of computing it is compared with plain attention under the same mask.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.heads import attend
from attention.masks import Reach, global_tokens, window
from attention.sparse import links, sparse_attend


@dataclass(frozen=True, slots=True)
class Config:
    """The small table, and the long texts that are counted."""

    words: int = 24
    windows: int = 7  # 0 to 6 words each way
    globals: int = 4  # 0 to 3 words
    layers: int = 4
    lengths: tuple[int, ...] = (24, 1_000, 10_000, 100_000)
    reach: int = 32  # each way, in the long texts
    shares: tuple[int, int] = (1024, 4096)  # the lengths whose share of links is quoted
    far: int = 512  # and the one whose reach is
    compared: int = 256
    width: int = 16
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axes: W words of window each way, G global words, L layers, N lengths."""

    config: Config
    kept: Int[Array, "W G N"]  # links
    reached: Float[Array, "W G L"]  # the share of the small table's pairs that so many layers connect
    shares: tuple[float, float]  # of links, in the long texts with one global word
    far_window: float  # the share of pairs that all layers connect by a long text's window alone
    far_global: float  # the share that two layers connect with one global word as well
    difference: float  # the largest between the blocked way and the masked one


def run(config: Config = Config()) -> Result:
    """Count, follow and compare."""
    grid = [(w, g) for w in range(config.windows) for g in range(config.globals)]
    shape = (config.windows, config.globals, -1)
    far, reach = config.far, Reach(config.reach, config.reach)
    short, long = (links(n, n, reach, (0,)) for n in config.shares)
    alone, helped = (pattern(far, config.reach, count) for count in (0, 1))
    return Result(
        config=config,
        kept=np.array([[count_links(n, w, g) for n in config.lengths] for w, g in grid]).reshape(shape),
        reached=np.array(
            [reached(pattern(config.words, w, g), config.layers) for w, g in grid],
        ).reshape(shape),
        shares=(short, long),
        far_window=reached(alone, config.layers)[-1],
        far_global=reached(helped, 2)[-1],
        difference=_compare(config, reach),
    )


def pattern(length: int, reach: int, count: int) -> Bool[Array, "N N"]:
    """Who may look at whom: `reach` words each way, and the first `count` words for everyone."""
    return window(length, length, reach, reach) | global_tokens(length, length, range(count))


def count_links(length: int, reach: int, count: int) -> int:
    """How many links that keeps, row by row and without the table."""
    row = np.arange(count, length)
    near = np.minimum(length - 1, row + reach) - np.maximum(0, row - reach) + 1
    outside = np.clip(row - reach, 0, count)  # global words that the window doesn't hold
    return count * length + int((near + outside).sum())


def reached(may: Bool[Array, "N N"], layers: int) -> list[float]:
    """The share of pairs that are connected after 1, 2, … layers: links of links."""
    steps, connected = may.astype(np.float32), np.eye(len(may), dtype=np.float32)
    shares = []
    for _ in range(layers):
        connected = (connected @ steps > 0).astype(np.float32)
        shares.append(float(connected.mean(dtype=np.float64)))
    return shares


def _compare(config: Config, reach: Reach) -> float:
    """Blocked against masked, in double precision."""
    n = config.compared
    q, k, v = np.random.default_rng(config.seed).standard_normal((3, n, config.width))
    blocked = sparse_attend(q, k, v, reach=reach, global_positions=(0,))
    return float(np.abs(blocked - attend(q, k, v, pattern(n, config.reach, 1))).max())
