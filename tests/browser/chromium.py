"""The browser that pages are tested and measured in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def path() -> str | None:
    """Chromium: the one named by CHROMIUM, or the system's; none where only Playwright's own can be had."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """Start it, and end it."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path(), args=["--no-sandbox"])
        yield started
        started.close()
