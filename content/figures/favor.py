"""How far random features are from the attention they estimate, and when the mean of the values does better."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import Any

from attention.experiments import favor
from generator.drawing import (
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
    join,
    line,
    numbers,
    path,
    text,
    when,
)

SPREAD, COUNT = 1, 4  # rather flat, and 256 features
TICKS = {0.02: "2%", 0.05: "5%", 0.1: "10%", 0.2: "20%", 0.5: "50%", 1: "100%", 2: "200%"}


@figure("performer", data=favor.run)
def performer_figure(result: favor.Result, page: Layout) -> Drawing:
    """Curves of the error by the number of random features, one for each spread of the scores, the chosen one dark.

    A dashed level line is the error of the mean of all values: above it, the estimate is worth nothing.
    """
    left, right, bottom = page.pick((52, 420, 318), (52, 300, 300))
    counts = result.config.features
    frame = Frame(
        Scale(0, len(counts) - 1, left, right), Scale(log10(min(TICKS)), log10(max(TICKS)), bottom, 70)
    )
    spread = page.stepper("spread", SPREAD, [f"{s:g}" for s in result.config.spreads], "Spread of scores")
    count = page.stepper("count", COUNT, [f"{m:,}" for m in counts], "Features")
    state = _State(
        spread,
        count,
        page.let("error", page.state("errors", result.errors.round(6).tolist())[spread][count]),
        page.let("floor", array(result.floor.round(6).tolist())[spread]),
    )
    return (
        page.draw(
            page.pick(366, 348),
            _frame(page, result, frame, count),
            _curves(result, frame, spread),
            _chosen(page, result, frame, state),
            frame.scrub(page, "counts", "count"),
        )
        .says(*_sentence(result, state))
        .tells(
            f"Relative error of the output, the middle one of {result.config.draws} draws",
            (
                "spread of scores",
                "largest weight, mean",
                "mean of the values",
                *(f"{m:,} features" for m in counts),
            ),
            _told(result),
        )
    )


@numbers(favor.run)
def quoted(result: favor.Result) -> dict[str, float | int | str]:
    """The numbers section 16 quotes of random features."""
    flat, plain = (result.config.spreads.index(spread) for spread in (0.1, 1.0))
    return {
        "favor-flat-few": float(result.errors[flat, 0]),
        "favor-flat-many": float(result.errors[flat, -1]),
        "favor-flat-floor": float(result.floor[flat]),
        "favor-plain-many": float(result.errors[plain, -1]),
        "favor-plain-floor": float(result.floor[plain]),
        "favor-most": result.config.features[-1],
    }


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and the two errors that they compare."""

    spread: Expression  # by number
    count: Expression  # by number
    error: Expression
    floor: Expression


def _told(result: favor.Result) -> list[list[float]]:
    table = zip(
        result.config.spreads,
        result.largest.tolist(),
        result.floor.tolist(),
        result.errors.tolist(),
        strict=True,
    )
    return [
        [spread, *(round(value, 4) for value in (largest, floor, *errors))]
        for spread, largest, floor, errors in table
    ]


def _sentence(result: favor.Result, state: _State) -> list[str | Expression]:
    labels = array([f"{m:,}" for m in result.config.features])
    largest = array(result.largest.round(6).tolist())[state.spread]
    return [
        "Where scores spread by ",
        array([f"{s:g}" for s in result.config.spreads])[state.spread],
        ", the largest weight of a row is ",
        fmt(largest, ".1%"),
        " on average. With ",
        labels[state.count],
        " features the output is off by ",
        fmt(state.error, ".0%"),
        "; the mean of all values is off by ",
        fmt(state.floor, ".0%"),
        ".",
    ]


def _frame(page: Layout, result: favor.Result, frame: Frame, count: Expression) -> list[Mark]:
    """The scales, and what they are."""
    ticks = {k: f"{m:,}" for k, m in enumerate(result.config.features)}
    return [
        text(page.pick(0, 8), 14, "error of the output", font_weight=600),
        text(page.pick(0, 8), 36, "as a share of the output’s length", fill=MUTED),
        text(frame.x.end, frame.y.start + 38, "random features", fill=MUTED, align="right"),
        *frame.rows({log10(value): label for value, label in TICKS.items()}),
        frame.columns(ticks, chosen=count, every=page.pick(2, 2)),
        frame.cursor(count),
    ]


def _curves(result: favor.Result, frame: Frame, spread: Expression) -> list[Mark]:
    """All spreads, pale, and the chosen one."""
    places = list(range(len(result.config.features)))
    curves = [frame.curve(places, [log10(e) for e in errors]) for errors in result.errors.tolist()]
    return [
        *(line(curve, stroke=MUTED, stroke_width=1, opacity=0.5) for curve in curves),
        line(array(curves)[spread], stroke_width=2.2, stroke_join="round"),
    ]


def _chosen(page: Layout, result: favor.Result, frame: Frame, state: _State) -> list[Mark]:
    """The mean's error as a level line, and the chosen estimate as a dot."""
    level = array([round(float(frame.y(log10(low))), 2) for low in result.floor.tolist()])[state.spread]
    heights = [[round(float(frame.y(log10(e))), 2) for e in errors] for errors in result.errors.tolist()]
    x, y = frame.x(state.count), array(heights)[state.spread][state.count]
    style: dict[str, Any] = {"halo": True, "font_weight": 600}
    # A curve that stays above the mean's line leaves the room below it for the line's name.
    worthless = array(
        [bool(row[-1] > 0.9 * low) for row, low in zip(result.errors, result.floor, strict=True)]
    )
    high = page.let("high", worthless[state.spread])
    above = high | (state.error > state.floor) | (y > frame.y.start - 30)
    end = array([row[-1] for row in heights])[state.spread]
    marks: list[Mark] = [
        line(path("M", frame.x.start, level, "H", frame.x.end), stroke_dash=[7, 4], stroke_width=1.6),
        disc(x, y, 5.5),
        text(
            x,
            y + when(above, -19, 19),
            fmt(state.error, ".0%"),
            align=when(
                state.count == 0,
                "left",
                when(state.count == len(result.config.features) - 1, "right", "center"),
            ),
            **style,
        ),
    ]
    if page.wide:
        apart = when((end - level < 22) & (level - end < 22), 1, 0)
        below = when(end > level, 1, -1)
        return [
            *marks,
            text(
                frame.x.end + 12,
                level - apart * below * 11,
                join("mean of the values, ", fmt(state.floor, ".0%")),
            ),
            text(frame.x.end + 12, end + apart * below * 11, "random features", font_weight=600),
        ]
    return [
        *marks,
        text(
            frame.x.end,
            level + when(high, 14, -13),
            join("mean of the values, ", fmt(state.floor, ".0%")),
            align="right",
            halo=True,
        ),
    ]
