"""`python -m generator serve` on a small project, in a process group of its own, as a terminal gives it one."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.generator.project import Tides
from tests.generator.waiting import wait_until

ROOT = Path(__file__).parents[2]


def _listen() -> None:
    """Hear Ctrl-C, as from a terminal: what runs in the background is started deaf to it, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Preview:
    """A running preview."""

    def __init__(self, tides: Tides, *options: str) -> None:
        self.log = tides.folder / "serve.log"
        self._end = self.log.open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", "serve", "--port", "0", *options],
            cwd=tides.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=self._end,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_listen,
        )
        wait_until(lambda: "Ctrl-C" in self.log.read_text() or self.process.poll() is not None)
        [self.address] = re.findall(r"http://127\.0\.0\.1:\d+/", self.log.read_text())

    def page(self, name: str = "") -> str:
        """A page as it is served, whatever its status."""
        try:
            with urllib.request.urlopen(self.address + name) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return str(error.read().decode())

    def news(self, page: str = "index.html") -> dict[str, Any]:
        """How things stand. Each asking is held open for a while, so it must not be done too often."""
        time.sleep(0.05)
        with urllib.request.urlopen(f"{self.address}.preview/events?page={page}") as lines:
            told: dict[str, Any] = json.loads(lines.readline().removeprefix(b"data: "))
            return told

    def messages(self) -> list[str]:
        """What is wrong, in a line each."""
        return [f"{problem['place']} {problem['message']}" for problem in self.news()["problems"]]

    def shows(self, text: str, name: str = "") -> None:
        """Wait for a text on a page."""
        wait_until(lambda: text in self.page(name))

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal to the whole group, as Ctrl-C does, and give the status."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        status = self.process.wait(60)
        self._end.close()
        return status

    def processes(self) -> list[int]:
        """Every process of the group."""
        told = subprocess.run(["ps", "-A", "-o", "pid=,pgid="], capture_output=True, text=True, check=True)
        pairs = (tuple(map(int, line.split())) for line in told.stdout.splitlines())
        return [process for process, group in pairs if group == self.process.pid]
