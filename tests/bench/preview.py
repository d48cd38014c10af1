"""How soon a saving is seen in the live preview: from the file to the page in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Error, Page

from tests.bench.project import ROOT, Project, copy_of_ours
from tests.bench.table import Measured, held, say, show
from tests.browser import chromium

_RUNS = 7
_SECTION = "content/07-matrix.md"
_ID = "matrix"
_PAUSE = 1.0  # seconds between savings: nobody saves faster


def bench() -> None:
    """Print the times from saving to seeing."""
    with tempfile.TemporaryDirectory() as folder, chromium.browser() as browser:
        project = copy_of_ours(Path(folder))
        with _preview(project) as address:
            page = browser.new_page()
            page.goto(f"{address}#{_ID}")
            show(
                "Preview, seconds from saving to seeing",
                ("", "took", "budget", ""),
                held(_rows(project, page)),
            )


def _rows(project: Project, page: Page) -> Iterator[tuple[str, Measured]]:
    text = (project.folder / _SECTION).read_text(encoding="utf-8")
    prose = _seen(project, page, lambda word: f"{text}\n{word}\n", f"#{_ID}")
    yield "a word of prose, taken over by the page", Measured(prose, most=0.4)
    title = _seen(project, page, lambda word: text.replace("title: ", f"title: {word} ", 1), f"#{_ID} h2")
    yield "a title, for which the page is loaded anew", Measured(title)


def _seen(project: Project, page: Page, changed: Callable[[str], str], where: str) -> float:
    """The median time until a new word is on the page, and the page is whole."""
    times = []
    for run in range(_RUNS):
        time.sleep(_PAUSE)
        word = f"Word{run}x{where.count(' ')}"
        aside = project.folder / "saving.tmp"
        aside.write_text(changed(word), encoding="utf-8")
        start = time.perf_counter()
        aside.replace(project.folder / _SECTION)
        while not _has(page, where, word):
            pass
        times.append(time.perf_counter() - start)
    return median(times)


def _has(page: Page, where: str, word: str) -> bool:
    question = """([where, word]) => document.readyState === "complete"
        && document.querySelector(where).textContent.includes(word)"""
    try:
        return bool(page.evaluate(question, [where, word]))
    except Error:  # one page has gone, and the next is not there yet
        return False


@contextmanager
def _preview(project: Project) -> Iterator[str]:
    """The preview of a project with this one's results, from its first page on; where it is served."""
    command = [sys.executable, "-m", "generator", "serve", "--port", "0", "--cache", str(ROOT / ".cache")]
    variables = {**os.environ, "PYTHONPATH": str(project.generator)}
    say("starting the preview")
    with subprocess.Popen(
        command, cwd=project.folder, env=variables, stdout=subprocess.PIPE, text=True
    ) as serving:
        lines = iter(serving.stdout or ())
        [address] = re.findall(r"http://\S+/", next(lines))
        next(lines)  # the first build is done
        try:
            yield address
        finally:
            serving.terminate()
