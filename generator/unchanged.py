"""Whether a build would only give what is there: the record of the last one, held against what is now."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from generator import cache
from generator.cache import Recipe, digest
from generator.problems import Place, Problem
from generator.sources import GENERATOR, Sources, files_under, installed
from generator.write import read

_SELF = digest(Path(__file__).read_bytes())


@dataclass(frozen=True, slots=True)
class Record:
    """A build that succeeded."""

    rooms: tuple[str, ...]  # the folders of the project that it read, besides the essay and the generator
    inputs: str
    outputs: Mapping[str, str]
    warnings: tuple[Problem, ...]


def inputs(essay_dir: Path, rooms: Iterable[str], sources: Sources) -> str:
    """One digest of everything that a build may read."""
    places = [essay_dir, GENERATOR, *(essay_dir.parent / room for room in sorted(rooms))]
    told = {
        "files": digests(places, sources),
        "address": os.environ.get("SITE_URL"),
        "packages": dict(installed()),
    }
    return digest(json.dumps(told, sort_keys=True).encode())


def digests(places: Iterable[Path], sources: Sources) -> dict[str, str]:
    """The digest of every file in some folders."""
    files = dict.fromkeys(file for place in places for file in files_under(place))
    return {str(file): sources.digest(file) for file in files if file.is_file()}


def outputs(pages: Mapping[str, bytes]) -> dict[str, str]:
    """The digest of each page."""
    return {name: digest(data) for name, data in pages.items()}


def last(essay_dir: Path, out: Path, cache_dir: Path) -> Record | None:
    """The last build's record, if what it read and what it wrote are both still as they were."""
    kept = cache.get(cache_dir, _recipe(essay_dir, out))
    if kept is None:
        return None
    told = json.loads(kept)
    warnings = tuple(
        Problem(**{**problem, "place": Place(**problem["place"])}) for problem in told["warnings"]
    )
    record = Record(tuple(told["rooms"]), told["inputs"], told["outputs"], warnings)
    is_same = record.inputs == inputs(essay_dir, record.rooms, Sources(essay_dir.parent))
    return record if is_same and record.outputs == outputs(read(out)) else None


def remember(record: Record, essay_dir: Path, out: Path, cache_dir: Path) -> None:
    """Keep a build's record for the next one."""
    cache.put(cache_dir, _recipe(essay_dir, out), json.dumps(asdict(record)).encode())


def _recipe(essay_dir: Path, out: Path) -> Recipe:
    return Recipe("builds", {"the essay": str(essay_dir), "the site": str(out), "recorded by": _SELF})
