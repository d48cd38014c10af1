"""A real Chromium, and two sites to read in it: the sample's and the project's own. Pages must stay quiet."""

from __future__ import annotations

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from generator.render import render
from tests.browser import chromium
from tests.generator import sample

PROJECT = Path(__file__).parents[2]
Reader = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests of a process."""
    with chromium.browser() as started:
        yield started


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a host serves; both sites lie deep in it."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="session")
def tides(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample essay."""
    files = render(sample.essay(), PROJECT, tmp_path_factory.mktemp("cache"))
    for name, data in files.items():
        path = root / "a" / "b" / "tides" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root / "a" / "b" / "tides"


@pytest.fixture(scope="session")
def essay(root: Path) -> Path:
    """The site of the project's own essay."""
    out = root / "a" / "b" / "essay"
    command = [sys.executable, "-m", "generator", "build", "--out", str(out)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(params=["tides", "essay"])
def site(request: pytest.FixtureRequest) -> Path:
    """Each of the two sites by turns."""
    site: Path = request.getfixturevalue(request.param)
    return site


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def host(root: Path) -> Iterator[str]:
    """The address of a host whose root is the folder of both sites."""
    handler = functools.partial(_Quiet, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    """Opens a page in a context of its own. No page may say anything on the console, unless it is `heard`."""
    said: list[str] = []

    def read(
        address: str | Path,
        width: int = 1280,
        height: int = 800,
        heard: list[str] | None = None,
        **options: Any,
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        ears = said if heard is None else heard
        page.on("console", lambda message: ears.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: ears.append(f"{page.url}: {error}"))
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return page

    yield read
    for context in browser.contexts:
        context.close()
    assert said == []
