"""What the site weighs, by kind: as it lies on the disk, and as a host sends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

from generator.desk.weight import BUDGETS, sent
from tests.bench.table import Measured, Row, show

_KINDS = {
    "index.html": "index.html",
    "style sheet": "assets/essay-*.css",
    "type faces": "assets/*.woff2",
    "page script": "assets/page-*.js",
    "chart runtime": "assets/vega-*.js",
    "figure specs": "assets/figures/*.js",
    "pictures": "pictures/*",
    "data": "data/*",
    "source pages": "code/*",
    "in one file": "attention.html",
}
_TWINS = (".gz", ".br")  # what a host may send instead


def bench(site: Path) -> None:
    """Print the weights."""
    paths = [path for path in site.rglob("*") if path.is_file() and path.suffix not in _TWINS]
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    show("Weight, kB", ("", "files", "raw", "gzip", "budget", ""), _rows(files))


def _rows(files: Mapping[str, bytes]) -> Iterator[Row]:
    for kind, pattern in _KINDS.items():
        yield _row(kind, _matching(files, pattern))
    for budget in BUDGETS:
        yield _row(budget.name, _matching(files, *budget.files), budget.most)


def _matching(files: Mapping[str, bytes], *patterns: str) -> list[bytes]:
    return [data for name, data in files.items() if any(fnmatch(name, pattern) for pattern in patterns)]


def _row(kind: str, found: list[bytes], most: float | None = None) -> Row:
    packed = Measured(sum(map(sent, found)) / 1000, "{:.1f}", most)
    return (
        kind,
        str(len(found)),
        f"{sum(map(len, found)) / 1000:.1f}",
        str(packed),
        packed.budget,
        packed.verdict,
    )
