"""An author's SVG: shapes in the page's colors, and nothing that could do anything."""

import pytest

from generator.drawn import drawn
from generator.problems import Fault

COLORS = frozenset({"ink", "muted", "sun"})


def svg(inside, head='xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40"'):
    return f"<svg {head}>{inside}</svg>".encode()


def test_it_stands_in_the_page_with_its_size_and_its_description():
    given = svg('<g opacity="0.5"><path d="M0,0H9" fill="none" stroke="var(--sun)"/></g>')
    assert drawn(given, 'a "line"', COLORS) == (
        '<svg role="img" aria-label="a &quot;line&quot;" width="64" height="40" viewBox="0 0 64 40">'
        '<g opacity="0.5"><path d="M0,0H9" fill="none" stroke="var(--sun)"/></g></svg>'
    )


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        ("<script>alert(1)</script>", "no script", ""),
        ('<a href="x"><path d="M0,0"/></a>', "no a:", ""),
        ('<path d="M0,0" onclick="x()"/>', "no onclick", ""),
        ('<path d="M0,0" style="fill:red"/>', "no style", ""),
        ('<path d="M0,0" fill="red"/>', "no color 'red'", "none, currentColor"),
        ('<path d="M0,0" fill="url(#x)"/>', r"no color 'url\(#x\)'", "none, currentColor"),
        ('<path d="M0,0" fill="var(--snu)"/>', "no color is named 'snu'", "sun"),
        ('<path d="M0,0" stroke-widht="2"/>', "no stroke-widht", "stroke-width"),
        ("<path", "not well-formed", ""),
    ],
)
def test_anything_else_is_refused(inside, message, hint):
    with pytest.raises(Fault, match=message) as refused:
        drawn(svg(inside), "a picture", COLORS)
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    "data",
    [
        svg("", head='xmlns="http://www.w3.org/2000/svg"'),
        svg("", head='viewBox="0 0 64 40"'),
        b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg(""),
    ],
)
def test_a_picture_says_its_size_and_defines_nothing(data):
    with pytest.raises(Fault):
        drawn(data, "a picture", COLORS)
