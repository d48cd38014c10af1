"""Normalization: keeping the scale of the residual stream.

Ba et al. 2016, eq. 3 and 4 (layer norm); Zhang & Sennrich 2019, eq. 4 (RMS norm).
`axis` is the first of the axes that are normalized together; they run to the last.
"""

from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array, result_dtype, working
from attention.checks import mismatch


class Standardized(NamedTuple):
    """Numbers brought to mean zero and spread one, and what that took."""

    values: Array
    mean: Array
    inverse_spread: Array  # 1 / √(variance + epsilon)


def standardize(x: Real[Array, "*n"], axis: int = -1, epsilon: float = 1e-5) -> Standardized:
    """Subtract the mean, divide by the spread."""
    axes = _axes(x, axis)
    numbers = working(x)
    mean = numbers.mean(axes, keepdims=True)
    centered = numbers - mean
    inverse = 1 / np.sqrt((centered * centered).mean(axes, keepdims=True) + epsilon)
    return Standardized(centered * inverse, mean, inverse)


def layer_norm(
    x: Real[Array, "*n"],
    gain: Real[Array, "*w"] | float = 1.0,
    bias: Real[Array, "*w"] | float = 0.0,
    axis: int = -1,
    epsilon: float = 1e-5,
) -> Float[Array, "*n"]:
    """gain · (x − mean) / √(variance + ε) + bias (Ba et al. 2016, eq. 4)."""
    return (standardize(x, axis, epsilon).values * gain + bias).astype(result_dtype(x), copy=False)


def layer_norm_backward(
    x: Float[Array, "*n D"], gain: Float[Array, " D"], upstream: Float[Array, "*n D"], epsilon: float = 1e-5
) -> tuple[Float[Array, "*n D"], Float[Array, " D"], Float[Array, " D"]]:
    """Gradients of x, gain and bias, for a norm over the last axis."""
    y, _, inverse = standardize(x, -1, epsilon)
    g = upstream * gain
    dx = inverse * (g - g.mean(-1, keepdims=True) - y * (g * y).mean(-1, keepdims=True))
    rows = tuple(range(x.ndim - 1))
    return dx, (upstream * y).sum(rows), upstream.sum(rows)


def rms_norm(
    x: Real[Array, "*n"], gain: Real[Array, "*w"] | float = 1.0, axis: int = -1, epsilon: float = 1e-5
) -> Float[Array, "*n"]:
    """gain · x / √(mean of x² + ε) (Zhang & Sennrich 2019, eq. 4)."""
    numbers = working(x)
    inverse = 1 / np.sqrt((numbers * numbers).mean(_axes(x, axis), keepdims=True) + epsilon)
    return (numbers * inverse * gain).astype(result_dtype(x), copy=False)


def rms_norm_backward(
    x: Float[Array, "*n D"],
    gain: Float[Array, " D"] | float,
    upstream: Float[Array, "*n D"],
    epsilon: float = 1e-5,
) -> tuple[Float[Array, "*n D"], Float[Array, " D"]]:
    """Gradients of x and gain, for a norm over the last axis."""
    inverse = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon)
    y, g = x * inverse, upstream * gain
    dx = inverse * (g - y * (g * y).mean(-1, keepdims=True))
    return dx, (upstream * y).sum(tuple(range(x.ndim - 1)))


def _axes(x: Array, axis: int) -> tuple[int, ...]:
    if not -x.ndim <= axis < x.ndim:
        raise mismatch("axis", axis, f"one of the {x.ndim} axes of x")
    return tuple(range(axis % x.ndim, x.ndim))
