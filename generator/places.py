"""From a spot in Markdown's own text back to line and column of the file that it was read from.

Markdown hands on a paragraph without its indents, markers and escapes; an error must point into the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from generator.problems import Place


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a stretch of text came from: at each (offset, line, column) it goes on in the file."""

    path: str
    starts: tuple[tuple[int, int, int], ...]

    def place(self, offset: int = 0) -> Place:
        """The place in the file of the character at `offset`."""
        index = bisect_right(self.starts, offset, key=lambda start: start[0]) - 1
        start, line, column = self.starts[max(index, 0)]
        return Place(self.path, line, column + offset - start)

    def cut(self, offset: int) -> Stretch:
        """The stretch that begins at `offset` of this one."""
        here = self.place(offset)
        rest = ((start - offset, line, column) for start, line, column in self.starts if start > offset)
        return Stretch(self.path, ((0, here.line, here.column), *rest))


def stretch_of_lines(path: str, lines: Sequence[str], first: int, content: str) -> Stretch:
    """Where `content` came from, whose lines are the ends of `lines` from index `first` on."""
    starts, offset = [], 0
    for number, text in enumerate(content.split("\n"), start=first):
        line = lines[number] if number < len(lines) else ""
        indent = len(text) - len(text.lstrip())
        starts.append((offset, number + 1, line.rfind(text.strip()) - indent + 1))
        offset += len(text) + 1
    return Stretch(path, tuple(starts))


def stretch_of_cell(path: str, line: str, number: int, content: str, after: int) -> tuple[Stretch, int]:
    r"""Where the text of a table cell came from, and where it ends: in the file its bars are `\|`."""
    pattern = re.escape(content).replace(r"\|", r"(?:\\\|)")
    found = re.compile(pattern).search(line, after)
    if not found:
        return Stretch(path, ((0, number, after + 1),)), after
    starts = [(0, number, found.start() + 1)]
    for escapes, bar in enumerate(re.finditer(r"\|", content), start=1):
        starts.append((bar.start(), number, found.start() + bar.start() + escapes + 1))
    return Stretch(path, tuple(starts)), found.end()


def settle(token: Token, stretch: Stretch) -> None:
    """Tell a token, and the running text in it, where they came from; a link also where its target begins."""
    token.meta["stretch"] = stretch
    _settle_children(token, stretch)


def _settle_children(token: Token, stretch: Stretch) -> None:
    for child in token.children or []:
        child.meta["stretch"] = stretch
        if child.type == "link_open" or child.type == "image":
            target = token.content.rfind("](", child.meta["pos"], child.meta["end"])
            child.meta["target"] = max(target + 2 - child.meta["pos"], 0)
        if child.type == "image":
            _settle_children(child, stretch.cut(child.meta["pos"] + len("![")))
