"""Reading an essay's files: as plain text, whatever wrote them, and never from outside its folder."""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.characters import UNFIT
from generator.model import Settings, Source
from generator.problems import Place, Problem, nearest, shown
from generator.settings import read_settings

SETTINGS, REFERENCES, FRONT = "essay.toml", "references.bib", "index.md"
GLOSSARY, COLOPHON = "glossary.md", "colophon.md"
SECTION = re.compile(r"\d+-(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)\.md")


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of an essay as read, and what is wrong with them as files."""

    folder: Path
    settings: Settings | None  # None: essay.toml is missing or is no TOML
    texts: tuple[Source, ...]  # in reading order
    references: Source | None
    plain: tuple[Source, ...]  # every file that was read, for quoting lines of it
    problems: tuple[Problem, ...]


def load(folder: Path) -> Sources:
    """Read every text of the essay in `folder`; what cannot be read is told, not raised."""
    if not folder.is_dir():
        missing = Problem(Place(shown(folder)), "there is no such folder")
        return Sources(folder, None, (), None, (), (missing,))
    names, problems = _names(folder)
    read: dict[str, Source] = {}
    for name in names:
        outcome = read_text(folder / name, folder)
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            read[name] = outcome
    settings, faults = read_settings(read[SETTINGS]) if SETTINGS in read else (None, ())
    order = (FRONT, *sorted(filter(SECTION.fullmatch, read)), GLOSSARY, COLOPHON)
    return Sources(
        folder=folder,
        settings=settings,
        texts=tuple(read[name] for name in order if name in read),
        references=read.get(REFERENCES),
        plain=tuple(read.values()),
        problems=(*problems, *faults),
    )


def section_id(path: str) -> str:
    """The id that a file's name gives to its section, or nothing where it is no section."""
    match = SECTION.fullmatch(Path(path).name)
    return match["id"] if match else ""


def read_text(path: Path, inside: Path) -> Source | Problem:
    """A UTF-8 file with lines ended by LF, or why it cannot be had."""
    place = shown(path)
    try:
        if not path.resolve(strict=True).is_relative_to(inside.resolve()):
            return Problem(Place(place), f"this link leads out of {shown(inside)}/")
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link loop, before Python 3.13
        return Problem(Place(place), _why_unreadable(path, error))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8: byte 0x{data[error.start]:02x}"
        good = _lines(data[: error.start].decode("utf-8"))
        return _unreadable(place, message, _lines(data.decode("utf-8", "replace")), len(good))
    text = _lines(text)
    if unfit := UNFIT.search(text):
        message = f"no page can hold the character U+{ord(unfit[0]):04X}"
        return _unreadable(place, message, text, unfit.start())
    return Source(place, text)


def _lines(text: str) -> str:
    """The text with its lines ended by LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unreadable(path: str, message: str, text: str, offset: int) -> Problem:
    """A problem with a character, in a line that can be shown on any terminal."""
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return Problem(Place(path, line, column), message, UNFIT.sub("\ufffd", text.split("\n")[line - 1]))


def _names(folder: Path) -> tuple[list[str], list[Problem]]:
    """The files to read, and what is wrong with their names."""
    present = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    fixed = [name for name in (SETTINGS, REFERENCES, FRONT, GLOSSARY, COLOPHON) if name in present]
    sections = [name for name in present if SECTION.fullmatch(name)]
    problems = [*_clashes(folder, present), *_unread(folder, present)]
    missing = (name for name in (SETTINGS, FRONT) if name not in present)
    problems += (Problem(Place(shown(folder / name)), "this file is missing") for name in missing)
    return fixed + sections, problems


def _clashes(folder: Path, present: list[str]) -> Iterator[Problem]:
    """Names that differ only by case are one file elsewhere; two sections of one id are one anchor."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in present:
        alike[name.lower()].append(name)
    for names in alike.values():
        for name in names[1:]:
            yield Problem(Place(shown(folder / name)), f"its name differs from '{names[0]}' only by case")
    first: dict[str, str] = {}
    for name in present:
        other = first.setdefault(section_id(name), name) if section_id(name) else name
        if other != name:
            message = f"section '{section_id(name)}' is already in '{other}'"
            yield Problem(Place(shown(folder / name)), message)


def _unread(folder: Path, present: list[str]) -> Iterator[Problem]:
    """Markdown that no page would show."""
    known = {FRONT, GLOSSARY, COLOPHON}
    read = {name for name in present if name in known or SECTION.fullmatch(name)}
    for name in present:
        if name.lower().endswith(".md") and name.lower() not in read:
            hint = nearest(name, known) or "a section is named NN-name.md, in lower-case letters"
            yield Problem(
                Place(shown(folder / name)), "this file is never read", hint=hint, severity="warning"
            )


def _why_unreadable(path: Path, error: OSError | RuntimeError) -> str:
    if path.is_symlink() and isinstance(error, FileNotFoundError):
        return f"this link leads to '{path.readlink()}', which does not exist"
    if isinstance(error, RuntimeError) or getattr(error, "errno", None) == 40:
        return "this link leads round in a circle"
    return f"this cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
