"""From scores to weights in two steps: exponentiate, then divide by the total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attention.experiments import softmax
from attention.softmax import softmax as stable_softmax
from content.figures._house import QUERY, told_apart
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    POINTER_X,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
    bar,
    clamp,
    datum,
    disc,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    raw,
    rect,
    scrub,
    target,
    text,
    total,
    when,
    width_of,
)

REACH = 4  # scores run from -4 to 4


@figure("softmax", data=softmax.run)
def softmax_figure(result: softmax.Result, page: Layout) -> Drawing:
    """Eleven words in rows: each one's score, e to the score, and its share of the total as a bar."""
    count = len(result.words)
    temperature = page.slider("temperature", 1, 0.25, 4, 0.05, "Temperature", format=".2f")
    scores = [
        page.slider(f"score{j}", score, -REACH, REACH, 0.01, word, format=".2f", group="Scores", folded=True)
        for j, (word, score) in enumerate(zip(told_apart(result.words), result.scores.tolist(), strict=True))
    ]
    grown = page.let("grown", array([fn.exp(score / temperature) for score in scores]))
    sum_ = page.let("total", total([grown[j] for j in range(count)]))
    weights = page.let("weights", array([grown[j] / sum_ for j in range(count)]))
    sheet = _sheet(page, result.words)
    top = page.let("top", fn.max(*(weights[j] for j in range(count))))
    winner = array(told_apart(result.words))[raw("indexof(weights,top)")]
    return (
        page.draw(
            sheet.height,
            _rules(page, sheet),
            _headings(sheet, temperature, sum_),
            _rows(sheet, page.let("scores", array(scores)), grown, sum_, weights),
            _budget(page, sheet, weights),
            _draggable(page, sheet),
        )
        .says(
            "At temperature ",
            fmt(temperature, ".2f"),
            ", ",
            join("“", winner, "”"),
            " gets ",
            when(top > 0.995, "over 99%", fmt(top, ".0%")),
            " of the attention, and the other ten words share ",
            when(top > 0.995, "less than 1%", fmt(1 - top, ".0%")),
            ".",
        )
        .tells(
            "Both steps at temperature 1",
            ("word", "score", "e to the score", "weight"),
            _steps(result),
        )
    )


@numbers(softmax.run)
def quoted(result: softmax.Result) -> dict[str, float | int | str]:
    """The numbers section 5 quotes."""
    at = {float(t): weights for t, weights in zip(result.temperatures, result.weights, strict=True)}
    animal = result.words.index("animal")
    try_weights = stable_softmax(np.array([2.0, 1.0, 0.0]))  # the question at the section's end
    return {
        "ratio-of-one": result.ratio_of_one,
        "ratio-of-three": result.ratio_of_three,
        "softmax-animal-score": float(result.scores[animal]),
        "softmax-animal-grown": float(result.exponentials[0, animal]),
        "softmax-total": float(result.totals[0]),
        "softmax-animal": float(at[1.0][animal]),
        "softmax-animal-cold": float(at[0.5][animal]),
        "softmax-animal-hot": float(at[4.0][animal]),
        "ratio-of-two": float(try_weights[0] / try_weights[2]),
        "try-total": float(1 / try_weights[2]),
        **{
            f"try-{place}": float(weight)
            for place, weight in zip(("first", "second", "third"), try_weights, strict=True)
        },
    }


def _steps(result: softmax.Result) -> list[tuple[str | float, ...]]:
    """Each word with its score, its exponential and its weight, at temperature 1."""
    columns = result.scores, result.exponentials[0], result.weights[0]
    return list(zip(told_apart(result.words), *(column.round(4).tolist() for column in columns), strict=True))


def _draggable(page: Layout, sheet: _Sheet) -> Mark:
    """What takes hold of a score: its row, across the first column."""
    for j in range(len(sheet.rows)):
        dragged = clamp(fn.round((POINTER_X - sheet.zero) / sheet.half * REACH * 20) / 20, -REACH, REACH)
        page.on(scrub("score", f"score{j}", dragged, only=raw(f"event.item.datum.j==={j}")))
    across = 2 * sheet.half + 44
    return target(sheet.zero, datum.y, across, sheet.step, rows=sheet.rows, name="score", cursor="ew-resize")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Three columns of bars, a row for each word."""

    word: float  # right edge of the words
    zero: float  # of the score column
    half: float  # its width either side
    starts: tuple[float, float]  # left edges of the other two columns
    widths: tuple[float, float]
    head: float  # row of the headings
    top: float  # of the first row
    step: float
    number_above: bool  # a narrow sheet sets a number above its bar
    rows: list[dict[str, Any]]
    height: int

    @property
    def end(self) -> float:
        """Below the last row."""
        return self.top + self.step * len(self.rows)


def _sheet(page: Layout, words: tuple[str, ...]) -> _Sheet:
    top, step = page.pick((62, 27), (62, 38))
    rows = [{"j": j, "t": word, "y": top + step * (j + 0.5)} for j, word in enumerate(words)]
    height = round(top + step * len(words) + 86)
    if page.wide:
        return _Sheet(68, 174, 52, (292, 440), (80, 84), 18, top, step, False, rows, height)
    return _Sheet(70, 120, 40, (178, 257), (52, 50), 18, top, step, True, rows, height)


def _rules(page: Layout, sheet: _Sheet) -> list[Mark]:
    ys = [sheet.top + sheet.step * j for j in range(len(sheet.rows) + 1)]
    margin = page.pick(0, 8)
    hairlines = "".join(f"M{margin},{y:g}H{page.width - margin}" for y in ys)
    zero = f"M{sheet.zero:g},{sheet.top:g}V{sheet.end:g}"
    return [line(hairlines, stroke=HAIRLINE, stroke_width=1), line(zero, stroke=MUTED, stroke_width=1)]


def _headings(sheet: _Sheet, temperature: Expression, sum_: Expression) -> list[Mark]:
    second, third = sheet.starts
    cooled = "score ÷ T" if sheet.number_above else join("score ÷ ", fmt(temperature, ".2f"))
    note: dict[str, Any] = {"fill": MUTED}
    return [
        text(sheet.zero, sheet.head, "score", size=15, font_weight=600, align="center"),
        text(sheet.zero, sheet.head + 22, "drag", align="center", **note),
        text(second, sheet.head, "e", size=17, font_weight=600),
        text(second + 10, sheet.head - 7, when(temperature == 1, "score", cooled), font_weight=600),
        text(second, sheet.head + 22, join("total ", _compact(sum_)), **note),
        text(third, sheet.head, "weight", size=15, font_weight=600, fill=QUERY),
        text(third, sheet.head + 22, "÷ total", **note),
    ]


def _rows(
    sheet: _Sheet, scores: Expression, grown: Expression, sum_: Expression, weights: Expression
) -> list[Mark]:
    """Word, score, exponential and weight; the numbers at the bars' ends, or above them where there is no room."""
    row = _Row(
        score=scores[datum.j],
        power=grown[datum.j],
        share=weights[datum.j],
        reach=scores[datum.j] * (sheet.half / REACH),
        power_width=grown[datum.j] / fn.max(60, sum_) * sheet.widths[0],
        share_width=weights[datum.j] * sheet.widths[1],
    )
    y = datum.y + (8 if sheet.number_above else 0)
    word: dict[str, Any] = {"size": 15, "align": "right", "font_weight": when(row.share > 0.3, 600, 400)}
    grip: dict[str, Any] = {"fill": PAPER, "stroke": INK, "stroke_width": 1.75}
    return [
        text(sheet.word, datum.y, datum.t, rows=sheet.rows, **word),
        *_bars(sheet, row, y),
        *_numbers(sheet, row),
        disc(row.reach + sheet.zero, y, 5.5, rows=sheet.rows, **grip),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """A word's three numbers, and how long their bars are."""

    score: Expression
    power: Expression  # its exponential
    share: Expression  # its weight
    reach: Expression
    power_width: Expression
    share_width: Expression


def _bars(sheet: _Sheet, row: _Row, y: Expression) -> list[Mark]:
    """Score, exponential and weight as lengths."""
    height = 10 if sheet.number_above else 13
    quiet: dict[str, Any] = {"fill": mix(MUTED, 0.45), "rows": sheet.rows, "corner_radius": 2}
    return [
        bar(sheet.zero, y, row.reach, height, **quiet),
        bar(sheet.starts[0], y, row.power_width, height, **quiet),
        bar(sheet.starts[1], y, row.share_width, height, **(quiet | {"fill": QUERY})),
    ]


def _numbers(sheet: _Sheet, row: _Row) -> list[Mark]:
    """The same as numbers."""
    second, third = sheet.starts
    places: tuple[Any, Any, Any] = (sheet.zero, second, third)
    align: Any = "center"
    if not sheet.number_above:
        first = row.reach + sheet.zero + when(row.score < 0, -11, 11)
        places = (first, row.power_width + second + 8, row.share_width + third + 8)
        align = when(row.score < 0, "right", "left")
    y = datum.y - (9 if sheet.number_above else 0)
    return [
        text(places[0], y, fmt(row.score, ".2f"), rows=sheet.rows, halo=True, align=align),
        text(places[1], y, _compact(row.power), rows=sheet.rows, fill=MUTED),
        text(places[2], y, _percent(row.share), rows=sheet.rows, fill=QUERY, font_weight=600),
    ]


def _percent(share: Expression) -> Any:
    """A share to a tenth of a percent, and never none or all: softmax gives neither."""
    return when(share < 0.0005, "<0.1%", when(share > 0.9995, ">99.9%", fmt(share, ".1%")))


def _compact(value: Expression) -> Any:
    """A number in at most seven characters."""
    plain = when(value < 100, fmt(value, ".2f"), fmt(value, ",.0f"))
    return when(value < 0.005, "<0.01", when(value < 1e5, plain, fmt(value, ".1e")))


def _budget(page: Layout, sheet: _Sheet, weights: Expression) -> list[Mark]:
    """The weights end to end: they always fill the same bar."""
    margin = page.pick(0, 8)
    width = page.width - 2 * margin
    sums = page.let(
        "sums", array([total([0, *(weights[k] for k in range(j + 1))]) for j in range(len(sheet.rows))])
    )
    share, y = weights[datum.j], sheet.end + 36
    room = array([round(width_of(row["t"], 14, 600)) + 18 for row in sheet.rows])[datum.j]
    left = (sums[datum.j] - share) * width + margin
    return [
        rect(
            left + share * (width / 2),
            y,
            fn.max(0, share * width - 2),
            28,
            rows=sheet.rows,
            fill=mix(QUERY, fn.pow(share, 0.7) * 0.78 + 0.22),
            corner_radius=3,
        ),
        text(
            left + 9,
            y,
            when(share * width > room, datum.t, ""),
            rows=sheet.rows,
            fill=when(share > 0.6, PAPER, INK),
            font_weight=600,
        ),
        line(f"M{margin + 0.5},{y + 24}v5H{page.width - margin - 0.5}v-5", stroke=MUTED, stroke_width=1),
        text(
            page.width / 2,
            y + 30,
            "the weights always fill 100%",
            fill=MUTED,
            align="center",
            stroke=PAPER,
            stroke_width=12,
        ),
    ]
