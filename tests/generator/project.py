"""A project of a few lines in a folder of its own: an essay on tides, with its experiment and figures."""

from __future__ import annotations

from pathlib import Path

from generator.gallery import bake_gallery, plan
from generator.model import Gallery
from generator.workers import Progress, silent

COLORS = frozenset({"ink", "paper", "muted", "hairline", "wash", "moon"})

FILES = {
    "content/essay.toml": """title = "Tides"
subtitle = "Twice a day"
description = "Why the sea comes and goes."
authors = ["The contributors"]
date = "2026-11-29"
licence = "CC BY 4.0"

[roles.moon]
macro = "moon"
line = "solid"
light = "#1f5fd0"
dark = "#6f9eff"
""",
    "content/references.bib": "@book{newton1687, author={Newton, Isaac}, title={Principia}, year={1687}}\n",
    "content/index.md": "The sea comes and goes.\n",
    "content/01-spring.md": """---
title: Spring
---

A spring tide at Brest is {num}`spring-height:.1f` m, in {num}`spring-places` places [@newton1687].

:::{figure} spring The height
One bar.
:::

:::{figure} neap The other
Another.
:::
""",
    "tides/__init__.py": "",
    "tides/pull.py": '"""How the moon pulls."""\n\nHEIGHT = 3\n',
    "tides/experiments/__init__.py": "",
    "tides/experiments/spring.py": '''"""How high is a spring tide?"""

from dataclasses import dataclass
from pathlib import Path

from tides import pull


@dataclass(frozen=True)
class Result:
    height: float
    places: tuple[str, ...]


def run() -> Result:
    """Measure."""
    places = (Path(__file__).parents[1] / "places.txt").read_text().split()
    return Result(pull.HEIGHT * 1.5, tuple(places))
''',
    "tides/places.txt": "Brest\nGranville\n",
    "content/figures/_sheet.py": "BAR = 11\n",
    "content/figures/spring.py": '''"""One bar."""

from content.figures._sheet import BAR
from generator.drawing import INK, figure, numbers, rect
from tides.experiments import spring


@figure("spring", data=spring.run)
def spring_figure(result, page):
    """A bar as high as the tide."""
    level = page.slider("level", 2, 0, 4, 1, "Level")
    bar = rect(9, 9, level * result.height, BAR, fill=INK)
    places = [(place,) for place in result.places]
    return page.draw(40, bar).says("Level ", level, ".").tells("All", ("place",), places)


@numbers(spring.run)
def quoted(result):
    return {
        "spring-height": result.height,
        "spring-places": len(result.places),
    }
''',
    "content/figures/neap.py": '''"""Another bar, of the same result."""

from generator.drawing import INK, figure, rect
from tides.experiments.spring import run


@figure("neap", data=run)
def neap_figure(result, page):
    """A lower bar."""
    bar = rect(9, 9, result.height, 7, fill=INK)
    return page.draw(30, bar).tells("All", ("height",), [(result.height,)])
''',
    "tests/tides/experiments/test_spring.py": "def test_nothing():\n    assert True\n",
}


class Tides:
    """The project in a folder, to be edited and baked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.content = self.folder / "content"
        self.cache = self.folder / ".cache"
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a spot that must be there."""
        text = (self.folder / name).read_text()
        assert old in text, f"{old!r} is not in {name}"
        self.write(name, text.replace(old, new))

    def bake(self, progress: Progress = silent) -> Gallery:
        """Its gallery, as it is now."""
        return bake_gallery(plan(self.content, self.cache), COLORS, progress)

    def baked(self) -> tuple[set[str], Gallery]:
        """Which pieces of work a baking does, by their short names, and what it gives."""
        done: set[str] = set()

        def note(name: str, seconds: float | None) -> None:
            if seconds is not None:
                done.add(name.removeprefix("tides.experiments.").removeprefix("content.figures."))

        return done, self.bake(note)
