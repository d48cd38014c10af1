"""What the preview shows now, and how those who look at it hear of what comes next."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.cache import digest
from generator.problems import Problem

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")


@dataclass(frozen=True, slots=True)
class Shown:
    """What the preview shows at one moment: the last good pages, and what is wrong with the newest text."""

    pages: Mapping[str, bytes] = field(default_factory=dict)  # by path within the site
    versions: Mapping[str, str] = field(
        default_factory=dict
    )  # of HTML pages: another one is to be shown anew
    problems: tuple[Problem, ...] = ()
    work: tuple[str, ...] = ()  # what goes on

    def turned(self, changed: Mapping[str, bytes], gone: frozenset[str]) -> Shown:
        """With other pages. The files that a page names by their digest make it another page by themselves."""
        pages = {name: data for name, data in {**self.pages, **changed}.items() if name not in gone}
        pictures = "".join(digest(pages[name]) for name in sorted(pages) if name.endswith(_PICTURES))
        is_same = not any(name.endswith(_PICTURES) for name in (*changed, *gone))
        known = self.versions if is_same else {}
        anew = {name for name in pages if name.endswith(".html") and (name in changed or name not in known)}
        fresh = {name: digest(pages[name] + pictures.encode()) for name in anew}
        versions = {name: told for name, told in {**known, **fresh}.items() if name in pages}
        return replace(self, pages=pages, versions=versions)


class Stage:
    """Holds what is shown. One thread changes it, and every other one may wait for the change."""

    def __init__(self) -> None:
        self._shown = Shown()
        self._closed = False
        self._changes = threading.Condition()

    @property
    def now(self) -> Shown:
        """What is shown."""
        return self._shown

    @property
    def closed(self) -> bool:
        """Whether the preview has ended."""
        return self._closed

    def change(self, **fields: Any) -> None:
        """Show something else."""
        self._show(replace(self._shown, **fields))

    def turn(self, changed: Mapping[str, bytes], gone: frozenset[str]) -> None:
        """Show other pages."""
        self._show(self._shown.turned(changed, gone))

    def close(self) -> None:
        """Send everybody home."""
        with self._changes:
            self._closed = True
            self._changes.notify_all()

    def after(self, seen: Shown | None, patience: float) -> Shown:
        """What is shown once it is no longer what was seen; the same after so many seconds, or at the end."""
        with self._changes:
            self._changes.wait_for(lambda: self._closed or self._shown is not seen, patience)
            return self._shown

    def _show(self, shown: Shown) -> None:
        with self._changes:
            self._shown = shown
            self._changes.notify_all()
