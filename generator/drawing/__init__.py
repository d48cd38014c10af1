"""The drawing kit: figures drawn, not charted, as Altair layers in pixels, with live arithmetic and a few behaviors.

A figure module begins with `from generator.drawing import figure, ...`.
"""

from generator.drawing.bake import bake
from generator.drawing.behaviors import Handler, drag, glide, play, point, press, scrub
from generator.drawing.digits import packed, unpacked
from generator.drawing.errors import DrawingError
from generator.drawing.expressions import (
    POINTER_X,
    POINTER_Y,
    Expression,
    Scalar,
    array,
    clamp,
    datum,
    fmt,
    fn,
    join,
    length,
    mix,
    path,
    raw,
    total,
    when,
)
from generator.drawing.frame import Frame, Scale, polyline
from generator.drawing.ink import CLEAR, HAIRLINE, INK, MUTED, PAPER, WASH, role
from generator.drawing.labels import Seat, hull, seat_labels
from generator.drawing.letters import width_of
from generator.drawing.marks import Mark, arrow, bar, disc, grip, line, rect, root, shape, target, text
from generator.drawing.page import Drawing, Layout
from generator.drawing.plane import Handle, Plane
from generator.drawing.registry import NARROW_WIDTH, SPAN_WIDTH, TEXT_WIDTH, FigureSpec, figure, numbers
from generator.drawing.typed import typed_width

__all__ = [
    "CLEAR",
    "HAIRLINE",
    "INK",
    "MUTED",
    "NARROW_WIDTH",
    "PAPER",
    "POINTER_X",
    "POINTER_Y",
    "SPAN_WIDTH",
    "TEXT_WIDTH",
    "WASH",
    "Drawing",
    "DrawingError",
    "Expression",
    "FigureSpec",
    "Frame",
    "Handle",
    "Handler",
    "Layout",
    "Mark",
    "Plane",
    "Scalar",
    "Scale",
    "Seat",
    "array",
    "arrow",
    "bake",
    "bar",
    "clamp",
    "datum",
    "disc",
    "drag",
    "figure",
    "fmt",
    "fn",
    "glide",
    "grip",
    "hull",
    "join",
    "length",
    "line",
    "mix",
    "numbers",
    "packed",
    "path",
    "play",
    "point",
    "polyline",
    "press",
    "raw",
    "rect",
    "role",
    "root",
    "scrub",
    "seat_labels",
    "shape",
    "target",
    "text",
    "total",
    "typed_width",
    "unpacked",
    "when",
    "width_of",
]
