"""Bad input is told in axis letters: what came, and what was wanted."""

import jaxtyping
import numpy as np
import pytest

from attention import masks
from attention.cache import Cache
from attention.experiments import head_cost, kv_size, price, sharing, tiles
from attention.flash import Tile, flash, tile_for
from attention.heads import attend, split_heads
from attention.linear import linear_chunked, linear_recurrent
from attention.multihead import random_multi_head
from attention.norms import layer_norm
from attention.online import online_softmax
from attention.optimizers import clip
from attention.positions import alibi_slopes, angles, learned, rotate
from attention.scores import soft_cap
from attention.softmax import log_softmax, softmax
from attention.sparse import sparse_attend
from attention.transformer import Architecture
from attention.words import neighbors, ppmi, truncated_svd


@pytest.fixture(autouse=True)
def as_a_caller():
    """Tests check shapes before a call begins; a caller has only what the functions check themselves."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


def zeros(*shape):
    return np.zeros(shape)


X = zeros(5, 7)
CASES = [
    (lambda: attend(zeros(5, 7), zeros(3, 11), zeros(3, 2)), r"k \[S D\]: got D = 11, wanted D = 7"),
    (lambda: attend(zeros(5, 7), zeros(3, 7), zeros(2, 2)), r"v \[S Dv\]: got S = 2, wanted S = 3"),
    (lambda: attend(zeros(5, 0), zeros(3, 0), zeros(3, 2)), r"head width D: got 0, wanted at least 1"),
    (lambda: flash(zeros(5, 0), zeros(3, 0), zeros(3, 2)), r"head width D: got 0, wanted at least 1"),
    (
        lambda: attend(zeros(7), zeros(3, 7), zeros(3, 2)),
        r"q \[T D\]: got shape \(7,\), wanted at least 2 axes",
    ),
    (
        lambda: attend(zeros(6, 5, 7), zeros(4, 3, 7), zeros(4, 3, 2)),
        "key heads G: got 4, wanted a divisor of .* H = 6",
    ),
    (
        lambda: attend(zeros(2, 6, 5, 7), zeros(3, 6, 3, 7), zeros(3, 6, 3, 2)),
        r"k: got leading axes \(3, 6\)",
    ),
    (lambda: attend(X, X, X, np.ones((5, 4), bool)), r"mask: got shape \(5, 4\), wanted .* \(5, 5\)"),
    (lambda: attend(X, X, X, np.ones((2, 5, 5), bool)), r"mask: got shape \(2, 5, 5\), wanted .* \(5, 5\)"),
    (lambda: attend(X, X, X, np.ones((5, 5), int)), "mask: got int64, wanted bool .* or floating point"),
    (lambda: flash(X, X, X, np.ones((5, 4), bool)), r"mask: got shape \(5, 4\), wanted .* \(5, 5\)"),
    (lambda: flash(zeros(6, 5, 7), zeros(4, 3, 7), zeros(4, 3, 2)), "key heads G: got 4"),
    (lambda: flash(X, zeros(3, 11), zeros(3, 2)), r"k \[S D\]: got D = 11, wanted D = 7"),
    (lambda: Tile(0, 5), "tile: got 0 × 5, wanted 1 × 1 or more"),
    (lambda: tile_for(64, 0), "width D: got 0, wanted 1 or more"),
    (lambda: linear_recurrent(zeros(6, 5, 7), zeros(4, 5, 7), zeros(4, 5, 2)), "key heads G: got 4"),
    (lambda: linear_chunked(X, X, X, chunk=0), "chunk: got 0, wanted 1 or more"),
    (lambda: online_softmax(X, 0), "chunk: got 0, wanted 1 or more"),
    (lambda: sparse_attend(X, X, X, reach=masks.Reach(), block=0), "block: got 0, wanted 1 or more"),
    (
        lambda: masks.Reach(before=-1),
        "window, before: got -1, wanted 0 or more",
    ),
    (lambda: softmax(X, temperature=0.0), "temperature: got 0.0, wanted a number above 0"),
    (lambda: softmax(X, temperature=-1.0), "temperature: got -1.0"),
    (lambda: log_softmax(X, temperature=float("nan")), "temperature: got nan"),
    (lambda: soft_cap(X, 0.0), "cap: got 0.0, wanted a number above 0"),
    (lambda: clip({"x": X}, 0.0), "largest: got 0.0, wanted a number above 0"),
    (lambda: masks.window(5, 7, before=-1), "window, before: got -1, wanted 0 or more, or None"),
    (lambda: masks.window(5, 7, after=-2), "window, after: got -2"),
    (lambda: masks.global_tokens(5, 7, [3, 7]), r"global positions: got \[7\], wanted positions from 0 to 6"),
    (
        lambda: masks.causal(5, 7, np.zeros((2, 2), int)),
        r"past: got shape \(2, 2\), wanted one number, or one",
    ),
    (lambda: split_heads(X, 3), "heads: got 3 for width 7, wanted a divisor of the width"),
    (
        lambda: random_multi_head(np.random.default_rng(0), 12, 6, 4),
        "key heads G: got 4, wanted a divisor .* H = 6",
    ),
    (lambda: random_multi_head(np.random.default_rng(0), 12, 5), "heads: got 5 for width 12"),
    (lambda: angles(np.arange(3), 7), "width D: got 7, wanted an even number"),
    (lambda: rotate(X, zeros(5, 4), zeros(5, 4)), r"cos \[T half\]: got half = 4, wanted at most D/2 = 3.5"),
    (lambda: rotate(X, zeros(4, 3), zeros(4, 3)), r"cos \[T half\]: got T = 4, wanted T = 5"),
    (lambda: learned(X, np.array([0, 5])), "positions: got 0 to 5, wanted 0 to 4"),
    (lambda: alibi_slopes(0), "heads: got 0, wanted 1 or more"),
    (lambda: layer_norm(X, axis=2), "axis: got 2, wanted one of the 2 axes"),
    (lambda: Architecture(width=30, heads=4), "width: got 30, wanted a multiple of 2 × heads = 8"),
    (lambda: Architecture(heads=0), "width: got 32, wanted a multiple of 2 × heads = 0"),
    (lambda: split_heads(X, 0), "heads: got 0 for width 7"),
    (lambda: attend(zeros(6, 5, 7), zeros(0, 3, 7), zeros(0, 3, 7)), "key heads G: got 0"),
    (
        lambda: random_multi_head(np.random.default_rng(0), 12, 6, 0),
        "key heads G: got 0, wanted a divisor .* H = 6",
    ),
    (
        lambda: sharing.pooled({}, sharing.FOUR_HEADS, 3),
        "key heads G: got 3, wanted a divisor of the query heads, H = 4",
    ),
    (
        lambda: kv_size.Model("odd", layers=2, heads=6, key_heads=4, head_width=5, width=7),
        "key heads G: got 4, wanted a divisor of the query heads, H = 6",
    ),
    (
        lambda: head_cost.run(head_cost.Config(heads=(0,))),
        "heads: got 0 for width 512, wanted a divisor of the width",
    ),
    (lambda: kv_size.Config(lengths=(5, 0)), "lengths: got 0, wanted 1 word or more"),
    (lambda: price.Config(lengths=(-3, 5)), "lengths: got -3, wanted 1 word or more"),
    (lambda: tiles.Config(lengths=(0,)), "lengths: got 0, wanted 1 word or more"),
    (lambda: tiles.Config(sides=(4, 3)), "sides: got 3, wanted divisors of the 16 words"),
    (lambda: tiles.Config(sides=(0,)), "sides: got 0, wanted divisors of the 16 words"),
    (lambda: tiles.Config(long_side=2000), "long side: got 2000, wanted 1 to 1024"),
    (lambda: truncated_svd(X, 6), "keep: got 6, wanted 1 to 5"),
    (lambda: ppmi(np.zeros((2, 2), int)), "counts: got no pair at all"),
    (lambda: neighbors(("a", "b"), np.eye(2), "c", 1), "word: got 'c', wanted one of the words counted"),
    (lambda: Cache(zeros(0, 7), zeros(0, 2)).append(zeros(1, 5), zeros(1, 2)), r"keys: got shape \(1, 5\)"),
    (
        lambda: Cache(zeros(0, 7), zeros(0, 2)).append(zeros(1, 7), zeros(2, 2)),
        "values: got S = 2, wanted .* S = 1",
    ),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[str(i) for i in range(len(CASES))])
def test_bad_input_is_a_value_error_that_says_what_was_wanted(call, message):
    with pytest.raises(ValueError, match=message):
        call()
