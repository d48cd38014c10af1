"""What is recorded of the measurements, read back for the figures. `make measure` measures anew."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array

FOLDER = Path(__file__).parent
MIDDLE = 1  # of the three quarters that are recorded: half of the runs took less


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """What one way of computing attention takes. Axis L: the lengths."""

    milliseconds: Float[Array, "*L 3"]  # a quarter of the runs took less, half, three quarters
    bytes_held: Int[Array, "*L"]  # at most, beyond input and output

    @property
    def middle(self) -> Float[Array, "*L"]:
        """The median of the runs, in milliseconds."""
        middle: Array = self.milliseconds[..., MIDDLE]
        return middle

    @property
    def spread(self) -> Float[Array, "*L"]:
        """How far the quarters lie apart, as a share of the median."""
        spread: Array = (self.milliseconds[..., -1] - self.milliseconds[..., 0]) / self.middle
        return spread


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """One head in one thread, plain and in tiles, every word looking at every word."""

    provenance: dict[str, Any]
    width: int  # of the head
    lengths: Int[Array, " L"]
    plain: Way
    tiled: Way
    causal_length: int
    causal_plain: Way  # at this one length, every word looking at those before it
    causal_tiled: Way

    def at(self, length: int) -> int:
        """The place of a length."""
        return int(np.flatnonzero(self.lengths == length)[0])


@dataclass(frozen=True, slots=True)
class Page:
    """What the page is made of."""

    provenance: dict[str, Any]
    tests: int
    lines: dict[str, int]  # of Python, by room
    cold_seconds: int  # to build the site from nothing
    page_kilobytes: float  # sent for the page, compressed
    runtime_kilobytes: float  # and for what wakes its figures


def day(provenance: dict[str, Any]) -> str:
    """The day of a measurement, as the essay writes it."""
    day = date.fromisoformat(provenance["date"])
    return f"{day:%B} {day.day}, {day.year}"


def growth() -> Growth:
    """The record of time and memory."""
    told = _read("growth.json")
    causal = told["causal"]
    return Growth(
        provenance=told["provenance"],
        width=told["settings"]["width"],
        lengths=np.array(told["lengths"]),
        plain=_way(told["plain"]),
        tiled=_way(told["tiled"]),
        causal_length=causal["length"],
        causal_plain=_way(causal["plain"]),
        causal_tiled=_way(causal["tiled"]),
    )


def page() -> Page:
    """The record of the page."""
    told = _read("page.json")
    return Page(
        provenance=told["provenance"],
        tests=told["tests"],
        lines=told["lines"],
        cold_seconds=told["cold build, seconds"],
        page_kilobytes=told["gzip, kB"]["page"],
        runtime_kilobytes=told["gzip, kB"]["runtime"],
    )


def _way(told: dict[str, Any]) -> Way:
    return Way(np.array(told["milliseconds"]), np.array(told["bytes"]))


def _read(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return told
