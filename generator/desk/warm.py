"""A build in a process that has built before: what did not change since is not done again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generator.build import colors, compose
from generator.desk.messages import Job, Message, Printed, Working
from generator.gallery import bake_gallery, plan
from generator.load import Sources, load
from generator.model import Gallery
from generator.problems import BuildFailed, Problem
from generator.render import rendered
from generator.sources import GENERATOR
from generator.sources import Sources as Files
from generator.unchanged import digests


class Warm:
    """Builds one essay again and again, and sends what is new of it."""

    def __init__(self, job: Job, send: Callable[[Message], None]) -> None:
        self.folders: tuple[Path, ...] = (job.essay_dir, GENERATOR)  # what the next build would read
        self._job, self._send = job, send
        self._gallery = Gallery()
        self._drawn: object = None  # what the gallery was made of
        self._pages: Mapping[str, bytes] = {}

    def build(self) -> tuple[Problem, ...]:
        """Send the pages that are other than before, and give every problem. With an error, none is sent."""
        sources = load(self._job.essay_dir)
        project = self._job.essay_dir.parent
        try:
            essay = compose(sources, self._hung(sources), project, strict=self._job.strict)
        except BuildFailed as failed:
            return failed.problems
        pages: dict[str, bytes] = {}
        for part in rendered(essay, project, self._job.cache_dir):
            self._print(part)
            pages |= part
        self._send(Printed({}, frozenset(self._pages.keys() - pages.keys())))
        self._pages = pages
        return essay.warnings

    def _print(self, pages: Mapping[str, bytes]) -> None:
        changed = {name: data for name, data in pages.items() if self._pages.get(name) != data}
        self._send(Printed(changed, frozenset()))

    def _hung(self, sources: Sources) -> Gallery:
        """The gallery: as it hangs while neither code nor data nor colors change."""
        names = colors(sources)
        if self._drawn != (names, self._code(Files(self._job.essay_dir.parent))):
            made = plan(self._job.essay_dir, self._job.cache_dir)
            rooms = (self._job.essay_dir.parent / room for room in made.rooms)
            self.folders = (self._job.essay_dir, GENERATOR, *rooms)
            self._drawn = (names, self._code(made.sources))  # before it is made: it may change meanwhile
            self._gallery = bake_gallery(
                made, names, lambda name, seconds: self._send(Working(name, seconds))
            )
        return self._gallery

    def _code(self, files: Files) -> dict[str, str]:
        """The digest of every file of the project but the texts. The generator's own code makes another process."""
        found = digests((folder for folder in self.folders if folder != GENERATOR), files)
        return {name: told for name, told in found.items() if Path(name).parent != self._job.essay_dir}
