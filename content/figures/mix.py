"""What gets passed along: values scaled by their weights, laid tip to tail, and the output where they end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from attention.experiments import mix
from content.figures._house import OUTPUT, QUERY, VALUE, VALUE_DASH, told_apart
from content.figures._lens import Lens, Point
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
    Plane,
    array,
    arrow,
    clamp,
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    length,
    line,
    numbers,
    path,
    press,
    rect,
    shape,
    target,
    text,
    total,
    when,
)
from generator.drawing import mix as tint

TIRED, WIDE = 0, 1
SHORT = 0.35  # an output whose name has no room beside its arrow


@dataclass(frozen=True, slots=True, eq=False)
class _Sum:
    """The sum at work. A chain is the tips of the scaled values laid tip to tail, from the origin on."""

    ending: Expression
    weights: Expression
    shown: list[Point]  # what is drawn: on its way to what is asked for
    asked: list[Point]  # of as many words as were added
    whole: list[Point]  # of all words
    givers: Expression  # by ending: the words whose value is not zero, largest weight first

    @property
    def output(self) -> Point:
        """Where the drawn chain ends."""
        return self.shown[-1]


@figure("mix", data=mix.run)
def mix_figure(result: mix.Result, page: Layout) -> Drawing:
    """The values of the words as dashed green arrows, and beside them the sum of weight times value, word by word.

    Scaled by their weights and laid tip to tail, the values end at the output, a double red arrow. It never leaves
    the shaded triangle that the values span. A lens enlarges the small steps at the end.
    """
    left, top, unit = page.pick((34, 288, 236), (26, 288, 250))
    plane = Plane(left, top, unit, low=0, high=1)
    count = page.stepper(
        "count", len(result.words), [str(i) for i in range(len(result.words) + 1)], "Words added"
    )
    last = page.choice("last", result.endings[0], {word: word for word in result.endings}, "Last word")
    strength = page.slider("strength", result.config.head.strength, 0, 10, 0.5, "Strength", format=".1f")
    sum_ = _sum(page, result, when(last == result.endings[WIDE], WIDE, TIRED), strength, count)
    circle = page.pick((206, 112, 64), (208, 104, 68))
    lens = Lens.over(page, plane, circle, sum_.whole[1], sum_.whole[-1])
    return (
        page.draw(
            page.pick(320, 608),
            _ground(plane),
            _values(plane, result, sum_),
            _double_arrow((plane.px(0), plane.py(0)), _place(plane, sum_.output)),
            _steps([_place(plane, tip) for tip in sum_.shown]),
            _output_name(sum_, lens),
            _enlarged(page, result, sum_, lens, count),
            _table(page, result, sum_, last, count),
        )
        .says(*_reading(result, sum_, last, count))
        .tells(*_told(result))
    )


@numbers(mix.run)
def quoted(result: mix.Result) -> dict[str, float | int | str]:
    """The numbers section 6 quotes."""
    first, all_ = result.sums[TIRED, 1].tolist(), result.sums[TIRED, -1].tolist()
    return {
        "mix-first-animal": first[0],
        "mix-first-place": first[1],
        "mix-animal": all_[0],
        "mix-place": all_[1],
        "mix-silent-words": sum(not any(value) for value in result.values.tolist()),
        "mix-silent-share": result.silent,
        "mix-even": float(result.even[0]),
    }


# ── the sum ──────────────────────────────────────────────────────────────────────────────────────


def _sum(
    page: Layout, result: mix.Result, which: Expression, strength: Expression, count: Expression
) -> _Sum:
    """Weights from scores, and the three chains. What is drawn glides after what is asked for."""
    words = range(len(result.words))
    ending = page.let("ending", which)
    scores = array(result.unit_scores.round(9).tolist())[ending]
    grown = page.let("grown", array([fn.exp(scores[j] * strength) for j in words]))
    sum_ = page.let("total", total([grown[j] for j in words]))
    weights = page.let("weights", array([grown[j] / sum_ for j in words]))
    rank = array(result.order.argsort(axis=1).tolist())[ending]
    goal = page.let("goal", array([when(rank[j] < count, weights[j], 0) for j in words]))
    page.let("rate", when(page.calm(), 1, 0.18))
    drawn = page.state("drawn", result.weights[TIRED].round(7).tolist())
    page.on(glide("drawn", "goal", len(words), rate="rate"))
    orders = [[j for j in order if result.values[j].any()] for order in result.order.tolist()]
    givers = page.let("givers", array(orders)[ending])
    shown, asked, whole = (
        _chain(page, name, [(shares[givers[i]], givers[i]) for i in range(len(orders[TIRED]))], result)
        for name, shares in (("shown", drawn), ("asked", goal), ("whole", weights))
    )
    return _Sum(ending, weights, shown, asked, whole, givers)


def _chain(
    page: Layout, name: str, parts: list[tuple[Expression, Expression]], result: mix.Result
) -> list[Point]:
    """Tip after tip: each value times its share is added to the sum so far."""
    values = array(result.values.tolist())
    chain: list[Point] = [(0, 0)]
    for i, (share, word) in enumerate(parts):
        x, y = chain[-1]
        tip = page.let(f"{name}{i}", array([share * values[word][0] + x, share * values[word][1] + y]))
        chain.append((tip[0], tip[1]))
    return chain


def _reading(result: mix.Result, sum_: _Sum, last: Expression, count: Expression) -> list[Any]:
    """The live sentence."""
    x, y = sum_.asked[-1]
    lean = when(fn.abs(x - y) < 0.05, "a little of both", when(x > y, "mostly an animal", "mostly a place"))
    return [
        "With ",
        join("“", last, "”"),
        ", the sum after ",
        count,
        f" of {len(result.words)} words is ",
        join("(", fmt(x, ".2f"), ", ", fmt(y, ".2f"), ")"),
        ": ",
        when(x + y == 0, "nothing yet", lean),
        ".",
    ]


def _told(result: mix.Result) -> tuple[str, tuple[str, ...], list[tuple[Any, ...]]]:
    """Both sums, in the order in which they are added."""
    rows = [
        (
            told_apart([*result.words[:-1], ending])[j],
            ending,
            *(
                round(float(x), 4)
                for x in (result.weights[e, j], *result.values[j], *result.sums[e, step + 1])
            ),
        )
        for e, ending in enumerate(result.endings)
        for step, j in enumerate(result.order[e].tolist())
    ]
    columns = ("word", "ending", "weight", "value: animal", "value: place", "sum: animal", "sum: place")
    return "Weight × value, added up word by word, the largest weight first", columns, rows


# ── the plane ────────────────────────────────────────────────────────────────────────────────────


def _place(plane: Plane, point: Point) -> Point:
    return plane.px(point[0]), plane.py(point[1])


def _ground(plane: Plane) -> list[Mark]:
    """The two directions, and the triangle that no sum leaves."""
    left, top, unit = plane.left, plane.top, plane.unit
    hull = f"M{left:g},{top:g}V{top - unit:g}L{left + unit:g},{top:g}Z"
    return [
        shape(hull, fill=tint(VALUE, 0.11)),
        line(
            f"M{left:g},{top - unit - 14:g}V{top:g}H{left + unit + 14:g}", stroke=HAIRLINE, stroke_width=1.25
        ),
        text(left + unit + 14, top + 20, "how much an animal", align="right", fill=MUTED),
        text(left - 8, top - unit - 28, "how much a place", fill=MUTED),
        text(left + 0.25 * unit, top - 0.19 * unit, "no mix leaves the shade", fill=MUTED),
    ]


def _values(plane: Plane, result: mix.Result, sum_: _Sum) -> list[Mark]:
    """The values that are not zero, whole and pale, with their words; no name of a short one under the output."""
    marks: list[Mark] = []
    seats = {
        "animal": (-6, -16, "right"),
        "street": (12, 4, "left"),
        "cross": (8, -4, "left"),
        "it": (8, -4, "left"),
    }
    labels = []
    for word, (x, y) in zip(result.words, result.values.tolist(), strict=True):
        if x or y:
            marks += plane.arrow(x, y, color=tint(VALUE, 0.5), width=1.6, stroke_dash=VALUE_DASH)
            dx, dy, align = seats[word]
            labels.append(
                {"x": plane.px(x) + dx, "y": plane.py(y) + dy, "t": word, "a": align, "short": x + y < SHORT}
            )
    hidden = datum.short & (length(*sum_.output) < SHORT) & (length(*sum_.output) > 0.01)
    name: dict[str, Any] = {"fill": VALUE, "font_weight": 600, "halo": True, "opacity": when(hidden, 0, 1)}
    return [*marks, text(datum.x, datum.y, datum.t, rows=labels, align=datum.a, **name)]


def _double_arrow(start: Point, tip: Point) -> list[Mark]:
    """The output's arrow: two red lines, as its underline is."""
    dx, dy = tip[0] - start[0], tip[1] - start[1]
    reach = fn.max(0.01, length(dx, dy))
    stop = 1 - fn.min(1, 10 / reach)
    shaft = path("M", start[0], start[1], "L", dx * stop + start[0], dy * stop + start[1])
    seen = when(reach > 1, 1, 0)
    head = arrow(*start, *tip, color=OUTPUT, width=3.4)[1]
    return [
        line(shaft, stroke=OUTPUT, stroke_width=7, opacity=seen),
        line(shaft, stroke=PAPER, stroke_width=3.8, opacity=seen),
        head,
    ]


def _steps(tips: list[Point]) -> list[Mark]:
    """The scaled values, each from where the one before ends."""
    pairs = pairwise(tips)
    return [
        mark
        for start, tip in pairs
        for mark in arrow(*start, *tip, color=VALUE, width=2, stroke_dash=VALUE_DASH)
    ]


def _output_name(sum_: _Sum, lens: Lens) -> Mark:
    """Below an arrow that lies along the level axis, else to its right; clear of the ring where it is short."""
    x, y = sum_.output
    level, plane = x > y, lens.plane
    short = length(x, y) < SHORT
    right = when(short, plane.px(lens.middle[0]) + lens.ring + 6, plane.px(x * 0.75) + 14)
    return text(
        when(level, plane.px(clamp(x / 2, 0.1, 0.33)), right),
        when(level, plane.top + 20, when(short, plane.top - 12, plane.py(y * 0.75))),
        "output",
        size=15,
        align=when(level, "center", "left"),
        fill=OUTPUT,
        font_weight=600,
        halo=True,
        opacity=when(length(x, y) > 0.01, 1, 0),
    )


# ── the lens ─────────────────────────────────────────────────────────────────────────────────────


def _enlarged(page: Layout, result: mix.Result, sum_: _Sum, lens: Lens, count: Expression) -> list[Mark]:
    """The chain's end in the lens, once what is drawn has come to rest."""
    tips = [lens.through(point) for point in sum_.asked[1:]]
    (x, y), (x_, y_) = sum_.shown[-1], sum_.asked[-1]
    seen = page.let("seen", when((count > 0) & (length(x - x_, y - y_) < 0.005), 1, 0))
    content = [
        *_double_arrow(lens.entry(page, "output", sum_.asked[-1]), tips[-1]),
        *_steps([lens.entry(page, "first", sum_.asked[1]), *tips]),
        *_step_names(result, sum_, tips),
    ]
    return [*lens.glass(), *(_faded(mark, seen) for mark in content)]


def _faded(mark: Mark, seen: Expression) -> Mark:
    """The mark, shown only while `seen` is 1."""
    return replace(mark, properties={**mark.properties, "opacity": seen * mark.properties.get("opacity", 1)})


def _step_names(result: mix.Result, sum_: _Sum, tips: list[Point]) -> list[Mark]:
    """The words of the steps in the lens: beside them, the last one's above."""
    level = sum_.whole[-1][0] > sum_.whole[-1][1]
    words = array(list(result.words))
    marks = []
    for i, (start, tip) in enumerate(pairwise(tips)):
        x, y = (start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2
        beside = x + when(level, 9, -11), y + when(level, 8, -5), when(level, "left", "right")
        above = tip[0] - 12, tip[1] - 17, "center"
        shown = when(length(tip[0] - start[0], tip[1] - start[1]) > 9, 1, 0)
        x, y, align = above if i == len(tips) - 2 else beside
        name: dict[str, Any] = {"fill": VALUE, "font_weight": 600, "halo": True, "opacity": shown}
        marks.append(text(x, y, words[sum_.givers[i + 1]], align=align, **name))
    return marks


# ── the sum in numbers ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns of the table end; the sum's rows lie from `top` on."""

    left: float
    word: float
    weight: float
    value: tuple[float, float]
    part: tuple[float, float]
    signs: tuple[float, float]  # × and =
    top: float
    step: float


def _table(page: Layout, result: mix.Result, sum_: _Sum, last: Expression, count: Expression) -> list[Mark]:
    """Weight times value, a row for each word, and the sum below; a row that is pressed is the last one added."""
    at = page.pick(
        _Columns(304, 362, 408, (446, 472), (528, 571), (417, 483), 44, 22),
        _Columns(6, 72, 120, (162, 192), (250, 308), (134, 206), 352, 20),
    )
    order = page.let("order", array(result.order.tolist())[sum_.ending])
    values, words = array(result.values.tolist()), array([*result.words[:-1], last])
    rows = [{"p": p, "y": at.top + at.step * (p + 0.5)} for p in range(len(result.words))]
    j, y = order[datum.p], datum.y
    weight, added = sum_.weights[j], when(datum.p < count, 1, 0.42)
    middle, width = (at.left + at.part[1]) / 2 + 1, at.part[1] - at.left + 8
    number: dict[str, Any] = {"rows": rows, "align": "right", "opacity": added}
    page.on(press("row", "count", datum.p + 1))
    return [
        *_headings(at),
        rect(
            middle,
            y,
            width,
            at.step,
            rows=rows,
            fill=WASH,
            opacity=when(datum.p == count - 1, 1, 0),
            corner_radius=6,
        ),
        text(at.word, y, words[j], size=15, **number),
        text(at.weight, y, fmt(weight, ".3f"), fill=QUERY, **number),
        *(text(x, y, _digits(values[j][c], ".1f"), fill=VALUE, **number) for c, x in enumerate(at.value)),
        *(text(x, y, _digits(values[j][c] * weight, ".3f"), **number) for c, x in enumerate(at.part)),
        text(at.signs[0], y, "×", rows=rows, align="center", fill=MUTED, opacity=added),
        text(at.signs[1], y, "=", rows=rows, align="center", fill=MUTED, opacity=added),
        *_total_row(at, at.top + at.step * len(rows), sum_.output),
        target(middle, y, width, at.step, rows=rows, name="row"),
    ]


def _digits(value: Expression, spec: str) -> Expression:
    """A number, or plain 0."""
    return when(value == 0, "0", fmt(value, spec))


def _headings(at: _Columns) -> list[Mark]:
    head: dict[str, Any] = {"font_weight": 600, "align": "right"}
    y = at.top - 14
    return [
        text(at.weight, y, "weight", fill=QUERY, **head),
        text(at.signs[0], y, "×", fill=MUTED, align="center"),
        text(at.value[1], y, "value", fill=VALUE, **head),
        text(at.signs[1], y, "=", fill=MUTED, align="center"),
        text(at.part[1], y, "adds", **head),
    ]


def _total_row(at: _Columns, end: float, out: Point) -> list[Mark]:
    """What the rows added so far come to."""
    style: dict[str, Any] = {"fill": OUTPUT, "font_weight": 600, "align": "right", "size": 15}
    return [
        line(f"M{at.left:g},{end + 4:g}H{at.part[1] + 2:g}", stroke=INK, stroke_width=1.25),
        text(at.signs[1] - 8, end + 22, "output", **style),
        *(text(x, end + 22, fmt(value, ".3f"), **style) for x, value in zip(at.part, out, strict=True)),
    ]
