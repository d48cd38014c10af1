"""The formula of attention, drawn so that each of its pieces can be lit, and pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from content.figures._grid import letter
from content.figures._house import KEY, OUTPUT, QUERY, VALUE
from generator.drawing import INK, Mark, datum, line, mix, root, target, text, when, width_of

SIZE = 19  # px: of its letters
FAINT = 0.3  # the opacity of a piece that is not lit
_FRACTION = 46  # px: the width of the fraction
_GAPS = {"output": 8, "=": 9, "softmax": 7, "(": 9, "fraction": 2, ")": 15}  # px: after each piece
_TALL = 28  # px: half the height of a parenthesis


def formula(middle: float, y: float, lit: Sequence[Any], parts: Sequence[str]) -> list[Mark]:
    """The formula round (middle, y). Its four parts from the inside out: Q Kᵀ, the division, softmax, and V.

    `lit` says of each whether it is lit, and `parts` what the field `part` of its targets, named "formula", holds.
    """
    x = _places(middle)
    opaque = [when(each, 1, FAINT) for each in lit]
    plain: dict[str, Any] = {"size": SIZE}
    bold = plain | {"font_weight": 600}
    return [
        text(x["output"], y, "output", fill=OUTPUT, opacity=opaque[3], **bold),
        text(x["="], y, "=", opacity=opaque[3], **plain),
        text(x["softmax"], y, "softmax", opacity=opaque[2], **plain),
        *(_parenthesis(x[side], y, bulge, opaque[2]) for side, bulge in (("(", -1), (")", 1))),
        *_fraction(x["fraction"], y, lit[1], opaque[0], opaque[1]),
        text(x["V"], y, "V", fill=VALUE, opacity=opaque[3], **bold),
        _targets(x, y, parts),
    ]


def transposed(x: float, y: float, opacity: Any, size: float) -> list[Mark]:
    """Kᵀ, with a T that is raised: the face has no small one."""
    return [
        letter("K", x, y, KEY, opacity, size),
        letter("T", x + size * 0.52, y - size * 0.36, KEY, opacity, size * 0.62),
    ]


def _places(middle: float) -> dict[str, float]:
    """The left edge of each piece."""
    widths = {
        "output": width_of("output", SIZE, 600),
        "=": width_of("=", SIZE),
        "softmax": width_of("softmax", SIZE),
        "(": 0,
        "fraction": _FRACTION,
        ")": 0,
    }
    end = middle - (sum(widths.values()) + sum(_GAPS.values()) + width_of("V", SIZE, 600)) / 2
    places = {}
    for piece, width in widths.items():
        places[piece] = round(end, 1)
        end += width + _GAPS[piece]
    return places | {"V": round(end, 1)}


def _parenthesis(x: float, y: float, bulge: int, opacity: Any) -> Mark:
    d = f"M0,{-_TALL}Q{8 * bulge},0,0,{_TALL}"
    return line(d, x=x + (4 if bulge < 0 else 6), y=y, stroke_width=1.6, opacity=opacity)


def _fraction(x: float, y: float, divided: Any, above: Any, below: Any) -> list[Mark]:
    """Q Kᵀ over the root of d."""
    half = x + _FRACTION / 2
    return [
        letter("Q", x + 12, y - 15, QUERY, above, SIZE),
        *transposed(x + 28, y - 15, above, SIZE),
        line(f"M{x + 2:g},{y}h{_FRACTION - 4}", stroke_width=1.4, opacity=below),
        root(half - 1, y + 16, width_of("d", SIZE) + 2, color=when(divided, INK, mix(INK, FAINT))),
        text(half, y + 16, "d", size=SIZE, opacity=below),
    ]


def _targets(x: dict[str, float], y: float, parts: Sequence[str]) -> Mark:
    """Where each part is pressed."""
    half, width = x["fraction"] + _FRACTION / 2, x["fraction"] - x["softmax"]
    places = [
        (0, half, y - 20, _FRACTION, 40),
        (1, half, y + 20, _FRACTION, 40),
        (2, x["softmax"] + width / 2, y, width, 44),
        (3, x["V"] + 12, y, 36, 44),
        (3, (x["output"] + x["softmax"]) / 2 - 4, y, x["softmax"] - x["output"] - 8, 44),
    ]
    rows = [{"part": parts[k], "x": px, "y": py, "w": w, "h": h} for k, px, py, w, h in places]
    return target(datum.x, datum.y, datum.w, datum.h, rows=rows, name="formula")
