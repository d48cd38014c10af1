"""A real Chromium, and two sites to read in it: the sample's and the project's own. Pages must stay quiet."""

from __future__ import annotations

import fcntl
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
from generator.write import write
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
def root(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """What a host serves; both sites lie deep in it. Processes that share the tests share it as well."""
    own = tmp_path_factory.getbasetemp()
    root = (own if worker_id == "master" else own.parent) / "host"
    (root / "a" / "b").mkdir(parents=True, exist_ok=True)
    return root


@pytest.fixture(scope="session")
def tides(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample essay."""

    def make(site: Path) -> None:
        write(render(sample.essay(), PROJECT, tmp_path_factory.mktemp("cache")), site)

    return _once(root / "a" / "b" / "tides", make)


@pytest.fixture(scope="session")
def essay(root: Path) -> Path:
    """The site of the project's own essay."""

    def make(site: Path) -> None:
        command = [sys.executable, "-m", "generator", "build", "--out", str(site)]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return _once(root / "a" / "b" / "essay", make)


def _once(site: Path, make: Callable[[Path], None]) -> Path:
    """A site, made by the first process of the run that asks for it. It appears as a whole."""
    with site.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists():
            make(site)
    return site


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
