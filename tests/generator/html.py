"""What tests read off a page: its elements with their attributes, in order."""

from __future__ import annotations

from html.parser import HTMLParser

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
