"""What is wrong in a text by itself: its notes, fences, formulas, headings and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from generator.model import Source
from generator.problems import Place, Problem, nearest
from generator.tree import Node, place_of


def check(
    source: Source,
    tokens: list[Token],
    nodes: tuple[Node, ...],
    notes: Mapping[str, Node],
    mentions: Mapping[str, int],
) -> tuple[Problem, ...]:
    """Everything that can be told without another text."""
    lines = source.text.split("\n")
    return (
        *_double_notes(source, nodes, notes),
        *_unknown_notes(source, nodes, notes),
        *_unused_notes(source, notes, mentions),
        *_unclosed(source, lines, tokens),
        *_stray(source, nodes),
        *_headings(source, nodes),
        *_lost_cells(source, lines, nodes),
    )


def _double_notes(source: Source, nodes: Iterable[Node], notes: Mapping[str, Node]) -> Iterator[Problem]:
    for node in nodes:
        first = notes[node.meta["label"]] if node.type == "footnote_reference" else node
        if first is not node:
            line = place_of(first, source.path).line
            message = f"footnote '{node.meta['label']}' is defined twice, first on line {line}"
            yield Problem(place_of(node, source.path), message)


def _unknown_notes(source: Source, nodes: Iterable[Node], notes: Mapping[str, Node]) -> Iterator[Problem]:
    for node in nodes:
        if node.type == "footnote_ref" and node.meta["label"] not in notes:
            label = node.meta["label"]
            place = place_of(node, source.path, len("[^"))
            yield Problem(place, f"no footnote is named '{label}'", hint=nearest(label, notes))


def _unused_notes(
    source: Source, notes: Mapping[str, Node], mentions: Mapping[str, int]
) -> Iterator[Problem]:
    for label, node in notes.items():
        if label not in mentions and label[0] != "^":
            place = place_of(node, source.path)
            yield Problem(place, f"footnote '{label}' is never mentioned", severity="warning")


def _headings(source: Source, nodes: Iterable[Node]) -> Iterator[Problem]:
    """The page's outline has no holes: a title, ## under it, ### under that."""
    depth = 1
    for node in nodes:
        if node.type == "heading":
            level = int(node.token.tag[1:])
            if level == 1:
                yield Problem(
                    place_of(node, source.path), "# is the title, which stands elsewhere", hint="write ##"
                )
            elif level > depth + 1:
                hint = f"write {'#' * (depth + 1)}"
                yield Problem(place_of(node, source.path), "this heading skips a level", hint=hint)
            depth = level


def _lost_cells(source: Source, lines: list[str], nodes: Iterable[Node]) -> Iterator[Problem]:
    """Rows with more cells than their table has columns: Markdown would drop the rest."""
    columns = 0
    for node in nodes:
        if node.type == "thead":
            columns = len(node.children[0].children)
        elif node.type == "tr" and node.token.map:
            row = lines[node.token.map[0]].strip(" \t>")
            cells = len(escapedSplit(row.removeprefix("|").removesuffix("|")))
            if cells > columns:
                message = f"this row has {cells} cells, its table has {columns} columns"
                yield Problem(place_of(node, source.path), message, hint=r"a bar inside a cell is written \|")


def _unclosed(source: Source, lines: list[str], tokens: list[Token]) -> Iterator[Problem]:
    """Fences that end only because the text does."""
    for token in tokens:
        if not token.map:
            continue
        first, end = token.map
        place = token.meta["stretch"].place() if "stretch" in token.meta else Place(source.path, first + 1)
        if token.type == "container_directive_open" and not _closes(lines, end, token.markup):
            hint = "an outer container needs more colons than those inside it"
            yield Problem(place, f"the container '{{{token.meta['name']}}}' is not closed", hint=hint)
        elif token.type == "fence" and (end - 1 == first or not _closes(lines, end - 1, token.markup)):
            yield Problem(place, "this code block is not closed", hint=f"close it with a line {token.markup}")


def _closes(lines: list[str], number: int, markup: str) -> bool:
    """Whether the line closes what `markup` opened, in a quotation as well."""
    line = lines[number].strip(" \t>") if number < len(lines) else ""
    return len(line) >= len(markup) and not line.strip(markup[0])


_FENCE_HINT = "one opens with :::{name}; an outer one has more colons than those inside it"
_STRAY = {
    "unclosed_formula": ("this formula is not closed", r"no space before the closing $; \$ is a dollar sign"),
    "misplaced_formula": ("a display formula stands on lines of its own", "$…$ is a formula in running text"),
    "stray_fence": ("this line of colons neither opens nor closes a container", _FENCE_HINT),
}


def _stray(source: Source, nodes: Iterable[Node]) -> Iterator[Problem]:
    for node in nodes:
        if node.type in _STRAY:
            message, hint = _STRAY[node.type]
            if node.type == "unclosed_formula" and node.token.map:
                hint = "close it with a line $$; a formula has no blank line in it"
            yield Problem(place_of(node, source.path), message, hint=hint)
