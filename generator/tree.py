"""A text as a tree, and small questions to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from generator.problems import Place


@dataclass(frozen=True, slots=True)
class Node:
    """A block or a piece of running text, with what stands in it."""

    type: str
    token: Token  # the opening one
    children: tuple[Node, ...] = ()

    @property
    def meta(self) -> dict[str, Any]:
        """What the parser noted: `stretch`, `pos` and more by type."""
        return self.token.meta

    @property
    def content(self) -> str:
        """The text as typed, of what holds no other nodes."""
        return self.token.content


def tree(tokens: Iterable[Token]) -> tuple[Node, ...]:
    """The nodes that a parser's flat list of tokens stands for."""
    levels: list[list[Node]] = [[]]
    open_tokens: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            levels.append([])
            open_tokens.append(token)
        elif token.nesting == -1:
            children = tuple(levels.pop())
            opening = open_tokens.pop()
            levels[-1].append(Node(opening.type.removesuffix("_open"), opening, children))
        else:
            levels[-1].append(Node(token.type, token, tree(token.children or ())))
    return tuple(levels[0])


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Every node, in the order of the text."""
    pending = list(nodes)[::-1]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.children))


def place_of(node: Node, path: str, offset: int = 0) -> Place:
    """Where a node stands in its file; `offset` characters further on."""
    meta = node.meta
    if "stretch" in meta:
        place: Place = meta["stretch"].place(meta.get("pos", 0) + offset)
        return place
    return Place(path, node.token.map[0] + 1 if node.token.map else 1)


def directive(node: Node) -> str:
    """The name of a container, or nothing where the node is none."""
    return str(node.meta["name"]) if node.type == "container_directive" else ""


def is_term(node: Node) -> bool:
    """Whether the node is a mention of a term: {term}`name`."""
    return node.type == "myst_role" and node.meta["name"] == "term"


def title_of(node: Node) -> Node | None:
    """The line of Markdown behind the name of a container."""
    first = node.children[0] if node.children else None
    return first if first is not None and first.meta.get("title") else None


def content_of(node: Node) -> Sequence[Node]:
    """What a container holds, without the line behind its name."""
    return node.children[1:] if title_of(node) else node.children


def plain(node: Node | None) -> str:
    """The text of a line of Markdown, its formulas as they were typed."""
    if node is None:
        return ""
    if node.type in ("text", "text_special", "code_inline", "math_inline", "myst_role"):
        return node.content
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(plain(child) for child in node.children)
