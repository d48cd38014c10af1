"""A query and a key, turned by their positions: their score sees only how far apart they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from attention.experiments import rotary
from content.figures._house import KEY, KEY_DASH, QUERY
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    POINTER_X,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Plane,
    Scale,
    array,
    clamp,
    datum,
    disc,
    drag,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    path,
    raw,
    rect,
    target,
    text,
    when,
)

REACH = 8  # positions that query and key can be moved by themselves; and as many more for both
START = (7, 1, 3)  # query, key, both
_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True, eq=False)
class _Arrow:
    """A query or a key: where it stands, and where it points."""

    name: str
    place: Expression
    length: float
    start: float  # its angle at position 0, in radians
    speed: Expression

    @property
    def angle(self) -> Any:
        """In radians, counted from the right, upward."""
        return self.place * self.speed + self.start

    def tip(self, reach: Any, angle: Any = None) -> tuple[Any, Any]:
        """A point in its direction, as coordinates of the plane."""
        angle = self.angle if angle is None else angle
        return fn.cos(angle) * reach, fn.sin(angle) * reach


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What the reader has chosen."""

    query: _Arrow
    key: _Arrow
    which: Expression  # of the speeds
    apart: Expression  # position of the query − position of the key
    score: Expression


@figure("rotary", data=rotary.run)
def rotary_figure(result: rotary.Result, page: Layout) -> Drawing:
    """A query and a key as arrows, each turned by its position; a line of positions; and the score by offset.

    Dots round the arrows count the steps that each has turned. The score stays when both are moved.
    """
    state = _state(page, result)
    left, top = page.pick((142, 146), (160, 140))
    plane = Plane(left, top, 58, low=-2, high=2)
    return (
        page.draw(
            page.pick(306, 578),
            _dial(plane, result, state),
            _line_of_positions(page, state),
            _curve(page, result, state),
        )
        .says(
            "The query stands at ",
            fmt(state.query.place, ".0f"),
            " and the key at ",
            fmt(state.key.place, ".0f"),
            ": an offset of ",
            fmt(state.apart, "+.0f"),
            ". The score is ",
            fmt(state.score, ".2f"),
            ", and the same wherever the offset is the same.",
        )
        .tells(
            "The score, by offset: position of the query minus position of the key",
            ("offset", *(f"{degrees:.1f}° a step" for degrees in result.degrees.tolist())),
            [[offset, *scores] for offset, scores in _by_offset(result).items()],
        )
    )


@numbers(rotary.run)
def quoted(result: rotary.Result) -> dict[str, float | int | str]:
    """The numbers section 11 quotes of rotary positions."""
    second = 1
    return {
        "rotary-degrees": float(result.degrees[second]),
        "rotary-best": int(result.best[second]),
        "rotary-best-score": float(result.by_offset[second].max()),
    }


def _by_offset(result: rotary.Result) -> dict[int, list[float]]:
    middle = result.config.count - 1
    return {
        offset: result.by_offset[:, middle + offset].round(4).tolist() for offset in range(-REACH, REACH + 1)
    }


def _state(page: Layout, result: rotary.Result) -> _State:
    speeds = result.speeds.tolist()
    query, key, both = START
    own = [
        page.slider("query", query, 0, REACH, 1, "Query", format=".0f", role="query"),
        page.slider("key", key, 0, REACH, 1, "Key", format=".0f", role="key"),
    ]
    moved = page.slider("both", both, 0, REACH, 1, "Both", format=".0f")
    turns = [f"{degrees:.1f}°" for degrees in result.degrees.tolist()]
    pairs = dict(zip((_ORDINALS[pair] for pair in result.config.pairs), turns, strict=True))
    pair = page.choice("pair", _ORDINALS[1], pairs, "Turn")
    which = page.let("which", fn.indexof(array(list(pairs)), pair))
    speed = page.let("speed", array(speeds)[which])
    first, second = (
        _Arrow(name, page.let(f"{name}_at", each + moved), math.hypot(*v), math.atan2(v[1], v[0]), speed)
        for name, each, v in zip(("query", "key"), own, (result.config.query, result.config.key), strict=True)
    )
    apart = page.let("offset", own[0] - own[1])
    turned = apart * speed + (first.start - second.start)
    score = page.let("score", fn.cos(turned) * (first.length * second.length))
    return _State(first, second, which, apart, score)


# ── the dial ─────────────────────────────────────────────────────────────────────────────────────


def _dial(plane: Plane, result: rotary.Result, state: _State) -> list[Mark]:
    """Both arrows, pale where they were at position 0, with a dot for each step that they have turned."""
    marks: list[Mark] = []
    for arrow, hue, dash in ((state.query, QUERY, [1, 0]), (state.key, KEY, KEY_DASH)):
        ring = arrow.length * plane.unit
        steps = [
            {"i": i, "r": round((ring + 19 + 0.6 * i) / plane.unit, 4)} for i in range(result.config.count)
        ]
        dot = arrow.tip(datum.r, arrow.speed * datum.i + arrow.start)
        passed = datum.i <= arrow.place
        tip, home = arrow.tip(arrow.length), arrow.tip(arrow.length, arrow.start)
        marks += [
            disc(plane.left, plane.top, ring, fill=CLEAR, stroke=HAIRLINE, stroke_width=1),
            plane.segment(*home, stroke=mix(hue, 0.45), stroke_width=1.5, stroke_dash=dash),
            disc(plane.px(dot[0]), plane.py(dot[1]), 2.2, rows=steps, fill=when(passed, hue, HAIRLINE)),
            plane.segment(*tip, stroke=hue, stroke_width=2.8, stroke_dash=dash),
        ]
    between = _between(plane, state)
    letters = [
        mark
        for arrow in (state.query, state.key)
        for mark in _letter(
            plane.px(arrow.tip(arrow.length)[0]), plane.py(arrow.tip(arrow.length)[1]), arrow.name
        )
    ]
    return [*marks, *between, *letters]


def _between(plane: Plane, state: _State) -> list[Mark]:
    """The angle from the key to the query, the short way round."""
    query, key = state.query, state.key
    whole = query.angle - key.angle
    angle = whole - fn.round(whole / (2 * math.pi)) * (2 * math.pi)
    reach = 0.5
    (x1, y1), (x2, y2) = key.tip(reach), key.tip(reach, key.angle + angle)
    r = reach * plane.unit
    arc = ("A", r, r, 0, 0, when(angle > 0, 0, 1), plane.px(x2), plane.py(y2))
    middle = key.angle + angle / 2
    x, y = key.tip(
        when(fn.abs(angle) < 0.7, -0.27, reach + 0.27), middle
    )  # beyond the center, where it is narrow
    degrees = join(fmt(fn.abs(angle) * (180 / math.pi), ".0f"), "°")
    return [
        line(path("M", plane.px(x1), plane.py(y1), *arc), stroke_width=1.4),
        text(plane.px(x), plane.py(y), degrees, align="center", font_weight=600, halo=True),
    ]


def _letter(x: Any, y: Any, name: str) -> list[Mark]:
    """The query's letter on a full disc, the key's on a dotted one."""
    if name == "query":
        return [disc(x, y, 12, fill=QUERY), text(x, y + 0.5, "q", fill=PAPER, **_LETTER)]
    ring = {"stroke": KEY, "stroke_width": 2, "stroke_dash": KEY_DASH}
    return [disc(x, y, 12, fill=PAPER, **ring), text(x, y + 0.5, "k", fill=KEY, **_LETTER)]


_LETTER: dict[str, Any] = {"size": 15, "font_weight": 600, "align": "center"}


# ── the line of positions ────────────────────────────────────────────────────────────────────────


def _line_of_positions(page: Layout, state: _State) -> list[Mark]:
    """Where both stand, to be dragged: the query above the line, the key below, and the bar between them for both."""
    left, pitch, y = page.pick((312, 15.5, 70), (26, 16.75, 348))
    last = 2 * REACH
    ticks = "".join(f"M{left + pitch * i:g},{y - 3}v6" for i in range(last + 1))
    at = {arrow.name: arrow.place * pitch + left for arrow in (state.query, state.key)}
    away = {"query": y - 24, "key": y + 24}
    start, end = fn.min(*at.values()), fn.max(*at.values())
    named = [{"i": i, "x": left + pitch * i} for i in range(0, last + 1, 4)]
    here = (POINTER_X - left) / pitch
    both = raw("both")
    page.on(
        drag("q", {"query": clamp(fn.round(here) - both, 0, REACH)}),
        drag("k", {"key": clamp(fn.round(here) - both, 0, REACH)}),
        drag("bar", {"both": clamp(fn.round(here - (raw("query") + raw("key")) / 2), 0, REACH)}),
    )
    return [
        text(left - 12, y - 56, "positions", fill=MUTED),
        line(f"M{left},{y}H{left + pitch * last:g}{ticks}", stroke=HAIRLINE, stroke_width=1),
        text(datum.x, y + 54, fmt(datum.i, ".0f"), rows=named, fill=MUTED, align="center"),
        rect((start + end) / 2, y, end - start + 8, 8, fill=INK, corner_radius=4),
        *(line(path("M", at[name], y, "V", away[name]), stroke_width=1.5) for name in at),
        *(mark for name in at for mark in _letter(at[name], away[name], name)),
        *(
            _word(arrow, at[arrow.name], away[arrow.name], hue)
            for arrow, hue in ((state.query, QUERY), (state.key, KEY))
        ),
        target((start + end) / 2, y, end - start + 24, 22, name="bar", cursor="ew-resize"),
        target(at["query"], y - 28, 44, 34, name="q", cursor="ew-resize"),
        target(at["key"], y + 28, 44, 34, name="k", cursor="ew-resize"),
    ]


def _word(arrow: _Arrow, x: Expression, y: float, hue: str) -> Mark:
    """The arrow's name beside its letter, where there is room."""
    turned = arrow.place > 2 * REACH - 4
    return text(x + when(turned, -18, 18), y, arrow.name, fill=hue, align=when(turned, "right", "left"))


# ── the score by offset ──────────────────────────────────────────────────────────────────────────


def _curve(page: Layout, result: rotary.Result, state: _State) -> list[Mark]:
    """The score at every offset; between whole offsets, what it would be."""
    left, pitch, low, high = page.pick((312, 15.5, 268, 194), (26, 16.75, 540, 462))
    frame = Frame(Scale(-REACH, REACH, left, left + 2 * REACH * pitch), Scale(-2, 2, low, high))
    fine = [k / 4 - REACH for k in range(8 * REACH + 1)]
    size, start = state.query.length * state.key.length, state.query.start - state.key.start
    curves = [
        frame.curve(fine, [size * math.cos(start + x * speed) for x in fine])
        for speed in result.speeds.tolist()
    ]
    rows = [
        {"x": round(frame.x(offset), 2), "y": [round(frame.y(score), 2) for score in scores]}
        for offset, scores in _by_offset(result).items()
    ]
    x, y = frame.x(state.apart), frame.y(state.score)
    ticks = {
        offset: f"{offset:+d}".replace("-", "−") if offset else "0" for offset in range(-REACH, REACH + 1)
    }
    return [
        text(left - 12, high - 32, "score at each offset, query minus key", fill=MUTED),
        line(f"M{left},{frame.y(0):g}H{frame.x.end:g}", stroke=HAIRLINE, stroke_width=1),
        text(left - 8, frame.y(0), "0", fill=MUTED, align="right"),
        line(array(curves)[state.which], stroke=MUTED, stroke_width=1),
        disc(datum.x, datum.y[state.which], 2.2, rows=rows, fill=INK),
        line(path("M", x, frame.y(0), "V", y), stroke_width=1.25),
        disc(x, y, 5.5, fill=INK),
        text(
            clamp(x, left + 18, frame.x.end - 18),
            y + when(state.score < 0, 18, -18),
            fmt(state.score, ".2f"),
            size=16,
            align="center",
            font_weight=600,
            halo=True,
        ),
        frame.columns(ticks, chosen=state.apart, every=4),
    ]
