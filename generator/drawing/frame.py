"""A chart's frame where a scale must be read: hairlines at round values, their labels, and the way into pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.drawing.expressions import Scalar, datum
from generator.drawing.ink import HAIRLINE, MUTED
from generator.drawing.marks import Mark, line, text


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from low to high onto pixels from start to end, evenly or by their logarithm."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: Scalar) -> Any:
        """The pixel of a value. On a logarithmic scale the value must be a plain number."""
        if self.log:
            share = (math.log(float(value)) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
            return self.start + share * (self.end - self.start)
        return (value - self.low) * ((self.end - self.start) / (self.high - self.low)) + self.start


@dataclass(frozen=True, slots=True)
class Frame:
    """Two scales that share a rectangle."""

    x: Scale
    y: Scale

    def rows(self, ticks: Mapping[float, str], *, label_gap: float = 8) -> tuple[Mark, Mark]:
        """A hairline and a label on the left at each value of the upright scale."""
        places = [(self.y(value), label) for value, label in ticks.items()]
        lines = "".join(f"M{self.x.start:g},{y:.2f}H{self.x.end:g}" for y, _ in places)
        labels = [{"y": round(y, 2), "t": label} for y, label in places]
        left = self.x.start - label_gap
        return line(lines, stroke=HAIRLINE, stroke_width=1), text(
            left, datum.y, datum.t, rows=labels, fill=MUTED, align="right"
        )

    def columns(self, ticks: Mapping[float, str], *, label_gap: float = 16) -> Mark:
        """A label below the frame at each value of the level scale."""
        labels = [{"x": round(self.x(value), 2), "t": label} for value, label in ticks.items()]
        return text(datum.x, self.y.start + label_gap, datum.t, rows=labels, fill=MUTED, align="center")

    def curve(self, xs: Sequence[float], ys: Sequence[float]) -> str:
        """The SVG path of a line through points."""
        return polyline([self.x(x) for x in xs], [self.y(y) for y in ys])


def polyline(xs: Sequence[float], ys: Sequence[float]) -> str:
    """The SVG path of a line through points given in pixels."""
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
