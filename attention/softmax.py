"""Softmax: from scores to shares of one whole (Bridle 1990), computed so that no score is too large."""

import numpy as np
from jaxtyping import Float, Real, Shaped

from attention.arrays import Array, result_dtype, working
from attention.checks import check_positive, mismatch


def softmax(
    scores: Real[Array, "*n"],
    axis: int = -1,
    mask: Shaped[Array, "..."] | None = None,
    temperature: float = 1.0,
) -> Float[Array, "*n"]:
    """exp(x) / Σ exp(x) along `axis`.

    A boolean mask says where to look, a mask of numbers is added to the scores. Where it is False or −∞ the
    share is 0, whatever the score, even in a whole row.
    """
    x = _tempered(scores, temperature)
    return softmax_in_place(x, axis, mask).astype(result_dtype(scores), copy=False)


def log_softmax(
    scores: Real[Array, "*n"],
    axis: int = -1,
    mask: Shaped[Array, "..."] | None = None,
    temperature: float = 1.0,
) -> Float[Array, "*n"]:
    """log(softmax(x)) without the detour through tiny numbers; −∞ wherever the softmax is zero."""
    x = masked_in_place(_tempered(scores, temperature), mask)
    x -= peak(x, axis)
    total = np.exp(x).sum(axis, keepdims=True)
    x -= np.log(np.where(total == 0, 1, total))
    return x.astype(result_dtype(scores), copy=False)


def softmax_in_place(
    x: Float[Array, "*n"], axis: int = -1, mask: Shaped[Array, "..."] | None = None
) -> Float[Array, "*n"]:
    """Softmax in the memory of the scores, which it uses up: long rows are not kept twice."""
    masked_in_place(x, mask)
    x -= peak(x, axis)
    np.exp(x, out=x)
    total = x.sum(axis, keepdims=True)
    x /= np.where(total == 0, 1, total)
    return x


def softmax_jacobian(weights: Float[Array, "*n S"]) -> Float[Array, "*n S S"]:
    """∂ weight i / ∂ score j = wᵢ (δᵢⱼ − wⱼ): how each share answers to each score."""
    return weights[..., None] * (np.eye(weights.shape[-1], dtype=weights.dtype) - weights[..., None, :])


def softmax_backward(
    weights: Float[Array, "*n"], upstream: Float[Array, "*n"], axis: int = -1
) -> Float[Array, "*n"]:
    """The Jacobian times `upstream`, without building it: w (g − Σ w g)."""
    return weights * (upstream - (weights * upstream).sum(axis, keepdims=True))


def peak(x: Float[Array, "*n"], axis: int = -1) -> Float[Array, "..."]:
    """The largest score along `axis`; 0 where every score is −∞, since −∞ − −∞ is not a number."""
    largest = x.max(axis, keepdims=True, initial=-np.inf)
    return np.where(largest == -np.inf, x.dtype.type(0), largest)


def masked_in_place(x: Float[Array, "*n"], mask: Shaped[Array, "..."] | None) -> Float[Array, "*n"]:
    """Scores under a boolean or additive mask: −∞ is put in place, not added, so that NaN cannot pass."""
    if mask is None:
        return x
    if mask.dtype.kind in "iuOSU":
        raise mismatch("mask", mask.dtype, "bool (True: may look) or floating point (added to the scores)")
    try:
        np.broadcast_to(mask, x.shape)
    except ValueError:
        raise mismatch("mask", f"shape {mask.shape}", f"one that broadcasts to {x.shape}") from None
    may = mask if mask.dtype == np.bool_ else mask != -np.inf
    if may is not mask:
        np.add(x, mask.astype(x.dtype, copy=False), out=x, where=may)
    np.copyto(x, -np.inf, where=~may)
    return x


def _tempered(scores: Array, temperature: float) -> Array:
    """A copy of the scores, in the precision to work in."""
    check_positive("temperature", temperature)
    x = np.array(working(scores))
    if temperature != 1:
        x /= temperature
    return x
