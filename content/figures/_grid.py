"""A table of one number for each pair of words: rows look, columns are looked at, a square's area is its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from content.figures._house import QUERY
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    PAPER,
    Expression,
    Mark,
    Scalar,
    datum,
    fn,
    line,
    rect,
    shape,
    text,
    when,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells lie, in pixels."""

    rows: int
    columns: int
    left: float
    top: float
    width: float  # of a cell
    height: float

    @property
    def right(self) -> float:
        """The right edge of the last column."""
        return self.left + self.columns * self.width

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return self.top + self.rows * self.height

    @property
    def cells(self) -> list[dict[str, float]]:
        """One row for each cell, for the marks."""
        return [
            {"i": i, "j": j, "x": self.x(j), "y": self.y(i)}
            for i in range(self.rows)
            for j in range(self.columns)
        ]

    def x(self, column: Scalar) -> Any:
        """The middle of a column."""
        return column * self.width + (self.left + self.width / 2)

    def y(self, row: Scalar) -> Any:
        """The middle of a row."""
        return row * self.height + (self.top + self.height / 2)

    def lines(self) -> Mark:
        """Hairlines between the cells and round them."""
        across = "".join(
            f"M{self.left:g},{self.top + self.height * i:g}H{self.right:g}" for i in range(self.rows + 1)
        )
        down = "".join(
            f"M{self.left + self.width * j:g},{self.top:g}V{self.bottom:g}" for j in range(self.columns + 1)
        )
        return line(across + down, stroke=HAIRLINE, stroke_width=0.75)

    def frame(self, gap: float = 0) -> str:
        """The path round all cells, `gap` pixels outside them."""
        width, height = self.right - self.left + 2 * gap, self.bottom - self.top + 2 * gap
        return f"M{self.left - gap:g},{self.top - gap:g}h{width:g}v{height:g}h{-width:g}v{-height:g}Z"

    def column_words(self, words: Expression, top: float, **style: Any) -> Mark:
        """The words of the columns, slanted, from `top` upward."""
        rows = [{"j": j, "x": self.x(j) - 1} for j in range(self.columns)]
        return text(datum.x, top, words[datum.j], rows=rows, **style)


def square(room: float, share: Any, *, color: Any, x: Any = datum.x, y: Any = datum.y, **more: Any) -> Mark:
    """A square whose area is `share` of a cell with sides of `room`; of a number below zero only the outline."""
    below = share < 0
    area = fn.max(4, fn.abs(share) * (room - 3) ** 2)
    outline: dict[str, Any] = {"stroke": color, "stroke_width": when(below, 1.4, 0)}
    return shape("square", x=x, y=y, size=area, fill=when(below, CLEAR, color), **outline, **more)


def chip(
    x: Scalar, y: Scalar, width: Scalar, height: float, word: Any, *, size: float, **more: Any
) -> list[Mark]:
    """A looking word round (x, y): paper letters on a ground in the color of queries."""
    pad = size / 2
    return [
        rect(x, y, width + 2 * pad, height, fill=QUERY, corner_radius=7, **more),
        text(x, y + 0.5, word, fill=PAPER, size=size, font_weight=600, align="center", **more),
    ]


def letter(name: str, x: float, y: float, color: Any, opacity: Any = 1, size: float = 15) -> Mark:
    """The letter that a matrix has in formulas."""
    return text(x, y, name, fill=color, opacity=opacity, size=size, font_weight=600, align="center")
