"""A plane puts coordinates where its origin and unit say, and a handle moves in its own steps."""

import re

import pytest

from generator.drawing import Layout, Plane
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing

PLANE = Plane(left=61, top=173, unit=23, low=-5, high=5)


def held(pointer, **options):
    """What a handle's coordinates become when the pointer holds its tip at a place on the sheet."""
    page = Layout(347)
    handle = PLANE.handle(page, "q", (1, 2), ("First", "Second"), **options)
    spec = compile_drawing(
        page.draw(347, PLANE.grip(handle, "black")).says("Held at ", handle.x, "|", handle.y)
    )
    signals = {signal["name"]: signal for signal in spec["signals"]}
    for name in ("q_x", "q_y"):  # work the drag out once, at the start
        move = next(on["update"] for on in signals[name]["on"] if on["update"] != name)
        at = [f"({place})" for place in pointer]
        signals[name] |= {"init": re.sub(r"\bx\(\)", at[0], re.sub(r"\by\(\)", at[1], move))}
        del signals[name]["value"], signals[name]["on"]
    return [float(said) for said in draw_still(spec)[1][1::2]]


def test_the_second_direction_runs_upward():
    assert (PLANE.px(2), PLANE.py(2)) == (61 + 46, 173 - 46)


@pytest.mark.parametrize(
    ("options", "tip"),
    [({}, (1.3, -0.7)), ({"step": 0.025, "format": ".2f"}, (1.3, -0.7)), ({"step": 0.5}, (1.5, -0.5))],
)
def test_a_held_tip_snaps_to_the_handles_step(options, tip):
    pointer = PLANE.px(1.3), PLANE.py(-0.7)
    assert held(pointer, **options) == pytest.approx(tip)  # steps are not exact in binary


def test_a_held_tip_stays_in_the_plane():
    assert held((999, 999)) == [5, -5]


def test_a_handle_has_a_slider_for_each_direction():
    page = Layout(347)
    PLANE.handle(page, "q", (1, 2), ("First", "Second"), step=0.025, format=".2f", role="r")
    controls = page.draw(347).controls
    assert [(c.name, c.label, c.value, c.step, c.format, c.role) for c in controls] == [
        ("q_x", "First", 1, 0.025, ".2f", "r"),
        ("q_y", "Second", 2, 0.025, ".2f", "r"),
    ]
