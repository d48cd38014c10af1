"""How well a query agrees with a key: the scoring functions of 2015 to 2017, one line each.

Bahdanau et al. 2015 (additive), Luong et al. 2015, section 3.1 (dot, general, concat), Vaswani et al. 2017, eq. 1.
"""

import math

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array, result_dtype, working
from attention.checks import mismatch


def dot_scores(q: Real[Array, "*n T D"], k: Real[Array, "*n S D"]) -> Float[Array, "*n T S"]:
    """q · k (Luong et al. 2015, "dot")."""
    scores = working(q) @ np.swapaxes(working(k), -1, -2)  # T D, D S -> T S
    return scores.astype(result_dtype(q, k), copy=False)


def scaled_dot_scores(q: Real[Array, "*n T D"], k: Real[Array, "*n S D"]) -> Float[Array, "*n T S"]:
    """q · k / √D (Vaswani et al. 2017, eq. 1)."""
    return dot_scores(q, k) * root_scale(q.shape[-1])


def root_scale(width: int) -> float:
    """1 / √D, which keeps the size of scores (Vaswani et al. 2017, footnote 4). ValueError for no width."""
    if width < 1:
        raise mismatch("head width D", width, "at least 1")
    return 1 / math.sqrt(width)


def general_scores(
    q: Real[Array, "*n T D"], w: Real[Array, "D E"], k: Real[Array, "*n S E"]
) -> Float[Array, "*n T S"]:
    """qᵀ W k, one bilinear form (Luong et al. 2015, "general")."""
    return dot_scores(_times(working(q), working(w)), working(k))


def bilinear_form(w_q: Real[Array, "X D"], w_k: Real[Array, "X D"]) -> Float[Array, "X X"]:
    """W_Q W_Kᵀ: what a query matrix and a key matrix amount to together. Its rank is at most D."""
    return working(w_q) @ working(w_k).T


def additive_scores(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*n S E"],
    w: Real[Array, "D A"],
    u: Real[Array, "E A"],
    v: Real[Array, " A"],
) -> Float[Array, "*n T S"]:
    """vᵀ tanh(W q + U k) (Bahdanau et al. 2015, appendix A.1.2)."""
    return np.tanh(_hidden(working(q), working(k), working(w), working(u))) @ working(v)


def concat_scores(
    q: Real[Array, "*n T D"], k: Real[Array, "*n S E"], w: Real[Array, "F A"], v: Real[Array, " A"]
) -> Float[Array, "*n T S"]:
    """vᵀ tanh(W [q; k]) (Luong et al. 2015, "concat"): the additive score with W and U stacked, F = D + E."""
    split = q.shape[-1]
    return additive_scores(q, k, w[:split], w[split:], v)


def soft_cap(scores: Float[Array, "*n"], cap: float) -> Float[Array, "*n"]:
    """cap · tanh(score / cap): scores bent so that none leaves ±cap (Gemma Team 2024, section 2)."""
    if not cap > 0:
        raise ValueError(f"cap: got {cap}, wanted a number above 0")
    return cap * np.tanh(scores / cap)


def dot_backward(
    q: Float[Array, "*n T D"], k: Float[Array, "*n S D"], upstream: Float[Array, "*n T S"]
) -> tuple[Float[Array, "*n T D"], Float[Array, "*n S D"]]:
    """Gradients of q and k."""
    return upstream @ k, np.swapaxes(upstream, -1, -2) @ q


def general_backward(
    q: Float[Array, "*n T D"],
    w: Float[Array, "D E"],
    k: Float[Array, "*n S E"],
    upstream: Float[Array, "*n T S"],
) -> tuple[Float[Array, "*n T D"], Float[Array, "D E"], Float[Array, "*n S E"]]:
    """Gradients of q, W and k."""
    turned, dk = dot_backward(_times(q, w), k, upstream)
    return _times(turned, w.T), summed_outer(q, turned), dk


def additive_backward(
    q: Float[Array, "*n T D"],
    k: Float[Array, "*n S E"],
    w: Float[Array, "D A"],
    u: Float[Array, "E A"],
    v: Float[Array, " A"],
    upstream: Float[Array, "*n T S"],
) -> tuple[
    Float[Array, "*n T D"],
    Float[Array, "*n S E"],
    Float[Array, "D A"],
    Float[Array, "E A"],
    Float[Array, " A"],
]:
    """Gradients of q, k, W, U and v."""
    hidden = np.tanh(_hidden(q, k, w, u))
    dv = upstream.reshape(-1) @ hidden.reshape(-1, len(v))
    dhidden = upstream[..., None] * v * (1 - hidden * hidden)
    from_q, from_k = dhidden.sum(-2), dhidden.sum(-3)
    dq, dk = _times(from_q, w.T), _times(from_k, u.T)
    return dq, dk, summed_outer(q, from_q), summed_outer(k, from_k), dv


def concat_backward(
    q: Float[Array, "*n T D"],
    k: Float[Array, "*n S E"],
    w: Float[Array, "F A"],
    v: Float[Array, " A"],
    upstream: Float[Array, "*n T S"],
) -> tuple[Float[Array, "*n T D"], Float[Array, "*n S E"], Float[Array, "F A"], Float[Array, " A"]]:
    """Gradients of q, k, W and v."""
    split = q.shape[-1]
    dq, dk, top, bottom, dv = additive_backward(q, k, w[:split], w[split:], v, upstream)
    return dq, dk, np.concatenate([top, bottom]), dv


def summed_outer(a: Float[Array, "*n A"], b: Float[Array, "*n B"]) -> Float[Array, "A B"]:
    """Σ a bᵀ over all leading axes: the gradient of a matrix that turned a into what b is the gradient of."""
    return a.reshape(-1, a.shape[-1]).T @ b.reshape(-1, b.shape[-1])


def _hidden(q: Array, k: Array, w: Array, u: Array) -> Array:
    """W q + U k, for every pair."""
    return _times(q, w)[..., :, None, :] + _times(k, u)[..., None, :, :]


def _times(x: Array, w: Array) -> Array:
    """x W, with all leading axes as one: numpy would multiply them matrix by matrix, ten times as slowly."""
    return (x.reshape(-1, x.shape[-1]) @ w).reshape(*x.shape[:-1], w.shape[-1])
