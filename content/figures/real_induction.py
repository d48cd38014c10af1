"""A published decoder reads a list twice: its loss word by word, its induction heads, and what cutting them costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from content.figures._grid import Grid, square
from content.figures._house import insist
from content.models import records
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
    datum,
    disc,
    figure,
    fmt,
    fn,
    join,
    line,
    numbers,
    point,
    press,
    rect,
    target,
    text,
    when,
)

HAND: dict[str, Any] = {"group": "Head", "folded": True}  # chosen in the drawing as well
NOTHING, STRONGEST, OTHERS = range(3)
CUTS = {"nothing": "Nothing", "strongest": "The four strongest", "others": "Eight others"}
HEADING = ("no head is cut", "the four strongest are cut", "eight others are cut")
TOP = 16  # nats, the end of the scale
ASIDE = 13  # how far the dots of a column stand left of its middle, to make room for a number


@figure("real-induction", data=records.smollm2)
def real_induction_figure(result: records.Smollm2, page: Layout) -> Drawing:
    """Two curves of loss, for the first and the second reading of a list; beside them the mean with heads cut.

    Below them 30 layers of nine heads as squares: the larger, the more a word looks at what followed it before.
    """
    sheet = _sheet(page)
    state = _choose(page, result)
    page.on(point("head", "layer", datum.j), point("head", "head", datum.i), press("case", "cut", datum.key))
    return (
        page.draw(
            sheet.height,
            _curves(sheet, result, state),
            _means(sheet, result, state),
            _heads(sheet, result, state),
        )
        .says(*_sentence(state))
        .tells(
            "Loss in nats, by what is cut; the first word of a reading aside",
            ("cut", "first time", "second time"),
            [[name, *pair] for name, pair in zip(_cases(result), _pairs(result), strict=True)],
        )
    )


@numbers(records.smollm2)
def quoted(result: records.Smollm2) -> dict[str, float | int | str]:
    """The numbers section 13 quotes of this model."""
    others = result.second[2:]
    insist(
        13,
        {
            "the first time is worse than a blind guess": result.first[0] > result.blind,
            "the second time is easier by far": result.second[0] < result.first[0] / 3,
            "cutting the strongest costs more than any draw of others": result.second[1] > others.max(),
            "it does not bring the first loss back": result.second[1] < result.first[1] * 0.7,
        },
    )
    return {
        "smollm-heads": result.scores.size,
        "smollm-lists": len(result.words),
        "smollm-words": result.length,
        "smollm-blind": result.blind,
        "smollm-first": float(result.first[0]),
        "smollm-second": float(result.second[0]),
        "smollm-cut-strongest": float(result.second[1]),
        "smollm-cut-others-least": float(others.min()),
        "smollm-cut-others-most": float(others.max()),
        "smollm-half-heads": int((result.scores > 0.5).sum()),
    }


def _pairs(result: records.Smollm2) -> list[tuple[float, float]]:
    both = zip(result.first.tolist(), result.second.tolist(), strict=True)
    return [(round(first, 3), round(second, 3)) for first, second in both]


def _cases(result: records.Smollm2) -> list[str]:
    return ["nothing", *(", ".join(f"{layer}.{head}" for layer, head in cut) for cut in result.cut[1:])]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand: the curves, the means at their right, the heads below."""

    frame: Frame
    level: Scale  # of the means
    means: tuple[float, float, float]  # the middles of the three columns of means
    grid: Grid
    title: float  # the line of the heads' heading
    height: int


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet(
            frame=Frame(Scale(1, 25, 28, 326), Scale(0, TOP, 232, 44)),
            level=Scale(0, TOP, 232, 44),
            means=(398, 468, 538),
            grid=Grid(9, 30, 30, 330, 18.1, 18.1),
            title=292,
            height=526,
        )
    return _Sheet(
        frame=Frame(Scale(1, 25, 30, 300), Scale(0, TOP, 196, 44)),
        level=Scale(0, TOP, 376, 246),
        means=(72, 164, 256),
        grid=Grid(9, 30, 32, 484, 9.3, 14),
        title=446,
        height=634,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and what follows from them."""

    cut: Expression  # nothing, the strongest, or others, by number
    case: Expression  # the same, with each draw of others by itself
    layer: Expression
    head: Expression
    scores: Expression
    first: Expression
    second: Expression


def _choose(page: Layout, result: records.Smollm2) -> _State:
    cut = page.choice("cut", "nothing", CUTS, "Cut")
    draws = len(result.cut) - OTHERS
    draw = page.stepper("draw", 0, [f"{k + 1}" for k in range(draws)], "Draw of others")
    strongest = result.cut[STRONGEST][0]
    layer = page.stepper("layer", strongest[0], [str(k) for k in range(len(result.scores))], "Layer", **HAND)
    head = page.stepper("head", strongest[1], [str(k) for k in range(result.scores.shape[1])], "Head", **HAND)
    number = page.let("number", fn.indexof(array(CUTS), cut))
    case = page.let("cutting", when(number == OTHERS, draw + OTHERS, number))
    return _State(
        cut=number,
        case=case,
        layer=layer,
        head=head,
        scores=page.state("scores", result.scores.tolist()),
        first=page.let("first", page.state("firsts", result.first.tolist())[case]),
        second=page.let("second", page.state("seconds", result.second.tolist())[case]),
    )


def _curves(sheet: _Sheet, result: records.Smollm2, state: _State) -> list[Mark]:
    """The loss for each word of the list, the first time and the second."""
    frame, places = sheet.frame, list(range(1, result.length + 1))
    first = array([frame.curve(places[1:], losses[: result.length - 1]) for losses in result.losses.tolist()])
    second = array([frame.curve(places, losses[result.length - 1 :]) for losses in result.losses.tolist()])
    last = result.length - 1
    fronts = frame.y(array(result.losses[:, last - 8 : last].max(1).tolist())[state.case])
    ends = frame.y(array(result.losses[:, -8:].max(1).tolist())[state.case])
    right, under = frame.x.end, frame.y.start + 18
    return [
        text(frame.x.start - 22, 14, "Loss at each word, in nats", font_weight=600),
        text(frame.x.start - 22, 32, array(HEADING)[state.cut], fill=MUTED),
        *frame.rows({tick: str(tick) for tick in (0, 4, 8, 12)}),
        *(text(frame.x(k), under, str(k), fill=MUTED, align="center") for k in (1, 5, 10, 15)),
        text(right + 6, under, "word 25", fill=MUTED, align="right"),
        line(first[state.case], stroke=MUTED, stroke_width=1.5),
        line(second[state.case], stroke=INK, stroke_width=2.6, stroke_join="round"),
        text(right, fronts - 15, "first time", fill=MUTED, align="right", halo=True),
        text(right, ends - 17, "second time", font_weight=600, align="right", halo=True),
    ]


def _means(sheet: _Sheet, result: records.Smollm2, state: _State) -> list[Mark]:
    """The mean of each curve, for nothing cut, the strongest four, and every draw of eight others."""
    level = sheet.level
    names = (("nothing", "cut"), ("strongest", "four cut"), ("eight", "others cut"))
    columns = [
        {"cut": k, "key": key, "x": x, "a": names[k][0], "b": names[k][1]}
        for k, (key, x) in enumerate(zip(CUTS, sheet.means, strict=True))
    ]
    firsts, seconds = ([level(value) for value in each.tolist()] for each in (result.first, result.second))
    column = [NOTHING, STRONGEST, *[OTHERS] * (len(firsts) - OTHERS)]
    dots = [
        {"k": k, "x": sheet.means[c] - ASIDE, "y": seconds[k], "r": firsts[k]} for k, c in enumerate(column)
    ]
    here = datum.k == state.case
    mine = datum.cut == state.cut
    top, bottom = level.end, level.start
    ticks = "".join(f"M{sheet.means[0] - 35:g},{level(t):g}H{sheet.means[2] + 35:g}" for t in (0, 4, 8, 12))
    style: dict[str, Any] = {"rows": columns, "align": "center", "font_weight": when(mine, 600, 400)}
    room, middle = bottom - top + 64, (top + bottom) / 2 + 12
    scale = [{"y": level(t), "t": t} for t in (0, 4, 8, 12)] if level != sheet.frame.y else []
    return [
        text(sheet.frame.x.start - 8, datum.y, datum.t, rows=scale, fill=MUTED, align="right"),
        rect(datum.x, middle, 68, room, rows=columns, fill=WASH, corner_radius=8, opacity=when(mine, 1, 0)),
        line(ticks, stroke=HAIRLINE, stroke_width=1),
        disc(datum.x, datum.r, 4, rows=dots, fill=CLEAR, stroke=MUTED, stroke_width=when(here, 1.8, 1)),
        disc(datum.x, datum.y, 5, rows=dots, opacity=when(here, 1, 0.4), stroke=PAPER, stroke_width=0.8),
        text(datum.x, bottom + 18, datum.a, **style),
        text(datum.x, bottom + 35, datum.b, **style),
        *_readings(sheet, state),
        target(datum.x, middle, 68, room, rows=columns, name="case"),
    ]


def _readings(sheet: _Sheet, state: _State) -> list[Mark]:
    """The two means of the chosen case, beside their dots."""
    x = array(sheet.means)[state.cut] + (10 - ASIDE)
    return [
        text(x, sheet.level(state.first) - 1, fmt(state.first, ".1f"), fill=MUTED),
        text(x, sheet.level(state.second) - 1, fmt(state.second, ".1f"), font_weight=600),
    ]


def _heads(sheet: _Sheet, result: records.Smollm2, state: _State) -> list[Mark]:
    """All heads: a layer a column, a head a row. A cut head is crossed out."""
    grid = sheet.grid
    most = max(map(len, result.cut))
    padded = [[*([*head] for head in cut), *[[-1, 0]] * (most - len(cut))] for cut in result.cut]
    place = array(padded)[state.case][datum.k]
    reach = min(grid.width, grid.height) * 0.42
    cross = f"M{-reach:g},{-reach:g}L{reach:g},{reach:g}M{-reach:g},{reach:g}L{reach:g},{-reach:g}"
    crossed: dict[str, Any] = {
        "x": grid.x(place[0]),
        "y": grid.y(place[1]),
        "rows": [{"k": k} for k in range(most)],
        "opacity": when(place[0] < 0, 0, 1),
    }
    x, y = grid.x(state.layer), grid.y(state.head)
    score = state.scores[datum.j][datum.i]
    layers = [{"k": k, "x": grid.x(k)} for k in (0, 5, 10, 15, 20, 25, 29)]
    rows = [{"k": k, "y": grid.y(k)} for k in (0, 4, 8)]
    return [
        text(
            grid.left - 24,
            sheet.title,
            "Attention to what followed last time",
            font_weight=600,
        ),
        text(grid.left - 24, sheet.title + 18, "a layer each column, a head each row", fill=MUTED),
        grid.lines(),
        square(
            min(grid.width, grid.height), score, rows=grid.cells, color=INK, opacity=when(score < 0.01, 0, 1)
        ),
        text(datum.x, grid.bottom + 14, datum.k, rows=layers, fill=MUTED, align="center"),
        text(grid.left - 8, datum.y, datum.k, rows=rows, fill=MUTED, align="right"),
        line(cross, stroke=PAPER, stroke_width=5, **crossed),
        line(cross, stroke=INK, stroke_width=2, **crossed),
        rect(
            x, y, grid.width + 3, grid.height + 3, fill=CLEAR, stroke=INK, stroke_width=1.8, corner_radius=3
        ),
        target(datum.x, datum.y, grid.width, grid.height, rows=grid.cells, name="head"),
    ]


def _sentence(state: _State) -> list[str | Expression]:
    return [
        "Where ",
        array(HEADING)[state.cut],
        ", the loss is ",
        fmt(state.first, ".1f"),
        " nats the first time and ",
        fmt(state.second, ".1f"),
        " the second. Head ",
        join(state.layer, ".", state.head),
        " gives ",
        fmt(state.scores[state.layer][state.head], ".0%"),
        " of its attention to the word that came next last time.",
    ]
