"""Paths told in steps go where they went."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.paths import in_steps

places = st.floats(-2000, 2000).map(lambda value: f"{value:.3f}")
points = st.tuples(places, places).map(",".join)
moves = points.map("M{}".format)
lines = st.one_of(
    points.map("L{}".format),
    places.map("h{}".format),
    places.map("v{}".format),
    st.tuples(points, points).map(lambda two: "Q" + ",".join(two)),
    st.tuples(points, points, points).map(lambda three: "C" + ",".join(three)),
    st.just("Z"),
)
shapes = st.tuples(moves, st.lists(lines, max_size=8)).map(lambda parts: parts[0] + "".join(parts[1]))
paths = st.lists(shapes, min_size=1, max_size=3).map("".join)


def ends(path: str) -> list[tuple[float, float]]:
    """Every point of a path, controls too: an independent reading of both notations."""
    here = start = (0.0, 0.0)
    seen = []
    for letter, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", rest)]
        if letter in "Zz":
            here = start
            continue
        if letter in "hv":
            numbers = [numbers[0], 0.0] if letter == "h" else [0.0, numbers[0]]
        base = here if letter.islower() else (0.0, 0.0)
        seen += [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        here = seen[-1]
        start = here if letter in "Mm" else start
    return seen


@given(paths)
def test_every_point_is_within_half_a_tenth_of_where_it_was(path):
    told = ends(in_steps(path))
    # After Z a path goes on from its rounded start, so a side may begin another half tenth away.
    for (x, y), (x0, y0) in zip(told, ends(path), strict=True):
        assert abs(x - x0) <= 0.1 + 1e-9
        assert abs(y - y0) <= 0.1 + 1e-9


@given(st.lists(points, min_size=2, max_size=200))
def test_errors_do_not_add_up(walk):
    path = "M" + "L".join(walk)
    for (x, y), (x0, y0) in zip(ends(in_steps(path)), ends(path), strict=True):
        assert abs(x - x0) <= 0.05 + 1e-9
        assert abs(y - y0) <= 0.05 + 1e-9


def test_one_by_hand():
    assert in_steps("M10.04,20L12.06,20L12.06,19.5Q1,2,3,4Z") == "m10 20h2.1v-.5q-11.1-17.5-9.1-15.5z"


def test_a_rectangle_beside_another_is_told_alike():
    first, second = "M5,5h7v3h-7Z", "M15,5h7v3h-7Z"
    assert in_steps(first + second) == "m5 5h7v3h-7zm10 0h7v3h-7z"


def test_a_command_that_vega_does_not_write_is_refused():
    with pytest.raises(KeyError):
        in_steps("M0,0A5,5,0,0,1,9,9")
