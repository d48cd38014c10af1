"""What the site weighs, by kind: as it lies on the disk, and as a host sends it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

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
_MOST = {"index.html": 300, "chart runtime": 165}
_SCRIPTS = ("assets/page-*.js", "assets/vega-*.js")
_LAYOUTS = ("wide", "narrow")  # a reader's window needs the specs of one
_TWINS = (".gz", ".br")  # what a host may send instead


def bench(site: Path) -> None:
    """Print the weights."""
    paths = [path for path in site.rglob("*") if path.is_file() and path.suffix not in _TWINS]
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    show("Weight, kB", ("", "files", "raw", "gzip", "budget", ""), _rows(files))


def _rows(files: Mapping[str, bytes]) -> Iterator[Row]:
    for kind, pattern in _KINDS.items():
        yield _row(kind, _matching(files, pattern), _MOST.get(kind))
    for layout in _LAYOUTS:
        scripts = _matching(files, *_SCRIPTS, f"assets/figures/*-{layout}-*.js")
        yield _row(f"scripts and specs, {layout}", scripts, 450)


def _matching(files: Mapping[str, bytes], *patterns: str) -> list[bytes]:
    return [data for name, data in files.items() if any(fnmatch(name, pattern) for pattern in patterns)]


def _row(kind: str, found: list[bytes], most: float | None) -> Row:
    sent = Measured(sum(map(_sent, found)) / 1000, "{:.1f}", most)
    return kind, str(len(found)), f"{sum(map(len, found)) / 1000:.1f}", str(sent), sent.budget, sent.verdict


def _sent(data: bytes) -> int:
    """How many bytes go over the wire. Type faces and pictures in bits are as small as they get."""
    packed = data[:4] in (b"wOF2", b"\x89PNG")
    return len(data) if packed else len(gzip.compress(data, 9))
