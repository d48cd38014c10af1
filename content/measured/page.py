"""What this page is made of, as far as it can't be counted while it is made: tests, lines, seconds and bytes."""

import gzip
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[2]
ROOMS = ("attention", "generator", "content", "tests")


class MeasureError(Exception):
    """Why something cannot be measured."""


def measure() -> dict[str, Any]:
    """Count the tests and the lines, build the site from nothing, weigh it."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder, "site")
        started = time.perf_counter()
        _run("generator", "build", "--quiet", "--out", str(site), "--cache", str(Path(folder, "cache")))
        seconds = time.perf_counter() - started
        return {
            "tests": tests(),
            "lines": lines(HOME),
            "cold build, seconds": round(seconds),
            "gzip, kB": weights(site),
        }


def tests() -> int:
    """How many tests there are; every case of one with cases counts."""
    told = _run("pytest", "tests", "--collect-only", "--quiet", "-p", "no:cacheprovider").splitlines()
    return sum("::" in line for line in told)


def lines(home: Path) -> dict[str, int]:
    """Lines of Python in every room, empty ones aside."""
    return {room: sum(map(_written, sorted((home / room).rglob("*.py")))) for room in ROOMS}


def weights(site: Path) -> dict[str, float]:
    """What is sent over the network for the page, and for the runtime that wakes its figures."""
    runtimes = sorted((site / "assets").glob("vega-*.js"))
    if len(runtimes) != 1:
        raise MeasureError(f"assets/vega-*.js: got {len(runtimes)} files, wanted one")
    return {"page": _packed(site / "index.html"), "runtime": _packed(runtimes[0])}


def _written(path: Path) -> int:
    return sum(not line.isspace() for line in path.read_text("utf-8", "replace").splitlines(keepends=True))


def _packed(path: Path) -> float:
    return round(len(gzip.compress(path.read_bytes(), 9, mtime=0)) / 1000, 1)


def _run(*module: str) -> str:
    """What a command prints; MeasureError with what it says where it fails."""
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or "no reason given"
        raise MeasureError(f"{' '.join(module[:2])} failed\n{said}")
    return done.stdout
