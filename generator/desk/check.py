"""A look at a built site, as a reader's browser, a host and a search engine will see it. Nothing is fetched."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from generator.build import published
from generator.desk.anatomy import Anatomy, Mention, anatomy
from generator.desk.contrast import contrasts
from generator.desk.weight import weights
from generator.load import SETTINGS, load, read_text
from generator.model import Settings, Source
from generator.packing import TWINS
from generator.palette import THEME
from generator.problems import BuildFailed, Place, Problem, nearest, shown
from generator.write import read

_FIRST = "index.html"
_PLAIN = 320  # characters of a description, more than any search engine shows
_CSS_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)""")


def check_site(essay_dir: Path, out: Path) -> dict[str, str]:
    """The links that lead away from a site that is in order, or BuildFailed with all that is not."""
    sources = load(essay_dir)
    settings_file = next((source for source in sources.plain if Path(source.path).name == SETTINGS), None)
    if sources.settings is None or settings_file is None:
        raise BuildFailed(sources.problems)
    settings = published(sources.settings)
    pages = {name: data for name, data in read(out).items() if not name.endswith(TWINS)}
    tokens = read_text(THEME / "tokens.toml", THEME)
    problems = check(pages, settings, shown(out))
    if isinstance(tokens, Source):
        problems = (*problems, *contrasts(settings.roles, settings_file, tokens))
    if problems:
        raise BuildFailed(problems)
    return external_links(pages, settings)


def check(pages: Mapping[str, bytes], settings: Settings, folder: str = "site") -> tuple[Problem, ...]:
    """Everything that is wrong with the files of a site, by path; `folder` is what problems call the site."""
    if _FIRST not in pages:
        return (Problem(Place(f"{folder}/{_FIRST}"), "there is no such page: build the site first"),)
    parts = _anatomies(pages)
    problems = [
        *(problem for name in parts for problem in _page(name, parts, pages, settings)),
        *_well_formed(pages),
        *_styles(pages),
        *_sitemap(pages, settings),
        *weights(pages),
    ]
    lines = partial(_quoted, pages=pages, folder=folder)
    return tuple(sorted(map(lines, problems), key=lambda problem: (problem.place, problem.message)))


def external_links(pages: Mapping[str, bytes], settings: Settings) -> dict[str, str]:
    """The addresses that lead away from the site, each with the first page that has it."""
    found: dict[str, str] = {}
    for name, parts in _anatomies(pages).items():
        for mention in parts.mentions:
            is_own = bool(settings.address) and mention.target.startswith(settings.address)
            if mention.kind == "address" and mention.target.startswith(("http:", "https:")) and not is_own:
                found.setdefault(mention.target, name)
    return dict(sorted(found.items()))


def _anatomies(pages: Mapping[str, bytes]) -> dict[str, Anatomy]:
    names = sorted(
        (name for name in pages if name.endswith(".html")), key=lambda name: (name != _FIRST, name)
    )
    return {name: anatomy(pages[name].decode()) for name in names}


def _page(
    name: str, parts: Mapping[str, Anatomy], pages: Mapping[str, bytes], settings: Settings
) -> Iterator[Problem]:
    own = parts[name]
    for taken, line, column in own.again:
        first = ":".join(map(str, own.ids[taken]))
        yield Problem(Place(name, line, column), f"the id '{taken}' is taken already, at {first}")
    for mention in own.mentions:
        place = Place(name, mention.line, mention.column)
        if mention.kind == "name" and mention.target not in own.ids:
            message = f"{mention.attribute} names '{mention.target}', and no element here has that id"
            yield Problem(place, message, hint=nearest(mention.target, own.ids))
        elif mention.kind == "address":
            yield from _address(name, mention, parts, pages, settings)
    yield from _said(name, own, settings)


def _address(
    name: str, mention: Mention, parts: Mapping[str, Anatomy], pages: Mapping[str, bytes], settings: Settings
) -> Iterator[Problem]:
    """What is wrong with an address: it leads nowhere, or only from here."""
    place = Place(name, mention.line, mention.column)
    address = mention.target
    if settings.address and address.startswith(settings.address):
        path = unquote(urlsplit(address.removeprefix(settings.address).lstrip("/")).path) or _FIRST
    elif urlsplit(address).scheme:
        return
    elif address.startswith("/"):
        yield Problem(
            place, f"'{address}' leads to the top of the host: under a sub-path, that is another site"
        )
        return
    else:
        local = unquote(urlsplit(address).path)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), local)) if local else name
    if path.startswith("../"):
        yield Problem(place, f"'{address}' leads out of the site")
    elif path not in pages:
        hint = nearest(path, pages)
        yield Problem(place, f"'{address}' leads to '{path}', which is not in the site", hint=hint)
    elif path in parts:
        fragment = unquote(urlsplit(address).fragment).partition("?")[0]  # after it, the state of a figure
        if fragment and fragment not in parts[path].ids:
            where = "here" if path == name else f"in '{path}'"
            yield Problem(
                place, f"nothing {where} has the id '{fragment}'", hint=nearest(fragment, parts[path].ids)
            )


def _said(name: str, own: Anatomy, settings: Settings) -> Iterator[Problem]:
    """What a page ought to say of itself."""
    place = Place(name)
    if not own.language:
        yield Problem(place, "the page does not say its language")
    if not own.title.strip():
        yield Problem(place, "the page has no title")
    if own.headings != 1:
        yield Problem(place, f"a page has one heading of the first rank, this one has {own.headings}")
    if "viewport" not in own.metas:
        yield Problem(place, "the page does not say how wide it wants to be shown: phones would shrink it")
    if name == _FIRST:
        description = own.metas.get("description", "").strip()
        if not description:
            yield Problem(place, "the page has no description")
        elif len(description) > _PLAIN:
            yield Problem(place, f"the description has {len(description)} characters; {_PLAIN} are the most")
        if settings.address and own.links.get("canonical", "").rstrip("/") != settings.address.rstrip("/"):
            yield Problem(place, f"the canonical address is not {settings.address}")


def _well_formed(pages: Mapping[str, bytes]) -> Iterator[Problem]:
    """Files that a program will read: XML and JSON."""
    for name, data in pages.items():
        try:
            if name.endswith((".svg", ".xml")):
                ET.fromstring(data)
            elif name.endswith(".json"):
                json.loads(data)
        except ET.ParseError as error:
            line, column = error.position
            message = str(error).partition(":")[0]
            yield Problem(Place(name, line, column + 1), f"this is not well-formed XML: {message}")
        except json.JSONDecodeError as error:
            yield Problem(Place(name, error.lineno, error.colno), f"this is not JSON: {error.msg}")


def _styles(pages: Mapping[str, bytes]) -> Iterator[Problem]:
    """What a style sheet asks for."""
    for name, data in pages.items():
        for match in _CSS_ADDRESS.finditer(data.decode()) if name.endswith(".css") else ():
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(match[1])))
            if not urlsplit(match[1]).scheme and path not in pages:
                before = match.string[: match.start()]
                place = Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
                yield Problem(place, f"'{match[1]}' leads to '{path}', which is not in the site")


def _sitemap(pages: Mapping[str, bytes], settings: Settings) -> Iterator[Problem]:
    """Every address of the sitemap is a page of this site."""
    for address in re.findall(r"<loc>([^<]*)</loc>", pages.get("sitemap.xml", b"").decode()):
        path = unquote(address.removeprefix(settings.address).lstrip("/")) or _FIRST
        if not address.startswith(settings.address) or path not in pages:
            yield Problem(Place("sitemap.xml"), f"{address} is not in the site")


def _quoted(problem: Problem, pages: Mapping[str, bytes], folder: str) -> Problem:
    """The problem with the line that it is about, and with the path as one would type it."""
    place = problem.place
    lines = pages.get(place.path, b"").decode("utf-8", "replace").split("\n")
    is_whole = place == Place(place.path)  # it is about the file, not about its first line
    line = "" if is_whole or place.line > len(lines) else lines[place.line - 1]
    path = f"{folder}/{place.path}" if place.path in pages else place.path
    return Problem(
        Place(path, place.line, place.column), problem.message, line, problem.hint, problem.severity
    )
