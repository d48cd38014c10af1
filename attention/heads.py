"""Attention heads: one `attend` for single, multi-head, grouped and multi-query attention.

Vaswani et al. 2017, sections 3.2.1 and 3.2.2; Shazeer 2019 (one key head for all queries); Ainslie et al.
2023 (grouped keys); Dong et al. 2024 (functions on scores).
"""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Real, Shaped

from attention.arrays import Array, result_dtype, working
from attention.checks import check_axes, mismatch
from attention.scores import root_scale
from attention.softmax import softmax_backward, softmax_in_place

Modifier = Callable[[Array], Array]


def attend(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g S D"],
    v: Real[Array, "*g S Dv"],
    mask: Shaped[Array, "..."] | None = None,
    *,
    scale: float | None = None,
    score_mod: Modifier | None = None,
    weight_mod: Modifier | None = None,
) -> Float[Array, "*n T Dv"]:
    """softmax(q kᵀ / √D) v (Vaswani et al. 2017, eq. 1). `mask`: True may look; numbers are added."""
    check_axes(q=(q, "T D"), k=(k, "S D"), v=(v, "S Dv"))
    weights = attention_weights(working(q), working(k), mask, scale=scale, score_mod=score_mod)
    if weight_mod is not None:
        weights = weight_mod(weights)
    return mix(weights, working(v)).astype(result_dtype(q, k, v), copy=False)


def attention_weights(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g S D"],
    mask: Shaped[Array, "..."] | None = None,
    *,
    scale: float | None = None,
    score_mod: Modifier | None = None,
) -> Float[Array, "*n T S"]:
    """softmax(q kᵀ / √D): what share of its attention each query gives to each key."""
    scores = head_scores(q, k, scale)
    if score_mod is not None:
        scores = np.array(score_mod(scores))  # a copy: what comes back may be kept by others
    return softmax_in_place(scores, mask=mask).astype(result_dtype(q, k), copy=False)


def head_scores(
    q: Real[Array, "*n T D"], k: Real[Array, "*g S D"], scale: float | None = None
) -> Float[Array, "*n T S"]:
    """q kᵀ / √D, or times `scale`, in the precision that softmax works in."""
    check_axes(q=(q, "T D"), k=(k, "S D"))
    if scale is None:
        scale = root_scale(q.shape[-1])
    folded = _fold(working(q) * scale, k)
    scores = folded @ np.swapaxes(working(k), -1, -2)  # T D, D S -> T S
    return scores.reshape(*q.shape[:-1], k.shape[-2])


def mix(weights: Float[Array, "*n T S"], v: Float[Array, "*g S Dv"]) -> Float[Array, "*n T Dv"]:
    """Σ weight × value. A weight of zero silences its value, even one that is not a number."""
    folded = _fold(weights, v)
    sound = np.isfinite(v)
    out = folded @ (v if sound.all() else np.where(sound, v, 0))  # T S, S Dv -> T Dv
    for s in np.flatnonzero(~sound.all(axis=(*range(v.ndim - 2), v.ndim - 1))):
        share, value = folded[..., s, None], np.where(sound, 0, v)[..., None, s, :]
        out = out + np.where(share == 0, 0, np.where(share == 0, 1, share) * value)
    return out.reshape(*weights.shape[:-1], v.shape[-1])


def split_heads(x: Shaped[Array, "*n T HD"], heads: int) -> Shaped[Array, "*n H T D"]:
    """Cut one wide vector a word into `heads` narrow ones: first to [T H D], then H to the front."""
    *n, length, width = x.shape
    if heads < 1 or width % heads:
        raise mismatch("heads", f"{heads} for width {width}", "a divisor of the width")
    return np.moveaxis(x.reshape(*n, length, heads, width // heads), -2, -3)


def merge_heads(x: Shaped[Array, "*n H T D"]) -> Shaped[Array, "*n T HD"]:
    """Lay the heads' vectors side by side again, word by word."""
    *n, heads, length, width = x.shape
    return np.moveaxis(x, -3, -2).reshape(*n, length, heads * width)


def attend_backward(
    q: Float[Array, "*n T D"],
    k: Float[Array, "*g S D"],
    v: Float[Array, "*g S Dv"],
    weights: Float[Array, "*n T S"],
    upstream: Float[Array, "*n T Dv"],
    *,
    scale: float | None = None,
) -> tuple[Float[Array, "*n T D"], Float[Array, "*g S D"], Float[Array, "*g S Dv"]]:
    """Gradients of q, k and v, given the weights; for a shared key head, summed over its query heads."""
    if scale is None:
        scale = root_scale(q.shape[-1])
    folded = _fold(upstream, v)
    dv = np.swapaxes(_fold(weights, v), -1, -2) @ folded
    dweights = (folded @ np.swapaxes(v, -1, -2)).reshape(weights.shape)
    dscores = _fold(softmax_backward(weights, dweights) * scale, k)
    return (dscores @ k).reshape(q.shape), np.swapaxes(dscores, -1, -2) @ _fold(q, k), dv


def query_heads_per_key_head(q: Shaped[Array, "*n T _"], k: Shaped[Array, "*g S _"]) -> int:
    """How many query heads share a key head: H / G, or 1 where the leading axes are the same."""
    *n, heads = q.shape[:-2] or (1,)
    *g, groups = k.shape[:-2] or (1,)
    if n != g or q.ndim != k.ndim:
        raise mismatch("k", f"leading axes {k.shape[:-2]}", f"those of q, {q.shape[:-2]}, but for the heads")
    if heads != groups and (groups == 0 or heads % groups):
        raise mismatch("key heads G", groups, f"a divisor of the query heads, H = {heads}")
    return 1 if heads == groups else heads // groups


def _fold(rows: Array, k: Array) -> Array:
    """Rows of the query heads that share one key head, lined up under it as so many more queries.

    [*n H T D] becomes [*n G (H/G T) D]; where every query head has keys of its own nothing changes.
    """
    if query_heads_per_key_head(rows, k) == 1:
        return rows
    return rows.reshape(*k.shape[:-2], -1, rows.shape[-1])
