"""Which files of a project have been saved: at once, and without what editors leave lying about."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from watchfiles import Change, watch

_STEP = 20  # milliseconds of quiet after which a saving is taken to be over
_LOOK = 1000  # milliseconds after which the folders themselves are looked at
_PASSING = re.compile(
    r"""
    \..*            # hidden: .name.swp, .#name, the outputs and caches of tools
    | .*~           # what it was before
    | \#.*\#        # saved by itself
    | 4913          # a probe whether the folder can be written
    | .*\.(sw[a-p]|tmp|bak|orig|part|crdownload)
    | .*___jb_(tmp|old)___
    """,
    re.VERBOSE | re.DOTALL,
)


def is_passing(path: Path, roots: Iterable[Path]) -> bool:
    """Whether a file comes from an editor or a tool and is not to be read: by its name, or by a folder's."""
    root = next((root for root in roots if path.is_relative_to(root)), path.parent)
    parts = path.relative_to(root).parts
    return "__pycache__" in parts or any(_PASSING.fullmatch(part) for part in parts)


class Watch:
    """Calls back, from a thread of its own, with the files that were saved in some folders."""

    def __init__(self, saved: Callable[[frozenset[Path]], None]) -> None:
        self._saved = saved
        self._stop = threading.Event()
        self._folders: tuple[Path, ...] = ()
        self._thread = threading.Thread(target=lambda: None)

    def follow(self, folders: Iterable[Path]) -> None:
        """Watch these folders, and no others."""
        wanted = tuple(sorted(folder for folder in set(folders) if folder.is_dir()))
        if wanted == self._folders and self._thread.is_alive():
            return
        self.close()
        self._stop, self._folders = threading.Event(), wanted
        self._thread = threading.Thread(target=self._watch, args=(wanted, self._stop), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Watch no more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self, folders: tuple[Path, ...], stop: threading.Event) -> None:
        while not stop.is_set():
            seen, present = False, _identities(folders)
            if not present:
                stop.wait(_LOOK / 1000)
                continue

            def wanted(_: Change, path: str) -> bool:
                return not is_passing(Path(path), folders)

            for changes in watch(
                *(folder for folder in folders if folder in present),
                watch_filter=wanted,
                debounce=10 * _STEP,
                step=_STEP,
                stop_event=stop,
                rust_timeout=_LOOK,
                yield_on_timeout=True,
            ):
                if changes:
                    self._saved(frozenset(Path(path) for _, path in changes))
                elif not seen:  # what was saved while the watch took up its post
                    seen = True
                    self._saved(frozenset(folders))
                elif _identities(folders) != present:  # another folder is in its place: nobody watches that
                    self._saved(frozenset(folders))
                    break


def _identities(folders: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Which folders these are that are there."""
    found: dict[Path, tuple[int, int]] = {}
    for folder in folders:
        try:
            state = folder.stat()
        except OSError:
            continue
        found[folder] = (state.st_dev, state.st_ino)
    return found
