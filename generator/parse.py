"""One file of Markdown to a tree whose nodes know their places, with what is wrong in the file by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import yaml
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from generator.load import COLOPHON, FRONT, section_id
from generator.markup import markdown
from generator.model import Source
from generator.places import Stretch, stretch_of_cell, stretch_of_lines
from generator.problems import Place, Problem, nearest
from generator.tree import Node, place_of, plain, tree, walk

FRONT_MATTER_KEYS = ("title", "part", "short")


@dataclass(frozen=True, slots=True)
class Text:
    """A file read as Markdown; nothing in it is yet checked against another."""

    source: Source
    kind: Literal["front", "section", "colophon"]
    id: str
    title: Node | None  # a line of Markdown
    part: str
    short: str
    body: tuple[Node, ...]
    notes: Mapping[str, Node] = field(default_factory=dict)  # by label
    mentions: Mapping[str, int] = field(default_factory=dict)  # of each note, from what a reader gets to see
    problems: tuple[Problem, ...] = ()


def parse(source: Source) -> Text:
    """Read one file of Markdown."""
    lines = source.text.split("\n")
    tokens = markdown().parse(source.text, {})
    for token, stretch in _stretches(source.path, lines, tokens):
        _settle(token, stretch)
    body = tree(tokens)
    nodes = tuple(walk(body))
    matter, faults = _front_matter(source, tokens)
    notes, twice = _notes(source, nodes)
    mentions = _mentions(body, notes)
    name = Path(source.path).name
    kind: Literal["front", "section", "colophon"]
    kind = "front" if name == FRONT else "colophon" if name == COLOPHON else "section"
    if kind == "section" and "title" not in matter and not faults:
        faults = (Problem(Place(source.path), "the front matter has no 'title'", hint=_MATTER_HINT),)
    if kind != "section" and matter:
        faults = (*faults, Problem(Place(source.path), "only a section has front matter"))
    return Text(
        source=source,
        kind=kind,
        id=section_id(source.path),
        title=_line(source, matter.get("title")),
        part=plain(_line(source, matter.get("part"))),
        short=plain(_line(source, matter.get("short"))),
        body=body,
        notes=notes,
        mentions=mentions,
        problems=(
            *faults,
            *twice,
            *_unknown_notes(source, nodes, notes),
            *_unused_notes(source, notes, mentions),
            *_unclosed(source, lines, tokens),
            *_stray(source, nodes),
            *_headings(source, nodes),
            *_lost_cells(source, lines, nodes),
        ),
    )


# ── places ───────────────────────────────────────────────────────────────────────────────────────


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


def _settle(token: Token, stretch: Stretch) -> None:
    token.meta["stretch"] = stretch
    for child in token.children or []:
        child.meta["stretch"] = stretch
        if child.type == "link_open" or child.type == "image":
            target = token.content.rfind("](", child.meta["pos"], child.meta["end"])
            child.meta["target"] = max(target + 2 - child.meta["pos"], 0)


# ── front matter ─────────────────────────────────────────────────────────────────────────────────

_MATTER_HINT = "a section begins with a line ---, then title: …, then a line ---"

Matter = dict[str, yaml.ScalarNode]


def _front_matter(source: Source, tokens: list[Token]) -> tuple[Matter, tuple[Problem, ...]]:
    """The front matter's texts by key, and what is wrong with it."""
    if not tokens or tokens[0].type != "front_matter":
        if source.text.startswith("---\n"):
            return {}, (Problem(Place(source.path), "the front matter is not closed", hint=_MATTER_HINT),)
        return {}, ()
    try:
        root = yaml.compose(tokens[0].content, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        return {}, (_yaml_problem(source, error),)
    if root is not None and not isinstance(root, yaml.MappingNode):
        return {}, (Problem(Place(source.path, 2), "the front matter is lines of 'key: text'"),)
    matter: Matter = {}
    problems = []
    for key, value in root.value if root else ():
        place = Place(source.path, key.start_mark.line + 2, key.start_mark.column + 1)
        if key.value not in FRONT_MATTER_KEYS:
            hint = nearest(str(key.value), FRONT_MATTER_KEYS)
            problems.append(Problem(place, f"front matter has no key '{key.value}'", hint=hint))
        elif key.value in matter:
            problems.append(Problem(place, f"'{key.value}' is given twice"))
        elif not isinstance(value, yaml.ScalarNode) or not value.value.strip():
            problems.append(Problem(place, f"'{key.value}' is a text"))
        else:
            matter[key.value] = value
    return matter, tuple(problems)


def _yaml_problem(source: Source, error: yaml.YAMLError) -> Problem:
    mark = getattr(error, "problem_mark", None)
    place = Place(source.path, mark.line + 2, mark.column + 1) if mark else Place(source.path, 2)
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", ""))
    hint = "a text with ': ' in it goes in quotes" if "mapping values" in reason else ""
    return Problem(place, f"the front matter is not YAML: {reason}", hint=hint)


def _line(source: Source, value: yaml.ScalarNode | None) -> Node | None:
    """A text of the front matter, read as a line of Markdown."""
    if value is None:
        return None
    quoted = 1 if value.style in ("'", '"') else 0
    start = (0, value.start_mark.line + 2, value.start_mark.column + 1 + quoted)
    tokens = markdown().parseInline(value.value, {})
    for token in tokens:
        _settle(token, Stretch(source.path, (start,)))
    return tree(tokens)[0]


# ── what is wrong in the file by itself ──────────────────────────────────────────────────────────


def _notes(source: Source, nodes: Iterable[Node]) -> tuple[dict[str, Node], tuple[Problem, ...]]:
    notes: dict[str, Node] = {}
    problems = []
    for node in nodes:
        if node.type == "footnote_reference":
            label = node.meta["label"]
            if label in notes:
                first = place_of(notes[label], source.path)
                message = f"footnote '{label}' is defined twice, first on line {first.line}"
                problems.append(Problem(place_of(node, source.path), message))
            notes.setdefault(label, node)
    return notes, tuple(problems)


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
    """The mentions of notes, without those in definitions that happen to stand between."""
    for node in nodes:
        if node.type == "footnote_ref":
            yield node
        elif node.type != "footnote_reference":
            yield from _refs(node.children)


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
