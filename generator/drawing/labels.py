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
    """Where a label stands, by its middle, and the leader that ties it to its point: nothing where that is plain."""

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
    points: list[Point],
    widths: list[float],
    sheet: tuple[float, float, float, float],
    height: float = 17,
) -> list[Seat]:
    """A place for each point's label, so that none lies on another, on a point, or off the sheet.

    `sheet` is (left, top, right, bottom). Each label in turn takes the best place it finds, a few times over.
    """
    own = [(width / 2 + 2, height / 2) for width in widths]
    choices = [list(_choices(point, *half)) for point, half in zip(points, own, strict=True)]
    taken = [options[0] for options in choices]
    for _ in range(_PASSES):
        before = list(taken)
        for i, options in enumerate(choices):
            cost = _Cost(points[i], points[:i] + points[i + 1 :], taken[:i] + taken[i + 1 :], _Box(*sheet))
            taken[i] = min(options, key=cost)
        if taken == before:
            break
    return [_seat(box, point, points) for (box, _), point in zip(taken, points, strict=True)]


def hull(points: Sequence[Point]) -> str:
    """The SVG path of the smallest convex outline round points."""
    ordered = sorted(set(points))
    ring = _chain(ordered) + _chain(ordered[::-1])
    return polyline([x for x, _ in ring], [y for _, y in ring]) + "Z"


_Choice = tuple[_Box, float]  # where a label may stand, and how little that is liked by itself


def _choices(point: Point, half_width: float, half_height: float) -> Iterator[_Choice]:
    """Places round a point, from near to far; on one level with it, or right above or below, is liked best."""
    for reach in _REACHES:
        for turn in range(_DIRECTIONS):
            angle = 2 * math.pi * turn / _DIRECTIONS
            across, down = math.cos(angle), math.sin(angle)
            x = point[0] + across * reach + _bound(across) * half_width
            y = point[1] + down * reach + _bound(down) * half_height
            slant = min(turn % 4, -turn % 4) + (1 - across) / 2
            yield _Box(x - half_width, y - half_height, x + half_width, y + half_height), reach + slant


def _bound(part: float) -> float:
    """From the middle of a label's side to its corner halfway between two directions."""
    return max(-1.0, min(1.0, part * math.sqrt(2)))


@dataclass(frozen=True, slots=True)
class _Cost:
    """What speaks against a place for the label of `own`, with the other labels as they stand."""

    own: Point
    points: Sequence[Point]
    labels: Sequence[_Choice]
    sheet: _Box

    def __call__(self, choice: _Choice) -> float:
        box, dislike = choice
        outside = 1 - box.overlap(self.sheet) / box.overlap(box)
        covered = sum(box.overlap(label) for label, _ in self.labels)
        covered += sum(box.overlap(_Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT)) for x, y in self.points)
        reach = math.dist(self.own, box.nearest(self.own))
        # Nearer to another point than to its own, a label would name the wrong one.
        wrong = sum(max(0.0, reach - math.dist(point, box.nearest(point))) for point in self.points)
        return 1e4 * outside + 10 * covered + 40 * self._crossed(box) + 2 * wrong + dislike

    def _crossed(self, box: _Box) -> int:
        """How much of the leader would lie on other labels and points."""
        steps = list(_steps(self.own, box.nearest(self.own)))
        on_labels = sum(label.holds(step) for step in steps for label, _ in self.labels)
        return on_labels + sum(math.dist(step, point) < _DOT for step in steps for point in self.points)


def _steps(start: Point, end: Point) -> Iterator[Point]:
    """Places along a leader, from beyond its point."""
    for share in (0.4, 0.55, 0.7, 0.85):
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _seat(box: _Box, point: Point, points: Sequence[Point]) -> Seat:
    end = box.nearest(point)
    reach = math.dist(point, end)
    mistaken = any(math.dist(other, box.nearest(other)) < reach for other in points)
    leader = ""
    if reach > _NEAR or (mistaken and reach > _DOT):
        start = [a + (b - a) * _DOT / reach for a, b in zip(point, end, strict=True)]
        leader = polyline([start[0], end[0]], [start[1], end[1]])
    return Seat(round((box.left + box.right) / 2, 1), round((box.top + box.bottom) / 2, 1), leader)


def _chain(points: Sequence[Point]) -> list[Point]:
    """One side of the hull of points that are in order, without its last."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
