"""The still picture of a figure: its start state as SVG, small enough to stand in the page."""

from __future__ import annotations

import copy
import itertools
import re
import xml.etree.ElementTree as ET

import vl_convert

from generator.drawing.errors import DrawingError
from generator.drawing.letters import FAMILY, register_face
from generator.drawing.paths import in_steps
from generator.drawing.vega import SENTENCE, Spec

_SVG = "http://www.w3.org/2000/svg"
_MARKER, _BREAK = "sentence:", "\N{SYMBOL FOR UNIT SEPARATOR}"
_DECIMALS = re.compile(r"-?\d*\.\d{2,}(?:e-?\d+)?|-?\d+e-\d+")
_MOVED = re.compile(r"translate\((-?[\d.]+),(-?[\d.]+)\)")
_OWN = frozenset("d x y width height transform points cx cy r rx ry x1 x2 y1 y2 opacity".split())  # noqa: SIM905
_INHERITED = frozenset(
    "fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin"  # noqa: SIM905
    " text-anchor font-size font-weight font-style paint-order".split()
)
_DEFAULTS = {
    ("font-size", "14px"),
    ("font-weight", "400"),
    ("opacity", "1"),
    ("stroke-width", "1"),
    ("text-anchor", "start"),
    ("transform", "translate(0,0)"),
}


def draw_still(spec: Spec) -> tuple[str, tuple[str, ...]]:
    """The SVG of a spec's start state, and its sentence in that state. DrawingError if Vega cannot draw it."""
    register_face()
    try:
        drawn = vl_convert.vega_to_svg(_with_sentence(spec), allowed_base_urls=[])
    except ValueError as refusal:
        reason = next(
            (line for line in str(refusal).splitlines() if line.startswith("Error: ")), str(refusal)
        )
        raise DrawingError(f"Vega cannot draw the figure: {reason.removeprefix('Error: ')}") from refusal
    root = ET.fromstring(drawn)
    said = _take_sentence(root)
    _join_rectangles(root)
    _tidy(root)
    width, height = spec["width"], spec["height"]
    inside = "".join(ET.tostring(child, encoding="unicode") for child in root)
    body = re.sub(r'(</?)ns\d+:|\s*xmlns:ns\d+="[^"]*"', r"\1", inside).replace(" />", "/>")
    head = f'<svg xmlns="{_SVG}" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'{head} font-family="{FAMILY}" font-size="14px" stroke-miterlimit="10">{body}</svg>', said


def _with_sentence(spec: Spec) -> Spec:
    """The spec with one more mark that writes the sentence, so that Vega itself works it out."""
    spoken = copy.deepcopy(spec)
    update = {
        "text": {"signal": f"'{_MARKER}'+join({SENTENCE},'{_BREAK}')+'{_BREAK}'"},
        "fill": {"value": "#000"},
    }
    spoken["marks"].append({"type": "text", "encode": {"update": update}})
    return spoken


def _take_sentence(root: ET.Element) -> tuple[str, ...]:
    for parent in root.iter():
        for child in list(parent):
            if (child.text or "").startswith(_MARKER):
                parent.remove(child)
                return tuple((child.text or "").removeprefix(_MARKER).split(_BREAK)[:-1])
    raise DrawingError("the sentence was not drawn")


def _join_rectangles(root: ET.Element) -> None:
    """One path for neighbors of a rect mark that look the same. All run the same way round, so none cuts another."""
    for group in root.iter(f"{{{_SVG}}}g"):
        if not group.get("class", "").startswith("mark-rect"):
            continue
        previous: ET.Element | None = None
        for path in list(group):
            if previous is not None and _look(path) == _look(previous) and path.get("opacity", "1") == "1":
                previous.set("d", previous.get("d", "") + path.get("d", ""))
                group.remove(path)
            else:
                previous = path


def _look(path: ET.Element) -> dict[str, str]:
    return {key: value for key, value in path.attrib.items() if key != "d"}


def _tidy(root: ET.Element) -> None:
    """Drop what is not seen and what the page says for the whole picture; round what is left."""
    for element in root.iter():
        kept = {key: _short(key, value) for key, value in element.attrib.items() if key in _OWN | _INHERITED}
        if element.tag == f"{{{_SVG}}}text":
            _place_text(kept)
        if kept.get("stroke-width") == "0":  # a line of no width is none
            kept = {key: value for key, value in kept.items() if not key.startswith("stroke")}
        element.attrib.clear()
        element.attrib.update((key, value) for key, value in kept.items() if (key, value) not in _DEFAULTS)
    while _prune(root):
        pass
    _share_looks(root)


def _place_text(attributes: dict[str, str]) -> None:
    """Give a text its place as such, where it is only moved; draw what is seen of its halo behind it."""
    if moved := _MOVED.fullmatch(attributes.get("transform", "")):
        del attributes["transform"]
        attributes.update(x=moved[1], y=moved[2])
    if "stroke" in attributes:
        attributes["paint-order"] = "stroke"


def _prune(parent: ET.Element) -> bool:
    """Remove unseen leaves and empty groups, and take apart groups that change nothing; true if anything went."""
    changed = False
    for child in list(parent):
        changed = _prune(child) or changed
        if _unseen(child):
            parent.remove(child)
            changed = True
        elif child.tag == f"{{{_SVG}}}g" and not child.attrib:
            at = list(parent).index(child)
            parent.remove(child)
            for offset, grandchild in enumerate(list(child)):
                parent.insert(at + offset, grandchild)
            changed = True
    return changed


def _share_looks(parent: ET.Element) -> None:
    """Say once, for a row of neighbors, what they have in common."""
    for child in parent:
        _share_looks(child)
    rows = [(look, list(row)) for look, row in itertools.groupby(list(parent), _inherited)]
    for child in list(parent):
        parent.remove(child)
    for look, row in rows:
        holder = parent
        if look and len(row) > 1:
            holder = ET.SubElement(parent, f"{{{_SVG}}}g", dict(look))
            for child in row:
                for key in dict(look):
                    del child.attrib[key]
        holder.extend(row)


def _inherited(element: ET.Element) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(pair for pair in element.attrib.items() if pair[0] in _INHERITED))


def _unseen(element: ET.Element) -> bool:
    tag = element.tag.removeprefix(f"{{{_SVG}}}")
    get = element.attrib.get
    if tag == "g":
        return len(element) == 0
    if tag == "text":
        return not (element.text or "").strip() or get("opacity") == "0"
    if tag in ("path", "rect", "line"):
        no_ink = get("fill", "none") in ("none", "transparent") and get("stroke", "none") in (
            "none",
            "transparent",
        )
        # A path without a fill of its own inherits none from the root group.
        return no_ink or get("opacity") == "0" or (tag == "path" and get("d", "") == "")
    return tag not in ("svg", "tspan", "circle")


def _short(key: str, value: str) -> str:
    """An attribute's value, with numbers as exact as can be seen: places in tenths, the rest in hundredths."""
    if key == "d":
        return in_steps(value)
    return _rounded(value, 1 if key in ("transform", "points") else 2)


def _rounded(text: str, digits: int) -> str:
    """The text with its numbers in at most so many decimals."""

    def short(number: re.Match[str]) -> str:
        value = round(float(number[0]), digits)
        return str(int(value)) if value == int(value) else str(value)

    return _DECIMALS.sub(short, text)
