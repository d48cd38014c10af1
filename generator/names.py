"""What a text can refer to, and under which number: known before the first line is set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.model import Gallery
from generator.parse import Text
from generator.problems import Place, Problem
from generator.tree import Node, content_of, directive, place_of, plain, title_of

RESERVED = ("about", "bibtex", "glossary", "here", "references", "short-h")  # ids that every page has
_KEPT = re.compile(
    r"(?:card|cite|eq|fig|glossary|heading|ref|spec|term|theme|title)-.*|code-\d+|n\d+(?:r\d*)?"
)
LABEL = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the glossary explains."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Names:
    """Everything with an id on the page."""

    anchors: Mapping[str, str] = field(default_factory=dict)  # id to what an empty link to it reads
    sections: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)
    formulas: Mapping[str, int] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)  # by slug: case and hyphens don't matter
    headings: Mapping[Place, str] = field(default_factory=dict)  # of a heading or details block: its id
    problems: tuple[Problem, ...] = ()


def survey(texts: Sequence[Text], gallery: Gallery) -> Names:
    """Number sections, figures and formulas in reading order, and give every heading an id."""
    ids = (text.id for text in texts if text.kind == "section")
    sections = {name: number for number, name in enumerate(dict.fromkeys(ids), start=1)}
    problems: list[Problem] = []
    blocks = [(text, block) for text in texts for block in _blocks(text.body)]
    placed = (found for text, (block, _) in blocks for found in _figures(text, block, gallery))
    labels = (found for text, (block, _) in blocks for found in _formulas(text, block))
    figures = _numbered(placed, "figure '{}' is placed twice, first in {}", problems)
    formulas = _numbered(labels, "label '{}' is given twice, first in {}", problems)
    terms = _terms((found for text, (block, _) in blocks for found in _explained(text, block)), problems)
    anchors = {name: f"Section\N{NO-BREAK SPACE}{number}" for name, number in sections.items()}
    anchors |= {f"fig-{name}": f"Figure\N{NO-BREAK SPACE}{number}" for name, number in figures.items()}
    anchors |= {f"eq-{name}": f"Formula\N{NO-BREAK SPACE}{number}" for name, number in formulas.items()}
    anchors |= {
        f"{where}-{name}": term.text for name, term in terms.items() for where in ("term", "glossary")
    }
    for text in texts:
        if text.id in RESERVED or _KEPT.fullmatch(text.id):
            message = f"no section can be named '{text.id}': every page has that"
            problems.append(Problem(Place(text.source.path), message))
    headings: dict[Place, str] = {}
    titles = (found for text, block in blocks for found in _headings(text, *block))
    for place, title in titles:
        headings[place] = _unused(slug(title) or "heading", anchors)
        anchors[headings[place]] = title
    return Names(anchors, sections, figures, formulas, terms, headings, tuple(problems))


def slug(text: str) -> str:
    """The text in lower-case letters, digits and single hyphens."""
    return re.sub(r"[^\w]+|_", "-", text.lower()).strip("-")


def _numbered(found: Iterator[tuple[str, Place]], twice: str, problems: list[Problem]) -> dict[str, int]:
    first: dict[str, Place] = {}
    for name, place in found:
        if name in first:
            problems.append(Problem(place, twice.format(name, f"{first[name].path}:{first[name].line}")))
        first.setdefault(name, place)
    return {name: number for number, name in enumerate(first, start=1)}


def _figures(text: Text, node: Node, gallery: Gallery) -> Iterator[tuple[str, Place]]:
    if directive(node) == "figure" and node.meta["argument"] in gallery.figures:
        yield node.meta["argument"], place_of(node, text.source.path)


def _formulas(text: Text, node: Node) -> Iterator[tuple[str, Place]]:
    if node.type == "math_block" and LABEL.fullmatch(node.token.info):
        yield node.token.info, place_of(node, text.source.path)


def _terms(found: Iterator[Term], problems: list[Problem]) -> dict[str, Term]:
    terms: dict[str, Term] = {}
    for term in found:
        first = terms.setdefault(slug(term.text), term)
        if first is not term:
            message = f"term '{term.text}' is explained twice, first in {first.place.path}:{first.place.line}"
            problems.append(Problem(term.place, message))
    return terms


def _explained(text: Text, node: Node) -> Iterator[Term]:
    """The terms of a glossary."""
    for part in content_of(node) if directive(node) == "glossary" else ():
        for child in part.children:
            if child.type == "dt":
                yield Term(plain(child), place_of(child.children[0], text.source.path))


def _headings(text: Text, node: Node, parent: str) -> Iterator[tuple[Place, str]]:
    """What a link may lead to by its words: a heading, or a details block by what follows a colon."""
    place = place_of(node, text.source.path)
    if node.type == "heading":
        yield place, plain(node.children[0])
    elif directive(node) == "details" and parent != "try":  # nobody would link to an answer
        lead, _, title = plain(title_of(node)).rpartition(": ")
        yield place, title or lead


def _blocks(nodes: Iterable[Node], parent: str = "") -> Iterator[tuple[Node, str]]:
    """Every block, also inside others, and the name of the container that it stands in."""
    for node in nodes:
        yield node, parent
        if node.type != "inline":
            yield from _blocks(node.children, directive(node))


def _unused(name: str, taken: Mapping[str, str]) -> str:
    name = f"h-{name}" if _KEPT.fullmatch(name) else name
    unused, count = name, 1
    while unused in taken or unused in RESERVED:
        count += 1
        unused = f"{name}-{count}"
    return unused
