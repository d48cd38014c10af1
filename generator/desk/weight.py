"""What the site may weigh as it goes over the wire, and what is too heavy."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from generator.problems import Place, Problem


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that some files may weigh together, packed, in thousands of bytes."""

    name: str
    most: float
    files: tuple[str, ...]


BUDGETS = (
    Budget("the page", 300, ("index.html",)),
    Budget("the chart runtime", 165, ("assets/vega-*.js",)),
    # A reader's window asks for the figures of one sheet.
    Budget(
        "scripts and wide figures",
        450,
        ("assets/page-*.js", "assets/vega-*.js", "assets/figures/*-wide-*.js"),
    ),
    Budget(
        "scripts and narrow figures",
        450,
        ("assets/page-*.js", "assets/vega-*.js", "assets/figures/*-narrow-*.js"),
    ),
)
_PACKED_ALREADY = (b"wOF2", b"\x89PNG", b"\xff\xd8\xff")


def weights(pages: Mapping[str, bytes]) -> Iterator[Problem]:
    """The budgets that are overdrawn."""
    for budget in BUDGETS:
        names = [name for name in pages if any(fnmatchcase(name, pattern) for pattern in budget.files)]
        weight = sum(sent(pages[name]) for name in names) / 1000
        if weight > budget.most:
            heaviest = max(names, key=lambda name: sent(pages[name]))
            message = f"{budget.name}: {weight:.1f} kB packed, and {budget.most:g} are the most"
            yield Problem(Place(heaviest), message)


def sent(data: bytes) -> int:
    """How many bytes go over the wire."""
    return len(data) if data.startswith(_PACKED_ALREADY) else len(gzip.compress(data, 9))
