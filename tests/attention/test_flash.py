"""Tiled attention is attention: forward, backward, memory and traffic."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import masks
from attention.flash import (
    Tile,
    flash,
    flash_backward,
    flash_forward,
    flash_traffic,
    plain_traffic,
    plan,
    tile_for,
)
from attention.heads import attend, attend_backward, attention_weights
from attention.masks import CAUSAL, Reach

B, H, G, T, S, D, DV = 1, 4, 2, 13, 17, 5, 7
ROUNDING = {"rtol": 1e-9, "atol": 1e-12}  # sums of 17 terms near 1, in float64

tiles = st.builds(Tile, st.integers(1, 20), st.integers(1, 20))
limit = st.none() | st.integers(0, 9)
reaches = st.builds(Reach, limit, limit, st.integers(0, 4))


def draw(seed=0):
    rng = np.random.default_rng(seed)
    q, k, v = (rng.standard_normal(s) for s in ((B, H, T, D), (B, G, S, D), (B, G, S, DV)))
    return q, k, v, rng.random((H, T, S)) < 0.7, rng.standard_normal((B, H, T, DV))


def whole(reach, may):
    return may & masks.window(T, S, reach.before, reach.after, reach.past)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), tiles, reaches)
def test_tiled_is_plain(seed, tile, reach):
    q, k, v, may, _ = draw(seed)
    wanted = attend(q, k, v, whole(reach, may))
    np.testing.assert_allclose(flash(q, k, v, may, reach=reach, tile=tile), wanted, **ROUNDING)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), tiles, reaches)
def test_tiled_gradients_are_plain_gradients(seed, tile, reach):
    q, k, v, may, upstream = draw(seed)
    options = {"reach": reach, "tile": tile}
    out, log_total = flash_forward(q, k, v, may, **options)
    got = flash_backward(q, k, v, out, log_total, upstream, may, **options)
    wanted = attend_backward(q, k, v, attention_weights(q, k, whole(reach, may)), upstream)
    for tiled, plain in zip(got, wanted, strict=True):
        np.testing.assert_allclose(tiled, plain, **ROUNDING)


def test_an_additive_mask_and_a_scale():
    q, k, v, may, _ = draw()
    bias = np.where(may, np.random.default_rng(1).standard_normal((H, T, S)), -np.inf)
    wanted = attend(q, k, v, bias, scale=0.3)
    np.testing.assert_allclose(flash(q, k, v, bias, scale=0.3, tile=Tile(4, 3)), wanted, **ROUNDING)


def test_nothing_leaks_and_empty_rows_are_zeros():
    q, k, v, may, _ = draw()
    may[:, 2] = False
    may[:, :3, 4] = False
    v[:, :, 4] = np.nan
    out = flash(q, k, v, may, tile=Tile(4, 3))
    assert (out[:, :, 2] == 0).all()
    assert np.isfinite(out[:, :, :3]).all()


def test_in_float32_it_is_as_right_as_plain_but_not_the_same_bits():
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((512, 64), dtype=np.float32) for _ in range(3))
    exact = attend(*(x.astype(np.float64) for x in (q, k, v)))
    plain, tiled = attend(q, k, v), flash(q, k, v, tile=Tile(64, 64))
    error, error_of_plain = np.abs(tiled - exact).max(), np.abs(plain - exact).max()
    assert error < 3 * error_of_plain  # both are chance; three is generous
    assert 0 < np.abs(tiled - plain).max() < 1e-6


def test_half_precision_and_integers():
    q, k, v, _, _ = draw()
    halves = [x.astype(np.float16) for x in (q, k, v)]
    assert flash(*halves).dtype == np.float16
    # both round once, at the end: at most one unit in the last place of numbers below 4 apart
    np.testing.assert_allclose(flash(*halves).astype(float), attend(*halves).astype(float), atol=2**-9)
    whole_numbers = [np.rint(x).astype(int) for x in (q, k, v)]
    np.testing.assert_allclose(flash(*whole_numbers), attend(*whole_numbers), **ROUNDING)


def extra_memory(length):
    q, k, v = (np.ones((1, length, 64), dtype=np.float32) for _ in range(3))
    tracemalloc.start()
    out = flash(q, k, v, reach=CAUSAL)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak - out.nbytes


def test_memory_beyond_the_output_is_a_few_tiles():
    at_1024, at_4096 = extra_memory(1024), extra_memory(4096)
    assert at_4096 < 8 * 2**20  # the aim; the weights alone would be 64 MiB
    # between the two only the totals grow, one number a query, and the tiles that a causal start leaves small
    assert at_4096 - at_1024 < 2**18


def test_tiles_out_of_reach_are_skipped():
    def links(reach):
        return sum(len(r) * len(c) for r, strips in plan(1024, 1024, reach, Tile(64, 64)) for c in strips)

    assert links(Reach()) == 1024**2
    assert (
        links(CAUSAL) == 1024 * (1024 + 64) / 2
    )  # the half, and the other half of the tiles on the diagonal
    assert links(Reach(before=64, after=0)) < 1024 * 3 * 64


def test_traffic_by_hand():
    # two strips of 3 queries; for each, all 5 keys and values; each strip's output and totals go out
    traffic = flash_traffic(6, 5, 2, 7, Tile(3, 4))
    assert traffic.read == 6 * 2 + 2 * 5 * (2 + 7)
    assert traffic.written == 6 * (7 + 1)


def test_traffic_falls_with_fast_memory_and_is_worse_than_plain_with_too_little():
    def carried(memory):
        traffic = flash_traffic(4096, 4096, 64, 64, tile_for(memory, 64))
        return traffic.read + traffic.written

    plain = plain_traffic(4096, 4096, 64, 64)
    assert carried(2**12) > plain.read + plain.written
    assert carried(2**14) < plain.read + plain.written
    # n² d² / M (theorem 2): twice the memory, half the traffic, but for what is read once
    assert carried(2**14) / carried(2**15) == pytest.approx(2, rel=0.1)
