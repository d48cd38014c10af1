"""What passes between the steps of a build: frozen values, in the order in which they come to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from generator.problems import Place, Problem

# ── what a figure's code gives (drawing → gallery → page) ────────────────────────────────────────

ControlKind = Literal["slider", "choice", "toggle", "play", "step", "text"]


@dataclass(frozen=True, slots=True)
class Control:
    """One native input of a figure, bound to the signal of the same name in its live view."""

    name: str  # the signal, and the key in a link such as #fig-softmax?temperature=2
    kind: ControlKind
    label: str
    value: float | str | bool
    low: float = 0.0  # slider and step: the range
    high: float = 1.0  # text: the most characters
    step: float = 1.0
    options: tuple[tuple[float | str, str], ...] = ()  # choice: value and label; slider: tick labels by value
    format: str = ""  # d3 format of the slider's read-out
    role: str = ""  # colours the label
    group: str = ""  # controls of one group share a legend
    folded: bool = False  # the group is kept in a <details>: the figure offers the same by hand


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a figure as text: for screen readers, for copying, and as CSV."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """One layout of a figure: its start state as SVG, and the Vega spec that takes its place."""

    width: int
    height: int
    svg: str  # inline, colours as CSS variables
    spec: str  # JSON; `<` is not yet escaped


@dataclass(frozen=True, slots=True)
class SourceRef:
    """Lines of a file of the project, linked from a page."""

    path: str  # relative to the project, with forward slashes
    first: int = 1
    last: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A baked figure: everything the page needs, nothing live."""

    name: str
    alt: str
    wide: Picture
    narrow: Picture
    controls: tuple[Control, ...]
    says: tuple[str, ...]  # the live sentence in its start state: plain, bold, plain, ...
    table: Table
    chart: SourceRef
    experiment: SourceRef
    test: SourceRef | None


@dataclass(frozen=True, slots=True)
class Number:
    """A value that prose may quote, and where it comes from."""

    name: str
    value: float | int | str
    origin: SourceRef


@dataclass(frozen=True, slots=True)
class Gallery:
    """Every figure and every number that an essay's code offers, by name."""

    figures: Mapping[str, Figure] = field(default_factory=dict)
    numbers: Mapping[str, Number] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()  # code that raised, a figure too heavy, NaN in its data, ...
    failed: tuple[str, ...] = ()  # names that such code would have given; `*` stands for what it fills in

    def failed_to_give(self, name: str) -> bool:
        """Whether the name is missing only because its code failed, which is told already."""
        return any(fnmatchcase(name, pattern) for pattern in self.failed)


# ── what an author's files give (load → parse) ───────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Source:
    """A text file as read: no byte-order mark, lines ended by LF."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Role:
    """What a hue stands for in this essay, and the line that says so without hue."""

    name: str  # the span class [x]{.name}, the CSS variable --name
    macro: str  # \macro{x} in a formula
    line: Literal["solid", "dotted", "dashed", "double"]
    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class Settings:
    """essay.toml."""

    title: str
    subtitle: str
    description: str
    authors: tuple[str, ...]
    date: str  # ISO
    licence: str
    language: str = "en"
    address: str = ""  # where the site is published, or nothing
    repository: str = ""
    picture: str = ""  # the figure shown where the essay is shared; the first one if none is named
    roles: tuple[Role, ...] = ()


# ── what the page is made of (resolve → render) ──────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """A figure where an author put it."""

    figure: Figure
    number: int
    title: str  # HTML
    caption: str  # HTML
    place: Place


Piece = str | PlacedFigure  # HTML, interrupted by figures


@dataclass(frozen=True, slots=True)
class Section:
    """One section, ready for the page."""

    id: str
    number: int
    title: str  # HTML
    plain_title: str
    short: str  # for the contents; plain text
    part: str
    body: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the list of references, in the order of first citation."""

    key: str
    number: int
    html: str  # authors, title, venue, year, links
    mentions: tuple[str, ...]  # ids of the citations, for the links back


@dataclass(frozen=True, slots=True)
class Essay:
    """The whole essay with every name and number resolved."""

    settings: Settings
    front: tuple[Piece, ...]  # content/index.md: abstract, how to read, first figure, short version
    sections: tuple[Section, ...]
    colophon: tuple[Piece, ...]  # content/colophon.md, may be empty
    references: tuple[Reference, ...]
    listed_sources: tuple[str, ...]  # project files whose source pages the text links to
    formula_characters: frozenset[str]  # every character set in the maths face
    formula_styles: Mapping[str, str] = field(default_factory=dict)  # class in a formula to its declarations
    glossary: tuple[Piece, ...] = ()  # content/glossary.md, may be empty
    pictures: Mapping[str, bytes] = field(default_factory=dict)  # raster images used, by path within content/
    warnings: tuple[Problem, ...] = ()
