"""The skeleton of a new essay, small and whole: it builds at once, and every line of it is there to be replaced."""

from __future__ import annotations

import importlib.util
import keyword
from datetime import date
from pathlib import Path

from generator.problems import BuildFailed, Place, Problem, shown

_SKELETON = Path(__file__).parent / "skeleton"


def start(folder: Path) -> tuple[Path, ...]:
    """Write a new essay into a folder that is empty or not there yet, and give its files."""
    _refuse(folder)
    written = []
    for source in sorted(path for path in _SKELETON.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        path = folder / source.relative_to(_SKELETON)
        text = source.read_text(encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            text.replace("ESSAY", folder.name).replace("TODAY", date.today().isoformat()), encoding="utf-8"
        )
        written.append(path)
    return tuple(written)


def _refuse(folder: Path) -> None:
    """Keep what is there, and see that Python can import the figures: the folder's name begins their modules'."""
    name = folder.name
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        message = "is not empty: name a new folder"
    elif not name.isidentifier() or keyword.iskeyword(name):
        message = f"'{name}' cannot be imported by Python: use letters, digits and _"
    elif importlib.util.find_spec(name) is not None and not folder.is_dir():
        message = f"'{name}' is a package of Python's already, which the figures could not tell apart"
    else:
        return
    raise BuildFailed([Problem(Place(shown(folder)), message)])
