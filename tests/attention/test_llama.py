"""Llama's decoder, held to one written out head by head and word by word."""

from functools import partial

import numpy as np
import pytest

from attention.activations import silu
from attention.arrays import Array
from attention.blocks import Block, FeedForward
from attention.llama import Llama, read
from attention.multihead import random_multi_head
from attention.norms import rms_norm
from attention.positions import Pairing

VOCABULARY, WIDTH, HIDDEN, HEADS, KEY_HEADS, BATCH, LENGTH, BASE = 13, 24, 17, 6, 2, 3, 7, 50.0


def random_llama(rng: np.random.Generator, layers: int = 2, pairing: Pairing = "pairs") -> Llama:
    def one() -> Block:
        up, gate = rng.standard_normal((2, WIDTH, HIDDEN)) / 5
        network = FeedForward(up, rng.standard_normal((HIDDEN, WIDTH)) / 5, silu, gate=gate)
        heads = random_multi_head(rng, WIDTH, HEADS, KEY_HEADS)
        return Block(heads, network, norm(), norm())

    def norm() -> partial[Array]:
        return partial(rms_norm, gain=rng.standard_normal(WIDTH), epsilon=1e-5)

    words = rng.standard_normal((VOCABULARY, WIDTH))
    return Llama(words, tuple(one() for _ in range(layers)), norm(), BASE, pairing)


def by_hand(p: Llama, tokens: Array) -> Array:
    """The logits of one text, each head and word by itself; pairs of neighbors are complex numbers."""
    stream, width = p.words[tokens], WIDTH // HEADS
    turns = np.exp(1j * np.arange(len(tokens))[:, None] * BASE ** -(np.arange(0, width, 2) / width))
    for block in p.blocks:
        x, a = block.attention_norm(stream), block.attention
        mixed = np.zeros_like(x)
        for head in range(HEADS):
            mine, shared = head * width, head // (HEADS // KEY_HEADS) * width
            q, k, v = (
                x @ matrix[:, start : start + width]
                for matrix, start in ((a.query, mine), (a.key, shared), (a.value, shared))
            )
            q, k = ((part[:, ::2] + 1j * part[:, 1::2]) * turns for part in (q, k))
            for t in range(len(tokens)):
                raised = np.exp((q[t] @ k[: t + 1].conj().T).real / width**0.5)
                mixed[t, mine : mine + width] = raised / raised.sum() @ v[: t + 1]
        stream = stream + mixed @ a.output
        y, f = block.feed_forward_norm(stream), block.feed_forward
        assert f.gate is not None
        stream = stream + (silu(y @ f.gate) * (y @ f.up)) @ f.down
    return p.norm(stream) @ p.words.T


def test_it_is_what_the_papers_say_written_out() -> None:
    rng = np.random.default_rng(0)
    p, tokens = random_llama(rng), rng.integers(0, VOCABULARY, (BATCH, LENGTH))
    expected = np.stack([by_hand(p, each) for each in tokens])
    np.testing.assert_allclose(
        read(p, tokens).logits, expected, rtol=1e-9, atol=1e-11
    )  # other orders of sums


@pytest.mark.parametrize("pairing", ["pairs", "halves"])
def test_nothing_is_known_of_what_comes_later(pairing: Pairing) -> None:
    rng = np.random.default_rng(1)
    p, tokens = random_llama(rng, pairing=pairing), rng.integers(0, VOCABULARY, (1, LENGTH))
    other = tokens.copy()
    other[0, -1] = (other[0, -1] + 1) % VOCABULARY
    before, after = read(p, tokens), read(p, other)
    np.testing.assert_array_equal(before.logits[:, :-1], after.logits[:, :-1])
    assert (before.logits[:, -1] != after.logits[:, -1]).any()
    assert all(
        (looks[0][:, np.triu_indices(LENGTH, 1)[0], np.triu_indices(LENGTH, 1)[1]] == 0).all()
        for looks in before.weights
    )


def test_a_silenced_head_hands_on_nothing() -> None:
    """With its weights at zero, what stands in its rows of the output matrix makes no difference."""
    rng = np.random.default_rng(2)
    p, tokens = random_llama(rng, layers=1), rng.integers(0, VOCABULARY, (1, LENGTH))
    head, width = 4, WIDTH // HEADS

    def silence(layer: int, weights: Array) -> Array:
        weights[:, head] = 0
        return weights

    expected = read(p, tokens, silence).logits
    p.blocks[0].attention.output[head * width : (head + 1) * width] = 99
    np.testing.assert_array_equal(read(p, tokens, silence).logits, expected)
    assert (read(p, tokens).logits != expected).any()
