"""BERT's encoder: the pieces of `attention` in the order the paper gives them."""

from functools import partial

import numpy as np
import pytest

from attention.activations import gelu
from attention.bert import Affine, Bert, Layer, read
from attention.blocks import Block, FeedForward, block
from attention.multihead import MultiHead
from attention.norms import layer_norm

VOCABULARY, LONGEST, WIDTH, HIDDEN, HEADS, LENGTH = 13, 11, 6, 17, 3, 7


def random_bert(rng: np.random.Generator, layers: int = 2, biased: bool = True) -> Bert:
    def affine(x: int, y: int) -> Affine:
        return Affine(rng.standard_normal((x, y)), rng.standard_normal(y) * biased)

    def layer() -> Layer:
        up, down = affine(WIDTH, HIDDEN), affine(HIDDEN, WIDTH)
        network = FeedForward(up.matrix, down.matrix, gelu, up.bias, down.bias)
        q, k, v, o = (affine(WIDTH, WIDTH) for _ in range(4))
        return Layer(q, k, v, o, partial(layer_norm), network, partial(layer_norm))

    return Bert(
        words=rng.standard_normal((VOCABULARY, WIDTH)),
        positions=rng.standard_normal((LONGEST, WIDTH)),
        segment=rng.standard_normal(WIDTH),
        norm=partial(layer_norm),
        layers=tuple(layer() for _ in range(layers)),
        heads=HEADS,
    )


def test_it_tells_a_state_after_each_layer_and_the_look_of_each_head() -> None:
    rng = np.random.default_rng(0)
    reading = read(random_bert(rng), rng.integers(0, VOCABULARY, LENGTH))
    assert reading.states.shape == (3, LENGTH, WIDTH)
    assert reading.weights.shape == (2, HEADS, LENGTH, LENGTH)
    np.testing.assert_allclose(reading.weights.sum(-1), 1, rtol=1e-14)  # rounding of a sum of seven


def test_without_biases_a_layer_is_a_block_that_takes_its_norms_last() -> None:
    rng = np.random.default_rng(1)
    p = random_bert(rng, layers=1, biased=False)
    [layer] = p.layers
    heads = MultiHead(
        *(part.matrix for part in (layer.query, layer.key, layer.value, layer.output)), HEADS, HEADS
    )
    same = Block(heads, layer.feed_forward, layer.attention_norm, layer.feed_forward_norm, norm_first=False)
    before, after = read(p, rng.integers(0, VOCABULARY, LENGTH)).states
    np.testing.assert_allclose(after, block(same, before), rtol=1e-12)  # the same sums, in another order


def test_a_bias_on_the_keys_changes_no_look() -> None:
    """It adds the same to every score of a row."""
    rng = np.random.default_rng(2)
    p = random_bert(rng, layers=1)
    [layer] = p.layers
    plain = Layer(
        layer.query,
        Affine(layer.key.matrix, np.zeros(WIDTH)),
        layer.value,
        layer.output,
        layer.attention_norm,
        layer.feed_forward,
        layer.feed_forward_norm,
    )
    without = Bert(p.words, p.positions, p.segment, p.norm, (plain,), HEADS)
    tokens = rng.integers(0, VOCABULARY, LENGTH)
    # scores are sums of two products of size 1 to 10: 1e-15 each, times their size
    np.testing.assert_allclose(read(p, tokens).weights, read(without, tokens).weights, atol=1e-13)


def test_a_sentence_longer_than_its_positions_is_refused() -> None:
    p = random_bert(np.random.default_rng(3))
    with pytest.raises(ValueError, match="positions: got 0 to 11, wanted 0 to 10"):
        read(p, np.zeros(LONGEST + 1, int))


def test_an_edit_changes_the_looks_of_its_layer_and_all_that_follows() -> None:
    rng = np.random.default_rng(4)
    p, tokens = random_bert(rng), rng.integers(0, VOCABULARY, LENGTH)
    at_itself = np.broadcast_to(np.eye(LENGTH), (HEADS, LENGTH, LENGTH))
    plain, edited = (
        read(p, tokens, edit) for edit in (None, lambda layer, looks: at_itself if layer == 1 else looks)
    )
    np.testing.assert_array_equal(edited.states[:2], plain.states[:2])
    np.testing.assert_array_equal(edited.weights[0], plain.weights[0])
    np.testing.assert_array_equal(edited.weights[1], at_itself)
    assert np.abs(edited.states[2] - plain.states[2]).max() > 0.01
