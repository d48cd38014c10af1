"""One `attend`, many ways to the same answer. Sizes are distinct primes, so that no swapped axis can pass."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention import masks
from attention.heads import attend, attend_backward, attention_weights, merge_heads, mix, split_heads
from tests.attention.finite import assert_gradient

B, H, T, S, D, DV = 2, 3, 5, 7, 11, 13
ROUNDING = 1e-12
seeds = st.integers(0, 2**32 - 1)


def draw(seed=0, heads=H, key_heads=H):
    rng = np.random.default_rng(seed)
    shapes = (B, heads, T, D), (B, key_heads, S, D), (B, key_heads, S, DV)
    return [rng.standard_normal(shape) for shape in shapes]


def test_by_hand():
    q, k, v = np.array([[2.0]]), np.array([[0.0], [0.5]]), np.array([[10.0], [20.0]])
    e = np.e
    np.testing.assert_allclose(attend(q, k, v), [[(10 + 20 * e) / (1 + e)]], rtol=1e-15)


def test_word_by_word():
    q, k, v = draw()
    for b, h, t in np.ndindex(B, H, T):
        exponentials = np.exp([q[b, h, t] @ k[b, h, s] / np.sqrt(D) for s in range(S)])
        wanted = sum(e / exponentials.sum() * v[b, h, s] for s, e in enumerate(exponentials))
        np.testing.assert_allclose(attend(q, k, v)[b, h, t], wanted, rtol=ROUNDING)


@given(seeds)
def test_each_head_on_its_own(seed):
    q, k, v = draw(seed)
    batched = attend(q, k, v)
    for b, h in np.ndindex(B, H):
        np.testing.assert_allclose(batched[b, h], attend(q[b, h], k[b, h], v[b, h]), rtol=ROUNDING)


@pytest.mark.parametrize("key_heads", [1, 2, 3, 6])
def test_shared_keys_are_repeated_keys(key_heads):
    q, k, v = draw(heads=6, key_heads=key_heads)
    mask = np.random.default_rng(1).random((B, 6, T, S)) < 0.8
    wanted = attend(q, np.repeat(k, 6 // key_heads, 1), np.repeat(v, 6 // key_heads, 1), mask)
    np.testing.assert_allclose(attend(q, k, v, mask), wanted, rtol=ROUNDING, atol=ROUNDING)


@given(seeds)
def test_the_order_of_keys_does_not_matter(seed):
    q, k, v = draw(seed)
    order = np.random.default_rng(seed).permutation(S)
    np.testing.assert_allclose(
        attend(q, k[:, :, order], v[:, :, order]), attend(q, k, v), rtol=1e-9, atol=ROUNDING
    )


@given(seeds)
def test_weights_sum_to_one_or_are_zero(seed):
    q, k, _ = draw(seed)
    may = np.random.default_rng(seed).random((B, H, T, S)) < 0.3
    sums = attention_weights(q, k, may).sum(-1)
    np.testing.assert_allclose(sums, may.any(-1), rtol=ROUNDING)


def test_the_output_stays_between_the_values():
    q, k, v = draw()
    out = attend(q, k, v)
    assert (out <= v.max(2, keepdims=True) + ROUNDING).all()
    assert (out >= v.min(2, keepdims=True) - ROUNDING).all()


@pytest.mark.parametrize(
    "shape", [(S,), (T, S), (1, S), (T, 1), (H, T, S), (H, 1, 1), (B, 1, T, S), (B, H, T, S), (B, 1, 1, S)]
)
def test_masks_of_every_rank(shape):
    q, k, v = draw()
    may = np.random.default_rng(3).random(shape) < 0.7
    wanted = attend(q, k, v, np.ascontiguousarray(np.broadcast_to(may, (B, H, T, S))))
    np.testing.assert_array_equal(attend(q, k, v, may), wanted)
    np.testing.assert_array_equal(attend(q, k, v, masks.as_bias(may)), wanted)


def test_an_additive_mask_is_added_to_the_scores():
    q, k, v = draw()
    bias = np.random.default_rng(4).standard_normal((H, T, S))
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(D) + bias
    exponentials = np.exp(scores)
    wanted = np.einsum("bhts,bhsd->bhtd", exponentials / exponentials.sum(-1, keepdims=True), v)
    np.testing.assert_allclose(attend(q, k, v, bias), wanted, rtol=1e-9, atol=ROUNDING)


def test_a_query_that_may_look_nowhere_gets_zeros():
    q, k, v = draw()
    may = np.ones((T, S), dtype=bool)
    may[2] = False
    out = attend(q, k, v, may)
    assert (out[:, :, 2] == 0).all()
    assert (np.delete(out, 2, axis=2) != 0).all()


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("additive", [False, True])
def test_nothing_leaks_from_behind_a_mask(poison, additive):
    q, k, v = draw()
    may = np.ones((T, S), dtype=bool)
    may[:3, 4] = False  # the first three queries may not see key 4
    mask = masks.as_bias(may) if additive else may
    clean = attend(q, k, v, mask)
    v[:, :, 4] = poison
    out = attend(q, k, v, mask)
    np.testing.assert_allclose(out[:, :, :3], clean[:, :, :3], rtol=ROUNDING)
    assert not np.isfinite(out[:, :, 3:]).any()
    k[:, :, 4] = np.nan
    np.testing.assert_allclose(attend(q, k, v, mask)[:, :, :3], clean[:, :, :3], rtol=ROUNDING)


def test_scale_and_modifiers():
    q, k, v = draw()
    np.testing.assert_allclose(attend(q, k, v, scale=1.0), attend(q * np.sqrt(D), k, v), rtol=1e-9)
    flat = attend(q, k, v, score_mod=np.zeros_like)
    np.testing.assert_allclose(flat, np.broadcast_to(v.mean(2, keepdims=True), flat.shape), rtol=1e-9)
    np.testing.assert_allclose(
        attend(q, k, v, weight_mod=lambda w: 2 * w), 2 * attend(q, k, v), rtol=ROUNDING
    )


def test_a_modifier_may_keep_what_it_returns():
    q, k, v = draw()
    kept = np.ones((B, H, T, S))
    attend(q, k, v, score_mod=lambda _: kept)
    assert (kept == 1).all()


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64])
def test_precision_in_is_precision_out(dtype):
    q, k, v = (x.astype(dtype) for x in draw())
    out = attend(q, k, v)
    assert out.dtype == dtype
    exact = attend(*(x.astype(np.float64) for x in (q, k, v)))
    # computed in float32 or better, then rounded once; below 4 a unit in the last place is at most
    last_place = {np.dtype(np.float16): 2**-9, np.dtype(np.float32): 2**-21, np.dtype(np.float64): 2**-49}
    np.testing.assert_allclose(out.astype(float), exact, atol=last_place.get(np.dtype(dtype), 2**-6))


def test_integers_and_steps_through_memory():
    rng = np.random.default_rng(5)
    q, k, v = (rng.integers(-3, 4, shape) for shape in ((T, D), (S, D), (S, DV)))
    np.testing.assert_array_equal(attend(q, k, v), attend(q.astype(float), k.astype(float), v.astype(float)))
    big = rng.standard_normal((D, 2 * T)).T[::2]
    k, v = k.astype(float), v.astype(float)
    np.testing.assert_allclose(attend(big, k, v), attend(np.ascontiguousarray(big), k, v), rtol=ROUNDING)


def test_no_query_and_no_key():
    q, k, v = draw()
    assert attend(q[:, :, :0], k, v).shape == (B, H, 0, DV)
    np.testing.assert_array_equal(attend(q, k[:, :, :0], v[:, :, :0]), 0)


def test_mix_is_a_matrix_product_until_a_value_is_not_a_number():
    rng = np.random.default_rng(6)
    weights, v = rng.random((T, S)), rng.standard_normal((S, DV))
    np.testing.assert_allclose(mix(weights, v), weights @ v, rtol=ROUNDING)
    v[3, 5] = np.nan
    weights[2, 3] = 0
    out = mix(weights, v)
    assert np.isnan(out[:, 5]).tolist() == [True, True, False, True, True]
    assert not np.isnan(np.delete(out, 5, axis=1)).any()


def test_cutting_into_heads_keeps_each_head_together():
    x = np.arange(T * 6).reshape(T, 6)
    assert split_heads(x, 3)[1].tolist() == x[:, 2:4].tolist()
    np.testing.assert_array_equal(merge_heads(split_heads(x, 3)), x)


@pytest.mark.parametrize("key_heads", [1, 2, 6])
def test_gradients(key_heads):
    q, k, v = draw(heads=6, key_heads=key_heads)
    rng = np.random.default_rng(7)
    upstream, may = rng.standard_normal((B, 6, T, DV)), rng.random((T, S)) < 0.7
    gradients = attend_backward(q, k, v, attention_weights(q, k, may), upstream)
    for x, gradient in zip((q, k, v), gradients, strict=True):
        assert_gradient(lambda: float((attend(q, k, v, may) * upstream).sum()), x, gradient, most=60)
