"""An attention-only transformer that can be trained: residual stream, rotary causal heads, nothing else.

The model of Elhage et al. 2021 and Olsson et al. 2022, with RMS norms (without gains) before each layer and
before the logits. Forward keeps what backward needs in a `Trace`; every gradient is written out.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.checks import mismatch
from attention.heads import attend_backward, attention_weights, merge_heads, split_heads
from attention.losses import cross_entropy, cross_entropy_backward
from attention.masks import causal
from attention.norms import rms_norm, rms_norm_backward
from attention.optimizers import Parameters
from attention.positions import angles, rotate
from attention.scores import summed_outer

Edit = Callable[[int, Array], Array]  # (layer, weights [B H T T]) to the weights to use in their place


@dataclass(frozen=True, slots=True)
class Architecture:
    """The sizes of the model."""

    vocabulary: int = 32  # V
    width: int = 32  # X, of the residual stream
    heads: int = 2  # H; each has X / H numbers
    layers: int = 2
    base: float = 100.0  # of the rotary angles

    def __post_init__(self) -> None:
        if self.heads < 1 or self.width % (2 * self.heads):
            raise mismatch("width", self.width, f"a multiple of 2 × heads = {2 * self.heads} (rotary pairs)")


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """What one layer did."""

    stream: Float[Array, "B T X"]  # as it came in
    normed: Float[Array, "B T X"]
    q: Float[Array, "B H T D"]  # turned by position, as k is
    k: Float[Array, "B H T D"]
    v: Float[Array, "B H T D"]
    weights: Float[Array, "B H T T"]
    mixed: Float[Array, "B T X"]  # the heads' outputs, side by side


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What the whole model did."""

    tokens: Int[Array, "B T"]
    layers: tuple[Layer, ...]
    stream: Float[Array, "B T X"]  # after the last layer
    logits: Float[Array, "B T V"]


def random_transformer(
    rng: np.random.Generator, a: Architecture, dtype: type[np.floating] = np.float32
) -> Parameters:
    """Parameters that keep the stream's scale; outputs are smaller the more layers there are."""
    x, unit = a.width, a.width**-0.5
    shapes = {"embed": (a.vocabulary, x, unit**0.5 / 2)}
    for layer in range(a.layers):
        shapes |= {f"{name}{layer}": (x, x, unit) for name in ("query", "key", "value")}
        shapes[f"output{layer}"] = (x, x, unit * a.layers**-0.5)
    shapes["unembed"] = (x, a.vocabulary, unit)
    return {name: (s * rng.standard_normal((m, n))).astype(dtype) for name, (m, n, s) in shapes.items()}


def forward(p: Parameters, a: Architecture, tokens: Int[Array, "B T"], edit: Edit | None = None) -> Trace:
    """Read the tokens; `edit` may change any layer's weights, to silence a head or spread its look."""
    stream = p["embed"][tokens]
    layers = []
    for number in range(a.layers):
        layer = _look(p, a, number, stream, edit)
        stream = stream + layer.mixed @ p[f"output{number}"]
        layers.append(layer)
    return Trace(tokens, tuple(layers), stream, rms_norm(stream) @ p["unembed"])


def losses(trace: Trace) -> Float[Array, "B T1"]:
    """Loss of the guess made at every position but the last, for the token that came next."""
    return cross_entropy(trace.logits[:, :-1], trace.tokens[:, 1:])


def backward(p: Parameters, a: Architecture, trace: Trace) -> Parameters:
    """Gradients of the mean of `losses`."""
    guesses, wanted = trace.logits[:, :-1], trace.tokens[:, 1:]
    share = np.full(wanted.shape, 1 / wanted.size, guesses.dtype)
    dlogits = np.zeros_like(trace.logits)
    dlogits[:, :-1] = cross_entropy_backward(guesses, wanted, share)
    gradients = {"unembed": summed_outer(rms_norm(trace.stream), dlogits)}
    dstream, _ = rms_norm_backward(trace.stream, 1.0, dlogits @ p["unembed"].T)
    for number in reversed(range(a.layers)):
        dstream = _look_backward(p, a, number, trace.layers[number], dstream, gradients)
    gradients["embed"] = summed_outer(np.eye(a.vocabulary, dtype=dstream.dtype)[trace.tokens], dstream)
    return gradients


def _turns(a: Architecture, length: int, dtype: np.dtype) -> tuple[Array, Array]:
    turned = angles(np.arange(length), a.width // a.heads, a.base)
    return np.cos(turned).astype(dtype), np.sin(turned).astype(dtype)


def _look(p: Parameters, a: Architecture, number: int, stream: Array, edit: Edit | None) -> Layer:
    length = stream.shape[1]
    cos, sin = _turns(a, length, stream.dtype)
    normed = rms_norm(stream)
    q, k, v = (split_heads(normed @ p[f"{name}{number}"], a.heads) for name in ("query", "key", "value"))
    q, k = rotate(q, cos, sin, "halves"), rotate(k, cos, sin, "halves")
    weights = attention_weights(q, k, causal(length, length))
    if edit is not None:
        weights = edit(number, weights)
    return Layer(stream, normed, q, k, v, weights, merge_heads(weights @ v))


def _look_backward(
    p: Parameters, a: Architecture, number: int, layer: Layer, dstream: Array, gradients: Parameters
) -> Array:
    """Gradient of the stream before this layer; those of its matrices are added to `gradients`."""
    cos, sin = _turns(a, dstream.shape[1], dstream.dtype)
    gradients[f"output{number}"] = summed_outer(layer.mixed, dstream)
    dmixed = split_heads(dstream @ p[f"output{number}"].T, a.heads)
    dq, dk, dv = attend_backward(layer.q, layer.k, layer.v, layer.weights, dmixed)
    dq, dk = rotate(dq, cos, -sin, "halves"), rotate(dk, cos, -sin, "halves")
    dnormed = np.zeros_like(dstream)
    for name, gradient in (("query", dq), ("key", dk), ("value", dv)):
        flat = merge_heads(gradient)
        gradients[f"{name}{number}"] = summed_outer(layer.normed, flat)
        dnormed += flat @ p[f"{name}{number}"].T
    return dstream + rms_norm_backward(layer.stream, 1.0, dnormed)[0]
