"""A chart's frame, where a scale must be read: hairlines, labels, a cursor, and the way into pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.drawing.behaviors import scrub
from generator.drawing.expressions import POINTER_X, Expression, Scalar, clamp, datum, fn, path, when
from generator.drawing.ink import HAIRLINE, INK, MUTED
from generator.drawing.marks import Mark, line, target, text
from generator.drawing.page import Layout


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from low to high onto pixels from start to end, evenly."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: Scalar) -> Any:
        """The pixel of a value."""
        return (value - self.low) * ((self.end - self.start) / (self.high - self.low)) + self.start

    def inverse(self, pixel: Scalar) -> Any:
        """The value at a pixel."""
        return (pixel - self.start) * ((self.high - self.low) / (self.end - self.start)) + self.low


@dataclass(frozen=True, slots=True)
class Frame:
    """Two scales that share a rectangle."""

    x: Scale
    y: Scale

    def rows(self, ticks: Mapping[float, str], *, after: bool = False) -> tuple[Mark, Mark]:
        """A hairline at each value of the upright scale, with its label before it or after it."""
        places = [(round(self.y(value), 2), label) for value, label in ticks.items()]
        lines = "".join(f"M{self.x.start:g},{y:g}H{self.x.end:g}" for y, _ in places)
        labels = [{"y": y, "t": label} for y, label in places]
        x, align = (self.x.end + 8, "left") if after else (self.x.start - 8, "right")
        return line(lines, stroke=HAIRLINE, stroke_width=1), text(
            x, datum.y, datum.t, rows=labels, fill=MUTED, align=align
        )

    def columns(self, ticks: Mapping[int, str], *, chosen: Expression, every: int = 1) -> Mark:
        """A label below the frame at whole values of the level scale; the chosen one is always there, bold.

        Of the others each `every`th is shown, counted from the last, and makes room for the chosen one.
        """
        last = max(ticks)
        labels = [
            {"v": value, "x": round(self.x(value), 2), "t": label, "shown": (last - value) % every == 0}
            for value, label in ticks.items()
        ]
        here = datum.v == chosen
        clear = datum.shown & (fn.abs(datum.v - chosen) >= every)
        return text(
            datum.x,
            self.y.start + 18,
            datum.t,
            rows=labels,
            fill=when(here, INK, MUTED),
            font_weight=when(here, 600, 400),
            opacity=when(here | clear, 1, 0),
            align="center",
        )

    def cursor(self, value: Scalar) -> Mark:
        """The upright line that says which value of the level scale is looked at."""
        return line(
            path("M", self.x(value), self.y.start, "V", self.y.end), stroke=INK, stroke_width=1, opacity=0.35
        )

    def scrub(self, page: Layout, name: str, signal: str, *, step: int = 1) -> Mark:
        """An unseen sheet to lay over the frame: moving over it sets `signal` to the nearest multiple of `step`."""
        nearest = clamp(fn.round(self.x.inverse(POINTER_X) / step) * step, self.x.low, self.x.high)
        page.on(scrub(name, signal, nearest))
        left, right, top, bottom = self.x.start, self.x.end, self.y.end, self.y.start
        middle = (left + right) / 2, (top + bottom) / 2
        return target(*middle, right - left + 24, bottom - top, name=name, cursor="ew-resize")

    def curve(self, xs: Sequence[float], ys: Sequence[float]) -> str:
        """The SVG path of a line through points."""
        return polyline([self.x(x) for x in xs], [self.y(y) for y in ys])

    def band(self, xs: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> str:
        """The SVG path round what lies between two lines."""
        return self.curve([*xs, *reversed(xs)], [*highs, *reversed(lows)]) + "Z"


def polyline(xs: Sequence[float], ys: Sequence[float]) -> str:
    """The SVG path of a line through points given in pixels."""
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
