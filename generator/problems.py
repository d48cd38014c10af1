"""What goes wrong for an author, told so that they can mend it: place, source line, message, nearest name."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in an author's file. Lines and columns count from 1."""

    path: str  # as the author would type it, relative to where the command runs
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend (an error) or to look at (a warning)."""

    place: Place
    message: str
    source_line: str = ""
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        kind = "warning: " if self.severity == "warning" else ""
        text = f"{self.place}: {kind}{self.message}"
        if not self.source_line:
            return text + (f"\n    {self.hint}" if self.hint else "")
        line, column = _excerpt(self.source_line, self.place.column)
        gutter = f"{self.place.line:>5} | "
        pad = " " * (len(gutter) - 2) + "| " + " " * (column - 1)
        return f"{text}\n{gutter}{line}\n{pad}^{f' {self.hint}' if self.hint else ''}"


def _excerpt(line: str, column: int, width: int = 96) -> tuple[str, int]:
    """The part of a long line round a column, cut at spaces, and the column within it."""
    if len(line) <= width:
        return line, column
    start = max(0, min(column - width // 2, len(line) - width))
    end = start + width
    if start:
        start = line.rfind(" ", 0, start) + 1
    if end < len(line):
        end = line.find(" ", end) if " " in line[end:] else len(line)
    before, after = "… " if start else "", " …" if end < len(line) else ""
    return f"{before}{line[start:end]}{after}", column - start + len(before)


class Fault(Exception):  # noqa: N818
    """What is wrong with something, raised where its place is not known: only how many characters into it."""

    def __init__(self, message: str, hint: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.offset = message, hint, offset


class BuildFailed(Exception):  # noqa: N818
    """The essay cannot be built; `problems` says everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that offers the nearest known name, or an empty string where none is near."""
    match = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"did you mean '{match[0]}'?" if match else ""


def shown(path: Path) -> str:
    """A path as one would type it here: relative to the current folder where it lies inside."""
    relative = os.path.relpath(path)
    return (str(path) if relative.startswith("..") else relative).replace(os.sep, "/")
