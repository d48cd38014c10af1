"""An exception in an author's code, told as a problem at the author's own line, without our frames."""

from __future__ import annotations

import linecache
import re
import sys
import traceback
from pathlib import Path

from generator.problems import Place, Problem, nearest, shown
from generator.sources import GENERATOR


def blame(error: BaseException, project: Path, otherwise: Place) -> Problem:
    """The problem at the innermost line of the project's code that the error passed through."""
    message = f"{type(error).__name__}: {error}".removesuffix(": ").replace("\n", "\n    ")
    if isinstance(error, SyntaxError) and error.filename and _is_authors(error.filename, project):
        place = Place(shown(Path(error.filename)), error.lineno or 1, max(error.offset or 1, 1))
        return at(place, f"SyntaxError: {error.msg}")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_authors(frame.filename, project)]
    if not own:
        return at(otherwise, message, _hint(error))
    place = Place(shown(Path(own[-1].filename)), own[-1].lineno or 1, (own[-1].colno or 0) + 1)
    return at(place, message, _hint(error))


def at(place: Place, message: str, hint: str = "") -> Problem:
    """A problem together with the line that it is about."""
    linecache.checkcache(place.path)  # it may have been edited since another problem quoted it
    line = linecache.getline(place.path, place.line).rstrip("\n")
    return Problem(place, message, line, hint)


def _is_authors(filename: str, project: Path) -> bool:
    path = Path(filename)
    return path.is_relative_to(project) and not path.is_relative_to(GENERATOR) and path.is_file()


def _hint(error: BaseException) -> str:
    """The nearest right name, where the error is about a wrong one."""
    if isinstance(error, AttributeError) and error.name:
        return nearest(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
    if isinstance(error, NameError) and error.name and error.__traceback__:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        return nearest(error.name, {**frame.f_globals, **frame.f_locals})
    if isinstance(error, ModuleNotFoundError) and error.name:
        package, _, name = error.name.rpartition(".")
        return nearest(name, _modules(package))
    if isinstance(error, ImportError) and (match := re.match(r"cannot import name '(\w+)'", str(error))):
        return nearest(match[1], {*_modules(error.name or ""), *vars(sys.modules.get(error.name or "", sys))})
    return ""


def _modules(package: str) -> list[str]:
    """The names of the modules in a package that has been imported."""
    folders = getattr(sys.modules.get(package), "__path__", ())
    return [
        path.stem
        for folder in folders
        for path in Path(folder).iterdir()
        if not path.name.startswith(("_", "."))
    ]
