"""The feed: each section whole, in the little HTML that feed readers keep, and no address in it is relative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import escape

from generator.model import Essay, Piece, PlacedFigure, Reference, Settings
from generator.web.address import public

_TAG = re.compile(r"<[a-z][^>]*>")
_OF_THE_PAGE = re.compile(r'\s(?:class|id|role|name|data-[\w-]+|aria-[\w-]+)="[^"]*"')
_ADDRESS = re.compile(r'\s(href|src)="([^"]*)"')
_STATE = re.compile(r'\sdata-set="([^"]*)"')
_NUMBER = re.compile(r'<span class="linenos">.*?</span>|<a class="back".*?</a>', re.DOTALL)
_NOTE = re.compile(r'<a class="nref"[^>]*>.*?</a>', re.DOTALL)
_NOTE_ITSELF = re.compile(r'(<a class="n"[^>]*>.*?</a>)', re.DOTALL)
_SPAN = re.compile(r"</?span\b[^>]*>")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One part of the essay."""

    address: str
    title: str
    content: str  # HTML


def entries(essay: Essay) -> Iterator[Entry]:
    """The front page and every section."""
    home = public(essay.settings)
    yield Entry(home, essay.settings.title, _content(essay.front, essay))
    for section in essay.sections:
        yield Entry(f"{home}#{section.id}", section.plain_title, _content(section.body, essay))


def _content(pieces: Iterable[Piece], essay: Essay) -> str:
    told = "\n".join(_told(piece, essay.settings) for piece in pieces)
    cited = [reference for reference in essay.references if f"#ref-{reference.key}" in told]
    return told + "".join(_references(cited, essay.settings))


def xml_only(text: str) -> str:
    """A text without the characters that XML has no way to write."""
    return _NO_XML.sub("", text)


def _told(piece: Piece, settings: Settings) -> str:
    return _plain(piece, settings) if isinstance(piece, str) else _figure(piece, settings)


def _figure(placed: PlacedFigure, settings: Settings) -> str:
    """A figure as its picture, which leads to the one that moves."""
    figure, still = placed.figure, placed.figure.wide
    source = public(settings, f"pictures/fig-{figure.name}.svg")
    image = f'<img src="{source}" alt="{escape(figure.alt)}" width="{still.width}" height="{still.height}">'
    link = f'<a href="{public(settings)}#fig-{figure.name}">{image}</a>'
    title = f"<b>Figure {placed.number}.</b> {_plain(placed.title, settings)}"
    said = escape("".join(figure.says))
    caption = _plain(placed.caption, settings)
    return f"<figure>{link}<figcaption><p>{title}</p><p>{said}</p>{caption}</figcaption></figure>\n"


def _references(cited: Iterable[Reference], settings: Settings) -> Iterator[str]:
    """The works that a part cites, under the numbers that the page gives them."""
    for first, reference in enumerate(cited):
        heading = "" if first else "<h2>References</h2>\n"
        yield f"{heading}<p>[{reference.number}] {_plain(reference.html, settings)}</p>\n"


def _plain(html: str, settings: Settings) -> str:
    """A text without what only the page's own style and scripts understand."""
    home = public(settings)

    def address(match: re.Match[str]) -> str:
        name, value = match.groups()
        start = home if not re.match(r"[a-z][a-z0-9+.-]*:", value) else ""
        return f' {name}="{start}{value}"'

    def tag(match: re.Match[str]) -> str:
        state = _STATE.search(match[0])
        moved = _OF_THE_PAGE.sub("", _ADDRESS.sub(address, match[0]))
        return re.sub(r'(\shref="[^"]*)', rf"\1?{state[1]}", moved) if state else moved

    text = _NOTE_ITSELF.sub(r"\1 ", _NOTE.sub(r"<sup>\g<0></sup>", _NUMBER.sub("", html)))
    return _TAG.sub(tag, _SPAN.sub("", text))
