"""Words in two orders: the same head on both, with their positions and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import order
from content.figures._grid import Grid, chip, square
from content.figures._house import OUTPUT, QUERY
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
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
    press,
    raw,
    rect,
    target,
    text,
    when,
    width_of,
)

SIZE = 16  # px: of words
LABEL = 48  # px: room for a row's word
_PAD = 3  # px: between a row's band and the next


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What the reader has chosen; what is drawn glides after it."""

    positions: Expression  # 1 where the words have them, else 0
    order: Expression  # of the second table
    drawn: Expression  # where its words stand, then the weights of the first table, then its own
    outputs: Expression  # [order][word]
    count: Expression  # of the second table's rows that are not those of the first


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """One order of the words: rows look, columns are looked at."""

    grid: Grid
    places: Expression  # where each word stands
    weights: Expression  # a list that holds the weights, row by row, from `first` on
    first: int
    output: Expression  # of the verb

    def row(self, word: Any) -> Any:
        """The middle of a word's row."""
        return self.grid.y(self.places[word])

    def column(self, word: Any) -> Any:
        """The middle of a word's column."""
        return self.grid.x(self.places[word])


@figure("order", data=order.run)
def order_figure(result: order.Result, page: Layout) -> Drawing:
    """Two tables of weights for the same three words in two orders, with ribbons between the rows of a word.

    Below each table stands the output of "bites". Without positions the two tables have the same rows, shuffled.
    """
    state = _state(page, result)
    first, second = _tables(page, result, state)
    return (
        page.draw(
            page.pick(284, 452),
            _ribbons(page, result, first, second),
            *(_table(result, each) for each in (first, second)),
            *(_takes_home(page, result, each) for each in (first, second)),
            *(_places(each, state) for each in (first, second)),
            _front(page, result, second),
        )
        .says(*_sentence(result, state))
        .tells(
            "What each word takes home, in every order",
            ("order", "positions", "word", "dog", "man", "attention that lies elsewhere"),
            _told(result),
        )
    )


@numbers(order.run)
def quoted(result: order.Result) -> dict[str, float | int | str]:
    """The numbers section 11 quotes of word order: what "bites" takes home."""
    without, with_ = result.outputs[:, :, result.verb].tolist()
    return {
        "order-dog": without[0][0],
        "order-man": without[0][1],
        "order-dog-bites": with_[0][0],
        "order-man-bites": with_[-1][1],
    }


def _state(page: Layout, result: order.Result) -> _State:
    n = len(result.words)
    which = page.stepper("order", len(result.orders) - 1, _sentences(result), "Order")
    toggle = page.toggle("positions", False, "Positions")
    mode = page.let("mode", when(toggle, 1, 0))
    weights = page.state("weights", result.weights.reshape(2, -1, n * n).round(7).tolist())
    places = page.state("places", result.places.tolist())
    first, second = page.let("first", weights[mode][0]), page.let("second", weights[mode][which])
    goal = [places[which][k] for k in range(n)] + [
        table[k] for table in (first, second) for k in range(n * n)
    ]
    page.let("goal", array(goal))
    page.let("rate", when(page.calm(), 1, 0.16))
    start = [*result.places[-1].tolist(), *result.weights[0, [0, -1]].ravel().round(7).tolist()]
    drawn = page.state("drawn", start)
    page.on(glide("drawn", "goal", len(start), rate="rate"))
    outputs = page.state("both_outputs", result.outputs[:, :, result.verb].round(7).tolist())
    count = page.state("counts", result.changed.sum(axis=-1).tolist())
    return _State(mode, which, drawn, page.let("outputs", outputs[mode]), count[mode][which])


def _sentences(result: order.Result) -> list[str]:
    return [" ".join(result.words[k] for k in each) for each in result.orders.tolist()]


def _sentence(result: order.Result, state: _State) -> list[str | Expression]:
    first, *_ = texts = _sentences(result)
    outputs = [
        join(fmt(each[0], ".2f"), " dog and ", fmt(each[1], ".2f"), " man")
        for each in (state.outputs[0], state.outputs[state.order])
    ]
    return [
        f"“{result.words[result.verb]}” takes home ",
        outputs[0],
        f" from “{first}”, and ",
        outputs[1],
        " from ",
        join("“", array(texts)[state.order], "”"),
        ". Of the rows, ",
        join(state.count, f"\u00a0of\u00a0{len(result.words)}"),
        " changed.",
    ]


def _told(result: order.Result) -> list[list[str | float]]:
    return [
        [
            sentence,
            ("no", "yes")[mode],
            word,
            *result.outputs[mode, p, k].round(4).tolist(),
            round(float(result.moved[mode, p, k]), 4),
        ]
        for p, sentence in enumerate(_sentences(result))
        for mode in (0, 1)
        for k, word in enumerate(result.words)
    ]


# ── the tables ───────────────────────────────────────────────────────────────────────────────────


def _tables(page: Layout, result: order.Result, state: _State) -> tuple[_Table, _Table]:
    n = len(result.words)
    first, second = page.pick(
        (Grid(n, n, 64, 62, 50, 46), Grid(n, n, 414, 62, 50, 46)),
        (Grid(n, n, 62, 54, 44, 42), Grid(n, n, 62, 316, 44, 42)),
    )
    still = page.state("still", list(range(n)))
    return (
        _Table(first, still, state.drawn, n, state.outputs[0]),
        _Table(second, state.drawn, state.drawn, n + n * n, state.outputs[state.order]),
    )


def _table(result: order.Result, table: _Table) -> list[Mark]:
    """The weights as squares, and the words before the rows and above the columns: they go where their word goes."""
    grid, verb = table.grid, result.verb
    n = len(result.words)
    cells = [{"i": i, "j": j, "k": table.first + n * i + j} for i in range(n) for j in range(n)]
    words = [{"i": i, "t": word} for i, word in enumerate(result.words)]
    others = [row for row in words if row["i"] != verb]
    width = width_of(result.words[verb], SIZE - 1, 600)
    return [
        grid.lines(),
        square(
            grid.height,
            table.weights[datum.k],
            x=table.column(datum.j),
            y=table.row(datum.i),
            rows=cells,
            color=when(datum.i == verb, QUERY, mix(INK, 0.72)),
        ),
        text(table.column(datum.i), grid.top - 16, datum.t, rows=words, size=SIZE, align="center"),
        text(grid.left - 12, table.row(datum.i), datum.t, rows=others, size=SIZE, align="right"),
        *chip(grid.left - 12 - width / 2, table.row(verb), width, 28, result.words[verb], size=SIZE - 1),
    ]


def _places(table: _Table, state: _State) -> Mark:
    """The positions, above the words that stand there."""
    rows = [{"x": table.grid.x(k), "t": str(k)} for k in range(table.grid.columns)]
    return text(
        datum.x,
        table.grid.top - 38,
        datum.t,
        rows=rows,
        fill=MUTED,
        align="center",
        opacity=when(state.positions == 1, 1, 0),
    )


def _ribbons(page: Layout, result: order.Result, first: _Table, second: _Table) -> list[Mark]:
    """A band along each row of both tables; the ribbon from one to the other goes level, or down between columns."""
    marks: list[Mark] = []
    words = sorted(
        range(len(result.words)), key=lambda word: word != result.verb
    )  # the verb's lies below, so that crossings show
    for word in words:
        tint = mix(QUERY, 0.15) if word == result.verb else mix(INK, 0.06)
        marks += [_band(each, word, tint) for each in (first, second)]
        ribbon, room = _level(first, second, word) if page.wide else _upright(first, second, word)
        marks += [
            line(ribbon, stroke=PAPER, stroke_width=room),
            line(ribbon, stroke=tint, stroke_width=room - _PAD),
        ]
    return marks


def _band(table: _Table, word: int, tint: str) -> Mark:
    left, right = table.grid.left - LABEL - 8, table.grid.right
    return rect((left + right) / 2, table.row(word), right - left, table.grid.height - _PAD, fill=tint)


def _level(first: _Table, second: _Table, word: int) -> tuple[Expression, float]:
    """From the end of a row to the beginning of the other, and how wide a row is."""
    start, end = first.grid.right, second.grid.left - LABEL - 8
    middle, y, other = (start + end) / 2, first.row(word), second.row(word)
    return path("M", start, y, "C", middle, y, middle, other, end, other), first.grid.height


def _upright(first: _Table, second: _Table, word: int) -> tuple[Expression, float]:
    """From the foot of a column to the head of the other, and how wide a column is."""
    start, end = first.grid.bottom + 4, second.grid.top - 52
    middle, x, other = (start + end) / 2, first.column(word), second.column(word)
    return path("M", x, start, "C", x, middle, other, middle, other, end), first.grid.width


def _front(page: Layout, result: order.Result, second: _Table) -> Mark:
    """A word of the second order that is pressed goes to the front."""
    orders = result.orders.tolist()
    fronted = [
        [orders.index([k, *(other for other in each if other != k)]) for k in range(len(result.words))]
        for each in orders
    ]
    page.on(press("word", "order", array(fronted)[raw("order")][datum.i]))
    rows = [{"i": k} for k in range(len(result.words))]
    return target(second.column(datum.i), second.grid.top - 18, second.grid.width, 36, rows=rows, name="word")


# ── the output of the verb ──────────────────────────────────────────────────────────────────────


def _takes_home(page: Layout, result: order.Result, table: _Table) -> list[Mark]:
    """Its output: below the table, or beside its row where the sheet is narrow."""
    nouns = [word for k, word in enumerate(result.words) if k != result.verb]
    grid = table.grid
    if page.wide:
        left, reach, y = grid.left, 100, [grid.bottom + 48 + 22 * c for c in (0, 1)]
        title = text(grid.left, grid.bottom + 24, f"output of “{result.words[result.verb]}”", fill=OUTPUT)
    else:
        left, reach, y = grid.right + 46, 36, [table.row(result.verb) + 20 * c - 10 for c in (0, 1)]
        title = text(grid.right + 14, grid.top - 16, "output", fill=OUTPUT)
    strong: dict[str, Any] = {"fill": OUTPUT, "font_weight": 600}
    marks = [title]
    for c, noun in enumerate(nouns):
        share = table.output[c]
        marks += [
            text(left - 8, y[c], noun, align="right", fill=OUTPUT),
            line(_double(share * reach), x=left, y=y[c], stroke=OUTPUT, stroke_width=3),
            text(left + share * reach + 8, y[c], fmt(share, ".2f"), **strong),
        ]
    return marks


def _double(reach: Expression) -> Expression:
    """A bar of two lines, as the underline of outputs is."""
    return path("M", 0, -3.5, "h", fn.max(1, reach), "M", 0, 3.5, "h", fn.max(1, reach))
