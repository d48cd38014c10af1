"""What a finished page holds that may be wrong: its names, what it refers to, and what it says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Literal

_ADDRESSES = {"href", "src", "data-spec", "data-runtime", "poster"}
_NAMES = {
    "aria-labelledby", "aria-describedby", "aria-controls", "aria-details", "aria-owns", "aria-activedescendant",
    "aria-errormessage", "for", "list", "popovertarget", "headers",
}  # fmt: skip
_SILENT = {"base"}  # elements whose address is none that is asked for


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that an attribute refers to, and where it does."""

    kind: Literal["address", "name"]
    target: str
    attribute: str
    line: int
    column: int


@dataclass(slots=True)
class Anatomy:
    """The parts of one page."""

    ids: dict[str, tuple[int, int]] = field(default_factory=dict)  # and where each stands first
    again: list[tuple[str, int, int]] = field(default_factory=list)  # ids that are taken already
    mentions: list[Mention] = field(default_factory=list)
    metas: dict[str, str] = field(default_factory=dict)  # by name or property
    links: dict[str, str] = field(default_factory=dict)  # <link> by rel
    language: str = ""
    title: str = ""
    headings: int = 0  # of the first rank


def anatomy(page: str) -> Anatomy:
    """Take a page apart."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Anatomy()
        self._foreign = 0  # within how many <svg>: it has titles of its own
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called and what it refers to."""
        values = {name: value or "" for name, value in attrs}
        line, offset = self.getpos()
        name = values.get("id")
        if name is not None:
            if name in self.found.ids:
                self.found.again.append((name, line, offset + 1))
            self.found.ids.setdefault(name, (line, offset + 1))
        if tag not in _SILENT:
            self.found.mentions += _mentions(values, line, offset + 1)
        self._foreign += tag == "svg"
        self._in_title = tag == "title" and not self._foreign
        self.found.headings += tag == "h1"
        self._note(tag, values)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._foreign -= tag == "svg"
        self._in_title = False

    def handle_data(self, data: str) -> None:
        """Read the title."""
        if self._in_title:
            self.found.title += data

    def _note(self, tag: str, values: Mapping[str, str]) -> None:
        if tag == "html":
            self.found.language = values.get("lang", "")
        elif tag == "meta" and (name := values.get("name") or values.get("property")):
            self.found.metas.setdefault(name, values.get("content", ""))
        elif tag == "link":
            self.found.links.setdefault(values.get("rel", ""), values.get("href", ""))


def _mentions(values: Mapping[str, str], line: int, column: int) -> Iterator[Mention]:
    for attribute, value in values.items():
        if attribute in _ADDRESSES:
            yield Mention("address", value, attribute, line, column)
        elif attribute == "srcset":
            for candidate in value.split(","):
                yield Mention("address", candidate.split()[0], attribute, line, column)
        elif attribute in _NAMES:
            for name in value.split():
                yield Mention("name", name, attribute, line, column)
