"""Time and memory of attention as they were measured, beside the square law: two panels on scales of times more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from content.measured.records import Growth, Way
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
    datum,
    disc,
    line,
    path,
    text,
    when,
)

UNIT = 1000  # words: what plain attention takes for so many is 1
LOW, HIGH = -2.5, 4.1  # of the upright scales, powers of ten
ROWS = {-2.0: "0.01", 0.0: "1", 2.0: "100"}
LAST = 6  # the place of the longest text on the level scale; the square goes on to it
NOTHING = "not measured"
DOT: dict[str, Any] = {"stroke": INK, "stroke_width": 1.4}


@dataclass(frozen=True, slots=True)
class Panel:
    """One measured quantity, and where it stands."""

    name: str
    amount: Callable[[Way], Any]
    left: float
    frame: Frame
    label: tuple[str, str]  # beside the upper line, and beside the lower


def panels(page: Layout, top: float) -> tuple[Panel, Panel]:
    """Time and memory, side by side or one above the other."""
    x = page.pick(((54, 254), (350, 550)), ((62, 290), (62, 290)))
    y = page.pick((top, top), (top, top + 236))
    frames = [
        Frame(Scale(0, LAST, *across), Scale(LOW, HIGH, down + 184, down + 40))
        for across, down in zip(x, y, strict=True)
    ]
    lefts = page.pick((4, 300), (10, 10))
    return (
        Panel("time", lambda way: way.middle, lefts[0], frames[0], ("plain, in tiles", "")),
        Panel("memory", lambda way: way.bytes_held, lefts[1], frames[1], ("plain", "in tiles")),
    )


def measured(
    page: Layout, told: Growth, top: float, lengths: Sequence[int], length: Expression
) -> list[Mark]:
    """Both panels; `length` is the place of what is chosen among `lengths`."""
    return [mark for panel in panels(page, top) for mark in _panel(page, told, panel, lengths, length)]


def _panel(
    page: Layout, told: Growth, panel: Panel, lengths: Sequence[int], length: Expression
) -> list[Mark]:
    frame, top = panel.frame, panel.frame.y.end
    plain, tiled = ratios(told, panel)
    places = [lengths.index(n) for n in told.lengths.tolist()]
    read = [f"×{_few(a)}, in tiles ×{_few(b)}" for a, b in zip(plain, tiled, strict=True)]
    told_at = [read[places.index(k)] if k in places else NOTHING for k in range(len(lengths))]
    shown = page.let(f"measured_{panel.name}", array(told_at)[length])
    is_measured = length <= places[-1]
    labels = {k: f"{n:,}" for k, n in enumerate(lengths[: LAST + 1])}
    return [
        text(panel.left, top - 40, f"{panel.name}, measured", fill=MUTED),
        text(panel.left, top - 18, shown, size=15, font_weight=600),
        *frame.rows(ROWS),
        line(_square(frame, lengths), stroke=MUTED, stroke_width=1, stroke_dash=[2, 2]),
        text(frame.x(LAST) - 22, frame.y(HIGH - 0.4), "the square", fill=MUTED, align="right", halo=True),
        line(
            path("M", frame.x(length), frame.y.start, "V", top),
            stroke=INK,
            opacity=when(is_measured, 0.35, 0),
            stroke_width=1,
        ),
        *_ways(frame, places, plain, tiled),
        *_labels(frame, panel, places, plain, tiled),
        frame.columns(labels, chosen=length, every=2),
        frame.scrub(page, panel.name, "length"),
    ]


def ratios(told: Growth, panel: Panel) -> tuple[list[float], list[float]]:
    """How many times what plain attention takes for a thousand words each way takes, by length."""
    unit = panel.amount(told.plain)[told.at(UNIT)]
    plain, tiled = ((panel.amount(way) / unit).tolist() for way in (told.plain, told.tiled))
    return plain, tiled


def _square(frame: Frame, lengths: Sequence[int]) -> str:
    """What would take four times as much for twice the words, through a thousand; where the frame holds it."""
    ends = [(k, 2 * log10(lengths[k] / UNIT)) for k in range(LAST + 1)]
    inside = [(k, power) for k, power in ends if LOW <= power <= HIGH]
    return frame.curve(*zip(*inside, strict=True))


def _ways(frame: Frame, places: Sequence[int], plain: Sequence[float], tiled: Sequence[float]) -> list[Mark]:
    """Filled dots for plain attention, hollow ones for tiles."""
    marks: list[Mark] = []
    for values, width, radius, fill in ((plain, 2, 4, INK), (tiled, 1.4, 2.8, PAPER)):
        powers = [log10(value) for value in values]
        spots = [
            {"x": round(frame.x(k), 1), "y": round(frame.y(p), 1)}
            for k, p in zip(places, powers, strict=True)
        ]
        marks += [
            line(frame.curve(places, powers), stroke=INK, stroke_width=width),
            disc(datum.x, datum.y, radius, rows=spots, fill=fill, **DOT),
        ]
    return marks


def _labels(
    frame: Frame, panel: Panel, places: Sequence[int], plain: Sequence[float], tiled: Sequence[float]
) -> list[Mark]:
    """What each line is, beside its last but one dot."""
    upper, lower = panel.label
    x = frame.x(places[-2])
    above = text(x - 12, frame.y(log10(plain[-2])) - 6, upper, font_weight=600, align="right", halo=True)
    below = text(x, frame.y(log10(tiled[-2])) + 18, lower, font_weight=600, align="center", halo=True)
    return [above, below] if lower else [above]


def _few(ratio: float) -> str:
    """A ratio in two or three digits."""
    return f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}" if ratio >= 0.95 else f"{ratio:.2g}"


def amounts(told: Growth, length: int) -> str:
    """What was measured at a length, in words."""
    if length not in told.lengths:
        return f"nothing longer than {told.lengths[-1]:,} words"
    at = told.at(length)
    plain, tiled = (
        f"{_time(way.middle[at])} and {_size(way.bytes_held[at])}" for way in (told.plain, told.tiled)
    )
    return f"{plain}, in tiles {tiled}"


def columns(told: Growth, length: int) -> list[float | None]:
    """Milliseconds and megabytes at a length, plain and in tiles; nothing where it wasn't measured."""
    if length not in told.lengths:
        return [None] * 4
    at = told.at(length)
    ways = told.plain, told.tiled
    return [*(float(way.middle[at]) for way in ways), *(float(way.bytes_held[at] / 1e6) for way in ways)]


def _time(milliseconds: float) -> str:
    """A time in two digits or a few more."""
    if milliseconds >= 950:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 9.95 else f"{milliseconds:.2f} ms"


def _size(count: float) -> str:
    """A number of bytes in two digits or a few more."""
    power, unit = next((p, u) for p, u in ((9, "GB"), (6, "MB"), (3, "kB"), (0, "bytes")) if count >= 10**p)
    part = count / 10**power
    return f"{part:.1f} {unit}" if part < 9.95 else f"{part:.0f} {unit}"
