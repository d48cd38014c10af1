"""A drawing compiles to a Vega spec in pixels, with only its named listeners hearing the pointer."""

import json

import pytest

from generator.drawing import DrawingError, Layout, datum, drag, press, raw, rect, target, text
from generator.drawing.vega import compile_drawing, to_json


def drawing(rows=({},), handlers=()):
    page = Layout(320)
    page.slider("level", 3, 0, 10, 1, "Level")
    page.on(*handlers)
    return page.draw(50, rect(10, 10, raw("level"), 5, rows=list(rows)), target(5, 5, 44, 44, name="tip"))


def test_nothing_moves_the_pixels():
    spec = compile_drawing(drawing())
    assert (spec["width"], spec["height"], spec["autosize"], spec["padding"]) == (320, 50, "none", 0)
    assert not {"axes", "scales", "legends"} & {key for key, value in spec.items() if value}


def test_only_a_mark_that_a_behavior_names_hears_the_pointer():
    spec = compile_drawing(drawing(handlers=[press("tip", "level", 7)]))
    assert {mark["name"]: mark["interactive"] for mark in spec["marks"]} == {"layer_0": False, "tip": True}
    assert next(signal for signal in spec["signals"] if signal["name"] == "level")["on"] == [
        {"events": [{"type": "click", "markname": "tip"}], "update": "7"}
    ]


def test_a_swipe_over_the_figure_scrolls_the_page():
    assert compile_drawing(drawing())["config"]["events"] == {"defaults": {"prevent": False}}


def test_a_drag_ends_when_the_pointer_is_lifted_or_canceled():
    spec = compile_drawing(drawing(handlers=[drag("tip", {"level": 1})]))
    ends = [event["type"] for event in spec["signals"][0]["on"][0]["events"][0]["between"][1]["merge"]]
    assert ends == ["pointerup", "pointercancel"]


@pytest.mark.parametrize("field", ["a.b", "a[0]", "a'b", "a:b", "1a", "á"])
def test_a_field_name_vega_cannot_take_is_refused(field):
    with pytest.raises(DrawingError, match="field name"):
        compile_drawing(drawing(rows=[{field: 1}]))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1.0, float("nan")]])
def test_a_number_json_has_no_word_for_is_refused_by_its_field(value):
    with pytest.raises(DrawingError, match="'share' holds"):
        compile_drawing(drawing(rows=[{"share": value}]))


def test_such_a_number_is_refused_in_a_property_and_in_the_table_too():
    nan = float("nan")
    with pytest.raises(DrawingError, match="the rect's width is nan"):
        compile_drawing(Layout(320).draw(9, rect(5, 5, nan, 5)))
    with pytest.raises(DrawingError, match="in its row 'b'"):
        compile_drawing(drawing().tells("t", ("name", "value"), [("a", 1.0), ("b", nan)]))


def test_what_is_not_drawn_may_be_none():
    assert '"share":null' in to_json(compile_drawing(drawing(rows=[{"share": None}])))


def test_a_behavior_that_names_no_mark_or_no_signal_is_refused():
    with pytest.raises(DrawingError, match="mark named 'top'"):
        compile_drawing(drawing(handlers=[press("top", "level", 1)]))
    with pytest.raises(DrawingError, match="signal named 'lever'"):
        compile_drawing(drawing(handlers=[press("tip", "lever", 1)]))


def test_two_signals_or_two_marks_of_one_name_are_refused():
    page = Layout(320)
    page.state("level", 1)
    with pytest.raises(DrawingError, match="two signals are named 'level'"):
        page.state("level", 2)
    with pytest.raises(DrawingError, match="two marks are named 'tip'"):
        compile_drawing(page.draw(9, target(0, 0, 9, 9, name="tip"), target(0, 0, 9, 9, name="tip")))


def test_text_that_would_end_a_script_is_only_text():
    words = [{"t": "</script><script>x"}, {"t": "<!--<script>"}]
    spec = compile_drawing(Layout(320).draw(20, text(0, 0, datum.t, rows=words)))
    assert [row["t"] for row in json.loads(to_json(spec))["data"][0]["values"]] == [row["t"] for row in words]
