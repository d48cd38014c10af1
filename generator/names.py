"""What a text can refer to, and under which number: known before the first line is set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it.tree import SyntaxTreeNode as Node

from generator.model import Gallery
from generator.parse import Text, directive, place_of
from generator.problems import Place, Problem

LABEL = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Names:
    """Everything with an id on the page."""

    anchors: Mapping[str, str] = field(default_factory=dict)  # id to what an empty link to it reads
    sections: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)
    formulas: Mapping[str, int] = field(default_factory=dict)
    headings: Mapping[Place, str] = field(default_factory=dict)  # of a heading or details block: its id
    problems: tuple[Problem, ...] = ()


def survey(texts: Sequence[Text], gallery: Gallery) -> Names:
    """Number sections, figures and formulas in reading order, and give every heading an id."""
    ids = (text.id for text in texts if text.kind == "section")
    sections = {name: number for number, name in enumerate(dict.fromkeys(ids), start=1)}
    problems: list[Problem] = []
    figures = _numbered(_figures(texts, gallery), "figure '{}' is placed twice, first in {}", problems)
    formulas = _numbered(_formulas(texts), "label '{}' is given twice, first in {}", problems)
    anchors = {name: f"Section {number}" for name, number in sections.items()}
    anchors |= {f"fig-{name}": f"Figure {number}" for name, number in figures.items()}
    anchors |= {f"eq-{name}": f"Formula {number}" for name, number in formulas.items()}
    headings: dict[Place, str] = {}
    for place, title in _headings(texts):
        headings[place] = _unused(slug(title) or "heading", anchors)
        anchors[headings[place]] = title
    return Names(anchors, sections, figures, formulas, headings, tuple(problems))


def slug(text: str) -> str:
    """The text in lower-case letters, digits and single hyphens."""
    return re.sub(r"[^\w]+|_", "-", text.lower()).strip("-")


def plain(node: Node | None) -> str:
    """The text of a line of Markdown, its formulas as they were typed."""
    if node is None:
        return ""
    if node.type in ("text", "code_inline", "math_inline", "myst_role"):
        return node.content
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(plain(child) for child in node.children)


def title_of(node: Node) -> Node | None:
    """The line of Markdown behind the name of a container."""
    first = node.children[0] if node.children else None
    return first if first is not None and first.meta.get("title") else None


def content_of(node: Node) -> list[Node]:
    """What a container holds, without the line behind its name."""
    return [child for child in node.children if not child.meta.get("title")]


def _numbered(found: Iterator[tuple[str, Place]], twice: str, problems: list[Problem]) -> dict[str, int]:
    first: dict[str, Place] = {}
    for name, place in found:
        if name in first:
            problems.append(Problem(place, twice.format(name, f"{first[name].path}:{first[name].line}")))
        first.setdefault(name, place)
    return {name: number for number, name in enumerate(first, start=1)}


def _figures(texts: Sequence[Text], gallery: Gallery) -> Iterator[tuple[str, Place]]:
    for text, node in _nodes(texts, lambda node: directive(node) == "figure"):
        if node.meta["argument"] in gallery.figures:
            yield node.meta["argument"], place_of(node, text.source.path)


def _formulas(texts: Sequence[Text]) -> Iterator[tuple[str, Place]]:
    for text, node in _nodes(texts, lambda node: node.type == "math_block" and bool(node.info)):
        if LABEL.fullmatch(node.info):
            yield node.info, place_of(node, text.source.path)


def _headings(texts: Sequence[Text]) -> Iterator[tuple[Place, str]]:
    for text, node in _nodes(texts, lambda node: node.type == "heading" or _is_titled_details(node)):
        if node.type == "heading":
            yield place_of(node, text.source.path), plain(node.children[0])
        else:
            lead, _, title = plain(title_of(node)).rpartition(": ")
            yield place_of(node, text.source.path), title or lead


def _is_titled_details(node: Node) -> bool:
    """An answer is no place that one would link to."""
    parent = node.parent
    answer = parent is not None and not parent.is_root and directive(parent) == "try"
    return directive(node) == "details" and not answer


def _nodes(texts: Sequence[Text], wanted: Callable[[Node], bool]) -> Iterator[tuple[Text, Node]]:
    for text in texts:
        for node in text.body.walk(include_self=False):
            if wanted(node):
                yield text, node


def _unused(name: str, taken: Mapping[str, str]) -> str:
    unused, count = name, 1
    while unused in taken:
        count += 1
        unused = f"{name}-{count}"
    return unused
