"""What more heads cost: the same multiplications, and one more table of weights for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import head_cost
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
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
    rect,
    target,
    text,
    when,
)

BASE = 3  # eight heads, as in the base transformer
ROW = 16  # tables in a row
LABELS = ("multiplications", "numbers learned", "weights", "multiplications, full-width heads")


@figure("head-cost", data=head_cost.run)
def head_cost_figure(result: head_cost.Result, page: Layout) -> Drawing:
    """A word's list of 512 numbers cut into as many pieces as there are heads, and a table of weights for each head.

    Bars compare the layer with a single head of full width: multiplications and numbers learned stay the same, the
    weights become as many times more as there are heads.
    """
    state = _state(page, result)
    sheet = _sheet(page)
    page.on(press("table", "heads", fn.ceil(fn.log(datum.k + 1) / fn.log(2))))
    return (
        page.draw(sheet.height, _strip(sheet, state, result), _tables(sheet, state), _bars(sheet, state))
        .says(
            join(state.heads, when(state.heads == 1, " head of ", " heads of "), state.width),
            when(state.heads == 1, " numbers takes ", " numbers take "),
            state.costs[0],
            " multiplications for ",
            join(fmt(state.words, ","), " words"),
            when(state.heads == 1, ", and makes ", ", and make "),
            state.costs[2],
            " weights.",
        )
        .tells(
            "What a layer does, by its number of heads",
            (
                "heads",
                "numbers in a head",
                "words",
                "multiplications",
                "numbers learned",
                "weights",
                "were each as wide as a word",
            ),
            [
                [h, w, n, int(parts.sum()), learned, int(made), int(full.sum())]
                for h, w, learned, *table in zip(
                    result.heads.tolist(),
                    result.widths.tolist(),
                    result.parameters.tolist(),
                    result.multiplications,
                    result.weights,
                    result.full,
                    strict=True,
                )
                for n, parts, made, full in zip(result.config.words, *table, strict=True)
            ],
        )
    )


@numbers(head_cost.run)
def quoted(result: head_cost.Result) -> dict[str, float | int | str]:
    """The numbers section 10 quotes of the price of heads."""
    words = result.config.words.index(512)
    return {
        "head-cost-width": int(result.widths[BASE]),
        "head-cost-multiplications": int(result.multiplications[BASE, words].sum()),
        "head-cost-one-weights": int(result.weights[0, words]),
        "head-cost-weights": int(result.weights[BASE, words]),
    }


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """How many heads there are, and what that costs."""

    at: Expression  # by number in the list
    heads: Expression
    width: Expression  # of a head
    words: Expression
    costs: list[Any]  # as text, in the order of LABELS
    times: Expression  # each cost, where that of one head is 1; gliding
    goal: Expression


def _state(page: Layout, result: head_cost.Result) -> _State:
    at = page.stepper("heads", BASE, [str(h) for h in result.heads.tolist()], "Heads")
    lengths = result.config.words
    words = page.choice("words", lengths[1], {n: f"{n:,}" for n in lengths}, "Words in the text")
    n = page.let("length", fn.indexof(array(lengths), words))
    tables = {
        "multiplications": result.multiplications.sum(axis=-1),
        "parameters": result.parameters[:, None].repeat(len(lengths), axis=1),
        "weights": result.weights,
        "full": result.full.sum(axis=-1),
    }
    counts = [page.state(f"all_{name}", table.tolist()) for name, table in tables.items()]
    costs = [page.let(f"cost_{name}", each[at][n]) for name, each in zip(tables, counts, strict=True)]
    goal = page.let("goal", array([cost / each[0][n] for cost, each in zip(costs, counts, strict=True)]))
    heads = page.let("count", array(result.heads.tolist())[at])
    start = int(result.heads[BASE])
    times = page.state("times", [1, 1, start, start])
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("times", "goal", len(LABELS), rate="rate"))
    width = page.let("narrow", array(result.widths.tolist())[at])
    return _State(at, heads, width, words, [_large(cost) for cost in costs], times, goal)


def _large(count: Expression) -> Expression:
    """A count to three figures, in words that stand for its size."""
    sizes = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
    told: Expression = fmt(count, ",.0f")
    for size, name in reversed(sizes):
        part = count / size
        figures = when(part < 9.995, fmt(part, ".2f"), when(part < 99.95, fmt(part, ".1f"), fmt(part, ".0f")))
        told = when(count >= size, join(figures, f"\u00a0{name}"), told)
    return told


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    left: float
    right: float
    strip: float  # y of its middle
    tables: float  # y of the first row
    pitch: float
    bars: tuple[float, float]  # y of the first, and from one to the next
    start: float  # x of the bars
    unit: float  # px for what one head costs
    height: int


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet(8, 568, 52, 124, 35, (294, 46), 8, 7.9, 464)
    return _Sheet(8, 312, 54, 128, 19, (236, 50), 8, 4, 416)


def _strip(sheet: _Sheet, state: _State, result: head_cost.Result) -> list[Mark]:
    """The numbers of one word, cut into pieces."""
    most = int(result.heads.max())
    length = sheet.right - sheet.left
    piece = length / state.heads
    gap = fn.min(4, piece * 0.25)
    room = when(piece > 34, state.width, "")
    rows = [{"k": k} for k in range(most)]
    there = when(datum.k < state.heads, 1, 0)
    x = (datum.k + 0.5) * piece + sheet.left
    wide = sheet.right > 400
    return [
        text(
            sheet.left,
            sheet.strip - 32,
            join(
                f"a word\u2019s {result.config.width} numbers, ",
                when(state.heads == 1, "for one head", join("cut for ", state.heads, " heads")),
            ),
            size=15,
        ),
        rect(
            x,
            sheet.strip,
            piece - gap,
            32,
            fill=WASH,
            stroke=mix(INK, 0.55),
            stroke_width=1,
            rows=rows,
            opacity=there,
            corner_radius=fn.min(4, piece / 4),
        ),
        text(x, sheet.strip + 0.5, room, rows=rows, align="center", opacity=there, size=15 if wide else 14),
    ]


def _tables(sheet: _Sheet, state: _State) -> list[Mark]:
    """A table for each head, and room for the most there may be."""
    side = sheet.pitch - 4
    rows = [
        {
            "k": k,
            "x": sheet.left + sheet.pitch * (k % ROW + 0.5),
            "y": sheet.tables + sheet.pitch * (k // ROW + 0.5),
        }
        for k in range(64)
    ]
    there = datum.k < state.heads
    thirds = "".join(
        f"M{side * t - side / 2:g},{-side / 2:g}v{side:g}M{-side / 2:g},{side * t - side / 2:g}h{side:g}"
        for t in (0.25, 0.5, 0.75)
    )
    told = join(
        when(state.heads == 1, "one table of ", join(state.heads, " tables of ")),
        fmt(state.words, ","),
        " \u00d7 ",
        fmt(state.words, ","),
        " weights",
    )
    return [
        text(sheet.left, sheet.tables - 14, told, size=15),
        rect(
            datum.x,
            datum.y,
            side,
            side,
            rows=rows,
            fill=when(there, mix(INK, 0.62), "transparent"),
            stroke=when(there, mix(INK, 0.62), HAIRLINE),
            stroke_width=0.75,
        ),
        line(
            thirds,
            x=datum.x,
            y=datum.y,
            rows=rows,
            stroke="var(--paper)",
            stroke_width=0.75,
            opacity=when(there, 0.8, 0),
        ),
        target(datum.x, datum.y, sheet.pitch, sheet.pitch, rows=rows, name="table"),
    ]


def _bars(sheet: _Sheet, state: _State) -> list[Mark]:
    """Each cost, where one head of full width is 1."""
    first, step = sheet.bars
    rows = [{"k": k, "y": first + step * k, "t": label} for k, label in enumerate(LABELS)]
    supposed = datum.k == len(LABELS) - 1
    reach = state.times[datum.k] * sheet.unit
    times = join("\u00d7\u00a0", state.goal[datum.k])
    return [
        text(sheet.left, datum.y, datum.t, rows=rows, fill=when(supposed, MUTED, INK)),
        bar(
            sheet.start,
            datum.y + 17,
            reach,
            13,
            rows=rows,
            fill=when(supposed, "transparent", mix(INK, 0.62)),
            stroke=when(supposed, MUTED, "transparent"),
            stroke_width=1,
            stroke_dash=[3, 2],
        ),
        text(
            sheet.start + reach + 8,
            datum.y + 17,
            times,
            rows=rows,
            fill=when(supposed, MUTED, INK),
            font_weight=600,
        ),
        text(sheet.right, datum.y, array(state.costs)[datum.k], rows=rows, fill=MUTED, align="right"),
    ]
