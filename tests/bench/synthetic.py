"""An essay of any length, all sections alike: what does ten times as much cost?"""

from __future__ import annotations

from pathlib import Path

from tests.bench.project import Project

_PARAGRAPHS = 8
_SETTINGS = """title = "Tides"
subtitle = "At length"
description = "Sections of one kind, to see what length costs."
authors = ["Nobody"]
date = "2026-01-01"
licence = "CC0"

[roles.moon]
macro = "moon"
line = "solid"
light = "#1f5fd0"
dark = "#6f9eff"
"""
_SECTION = """---
title: Tide {i}
---

{paragraphs}

$$\\moon{{h}} = \\frac{{a}}{{d^3}}\\sum_{{n=1}}^{{7}} \\cos n\\theta$$ (tide-{i})

:::{{figure}} tide-{i} The height of a tide
What the slider sets is the *moon's* pull, $m$.
:::

[^a]: Nearly: the moon has gone on meanwhile.
"""
_PARAGRAPH = (
    "The sea at Brest comes and goes twice a day,[^a] and rises by {{num}}`tide-{i}:.2f` m, as [](#fig-tide-{i}) "
    "shows. The [moon]{{.moon}} pulls at what is near with $m / d^2$, and at what is far with a little less, "
    "so that *both* sides rise [@newton1687]. [](#eq-tide-{i}) adds them all up. " * 2
)
_EXPERIMENT = '''"""How high is tide {i}?"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    height: int = {i}


@dataclass(frozen=True)
class Result:
    heights: tuple[float, ...]


def run(config: Config = Config()) -> Result:
    """Measure."""
    return Result(tuple(1 + config.height * step / 1000 for step in range(23)))
'''
_FIGURE = '''"""Tide {i}, hour by hour."""

from generator.drawing import INK, bar, datum, figure, fmt, numbers, text, when
from sea.experiments import tide_{i}


@figure("tide-{i}", data=tide_{i}.run)
def tide_figure(result, page):
    """Bars as long as the tide is high, one of them pointed out."""
    pull = page.slider("pull", 2, 0, 4, 1, "Pull")
    hour = page.stepper("hour", 3, [str(hour) for hour in range(len(result.heights))], "Hour")
    rows = [{{"hour": hour, "height": height}} for hour, height in enumerate(result.heights)]
    y, length = 9 + 12 * datum.hour, 11 * datum.height * pull
    return (
        page.draw(
            300,
            bar(30, y, length, 9, fill=INK, rows=rows, opacity=when(datum.hour == hour, 1, 0.3)),
            text(9, y, fmt(datum.hour, "d"), rows=rows),
        )
        .says("At ", fmt(hour, "d"), " the pull is ", fmt(pull, "d"), ".")
        .tells("All", ("hour", "height"), list(enumerate(result.heights)))
    )


@numbers(tide_{i}.run)
def quoted(result):
    return {{"tide-{i}": result.heights[3]}}
'''


def long_essay(folder: Path, sections: int) -> Project:
    """An essay with a figure and an experiment for each section."""
    project = Project(folder)
    project.write("content/essay.toml", _SETTINGS)
    project.write("content/index.md", "The sea comes and goes.\n")
    bibliography = "@book{newton1687, author={Newton, Isaac}, title={Principia}, year={1687}}\n"
    project.write("content/references.bib", bibliography)
    for package in ("sea", "sea/experiments"):
        project.write(f"{package}/__init__.py", "")
    for i in range(1, sections + 1):
        paragraphs = "\n\n".join([_PARAGRAPH.format(i=i)] * _PARAGRAPHS)
        project.write(f"content/{i:03}-tide-{i}.md", _SECTION.format(i=i, paragraphs=paragraphs))
        project.write(f"content/figures/tide_{i}.py", _FIGURE.format(i=i))
        project.write(f"sea/experiments/tide_{i}.py", _EXPERIMENT.format(i=i))
        project.write(f"tests/sea/experiments/test_tide_{i}.py", "def test_nothing():\n    assert True\n")
    return project
