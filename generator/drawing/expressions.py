"""The live arithmetic of a figure: Altair's expression objects, and the few things they cannot say.

An `Expression` is a number, text or list that the reader's browser works out anew whenever something it depends
on changes. Python's operators build it: `a.x * b.x + a.y * b.y` prints as the Vega expression it means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt
from altair.expr import core

Expression = core.Expression
Scalar = float | int | Expression
Color = str | Expression

datum = alt.datum  # the row that a mark is drawn for: datum.name
fn = alt.expr  # Vega's functions: fn.max(a, b), fn.exp(s)
POINTER_X: Expression = core.FunctionExpression("x", ())  # of the mouse or finger, in the figure's pixels
POINTER_Y: Expression = core.FunctionExpression("y", ())


def raw(code: str) -> Expression:
    """A Vega expression given as it is written."""
    return core.ConstExpression(code)


def code(value: Any) -> str:
    """The Vega expression for a value: a number, text, list or Expression."""
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(code, value)) + "]"
    if isinstance(value, float) and not isinstance(value, bool):
        if not math.isfinite(value):
            raise ValueError(f"{value} has no place in a figure")
        return f"{value:.9g}"  # enough for six digits after any sum
    return core._js_repr(value)


def when(test: Any, yes: Any, no: Any) -> Expression:
    """`yes` where the test holds, else `no`."""
    return raw(f"({code(test)}?{code(yes)}:{code(no)})")


def array(values: Iterable[Any]) -> Expression:
    """A list, to be indexed by an expression: array(rows)[datum.i]."""
    return raw(code(list(values)))


def total(values: Sequence[Scalar]) -> Expression:
    """The sum of a list of expressions."""
    return raw("(" + "+".join(map(code, values)) + ")")


def length(x: Scalar, y: Scalar) -> Expression:
    """√(x² + y²), which Vega's interpreter has no function for."""
    return raw(f"sqrt(pow({code(x)},2)+pow({code(y)},2))")


def clamp(value: Scalar, low: Scalar, high: Scalar) -> Expression:
    """The value, kept between low and high."""
    return raw(f"clamp({code(value)},{code(low)},{code(high)})")


def join(*parts: Any) -> Expression:
    """Text made of the parts; neighboring constants become one."""
    pieces: list[str] = []
    constant = ""
    for part in parts:
        if isinstance(part, Expression):
            if constant or not pieces:
                pieces.append(code(constant))
                constant = ""
            pieces.append(code(part))
        else:
            constant += _short(part)
    if constant or not pieces:
        pieces.append(code(constant))
    return raw("(" + "+".join(pieces) + ")")


def path(*parts: Scalar | str) -> Expression:
    """An SVG path: path("M", 0, 0, "L", x, y). Letters are commands, everything else a coordinate."""
    spaced: list[Any] = []
    for before, part in zip((None, *parts), parts, strict=False):
        both_numbers = before is not None and not isinstance(before, str) and not isinstance(part, str)
        spaced += [",", part] if both_numbers else [part]
    return join(*spaced)


def fmt(value: Scalar, spec: str) -> Any:
    """The value as text, by a d3 format that Python shares (.2f, .0%, ,.0f, .1e), with a true minus sign."""
    if isinstance(value, Expression):
        return raw(f"replace(format({code(value)},{code(spec)}),'-','−')")
    return format(value, spec).replace("-", "−")


def mix(color: Color, share: Scalar, base: Color = "var(--paper)") -> Any:
    """`share` (0 to 1) of a color on a base color; CSS does the mixing, so it follows light and dark."""
    percent = raw(f"round(100*({code(share)}))") if isinstance(share, Expression) else round(100 * share)
    parts = ("color-mix(in oklab, ", color, " ", percent, "%, ", base, ")")
    return join(*parts) if any(isinstance(part, Expression) for part in parts) else "".join(map(str, parts))


def _short(part: Any) -> str:
    if isinstance(part, float):
        part = round(part, 2)
        return str(int(part)) if part == int(part) else str(part)
    return str(part)
