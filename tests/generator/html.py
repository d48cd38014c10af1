"""What tests read off a page: its elements with their attributes, in order."""

from __future__ import annotations

from html.parser import HTMLParser

import html5lib

Element = tuple[str, dict[str, str]]


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def elements(page: str) -> list[Element]:
    """Every element of a page."""
    parser = _Elements()
    parser.feed(page)
    return parser.found


def values(page: str, attribute: str) -> list[str]:
    """What an attribute holds, wherever it stands."""
    return [attributes[attribute] for _, attributes in elements(page) if attribute in attributes]


def mistakes(page: str) -> list[str]:
    """What is wrong with a page as HTML, by the standard's own names, with the text before each spot."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"))
    parser.parse(page)
    rows = page.split("\n")
    return [f"{name} {told}: {rows[row - 1][:column][-60:]}" for (row, column), name, told in parser.errors]
