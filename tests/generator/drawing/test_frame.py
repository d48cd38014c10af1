"""A frame puts values where its scales say, and Vega, asked to draw it, agrees."""

import re

import pytest

from generator.drawing import Frame, Layout, Scale, fmt, raw, text
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing

FRAME = Frame(Scale(1, 11, 20, 320), Scale(0, 2, 130, 30))
TICKS = {exponent: str(2**exponent) for exponent in range(1, 12)}


def drawn(chosen, every=1, step=1):
    """The still picture of the frame's labels, and what the pointer does to the chosen value."""
    page = Layout(347)
    at = page.slider("at", chosen, 1, 11, 1, "At")
    labels, sheet = FRAME.columns(TICKS, chosen=at, every=every), FRAME.scrub(page, "sheet", "at", step=step)
    spec = compile_drawing(page.draw(173, labels, FRAME.cursor(at), sheet).says("At ", fmt(at, ".0f")))
    return spec, draw_still(spec)[0]


def labels(svg):
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


@pytest.mark.parametrize(("value", "pixel"), [(1, 20), (6, 170), (11, 320)])
def test_a_scale_goes_both_ways(value, pixel):
    assert FRAME.x(value) == pytest.approx(pixel)  # one product and one sum: a rounding or two
    assert FRAME.x.inverse(pixel) == pytest.approx(value)


def test_larger_values_stand_higher():
    assert FRAME.y(2) < FRAME.y(0)


def test_the_last_label_is_kept_and_the_rest_are_thinned_from_there():
    assert labels(drawn(1, every=1)[1]) == list(TICKS.values())
    assert labels(drawn(11, every=5)[1]) == ["2", "64", "2048"]


def test_the_chosen_label_is_bold_and_its_neighbors_make_room():
    svg = drawn(7, every=5)[1]
    assert labels(svg) == ["2", "128"]  # 64 would touch it, and 2048 is nearer than five steps
    assert re.findall(r'font-weight="600"[^>]*>([^<]+)<', svg) == ["128"]


@pytest.mark.parametrize(
    ("pixel", "value", "step"),
    [(20, 1, 1), (94, 3, 1), (97, 4, 1), (-50, 1, 1), (347, 11, 1), (64, 2, 2), (66, 2, 2), (126, 4, 2)],
)
def test_scrubbing_takes_the_nearest_step_within_the_scale(pixel, value, step):
    spec, _ = drawn(3, step=step)
    (signal,) = (signal for signal in spec["signals"] if signal["name"] == "at")
    (update,) = {handler["update"] for handler in signal["on"]}
    shown = Layout(347).draw(173, text(10, 10, fmt(raw(update.replace("x()", f"({pixel})")), ".3f")))
    assert labels(draw_still(compile_drawing(shown))[0]) == [f"{value}.000"]


def test_the_cursor_stands_on_the_chosen_value():
    assert f'd="m{FRAME.x(3):g} 130v-100"' in drawn(3)[1]


def test_a_band_runs_out_along_one_line_and_back_along_the_other():
    assert FRAME.band([1, 11], [0, 1], [2, 2]) == "M20.0,30.0L320.0,30.0L320.0,80.0L20.0,130.0Z"
