"""What setting a text needs to know, and what it brings to light as it goes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.bibliography import Work
from generator.formulas import Formula, Typesetter
from generator.model import Gallery
from generator.names import Names
from generator.parse import Text
from generator.problems import Fault, Problem
from generator.tree import Node, place_of
from generator.web.faces import lacking


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that a text may refer to."""

    names: Names
    gallery: Gallery
    roles: frozenset[str] | None  # None: essay.toml could not be read, so nobody knows
    typesetter: Typesetter | None  # None: likewise
    works: Mapping[str, Work]
    damaged: frozenset[str]  # keys of works that a BibTeX error hides
    folder: Path  # the essay's
    project: Path


@dataclass(slots=True)
class Ledger:
    """What comes up, in reading order, while the texts are set one after another."""

    problems: list[Problem] = field(default_factory=list)
    notes: dict[tuple[str, str], int] = field(default_factory=dict)  # (file, label) to number
    mentions: Counter[int] = field(default_factory=Counter)  # of the note with this number, so far
    waiting: list[tuple[int, str]] = field(default_factory=list)  # notes to set after this block
    citations: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # key to ids
    quoted: set[str] = field(default_factory=set)
    terms: dict[str, str] = field(default_factory=dict)  # each that was mentioned: where it is defined
    listings: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    characters: set[str] = field(default_factory=set)
    styles: dict[str, str] = field(default_factory=dict)

    def keep(self, formula: Formula) -> str:
        """The formula's MathML, once its needs are noted."""
        self.characters |= formula.characters
        self.styles |= formula.styles
        return formula.mathml


@dataclass(frozen=True, slots=True)
class Page:
    """One text being set."""

    text: Text
    library: Library
    ledger: Ledger

    def fault(self, node: Node, message: str, hint: str = "", offset: int = 0) -> None:
        """Note what is wrong with a node, `offset` characters into it."""
        self.ledger.problems.append(
            Problem(place_of(node, self.text.source.path, offset), message, hint=hint)
        )

    def formula(self, node: Node, *, display: bool = False) -> str:
        """The node's formula as MathML."""
        if self.library.typesetter is None:
            return ""
        try:
            formula = self.library.typesetter.set(node.content, display=display)
        except Fault as fault:
            self.fault(node, f"in this formula: {fault.message}", fault.hint, fault.offset + (not display))
            return ""
        if missing := lacking(formula.characters):
            place = place_of(node, self.text.source.path)
            message = f"the maths face has no {missing}"
            self.ledger.problems.append(Problem(place, message, severity="warning"))
        return self.ledger.keep(formula)

    def note_number(self, label: str) -> int:
        """The number of a note; a new one if this is its first mention."""
        key = (self.text.source.path, label)
        if key not in self.ledger.notes:
            self.ledger.notes[key] = len(self.ledger.notes) + 1
            self.ledger.waiting.append((self.ledger.notes[key], label))
        return self.ledger.notes[key]
