"""One word compared with all the others: by its whole list of numbers, and by two directions of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import words
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
    bar,
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    line,
    mix,
    numbers,
    press,
    raw,
    rect,
    target,
    text,
    when,
)

TWO = 1  # the place along the experiment's axis K where two directions are kept
START = "tired"


@figure("word-neighbours", data=words.run)
def word_neighbors_figure(result: words.Result, page: Layout) -> Drawing:
    """Sixteen words in a column, one of them chosen; bars to either side say how alike each of the others is to it.

    Those on the left compare whole lists of numbers, those on the right only two directions of them.
    """
    sheet = _sheet(page, result)
    start = result.words.index(START)
    word = page.stepper("word", start, result.words, "Word")
    full = _side(page, "full", 0, word, result.cosines, result.kept_nearest[-1], start)
    flat = _side(page, "flat", 1, word, result.kept_cosines[TWO], result.kept_nearest[TWO], start)
    names = page.let("names", array(result.words))
    page.on(press("words", "word", datum.j))
    return (
        page.draw(
            sheet.height,
            _headings(page, sheet, result),
            _bars(sheet, full),
            _bars(sheet, flat),
            _chips(sheet, word),
            _beside(page, sheet, result, word),
            target(page.width / 2, datum.y, page.width - 16, sheet.step, rows=sheet.rows, name="words"),
        )
        .says(
            "By all its numbers, ",
            join("“", names[word], "”"),
            " is most like ",
            *_told(names, full, 0),
            ". By two directions it is most like ",
            *_told(names, flat, 0),
            ", then ",
            *_told(names, flat, 1),
            ".",
        )
        .tells(
            f"How alike words are: cosines by all {result.table.shape[1]} numbers, and by two directions",
            ("word", "other word", "all numbers", "two directions"),
            _rows(result),
        )
    )


def _told(names: Expression, side: _Side, rank: int) -> tuple[Expression, str, Expression, str]:
    """The word with a rank, and its cosine."""
    place = side.nearest[rank]
    return join("“", names[place], "”"), " (", fmt(side.cosines[place], ".2f"), ")"


@numbers(words.run)
def quoted(result: words.Result) -> dict[str, float | int | str]:
    """The numbers section 2 quotes about neighbors."""
    at = {word: i for i, word in enumerate(result.words)}

    def cosine(first: str, second: str) -> float:
        return float(result.cosines[at[first], at[second]])

    accidents = {word: dict(result.nearest_of_all[at[word]]) for word in ("dog", "hungry")}
    return {
        "cosine-tired-sleepy": cosine("tired", "sleepy"),
        "cosine-tired-wide": cosine("tired", "wide"),
        "cosine-tired-wide-flat": float(result.kept_cosines[TWO, at["tired"], at["wide"]]),
        "cosine-wide-busy": cosine("wide", "busy"),
        "cosine-cat-horse": cosine("cat", "horse"),
        "cosine-cat-dog": cosine("cat", "dog"),
        "cosine-street-park": cosine("street", "park"),
        "cosine-street-road": cosine("street", "road"),
        "cosine-street-river": cosine("street", "river"),
        "cosine-dog-children": accidents["dog"]["children"],
        "cosine-hungry-so": accidents["hungry"]["so"],
    }


def _rows(result: words.Result) -> list[tuple[str, str, float, float]]:
    """A row for each pair of words."""
    return [
        (
            first,
            second,
            round(float(result.cosines[i, j]), 4),
            round(float(result.kept_cosines[TWO, i, j]), 4),
        )
        for i, first in enumerate(result.words)
        for j, second in enumerate(result.words[:i])
    ]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A row for each word: its chip in the middle, a bar to either side, numbers at the edges."""

    middle: float
    chip: float  # half its width
    zeros: tuple[float, float]  # where bars start: to the left, to the right, with room for those below zero
    unit: float  # pixels of a cosine of 1
    numbers: tuple[float, float]  # right edges of the numbers
    top: float
    step: float
    size: float
    rows: list[dict[str, Any]]
    height: int

    @property
    def bottom(self) -> float:
        """Below the last row."""
        return float(self.rows[-1]["y"]) + self.step / 2


def _sheet(page: Layout, result: words.Result) -> _Sheet:
    top, step, gap = page.pick((52, 25, 12), (52, 24, 10))
    rows: list[dict[str, Any]] = []
    y = top + step / 2
    for _, members in result.config.groups:
        for word in members:
            rows.append({"j": len(rows), "t": word, "y": y})
            y += step
        y += gap
    middle, chip, unit, size, height = page.pick((226, 36, 176, 15, 574), (160, 31, 66, 14, 560))
    zeros, edges = page.pick(((180, 318), (40, 540)), ((121, 216), (42, 312)))
    return _Sheet(middle, chip, zeros, unit, edges, top, step, size, rows, height)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One of the two comparisons with the chosen word."""

    place: int  # 0 to the left, 1 to the right
    word: Expression
    cosines: Expression  # with each word
    shown: Expression  # the same, on their way there
    nearest: Expression  # the words' places, nearest first


def _side(
    page: Layout,
    name: str,
    place: int,
    word: Expression,
    cosines: words.Array,
    nearest: words.Array,
    start: int,
) -> _Side:
    rounded = cosines.round(7).tolist()
    page.state(f"{name}_table", rounded)
    goal = page.let(f"{name}_goal", raw(f"{name}_table")[word])
    shown = page.state(f"{name}_shown", rounded[start])
    near = page.let(f"{name}_nearest", array(nearest.tolist())[word])
    page.on(glide(f"{name}_shown", f"{name}_goal", len(rounded), rate=f"({page.calm()}?1:0.2)"))
    return _Side(place, word, goal, shown, near)


def _bars(sheet: _Sheet, side: _Side) -> list[Mark]:
    """A bar and its number for each word, the nearest ones strongest; none for the chosen word itself."""
    zero, way = sheet.zeros[side.place], (-1, 1)[side.place]
    named = (fn.indexof(side.nearest, datum.j) >= 0) & (side.cosines[datum.j] > 0.005)
    seen = when(datum.j == side.word, 0, 1)
    first, last = sheet.rows[0]["y"] - sheet.step / 2, sheet.bottom
    return [
        line(f"M{zero:g},{first:g}V{last:g}", stroke=HAIRLINE, stroke_width=1),
        bar(
            zero,
            datum.y,
            side.shown[datum.j] * (way * sheet.unit),
            sheet.step - 13,
            rows=sheet.rows,
            fill=when(named, INK, mix(MUTED, 0.45)),
            opacity=seen,
            corner_radius=1.5,
        ),
        text(
            sheet.numbers[side.place],
            datum.y,
            fmt(side.cosines[datum.j], ".2f"),
            rows=sheet.rows,
            align="right",
            fill=when(named, INK, MUTED),
            font_weight=when(named, 600, 400),
            opacity=seen,
        ),
    ]


def _chips(sheet: _Sheet, word: Expression) -> list[Mark]:
    here = datum.j == word
    return [
        rect(
            sheet.middle,
            datum.y,
            2 * sheet.chip,
            sheet.step - 3,
            rows=sheet.rows,
            fill=when(here, INK, WASH),
            corner_radius=7,
        ),
        text(
            sheet.middle,
            datum.y + 0.5,
            datum.t,
            rows=sheet.rows,
            size=sheet.size,
            align="center",
            fill=when(here, PAPER, INK),
            font_weight=when(here, 600, 400),
        ),
    ]


def _headings(page: Layout, sheet: _Sheet, result: words.Result) -> list[Mark]:
    left, right = page.pick(sheet.zeros, (10, sheet.numbers[1]))
    aligns = page.pick(("right", "left"), ("left", "right"))
    titles = (f"all {result.table.shape[1]} numbers", "two directions")
    return [
        text(x, sheet.top - 22, title, align=align, font_weight=600)
        for x, title, align in zip((left, right), titles, aligns, strict=True)
    ]


def _beside(page: Layout, sheet: _Sheet, result: words.Result, word: Expression) -> list[Mark]:
    """What the chosen word's numbers say, and its nearest words if all of the corpus may compete."""
    all_words = f"nearest of all {len(result.vocabulary)}"
    told = {
        "just before it": [", ".join(names) for names in result.before],
        "just after it": [", ".join(names) for names in result.after],
        all_words: [_ranked(found) for found in result.nearest_of_all],
    }
    left, right, step = page.pick((180, 192, 24), (110, 120, 22))
    top = sheet.bottom + 32
    marks: list[Mark] = []
    for i, (label, texts) in enumerate(told.items()):
        y = top + step * i
        marks += [text(left, y, label, fill=MUTED, align="right"), text(right, y, array(texts)[word])]
    return marks


def _ranked(found: tuple[tuple[str, float], ...]) -> str:
    """Words with their cosines, as far as they have one."""
    return ", ".join(f"{word} {cosine:.2f}" for word, cosine in found if cosine > 0.005)
