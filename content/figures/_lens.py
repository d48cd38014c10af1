"""A lens held over a small part of a plane: what lies there, drawn large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.drawing import (
    MUTED,
    PAPER,
    Expression,
    Layout,
    Mark,
    Plane,
    array,
    disc,
    fmt,
    fn,
    join,
    length,
    line,
    path,
    text,
)

Point = tuple[Any, Any]  # in the plane, or in pixels


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A circle on the sheet that shows the plane round `middle`, `scale` pixels to a unit."""

    plane: Plane
    x: float
    y: float
    r: float
    middle: Expression
    scale: Expression

    @classmethod
    def over(
        cls, page: Layout, plane: Plane, circle: tuple[float, float, float], first: Point, last: Point
    ) -> Lens:
        """A lens in which the stretch from one point to another fills about half of the circle."""
        wide, high = last[0] - first[0], last[1] - first[1]
        middle = page.let("middle", array([(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]))
        scale = page.let("scale", circle[2] / fn.max(1e-6, wide, high))
        return cls(plane, *circle, middle, scale)

    @property
    def ring(self) -> Any:
        """The radius of what the lens is held over, in pixels."""
        return fn.max(3, self.plane.unit * self.r / self.scale)

    def through(self, point: Point) -> Point:
        """Where a point of the plane is seen in the lens."""
        return (
            (point[0] - self.middle[0]) * self.scale + self.x,
            (self.middle[1] - point[1]) * self.scale + self.y,
        )

    def entry(self, page: Layout, name: str, point: Point) -> Point:
        """Where an arrow from the plane's origin to `point` comes into the lens; the origin, if that is in it."""
        far = fn.max(1e-9, length(*point))
        back = page.let(f"{name}_back", array([point[0] / far * -1, point[1] / far]))
        seen = self.through(point)
        off = page.let(f"{name}_off", array([seen[0] - self.x, seen[1] - self.y]))
        along = off[0] * back[0] + off[1] * back[1]
        under = along * along - off[0] * off[0] - off[1] * off[1] + self.r * self.r
        edge = page.let(f"{name}_edge", fn.min(fn.sqrt(fn.max(0, under)) - along, far * self.scale))
        return back[0] * edge + seen[0], back[1] * edge + seen[1]

    def glass(self) -> list[Mark]:
        """The empty lens: a ring over the place, two lines from its sides to the circle, and how strong it is."""
        x, y, small = self.plane.px(self.middle[0]), self.plane.py(self.middle[1]), self.ring
        dx, dy = self.x - x, self.y - y
        reach = length(dx, dy)
        across = dy / reach, dx / reach * -1
        circle = path("M", small, 0, "A", small, small, 0, 1, 1, small * -1, 0)
        sides = [
            path(
                *("M", across[0] * small * side + x, across[1] * small * side + y),
                *("L", across[0] * self.r * side + self.x, across[1] * self.r * side + self.y),
            )
            for side in (1, -1)
        ]
        times = join(fmt(self.scale / self.plane.unit, ".0f"), " times larger")
        return [
            *(line(side, stroke=MUTED, stroke_width=0.75, opacity=0.6) for side in sides),
            line(
                join(circle, path("A", small, small, 0, 1, 1, small, 0, "Z")),
                x=x,
                y=y,
                stroke=MUTED,
                stroke_width=1,
            ),
            disc(self.x, self.y, self.r, fill=PAPER, stroke=MUTED, stroke_width=1.25),
            text(self.x, self.y - self.r - 13, times, align="center", fill=MUTED),
        ]
