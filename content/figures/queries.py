"""What a word asks for: its query against every key, and how the query comes out of the word's numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from attention.experiments import queries
from content.figures._house import KEY, KEY_DASH, QUERY, told_apart
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Handle,
    Layout,
    Mark,
    Plane,
    array,
    bar,
    datum,
    disc,
    figure,
    fmt,
    fn,
    join,
    length,
    line,
    mix,
    numbers,
    point,
    press,
    rect,
    root,
    shape,
    target,
    text,
    when,
)

FIFTH = 5  # a query is drawn at a fifth of its length, or the keys beside it could not be seen
TIRED, WIDE = 0, 1


@dataclass(frozen=True, slots=True)
class WordList:
    """The eleven words in rows, with a bar each."""

    words: tuple[str, ...]
    word: float  # right edge of the words
    zero: float  # where bars begin
    reach: float  # px of the longest bar
    top: float
    step: float

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each word, for the marks."""
        return [
            {"j": j, "t": word, "y": self.top + self.step * (j + 0.5)} for j, word in enumerate(self.words)
        ]

    @property
    def end(self) -> float:
        """Below the last row."""
        return self.top + self.step * len(self.words)


@numbers(queries.run)
def quoted(result: queries.Result) -> dict[str, float | int | str]:
    """The numbers section 4 quotes."""
    at = {word: j for j, word in enumerate(result.words)}
    copied, strength = result.copied.tolist(), result.strengths.tolist()
    usual = copied.index(result.config.head.copied)
    tired = {s: result.weights[usual, i, TIRED] for i, s in enumerate(strength)}
    middling = [tired[1.0][j] for word, j in at.items() if word not in ("animal", "street")]
    return {
        "query-numbers": len(result.queries[TIRED]),
        "query-even": float(result.weights[copied.index(0.0), -1, TIRED, 0]),
        **{f"query-{s:.0f}-animal": float(tired[s][at["animal"]]) for s in (1.0, 8.0)},
        "query-1-street": float(tired[1.0][at["street"]]),
        "query-1-most": float(max(middling)),
        "query-matrix-rank": result.rank,
    }


@figure("query", data=queries.run)
def query_figure(result: queries.Result, page: Layout) -> Drawing:
    """The query of “it” as an orange arrow, the keys of the words as dotted blue ones, and a bar for each word's score.

    The key of “animal” points right, the key of “street” up; “cross” and “it” have short ones, and the others none.
    """
    left, top, unit = page.pick((150, 166, 22), (160, 128, 20))
    plane = Plane(left, top, unit, low=-5, high=5)
    list_ = WordList(result.words, *page.pick((374, 478, 56, 40, 24), (98, 196, 74, 310, 21)))
    query = plane.handle(
        page,
        "q",
        tuple(result.queries[TIRED].round(3).tolist()),
        ("Animals", "Places"),
        step=0.025,
        format=".2f",
        role="query",
        group="Query about",
    )
    word = page.stepper("word", result.words.index("animal"), told_apart(result.words), "Word")
    keys = result.keys.tolist()
    scores = page.let("scores", array([(query.x * x + query.y * y) / math.sqrt(2) for x, y in keys]))
    page.on(point("row", "word", datum.j))
    return (
        page.draw(
            list_.end + page.pick(72, 62),
            _compass(plane, query),
            _shadow(page, plane, query, array(keys)[word]),
            _endings(page, plane, result, query),
            _keys(plane, result, word),
            plane.arrow(query.x, query.y, color=QUERY, width=2.6),
            _names(plane, result, query),
            _yardstick(plane),
            _score_rows(page, list_, result, scores, word),
            _arithmetic(page, list_, result, query, scores, word),
            plane.grip(query, QUERY),
        )
        .says(*_extremes(result, query, scores))
        .tells(
            "The scores of “it”, by the last word of the sentence",
            ("word", "key: animal", "key: place", *(f"score with “{ending}”" for ending in result.endings)),
            [
                (word, *key, *scores)
                for word, key, scores in zip(
                    told_apart(result.words), keys, result.scores.T.round(4).tolist(), strict=True
                )
            ],
        )
    )


def _extremes(result: queries.Result, query: Handle, scores: Expression) -> list[Any]:
    """The live sentence: who scores highest, and who lowest."""
    each = [scores[j] for j in range(len(result.words))]
    high, low = fn.max(*each), fn.min(*each)
    words = array([f"“{word}”" for word in result.words])
    silent = f"the {_silent(result)} others"

    def named(score: Expression, alone: Any) -> Expression:
        one_or_many = when(alone, words[fn.indexof(scores, score)], silent)
        return when(high - low < 0.005, "every word", one_or_many)

    return [
        "The query ",
        join("(", fmt(query.x, ".2f"), ", ", fmt(query.y, ".2f"), ")"),
        " scores highest with ",
        named(high, high > 0),
        ", at ",
        fmt(high, ".2f"),
        ", and lowest with ",
        named(low, low < 0),
        ", at ",
        fmt(low, ".2f"),
        ".",
    ]


def _silent(result: queries.Result) -> int:
    """How many words have no key."""
    return sum(not any(key) for key in result.keys.tolist())


def _compass(plane: Plane, query: Handle) -> list[Mark]:
    """A round ground; its half on the query's side, where scores are above zero, is tinted."""
    r = 6 * plane.unit
    turn = (fn.atan2(-query.y, query.x) * (180 / math.pi) + 360) % 360
    there = when(length(query.x, query.y) > 0.01, 1, 0)
    place: dict[str, Any] = {"x": plane.left, "y": plane.top}
    ends = f"M{plane.left - r:g},{plane.top:g}H{plane.left + r:g}M{plane.left:g},{plane.top - r:g}v{2 * r:g}"
    return [
        disc(fill=WASH, radius=r, opacity=0.55, **place),
        shape(f"M0,{-r}A{r},{r},0,0,1,0,{r}Z", fill=mix(QUERY, 0.11), angle=turn, opacity=there, **place),
        line(f"M0,{-r}V{r}", stroke=mix(QUERY, 0.5), stroke_width=1, angle=turn, opacity=there, **place),
        line(ends, stroke=HAIRLINE, stroke_width=1.25),
    ]


def _shadow(page: Layout, plane: Plane, query: Handle, key: Expression) -> list[Mark]:
    """The chosen key's shadow on the query's line, and what casts it."""
    square = fn.max(1e-9, query.x * query.x + query.y * query.y)
    share = page.let("share", (query.x * key[0] + query.y * key[1]) / square * FIFTH)
    tip = key[0] * FIFTH, key[1] * FIFTH
    foot = page.let("foot_x", query.x * share), page.let("foot_y", query.y * share)
    return [
        plane.segment(*foot, stroke=mix(KEY, 0.26), stroke_width=12),
        plane.segment(*foot, start=tip, stroke=MUTED, stroke_width=1, stroke_dash=[2, 3]),
    ]


def _endings(page: Layout, plane: Plane, result: queries.Result, query: Handle) -> list[Mark]:
    """Where the query of "it" lies with either ending, to be pressed; no ring where the query's tip is."""
    rows = [
        {"x": round(x, 3), "y": round(y, 3), "t": f"with “{ending}”", "side": 20 if y < 0 else -20}
        for ending, (x, y) in zip(result.endings, result.queries.tolist(), strict=True)
    ]
    x, y = plane.px(datum.x), plane.py(datum.y)
    apart = length(query.x - datum.x, query.y - datum.y)
    page.on(press("ending", "q_x", datum.x), press("ending", "q_y", datum.y))
    return [
        disc(x, y, 5, rows=rows, fill=PAPER, stroke=QUERY, stroke_width=1.5, opacity=when(apart > 0.6, 1, 0)),
        text(x, y + datum.side, datum.t, rows=rows, align="center", fill=MUTED, halo=True),
        target(x, y, 44, 44, rows=rows, name="ending"),
    ]


def _keys(plane: Plane, result: queries.Result, word: Expression) -> list[Mark]:
    """The keys as arrows from one point. Words without a key share a dot there."""
    tips = array([[x * FIFTH, y * FIFTH] for x, y in result.keys.tolist()])[word]
    style: dict[str, Any] = {"color": KEY, "stroke_dash": KEY_DASH, "width": 1.8}
    marks: list[Mark] = [disc(plane.px(tips[0]), plane.py(tips[1]), 11, fill=KEY, opacity=0.2)]
    for x, y in result.keys.tolist():
        if x or y:
            marks += plane.arrow(x * FIFTH, y * FIFTH, **style)
    return [*marks, disc(plane.left, plane.top, 3, fill=KEY)]


def _names(plane: Plane, result: queries.Result, query: Handle) -> list[Mark]:
    """The keys' words, the two directions, and the query's own name beside its shaft."""
    labels = [
        ("animal", FIFTH, 0, 8, -15, "right"),
        ("street", 0, FIFTH, 10, 10, "left"),
        ("cross", 0.3 * FIFTH, 0.3 * FIFTH, 9, -5, "left"),
        ("it", 0.1 * FIFTH, 0.1 * FIFTH, -14, -7, "right"),
        (f"{_silent(result)} others", 0, 0, -9, 14, "right"),
    ]
    rows = [
        {"x": plane.px(x) + dx, "y": plane.py(y) + dy, "t": t, "a": align}
        for t, x, y, dx, dy, align in labels
    ]
    reach = fn.max(0.01, length(query.x, query.y))
    away = fn.abs(query.y) / reach * 18 + 15  # a name is wider than high
    return [
        text(plane.left + 6 * plane.unit, plane.top + 15, "about animals", align="right", fill=MUTED),
        text(plane.left + 9, plane.top - 6 * plane.unit + 8, "about places", fill=MUTED),
        text(datum.x, datum.y, datum.t, rows=rows, align=datum.a, fill=KEY, font_weight=600, halo=True),
        text(
            plane.px(query.x * 0.66) + query.y / reach * away,
            plane.py(query.y * 0.66) + query.x / reach * away,
            "query",
            size=15,
            align="center",
            fill=QUERY,
            font_weight=600,
            halo=True,
            opacity=when(reach > 1.5, 1, 0),
        ),
    ]


def _yardstick(plane: Plane) -> list[Mark]:
    """One length on the sheet, and what it stands for: keys and queries are drawn at different scales."""
    y, left, long = plane.top + 6 * plane.unit + 18, plane.left - 6 * plane.unit, FIFTH * plane.unit
    return [
        line(f"M{left + 0.5:g},{y - 5:g}v10m0,-5h{long:g}m0,-5v10", stroke=MUTED, stroke_width=1.25),
        text(left + long + 10, y, "is 1 for a key,", fill=KEY),
        text(left + long + 94, y, f"{FIFTH} for a query", fill=QUERY),
    ]


def _score_rows(
    page: Layout, list_: WordList, result: queries.Result, scores: Expression, word: Expression
) -> list[Mark]:
    """Each word's score as a bar, to the left of the line where it is negative."""
    score = scores[datum.j]
    rows = [row | {"k": any(key)} for row, key in zip(list_.rows, result.keys.tolist(), strict=True)]
    end = score * (list_.reach / 4) + list_.zero
    left, right = page.pick((306, 572), (8, 312))
    place: dict[str, Any] = {
        "x": (left + right) / 2,
        "y": datum.y,
        "width": right - left,
        "height": list_.step,
    }
    name: dict[str, Any] = {"fill": when(datum.k, KEY, INK), "font_weight": when(datum.k, 600, 400)}
    number: dict[str, Any] = {
        "fill": when(fn.abs(score) < 0.005, MUTED, INK),
        "align": when(score < 0, "right", "left"),
    }
    gray = when(score > 0, mix(INK, 0.72), mix(MUTED, 0.5))
    return [
        text(list_.zero, list_.top - 18, "score", size=15, font_weight=600, align="center"),
        rect(**place, rows=rows, fill=WASH, opacity=when(datum.j == word, 1, 0), corner_radius=6),
        line(f"M{list_.zero:g},{list_.top:g}V{list_.end:g}", stroke=MUTED, stroke_width=1),
        text(list_.word, datum.y, datum.t, rows=rows, size=15, align="right", **name),
        bar(list_.zero, datum.y, end - list_.zero, 12, rows=rows, fill=gray, corner_radius=2),
        text(when(score < 0, -8, 8) + end, datum.y, fmt(score, ".2f"), rows=rows, **number),
        target(**place, rows=rows, name="row"),
    ]


def _arithmetic(
    page: Layout, list_: WordList, result: queries.Result, query: Handle, scores: Expression, word: Expression
) -> list[Mark]:
    """The chosen word's score, worked out."""
    left, top = page.pick((226, list_.end + 50), (14, list_.end + 42))
    key = array(result.keys.tolist())[word]
    x, y, align = page.pick((left - 14, top, "right"), (left, top - 21, "left"))
    number: dict[str, Any] = {"align": "center", "size": 15}
    signs = [(0, "("), (50, "×"), (89, "+"), (150, "×"), (184, ")"), (199, "÷"), (237, "=")]
    title = join("score of “", array(list(result.words))[word], "”")
    return [
        text(x, y, title, align=align, font_weight=600),
        text(
            datum.x,
            top,
            datum.t,
            rows=[{"x": left + x, "t": sign} for x, sign in signs],
            align="center",
            fill=MUTED,
            size=15,
        ),
        text(left + 24, top, fmt(query.x, ".2f"), fill=QUERY, **number),
        text(left + 69, top, fmt(key[0], ".1f"), fill=KEY, **number),
        text(left + 120, top, fmt(query.y, ".2f"), fill=QUERY, **number),
        text(left + 168, top, fmt(key[1], ".1f"), fill=KEY, **number),
        root(left + 217, top, 8, color=MUTED),
        text(left + 217, top, "2", fill=MUTED, size=15),
        text(left + 249, top, fmt(scores[word], ".2f"), size=18, font_weight=600),
    ]
