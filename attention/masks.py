"""Masks: who may look at whom. True means "may look"; combine them with & and |.

Query t stands at position `past` + t: the keys before it came from a cache. Vaswani et al. 2017, section
3.2.3 (causal); Beltagy et al. 2020 (windows and global tokens).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.checks import mismatch


def causal(queries: int, keys: int, past: int | Int[Array, " B"] = 0) -> Bool[Array, "..."]:
    """No peeking ahead: a query looks at its own position and before. A `past` for each row: [B 1 T S]."""
    return _positions(queries, past) >= np.arange(keys)


def window(
    queries: int,
    keys: int,
    before: int | None = None,
    after: int | None = None,
    past: int | Int[Array, " B"] = 0,
) -> Bool[Array, "..."]:
    """Look at most `before` positions back and `after` ahead; None is without limit."""
    _check_limits(before, after)
    position, key = _positions(queries, past), np.arange(keys)
    may = np.ones((*position.shape[:-1], keys), dtype=bool)
    if before is not None:
        may &= key >= position - before
    if after is not None:
        may &= key <= position + after
    return may


def global_tokens(
    queries: int, keys: int, positions: Sequence[int], past: int = 0
) -> Bool[Array, "queries keys"]:
    """A few positions that look at everything and that everything may look at."""
    outside = [p for p in positions if not 0 <= p < keys]
    if outside:
        raise mismatch("global positions", outside, f"positions from 0 to {keys - 1}")
    rows = np.isin(past + np.arange(queries), positions)
    return rows[:, None] | np.isin(np.arange(keys), positions)


def padding(lengths: Int[Array, " B"], keys: int) -> Bool[Array, "B 1 1 keys"]:
    """Of batch row b only the first `lengths[b]` keys are real. The axes of heads and queries stand ready."""
    return (np.arange(keys) < np.asarray(lengths)[:, None])[:, None, None, :]


def as_bias(mask: Bool[Array, "*n"], dtype: type[np.floating] = np.float64) -> Float[Array, "*n"]:
    """The same mask as numbers to add: 0 where one may look, −∞ where not."""
    return np.where(mask, dtype(0), dtype(-np.inf))


def _check_limits(before: int | None, after: int | None) -> None:
    for name, limit in (("before", before), ("after", after)):
        if limit is not None and limit < 0:
            raise mismatch(f"window, {name}", limit, "0 or more, or None")


def _positions(queries: int, past: int | Array) -> Array:
    """Where each query stands: [T 1], or [B 1 T 1] where each batch row has a past of its own."""
    start = np.asarray(past)
    if start.ndim > 1:
        raise mismatch("past", f"shape {start.shape}", "one number, or one for each batch row")
    return (start[:, None, None, None] if start.ndim else start) + np.arange(queries)[:, None]


@dataclass(frozen=True, slots=True)
class Reach:
    """A window as two numbers and not as a matrix: what tiled and sparse attention need to skip work."""

    before: int | None = None  # how many positions back a query may look; None is without limit
    after: int | None = None  # and how many ahead
    past: int = 0  # how many keys stand before the first query

    def __post_init__(self) -> None:
        _check_limits(self.before, self.after)

    def keys_of(self, rows: range, keys: int) -> range:
        """The keys that at least one of these queries can reach."""
        first = 0 if self.before is None else self.past + rows.start - self.before
        stop = keys if self.after is None else self.past + rows.stop + self.after
        return range(max(0, first), max(0, min(keys, stop)))

    def mask(self, rows: range, columns: range) -> Bool[Array, "T S"] | None:
        """Who may look at whom in this tile; None where all may."""
        far_back = self.past + rows.stop - 1 - columns.start
        far_ahead = columns.stop - 1 - self.past - rows.start
        if far_back <= _or_infinite(self.before) and far_ahead <= _or_infinite(self.after):
            return None
        start = self.past + rows.start - columns.start
        return window(len(rows), len(columns), self.before, self.after, start)


def _or_infinite(reach: int | None) -> float:
    return math.inf if reach is None else float(reach)


CAUSAL = Reach(after=0)
