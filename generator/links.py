"""Where a link leads: to a place on the page, a figure in a given state, a file, or out into the world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote

from generator.listings import find_line, read_source
from generator.model import Control, Figure, Gallery
from generator.names import Names
from generator.page import Library
from generator.problems import Fault, nearest

_OUTSIDE = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads, as the page says it."""

    href: str
    text: str = ""  # what an empty link reads
    state: str = ""  # controls to set: name=value&…
    source: str = ""  # the project's file whose source page this is
    file: str = ""  # the essay's own file that the page must carry


def resolve_link(href: str, library: Library) -> Target:
    """The target of an author's link, or Fault."""
    names, figures = library.names, library.gallery.figures
    if href.lower().startswith(_OUTSIDE):
        return Target(href)
    path, _, fragment = decoded(href).partition("#")
    if path.startswith("code/"):
        return _source(path.removeprefix("code/"), fragment, library.project)
    if path:
        file = essay_file(path, library.folder)
        return Target(quote(file), file=file)
    anchor, _, state = fragment.partition("?")
    if anchor not in names.anchors:
        raise Fault(*_unknown(anchor, names, library.gallery))
    if not state:
        return Target(f"#{anchor}", names.anchors[anchor])
    figure = figures.get(anchor.removeprefix("fig-"))
    if not figure or not anchor.startswith("fig-"):
        raise Fault(f"only a figure has controls to set, and '#{anchor}' is none")
    return Target(f"#{anchor}", names.anchors[anchor], "&".join(_settings(figure, state)))


def decoded(href: str) -> str:
    """The path that a link spells, or Fault where no file can be named so."""
    path = unquote(href)
    if re.search(r"[\x00-\x1f\x7f]", path):
        raise Fault(f"'{href}' is no path")
    return path


def essay_file(path: str, folder: Path) -> str:
    """The path, within the essay's folder, of a file there; Fault where it is missing or not inside."""
    if re.match(r"[a-z][a-z0-9+.-]*:", path):
        raise Fault(f"'{path}' is no address that a page links to", "https://…, http://… or mailto:…")
    if path.endswith(".md"):
        raise Fault(f"'{path}' is no page of its own", "a section is linked by its name: [](#name)")
    file = _followed(folder / path)
    outside = ".." in Path(path).parts or Path(path).is_absolute()
    if outside or (file and not file.is_relative_to(folder.resolve())):
        raise Fault(f"'{path}' leads out of {folder.name}/")
    if file is None:
        raise Fault(f"there is no file '{path}' in {folder.name}/", nearest(path, _files(folder, path)))
    if file.is_dir() or file.suffix in (".toml", ".bib", ".py"):
        raise Fault(f"'{path}' is not for readers", "code of the project is linked as code/…")
    return file.relative_to(folder.resolve()).as_posix()


def _followed(path: Path) -> Path | None:
    """Where a path leads in the end, or nothing."""
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):  # RuntimeError: a link loop, before Python 3.13
        return None


def _files(folder: Path, path: str) -> list[str]:
    """The files beside the one that is missing."""
    beside = _followed((folder / path).parent) if Path(path).name else None
    entries = sorted(beside.iterdir()) if beside and beside.is_dir() else []
    return [Path(path).with_name(entry.name).as_posix() for entry in entries]


def _source(path: str, fragment: str, project: Path) -> Target:
    """A source page, `code/package/module.py`, at a line `#L12` or at a definition `#name`."""
    path = path.removesuffix(".html")
    file = _followed(project / path)
    if not file or not file.is_file() or ".." in Path(path).parts or Path(path).is_absolute():
        raise Fault(f"the project has no file '{path}'", nearest(path, _files(project, path)))
    read_source(file, path)
    if fragment and not (fragment[0] == "L" and fragment[1:].isdecimal()):
        fragment = f"L{find_line(project, path, fragment)}"
    return Target(f"code/{quote(path)}.html{f'#{fragment}' if fragment else ''}", source=path)


def _unknown(anchor: str, names: Names, gallery: Gallery) -> tuple[str, str]:
    """What is wrong with an anchor, by the kind of thing that it seems to mean."""
    kind, _, name = anchor.partition("-")
    if kind == "fig":
        placed = [known.removeprefix("fig-") for known in names.anchors if known.startswith("fig-")]
        if name in gallery.figures:
            return f"figure '{name}' is nowhere in the text", f"put it there: :::{{figure}} {name}"
        return f"no figure is named '{name}'", nearest(name, placed)
    if kind == "eq":
        labels = [known.removeprefix("eq-") for known in names.anchors if known.startswith("eq-")]
        return f"no formula is labelled '{name}'", nearest(name, labels)
    return f"nothing on the page is named '{anchor}'", nearest(anchor, names.anchors)


# ── a figure's controls ──────────────────────────────────────────────────────────────────────────


def _settings(figure: Figure, state: str) -> Iterator[str]:
    controls = {control.name: control for control in figure.controls}
    for name, value in parse_qsl(state, keep_blank_values=True):
        if name not in controls:
            message = f"figure '{figure.name}' has no control '{name}'"
            raise Fault(message, nearest(name, controls) or f"it has {', '.join(controls) or 'none'}")
        yield f"{quote(name)}={quote(_value(controls[name], value))}"


def _value(control: Control, value: str) -> str:
    """The value as the control has it, or Fault where it cannot take it."""
    if control.kind in ("toggle", "play"):
        return _one_of(control, value, ["true", "false"])
    if control.kind == "text":
        if len(value) > control.high:
            raise Fault(f"'{control.name}' has room for {control.high:g} characters, not for {len(value)}")
        return value
    if control.kind == "choice":
        return _one_of(control, value, [str(option) for option, _ in control.options])
    try:
        number = float(value)
    except ValueError:
        raise Fault(f"'{control.name}' is a number, not '{value}'") from None
    steps = (number - control.low) / (control.step or 1e-6)  # no step: any value
    if not control.low <= number <= control.high:
        raise Fault(f"'{control.name}' goes from {control.low:g} to {control.high:g}, not to {value}")
    if abs(steps - round(steps)) > 1e-6:  # decimal steps such as 0.1 are not exact in binary
        message = f"'{control.name}' goes by {control.step:g} from {control.low:g}, and never is {value}"
        raise Fault(message)
    return f"{number:.12g}"


def _one_of(control: Control, value: str, options: list[str]) -> str:
    if value not in options:
        message = f"'{control.name}' cannot be '{value}'"
        raise Fault(message, nearest(value, options) or f"it is one of {', '.join(options)}")
    return value
