"""What a cache saves: all rows again against one new row, as areas and as counted work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import kv_cache
from content.figures._house import KEY, KEY_DASH, QUERY, VALUE, VALUE_DASH
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    rect,
    shape,
    text,
    when,
)

START = 11  # words: the essay's sentence
MADE, KEPT = 1, 0.2  # the strength of a role's color where a list is made now, and where it is only kept


@figure("kv-cache", data=kv_cache.run)
def kv_cache_figure(result: kv_cache.Result, page: Layout) -> Drawing:
    """The work of adding one word to a text: without a cache a whole triangle of scores, with one its lowest row.

    Above each triangle lie the keys and values that it needs, at its left the queries.
    """
    counts = result.lengths.tolist()
    length = page.stepper("length", counts.index(START), [f"{n:,}" for n in counts], "Words")
    sheet = _sheet(page)
    pitch = page.let("pitch", sheet.side / array(counts)[length])
    return (
        page.draw(
            sheet.height,
            _labels(sheet),
            _panel(sheet, result, 0, length, pitch),
            _panel(sheet, result, 1, length, pitch),
            _ledger(page, sheet, result, length),
        )
        .says(*_sentence(result, length))
        .tells(
            "What the newest word and the whole text cost, by the length of the text",
            _columns(result),
            _history(result),
        )
    )


def _sentence(result: kv_cache.Result, length: Expression) -> list[str | Expression]:
    without, cached = _pair(result.multiplications, length)
    return [
        "For word ",
        fmt(array(result.lengths.tolist())[length], ",.0f"),
        ", the cache spares ",
        fmt(array(result.spared.round(7).tolist())[length], ".1%"),
        " of the multiplications: ",
        cached,
        " instead of ",
        without,
        ". It holds ",
        array([*map(_bytes, result.model_bytes.tolist())])[length],
        ".",
    ]


def _columns(result: kv_cache.Result) -> tuple[str, ...]:
    counted = ("lists", "scores", "multiplications", "multiplications so far")
    both = (f"{name}, {way}" for name in counted for way in result.ways)
    return ("words", *both, "bytes kept, one head", "bytes kept, all heads")


def _history(result: kv_cache.Result) -> list[list[int]]:
    """A line for each length."""
    counted = (result.lists, result.scores, result.multiplications, result.so_far)
    table = (
        result.lengths,
        *(way for both in counted for way in both),
        result.head_bytes,
        result.model_bytes,
    )
    return [list(row) for row in zip(*(column.tolist() for column in table), strict=True)]


@numbers(kv_cache.run)
def quoted(result: kv_cache.Result) -> dict[str, float | int | str]:
    """The numbers section 8 quotes of the cache."""
    config = result.config
    lengths = result.lengths.tolist()
    long = lengths.index(2000)
    return {
        "kv-heads": config.heads * config.layers,
        "kv-long-words": lengths[long],
        "kv-long-work": int(result.multiplications[1, long]),
        "kv-long-work-without": int(result.multiplications[0, long]),
        "kv-long-so-far": int(result.so_far[1, long]),
        "kv-long-times": float(result.times[0, long]),
        "kv-long-megabytes": float(result.megabytes[long]),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand: two panels, and a table of numbers under them."""

    lefts: tuple[float, float]  # of the two triangles
    top: float  # of both
    side: float
    strip: float  # the thickness of a strip of lists
    gap: float
    ledger: float  # the first row of numbers
    step: float
    label: float  # how far a row's label stands above its numbers
    air: float  # and how far the rule above that
    height: int

    def strip_at(self, k: int) -> float:
        """The middle of a strip above a triangle, or, taken leftward, of one beside it."""
        return (k + 0.5) * self.strip + (k + 1) * self.gap


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet((92, 360), 98, 212, 14, 5, 346, 30, 0, 15, 454)
    return _Sheet((76, 211), 92, 101, 12, 4, 254, 49, 20, 14, 414)


def _labels(sheet: _Sheet) -> list[Mark]:
    """What the strips are; the second panel repeats the first."""
    x = sheet.lefts[0] - sheet.gap - 8
    named: dict[str, Any] = {"align": "right", "font_weight": 600}
    return [
        text(x, sheet.top - sheet.strip_at(1), "values", fill=VALUE, **named),
        text(x, sheet.top - sheet.strip_at(0), "keys", fill=KEY, **named),
        text(x - sheet.strip, sheet.top + sheet.side - 9, "queries", fill=QUERY, **named),
    ]


def _panel(
    sheet: _Sheet, result: kv_cache.Result, way: int, length: Expression, pitch: Expression
) -> list[Mark]:
    """One way of adding a word: solid is worked out for it, tinted is kept from before."""
    left, top, side = sheet.lefts[way], sheet.top, sheet.side
    counts = result.lengths.tolist()
    again = way == 0
    newest = fn.max(pitch, 1.5)
    scores = array([f"{n:,}" for n in result.scores[way].tolist()])[length]
    stairs = array([_stairs(n, side) for n in counts])[length]
    seams = array([_seams(sheet, n, again) for n in counts])[length]
    drawn: dict[str, Any] = (
        {"fill": mix(INK, 0.55)} if again else {"fill": CLEAR, "stroke": MUTED, "stroke_width": 0.75}
    )
    title, note = (("Without a cache", "all made again"), ("With a cache", "keys, values kept"))[way]
    strips, right = top - sheet.strip_at(1), left + side
    alone = length == 0  # a single row fills the whole triangle, and what is said stands on it
    told, edge = when(alone, "score", "scores"), right - when(alone, 8, 0)
    return [
        text(left, strips - 46, title, size=16, font_weight=600),
        text(left, strips - 25, note, fill=MUTED),
        shape(stairs, x=left, y=top, **drawn),
        rect(left + side / 2, top + side - newest / 2, side, newest, fill=QUERY),
        *_strips(sheet, left, newest, again),
        line(seams, x=left, y=top, stroke=PAPER, stroke_width=0.9),
        *_frames(sheet, left, again),
        text(edge, top + 12, scores, size=16, font_weight=600, align="right", fill=when(alone, PAPER, INK)),
        text(edge, top + 30, told, align="right", fill=when(alone, PAPER, MUTED)),
    ]


def _strips(sheet: _Sheet, left: float, newest: Expression, again: bool) -> list[Mark]:
    """Keys and values, one for each column, and queries, one for each row; the newest is made either way.

    Of old queries nothing is kept, for no new word will need them.
    """
    side, strip = sheet.side, sheet.strip
    old = MADE if again else KEPT
    asked = side if again else newest
    above = [
        rect(x, sheet.top - sheet.strip_at(k), width, strip, fill=mix(color, share))
        for k, color in enumerate((KEY, VALUE))
        for x, width, share in (
            (left + side / 2, side, old),
            (left + side - newest / 2, newest, MADE),
        )
    ]
    x, y = left - sheet.strip_at(0), sheet.top + side - asked / 2
    return [*above, rect(x, y, strip, asked, fill=QUERY)]


def _frames(sheet: _Sheet, left: float, again: bool) -> list[Mark]:
    """The strips' outlines, each in its role's line."""
    side, strip = sheet.side, sheet.strip
    lying, standing = (f"h{w}v{h}h{-w}v{-h}" for w, h in ((side, strip), (strip, side)))
    style: dict[str, Any] = {"stroke_width": 1.2}
    keys, values = (f"M{left},{sheet.top - sheet.strip_at(k) - strip / 2}{lying}" for k in (0, 1))
    queries = f"M{left - sheet.strip_at(0) - strip / 2},{sheet.top}{standing}"
    return [
        line(keys, stroke=KEY, stroke_dash=KEY_DASH, **style),
        line(values, stroke=VALUE, stroke_dash=VALUE_DASH, **style),
        line(queries, stroke=QUERY if again else HAIRLINE, **style),
    ]


def _stairs(n: int, side: float) -> str:
    """The path round the scores of n rows, each one longer; where steps are too fine to be seen, a slope."""
    if n > 200:
        return f"M0,0L{side:g},{side:g}H0Z"
    step = f"{side / n:.4g}"
    return "M0,0" + f"h{step}v{step}" * n + "H0Z"


def _seams(sheet: _Sheet, n: int, again: bool) -> str:
    """The path between single cells, as long as they are large enough to be told apart."""
    side, pitch = sheet.side, sheet.side / n
    if pitch < 4:
        return "M0,0"
    places = [f"{pitch * k:.4g}" for k in range(1, n)]
    high, far = -sheet.strip_at(1) - sheet.strip / 2, -sheet.strip_at(0) - sheet.strip / 2
    if again:
        return "".join(f"M{x},{high:g}V{side:g}M{far:g},{x}H{side:g}" for x in places)
    return "".join(f"M{x},{high:g}V0M{x},{side - pitch:.4g}V{side:g}" for x in places)


def _ledger(page: Layout, sheet: _Sheet, result: kv_cache.Result, length: Expression) -> list[Mark]:
    """The counts of both ways, under their panels."""
    heads = result.config.heads * result.config.layers
    held = array([*map(_bytes, result.model_bytes.tolist())])[length]
    entries: list[tuple[str, Any, Any]] = [
        ("lists made", *_pair(result.lists, length)),
        ("multiplications, this word", *_pair(result.multiplications, length)),
        ("multiplications, so far", *_pair(result.so_far, length)),
        (f"memory, {heads} heads", "none", held),
    ]
    rights = [left + sheet.side for left in sheet.lefts]
    margin = page.pick(0, 8)
    marks = []
    for k, (label, without, cached) in enumerate(entries):
        y = sheet.ledger + k * sheet.step
        rule = f"M{margin},{y - sheet.label - sheet.air:g}H{page.width - page.pick(4, 8)}"
        marks += [
            line(rule, stroke=HAIRLINE, stroke_width=1),
            text(margin, y - sheet.label, label, fill=MUTED),
            *(
                text(x, y, value, size=page.pick(16, 15), font_weight=600, align="right")
                for x, value in zip(rights, (without, cached), strict=True)
            ),
        ]
    return marks


def _pair(table: Any, length: Expression) -> tuple[Expression, Expression]:
    """Both ways' counts at the chosen length, as text."""
    without, cached = (_large(array(way.tolist())[length]) for way in table)
    return without, cached


def _large(value: Expression) -> Expression:
    """A count in full, or in millions or billions."""
    millions = join(fmt(value / 1e6, ".1f"), " million")
    billions = join(fmt(value / 1e9, ".1f"), " billion")
    return when(value < 1e6, fmt(value, ",.0f"), when(value < 1e9, millions, billions))


def _bytes(count: int) -> str:
    """A number of bytes in thousands or millions."""
    return f"{count / 1e3:.1f} kB" if count < 1e6 else f"{count / 1e6:.1f} MB"
