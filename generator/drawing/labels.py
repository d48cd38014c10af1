"""Labels for points that lie close together, and the outline of a group of points: laid out when baked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.frame import polyline

Point = tuple[float, float]
_DIRECTIONS = 16
_REACHES = (7, 13, 20, 28, 37)  # px from a point to the edge of its label
_NEAR = 14  # px: from here on a leader ties the label to its point
_DOT = 6  # px round a point that labels leave free
_PASSES = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a label stands, by its middle, and the leader that ties it to its point: nothing where it is near."""

    x: float
    y: float
    leader: str


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, across) * max(0.0, down)

    def nearest(self, point: Point) -> Point:
        """The place of the box that is nearest to a point."""
        x, y = point
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)

    def holds(self, point: Point) -> bool:
        return self.nearest(point) == point


def seat_labels(
    points: Sequence[Point],
    widths: Sequence[float],
    sheet: tuple[float, float, float, float],
    height: float = 17,
) -> list[Seat]:
    """A place for each point's label, so that none lies on another, on a point, or off the sheet.

    `sheet` is (left, top, right, bottom). Each label in turn takes the best place it finds, a few times over.
    """
    choices = [
        list(_choices(point, width / 2 + 2, height / 2)) for point, width in zip(points, widths, strict=True)
    ]
    taken = [options[0] for options in choices]
    for _ in range(_PASSES):
        for i, options in enumerate(choices):
            others = [box for j, box in enumerate(taken) if j != i]
            rest = [point for j, point in enumerate(points) if j != i]
            taken[i] = min(options, key=lambda box: _cost(box, points[i], others, rest, _Box(*sheet)))
    return [_seat(box, point) for box, point in zip(taken, points, strict=True)]


def hull(points: Sequence[Point]) -> str:
    """The SVG path of the smallest convex outline round points."""
    ordered = sorted(set(points))
    ring = _chain(ordered) + _chain(ordered[::-1])
    return polyline([x for x, _ in ring], [y for _, y in ring]) + "Z"


def _choices(point: Point, half_width: float, half_height: float) -> Iterator[_Box]:
    """Places round a point, the nearest first and beginning on its right."""
    for reach in _REACHES:
        for turn in range(_DIRECTIONS):
            angle = 2 * math.pi * turn / _DIRECTIONS
            x = point[0] + math.cos(angle) * (half_width + reach)
            y = point[1] + math.sin(angle) * (half_height + reach)
            yield _Box(x - half_width, y - half_height, x + half_width, y + half_height)


def _cost(box: _Box, own: Point, others: Sequence[_Box], points: Sequence[Point], sheet: _Box) -> float:
    inside = box.overlap(sheet) / box.overlap(box)
    covered = sum(box.overlap(other) for other in others)
    covered += sum(box.overlap(_Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT)) for x, y in points)
    reach = math.dist(own, box.nearest(own))
    crossed = sum(other.holds(step) for step in _steps(own, box.nearest(own)) for other in others)
    passed = sum(math.dist(step, point) < _DOT for step in _steps(own, box.nearest(own)) for point in points)
    # Nearer to another point than to its own, a label would name the wrong one.
    wrong = sum(max(0.0, reach - math.dist(point, box.nearest(point))) for point in points)
    return 1e4 * (1 - inside) + 10 * covered + 40 * (crossed + passed) + 2 * wrong + reach


def _steps(start: Point, end: Point) -> Iterator[Point]:
    """Places along a leader, from beyond its point."""
    for share in (0.4, 0.55, 0.7, 0.85):
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _seat(box: _Box, point: Point) -> Seat:
    end = box.nearest(point)
    reach = math.dist(point, end)
    leader = ""
    if reach > _NEAR:
        start = [a + (b - a) * _DOT / reach for a, b in zip(point, end, strict=True)]
        leader = polyline([start[0], end[0]], [start[1], end[1]])
    return Seat(round((box.left + box.right) / 2, 1), round((box.top + box.bottom) / 2, 1), leader)


def _chain(points: Sequence[Point]) -> list[Point]:
    """One side of the hull of points that are in order, without its last."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and not _turns_left(*chain[-2:], point):
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
