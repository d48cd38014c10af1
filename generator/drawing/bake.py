"""From a figure function and its result to a baked figure."""

from __future__ import annotations

import gzip
import inspect
import re
from collections.abc import Callable
from typing import Any

from generator.drawing.errors import DrawingError
from generator.drawing.page import Drawing, Layout
from generator.drawing.registry import NARROW_WIDTH, FigureSpec
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing, to_json
from generator.model import Picture

SPEC_BUDGET = 60_000  # bytes of a spec after gzip
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def bake(function: Callable[[Any, Layout], Drawing], result: Any, colors: frozenset[str]) -> dict[str, Any]:
    """What a figure function draws of a result, in both layouts, as the fields of a model.Figure.

    `colors` are the CSS variables that a drawing may use. Raises DrawingError for what its author must mend.
    """
    spec: FigureSpec = function.__figure__  # type: ignore[attr-defined]
    wide, narrow = (function(result, Layout(width)) for width in (spec.wide, NARROW_WIDTH))
    (wide_picture, said), (narrow_picture, _) = (_picture(drawing, colors) for drawing in (wide, narrow))
    _check_agreement(wide, narrow)
    summary = inspect.getdoc(function) or ""
    if wide.data is None:
        raise DrawingError("the figure has no table: end its drawing with .tells(caption, columns, rows)")
    return {
        "alt": wide.description or summary.split("\n\n")[0].replace("\n", " "),
        "wide": wide_picture,
        "narrow": narrow_picture,
        "controls": wide.controls,
        "says": said,
        "table": wide.data,
    }


def _picture(drawing: Drawing, colors: frozenset[str]) -> tuple[Picture, tuple[str, ...]]:
    spec = compile_drawing(drawing)
    text = to_json(spec)
    for name in sorted({*_VARIABLE.findall(text)} - colors):
        raise DrawingError(f"no color is named '{name}' (there are {', '.join(sorted(colors))})")
    size = len(gzip.compress(text.encode(), 9))
    if size > SPEC_BUDGET:
        raise DrawingError(f"the figure weighs {size:,} bytes after gzip; {SPEC_BUDGET:,} are allowed")
    svg, said = draw_still(spec)
    return Picture(drawing.width, drawing.height, svg, text), said


def _check_agreement(wide: Drawing, narrow: Drawing) -> None:
    if wide.controls != narrow.controls:
        raise DrawingError("the wide and the narrow layout have different controls")
    if wide.data != narrow.data:
        raise DrawingError("the wide and the narrow layout have different tables")
