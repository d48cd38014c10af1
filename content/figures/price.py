"""What looking everywhere costs: scores and work, which grow with the square of the length, counted and measured."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import Any

from attention.experiments import price
from content.figures import _measured
from content.measured import records
from generator.drawing import (
    INK,
    MUTED,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
    disc,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    shape,
    text,
    when,
)

START = 2  # a thousand words
SIZES = {6: "million", 9: "billion", 12: "trillion", 15: "quadrillion", 18: "quintillion"}
LOW, HIGH = 6, 18.6  # of the upright scale, powers of ten
COUNTED = ("scores", "bytes", "multiplications for looking", "for making lists")
COLUMNS = ("model", "words", *COUNTED, "ms, plain", "ms, in tiles", "MB, plain", "MB, in tiles")


@figure("price", data=price.run)
def price_figure(result: price.Result, page: Layout) -> Drawing:
    """A triangle of scores with that of a tenth of the words in its corner, and two rising lines.

    The work of making lists grows with the words, that of looking with their square: it starts lower and ends higher.
    Below, the time and the memory that one head took: both follow the square; in tiles, time does and memory doesn't.
    """
    sheet = _sheet(page, result)
    state = _state(page, result)
    growth, lengths = records.growth(), result.lengths.tolist()
    return (
        page.draw(
            sheet.height,
            _triangle(sheet, state),
            _lines(page, sheet, result, state),
            _ledger(page, sheet, state),
            _measured.measured(page, growth, sheet.measured, lengths, state.length),
        )
        .says(
            join(state.words, " words make ", state.scores, " scores"),
            array([" in one head", *(f" in {m.name}" for m in result.config.models[1:])])[state.model],
            ": ",
            state.held,
            ", were they all kept. Looking takes ",
            state.times,
            " times the work of making lists. One head, measured: ",
            array([_measured.amounts(growth, n) for n in lengths])[state.length],
            ".",
        )
        .tells(_caption(growth), COLUMNS, _rows(result, growth))
    )


def _caption(growth: records.Growth) -> str:
    """What the table holds, and on what machine it was measured."""
    told = growth.provenance
    return (
        "What attention costs, by model and by length; time and memory are measured (medians of one head, every word "
        f"looking everywhere, on {told['processor']} with {told['measured with']}, {records.day(told)})"
    )


def _rows(result: price.Result, growth: records.Growth) -> list[list[str | int | float | None]]:
    """A line for each model and length; one head alone was measured."""
    counts = (result.scores, result.score_bytes, result.looking, result.making)
    return [
        [model.name, n, *(int(each[m, k]) for each in counts), *_measured.columns(growth, n if m == 0 else 0)]
        for m, model in enumerate(result.config.models)
        for k, n in enumerate(result.lengths.tolist())
    ]


@numbers(price.run)
def quoted(result: price.Result) -> dict[str, float | int | str]:
    """The numbers section 15 quotes."""
    lengths = result.lengths.tolist()
    short, long = lengths.index(1000), lengths.index(100_000)
    largest = result.config.models[-1]
    return {
        "price-short": int(result.scores[0, short]),
        "price-long-billions": float(result.scores[0, long] / 1e9),
        "price-long-gigabytes": float(result.score_bytes[0, long] / 1e9),
        "price-heads": largest.layers * largest.heads,
        "price-model-terabytes": float(result.score_bytes[-1, long] / 1e12),
        "price-width": result.config.models[0].width,
        "price-even": int(result.even[0]),
        "price-even-largest": int(result.even[-1]),
    }


@numbers(records.growth)
def measured(growth: records.Growth) -> dict[str, float | int | str]:
    """What section 15 quotes of measurements."""
    plain, tiled = growth.plain, growth.tiled
    thousand, ten, thirty = map(growth.at, (1000, 10_000, 30_000))
    return {
        "measured-time": float(plain.middle[ten] / plain.middle[thousand]),
        "measured-memory": float(plain.bytes_held[ten] / plain.bytes_held[thousand]),
        "measured-memory-tiles": float(tiled.bytes_held[ten] / tiled.bytes_held[thousand]),
        "measured-longest-gigabytes": float(plain.bytes_held[thirty] / 1e9),
        "measured-longest-megabytes-tiles": float(tiled.bytes_held[thirty] / 1e6),
        "measured-tiles-share": float(tiled.middle[ten] / plain.middle[ten]),
        "measured-causal-length": growth.causal_length,
        "measured-causal-share": float(growth.causal_tiled.middle / growth.causal_plain.middle),
        "measured-processor": growth.provenance["processor"],
        "measured-date": records.day(growth.provenance),
    }


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What is chosen, and what that costs."""

    length: Expression  # its place among the lengths
    model: Expression
    count: Expression  # of words
    words: Expression  # these four as text
    scores: Expression
    held: Expression
    times: Expression
    looking: Expression  # multiplications
    making: Expression


def _state(page: Layout, result: price.Result) -> _State:
    lengths = result.lengths.tolist()
    length = page.stepper("length", START, [f"{n:,}" for n in lengths], "Words")
    model = page.choice("model", 0, {k: m.name for k, m in enumerate(result.config.models)}, "Scores of")
    tables = {
        name: page.state(f"all_{name}", table.tolist())
        for name, table in (
            ("scores", result.scores),
            ("bytes", result.score_bytes),
            ("looking", result.looking),
            ("making", result.making),
        )
    }
    scores, held, looking, making = (page.let(name, table[model][length]) for name, table in tables.items())
    ratio, count = looking / making, page.let("count", array(lengths)[length])
    return _State(
        length,
        model,
        count=count,
        words=fmt(count, ","),
        scores=_large(scores),
        held=_bytes(held),
        times=when(
            ratio < 0.095, fmt(ratio, ".3f"), when(ratio < 9.95, fmt(ratio, ".2f"), fmt(ratio, ".0f"))
        ),
        looking=looking,
        making=making,
    )


def _figures(part: Expression) -> Expression:
    """Three figures of a number under a thousand."""
    return when(part < 9.995, fmt(part, ".2f"), when(part < 99.95, fmt(part, ".1f"), fmt(part, ".0f")))


def _large(count: Expression) -> Expression:
    """A count in full, or from a million on to three figures and a word."""
    told: Expression = fmt(count, ",.0f")
    for power, name in SIZES.items():
        told = when(count >= 10.0**power, join(_figures(count / 10.0**power), f"\u00a0{name}"), told)
    return told


def _bytes(count: Expression) -> Expression:
    """A number of bytes to three figures."""
    told: Expression = join(_figures(count / 1e3), "\u00a0kB")
    for power, name in ((6, "MB"), (9, "GB"), (12, "TB"), (15, "PB"), (18, "EB")):
        told = when(count >= 10.0**power, join(_figures(count / 10.0**power), f"\u00a0{name}"), told)
    return told


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    left: float  # of the triangle
    top: float
    side: float
    frame: Frame
    ledger: float  # y of its first row
    measured: float  # y where what was measured begins
    height: int


def _sheet(page: Layout, result: price.Result) -> _Sheet:
    most = len(result.lengths) - 1
    if page.wide:
        return _Sheet(4, 44, 196, Frame(Scale(0, most, 322, 532), Scale(LOW, HIGH, 240, 40)), 308, 432, 648)
    return _Sheet(10, 44, 136, Frame(Scale(0, most, 98, 280), Scale(LOW, HIGH, 408, 238)), 464, 620, 1072)


def _triangle(sheet: _Sheet, state: _State) -> list[Mark]:
    """All scores, and in the corner those of a tenth of the words: a hundredth."""
    side, tenth = sheet.side, sheet.side / 10
    stairs = f"M0,0L{side:g},{side:g}H0Z"
    corner = f"M0,0L{tenth:g},{tenth:g}H0Z"
    return [
        text(sheet.left, sheet.top - 24, join(state.words, " words"), size=16, font_weight=600),
        shape(stairs, x=sheet.left, y=sheet.top, fill=mix(INK, 0.2), stroke=mix(INK, 0.6), stroke_width=1),
        shape(corner, x=sheet.left, y=sheet.top, fill=INK),
        text(sheet.left + tenth + 14, sheet.top + 8, join(fmt(state.count / 10, ","), " words:"), fill=MUTED),
        text(sheet.left + tenth + 33, sheet.top + 27, "a hundredth of the area", fill=MUTED),
    ]


def _lines(page: Layout, sheet: _Sheet, result: price.Result, state: _State) -> list[Mark]:
    """Both kinds of work against the length, ten times as much for each step of the scale."""
    frame = sheet.frame
    places = range(len(result.lengths))
    ticks = {k: _short(n) for k, n in zip(places, result.lengths.tolist(), strict=True)}
    style: dict[str, Any] = {"stroke_width": 2.2}
    looking, making = (
        array([frame.curve(places, [log10(each) for each in row]) for row in table.tolist()])[state.model]
        for table in (result.looking, result.making)
    )
    x = frame.x(state.length)
    return [
        text(
            page.pick(frame.x.start - 80, 10), frame.y.end - page.pick(20, 24), "multiplications", fill=MUTED
        ),
        *frame.rows({float(power): name for power, name in SIZES.items()}),
        frame.cursor(state.length),
        line(making, stroke=MUTED, stroke_dash=[5, 3], **style),
        line(looking, stroke=INK, **style),
        disc(x, frame.y(_log(state.making)), 4, fill=MUTED),
        disc(x, frame.y(_log(state.looking)), 4.5, fill=INK),
        *_named(frame, result, state),
        frame.columns(ticks, chosen=state.length, every=page.pick(2, 4)),
        frame.scrub(page, "lengths", "length"),
    ]


def _named(frame: Frame, result: price.Result, state: _State) -> list[Mark]:
    """What each line is."""
    upper, lower = (
        array([round(frame.y(log10(row[at])), 1) for row in table.tolist()])[state.model]
        for table, at in ((result.looking, -2), (result.making, 0))
    )
    return [
        text(frame.x(6.6), upper - 9, "looking", font_weight=600, align="right", halo=True),
        text(frame.x(0) + 4, lower - 34, "making lists", fill=MUTED, halo=True),
    ]


def _log(count: Expression) -> Expression:
    """The power of ten that gives a count."""
    power: Expression = fn.log(count) / fn.log(10)
    return power


def _short(n: int) -> str:
    """A length in few signs."""
    return "million" if n == 1_000_000 else f"{n:,}"


def _ledger(page: Layout, sheet: _Sheet, state: _State) -> list[Mark]:
    """The counts."""
    entries = [
        ("scores", state.scores),
        ("at four bytes each", state.held),
        ("looking: multiplications", _large(state.looking)),
        ("making lists: multiplications", _large(state.making)),
    ]
    marks = []
    for k, (label, value) in enumerate(entries):
        x = page.pick((4, 300)[k // 2], 10)
        y = sheet.ledger + (k % 2 * 52 if page.wide else k * 34)
        if page.wide:
            marks += [text(x, y, label, fill=MUTED), text(x, y + 22, value, size=17, font_weight=600)]
        else:
            short = label.replace(": multiplications", "")
            marks += [
                text(x, y, short, fill=MUTED),
                text(page.width - 10, y, value, size=15, font_weight=600, align="right"),
            ]
    return marks
