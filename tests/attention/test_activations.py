"""The bends, at points where their values are known."""

import math

import numpy as np
import pytest

from attention.activations import gelu, gelu_tanh, relu, sigmoid, silu


def test_relu():
    assert relu(np.array([-2.0, 0.0, 3.0])).tolist() == [0, 0, 3]


def test_gelu_is_x_times_the_normal_distribution():
    x = np.array([-1.0, 0.0, 1.0])
    np.testing.assert_allclose(gelu(x), x * [0.15865525393145707, 0.5, 0.8413447460685429], rtol=1e-14)


def test_gelu_through_tanh_is_close():
    x = np.linspace(-6, 6, 1201)
    assert 1e-4 < np.abs(gelu(x) - gelu_tanh(x)).max() < 5e-4  # what its docstring says


def test_silu_and_sigmoid_at_the_ends():
    assert sigmoid(np.array([-1e4, 0.0, 1e4])).tolist() == [0, 0.5, 1]
    assert silu(np.array([1.0]))[0] == pytest.approx(1 / (1 + math.exp(-1)), rel=1e-15)


@pytest.mark.parametrize("bend", [relu, gelu, gelu_tanh, silu])
def test_half_precision_stays_half(bend):
    assert bend(np.array([0.5], dtype=np.float16)).dtype == np.float16
