"""Masks: who may look at whom. True means "may look"; combine them with & and |.

Query t stands at position `past` + t: the keys before it came from a cache. Vaswani et al. 2017, section
3.2.3 (causal); Beltagy et al. 2020 (windows and global tokens).
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.checks import mismatch


def causal(queries: int, keys: int, past: int | Int[Array, " B"] = 0) -> Bool[Array, "..."]:
    """No peeking ahead: a query looks at its own position and before. A `past` for each row: [B 1 T S]."""
    return _distance(queries, keys, past) >= 0


def window(
    queries: int,
    keys: int,
    before: int | None = None,
    after: int | None = None,
    past: int | Int[Array, " B"] = 0,
) -> Bool[Array, "..."]:
    """Look at most `before` positions back and `after` ahead; None is without limit."""
    for name, reach in (("before", before), ("after", after)):
        if reach is not None and reach < 0:
            raise mismatch(f"window, {name}", reach, "0 or more, or None")
    distance = _distance(queries, keys, past)
    may = np.ones(distance.shape, dtype=bool)
    if before is not None:
        may &= distance <= before
    if after is not None:
        may &= distance >= -after
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


def _distance(queries: int, keys: int, past: int | Array) -> Array:
    """How far key s lies before query t: [T S], or [B 1 T S] where each batch row has a past of its own."""
    start = np.asarray(past)
    if start.ndim > 1:
        raise mismatch("past", f"shape {start.shape}", "one number, or one for each batch row")
    if start.ndim:
        start = start[:, None, None, None]
    return start + np.arange(queries)[:, None] - np.arange(keys)
