"""Optimizers by hand, and downhill."""

import numpy as np
import pytest

from attention.optimizers import Adam, adam, clip, momentum, zeros_like


def test_momentum_by_hand():
    p, g = {"x": np.array([1.0])}, {"x": np.array([2.0])}
    p, velocity = momentum(p, g, zeros_like(p), rate=0.1)
    assert p["x"][0] == pytest.approx(0.8, rel=1e-15)
    p, velocity = momentum(p, g, velocity, rate=0.1)
    assert velocity["x"][0] == pytest.approx(-0.38, rel=1e-15)
    assert p["x"][0] == pytest.approx(0.42, rel=1e-15)


def test_the_first_step_of_adam_is_as_long_as_its_rate():
    p, g = {"x": np.array([1.0, 1.0])}, {"x": np.array([1e-3, -5.0])}
    moved, state = adam(p, g, Adam(zeros_like(p), zeros_like(p)), rate=0.1)
    np.testing.assert_allclose(moved["x"], [0.9, 1.1], rtol=1e-5)  # but for epsilon beside 1e-3
    assert state.steps == 1


def test_adam_by_the_formula():
    p, state = {"x": np.array([1.0])}, Adam({"x": np.zeros(1)}, {"x": np.zeros(1)}, keep_second=0.98)
    m = v = 0.0
    x = 1.0
    for t, slope in enumerate((0.5, -1.5, 2.5), start=1):
        p, state = adam(p, {"x": np.array([slope])}, state, rate=0.01)
        m, v = 0.9 * m + 0.1 * slope, 0.98 * v + 0.02 * slope**2
        x -= 0.01 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.98**t)) + 1e-8)
        assert p["x"][0] == pytest.approx(x, rel=1e-12)


def test_clipping_keeps_the_direction():
    g = {"a": np.array([3.0]), "b": np.array([[4.0]])}
    assert clip(g, 5.0) is g
    clipped = clip(g, 1.0)
    assert clipped["a"][0] == pytest.approx(0.6, rel=1e-15)
    assert clipped["b"][0, 0] == pytest.approx(0.8, rel=1e-15)


def test_precision_is_kept():
    p = {"x": np.ones(3, dtype=np.float32)}
    g = clip({"x": np.full(3, 9, dtype=np.float32)}, 1.0)
    moved, _ = adam(p, g, Adam(zeros_like(p), zeros_like(p)), rate=0.1)
    assert moved["x"].dtype == np.float32
    assert momentum(p, g, zeros_like(p), 0.1)[0]["x"].dtype == np.float32
