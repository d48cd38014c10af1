"""The bend in a feed-forward network: ReLU (Vaswani et al. 2017), GELU (Hendrycks & Gimpel 2016), SiLU."""

import math

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array, result_dtype, working

_erf = np.vectorize(math.erf, otypes=[np.float64])  # numpy has none of its own


def relu(x: Real[Array, "*n"]) -> Real[Array, "*n"]:
    """max(x, 0)."""
    return np.maximum(x, x.dtype.type(0))


def gelu(x: Real[Array, "*n"]) -> Float[Array, "*n"]:
    """x Φ(x): x times the share of a normal distribution below it (Hendrycks & Gimpel 2016, section 2)."""
    below = (1 + _erf(working(x) / math.sqrt(2))) / 2
    return (x * below).astype(result_dtype(x), copy=False)


def gelu_tanh(x: Real[Array, "*n"]) -> Float[Array, "*n"]:
    """The same through tanh, off by up to .0005: what GPT-2 computes."""
    y = working(x)
    below = (1 + np.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y**3))) / 2
    return (y * below).astype(result_dtype(x), copy=False)


def silu(x: Real[Array, "*n"]) -> Float[Array, "*n"]:
    """x σ(x), the bend of gated networks (Elfwing et al. 2018)."""
    y = working(x)
    return (y * sigmoid(y)).astype(result_dtype(x), copy=False)


def sigmoid(x: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """1 / (1 + exp(−x)), by way of tanh, which does not overflow."""
    return (1 + np.tanh(x / 2)) / 2
