"""How well a query agrees with a key: the scoring functions of 2015 to 2017, one line each.

Bahdanau et al. 2015 (additive), Luong et al. 2015, eq. 8 (dot, general, concat), Vaswani et al. 2017, eq. 1.
"""

import math

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array, result_dtype, working


def dot_scores(q: Real[Array, "*n T D"], k: Real[Array, "*n S D"]) -> Float[Array, "*n T S"]:
    """q · k (Luong et al. 2015, "dot")."""
    scores = np.einsum("...td,...sd->...ts", working(q), working(k), optimize=True)
    return scores.astype(result_dtype(q, k), copy=False)


def scaled_dot_scores(q: Real[Array, "*n T D"], k: Real[Array, "*n S D"]) -> Float[Array, "*n T S"]:
    """q · k / √D (Vaswani et al. 2017, eq. 1)."""
    return dot_scores(q, k) / math.sqrt(q.shape[-1])


def general_scores(
    q: Real[Array, "*n T D"], w: Real[Array, "D E"], k: Real[Array, "*n S E"]
) -> Float[Array, "*n T S"]:
    """qᵀ W k, one bilinear form (Luong et al. 2015, "general")."""
    return dot_scores(working(q) @ working(w), working(k))


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
    hidden = (working(q) @ working(w))[..., :, None, :] + (working(k) @ working(u))[..., None, :, :]
    return np.tanh(hidden) @ working(v)


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
