"""One file of Markdown to a tree whose nodes know their places, with what is wrong in the file by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from markdown_it.token import Token

from generator.checks import check
from generator.frontmatter import FrontMatter, read_front_matter
from generator.load import COLOPHON, FRONT, GLOSSARY, section_id
from generator.markup import markdown
from generator.model import Source
from generator.places import Stretch, settle, stretch_of_cell, stretch_of_lines
from generator.problems import Problem
from generator.tree import Node, tree, walk

Kind = Literal["front", "section", "glossary", "colophon"]


@dataclass(frozen=True, slots=True)
class Text:
    """A file read as Markdown; nothing in it is yet checked against another."""

    source: Source
    kind: Kind
    id: str
    front: FrontMatter
    body: tuple[Node, ...]
    notes: Mapping[str, Node] = field(default_factory=dict)  # by label
    mentions: Mapping[str, int] = field(default_factory=dict)  # of each note, from what a reader gets to see
    problems: tuple[Problem, ...] = ()


@lru_cache(maxsize=256)  # a process that builds again and again reads only what has changed
def parse(source: Source) -> Text:
    """Read one file of Markdown."""
    tokens = markdown().parse(source.text, {})
    for token, stretch in _stretches(source.path, source.text.split("\n"), tokens):
        settle(token, stretch)
    body = tree(tokens)
    nodes = tuple(walk(body))
    notes = {node.meta["label"]: node for node in reversed(nodes) if node.type == "footnote_reference"}
    mentions = _mentions(body, notes)
    kind = _kind(source)
    front, faults = read_front_matter(source, tokens, wanted=kind == "section")
    problems = (*faults, *check(source, tokens, nodes, notes, mentions))
    return Text(source, kind, section_id(source.path), front, body, notes, mentions, problems)


_KINDS: dict[str, Kind] = {FRONT: "front", GLOSSARY: "glossary", COLOPHON: "colophon"}


def _kind(source: Source) -> Kind:
    return _KINDS.get(Path(source.path).name, "section")


def _stretches(path: str, lines: list[str], tokens: list[Token]) -> Iterator[tuple[Token, Stretch]]:
    """Where the text of each token came from that has text."""
    in_row, after = False, 0  # the end of the last cell
    for token in tokens:
        if "within" in token.meta:
            parent, offset = token.meta["within"]
            yield token, parent.meta["stretch"].cut(offset)
        elif token.type == "inline" and token.map and in_row:
            row = token.map[0]
            stretch, after = stretch_of_cell(path, lines[row], row + 1, token.content, after)
            yield token, stretch
        elif token.type in ("inline", "math_block") and token.map:
            first = stretch_of_lines(path, lines, token.map[0], token.content)
            yield token, _after_dollars(first, lines) if token.type == "math_block" else first
        elif token.type in ("tr_open", "tr_close"):
            in_row, after = token.nesting == 1, 0
        elif token.map and token.nesting >= 0:
            line = lines[token.map[0]]
            indent = len(line) - len(line.lstrip())
            column = max(line.find(token.markup, indent), indent) + 1
            yield token, Stretch(path, ((0, token.map[0] + 1, column),))


def _after_dollars(stretch: Stretch, lines: list[str]) -> Stretch:
    """A display formula begins after its `$$`, even where its first line holds nothing else."""
    _, line, _ = stretch.starts[0]
    return Stretch(stretch.path, ((0, line, lines[line - 1].index("$$") + 3), *stretch.starts[1:]))


def _mentions(body: tuple[Node, ...], notes: Mapping[str, Node]) -> Counter[str]:
    """How often each note is mentioned; a note that nothing shown mentions mentions nothing itself."""
    mentions: Counter[str] = Counter()
    shown = [body]
    while shown:
        for ref in _refs(shown.pop(0)):
            label = ref.meta["label"]
            mentions[label] += 1
            if mentions[label] == 1 and label in notes:
                shown.append(notes[label].children)
    return mentions


def _refs(nodes: Iterable[Node]) -> Iterator[Node]:
    """The mentions of notes that a page shows: none in definitions, nor in what is said of a picture."""
    for node in nodes:
        if node.type == "footnote_ref":
            yield node
        elif node.type not in ("footnote_reference", "image"):
            yield from _refs(node.children)
