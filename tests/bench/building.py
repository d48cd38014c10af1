"""How long a build takes: from nothing, and after each kind of change an author makes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median

from tests.bench.project import Project, copy_of_ours
from tests.bench.synthetic import long_essay
from tests.bench.table import Measured, Row, held, say, show

_RUNS = 5
_SECTIONS = 12
_TIMES = 10
_SECTION = "content/07-matrix.md"
_EXPERIMENT = "attention/experiments/matrix.py"


def bench() -> None:
    """Print the times of building this essay, and of one ten times as long as another."""
    with tempfile.TemporaryDirectory() as folder:
        show("Build, seconds", ("", "took", "budget", ""), held(_ours(Path(folder))))
    with tempfile.TemporaryDirectory() as folder:
        columns = ("Synthetic essay", f"{_SECTIONS} sections", f"{_TIMES * _SECTIONS} sections", "ratio")
        show("Ten times the sections and figures, seconds", columns, _synthetic(Path(folder)))


def _ours(folder: Path) -> Iterator[tuple[str, Measured]]:
    project = copy_of_ours(folder)
    say("building with nothing kept: a minute or more")
    cold = project.build()
    yield "nothing kept: every experiment, every figure", Measured(cold, most=90)
    yield "nothing changed", Measured(_warm(project, lambda _: None), most=0.6)
    yield "a word of prose", Measured(_warm(project, _prose(project, _SECTION)), most=1.0)
    yield "one quick experiment", Measured(_warm(project, _code(project, _EXPERIMENT)), most=2.5)


def _synthetic(folder: Path) -> Iterator[Row]:
    kinds = ("nothing kept", "nothing changed", "a word of prose", "one experiment")
    short, long = (_each_kind(long_essay(folder / str(times), times * _SECTIONS)) for times in (1, _TIMES))
    for kind, one, ten in zip(kinds, short, long, strict=True):
        yield kind, f"{one:.2f}", f"{ten:.2f}", Measured(ten / one, "{:.1f}", most=_TIMES)


def _each_kind(project: Project) -> tuple[float, ...]:
    return (
        project.build(),
        _warm(project, lambda _: None),
        _warm(project, _prose(project, "content/007-tide-7.md")),
        _warm(project, _code(project, "sea/experiments/tide_7.py")),
    )


def _warm(project: Project, change: Callable[[int], None]) -> float:
    """The median time of a build after a change."""
    numbers = count(1)

    def once() -> float:
        change(next(numbers))
        return project.build()

    return median(once() for _ in range(_RUNS))


def _prose(project: Project, name: str) -> Callable[[int], None]:
    return lambda i: project.append(name, f"\nWord {'again ' * i}and once more.\n")


def _code(project: Project, name: str) -> Callable[[int], None]:
    return lambda i: project.append(name, f"\n_CHANGE_{i} = {i}\n")
