"""No peeking ahead: the sentence written word by word, and the rows that change with each new word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import causal
from content.figures._grid import Grid, chip, square
from content.figures._house import QUERY
from generator.drawing import (
    INK,
    MUTED,
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
    path,
    play,
    press,
    rect,
    target,
    text,
    when,
    width_of,
)

_COLUMNS = (
    "word",
    "rows before it",
    "changed, with the mask",
    "changed, without it",
    "“it” moved, with the mask",
    "“it” moved, without it",
)


@figure("causal", data=causal.run)
def causal_figure(result: causal.Result, page: Layout) -> Drawing:
    """A table of weights that grows with the sentence, a row and a column for each word.

    With the mask it is a triangle: the cells to the right of its slope are hatched, and no row changes once it stands.
    """
    state = _state(page, result)
    sheet = _sheet(page, result)
    last = len(result.words) - 1
    page.on(play("written", "playing", last, ms=750), press("word", "written", datum.j))
    return (
        page.draw(
            sheet.height,
            _text(sheet, state),
            _bands(sheet, state),
            _table(sheet, state),
            _words(sheet, state),
            _moved(page, sheet, state),
            target(datum.x, datum.y, datum.w + 8, 34, rows=sheet.places, name="word"),
        )
        .says(*_sentence(state))
        .tells(
            "How many rows changed with each word, and how much of the attention of “it” moved",
            _COLUMNS,
            _history(result),
        )
    )


def _sentence(state: _State) -> list[str | Expression]:
    first, animal = state.newest[0], state.newest[1]
    return [
        "The newest word, ",
        join("“", array(state.words)[state.written], "”"),
        ", gives ",
        fmt(fn.max(first, animal), ".0%"),
        " to ",
        when(animal > first, "“animal”", "every word that it sees"),
        ". Of the rows before it, ",
        join(state.count, "\u00a0of\u00a0", state.written),
        " changed.",
    ]


def _history(result: causal.Result) -> list[list[str | float]]:
    """A line for each word."""
    changed, moved = result.changed.sum(axis=-1), result.moved[..., result.pronoun].round(4)
    return [
        [word, n, *(int(changed[m, n]) for m in (1, 0)), *(float(moved[m, n]) for m in (1, 0))]
        for n, word in enumerate(result.words)
    ]


@numbers(causal.run)
def quoted(result: causal.Result) -> dict[str, float | int | str]:
    """The numbers section 8 quotes of the mask."""
    it, animal, last = result.pronoun, result.words.index("animal"), len(result.words) - 1
    without, masked = range(2)
    return {
        "causal-tired-animal": float(result.weights[masked, last, last, animal]),
        "causal-it-moved-without": float(result.moved[without, last, it]),
    }


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What the reader has chosen, and what is then true."""

    words: tuple[str, ...]
    written: Expression  # the place of the newest word
    masked: Expression  # 1 with the mask, else 0
    newest: Expression  # the row of the newest word
    lower: Expression  # the two tables that the drawing lies between, as the newest word glides
    upper: Expression
    share: Expression  # how much of the upper one is drawn
    moved: Expression  # of each row, since the last word
    changed: Expression  # of each row, 1 or 0
    count: Expression  # of changed rows


def _state(page: Layout, result: causal.Result) -> _State:
    last = len(result.words) - 1
    page.player("playing", "Write the sentence")
    written = page.stepper("written", last, result.words, "Written up to")
    mask = page.toggle("mask", True, "No peeking")
    masked = page.let("masked", when(mask, 1, 0))
    weights = page.state("weights", result.weights.round(7).tolist())
    moved = page.state("all_moved", result.moved.round(7).tolist())
    changed = page.state("all_changed", result.changed.astype(int).tolist())
    count = page.state("counts", result.changed.sum(axis=-1).tolist())
    at = page.state("at", [last])
    page.let("goal", array([written]))
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("at", "goal", 1, rate="rate"))
    low = page.let("low", fn.floor(at[0]))
    return _State(
        words=result.words,
        written=written,
        masked=masked,
        newest=page.let("newest", weights[masked][written][written]),
        lower=page.let("lower", weights[masked][low]),
        upper=page.let("upper", weights[masked][fn.ceil(at[0])]),
        share=page.let("share", at[0] - low),
        moved=page.let("moved", moved[masked][written]),
        changed=page.let("changed", changed[masked][written]),
        count=count[masked][written],
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    grid: Grid
    words: float  # right edge of the rows' words
    size: float
    places: list[dict[str, Any]]  # of the words in the sentence
    letters: float  # their size
    bars: float  # left edge of the bars
    reach: float  # their full length; a narrow sheet has no room for bars
    slant: float
    height: int


def _sheet(page: Layout, result: causal.Result) -> _Sheet:
    n = len(result.words)
    if page.wide:
        places = _set(result.words, 0, 17, gap=14, y=20)
        return _Sheet(Grid(n, n, 82, 116, 27, 27), 70, 15, places, 17, 396, 125, 302, 422)
    half = (n + 1) // 2
    places = _set(result.words[:half], 0, 16, gap=11, y=18) + _set(
        result.words[half:], half, 16, gap=11, y=52
    )
    return _Sheet(Grid(n, n, 70, 146, 17.5, 18), 60, 14, places, 16, 274, 0, 290, 354)


def _set(words: tuple[str, ...], first: int, size: float, *, gap: float, y: float) -> list[dict[str, Any]]:
    """A line of words; the first of them is word number `first` of the sentence."""
    widths = [round(width_of(word, size, 600), 1) for word in words]
    lefts = [14 + sum(widths[:k]) + gap * k for k in range(len(words))]
    return [
        {"j": first + k, "x": round(left + width / 2, 1), "y": y, "w": width, "t": word}
        for k, (word, left, width) in enumerate(zip(words, lefts, widths, strict=True))
    ]


def _text(sheet: _Sheet, state: _State) -> list[Mark]:
    """The text as it is written; where no word stands yet, a line to be filled."""
    newest = datum.j == state.written
    ink = when(newest, 0, when(datum.j < state.written, 1, 0))
    blank = path("M", -datum.w / 2, 9, "H", datum.w / 2)
    rows = sheet.places
    return [
        line(
            blank,
            x=datum.x,
            y=datum.y,
            rows=rows,
            stroke=mix(MUTED, 0.6),
            stroke_width=1,
            opacity=when(datum.j > state.written, 1, 0),
        ),
        text(datum.x, datum.y, datum.t, rows=rows, size=sheet.letters, align="center", opacity=ink),
        *chip(
            datum.x, datum.y, datum.w, 30, datum.t, size=sheet.letters, rows=rows, opacity=when(newest, 1, 0)
        ),
    ]


def _bands(sheet: _Sheet, state: _State) -> list[Mark]:
    """The newest row, and in gray the rows that are not what they were."""
    grid = sheet.grid
    rows = [{"i": i, "y": grid.y(i)} for i in range(grid.rows)]
    written = grid.width * (state.written + 1)
    return [
        rect(
            grid.left + written / 2,
            datum.y,
            written,
            grid.height,
            rows=rows,
            fill=mix(INK, 0.09),
            opacity=state.changed[datum.i],
        ),
        rect(grid.left + written / 2, grid.y(state.written), written, grid.height, fill=mix(QUERY, 0.13)),
    ]


def _table(sheet: _Sheet, state: _State) -> list[Mark]:
    """The weights as squares, as far as the text is written."""
    grid = sheet.grid
    before, after = (table[datum.i][datum.j] for table in (state.lower, state.upper))
    level = before * (1 - state.share) + after * state.share
    there = (datum.i <= state.written) & (datum.j <= state.written) & (level > 0)
    color = when(datum.i == state.written, QUERY, mix(INK, 0.72))
    width, height = grid.width * (state.written + 1), grid.height * (state.written + 1)
    edge = path("M", grid.left, grid.top, "h", width, "v", height, "h", -width, "v", -height)
    return [
        grid.lines(),
        _hidden(grid, state),
        square(grid.height, level, rows=grid.cells, color=color, opacity=when(there, 1, 0)),
        line(edge, stroke=MUTED, stroke_width=1.2),
    ]


def _hidden(grid: Grid, state: _State) -> Mark:
    """Hatching over what a word may not see."""
    a, b = grid.width / 2, grid.height / 2
    hatch = f"M{-a},0L0,{-b}M{-a},{b}L{a},{-b}M0,{b}L{a},0"
    ahead = [cell for cell in grid.cells if cell["j"] > cell["i"]]
    shown = when((state.masked == 1) & (datum.j <= state.written), 1, 0)
    style: dict[str, Any] = {"stroke": mix(MUTED, 0.45), "stroke_width": 0.8}
    return line(hatch, x=datum.x, y=datum.y, rows=ahead, opacity=shown, **style)


def _words(sheet: _Sheet, state: _State) -> list[Mark]:
    """The words before the rows and above the columns, as far as they are written."""
    rows = [{"i": i, "y": sheet.grid.y(i), "t": word} for i, word in enumerate(state.words)]
    newest = array([round(width_of(word, sheet.size, 600), 1) for word in state.words])[state.written]
    words = array(state.words)
    seen = when(datum.j <= state.written, 1, 0)
    return [
        text(
            sheet.words,
            datum.y,
            datum.t,
            rows=rows,
            size=sheet.size,
            align="right",
            opacity=when(datum.i < state.written, 1, 0),
        ),
        *chip(
            sheet.words - newest / 2,
            sheet.grid.y(state.written),
            newest,
            sheet.grid.height - 1,
            words[state.written],
            size=sheet.size - 1,
        ),
        sheet.grid.column_words(words, sheet.grid.top - 9, size=sheet.size, angle=sheet.slant, opacity=seen),
    ]


def _moved(page: Layout, sheet: _Sheet, state: _State) -> list[Mark]:
    """How much of each row's attention lies elsewhere than one word ago."""
    rows = [{"i": i, "y": sheet.grid.y(i)} for i in range(sheet.grid.rows)]
    moved, changed = state.moved[datum.i], state.changed[datum.i]
    still = when(datum.i == state.written, "new", when(datum.i < state.written, "same", ""))
    at_end = when(changed == 1, moved * sheet.reach + 8, 0) if page.wide else 0
    bars = bar(sheet.bars, datum.y, moved * sheet.reach, 12, rows=rows, opacity=changed, corner_radius=2)
    return [
        text(sheet.bars, sheet.grid.top - 16, page.pick("moved by the newest word", "moved"), fill=MUTED),
        text(
            sheet.bars + at_end,
            datum.y,
            when(changed == 1, fmt(moved, ".0%"), still),
            rows=rows,
            size=sheet.size,
            fill=when(changed == 1, INK, MUTED),
            font_weight=when(changed == 1, 600, 400),
        ),
        *([bars] if page.wide else []),
    ]
