"""Induction as two heads in two layers: what the first copies, the second makes its keys of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attention.experiments import heads
from content.figures._house import KEY, KEY_DASH, OUTPUT, QUERY, VALUE, VALUE_DASH
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
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    line,
    mix,
    path,
    point,
    rect,
    target,
    text,
    when,
)

STEPS = ("the words", "a copy of the word before", "keys", "the match", "the guess")
WORDS, COPY, KEYS, MATCH, GUESS = range(5)
HALF = 13  # px: half the height of a chip


@figure("compose", data=heads.run)
def compose_figure(result: heads.Result, page: Layout) -> Drawing:
    """A sentence read by two heads, one in each of two layers.

    The first hands each word a copy of the word before it. The second makes a key of that copy, so that the query
    of the last word, "cat", meets the key of "sat", which stands after an earlier "cat". "sat" is handed over.
    """
    state = _state(page, result)
    sheet = _sheet(page)
    page.on(point("word", "looking", datum.j))
    return (
        page.draw(
            sheet.height,
            _stages(sheet, state),
            _copies(sheet, state),
            _keys(sheet, state),
            _match(sheet, state),
            _guess(sheet, state),
            target(
                *sheet.at(datum.j, 0),
                *page.pick((48, 44), (64, 34)),
                rows=sheet.rows(len(result.words)),
                name="word",
            ),
        )
        .says(*_sentence(state))
        .tells(
            "What each word is, what was copied into it, and how the last word’s query meets it",
            ("word", "copied into it", "score with the last word’s query", "weight"),
            [
                [word, result.vocabulary[held.argmax()], round(float(score), 4), round(float(weight), 4)]
                for word, held, score, weight in zip(
                    result.words,
                    result.copied,
                    result.scores[heads.INDUCTION, -1],
                    result.weights[heads.INDUCTION, -1],
                    strict=True,
                )
            ],
        )
    )


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """How far the reader has stepped, the word whose query is followed, and what comes of it."""

    words: tuple[str, ...]
    held: tuple[str, ...]  # what was copied into each word
    step: Expression
    at: Expression  # the step, gliding
    looking: Expression
    weights: Expression  # of the second head's looking word
    guess: Expression  # its share of what is handed over most
    guessed: Expression  # and what that is
    second: Expression  # what is handed over most but one
    runner_up: Expression  # its share
    split: Expression  # whether that is a fair one

    def shown(self, step: int) -> Any:
        """How far a step's marks are to be seen, from 0 to 1."""
        return fn.min(1, fn.max(0, self.at - (step - 1)))

    def gets(self, j: Any) -> Any:
        """The share of the looking word's attention that word j gets."""
        return when(self.looking < j, 0, self.weights[j])

    def part(self, j: Any) -> Any:
        """Paler once there is a match, for words that are no part of it."""
        return when(self.gets(j) > 0.2, 1, 1 - self.shown(MATCH) * 0.55)


def _state(page: Layout, result: heads.Result) -> _State:
    step = page.stepper("step", GUESS, STEPS, "Step")
    labels = [f"{word} ({j + 1})" for j, word in enumerate(result.words)]
    looking = page.stepper("looking", len(result.words) - 1, labels, "Query of")
    at = page.state("at", [GUESS])
    page.let("goal", array([step]))
    page.let("rate", when(page.calm(), 1, 0.12))
    page.on(glide("at", "goal", 1, rate="rate"))
    weights = page.state("weights", result.weights[heads.INDUCTION].round(7).tolist())
    order = result.guess.argsort(axis=1)[:, ::-1]
    ranked = [
        (
            array([result.vocabulary[v] for v in order[:, rank]])[looking],
            array([float(row[v]) for row, v in zip(result.guess, order[:, rank], strict=True)])[looking],
        )
        for rank in (0, 1)
    ]
    (guessed, guess), (second, runner_up) = ranked
    return _State(
        words=result.words,
        held=tuple(result.vocabulary[v] for v in result.copied.argmax(axis=1)),
        step=step,
        at=at[0],
        looking=looking,
        weights=page.let("row", weights[looking]),
        guess=page.let("guess", guess),
        guessed=page.let("guessed", guessed),
        second=page.let("second", second),
        runner_up=page.let("runner_up", runner_up),
        split=page.let("split", runner_up > 0.2),
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Words one after another along one way, stages along the other: down on a wide sheet, right on a narrow one."""

    wide: bool
    first: float  # where the first word lies
    pitch: float
    stages: tuple[float, ...]  # words, copies, keys, query, output
    labels: tuple[tuple[float, float], ...]  # of the stages
    width: float  # of a chip
    ribbon: float
    height: int

    def at(self, j: Any, stage: int, side: int = 0) -> tuple[Any, Any]:
        """The middle of word j's chip at a stage, or of its edge that faces the stage before (-1) or the next (1)."""
        along = j * self.pitch + self.first
        across = self.stages[stage] + side * (HALF if self.wide else self.width / 2)
        return (along, across) if self.wide else (across, along)

    def turned(self, *path_: Any) -> Expression:
        """A path told in (along, across), as it lies on this sheet."""
        points = iter(path_)
        laid: list[Any] = []
        for part in points:
            if isinstance(part, str):
                laid.append(part)
            else:
                along, across = part, next(points)
                laid += [along, across] if self.wide else [across, along]
        return path(*laid)

    def rows(self, count: int) -> list[dict[str, Any]]:
        """One row for each word."""
        return [{"j": j} for j in range(count)]


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        labels: tuple[tuple[float, float], ...] = tuple((8, y) for y in (28, 104, 182, 286, 358))
        return _Sheet(True, 100, 50, (28, 104, 182, 286, 358), labels, 41, 24, 384)
    labels = ((34, 22), (104, 22), (172, 22), (282, 22), (282, 0))
    return _Sheet(False, 58, 41, (34, 104, 172, 282, 282), labels, 50, 20, 504)


def _chip(
    sheet: _Sheet,
    stage: int,
    content: Any,
    rows: Sequence[Mapping[str, Any]],
    *,
    ring: tuple[str, Sequence[float]] | None = None,
    ground: Any = WASH,
    opacity: Any = 1,
    **letters: Any,
) -> list[Mark]:
    """A word at a stage: on a quiet ground, or with the line of its role round it."""
    x, y = sheet.at(datum.j, stage)
    color, dash = ring or ("transparent", [1, 0])
    line_: dict[str, Any] = {"stroke": color, "stroke_width": 1.6, "stroke_dash": dash, "corner_radius": 8}
    style: dict[str, Any] = {"size": 15, "align": "center", "fill": color if ring else INK} | letters
    return [
        rect(x, y, sheet.width, 2 * HALF, fill=ground, rows=rows, opacity=opacity, **line_),
        text(x, y + 0.5, content, rows=rows, opacity=opacity, **style),
    ]


def _stages(sheet: _Sheet, state: _State) -> list[Mark]:
    """The sentence, and what its stages are called."""
    names = (("words", INK, WORDS), ("copies", VALUE, COPY), ("keys", KEY, KEYS), ("query", QUERY, MATCH))
    here, rows = datum.j == state.looking, sheet.rows(len(state.words))
    align = "left" if sheet.wide else "center"
    return [
        *(
            text(*place, name, fill=color, font_weight=600, align=align, opacity=state.shown(step))
            for place, (name, color, step) in zip(sheet.labels, names, strict=False)
        ),
        *_chip(sheet, 0, array(state.words)[datum.j], rows, font_weight=when(here, 600, 400)),
    ]


def _copies(sheet: _Sheet, state: _State) -> list[Mark]:
    """The first layer: an arrow from each word to the one after it, which keeps a copy."""
    gap = sheet.stages[1] - sheet.stages[0] - 2 * (HALF if sheet.wide else sheet.width / 2)
    bend = gap * 0.55
    swing = sheet.turned("M", -sheet.pitch, 0, "C", -sheet.pitch, bend, 0, gap - bend, 0, gap - 6)
    head = sheet.turned("M", -4, gap - 8, "L", 0, gap - 1, "L", 4, gap - 8)
    later = sheet.rows(len(state.words))[1:]
    place = dict(zip("xy", sheet.at(datum.j, 0, 1), strict=True))
    seen = state.shown(COPY) * state.part(datum.j)
    style: dict[str, Any] = {"rows": later, "stroke": VALUE, "opacity": seen} | place
    held = array(state.held)[datum.j]
    return [
        line(swing, stroke_width=2, stroke_dash=VALUE_DASH, **style),
        line(head, stroke_width=2, stroke_join="round", stroke_cap="round", **style),
        *_chip(sheet, 1, held, later, ring=(VALUE, VALUE_DASH), ground=PAPER, opacity=seen),
    ]


def _keys(sheet: _Sheet, state: _State) -> list[Mark]:
    """The second layer's keys: each is made of the copy, not of the word that it belongs to."""
    seen, later = state.shown(KEYS) * state.part(datum.j), sheet.rows(len(state.words))[1:]
    gap = sheet.stages[2] - sheet.stages[1] - 2 * (HALF if sheet.wide else sheet.width / 2)
    place = dict(zip("xy", sheet.at(datum.j, 1, 1), strict=True))
    drop = sheet.turned("M", 0, 2, "L", 0, gap - 2)
    held = array(state.held)[datum.j]
    matched = (state.gets(datum.j) > 0.2) & (state.step >= MATCH)
    rests = (state.gets(0) > 0.2) & (state.step >= MATCH)
    return [
        line(drop, rows=later, stroke=KEY, stroke_width=2, stroke_dash=KEY_DASH, opacity=seen, **place),
        *_chip(
            sheet,
            2,
            held,
            later,
            ring=(KEY, KEY_DASH),
            ground=when(matched, mix(QUERY, 0.28), PAPER),
            opacity=seen,
            fill=when(matched, INK, KEY),
            font_weight=when(matched, 600, 400),
        ),
        *_chip(
            sheet,
            2,
            "rest",
            sheet.rows(1),
            ring=(MUTED, [1, 3]),
            ground=when(rests, mix(QUERY, 0.28), PAPER),
            opacity=seen,
            fill=when(rests, INK, MUTED),
            font_weight=when(rests, 600, 400),
        ),
    ]


def _match(sheet: _Sheet, state: _State) -> list[Mark]:
    """The query of the looking word, and ribbons to the keys, as thick as the weights."""
    seen, n = state.shown(MATCH), len(state.words)
    share = state.gets(datum.j)
    along, middle = datum.j * sheet.pitch + sheet.first, state.looking * sheet.pitch + sheet.first
    edge = HALF if sheet.wide else sheet.width / 2
    low, high = sheet.stages[2] + edge, sheet.stages[3] - edge
    bend = (high - low) * 0.6
    ribbon = sheet.turned("M", middle, high, "C", middle, high - bend, along, low + bend, along, low)
    x, y = sheet.at(datum.j, 2, 1)
    place = (x - 30, y + 12) if sheet.wide else (240, y - 2)
    one = [{"j": 0}]
    query = sheet.at(state.looking, 3)
    return [
        line(
            ribbon,
            rows=sheet.rows(n),
            stroke=QUERY,
            stroke_width=fn.max(0.8, share * sheet.ribbon),
            opacity=when(datum.j > state.looking, 0, (fn.pow(share, 0.5) * 0.62 + 0.3) * seen),
        ),
        rect(*query, sheet.width, 2 * HALF, fill=QUERY, corner_radius=8, rows=one, opacity=seen),
        text(
            query[0],
            query[1] + 0.5,
            array(state.words)[state.looking],
            size=15,
            align="center",
            fill=PAPER,
            font_weight=600,
            opacity=seen,
        ),
        text(
            place[0],
            place[1],
            when(share > 0.045, fmt(share, ".0%"), ""),
            rows=sheet.rows(n),
            size=15,
            align="right" if sheet.wide else "left",
            fill=QUERY,
            font_weight=600,
            opacity=seen,
            halo=True,
        ),
    ]


def _guess(sheet: _Sheet, state: _State) -> list[Mark]:
    """What is handed over: the words themselves whose keys matched, and the shares in which they are."""
    seen, outer = state.shown(GUESS), sheet.width + 7
    ring: dict[str, Any] = {
        "fill": PAPER,
        "stroke": OUTPUT,
        "stroke_width": 1.3,
        "rows": [{"r": 0}, {"r": 1}],
    }
    there = when((datum.r == 0) | state.split, seen, 0)
    middle = state.looking * sheet.pitch + sheet.first
    if sheet.wide:
        x, y = middle - datum.r * 64, sheet.stages[4]
        name = (8.0, sheet.stages[4], "left")
    else:
        x, y = sheet.stages[4], middle + sheet.pitch + datum.r * 41
        name = (sheet.stages[4], middle + sheet.pitch + when(state.split, 41, 0) + 29, "center")
    word = when(state.guess > 0.2, array([state.guessed, state.second])[datum.r], "\u2013")
    return [
        line(
            _way(sheet, state),
            rows=sheet.rows(len(state.words)),
            stroke=VALUE,
            stroke_width=2,
            stroke_dash=VALUE_DASH,
            opacity=when((datum.j > 0) & (state.gets(datum.j) > 0.2), seen, 0),
        ),
        rect(x, y, outer, 2 * HALF + 7, corner_radius=11, opacity=there, **ring),
        rect(x, y, sheet.width, 2 * HALF, corner_radius=8, opacity=there, **ring),
        text(
            x,
            y + 0.5,
            word,
            rows=ring["rows"],
            size=15,
            align="center",
            fill=OUTPUT,
            font_weight=600,
            opacity=there,
        ),
        text(name[0], name[1], "output", fill=OUTPUT, font_weight=600, align=name[2], opacity=seen),
    ]


def _way(sheet: _Sheet, state: _State) -> Expression:
    """How a matched word gets to the output: between the columns on a wide sheet, between the rows on a narrow one."""
    along, middle = datum.j * sheet.pitch + sheet.first, state.looking * sheet.pitch + sheet.first
    lane, top, out = along - sheet.pitch / 2, sheet.stages[0], sheet.stages[4]
    if sheet.wide:
        end = middle - when(state.split, 64, 0) - sheet.width / 2 - 9
        start = ("M", along - sheet.width / 2, top, "Q", lane, top, lane, top + 12)
        return path(*start, "V", out - 16, "Q", lane, out, lane + 16, out, "H", end)
    left, y = top + sheet.width / 2 - 10, middle + sheet.pitch
    begin = ("M", left, along - HALF, "Q", left, lane, left + 14, lane, "H", 222)
    return path(
        *begin, "Q", 232, lane, 232, lane + 12, "V", y - 12, "Q", 232, y, out - sheet.width / 2 - 9, y
    )


def _sentence(state: _State) -> list[str | Expression]:
    n = len(state.words)
    largest = fn.max(*(state.gets(j) for j in range(n)))
    best = fn.indexof(array([state.gets(j) for j in range(n)]), largest)
    also = when(
        state.split, join(" and ", fmt(state.runner_up, ".0%"), " \u201c", state.second, "\u201d"), ""
    )
    return [
        "Step ",
        join(state.step + 1, " of 5"),
        ", ",
        array(STEPS)[state.step],
        ". The query of ",
        join("\u201c", array(state.words)[state.looking], "\u201d"),
        " gives ",
        fmt(largest, ".0%"),
        " to ",
        join("\u201c", array(state.words)[best], "\u201d"),
        ", which keeps a copy of ",
        when(best == 0, "nothing", join("\u201c", array(state.held)[best], "\u201d")),
        ". Handed over: ",
        when(
            state.guess > 0.2,
            join(fmt(state.guess, ".0%"), " \u201c", state.guessed, "\u201d", also),
            "next to nothing",
        ),
        ".",
    ]
