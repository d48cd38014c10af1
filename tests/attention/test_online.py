"""One pass in pieces gives what the whole gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attention.heads import attend
from attention.online import absorb, begin, online_softmax
from attention.softmax import softmax

T, S, DV = 5, 11, 3
scores = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=3, max_side=11),
    elements=st.floats(-500, 500) | st.just(-np.inf),
)


@given(scores, st.integers(1, 12))
def test_online_softmax_is_softmax(x, chunk):
    # exp(a) exp(b) for exp(a + b): exponents up to 1,000 lose three digits
    np.testing.assert_allclose(online_softmax(x, chunk), softmax(x), rtol=1e-12, atol=1e-300)


@given(st.integers(0, 2**32 - 1), st.integers(1, S))
def test_attention_can_take_keys_as_they_come(seed, size):
    rng = np.random.default_rng(seed)
    x, v = 30 * rng.standard_normal((T, S)), rng.standard_normal((S, DV))
    running = begin(T, value_width=DV, dtype=x.dtype)
    for start in range(0, S, size):
        running = absorb(running, x[:, start : start + size].copy(), v[start : start + size])
    np.testing.assert_allclose(running.output(), softmax(x) @ v, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(running.log_total()[:, 0], np.logaddexp.reduce(x, axis=1), rtol=1e-12)


def test_before_the_first_key_the_output_is_zero():
    assert (begin(T, value_width=DV, dtype=np.dtype(float)).output() == 0).all()


def test_the_peak_may_come_last():
    q, k, v = np.array([[1.0]]), np.array([[0.0], [700.0]]), np.array([[1.0], [2.0]])
    running = begin(1, value_width=1, dtype=q.dtype)
    for s in range(2):
        running = absorb(running, q @ k[s : s + 1].T, v[s : s + 1])
    np.testing.assert_allclose(running.output(), attend(q, k, v), rtol=1e-15)
    assert running.total[0, 0] == pytest.approx(1, rel=1e-15)
