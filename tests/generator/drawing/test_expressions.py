"""Expressions mean in Vega what they say in Python: Vega itself works them out, in a still picture's sentence."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.drawing import Layout, array, clamp, fmt, fn, join, length, mix, path, raw, rect, total, when
from generator.drawing.expressions import code
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing

numbers = st.floats(-1000, 1000, allow_nan=False).map(lambda value: round(value, 3))


def vega(*expressions):
    """What Vega makes of the expressions, as texts."""
    parts = [part for expression in expressions for part in ("|", expression)]
    _, said = draw_still(compile_drawing(Layout(320).draw(10, rect(5, 5, 5, 5)).says(*parts)))
    return list(said[1::2])


@settings(max_examples=20, deadline=None)
@given(numbers, numbers, numbers)
def test_arithmetic(a, b, c):
    x, y, z = raw(code(a)), raw(code(b)), raw(code(c))
    low, high = min(b, c), max(b, c)
    said = vega(
        x * y + z, length(x, y), clamp(x, low, high), total([x, y, z]), when(x < y, x, y), fn.max(x, z)
    )
    wanted = [a * b + c, math.hypot(a, b), min(max(a, low), high), a + b + c, min(a, b), max(a, c)]
    assert [float(text) for text in said] == pytest.approx(wanted, rel=1e-9, abs=1e-9)  # double precision


def test_lists_are_indexed_by_expressions():
    i = raw("1")
    assert vega(array([[2, 3], [5, 7]])[i][0], array(["a", "b’s"])[i]) == ["5", "b’s"]


def test_a_nested_list_may_hold_expressions():
    assert vega(array([raw("1") + 1, 3])[0]) == ["2"]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match="no place in a figure"):
        code([1.0, value])


@pytest.mark.parametrize("spec", [".2f", ".0%", ",.0f", ".1e"])
def test_formats_mean_the_same_in_python_and_in_vega(spec):
    assert vega(fmt(raw("-1234.567"), spec)) == [fmt(-1234.567, spec).replace("e+0", "e+")]


def test_a_minus_is_a_minus():
    assert fmt(-0.5, ".1f") == "−0.5"


def test_a_path_separates_numbers_and_joins_constants():
    assert (
        str(path("M", 0, 1.0, "L", raw("a"), 2.345)) == "('M0,1L'+a+',2.35')"
    )  # even when rounded down to .34
    assert str(join("a", "b")) == "('ab')"


def test_a_mix_of_constants_needs_no_expression():
    assert mix("var(--ink)", 0.26) == "color-mix(in oklab, var(--ink) 26%, var(--paper))"
    assert vega(mix("var(--ink)", raw("0.5"))) == ["color-mix(in oklab, var(--ink) 50%, var(--paper))"]
