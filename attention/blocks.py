"""The transformer block: attention moves, the feed-forward network computes, the residual stream adds up.

Vaswani et al. 2017, sections 3.1 and 3.3 (norm after each addition); Xiong et al. 2020 (norm before each
part); Shazeer 2020 (gates).
"""

from collections.abc import Callable
from dataclasses import dataclass

from jaxtyping import Float, Shaped

from attention.arrays import Array
from attention.multihead import MultiHead, multi_head

Function = Callable[[Array], Array]


@dataclass(frozen=True, slots=True, eq=False)
class FeedForward:
    """Two matrices with a bend between them, word by word; a third one where the bend is a gate."""

    up: Float[Array, "X F"]
    down: Float[Array, "F X"]
    bend: Function
    up_bias: Float[Array, " F"] | float = 0.0
    down_bias: Float[Array, " X"] | float = 0.0
    gate: Float[Array, "X F"] | None = None


def feed_forward(p: FeedForward, x: Float[Array, "*n X"]) -> Float[Array, "*n X"]:
    """bend(x W₁ + b₁) W₂ + b₂ (Vaswani et al. 2017, eq. 2); gated: (bend(x W₃) · x W₁) W₂."""
    hidden = x @ p.up + p.up_bias
    hidden = p.bend(hidden) if p.gate is None else p.bend(x @ p.gate) * hidden
    return hidden @ p.down + p.down_bias


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One layer: its two parts, a norm for each, and whether the norms come before or after."""

    attention: MultiHead
    feed_forward: FeedForward
    attention_norm: Function
    feed_forward_norm: Function
    norm_first: bool = True


def block(
    p: Block, stream: Float[Array, "*n T X"], mask: Shaped[Array, "..."] | None = None
) -> Float[Array, "*n T X"]:
    """The residual stream after one layer."""
    stream = _add(stream, lambda x: multi_head(p.attention, x, mask=mask), p.attention_norm, p.norm_first)
    return _add(stream, lambda x: feed_forward(p.feed_forward, x), p.feed_forward_norm, p.norm_first)


def _add(stream: Array, part: Function, norm: Function, norm_first: bool) -> Array:
    return stream + part(norm(stream)) if norm_first else norm(stream + part(stream))
