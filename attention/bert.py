"""BERT's encoder: learned positions, no mask, a norm after each addition (Devlin et al. 2019).

The model of Vaswani et al. 2017 without its decoder. Here to read published weights; nothing is trained.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.blocks import FeedForward, Function, feed_forward
from attention.heads import attention_weights, merge_heads, mix, split_heads
from attention.positions import learned
from attention.transformer import Edit


@dataclass(frozen=True, slots=True, eq=False)
class Affine:
    """A matrix, and a list to add after it."""

    matrix: Float[Array, "X Y"]
    bias: Float[Array, " Y"]

    def __call__(self, x: Float[Array, "*n X"]) -> Float[Array, "*n Y"]:
        """x W + b."""
        return x @ self.matrix + self.bias


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One layer: heads with biases, then the feed-forward network, a norm after each."""

    query: Affine
    key: Affine
    value: Affine
    output: Affine
    attention_norm: Function
    feed_forward: FeedForward
    feed_forward_norm: Function


@dataclass(frozen=True, slots=True, eq=False)
class Bert:
    """A whole encoder."""

    words: Float[Array, "V X"]
    positions: Float[Array, "P X"]
    segment: Float[Array, " X"]  # added to every word: it marks the first of two sentences
    norm: Function
    layers: tuple[Layer, ...]
    heads: int  # H


class Reading(NamedTuple):
    """What the encoder made of a sentence."""

    states: Float[Array, "L1 T X"]  # before the first layer, and after each
    weights: Float[Array, "L H T T"]


def read(p: Bert, tokens: Int[Array, " T"], edit: Edit | None = None) -> Reading:
    """The state of each word after each layer, and where each head looked; `edit` may change its looks."""
    stream = p.norm(p.words[tokens] + learned(p.positions, np.arange(len(tokens))) + p.segment)
    states, weights = [stream], []
    for number, layer in enumerate(p.layers):
        q, k, v = (split_heads(part(stream), p.heads) for part in (layer.query, layer.key, layer.value))
        looks = attention_weights(q, k)
        if edit is not None:
            looks = edit(number, looks)
        stream = layer.attention_norm(stream + layer.output(merge_heads(mix(looks, v))))
        stream = layer.feed_forward_norm(stream + feed_forward(layer.feed_forward, stream))
        states.append(stream)
        weights.append(looks)
    return Reading(np.stack(states), np.stack(weights))
