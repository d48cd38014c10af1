"""What readers take away: CSV and JSON that other programs read, pictures that stand alone."""

import csv
import io
import json
import re
from xml.etree import ElementTree as ET

import pytest
import vl_convert

from generator.model import Table
from generator.palette import palette
from generator.web.downloads import picture_svg, table_csv, table_json, vega_json
from tests.generator import sample

COLORS = palette(sample.ROLES, "light")


def test_csv_holds_the_table_with_a_header() -> None:
    table = Table(
        "Pull", ("Hour", "Pull, in N", "Note"), (("0:00", 0.1 + 0.2, None), ('the "first"', -2, "a\nb"))
    )
    rows = list(csv.reader(io.StringIO(table_csv(table).decode(), newline="")))
    assert rows == [
        ["Hour", "Pull, in N", "Note"],
        ["0:00", "0.30000000000000004", ""],
        ['the "first"', "-2", "a\nb"],
    ]


def test_json_holds_the_table_and_what_it_is_of() -> None:
    told = json.loads(table_json(sample.lever()))
    assert told == {
        "figure": "lever",
        "caption": "Pull by hour",
        "columns": ["Hour", "Pull", "Depth"],
        "rows": [["0:00", 1.5, 40], ["6:00", -0.25, None]],
    }


def test_json_has_no_word_for_nan() -> None:
    figure = sample.replaced(sample.lever(), table=Table("", ("a",), ((float("nan"),),)))
    with pytest.raises(ValueError, match="not JSON compliant"):
        table_json(figure)


def test_a_picture_stands_alone() -> None:
    svg = picture_svg(sample.lever().wide.svg, COLORS).decode()
    assert "var(" not in svg
    assert "color-mix(" not in svg
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    ground = root[0]
    assert (ground.get("width"), ground.get("fill")) == ("100%", COLORS["paper"])


def test_a_picture_gets_the_name_space_that_the_page_does_without() -> None:
    assert picture_svg("<svg><g/></svg>", COLORS).startswith(b'<svg xmlns="http://www.w3.org/2000/svg"><rect')


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an <svg> element, got '<p>'"):
        picture_svg("<p>", COLORS)


@pytest.mark.parametrize(
    ("first", "percent", "second", "mixed"),
    [
        # What Chromium paints for color-mix(in oklab, …), read off a canvas.
        ("#000000", 50, "#ffffff", "#636363"),
        ("#ff0000", 50, "#0000ff", "#8c53a2"),
        ("#b8560f", 62, "#fdfcf9", "#d69673"),
        ("#1f5fd0", 17, "#15161a", "#192235"),
        ("#12786a", 0, "#fdfcf9", "#fdfcf9"),
        ("#12786a", 100, "#fdfcf9", "#12786a"),
    ],
)
def test_mixed_colors_are_those_of_a_browser(first: str, percent: int, second: str, mixed: str) -> None:
    colors = {"a": first, "b": second, "paper": "#ffffff"}
    mix = f'<svg fill="color-mix(in oklab, var(--a) {percent}%, var(--b))"></svg>'
    found = re.search(r'<svg[^>]* fill="(#\w+)"', picture_svg(mix, colors).decode())
    assert found is not None
    assert found[1] == mixed


def test_a_live_picture_is_drawn_by_another_program_as_on_the_page() -> None:
    figure = sample.lever()
    spec = vega_json(figure.wide.spec, COLORS)
    assert b"var(--" not in spec
    drawn = ET.fromstring(vl_convert.vega_to_svg(json.loads(spec)))
    fills = {element.get("fill") for element in drawn.iter() if element.get("fill")}
    assert {COLORS["paper"], COLORS["moon"], COLORS["ink"]} <= fills


def test_a_picture_falls_back_to_a_face_that_any_reader_has() -> None:
    still = '<svg xmlns="http://www.w3.org/2000/svg" font-family="Essay Sans"><text>x</text></svg>'
    assert b'font-family="Essay Sans, sans-serif"' in picture_svg(still, {"paper": "#ffffff"})
