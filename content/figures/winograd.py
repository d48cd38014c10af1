"""Who looks at whom: one word's attention as a ribbon of fixed width that splits among all the words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import winograd
from content.figures._house import QUERY
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    SPAN_WIDTH,
    WASH,
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
    point,
    press,
    raw,
    rect,
    target,
    text,
    total,
    when,
    width_of,
)

RIBBON = 30  # px: the width of all of a word's attention
HALF = 17  # px: half the height of a chip


@figure("winograd", data=winograd.run, wide=SPAN_WIDTH)
def winograd_figure(result: winograd.Result, page: Layout) -> Drawing:
    """The sentence as a row of words, and ribbons from one word to the others, each as thick as the weight."""
    sheet = _sheet(page, result)
    tired, wide = result.endings
    last = page.choice("last", tired, {word: word for word in result.endings}, "Last word")
    looking = page.stepper("looking", result.pronoun, (*result.words[:-1], "the last word"), "Looking word")
    tables = page.state("tables", result.weights.round(7).tolist())
    goal = page.let("goal", tables[when(last == wide, 1, 0)][looking])
    weights, foot = _glide(page, sheet, result, looking)
    words = page.let("words", array([*result.words[:-1], last]))
    page.on(
        point("word", "looking", datum.j),
        press("other_ending", "last", when(last == tired, wide, tired)),
    )
    return (
        page.draw(
            sheet.height,
            _strands(page, sheet, looking, weights, foot),
            _chips(sheet, looking, words, weights),
            _shares(sheet, looking, weights),
            _other_ending(page, sheet, when(last == tired, wide, tired)),
            target(datum.x, datum.y, datum.w + 6, 2 * HALF + 14, rows=sheet.rows, name="word"),
        )
        .says(
            join("“", words[looking], "”"),
            " gives ",
            fmt(fn.max(goal[1], goal[5]), ".0%"),
            " of its attention to ",
            when(goal[1] > 0.2, "“animal”", when(goal[5] > 0.2, "“street”", "every word alike")),
            " when the sentence ends in ",
            join("“", last, "”"),
            ".",
        )
        .tells(
            "Where “it” looks: its weights, by the last word of the sentence",
            ("word", *(f"with “{word}”" for word in result.endings)),
            [
                (word, *shares)
                for word, shares in zip(
                    (*result.words[:-1], "the last word"),
                    result.weights[:, result.pronoun].T.round(4).tolist(),
                    strict=True,
                )
            ],
        )
    )


@numbers(winograd.run)
def quoted(result: winograd.Result) -> dict[str, float | int | str]:
    """The numbers section 1 quotes."""
    tired, wide = result.weights[:, result.pronoun]
    animal, street = result.words.index("animal"), result.words.index("street")
    return {
        "it-animal-tired": float(tired[animal]),
        "it-street-tired": float(tired[street]),
        "it-street-wide": float(wide[street]),
        "tired-animal": float(result.weights[0, -1, animal]),
        "flat-share": float(result.weights[0, 0, 0]),
        "sentence-words": len(result.words),
        "features": len(result.features),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where the words stand: in one line, or in two on a narrow sheet."""

    spans: tuple[tuple[int, int], ...]  # the words of each line: from, up to
    x: list[float]  # the middle of each word
    y: list[float]
    width: list[float]
    size: float  # of the words' letters
    height: int

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each word, for the marks."""
        return [
            {"j": j, "x": x, "y": y, "w": w}
            for j, (x, y, w) in enumerate(zip(self.x, self.y, self.width, strict=True))
        ]

    def span(self, j: int) -> tuple[int, int]:
        """The line that word j stands on."""
        return next(span for span in self.spans if j < span[1])


def _sheet(page: Layout, result: winograd.Result) -> _Sheet:
    size, pad, gap = page.pick((19, 11, 7.5), (15, 6.5, 4.5))
    spans = page.pick(((0, 11),), ((0, 6), (6, 11)))
    widest = [*result.words[:-1], max(result.endings, key=len)]
    width = [round(width_of(word, size, 600) + 2 * pad, 1) for word in widest]
    left = (page.width - sum(width[: spans[0][1]]) - gap * (spans[0][1] - 1)) / 2
    x = [
        round(left + sum(width[start:j]) + gap * (j - start) + width[j] / 2, 1)
        for start, end in spans
        for j in range(start, end)
    ]
    y = [
        top
        for (start, end), top in zip(spans, page.pick([182], [100, 236]), strict=True)
        for _ in range(start, end)
    ]
    return _Sheet(spans, x, y, width, size, page.pick(266, 322))


def _glide(
    page: Layout, sheet: _Sheet, result: winograd.Result, looking: Expression
) -> tuple[Expression, Expression]:
    """The weights on show and the ribbon's foot: both follow what was chosen, at once for who wants no motion."""
    weights = page.state("weights", result.weights[0, result.pronoun].round(7).tolist())
    foot = page.state("foot", [sheet.x[result.pronoun]])
    page.let("foot_goal", array([array(sheet.x)[looking]]))
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("weights", "goal", len(sheet.x), rate="rate"), glide("foot", "foot_goal", 1, rate="rate"))
    return weights, foot[0]


def _away(sheet: _Sheet, looking: Expression) -> Any:
    """Up (-1) from a word of the first line, down (1) from one of the second: away from the other line."""
    return when(looking < sheet.spans[0][1], -1, 1) if len(sheet.spans) > 1 else -1


def _strands(page: Layout, sheet: _Sheet, looking: Expression, weights: Expression, foot: Expression) -> Mark:
    """One stroke for each word. They leave the looking word side by side, and none crosses another."""
    count = range(len(sheet.x))
    sums = page.let("sums", array([0, *(total([weights[k] for k in range(j + 1)]) for j in count)]))
    begin = page.let(
        "begin", array([foot + _offset(sheet, looking, weights, sums, j) * RIBBON for j in count])
    )
    away = page.let("away", raw(str(_away(sheet, looking))))
    y = page.let("looking_y", array(sheet.y)[looking])
    x1, y1, x2, y2 = begin[datum.j], y + away * HALF, datum.x, datum.y + away * HALF
    lift = away * (fn.abs(x2 - x1) * page.pick(0.3, 0.34) + 10)
    arc = path("M", x1, y1, "C", x1, y1 + lift, x2, y2 + lift, x2, y2)
    loop = path("M", x1, y1, "c", -13, away * 24, 13, away * 24, 0, 0)
    below = y - away * HALF
    across = path("M", x1, below, "C", x1, (below + y2) / 2, x2, (below + y2) / 2, x2, y2)
    return line(
        when(datum.j == looking, loop, when(datum.y == y, arc, across)),
        rows=sheet.rows,
        stroke=QUERY,
        stroke_width=fn.max(0.8, weights[datum.j] * RIBBON),
        opacity=fn.pow(weights[datum.j], 0.5) * 0.62 + 0.3,
    )


def _offset(sheet: _Sheet, looking: Expression, weights: Expression, sums: Expression, j: int) -> Expression:
    """Where strand j leaves the foot, from its middle, as a share of the ribbon.

    Arcs to the left lie with the nearest word outermost, then comes the word itself, then arcs to the right with
    the farthest first. Strands to the other line keep the order of the words.
    """
    start, end = sheet.span(j)
    own = weights[j] / 2
    left = sums[looking] - sums[j] - own
    right = sums[looking + 1] - sums[start] + sums[end] - sums[j] - own
    same = when(looking > j, left, when(looking < j, right, sums[looking] - sums[start] + own))
    other = sums[j] - sums[start] + own
    on_this_line = (looking >= start) & (looking < end)
    offset: Expression = when(on_this_line, same, other) - (sums[end] - sums[start]) / 2
    return offset


def _chips(sheet: _Sheet, looking: Expression, words: Expression, weights: Expression) -> list[Mark]:
    """The words: the looking one in full color, the others tinted by what they get."""
    here, share = datum.j == looking, weights[datum.j]
    tint = mix(QUERY, fn.pow(share, 0.9) * 0.62, WASH)
    return [
        rect(
            datum.x,
            datum.y,
            datum.w,
            2 * HALF,
            fill=when(here, QUERY, tint),
            rows=sheet.rows,
            corner_radius=9,
        ),
        text(
            datum.x,
            datum.y + 0.5,
            words[datum.j],
            rows=sheet.rows,
            size=sheet.size,
            align="center",
            fill=when(here, PAPER, INK),
            font_weight=when(here | (share > 0.2), 600, 400),
        ),
    ]


def _shares(sheet: _Sheet, looking: Expression, weights: Expression) -> Mark:
    """What each word gets, on the side where no strand lands."""
    share = weights[datum.j]
    return text(
        datum.x,
        datum.y - (share * 5 + HALF + 13) * _away(sheet, looking),
        when(share > 0.045, fmt(share, ".0%"), ""),
        rows=sheet.rows,
        size=share * 8 + 14,
        align="center",
        fill=when(share > 0.3, QUERY, MUTED),
        font_weight=when(share > 0.3, 600, 400),
        halo=True,
    )


def _other_ending(page: Layout, sheet: _Sheet, other: Expression) -> list[Mark]:
    """The word the sentence could end in instead, to be pressed."""
    width = sheet.width[-1]
    x, y = page.pick((sheet.x[-1], sheet.y[-1] + 64), (sheet.x[-1] + width + 30, sheet.y[-1]))
    dashes: dict[str, Any] = {"stroke": MUTED, "stroke_dash": [3, 3], "stroke_width": 1}
    return [
        rect(x, y, width, 2 * HALF - 2, fill=PAPER, corner_radius=9, **dashes),
        text(x, y + 0.5, other, size=sheet.size, align="center", fill=MUTED),
        text(x - width / 2 - 8, y + 0.5, "or", align="right", fill=MUTED),
        target(x, y, width, 44, name="other_ending"),
    ]
