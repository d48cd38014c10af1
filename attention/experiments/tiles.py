"""What does FlashAttention do, tile by tile, and what does it spare? Counted and compared, not timed.

A small table of scores for the eye: the running maximum and sum of every row after every tile, and the numbers
carried between slow and fast memory so far. Then one head of a real size: how far the output is from the plain one
in the same precision, how many numbers are held at once, and from which tile on less is carried (Dao et al. 2022).
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.checks import mismatch
from attention.flash import Tile, Traffic, flash, flash_traffic, plain_traffic, plan
from attention.heads import attend
from attention.masks import Reach
from attention.online import absorb, begin


@dataclass(frozen=True, slots=True)
class Config:
    """The small table, and the large head."""

    words: int = 16
    width: int = 4
    strength: float = 1.2  # of queries and keys, so that maxima move
    sides: tuple[int, ...] = (1, 2, 4, 8, 16)  # of a square tile
    long: int = 1024
    long_width: int = 64
    long_side: int = 128
    lengths: tuple[int, ...] = (1024, 2048, 4096, 8192)
    seed: int = 3

    def __post_init__(self) -> None:
        if min(self.words, *self.lengths) < 1:
            raise mismatch("lengths", min(self.words, *self.lengths), "1 word or more")
        if unfit := [side for side in self.sides if side < 1 or self.words % side]:
            raise mismatch("sides", unfit[0], f"divisors of the {self.words} words")
        if not 1 <= self.long_side <= self.long:
            raise mismatch("long side", self.long_side, f"1 to {self.long}")


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """The small table in tiles of one size. Axis C: strips of columns; axis S: tiles, in the order of the work."""

    side: int
    peaks: Float[Array, "N C"]  # the largest score so far, after each strip
    sums: Float[Array, "N C"]  # of exponentials relative to it
    fades: Float[Array, "N C"]  # what the sum before was multiplied by
    carried: Int[Array, " S"]  # numbers to and from slow memory so far


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The small table's walks, by the tile's side, and the counts of the large head."""

    config: Config
    scores: Float[Array, "N N"]
    walks: tuple[Walk, ...]
    whole: int  # numbers carried without tiles
    equal: float  # the share of the large output that is the same number with tiles and without
    difference: float  # the largest difference between both
    error: tuple[float, float]  # the largest from the output in double precision: without tiles, with them
    scores_held: Int[Array, " L"]  # by the length: without tiles
    numbers_held: Int[Array, " L"]  # with them: a tile, and what runs along for its rows and all rows' totals
    pays_from: int  # the smallest tile, in rows, that carries less than the plain way at the large size
    share_carried: float  # what the large tile carries, as a share of the plain way's


def run(config: Config = Config()) -> Result:
    """Walk through the small table, then count for the large head."""
    rng = np.random.default_rng(config.seed)
    q, k, v = config.strength * rng.standard_normal((3, config.words, config.width))
    scores = q @ k.T / math.sqrt(config.width)
    n, d = config.long, config.long_width
    plain = _numbers(plain_traffic(n, n, d, d))
    carried = [_numbers(flash_traffic(n, n, d, d, Tile(rows, rows))) for rows in range(1, n + 1)]
    lengths = np.array(config.lengths)
    side = config.long_side
    equal, difference, error = _compare(rng, config)
    return Result(
        config=config,
        scores=scores,
        walks=tuple(_walk(scores, v, side, config) for side in config.sides),
        whole=_numbers(plain_traffic(config.words, config.words, config.width, config.width)),
        equal=equal,
        difference=difference,
        error=error,
        scores_held=lengths**2,
        numbers_held=side * side + side * (d + 2) + lengths,
        pays_from=next(rows for rows, total in enumerate(carried, start=1) if total < plain),
        share_carried=carried[side - 1] / plain,
    )


def _numbers(traffic: Traffic) -> int:
    """Numbers read and written."""
    return traffic.read + traffic.written


def _walk(scores: Float[Array, "N N"], v: Float[Array, "N D"], side: int, config: Config) -> Walk:
    """The running numbers of each row, and what was carried when each tile was done."""
    n, d = config.words, config.width
    shape = (n, n // side)
    peaks, sums, fades = np.empty(shape), np.empty(shape), np.empty(shape)
    carried, so_far = [], 0
    for rows, strips in plan(n, n, Reach(), Tile(side, side)):
        here = slice(rows.start, rows.stop)
        running = begin(len(rows), value_width=d, dtype=scores.dtype)
        so_far += len(rows) * d
        for c, columns in enumerate(strips):
            part = slice(columns.start, columns.stop)
            before = running.peak
            running = absorb(running, scores[here, part].copy(), v[part])
            peaks[here, c], sums[here, c] = running.peak[:, 0], running.total[:, 0]
            fades[here, c] = np.exp(before - running.peak)[:, 0]
            so_far += len(columns) * 2 * d + (len(rows) * (d + 1) if c == len(strips) - 1 else 0)
            carried.append(so_far)
    return Walk(side, peaks, sums, fades, np.array(carried))


def _compare(rng: np.random.Generator, config: Config) -> tuple[float, float, tuple[float, float]]:
    """The large head in single precision, both ways, and against double precision."""
    exact = rng.standard_normal((3, config.long, config.long_width))
    q, k, v = exact.astype(np.float32)
    plain, tiled = attend(q, k, v), flash(q, k, v, tile=Tile(config.long_side, config.long_side))
    truth = attend(*(each.astype(np.float64) for each in (q, k, v)))
    errors = float(np.abs(plain - truth).max()), float(np.abs(tiled - truth).max())
    return float((plain == tiled).mean()), float(np.abs(plain - tiled).max()), errors
