"""Claims of "Agreement": one number, as arithmetic and as lengths."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.experiments.dot_product import Config, run

ROUNDING = 1e-12  # numbers up to 32, a few roundings each
tenths = st.integers(-40, 40).map(lambda n: n / 10)  # where the figure's handles can go
tip = st.tuples(tenths, tenths)


def test_by_hand():
    result = run(Config(a=(3.0, 1.0), b=(1.0, 2.5)))
    assert result.products.tolist() == [3, 2.5]
    assert result.dot == 5.5
    assert result.length_a == pytest.approx(math.sqrt(10), rel=1e-15)


@given(tip, tip)
def test_both_readings_give_one_number(a, b):
    result = run(Config(a, b))
    assert result.length_a * result.shadow == pytest.approx(result.dot, rel=ROUNDING, abs=ROUNDING)
    assert result.length_a * result.length_b * result.cosine == pytest.approx(
        result.dot, rel=ROUNDING, abs=ROUNDING
    )


@given(tip, tip)
def test_the_rest_of_b_stands_upright_on_a(a, b):
    result = run(Config(a, b))
    assert np.dot(np.array(b) - result.foot, a) == pytest.approx(0, abs=ROUNDING)


def test_upright_arrows_give_zero_and_opposite_ones_a_negative_number():
    assert run(Config((3.0, 1.0), (-1.0, 3.0))).dot == 0
    opposite = run(Config((3.0, 1.0), (-3.0, -1.0)))
    assert opposite.dot == -10
    assert opposite.cosine == pytest.approx(-1, rel=1e-15)
    assert opposite.angle == pytest.approx(180, abs=1e-5)  # acos is steep there: half the digits are lost


def test_an_arrow_without_length_agrees_with_nothing():
    result = run(Config((0.0, 0.0), (1.0, 2.0)))
    assert (result.dot, result.cosine, result.shadow, result.foot.tolist()) == (0, 0, 0, [0, 0])
