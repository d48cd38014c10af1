"""Tables on the terminal: what was measured, beside what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table

_CONSOLE = Console(width=100, highlight=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """A number with its unit, and the most (or least) that it may be."""

    value: float
    pattern: str = "{:.2f}"
    most: float | None = None
    least: float | None = None

    def __str__(self) -> str:
        return self.pattern.format(self.value)

    @property
    def budget(self) -> str:
        """What it may be, in words: `≤ 0.60 s`."""
        if self.most is not None:
            return f"≤ {self.pattern.format(self.most)}"
        return f"≥ {self.pattern.format(self.least)}" if self.least is not None else ""

    @property
    def verdict(self) -> str:
        """Whether it keeps within its budget, if it has one."""
        if self.most is None and self.least is None:
            return ""
        is_over = self.most is not None and self.value > self.most
        is_under = self.least is not None and self.value < self.least
        return "missed" if is_over or is_under else "kept"


Row = tuple[str | Measured, ...]


def show(title: str, columns: Iterable[str], rows: Iterable[Row]) -> None:
    """Print a table. A number over its budget is marked."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(f"{cell} !" if _missed(cell) else str(cell) for cell in row))
    _CONSOLE.print(table)


def say(line: str) -> None:
    """Print a line between tables, or about what cannot be measured here."""
    _CONSOLE.print(line)


def held(rows: Iterable[tuple[str, Measured]]) -> Iterator[Row]:
    """Rows of a name, what was measured, what it may be, and whether it is."""
    for name, measured in rows:
        yield name, str(measured), measured.budget, measured.verdict


def _missed(cell: str | Measured) -> bool:
    return isinstance(cell, Measured) and cell.verdict == "missed"
