"""Attention heads (Vaswani et al. 2017, section 3.2)."""

import math

import numpy as np
from jaxtyping import Bool, Float, Real

from attention.arrays import Array
from attention.softmax import softmax


def attend(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*n S D"],
    v: Real[Array, "*n S Dv"],
    mask: Bool[Array, "..."] | None = None,
) -> Float[Array, "*n T Dv"]:
    """softmax(q kᵀ / √D) v (Vaswani et al. 2017, eq. 1). True in `mask` means "may look"."""
    weights = attention_weights(q, k, mask)
    return np.einsum("...ts,...sd->...td", weights, v, optimize=True)


def attention_weights(
    q: Real[Array, "*n T D"], k: Real[Array, "*n S D"], mask: Bool[Array, "..."] | None = None
) -> Float[Array, "*n T S"]:
    """softmax(q kᵀ / √D): what share of its attention each query gives to each key."""
    scores = np.einsum("...td,...sd->...ts", q, k, optimize=True) / math.sqrt(q.shape[-1])
    return softmax(scores, mask=mask)
