"""Softmax: from scores to shares of one whole (Bridle 1990), computed so that no score is too large."""

import numpy as np
from jaxtyping import Bool, Float, Real

from attention.arrays import Array, result_dtype, working


def softmax(
    scores: Real[Array, "*n"],
    axis: int = -1,
    mask: Bool[Array, "..."] | None = None,
    temperature: float = 1.0,
) -> Float[Array, "*n"]:
    """exp(x) / Σ exp(x) along `axis`. Where `mask` is False the share is 0, also of a whole row."""
    x = _visible(working(scores), mask, temperature)
    exponentials = np.exp(x - _peak(x, axis))
    total = exponentials.sum(axis, keepdims=True)
    return (exponentials / np.where(total == 0, 1, total)).astype(result_dtype(scores), copy=False)


def log_softmax(
    scores: Real[Array, "*n"],
    axis: int = -1,
    mask: Bool[Array, "..."] | None = None,
    temperature: float = 1.0,
) -> Float[Array, "*n"]:
    """log(softmax(x)) without the detour through tiny numbers; −∞ wherever the softmax is zero."""
    x = _visible(working(scores), mask, temperature)
    shifted = x - _peak(x, axis)
    total = np.exp(shifted).sum(axis, keepdims=True)
    return (shifted - np.log(np.where(total == 0, 1, total))).astype(result_dtype(scores), copy=False)


def softmax_jacobian(weights: Float[Array, "*n S"]) -> Float[Array, "*n S S"]:
    """∂ weight i / ∂ score j = wᵢ (δᵢⱼ − wⱼ): how each share answers to each score."""
    return weights[..., None] * (np.eye(weights.shape[-1], dtype=weights.dtype) - weights[..., None, :])


def softmax_gradient(
    weights: Float[Array, "*n"], upstream: Float[Array, "*n"], axis: int = -1
) -> Float[Array, "*n"]:
    """The Jacobian times `upstream`, never built: w (g − Σ w g)."""
    return weights * (upstream - (weights * upstream).sum(axis, keepdims=True))


def _visible(x: Array, mask: Array | None, temperature: float) -> Array:
    """Scores over temperature, with −∞ where the mask says no: chosen, not added, so that NaN cannot pass."""
    if not temperature > 0:
        raise ValueError(f"temperature: got {temperature}, wanted a number above 0")
    if temperature != 1:
        x = x / temperature
    if mask is None:
        return x
    if mask.dtype != np.bool_:
        raise ValueError(f"mask: got {mask.dtype}, wanted bool (True means may look)")
    try:
        mask = np.broadcast_to(mask, x.shape)
    except ValueError:
        raise ValueError(f"mask: got shape {mask.shape}, wanted one that broadcasts to {x.shape}") from None
    return np.where(mask, x, -np.inf)


def _peak(x: Array, axis: int) -> Array:
    """The largest score along `axis`; 0 where every score is −∞, since −∞ − −∞ is not a number."""
    peak = x.max(axis, keepdims=True, initial=-np.inf)
    return np.where(peak == -np.inf, 0, peak)
