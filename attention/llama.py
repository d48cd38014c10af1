"""Llama's decoder: RMS norms first, rotary positions, shared key heads, a gated network (Touvron et al. 2023).

Here to read published weights; nothing is trained. The logits are made with the matrix of the words.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.blocks import Block, Function, feed_forward
from attention.heads import attention_weights, merge_heads, mix
from attention.masks import causal
from attention.multihead import project
from attention.positions import Pairing, angles, rotate
from attention.transformer import Edit


@dataclass(frozen=True, slots=True, eq=False)
class Llama:
    """A whole decoder; its blocks take their norms first."""

    words: Float[Array, "V X"]
    blocks: tuple[Block, ...]
    norm: Function
    base: float = 10000.0  # of the rotary angles
    pairing: Pairing = "pairs"


class Reading(NamedTuple):
    """What the decoder made of some texts."""

    logits: Float[Array, "B T V"]
    weights: tuple[Float[Array, "B H T T"], ...]  # one table for each layer


def read(p: Llama, tokens: Int[Array, "B T"], edit: Edit | None = None) -> Reading:
    """The scores of every next word, and where each head looked; `edit` may change any layer's weights."""
    stream = p.words[tokens]
    weights = []
    for number, block in enumerate(p.blocks):
        q, k, v = project(block.attention, block.attention_norm(stream))
        looks = _looks(p, q, k)
        if edit is not None:
            looks = edit(number, looks)
        stream = stream + merge_heads(mix(looks, v)) @ block.attention.output
        stream = stream + feed_forward(block.feed_forward, block.feed_forward_norm(stream))
        weights.append(looks)
    return Reading(p.norm(stream) @ p.words.T, tuple(weights))


def _looks(p: Llama, q: Array, k: Array) -> Float[Array, "B H T T"]:
    """Where each head looks: back, at keys turned by their positions."""
    length, width = q.shape[-2:]
    turned = angles(np.arange(length), width, p.base)
    cos, sin = np.cos(turned).astype(q.dtype), np.sin(turned).astype(q.dtype)
    q, k = rotate(q, cos, sin, p.pairing), rotate(k, cos, sin, p.pairing)
    return attention_weights(q, k, causal(length, length))
