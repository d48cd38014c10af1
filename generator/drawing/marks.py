"""The marks a figure is drawn with: rectangles, text and paths, placed in pixels from the top left corner.

Each function gives a Mark, one layer of the Altair chart. A property is a constant or an Expression. With `rows`
the mark is drawn once for each row, and expressions may read the row's fields through `datum`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from generator.drawing.expressions import Color, Expression, Scalar, code, fn, length, path, raw
from generator.drawing.ink import CLEAR, INK, PAPER

Row = Mapping[str, Any]
ONE: Sequence[Row] = ({},)  # a mark drawn once


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One layer of a figure. A named mark can be pressed, hovered or dragged; the others let the pointer through."""

    kind: str  # Vega-Lite's name of the mark: rect, text, or point for a path
    properties: Mapping[str, Any]  # by Vega-Lite's names
    rows: Sequence[Row] = ONE
    name: str = ""

    def layer(self) -> alt.Chart:
        """The mark as a layer of an Altair chart."""
        blank = alt.Chart({"values": [dict(row) for row in self.rows]})
        properties = {key: _property(value) for key, value in self.properties.items()}
        chart: alt.Chart = getattr(blank, f"mark_{self.kind}")(aria=False, **properties)
        return chart.properties(name=self.name) if self.name else chart


def _property(value: Any) -> Any:
    return alt.ExprRef(code(value)) if isinstance(value, Expression) else value


def _style(style: Mapping[str, Any]) -> dict[str, Any]:
    """Python's snake_case to Vega-Lite's camelCase: stroke_width, stroke_dash, corner_radius, font_weight."""
    camel = {key: re.sub(r"_(.)", lambda letter: letter[1].upper(), key) for key in style}
    return {camel[key]: value for key, value in style.items()}


def rect(
    x: Scalar,
    y: Scalar,
    width: Scalar,
    height: Scalar,
    *,
    fill: Color = INK,
    rows: Sequence[Row] = ONE,
    name: str = "",
    **style: Any,
) -> Mark:
    """A rectangle round its center (x, y)."""
    place = {"x": x, "y": y, "width": width, "height": height, "color": fill, "opacity": 1}
    return Mark("rect", place | _style(style), rows, name)


def bar(x: Scalar, y: Scalar, width: Scalar, height: Scalar, **more: Any) -> Mark:
    """A bar that grows from x, to the left where its width is negative; its middle is at y. Never quite unseen."""
    if isinstance(width, Expression):
        return rect(x + width / 2, y, fn.max(1, fn.abs(width)), height, **more)
    return rect(x + width / 2, y, max(1, abs(width)), height, **more)


def text(
    x: Scalar,
    y: Scalar,
    content: str | Expression,
    *,
    fill: Color = INK,
    size: Scalar = 14,
    align: str | Expression = "left",
    rows: Sequence[Row] = ONE,
    name: str = "",
    halo: bool = False,
    **style: Any,
) -> Mark:
    """Text whose middle line is at y. A halo of paper keeps it legible on lines."""
    place = {
        "x": x,
        "y": y,
        "text": content,
        "color": fill,
        "fontSize": size,
        "align": align,
        "baseline": "middle",
    }
    around = {"stroke": PAPER, "strokeWidth": 4, "strokeJoin": "round"} if halo else {}
    return Mark("text", place | around | _style(style), rows, name)


def shape(
    d: str | Expression,
    *,
    x: Scalar = 0,
    y: Scalar = 0,
    fill: Color = INK,
    stroke: Color | None = None,
    rows: Sequence[Row] = ONE,
    name: str = "",
    **style: Any,
) -> Mark:
    """A filled path, given as SVG path text round (x, y). A point mark of size 4 draws one unit a pixel."""
    place = {
        "x": x,
        "y": y,
        "shape": d,
        "size": 4,
        "filled": True,
        "fill": fill,
        "stroke": stroke,
        "opacity": 1,
    }
    return Mark("point", place | _style(style), rows, name)


def line(d: str | Expression, *, stroke: Color = INK, stroke_width: Scalar = 1.5, **more: Any) -> Mark:
    """A stroked path."""
    return shape(d, fill=CLEAR, stroke=stroke, stroke_width=stroke_width, **more)


def disc(x: Scalar, y: Scalar, radius: float, **more: Any) -> Mark:
    """A filled circle."""
    r = f"{radius:g}"
    return shape(f"M{r},0A{r},{r},0,1,1,-{r},0A{r},{r},0,1,1,{r},0Z", x=x, y=y, **more)


def root(x: Scalar, y: Scalar, width: Scalar, *, color: Color = INK) -> Mark:
    """A root sign before text that starts at x, its bar over the text's width: the face has none."""
    sign = path("M", -9, 1, "L", -6.8, -0.4, "L", -4, 6.2, "L", 0, -8.6, "L", width, -8.6)
    return line(sign, x=x, y=y, stroke=color, stroke_width=1.1, stroke_join="round")


_HEAD = "M0,0L-11.5,-4.6Q-9.4,0,-11.5,4.6Z"  # an arrow head that points right, its tip at the origin


def arrow(
    x1: Scalar, y1: Scalar, x2: Scalar, y2: Scalar, *, color: Color, width: float = 2, **style: Any
) -> tuple[Mark, Mark]:
    """An arrow from (x1, y1) to (x2, y2): the shaft stops inside the head, and a short arrow has a small head."""
    dx, dy = raw(f"({code(x2)}-({code(x1)}))"), raw(f"({code(y2)}-({code(y1)}))")
    reach = fn.max(0.01, length(dx, dy))
    scale = fn.min(1, reach / 18) * max(1.0, width / 2.2)
    stop = 1 - fn.min(0.9, 8 * scale / reach)
    shaft = line(
        path("M", x1, y1, "L", dx * stop + x1, dy * stop + y1), stroke=color, stroke_width=width, **style
    )
    turn = (fn.atan2(dy, dx) * (180 / math.pi) + 360) % 360
    return shaft, shape(_HEAD, x=x2, y=y2, fill=color, angle=turn, size=4 * scale * scale)


def target(x: Scalar, y: Scalar, width: Scalar, height: Scalar, *, name: str, **more: Any) -> Mark:
    """An unseen rectangle that takes the pointer for what lies under it."""
    return rect(x, y, width, height, fill=CLEAR, name=name, **({"cursor": "pointer"} | more))


def grip(x: Scalar, y: Scalar, *, name: str, color: Color) -> tuple[Mark, Mark]:
    """Something to take hold of: a soft disc to be seen, and an unseen square large enough for a finger (44 px)."""
    return disc(x, y, 13, fill=color, opacity=0.17), target(x, y, 44, 44, name=name, cursor="move")
