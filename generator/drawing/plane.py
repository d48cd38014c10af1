"""A plane of two directions, drawn in pixels: arrows from its origin, and tips to take hold of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.drawing.behaviors import drag
from generator.drawing.expressions import POINTER_X, POINTER_Y, Expression, Scalar, clamp, fn, path
from generator.drawing.ink import HAIRLINE
from generator.drawing.marks import Mark, arrow, grip, line
from generator.drawing.page import Layout


@dataclass(frozen=True, slots=True, eq=False)
class Handle:
    """A point of the plane that the reader moves: by its tip, or by its two sliders."""

    name: str
    x: Expression
    y: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Both directions run from low to high; the origin lies at (left, top) in pixels, a unit is `unit` pixels long."""

    left: float
    top: float
    unit: float
    low: float
    high: float

    def px(self, x: Scalar) -> Any:
        """The pixel column of a coordinate."""
        return self.left + x * self.unit

    def py(self, y: Scalar) -> Any:
        """The pixel row of a coordinate: y grows upward."""
        return self.top - y * self.unit

    def handle(
        self,
        page: Layout,
        name: str,
        start: tuple[float, float],
        labels: tuple[str, str],
        *,
        step: float = 0.1,
        format: str = ".1f",  # noqa: A002
        **control: Any,
    ) -> Handle:
        """A movable point: two sliders, and a drag on the mark `name`_tip (lay `grip` on top of the drawing)."""
        x, y = (
            page.slider(f"{name}_{axis}", value, self.low, self.high, step, label, format=format, **control)
            for axis, value, label in zip("xy", start, labels, strict=True)
        )
        moved = (POINTER_X - self.left) / self.unit, (self.top - POINTER_Y) / self.unit
        snapped = [clamp(fn.round(value / step) * step, self.low, self.high) for value in moved]
        page.on(drag(f"{name}_tip", {f"{name}_x": snapped[0], f"{name}_y": snapped[1]}))
        return Handle(name, x, y)

    def arrow(self, x: Scalar, y: Scalar, **style: Any) -> tuple[Mark, Mark]:
        """An arrow from the origin to (x, y)."""
        return arrow(self.px(0), self.py(0), self.px(x), self.py(y), **style)

    def segment(self, x: Scalar, y: Scalar, start: tuple[Scalar, Scalar] = (0, 0), **style: Any) -> Mark:
        """A straight line to (x, y), from the origin or from `start`."""
        return line(path("M", self.px(start[0]), self.py(start[1]), "L", self.px(x), self.py(y)), **style)

    def grip(self, handle: Handle, color: str) -> tuple[Mark, Mark]:
        """What the hand takes hold of at a handle's tip."""
        return grip(self.px(handle.x), self.py(handle.y), name=f"{handle.name}_tip", color=color)

    def grid(self, step: float = 1) -> tuple[Mark, Mark]:
        """Little crosses at whole steps, and the two axes."""
        count = round((self.high - self.low) / step)
        ticks = [self.low + step * i for i in range(count + 1)]
        crosses = "".join(
            f"M{self.px(x) - 2:g},{self.py(y):g}h4M{self.px(x):g},{self.py(y) - 2:g}v4"
            for x in ticks
            for y in ticks
        )
        ends = [self.px(self.low), self.px(self.high), self.py(self.high), self.py(self.low)]
        axes = f"M{ends[0]:g},{self.top:g}H{ends[1]:g}M{self.left:g},{ends[2]:g}V{ends[3]:g}"
        return line(crosses, stroke=HAIRLINE, stroke_width=1), line(axes, stroke=HAIRLINE, stroke_width=1.25)
