"""What Lighthouse finds of the page, on a phone as it imagines one. It needs Node, and fetches itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench.host import host
from tests.bench.table import Measured, held, say, show
from tests.browser import chromium

_VERSION = "12.2.3"
_OPTIONS = ("--quiet", "--output=json", "--chrome-flags=--headless --no-sandbox")
_PAINTS = {  # in Lighthouse's words, with what they may be
    "first-contentful-paint": Measured(0, "{:.0f} ms"),
    "largest-contentful-paint": Measured(0, "{:.0f} ms"),
    "total-blocking-time": Measured(0, "{:.0f} ms", most=50),
    "cumulative-layout-shift": Measured(0, "{:.3f}", most=0),
}


def bench(site: Path) -> None:
    """Print Lighthouse's scores and times for the page."""
    if shutil.which("npx") is None:
        say("Lighthouse: skipped, there is no Node here\n")
        return
    with host(site) as address:
        report = _report(address)
    if report is None:
        return
    title = f"Lighthouse {_VERSION}, mobile"
    show(title, ("", "found", "budget", ""), held(_rows(report)))
    for problem in _problems(report):
        say(f"  {problem}")


def _report(address: str) -> dict[str, Any] | None:
    command = ["npx", "--yes", f"lighthouse@{_VERSION}", address, *_OPTIONS]
    variables = {**os.environ, "CHROME_PATH": chromium.path() or ""}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"Lighthouse: skipped, it ended with {done.returncode}: {done.stderr.strip()[-300:]}\n")
        return None
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _rows(report: dict[str, Any]) -> Iterator[tuple[str, Measured]]:
    for category in report["categories"].values():
        yield category["title"].lower(), Measured(100 * category["score"], "{:.0f}", least=100)
    for name, wanted in _PAINTS.items():
        audit = report["audits"][name]
        value = round(audit["numericValue"], 3)  # no finer than it is told
        yield audit["title"].lower(), replace(wanted, value=value)


def _problems(report: dict[str, Any]) -> Iterator[str]:
    """What keeps a category from its full score."""
    for category in report["categories"].values():
        for reference in category["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                told = audit.get("displayValue") or audit.get("explanation") or ""
                yield f"{category['title'].lower()}: {audit['title']}{told and f' ({told})'}"
