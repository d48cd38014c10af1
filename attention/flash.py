"""FlashAttention: the same function in tiles, so that the T × S weights never exist at once.

Dao et al. 2022, algorithm 1 (forward), algorithm 4 (backward), theorem 2 (traffic); Dao 2023 (the
loop over queries outside). The extra memory is one tile; tiles that no query can reach are skipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Real, Shaped

from attention.arrays import Array, result_dtype, working
from attention.checks import check_axes, mismatch
from attention.heads import mix, query_heads_per_key_head
from attention.masks import Reach
from attention.online import absorb, begin
from attention.scores import root_scale
from attention.softmax import masked_in_place

EVERYWHERE = Reach()


@dataclass(frozen=True, slots=True)
class Tile:
    """How many queries and keys are worked on at once."""

    queries: int = 128
    keys: int = 512

    def __post_init__(self) -> None:
        if self.queries < 1 or self.keys < 1:
            raise mismatch("tile", f"{self.queries} × {self.keys}", "1 × 1 or more")


def flash(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g S D"],
    v: Real[Array, "*g S Dv"],
    mask: Shaped[Array, "..."] | None = None,
    *,
    reach: Reach = EVERYWHERE,
    scale: float | None = None,
    tile: Tile = Tile(),
) -> Float[Array, "*n T Dv"]:
    """What `attend` gives, tile by tile, up to rounding. `reach` says causal or windowed without a matrix."""
    return flash_forward(q, k, v, mask, reach=reach, scale=scale, tile=tile)[0]


def flash_forward(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g S D"],
    v: Real[Array, "*g S Dv"],
    mask: Shaped[Array, "..."] | None = None,
    *,
    reach: Reach = EVERYWHERE,
    scale: float | None = None,
    tile: Tile = Tile(),
) -> tuple[Float[Array, "*n T Dv"], Float[Array, "*n T 1"]]:
    """The output, and the log of each row's total, from which `flash_backward` has the weights again."""
    check_axes(q=(q, "T D"), k=(k, "S D"), v=(v, "S Dv"))
    mask = _whole(mask, q, k)
    scale = root_scale(q.shape[-1]) if scale is None else scale
    out = np.empty((*q.shape[:-1], v.shape[-1]), result_dtype(q, k, v))
    log_total = np.empty((*q.shape[:-1], 1), working(out[..., :0]).dtype)
    for head, key_head in _heads(q, k):
        keys, values = working(k[key_head]), working(v[key_head])
        combine = np.matmul if _are_finite(values) else mix
        for rows, strips in plan(q.shape[-2], k.shape[-2], reach, tile):
            queries = working(q[head][_part(rows)]) * scale
            running = begin(len(rows), value_width=v.shape[-1], dtype=log_total.dtype)
            for columns in strips:
                scores = _scores(queries, keys, rows, columns, reach, None if mask is None else mask[head])
                running = absorb(running, scores, values[_part(columns)], combine)
            out[head][_part(rows)] = running.output()
            log_total[head][_part(rows)] = running.log_total()
    return out, log_total


def flash_backward(
    q: Float[Array, "*n T D"],
    k: Float[Array, "*g S D"],
    v: Float[Array, "*g S Dv"],
    out: Float[Array, "*n T Dv"],
    log_total: Float[Array, "*n T 1"],
    upstream: Float[Array, "*n T Dv"],
    mask: Shaped[Array, "..."] | None = None,
    *,
    reach: Reach = EVERYWHERE,
    scale: float | None = None,
    tile: Tile = Tile(),
) -> tuple[Float[Array, "*n T D"], Float[Array, "*g S D"], Float[Array, "*g S Dv"]]:
    """Gradients of q, k and v in tiles, with the weights computed once more (algorithm 4)."""
    mask = _whole(mask, q, k)
    scale = root_scale(q.shape[-1]) if scale is None else scale
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    # Σ w g over a whole row, which the softmax's gradient asks for, is out · upstream.
    along = (out * upstream).sum(-1, keepdims=True)
    for head, key_head in _heads(q, k):
        keys, values = k[key_head], v[key_head]
        for rows, strips in plan(q.shape[-2], k.shape[-2], reach, tile):
            r = _part(rows)
            queries = q[head][r] * scale
            for columns in strips:
                c = _part(columns)
                scores = _scores(queries, keys, rows, columns, reach, None if mask is None else mask[head])
                weights = np.exp(scores - log_total[head][r])
                dv[key_head][c] += weights.T @ upstream[head][r]
                dscores = weights * (upstream[head][r] @ values[c].T - along[head][r])
                dq[head][r] += dscores @ keys[c] * scale
                dk[key_head][c] += dscores.T @ queries
    return dq, dk, dv


def plan(queries: int, keys: int, reach: Reach, tile: Tile) -> Iterator[tuple[range, list[range]]]:
    """The tiles in the order of the work: each strip of queries, and the strips of keys that it can reach."""
    for rows in _strips(range(queries), tile.queries):
        yield rows, _strips(reach.keys_of(rows, keys), tile.keys)


@dataclass(frozen=True, slots=True)
class Traffic:
    """Numbers carried between slow and fast memory, for one head."""

    read: int
    written: int


def flash_traffic(
    queries: int, keys: int, width: int, value_width: int, tile: Tile, reach: Reach = EVERYWHERE
) -> Traffic:
    """What the tiles of `plan` carry: each strip of queries once, and past it the keys and values."""
    read = written = 0
    for rows, strips in plan(queries, keys, reach, tile):
        read += len(rows) * width + sum(map(len, strips)) * (width + value_width)
        written += len(rows) * (value_width + 1)  # with each row's total
    return Traffic(read, written)


def plain_traffic(queries: int, keys: int, width: int, value_width: int) -> Traffic:
    """What `attend` carries where the scores do not fit: they go out and come back, and so do the weights."""
    scores = queries * keys
    read = queries * width + keys * width + scores + scores + keys * value_width
    return Traffic(read, 2 * scores + queries * value_width)


def tile_for(fast_memory: int, width: int) -> Tile:
    """The tile that fits a fast memory of so many numbers (after Dao et al. 2022, algorithm 1, line 1)."""
    if width < 1:
        raise mismatch("width D", width, "1 or more")
    queries = max(1, fast_memory // (4 * width))
    return Tile(queries, max(1, min(queries, width)))


def _are_finite(values: Array) -> bool:
    """Whether none is infinite or NaN. Their sum tells, and no array of answers is held; overflow only costs time."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(values.sum()))


def _strips(whole: range, size: int) -> list[range]:
    return [whole[start : start + size] for start in range(0, len(whole), size)]


def _part(steps: range) -> slice:
    return slice(steps.start, steps.stop)


def _heads(q: Array, k: Array) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The index of each query head, and of the key head that it looks at."""
    shared = query_heads_per_key_head(q, k)
    for head in np.ndindex(q.shape[:-2]):
        yield head, head[:-1] + tuple(h // shared for h in head[-1:])


def _whole(mask: Array | None, q: Array, k: Array) -> Array | None:
    """The mask as it is seen from every head, without a copy."""
    if mask is None:
        return None
    shape = (*q.shape[:-1], k.shape[-2])
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise mismatch("mask", f"shape {mask.shape}", f"one that broadcasts to {shape}") from None


def _scores(
    queries: Array, keys: Array, rows: range, columns: range, reach: Reach, mask: Array | None
) -> Array:
    """One tile of scores, with −∞ wherever a query may not look."""
    scores = queries @ keys[_part(columns)].T
    masked_in_place(scores, reach.mask(rows, columns))
    return masked_in_place(scores, None if mask is None else mask[_part(rows), _part(columns)])
