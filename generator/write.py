"""The only step that touches the site: all is written aside, then takes the place of the old at once."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from generator.problems import BuildFailed, Place, Problem, shown

MARKER = ".generated"
KEPT = (".gitignore", ".gitkeep")  # what a repository keeps in an otherwise empty folder
_NOTE = b"Everything in this folder is replaced by the next `python -m generator build`.\n"


def write(pages: Mapping[str, bytes], out: Path) -> None:
    """Make `out` hold exactly these pages. Killed at any moment, it leaves the old or the new site, whole."""
    out = Path(os.path.realpath(out))  # links that go round are told below
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with _alone(out.parent):
            recover(out)
            _refuse_foreign(out)
            kept = {name: (out / name).read_bytes() for name in KEPT if (out / name).is_file()}
            try:
                _fill(_new(out), {**pages, **kept, MARKER: _NOTE}, out)
                _swap(_new(out), out)
            finally:
                recover(out)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error} ({error.filename or out})"
        raise BuildFailed([Problem(Place(shown(out)), message)]) from None


def recover(out: Path) -> None:
    """Clear what a build left, killed or done; the old site comes back if it stands aside and no new one is there."""
    if _old(out).exists() and not out.exists():
        _old(out).rename(out)
    _clear(out)


def read(out: Path) -> dict[str, bytes]:
    """The pages of a site as `write` left them, or nothing if it did not."""
    if not (out / MARKER).is_file():
        return {}
    files = (path for path in sorted(out.rglob("*")) if path.is_file())
    pages = {path.relative_to(out).as_posix(): path.read_bytes() for path in files}
    return {name: data for name, data in pages.items() if name not in (*KEPT, MARKER)}


def _new(out: Path) -> Path:
    return out.with_name(f".{out.name}.new")


def _old(out: Path) -> Path:
    return out.with_name(f".{out.name}.old")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two builds do not mix. It goes with the process, however that ends."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _refuse_foreign(out: Path) -> None:
    """Keep a folder that holds anything we did not write."""
    if not out.exists() or (out / MARKER).is_file():
        return
    foreign = (
        sorted(path.name for path in out.iterdir() if path.name not in KEPT) if out.is_dir() else [out.name]
    )
    if foreign:
        message = f"is not ours to replace: it holds '{foreign[0]}'. Give an empty folder, or a new one"
        raise BuildFailed([Problem(Place(shown(out)), message)])


def _fill(folder: Path, files: Mapping[str, bytes], last: Path) -> None:
    """Make a folder, and see what is new in it on the disk before it takes the place of the last one."""
    written = []
    for name, data in files.items():
        relative = PurePosixPath(name)
        if relative.is_absolute() or ".." in relative.parts:
            raise ValueError(f"page names are relative and stay inside the site, got {name!r}")
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        if not _taken_over(last / relative, path, data):
            path.write_bytes(data)
            written.append(path)
    for path in written:  # all at the end: by then the disk has most of them
        _sync(path)


def _taken_over(old: Path, new: Path, data: bytes) -> bool:
    """Link to a file that would be written the same: that is quick, and hosts still know how old it is."""
    try:
        if old.is_symlink() or old.read_bytes() != data:
            return False
        new.hardlink_to(old)
    except OSError:  # it is not there, or this file system has no such links
        return False
    return True


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _clear(out: Path) -> None:
    for leftover in (_new(out), _old(out)):
        if leftover.exists():
            shutil.rmtree(leftover)


def _swap(new: Path, out: Path) -> None:
    """Put the new folder in the old one's place; the old one is left aside."""
    if not out.exists():
        new.rename(out)
    elif not _exchange(new, out):
        out.rename(_old(out))
        new.rename(out)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step, where the system and the file system can."""
    library = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin":
        renamed: int = library.renamex_np(first, second, 2)  # RENAME_SWAP
    elif hasattr(library, "renameat2"):
        here = -100  # AT_FDCWD: both paths are absolute anyway
        renamed = library.renameat2(here, first, here, second, 2)  # RENAME_EXCHANGE
    else:
        return False
    return bool(renamed == 0)
