"""Multi-head attention with its projections (Vaswani et al. 2017, section 3.2.2), keys shared or not."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Shaped

from attention.arrays import Array
from attention.checks import mismatch
from attention.heads import attend, attention_weights, merge_heads, split_heads


@dataclass(frozen=True, slots=True, eq=False)
class MultiHead:
    """The four matrices, and how many heads their columns are cut into."""

    query: Float[Array, "X HD"]
    key: Float[Array, "Y GD"]
    value: Float[Array, "Y GDv"]
    output: Float[Array, "HDv X"]
    heads: int  # H
    key_heads: int  # G; H for multi-head, 1 for multi-query, between for grouped attention


def random_multi_head(
    rng: np.random.Generator,
    width: int,
    heads: int,
    key_heads: int | None = None,
    memory_width: int | None = None,
) -> MultiHead:
    """Matrices that keep unit variance, for words of `width` numbers and heads of width / heads."""
    if heads < 1 or width % heads:
        raise mismatch("heads", f"{heads} for width {width}", "a divisor of the width")
    groups = heads if key_heads is None else key_heads
    if groups < 1 or heads % groups:
        raise mismatch("key heads G", groups, f"a divisor of the query heads, H = {heads}")
    source, narrow = memory_width or width, groups * width // heads
    shapes = (width, width), (source, narrow), (source, narrow), (width, width)
    query, key, value, output = (rng.standard_normal(shape) / np.sqrt(shape[0]) for shape in shapes)
    return MultiHead(query, key, value, output, heads, groups)


def project(
    p: MultiHead, x: Float[Array, "*n T X"], memory: Float[Array, "*n S Y"] | None = None
) -> tuple[Float[Array, "*n H T D"], Float[Array, "*n G S D"], Float[Array, "*n G S Dv"]]:
    """Queries of x, keys and values of the memory (cross-attention) or of x itself (self-attention)."""
    source = x if memory is None else memory
    return (
        split_heads(x @ p.query, p.heads),
        split_heads(source @ p.key, p.key_heads),
        split_heads(source @ p.value, p.key_heads),
    )


def multi_head(
    p: MultiHead,
    x: Float[Array, "*n T X"],
    memory: Float[Array, "*n S Y"] | None = None,
    mask: Shaped[Array, "..."] | None = None,
) -> Float[Array, "*n T X"]:
    """Concat(head₁, …, headₕ) W_O."""
    return merge_heads(attend(*project(p, x, memory), mask)) @ p.output


def multi_head_weights(
    p: MultiHead,
    x: Float[Array, "*n T X"],
    memory: Float[Array, "*n S Y"] | None = None,
    mask: Shaped[Array, "..."] | None = None,
) -> Float[Array, "*n H T S"]:
    """Where each head looks: the weights behind `multi_head`, for those who ask."""
    q, k, _ = project(p, x, memory)
    return attention_weights(q, k, mask)
