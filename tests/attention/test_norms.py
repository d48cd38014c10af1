"""Norms: what they make of a vector, and their gradients."""

import numpy as np
import pytest

from attention.norms import layer_norm, layer_norm_backward, rms_norm, rms_norm_backward
from tests.attention.finite import assert_gradient

B, T, D = 2, 3, 7


@pytest.fixture
def x():
    return 5 + 3 * np.random.default_rng(0).standard_normal((B, T, D))


def test_layer_norm_centers_and_scales(x):
    y = layer_norm(x, epsilon=0.0)
    np.testing.assert_allclose(y.mean(-1), 0, atol=1e-14)
    np.testing.assert_allclose(y.std(-1), 1, rtol=1e-14)
    np.testing.assert_allclose(layer_norm(7 * x + 2, epsilon=0.0), y, rtol=1e-11)


def test_rms_norm_scales_only(x):
    y = rms_norm(x, epsilon=0.0)
    np.testing.assert_allclose((y**2).mean(-1), 1, rtol=1e-14)
    np.testing.assert_allclose(np.sign(y), np.sign(x))
    np.testing.assert_allclose(rms_norm(7 * x, epsilon=0.0), y, rtol=1e-14)


def test_rms_of_centered_numbers_is_layer_norm(x):
    np.testing.assert_allclose(rms_norm(x - x.mean(-1, keepdims=True)), layer_norm(x), rtol=1e-11)


def test_several_axes_are_normalized_together(x):
    whole = layer_norm(x, axis=1)
    np.testing.assert_allclose(whole.reshape(B, -1), layer_norm(x.reshape(B, -1)), rtol=1e-12)


def test_half_precision(x):
    y = layer_norm(x.astype(np.float16))
    assert y.dtype == np.float16
    np.testing.assert_allclose(y.astype(float), layer_norm(x.astype(np.float16).astype(float)), atol=2**-9)


def test_gradients(x):
    rng = np.random.default_rng(1)
    gain, bias, upstream = rng.standard_normal(D), rng.standard_normal(D), rng.standard_normal((B, T, D))
    for y, g in zip((x, gain, bias), layer_norm_backward(x, gain, upstream), strict=True):
        assert_gradient(lambda: float((layer_norm(x, gain, bias) * upstream).sum()), y, g)
    for y, g in zip((x, gain), rms_norm_backward(x, gain, upstream), strict=True):
        assert_gradient(lambda: float((rms_norm(x, gain) * upstream).sum()), y, g)
