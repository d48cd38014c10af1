"""Where each letter of a text looks, as a triangle: a row for each letter, a cell for each one up to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from content.figures._house import KEY, QUERY
from generator.drawing import CLEAR, INK, WASH, Mark, datum, rect, text


@dataclass(frozen=True, slots=True)
class Triangle:
    """Where the cells lie, in pixels."""

    letters: str
    left: float
    top: float
    cell: float

    @property
    def size(self) -> float:
        """The length of its sides."""
        return len(self.letters) * self.cell

    def middle(self, place: float) -> float:
        """The middle of a row or column, from the first cell's edge."""
        return (place + 0.5) * self.cell

    def rows(self, pairs: Iterable[tuple[int, int]]) -> list[dict[str, float]]:
        """Rows of marks for cells, numbered as `packed_rows` packs them."""
        return [
            {
                "i": i,
                "j": j,
                "k": i * (i + 1) // 2 + j,
                "x": round(self.left + self.middle(j), 2),
                "y": round(self.top + self.middle(i), 2),
            }
            for i, j in pairs
        ]

    def cells(self, weight: Any, **more: Any) -> list[Mark]:
        """The weights as tints; `weight` may read the cell's row."""
        side, rows = self.cell - 1, self.rows(triangle(len(self.letters)))
        return [
            rect(datum.x, datum.y, side, side, rows=rows, fill=WASH, **more),
            rect(datum.x, datum.y, side, side, rows=rows, fill=QUERY, opacity=weight),
        ]

    def outlines(self, pairs: Iterable[tuple[int, int]], **more: Any) -> Mark:
        """Thin lines round cells that one should look at."""
        style: dict[str, Any] = {"fill": CLEAR, "stroke": INK, "stroke_width": 1} | more
        return rect(datum.x, datum.y, self.cell - 0.5, self.cell - 0.5, rows=self.rows(pairs), **style)

    def names(self, *, before: bool = True, size: float = 14) -> list[Mark]:
        """The letters: those that look before their rows, those that are looked at along the slope."""
        rows = [
            {
                "t": letter,
                "x": self.left + (i + 1) * self.cell + 4,
                "y": round(self.top + self.middle(i) + 0.5, 2),
            }
            for i, letter in enumerate(self.letters)
        ]
        looked = text(datum.x, datum.y, datum.t, rows=rows, fill=KEY, size=size)
        if not before:
            return [looked]
        return [
            looked,
            text(self.left - 6, datum.y, datum.t, rows=rows, fill=QUERY, size=size, align="right"),
        ]


def triangle(n: int) -> list[tuple[int, int]]:
    """The cells of a triangle, row by row."""
    return [(i, j) for i in range(n) for j in range(i + 1)]


def one_back(text: str) -> list[tuple[int, int]]:
    """Each letter with the one before it."""
    return [(i, i - 1) for i in range(1, len(text))]


def after_copy(text: str) -> list[tuple[int, int]]:
    """Each letter with those that came after an earlier copy of it."""
    return [(i, j) for i, j in triangle(len(text)) if j and text[j - 1] == text[i]]


def flat(weights: Any) -> list[float]:
    """The cells' weights, row by row, from tables [..., looking, looked at]: what is above the slope is left out."""
    n = weights.shape[-1]
    i, j = zip(*triangle(n), strict=True)
    values: list[float] = weights[..., i, j].ravel().tolist()
    return values
