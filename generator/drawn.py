"""Pictures that an author draws as SVG: set into the page itself, they take its colors, light and dark."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Set

from generator.problems import Fault, nearest

_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = frozenset({"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_PAINTS = frozenset({"fill", "stroke"})
_ATTRIBUTES = _PAINTS | frozenset(
    "viewBox d x y width height cx cy r rx ry x1 y1 x2 y2 points transform opacity fill-opacity fill-rule"  # noqa: SIM905
    " stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin".split()
)
_PAINT = re.compile(r"none|currentColor|var\(--(?P<color>[a-z-]+)\)")
_BOX = re.compile(r"0 0 (?P<width>\d+(?:\.\d+)?) (?P<height>\d+(?:\.\d+)?)")


def drawn(data: bytes, alt: str, colors: Set[str]) -> str:
    """The picture as it stands in the page. Fault for anything but shapes in the page's own colors."""
    if b"<!DOCTYPE" in data:
        raise Fault("an SVG picture has no DOCTYPE")
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise Fault(f"this SVG is not well-formed: {error}") from None
    box = _BOX.fullmatch(root.get("viewBox", ""))
    if root.tag != f"{_SVG}svg" or box is None:
        raise Fault("an SVG picture begins with its size", '<svg xmlns="…/svg" viewBox="0 0 64 40">')
    try:
        inside = "".join(_shape(child, colors) for child in root)
    except RecursionError:
        raise Fault("this SVG is nested too deeply") from None
    size = f'width="{box["width"]}" height="{box["height"]}"'
    return f'<svg role="img" aria-label="{html.escape(alt)}" {size} viewBox="{box[0]}">{inside}</svg>'


def _shape(element: ET.Element, colors: Set[str]) -> str:
    tag = str(element.tag).removeprefix(_SVG)
    if tag not in _SHAPES:
        raise Fault(f"an SVG picture has no {tag}: only {', '.join(sorted(_SHAPES - {'svg'}))}")
    for name, value in element.attrib.items():
        _check(name, value, colors)
    attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in element.attrib.items())
    inside = "".join(_shape(child, colors) for child in element)
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _check(name: str, value: str, colors: Set[str]) -> None:
    if name not in _ATTRIBUTES:
        raise Fault(f"an SVG picture has no {name}", nearest(name, _ATTRIBUTES))
    if name not in _PAINTS:
        return
    paint = _PAINT.fullmatch(value)
    if paint is None:
        raise Fault(
            f"an SVG picture has no color '{value}'", "none, currentColor, or the page's, as var(--ink)"
        )
    if paint["color"] and paint["color"] not in colors:
        raise Fault(f"no color is named '{paint['color']}'", nearest(paint["color"], colors))
