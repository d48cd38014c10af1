"""Every word at once: the formula of attention taken apart, from the dot products outward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import matrix
from content.figures._formula import FAINT, formula, transposed
from content.figures._grid import Grid, chip, letter, square
from content.figures._house import KEY, KEY_DASH, OUTPUT, QUERY
from content.figures._matrix_row import Place, read_out
from content.figures._matrix_state import MIXED, PARTS, PRODUCTS, REACH, SCORES, WEIGHTS, State, choose
from generator.drawing import (
    INK,
    MUTED,
    SPAN_WIDTH,
    Drawing,
    Expression,
    Layout,
    Mark,
    datum,
    figure,
    fmt,
    join,
    line,
    mix,
    numbers,
    point,
    press,
    rect,
    target,
    text,
    when,
)

PAST = 0.55  # the opacity of queries and keys once they have done their work


@figure("matrix", data=matrix.run, wide=SPAN_WIDTH)
def matrix_figure(result: matrix.Result, page: Layout) -> Drawing:
    """A table with a row for each word that looks and a column for each word that is looked at.

    The queries stand left of it, the keys above it and the outputs at its right; one row is read out beside it.
    """
    sheet = _sheet(page, len(result.words))
    state = choose(page, result, sheet.size)
    page.on(point("row", "looking", datum.i), press("formula", "part", datum.part))
    return (
        page.draw(
            sheet.height,
            _band(sheet, state),
            _table(sheet, state),
            _strips(sheet, state),
            _frames(sheet, state),
            _words(sheet, state),
            formula(*sheet.formula, [state.stage >= k for k in range(len(PARTS))], list(PARTS)),
            read_out(page, sheet.place, result, state),
            _rows(sheet),
        )
        .says(*_sentence(state))
        .tells(
            "Each word’s row, with “tired” at the end: its query, its weights and its output",
            _columns(result),
            _side_by_side(_names(result.words), result.queries[0], result.weights[0], result.output[0]),
        )
    )


@numbers(matrix.run)
def quoted(result: matrix.Result) -> dict[str, float | int | str]:
    """The numbers section 7 quotes, of the sentence that ends in "tired"."""
    silent = result.words.index("the")
    return {
        "matrix-flat-rows": int(result.flat[0].sum()),
        "matrix-flat-share": float(result.weights[0, silent, 0]),
        "matrix-flat-output": float(result.output[0, silent, 0]),
        "matrix-agreement": float(result.agreement[0]),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand: four tables that share rows and columns, the formula, and the row that is read out."""

    grid: Grid
    queries: Grid
    keys: Grid
    output: Grid
    words: float  # right edge of the rows' words
    size: float  # of words
    slant: float  # of the columns' words, in degrees
    formula: tuple[float, float]  # its middle
    place: Place
    height: int


def _sheet(page: Layout, n: int) -> _Sheet:
    if page.wide:
        return _Sheet(
            grid=Grid(n, n, 128, 116, 25, 25),
            queries=Grid(n, 2, 84, 116, 17, 25),
            keys=Grid(2, n, 128, 72, 25, 17),
            output=Grid(n, 2, 413, 116, 17, 25),
            words=66,
            size=15,
            slant=302,
            formula=(622, 36),
            place=Place(480, 112, Grid(5, 2, 574, 172, 52, 29), 702, 760),
            height=420,
        )
    return _Sheet(
        grid=Grid(n, n, 102, 158, 16.2, 18),
        queries=Grid(n, 2, 72, 158, 12, 18),
        keys=Grid(2, n, 102, 127, 16.2, 13),
        output=Grid(n, 2, 286.5, 158, 12, 18),
        words=60,
        size=14,
        slant=288,
        formula=(160, 34),
        place=Place(8, 396, Grid(5, 2, 112, 442, 58, 23), 256, 312),
        height=624,
    )


def _band(sheet: _Sheet, state: State) -> Mark:
    """The chosen row, through all the tables that have one for it."""
    left, right = sheet.words, sheet.output.right + 4
    middle, y = (left + right) / 2, sheet.grid.y(state.looking)
    return rect(middle, y, right - left, sheet.grid.height, fill=mix(QUERY, 0.13), corner_radius=6)


def _table(sheet: _Sheet, state: State) -> list[Mark]:
    """The table of all pairs: products, scores or weights."""
    mine = when(datum.i == state.looking, QUERY, mix(INK, 0.72))
    level = state.level(datum.i, datum.j)
    return [sheet.grid.lines(), square(sheet.grid.height, level, rows=sheet.grid.cells, color=mine)]


def _strips(sheet: _Sheet, state: State) -> list[Mark]:
    """Queries, keys and outputs as squares, in tables of their own; outputs only when they are worked out."""
    queries, keys, output = sheet.queries, sheet.keys, sheet.output
    i, j = datum.i, datum.j
    asks, there = when(state.stage == PRODUCTS, 1, PAST), when(state.stage == MIXED, 1, 0)
    query = state.queries[i][j] / REACH[PRODUCTS]
    return [
        square(queries.width, query, rows=queries.cells, color=QUERY, opacity=asks),
        square(keys.height, state.keys[j][i], rows=keys.cells, color=KEY, opacity=asks),
        square(output.width, state.outputs[i][j], rows=output.cells, color=OUTPUT, opacity=there),
    ]


def _frames(sheet: _Sheet, state: State) -> list[Mark]:
    """Each of these tables in its role's line, with its name."""
    queries, keys, output = sheet.queries, sheet.keys, sheet.output
    asks, told = when(state.stage == PRODUCTS, 1, PAST), when(state.stage == MIXED, 1, FAINT)
    double = output.frame(2) + output.frame(4.5)
    named: dict[str, Any] = {"size": 15, "font_weight": 600, "align": "right"}
    return [
        line(queries.frame(2), stroke=QUERY, stroke_width=1.6, opacity=asks),
        line(keys.frame(2), stroke=KEY, stroke_width=1.8, stroke_dash=KEY_DASH, opacity=asks),
        line(double, stroke=OUTPUT, stroke_width=1.1, opacity=told),
        letter("Q", queries.x(0.5), queries.bottom + 15, QUERY, asks),
        *transposed(keys.right + 12, keys.y(0.5), asks, 15),
        text(output.right + 6, output.bottom + 17, "output", fill=OUTPUT, opacity=told, **named),
    ]


def _words(sheet: _Sheet, state: State) -> list[Mark]:
    """The words before the rows and above the columns."""
    rows = [{"i": i, "y": sheet.grid.y(i)} for i in range(sheet.grid.rows)]
    word, room = state.words[state.looking], state.room[state.looking]
    place = sheet.words - room / 2, sheet.grid.y(state.looking)
    others = when(datum.i == state.looking, "", state.words[datum.i])
    weight = when(state.cell(WEIGHTS, state.looking, datum.j) > 0.2, 600, 400)
    hint: dict[str, Any] = {"fill": MUTED, "align": "right"}
    top = sheet.keys.top - 11
    return [
        text(sheet.words, sheet.grid.top - 14, "looks ↓", **hint),
        text(sheet.keys.left - 8, sheet.keys.top - 16, "is looked at", **hint),
        text(sheet.words, datum.y, others, rows=rows, size=sheet.size, align="right"),
        *chip(*place, room, sheet.grid.height, word, size=sheet.size - 1),
        sheet.grid.column_words(state.words, top, size=sheet.size, angle=sheet.slant, font_weight=weight),
    ]


def _rows(sheet: _Sheet) -> Mark:
    """What is pointed at to choose a row: all of it, from its word to its output."""
    right, height = sheet.output.right, sheet.grid.height
    rows = [{"i": i, "y": sheet.grid.y(i)} for i in range(sheet.grid.rows)]
    return target(right / 2, datum.y, right, height, rows=rows, name="row")


def _sentence(state: State) -> list[str | Expression]:
    i, (animal, street) = state.looking, state.nouns
    scores = [fmt(state.cell(SCORES, i, j), ".2f") for j in (animal, street)]
    weights = [fmt(state.cell(WEIGHTS, i, j), ".1%") for j in (animal, street)]
    output = [fmt(state.outputs[i][c], ".2f") for c in (0, 1)]
    return [
        join("“", state.words[i], "”"),
        " scores ",
        scores[0],
        " with “animal” and ",
        scores[1],
        " with “street”. Its weights for them are ",
        weights[0],
        " and ",
        weights[1],
        ", its output is ",
        join("(", output[0], ", ", output[1], ")"),
        ".",
    ]


def _columns(result: matrix.Result) -> tuple[str, ...]:
    weights = (f"weight of {word}" for word in _names(result.words))
    return ("word", "query, animals", "query, places", *weights, "output, animals", "output, places")


def _names(words: tuple[str, ...]) -> list[str]:
    """The words, the second of two equal ones told apart."""
    return [f"{word} (again)" if word in words[:j] else word for j, word in enumerate(words)]


def _side_by_side(names: list[str], *tables: Any) -> list[list[Any]]:
    """The names, each followed by its rows of the tables."""
    rows = ([round(value, 4) for table in tables for value in table[i].tolist()] for i in range(len(names)))
    return [[name, *row] for name, row in zip(names, rows, strict=True)]
