"""A build on one screen: what an author wrote, and what their code gives, become a site."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator import unchanged
from generator.gallery import bake_gallery, plan
from generator.model import Essay, Gallery, Settings
from generator.problems import BuildFailed, Place, Problem, shown
from generator.unchanged import Record
from generator.workers import Progress, silent
from generator.write import write

if TYPE_CHECKING:
    from generator.load import Sources


def build(
    essay_dir: Path, out: Path, cache_dir: Path, *, strict: bool = False, progress: Progress = silent
) -> tuple[Problem, ...]:
    """Build the whole site and give its warnings, or raise BuildFailed and leave `out` as it was."""
    essay_dir, out, cache_dir = (Path(os.path.realpath(folder)) for folder in (essay_dir, out, cache_dir))
    record = unchanged.last(essay_dir, out, cache_dir)
    if record is None:
        try:
            record = _build(essay_dir, out, cache_dir, strict, progress)
        except OSError as error:  # a file that was there as the build began, most likely
            place = Place(shown(Path(error.filename or essay_dir)))
            message = f"this cannot be read: {error.strerror or error}"
            raise BuildFailed([Problem(place, message)]) from None
        unchanged.remember(record, essay_dir, out, cache_dir)
    _refuse(record.warnings if strict else ())
    return record.warnings


def _build(essay_dir: Path, out: Path, cache_dir: Path, strict: bool, progress: Progress) -> Record:
    # Late: a build with nothing to do needs none of these, nor their libraries.
    from generator.load import load
    from generator.packing import packed
    from generator.render import render

    made = plan(essay_dir, cache_dir)
    inputs = unchanged.inputs(essay_dir, made.rooms, made.sources)  # before anything else is read
    sources = load(essay_dir)
    gallery = bake_gallery(made, colors(sources), progress)
    essay = compose(sources, gallery, made.project, strict=strict)
    pages = render(essay, made.project, cache_dir)
    pages = {**pages, **packed(pages, cache_dir)}
    write(pages, out)
    return Record(tuple(made.rooms), inputs, unchanged.outputs(pages), essay.warnings)


def colors(sources: Sources) -> frozenset[str]:
    """The names of the colors that a figure of this essay may use."""
    from generator.palette import palette

    return frozenset(palette(sources.settings.roles if sources.settings else (), "light"))


def compose(sources: Sources, gallery: Gallery, project: Path, *, strict: bool) -> Essay:
    """The essay as it is to be published, or BuildFailed."""
    from generator.parse import parse
    from generator.resolve import resolve

    essay = resolve(sources, [parse(source) for source in sources.texts], gallery, project)
    _refuse(essay.warnings if strict else ())
    return replace(essay, settings=published(essay.settings))


def published(settings: Settings) -> Settings:
    """The settings, with the address that the environment names: who publishes knows where."""
    from generator.settings import is_address

    address = os.environ.get("SITE_URL") or settings.address
    if not is_address(address):
        message = f"this is no address such as https://example.org/essay/: {address}"
        raise BuildFailed([Problem(Place("SITE_URL"), message)])
    return replace(settings, address=address)


def _refuse(problems: tuple[Problem, ...]) -> None:
    if problems:
        raise BuildFailed(problems)
