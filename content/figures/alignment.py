"""Where a translator looks: the weights that it learned, on a sentence it has never read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attention.experiments import translation
from content.figures._grid import Grid, chip
from content.figures._house import QUERY, insist
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    Drawing,
    Expression,
    Layout,
    Mark,
    Scalar,
    array,
    bar,
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    mix,
    numbers,
    point,
    press,
    rect,
    target,
    text,
    total,
    when,
    width_of,
)

ATTENDING = translation.ATTENDING
START_SCORE = "concat"  # the sharpest
START_WORD = 9  # "dom", the house: two adjectives stand before it in the source
OUTLINE: dict[str, Any] = {"fill": CLEAR, "stroke": INK, "stroke_width": 1.25, "corner_radius": 2}


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The word that is being written, and the weights on show."""

    t: Expression
    model: Expression  # the chosen translator's place
    shares: Expression  # of the four translators in the weights on show: these glide from one to the next
    tables: Expression  # each one's weights
    on_right: Expression  # of each written word, the chosen one's weight on the word it translates

    def weight(self, i: Scalar, j: Scalar) -> Expression:
        """The weight that written word i gives to source word j, on show."""
        return total([self.tables[k][i][j] * self.shares[k] for k in range(len(ATTENDING))])


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    grid: Grid
    word: float  # the middle of the written words
    gloss: float  # the right edge of what they mean; not on a narrow sheet
    left: float  # the list of scores: its edges, its heading and its first row
    right: float
    head: float
    top: float
    step: float
    height: int


@figure("alignment", data=translation.run)
def alignment_figure(result: translation.Result, page: Layout) -> Drawing:
    """Where a translator looks: a row for each word that it writes, a column for each word that it has read.

    The weights lie on the word that is being translated or close to it, though nobody has shown it where to look.
    """
    sheet = _sheet(page, len(result.words))
    look = _look(page, result)
    rows = [{"i": i} for i in range(len(result.words))]
    grid = sheet.grid
    page.on(point("row", "written", datum.i), press("scores", "score", datum.name))
    return (
        page.draw(
            sheet.height,
            _row(sheet, look),
            grid.lines(),
            _cells(result, sheet, look),
            _words(page, result, sheet, look),
            _sharpness(page, result, sheet, look),
            target(grid.right / 2, grid.y(datum.i), grid.right, grid.height, rows=rows, name="row"),
        )
        .says(
            "With ",
            array(ATTENDING)[look.model],
            " scores, ",
            join("“", array(result.meant)[look.t], "”"),
            " gives ",
            fmt(look.on_right[look.t], ".0%"),
            " of its weight to ",
            join("“", array(result.words)[array(result.order.tolist())[look.t]], "”"),
            ", the word it translates. On average the right word gets ",
            fmt(array(_on_right(result))[look.model], ".0%"),
            ".",
        )
        .tells(
            "How much of its weight each written word gives to the word it translates",
            ("written", "translates", *ATTENDING),
            _table(result),
        )
    )


@numbers(translation.run)
def quoted(result: translation.Result) -> dict[str, float | int | str]:
    """The numbers section 9 quotes of where translators look."""
    _check(result)
    most = result.most_on_right[1:, _like_the_example(result)]
    others = np.delete(most, ATTENDING.index("concat"))
    return {
        "alignment-concat-most": float(most[ATTENDING.index("concat")]),
        "alignment-others-least": float(others.min()),
        "alignment-others-most": float(others.max()),
    }


def _check(result: translation.Result) -> None:
    """What the text says in words."""
    at, scores = _like_the_example(result), result.scores
    weight, most = result.on_right[:, at], result.most_on_right[:, at]
    concat, additive = scores.index("concat"), scores.index("additive")
    claims = {
        "all that look translate the example rightly": set(result.written[1:]) == {result.meant},
        "concat looks most sharply": concat == most.argmax() == weight.argmax() and most[concat] > 0.9,
        "additive looks less sharply than concat": weight[additive] < weight[concat] - 0.1,
        "most look at the right word": most[1:].min() > 0.5,
    }
    insist(9, claims)


def _like_the_example(result: translation.Result) -> int:
    """The place of the test's sentences that are as long as the example."""
    lengths: list[int] = result.lengths.tolist()
    return lengths.index(len(result.words))


def _on_right(result: translation.Result) -> list[float]:
    """Each translator's mean weight on the right word."""
    weights: list[float] = result.on_right[1:, _like_the_example(result)].tolist()
    return weights


def _right(result: translation.Result) -> list[list[float]]:
    """In the example, each translator's weights on the right words."""
    return [
        [row[source] for row, source in zip(rows, result.order, strict=True)]
        for rows in result.alignment[1:].tolist()
    ]


def _table(result: translation.Result) -> list[tuple[str | float | None, ...]]:
    words = [result.words[source] for source in result.order]
    return [*zip(result.meant, words, *_right(result), strict=True), ("on average", None, *_on_right(result))]


def _sheet(page: Layout, n: int) -> _Sheet:
    if page.wide:
        grid, column = Grid(n, n, 118, 84, 26, 26), {"left": 456, "right": 564, "head": 92}
        return _Sheet(grid, word=92, gloss=64, **column, top=144, step=46, height=406)
    grid, column = Grid(n, n, 58, 80, 20.5, 22), {"left": 8, "right": 312, "head": 376}
    return _Sheet(grid, word=30, gloss=0, **column, top=410, step=38, height=548)


def _look(page: Layout, result: translation.Result) -> _Look:
    score = page.choice("score", START_SCORE, {name: name for name in ATTENDING}, "Score")
    t = page.stepper("written", START_WORD, result.meant, "Written word")
    model = page.let("model", fn.indexof(array(ATTENDING), score))
    tables = page.state("tables", result.alignment[1:].round(7).tolist())
    page.let("chosen", array([when(model == k, 1, 0) for k in range(len(ATTENDING))]))
    shares = page.state("shares", [int(score == START_SCORE) for score in ATTENDING])
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("shares", "chosen", len(ATTENDING), rate="rate"))
    return _Look(t, model, shares, tables, page.let("on_right", array(_right(result))[model]))


def _row(sheet: _Sheet, look: _Look) -> Mark:
    """The ground of the row that is being written."""
    left, right = 4, sheet.grid.right + 4
    middle = (left + right) / 2, sheet.grid.y(look.t)
    return rect(*middle, right - left, sheet.grid.height, fill=mix(QUERY, 0.13), corner_radius=7)


def _cells(result: translation.Result, sheet: _Sheet, look: _Look) -> list[Mark]:
    """The weights as tints, an outline round each row's right word, and the chosen row's weights in hundredths."""
    grid = sheet.grid
    weight, written = look.weight(datum.i, datum.j), look.weight(look.t, datum.j)
    right = [{"i": i, "x": grid.x(j), "y": grid.y(i)} for i, j in enumerate(result.order.tolist())]
    seen = result.alignment[1:].max(0) > 0.002  # by any translator: half of the cells are not
    cells = [cell for cell in grid.cells if seen[int(cell["i"]), int(cell["j"])]]
    columns = [{"j": j, "x": grid.x(j)} for j in range(grid.columns)]
    return [
        rect(datum.x, datum.y, grid.width - 1, grid.height - 1, rows=cells, fill=QUERY, opacity=weight),
        _outline(datum.x, datum.y, grid, rows=right, opacity=when(datum.i == look.t, 1, 0.5)),
        text(
            datum.x,
            grid.y(look.t) + 0.5,
            when(written < 0.005, "", fmt(written * 100, ".0f")),
            rows=columns,
            fill=when(written > 0.55, PAPER, INK),
            align="center",
            font_weight=when(written > 0.2, 600, 400),
        ),
    ]


def _outline(x: Scalar, y: Scalar, grid: Grid, **more: Any) -> Mark:
    """What goes round a right word."""
    return rect(x, y, grid.width - 3, grid.height - 3, **OUTLINE, **more)


def _words(page: Layout, result: translation.Result, sheet: _Sheet, look: _Look) -> list[Mark]:
    """The source over the columns; before the rows what is written, the chosen word as a chip, and what it means."""
    grid, words = sheet.grid, array(result.meant)
    rows = [
        {"i": i, "y": grid.y(i), "t": word, "means": result.words[source]}
        for i, (word, source) in enumerate(zip(result.meant, result.order.tolist(), strict=True))
    ]
    widths = array([round(width_of(word, 15, 600), 1) for word in result.meant])
    heard = when(look.weight(look.t, datum.j) > 0.2, 600, 400)
    marks = [
        grid.column_words(
            array(result.words), grid.top - 9, size=15, angle=page.pick(302, 286), font_weight=heard
        ),
        text(grid.left - 10, grid.top - 34, "read", fill=MUTED, align="right"),
        text(sheet.word, grid.top - 12, "written", fill=MUTED, align="center"),
        text(
            sheet.word,
            datum.y,
            datum.t,
            rows=rows,
            size=15,
            align="center",
            opacity=when(datum.i == look.t, 0, 1),
        ),
        *chip(sheet.word, grid.y(look.t), widths[look.t], 23, words[look.t], size=15),
    ]
    if page.wide:
        marks.append(text(sheet.gloss, grid.top - 12, "means", fill=MUTED, align="right"))
        marks.append(text(sheet.gloss, datum.y, datum.means, rows=rows, fill=MUTED, align="right"))
    return marks


def _sharpness(page: Layout, result: translation.Result, sheet: _Sheet, look: _Look) -> list[Mark]:
    """For each score, the mean weight on the right word; its name chooses it."""
    rows = [
        {"k": k, "name": name, "y": sheet.top + sheet.step * k, "w": round(weight, 7)}
        for k, (name, weight) in enumerate(zip(ATTENDING, _on_right(result), strict=True))
    ]
    mine = datum.k == look.model
    style: dict[str, Any] = {
        "rows": rows,
        "fill": when(mine, INK, MUTED),
        "font_weight": when(mine, 600, 400),
    }
    start, room = page.pick((sheet.left, sheet.right - sheet.left), (sheet.left + 76, 176))
    y = datum.y + page.pick(17, 0)
    return [
        text(sheet.left, datum.y, datum.name, **style),
        text(sheet.right, datum.y, fmt(datum.w, ".0%"), align="right", **style),
        rect(start + room / 2, y, room, 9, rows=rows, fill=CLEAR, stroke=HAIRLINE, stroke_width=1),
        bar(start, y, datum.w * room, 9, rows=rows, fill=QUERY, opacity=when(mine, 1, 0.4)),
        target(
            (sheet.left + sheet.right) / 2,
            datum.y + page.pick(6, 0),
            sheet.right - sheet.left,
            sheet.step,
            rows=rows,
            name="scores",
        ),
        *_heading(page, result, sheet),
    ]


def _heading(page: Layout, result: translation.Result, sheet: _Sheet) -> list[Mark]:
    """What the bars are; it says what the outlines are, too."""
    x, y, below = sheet.left, sheet.head, sheet.top + 4 * sheet.step + 6
    if page.wide:
        tests = ("on average over", f"{result.config.tests} sentences", f"of {len(result.words)} words")
        return [
            text(x, y, "weight on the", fill=MUTED),
            rect(x + 7, y + 20, 13, 13, **OUTLINE),
            text(x + 21, y + 20, "right word", fill=MUTED),
            *(text(x, below + 19 * k, words, fill=MUTED) for k, words in enumerate(tests)),
        ]
    return [
        text(x, y, "weight on the", fill=MUTED),
        rect(x + 94, y, 13, 13, **OUTLINE),
        text(x + 107, y, "right word, on average", fill=MUTED),
    ]
