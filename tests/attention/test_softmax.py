"""Softmax: sums, shifts, masks, precision, and its gradient."""

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attention.softmax import log_softmax, softmax, softmax_backward, softmax_jacobian
from tests.attention.finite import assert_gradient

ROUNDING = 1e-14  # sums of at most 7 shares, each right to about 1e-16
scores = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=7), elements=st.floats(-1e3, 1e3))


def test_by_hand():
    np.testing.assert_allclose(
        softmax(np.array([0.0, 1.0])), [1 / (1 + math.e), math.e / (1 + math.e)], rtol=1e-15
    )


@given(scores)
def test_shares_sum_to_one(x):
    weights = softmax(x)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=ROUNDING)


@given(scores, st.floats(-1e3, 1e3))
def test_a_shift_changes_nothing(x, shift):
    # scores up to 2,000 are rounded by 2e-13 when shifted, and the shares by as much
    np.testing.assert_allclose(softmax(x + shift), softmax(x), rtol=1e-12, atol=1e-300)


@given(scores, st.data())
def test_masked_shares_are_zero_and_the_rest_as_if_alone(x, data):
    may = data.draw(arrays(np.bool_, x.shape))
    weights = softmax(x, mask=may)
    assert (weights[~may] == 0).all()
    for index in np.ndindex(x.shape[:-1]):
        seen = may[index]
        if seen.any():
            np.testing.assert_allclose(weights[index][seen], softmax(x[index][seen]), rtol=ROUNDING)


@given(scores)
def test_an_additive_mask_of_minus_infinity_is_a_boolean_one(x):
    may = np.arange(x.size).reshape(x.shape) % 3 != 0
    np.testing.assert_array_equal(softmax(x, mask=np.where(may, 0.0, -np.inf)), softmax(x, mask=may))


@given(scores, st.data())
def test_any_axis(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    moved = np.moveaxis(softmax(np.ascontiguousarray(np.moveaxis(x, axis, -1))), -1, axis)
    np.testing.assert_allclose(softmax(x, axis), moved, rtol=ROUNDING, atol=1e-300)


@given(scores)
def test_log_softmax_is_the_log(x):
    weights = softmax(x)
    seen = weights > 1e-300
    np.testing.assert_allclose(log_softmax(x)[seen], np.log(weights[seen]), rtol=1e-12, atol=1e-14)


def test_huge_scores():
    np.testing.assert_array_equal(softmax(np.array([1000.0, 1000.0])), [0.5, 0.5])
    np.testing.assert_array_equal(softmax(np.array([-8e307, 8e307])), [0, 1])
    np.testing.assert_array_equal(log_softmax(np.array([0.0, 1e4])), [-1e4, 0])


def test_a_row_that_may_look_nowhere_is_zeros():
    x = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    may = np.array([[True, True, True], [False, False, False]])
    np.testing.assert_array_equal(softmax(x, mask=may)[1], 0)
    np.testing.assert_array_equal(softmax(np.full((2, 3), -np.inf)), 0)
    np.testing.assert_array_equal(log_softmax(x, mask=may)[1], -np.inf)


def test_nan_under_a_mask_is_not_seen_and_elsewhere_it_is():
    x = np.array([[1.0, np.nan, 1.0], [1.0, np.nan, 1.0]])
    may = np.array([[True, False, True], [True, True, True]])
    weights = softmax(x, mask=may)
    np.testing.assert_array_equal(weights[0], [0.5, 0, 0.5])
    assert np.isnan(weights[1]).all()
    np.testing.assert_array_equal(softmax(x, mask=np.where(may, 0.0, -np.inf))[0], [0.5, 0, 0.5])


def test_a_mask_in_float32_masks_all_the_way():
    """Minus a billion, added, would swallow the scores and leave them all alike."""
    x = np.array([1, 2, 3], dtype=np.float32)
    np.testing.assert_array_equal(softmax(x, mask=np.array([False, False, True])), [0, 0, 1])


def test_temperature_divides_the_scores():
    x = np.array([0.3, -1.0, 2.0])
    np.testing.assert_allclose(softmax(x, temperature=0.5), softmax(2 * x), rtol=ROUNDING)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64])
def test_precision_in_is_precision_out(dtype):
    x = np.array([0.25, -3.0, 2.0, 1.5])
    weights = softmax(x.astype(dtype))
    assert weights.dtype == dtype
    # computed in float32 or better, so only the last rounding counts: half a unit in the last place
    half_a_unit = {2: 2**-9, 4: 2**-22, 8: 2**-50}[np.dtype(dtype).itemsize]
    np.testing.assert_allclose(weights.astype(float), softmax(x), rtol=half_a_unit)


def test_integers_and_steps_through_memory():
    x = np.arange(35).reshape(5, 7)
    np.testing.assert_array_equal(softmax(x), softmax(x.astype(float)))
    np.testing.assert_array_equal(softmax(x.T[::2]), softmax(np.ascontiguousarray(x.T[::2])))


def test_the_input_is_left_as_it_was():
    x = np.array([1.0, 2.0])
    softmax(x, mask=np.array([True, False]))
    assert x.tolist() == [1, 2]


def test_gradient():
    rng = np.random.default_rng(0)
    x, upstream = rng.standard_normal((2, 3, 7))
    gradient = softmax_backward(softmax(x), upstream)
    assert_gradient(lambda: float((softmax(x) * upstream).sum()), x, gradient)
    jacobian = softmax_jacobian(softmax(x))
    np.testing.assert_allclose(np.einsum("nij,ni->nj", jacobian, upstream), gradient, atol=1e-15)
