"""Where a query comes from: a word's numbers, some of them copied from another word, times the query matrix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attention.experiments import queries
from content.figures._house import QUERY
from content.figures.queries import TIRED, WIDE, WordList
from generator.drawing import (
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
    join,
    line,
    mix,
    path,
    rect,
    shape,
    text,
    total,
    when,
)

WIDER = 8  # px that a number with three decimals needs more than others


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A word's numbers as a column of cells, the rows of the matrix beside them."""

    last: float  # middle of the column of the last word
    it: float
    matrix: tuple[float, float]
    cell: tuple[float, float]  # width and height of a cell
    top: float
    step: float

    @property
    def end(self) -> float:
        """Below the last row."""
        return self.top + 6 * self.step

    def y(self, row: int) -> float:
        """The middle of a row."""
        return self.top + self.step * (row + 0.5)


@figure("query-matrix", data=queries.run)
def query_matrix_figure(result: queries.Result, page: Layout) -> Drawing:
    """The six numbers of “it”, two of them copied from the last word; the query matrix; the query; and the weights.

    Each number is multiplied by the two in its row of the matrix, and each column is added up: that is the query.
    """
    sheet = _Sheet(
        *page.pick((147, 215, (281, 327), (42, 29), 50, 34), (139, 197, (252, 292), (36, 26), 50, 30))
    )
    list_ = WordList(result.words, *page.pick((450, 458, 68, 34, 24), (98, 108, 150, 308, 21)))
    copied = page.slider("copied", result.config.head.copied, 0, 1, 0.05, "Copied", format=".2f")
    strength = page.slider("strength", result.config.head.strength, 0, 10, 0.5, "Strength", format=".1f")
    last = page.choice("last", result.endings[0], {word: word for word in result.endings}, "Last word")
    ending = when(last == result.endings[WIDE], WIDE, TIRED)
    given = page.let("given", array(result.last.tolist())[ending])
    numbers_ = page.let("numbers", array([_number(result, r, given, copied) for r in range(6)]))
    query = page.let("query", array([_column(result, c, numbers_) * strength for c in (0, 1)]))
    shown = [fn.round(query[c] * 1000) / 1000 for c in (0, 1)]  # so that a half is rounded as on paper
    weights = _weights(page, result, query)
    return (
        page.draw(
            list_.end + page.pick(6, 10),
            _features(sheet, result),
            _word_cells(page, sheet, result, given, numbers_, copied, last),
            _matrix_cells(sheet, result, strength),
            _query_row(page, sheet, list_, shown),
            _weight_rows(list_, weights, last, result),
        )
        .says(*_reading(result, copied, strength, last, shown, weights))
        .tells(*_settings_table(result))
    )


def _reading(
    result: queries.Result,
    copied: Expression,
    strength: Expression,
    last: Expression,
    query: Sequence[Expression],
    weights: Expression,
) -> list[Any]:
    """The live sentence."""
    count = len(result.words)
    top = fn.max(*(weights[j] for j in range(count)))
    words = array([*(f"“{word}”" for word in result.words[:-1]), join("“", last, "”")])
    return [
        "With ",
        join(fmt(copied, ".0%"), " of “", last, "”"),
        " copied and strength ",
        fmt(strength, ".1f"),
        ", the query is ",
        join("(", _short(query[0]), ", ", _short(query[1]), ")"),
        ", and ",
        when(top < 1 / count + 1e-6, "every word", words[fn.indexof(weights, top)]),
        " gets ",
        fmt(top, ".0%"),
        " of the attention.",
    ]


def _number(result: queries.Result, row: int, given: Expression, copied: Expression) -> Any:
    """One of the six numbers of "it": its own, and what was copied onto it."""
    own = result.alone.tolist()[row]
    return given[row] * copied + own if result.copies[row] else own


def _column(result: queries.Result, column: int, numbers_: Expression) -> Expression:
    """The word's numbers times a column of the matrix at strength 1, added up."""
    factors = result.unit_query_matrix[:, column].tolist()
    return total([numbers_[r] * factor for r, factor in enumerate(factors) if factor])


def _weights(page: Layout, result: queries.Result, query: Expression) -> Expression:
    """Scores, exponentials, shares."""
    keys, count = result.keys.tolist(), range(len(result.words))
    grown = page.let("grown", array([fn.exp((query[0] * x + query[1] * y) / math.sqrt(2)) for x, y in keys]))
    sum_ = page.let("total", total([grown[j] for j in count]))
    return page.let("weights", array([grown[j] / sum_ for j in count]))


def _features(sheet: _Sheet, result: queries.Result) -> list[Mark]:
    """What each number stands for; those that this head reads in ink."""
    rows = [
        {"y": sheet.y(r), "t": name, "read": any(result.unit_query_matrix[r])}
        for r, name in enumerate(result.features)
    ]
    return [text(8, datum.y, datum.t, rows=rows, fill=when(datum.read, INK, MUTED))]


def _cells(
    x: float, width: float, sheet: _Sheet, values: Expression, color: str, share: float, rows: list[int]
) -> list[Mark]:
    """A column of cells, each tinted by the size of its number."""
    data = [{"r": r, "y": sheet.y(r)} for r in rows]
    value = values[datum.r]
    tint = mix(color, fn.abs(value) * share, WASH)
    return [
        rect(x, datum.y, width, sheet.cell[1], rows=data, fill=tint, corner_radius=5),
        text(
            x,
            datum.y + 0.5,
            fmt(fn.round(value * 1000) / 1000, ".3~f"),
            rows=data,
            align="center",
            fill=when(fn.abs(value) < 0.0005, MUTED, INK),
        ),
    ]


def _chip(x: float, y: float, content: Any, width: float, *, fill: str, ink: str) -> list[Mark]:
    return [
        rect(x, y, width, 30, fill=fill, corner_radius=9),
        text(x, y + 0.5, content, size=15, align="center", fill=ink, font_weight=600),
    ]


def _word_cells(
    page: Layout,
    sheet: _Sheet,
    result: queries.Result,
    given: Expression,
    numbers_: Expression,
    copied: Expression,
    last: Expression,
) -> list[Mark]:
    """The last word's two numbers that are copied, the six of "it", and arrows as thick as the copy is whole."""
    rows = [r for r, copy in enumerate(result.copies.tolist()) if copy]
    width = sheet.cell[0]
    start, stop = sheet.last + width / 2 + 3, sheet.it - (width + WIDER) / 2 - 2
    neck = stop - 7
    bands = [{"y": sheet.y(r)} for r in rows]
    note: dict[str, Any] = {"align": "right", "fill": MUTED}
    return [
        *_chip(sheet.last, 22, last, page.pick(52, 46), fill=WASH, ink=INK),
        *_chip(sheet.it, 22, "it", width + WIDER, fill=QUERY, ink=PAPER),
        *_cells(sheet.last, width, sheet, given, MUTED, 0.42, rows),
        *_cells(sheet.it, width + WIDER, sheet, numbers_, MUTED, 0.42, list(range(6))),
        line(
            path("M", start, 0, "H", neck),
            y=datum.y,
            rows=bands,
            stroke=MUTED,
            stroke_width=copied * 5,
        ),
        shape(
            path("M", stop, 0, "l", -8, -6, "v", 12, "Z"),
            y=datum.y,
            rows=bands,
            fill=MUTED,
            opacity=when(copied > 0, 1, 0),
        ),
        text(stop - 4, sheet.y(rows[-1] + 1) - 5, "copied", **note),
        text(stop - 4, sheet.y(rows[-1] + 1) + 13, join("× ", fmt(copied, ".2f")), **note),
    ]


def _matrix_cells(sheet: _Sheet, result: queries.Result, strength: Expression) -> list[Mark]:
    """The query matrix: mostly zeros, and the strength in two places."""
    marks: list[Mark] = []
    for x, factors in zip(sheet.matrix, result.unit_query_matrix.T.tolist(), strict=True):
        column = array([strength * factor if factor else 0 for factor in factors])
        marks += _cells(x, sheet.cell[0], sheet, column, QUERY, 0.055, list(range(6)))
    middle = sum(sheet.matrix) / 2
    between = (sheet.it + WIDER / 2 + sheet.matrix[0]) / 2
    return [
        *marks,
        text(middle, 22, "query matrix", align="center", fill=QUERY, font_weight=600),
        text(
            datum.x,
            datum.y,
            "×",
            rows=[{"x": between, "y": sheet.y(r)} for r in (2, 3)],
            align="center",
            fill=MUTED,
        ),
    ]


def _query_row(page: Layout, sheet: _Sheet, list_: WordList, query: Sequence[Expression]) -> list[Mark]:
    """The columns' sums under their columns, as in adding on paper; and a line that leads on to the weights."""
    y, half = sheet.end + 24, sheet.cell[0] / 2
    left, right = sheet.matrix[0] - half, sheet.matrix[1] + half
    number: dict[str, Any] = {"size": 16, "align": "center", "fill": QUERY, "font_weight": 600}
    to_weights = page.pick(
        f"M{right + 12:g},{y:g}h12M{right + 24:g},{list_.top + 4:g}V{list_.end - 4:g}",
        f"M{sum(sheet.matrix) / 2:g},{y + 15:g}v10M12,{y + 25:g}H308",
    )
    return [
        line(f"M{left:g},{sheet.end + 5:g}H{right:g}", stroke_width=1.25),
        line(to_weights, stroke=MUTED, stroke_width=1.25),
        text(left - 14, y, "query", **(number | {"align": "right"})),
        *(text(x, y, _short(sum_), **number) for sum_, x in zip(query, sheet.matrix, strict=True)),
        text(8, y, page.pick("multiply across, add down", "across, then down"), fill=MUTED),
    ]


def _short(value: Expression) -> Expression:
    """A number in at most five characters."""
    return when(fn.abs(value) < 9.995, fmt(value, ".2f"), fmt(value, ".1f"))


def _weight_rows(
    list_: WordList, weights: Expression, last: Expression, result: queries.Result
) -> list[Mark]:
    """What the query makes of the keys: each word's weight."""
    share = weights[datum.j]
    words = array([*result.words[:-1], last])
    return [
        text(list_.zero, list_.top - 12, "weight", size=15, fill=QUERY, font_weight=600),
        text(
            list_.word,
            datum.y,
            words[datum.j],
            rows=list_.rows,
            size=15,
            align="right",
            font_weight=when(share > 0.3, 600, 400),
        ),
        bar(list_.zero, datum.y, share * list_.reach, 13, rows=list_.rows, fill=QUERY, corner_radius=2),
        text(
            list_.zero + share * list_.reach + 8,
            datum.y,
            fmt(share, ".1%"),
            rows=list_.rows,
            fill=QUERY,
            font_weight=600,
        ),
    ]


def _settings_table(result: queries.Result) -> tuple[str, tuple[str, ...], list[tuple[Any, ...]]]:
    """The nouns' weights at every strength, with the usual copy."""
    at = result.copied.tolist().index(result.config.head.copied)
    nouns = [result.words.index(word) for word in ("animal", "street")]
    columns = [f"“{result.words[j]}” with “{ending}”" for ending in result.endings for j in nouns]
    table = result.weights[at][:, :, nouns].reshape(len(result.strengths), -1).round(4).tolist()
    return (
        f"The weights of the nouns at every strength, with {result.config.head.copied} of the last word copied",
        ("strength", *columns),
        [(strength, *row) for strength, row in zip(result.strengths.tolist(), table, strict=True)],
    )
