"""How wrong a guess is: cross-entropy, in nats."""

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.softmax import log_softmax


def cross_entropy(logits: Float[Array, "*n V"], targets: Int[Array, "*n"]) -> Float[Array, "*n"]:
    """−log of the probability that softmax gives to each target."""
    return -np.take_along_axis(log_softmax(logits), targets[..., None], -1)[..., 0]


def cross_entropy_backward(
    logits: Float[Array, "*n V"], targets: Int[Array, "*n"], upstream: Float[Array, "*n"]
) -> Float[Array, "*n V"]:
    """Gradient of the logits: probabilities, less 1 at the target."""
    gradient = np.exp(log_softmax(logits))
    at = targets[..., None]
    np.put_along_axis(gradient, at, np.take_along_axis(gradient, at, -1) - 1, -1)
    return gradient * upstream[..., None]
