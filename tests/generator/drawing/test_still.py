"""A still picture: what is seen at the start, and nothing else."""

import re
import xml.etree.ElementTree as ET

import pytest

from generator.drawing import (
    CLEAR,
    INK,
    MUTED,
    DrawingError,
    Layout,
    arrow,
    datum,
    disc,
    fmt,
    line,
    raw,
    rect,
    target,
    text,
    when,
)
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing


def still(*marks, page=None):
    return draw_still(compile_drawing((page or Layout(320)).draw(40, *marks)))[0]


def test_it_is_well_formed_and_has_its_size():
    root = ET.fromstring(still(rect(10, 10, 5, 5)))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("320", "40", "0 0 320 40")


def test_it_carries_nothing_a_strict_policy_refuses():
    svg = still(text(5, 5, "a", halo=True), *arrow(0, 0, 20, 20, color=INK), target(9, 9, 9, 9, name="x"))
    assert not re.search(r"\b(style|class|on\w+|href|role|aria-\w+|cursor)=", svg)
    assert {element.tag.split("}")[1] for element in ET.fromstring(svg).iter()} <= {
        "svg",
        "g",
        "path",
        "text",
    }


def test_what_is_not_seen_is_left_out():
    seen = still(disc(10, 10, 5))
    unseen = [
        rect(9, 9, 9, 9, fill=CLEAR),
        line("M0,0H9", opacity=0),
        text(0, 0, ""),
        text(0, 0, "x", opacity=0),
    ]
    assert still(disc(10, 10, 5), *unseen) == seen


def test_rectangles_that_look_the_same_are_one_path_and_see_through_ones_are_not():
    rows = [{"x": 10}, {"x": 30}, {"x": 50}]
    assert still(rect(datum.x, 9, 8, 8, rows=rows)).count("<path") == 1
    assert still(rect(datum.x, 9, 8, 8, rows=rows, opacity=0.5)).count("<path") == 3
    assert (
        still(rect(datum.x, 9, datum.x, 8, rows=rows, fill=when(datum.x > 20, INK, MUTED))).count("<path")
        == 2
    )


def test_places_are_rounded_to_a_tenth_of_a_pixel_and_the_rest_to_a_hundredth():
    svg = still(rect(1 / 3, 2 / 3, 10, 10, opacity=1 / 3), text(1 / 3, 2 / 3, "x"))
    assert not re.search(r'(d|transform)="[^"]*\.\d{2}', svg)
    assert 'opacity="0.33"' in svg


def test_it_shows_the_start_state_of_its_signals():
    page = Layout(320)
    level = page.slider("level", 7, 0, 10, 1, "Level")
    drawn = page.draw(40, text(5, 5, fmt(level, ".1f"))).says("Level ", fmt(level, ".1f"), " of ten.")
    svg, said = draw_still(compile_drawing(drawn))
    assert ">7.0</text>" in svg
    assert said == ("Level ", "7.0", " of ten.")


def test_colors_stay_variables():
    assert 'fill="var(--ink)"' in still(rect(9, 9, 9, 9, fill=INK))


def test_a_name_that_no_signal_has_is_found_before_a_reader_could():
    with pytest.raises(DrawingError, match="levle"):
        still(rect(9, 9, raw("levle"), 9))


def test_neighbors_that_look_alike_say_so_once():
    rows = [{"x": 10}, {"x": 30}]
    svg = still(*(text(datum.x, 9, "a", rows=rows, fill=MUTED) for _ in "ab"), text(5, 5, "b", fill=INK))
    root = ET.fromstring(svg)
    shared = [group for group in root.iter() if group.get("fill") == "var(--muted)"]
    assert [len(group) for group in shared] == [4]
    assert all("fill" not in child.attrib for child in shared[0])


def test_a_line_of_no_width_is_none():
    svg = still(rect(9, 9, 9, 9, fill=INK, stroke=MUTED, stroke_width=0))
    assert "stroke=" not in svg
    assert 'fill="var(--ink)"' in svg
