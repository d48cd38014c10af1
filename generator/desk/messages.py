"""What passes between the preview and the process that builds for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.problems import Problem


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be built, and how."""

    essay_dir: Path
    cache_dir: Path
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """A piece of long work begins, or is done in so many seconds."""

    name: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Printed:
    """Pages that are new or other than before, and the names of those that are no more."""

    changed: Mapping[str, bytes]
    gone: frozenset[str]


@dataclass(frozen=True, slots=True)
class Finished:
    """A build is over: what is wrong (with errors, no page of it was printed), and what it would read again."""

    seconds: float
    problems: tuple[Problem, ...]
    folders: tuple[Path, ...]


Message = Working | Printed | Finished
