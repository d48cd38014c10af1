"""Projects in folders of their own, to be built, changed and thrown away."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_ROOMS = ("attention", "content", "generator", "tests")


@dataclass(frozen=True, slots=True)
class Project:
    """An essay, its code, and what is built of them."""

    folder: Path
    generator: Path = ROOT  # where the generator is imported from

    def build(self) -> float:
        """Build it by the command, as an author does; how many seconds that takes."""
        command = [sys.executable, "-m", "generator", "build", "--quiet"]
        variables = {**os.environ, "PYTHONPATH": str(self.generator)}
        start = time.perf_counter()
        subprocess.run(command, cwd=self.folder, env=variables, check=True)
        return time.perf_counter() - start

    def append(self, name: str, text: str) -> None:
        """Let a file go on."""
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def write(self, name: str, text: str) -> None:
        """Write a file, and the folders it lies in."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copy_of_ours(folder: Path) -> Project:
    """This project as it stands, with nothing built or kept."""
    for room in _ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return Project(folder, generator=folder)
