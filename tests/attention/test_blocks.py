"""Multi-head attention with projections, and the transformer block, against their formulas."""

from dataclasses import replace

import numpy as np
import pytest

from attention.activations import relu, silu
from attention.blocks import Block, FeedForward, block, feed_forward
from attention.heads import attend
from attention.masks import causal
from attention.multihead import multi_head, multi_head_weights, random_multi_head
from attention.norms import layer_norm, rms_norm

B, T, S, X, Y, F = 2, 5, 7, 12, 13, 17


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(("heads", "key_heads"), [(1, 1), (3, 3), (6, 3), (6, 1)])
def test_multi_head_head_by_head(rng, heads, key_heads):
    p = random_multi_head(rng, X, heads, key_heads)
    x = rng.standard_normal((B, T, X))
    d, outputs = X // heads, []
    for h in range(heads):
        g = h * key_heads // heads
        q = x @ p.query[:, h * d : (h + 1) * d]
        k, v = (x @ m[:, g * d : (g + 1) * d] for m in (p.key, p.value))
        outputs.append(attend(q, k, v, causal(T, T)))
    wanted = np.concatenate(outputs, axis=-1) @ p.output
    np.testing.assert_allclose(multi_head(p, x, mask=causal(T, T)), wanted, rtol=1e-9, atol=1e-12)


def test_cross_attention_looks_at_the_memory(rng):
    p = random_multi_head(rng, X, 3, memory_width=Y)
    x, memory = rng.standard_normal((B, T, X)), rng.standard_normal((B, S, Y))
    assert multi_head(p, x, memory).shape == (B, T, X)
    weights = multi_head_weights(p, x, memory)
    assert weights.shape == (B, 3, T, S)
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-12)
    order = rng.permutation(S)
    np.testing.assert_allclose(multi_head(p, x, memory[:, order]), multi_head(p, x, memory), atol=1e-12)


def test_without_positions_shuffled_words_are_shuffled_rows(rng):
    p = random_multi_head(rng, X, 3)
    x, order = rng.standard_normal((T, X)), rng.permutation(T)
    np.testing.assert_allclose(multi_head(p, x[order]), multi_head(p, x)[order], atol=1e-12)


def test_feed_forward_plain_and_gated(rng):
    up, gate, down = rng.standard_normal((X, F)), rng.standard_normal((X, F)), rng.standard_normal((F, X))
    b1, b2, x = rng.standard_normal(F), rng.standard_normal(X), rng.standard_normal((T, X))
    plain = FeedForward(up, down, relu, b1, b2)
    np.testing.assert_allclose(feed_forward(plain, x), np.maximum(x @ up + b1, 0) @ down + b2, rtol=1e-12)
    gated = FeedForward(up, down, silu, gate=gate)
    z = x @ gate
    np.testing.assert_allclose(feed_forward(gated, x), (z / (1 + np.exp(-z)) * (x @ up)) @ down, rtol=1e-11)


def make_block(rng, norm, norm_first):
    up, down = rng.standard_normal((X, F)) / X, rng.standard_normal((F, X)) / F
    return Block(random_multi_head(rng, X, 3), FeedForward(up, down, relu), norm, norm, norm_first)


def test_norm_before_leaves_the_stream_alone(rng):
    b, x, mask = make_block(rng, rms_norm, True), rng.standard_normal((T, X)), causal(T, T)
    middle = x + multi_head(b.attention, rms_norm(x), mask=mask)
    wanted = middle + feed_forward(b.feed_forward, rms_norm(middle))
    np.testing.assert_allclose(block(b, x, mask), wanted, rtol=1e-12)


def test_norm_after_rescales_the_stream(rng):
    b, x = make_block(rng, layer_norm, False), rng.standard_normal((T, X))
    middle = layer_norm(x + multi_head(b.attention, x))
    np.testing.assert_allclose(
        block(b, x), layer_norm(middle + feed_forward(b.feed_forward, middle)), rtol=1e-12
    )
    silent = replace(b, norm_first=True, attention_norm=np.zeros_like, feed_forward_norm=np.zeros_like)
    np.testing.assert_array_equal(block(silent, x), x)  # layers add; a silent one adds nothing
