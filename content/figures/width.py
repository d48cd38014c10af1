"""Why divide by √d? What wide heads' scores do to the weights, and to the gradient that training follows."""

from dataclasses import dataclass
from typing import Any

from attention.experiments import width
from content.figures._house import QUERY
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
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
    path,
    root,
    shape,
    text,
    when,
    width_of,
)

START = 9  # 2⁹ = 512
UNDIVIDED, DIVIDED = 0, 1  # the first axis of the experiment's arrays
DASH = [5, 4]  # undivided
ROWS = {0: "0", 0.5: "0.5", 1: "1"}
BINS = 20  # as drawn; the experiment has twice as many
PER_QUERY = 0.38  # px of a bar


@dataclass(frozen=True, slots=True, eq=False)
class _Width:
    """The width looked at: d = 2^exponent, the i-th of the experiment."""

    exponent: Expression
    d: Expression
    i: Expression

    def of(self, page: Layout, name: str, values: width.Array) -> tuple[Expression, Expression]:
        """An array of the experiment at this width: undivided, divided."""
        table = array(values.tolist())
        undivided = page.let(f"{name}_undivided", table[UNDIVIDED][self.i])
        return undivided, page.let(f"{name}_divided", table[DIVIDED][self.i])


@figure("width", data=width.run)
def width_figure(result: width.Result, page: Layout) -> Drawing:
    """What the best of eight keys gets: the largest weight of 400 queries, with and without division by √d.

    Undivided, wide heads give nearly everything to one key; divided by √d, the width no longer matters.
    """
    at = _width(page, result)
    largest = at.of(page, "largest", result.largest)
    spread = at.of(page, "spread", result.spread)
    frame, sheets = _largest_frames(page, result)
    return (
        page.draw(
            page.pick(376, 510),
            _overview(page, result, frame, at, largest),
            _shared_rows(page, sheets),
            _titles(page, result, sheets, at),
            *(_histogram(page, result, sheets[way], at, way, largest[way]) for way in (UNDIVIDED, DIVIDED)),
            _readings(page, result, sheets, at, largest, spread),
        )
        .says(
            "At width ",
            fmt(at.d, ","),
            " undivided scores spread by ",
            fmt(spread[UNDIVIDED], ".1f"),
            ", and the largest weight is ",
            fmt(largest[UNDIVIDED], ".0%"),
            " on average; divided, it is ",
            fmt(largest[DIVIDED], ".0%"),
            ".",
        )
        .tells(*_largest_table(result))
    )


@figure("saturation", data=width.run)
def saturation_figure(result: width.Result, page: Layout) -> Drawing:
    """How far weights move when a score moves, against the width of the head: the size of softmax's gradient.

    Undivided it dies away as heads grow wider; divided by √d it stays.
    """
    at = _width(page, result)
    mean = at.of(page, "mean", result.gradient_mean)
    median = at.of(page, "median", result.gradient_median)
    ratio = page.let("ratio", mean[DIVIDED] / mean[UNDIVIDED])
    frame = Frame(Scale(1, len(result.widths), 40, page.pick(486, 232)), Scale(0, 0.4, 238, 42))
    return (
        page.draw(
            270,
            _gradients(result, frame),
            _gap(frame, at, mean, median[UNDIVIDED], ratio),
            frame.columns(_ticks(result), chosen=at.exponent, every=page.pick(1, 2)),
            frame.scrub(page, "widths", "exponent"),
        )
        .says(
            "At width ",
            fmt(at.d, ","),
            " the response averages ",
            fmt(mean[DIVIDED], ".3f"),
            " with division, ",
            fmt(mean[UNDIVIDED], ".3f"),
            " without. The first is ",
            fmt(ratio, ".1f"),
            " times the second.",
        )
        .tells(*_gradient_table(result))
    )


@numbers(width.run)
def quoted(result: width.Result) -> dict[str, float | int | str]:
    """The numbers section 5 quotes."""
    config, at = result.config, {d: i for i, d in enumerate(result.widths.tolist())}
    largest, mean = result.largest_long_run, result.gradient_mean
    return {
        "width-queries": config.queries,
        "width-keys": config.keys,
        "width-long-run": config.long_run,
        "width-512-spread": float(result.spread_expected[UNDIVIDED, at[512]]),
        "width-512-largest-sample": float(result.largest[UNDIVIDED, at[512]]),
        **{f"width-{d}-largest": float(largest[UNDIVIDED, at[d]]) for d in (2, 512)},
        **{f"width-{d}-divided-largest": float(largest[DIVIDED, at[d]]) for d in (2, 16)},
        **{f"saturation-{d}": float(mean[UNDIVIDED, at[d]]) for d in (2, 512)},
        "saturation-512-divided": float(mean[DIVIDED, at[512]]),
        "saturation-512-median": float(result.gradient_median[UNDIVIDED, at[512]]),
    }


def _width(page: Layout, result: width.Result) -> _Width:
    ticks = _ticks(result)
    exponent = page.slider("exponent", START, 1, len(ticks), 1, "Width d", options=tuple(ticks.items()))
    return _Width(exponent, page.let("d", fn.pow(2, exponent)), exponent - 1)


def _ticks(result: width.Result) -> dict[int, str]:
    """The widths, by their exponents."""
    return {exponent: f"{d:,}" for exponent, d in enumerate(result.widths.tolist(), start=1)}


# ── fig-width ────────────────────────────────────────────────────────────────────────────────────


def _largest_frames(page: Layout, result: width.Result) -> tuple[Frame, tuple[Frame, Frame]]:
    """The overview, and a histogram on its side for either way. On the wide sheet all share one scale."""
    scale = Scale(0, 1, *page.pick((252, 48), (420, 250)))
    x = Scale(1, len(result.widths), 40, page.pick(240, 296))
    undivided, divided = (
        Frame(Scale(0, result.config.queries, left, left + result.config.queries * PER_QUERY), scale)
        for left in page.pick((284, 500), (40, 226))
    )
    return Frame(x, page.pick(scale, Scale(0, 1, 168, 36))), (undivided, divided)


def _overview(
    page: Layout, result: width.Result, frame: Frame, at: _Width, largest: tuple[Expression, Expression]
) -> list[Mark]:
    """The mean largest weight at every width: lines for the long run, dots for the sample."""
    ticks = _ticks(result)
    undivided, divided = (frame.curve(list(ticks), values) for values in result.largest_long_run.tolist())
    dots = [
        {"x": round(frame.x(x), 2), "y": round(frame.y(y), 2)}
        for values in result.largest.tolist()
        for x, y in enumerate(values, start=1)
    ]
    left = frame.x.start
    return [
        text(12, page.pick(22, 14), f"largest of {result.config.keys} weights, at each width", fill=MUTED),
        *frame.rows(ROWS),
        frame.cursor(at.exponent),
        line(undivided, stroke=MUTED, stroke_width=1.6, stroke_dash=DASH),
        line(divided, stroke_width=2),
        disc(datum.x, datum.y, 2.4, rows=dots, fill=QUERY),
        *(disc(frame.x(at.exponent), frame.y(value), 5, fill=QUERY) for value in largest),
        text(left + 6, frame.y(0.86), "undivided", fill=MUTED, halo=True),
        text(left + 6, frame.y(0.36) + 18, "divided", font_weight=600, halo=True),
        frame.columns(ticks, chosen=at.exponent, every=2),
        frame.scrub(page, "widths", "exponent"),
    ]


def _histogram(
    page: Layout, result: width.Result, frame: Frame, at: _Width, way: int, mean: Expression
) -> list[Mark]:
    """How many queries have their largest weight where: bars that grow to the right, and their mean."""
    counts = result.counts[way].reshape(len(result.widths), BINS, -1).sum(-1)
    left, bottom, top = frame.x.start, frame.y.start, frame.y.end
    thick = (bottom - top) / BINS
    rows = [{"y": round(bottom - thick * (b + 0.5), 2), "c": c} for b, c in enumerate(counts.T.tolist())]
    peak = page.let(f"peak_{way}", array(counts.max(-1).tolist())[at.i])
    count = datum.c[at.i]
    of_all = page.pick(f" of {result.config.queries}", "") if way == UNDIVIDED else ""
    seen, highest = when(count > 0, 1, 0), when(count == peak, 1, 0)
    return [
        line(f"M{left},{bottom}V{top}", stroke=MUTED, stroke_width=1),
        bar(left, datum.y, count * PER_QUERY, thick - 1.5, rows=rows, fill=mix(QUERY, 0.62), opacity=seen),
        text(
            frame.x(count) + 8,
            datum.y,
            join(count, of_all),
            rows=rows,
            fill=MUTED,
            opacity=highest,
            halo=True,
        ),
        disc(left, frame.y(mean), 5, fill=QUERY, stroke=PAPER, stroke_width=1.5),
    ]


def _shared_rows(page: Layout, frames: tuple[Frame, Frame]) -> tuple[Mark, ...]:
    """The hairlines behind both histograms; on the wide sheet the overview has their labels."""
    sheet = Frame(Scale(0, 1, frames[UNDIVIDED].x.start, page.pick(564, 300)), frames[UNDIVIDED].y)
    hairlines, labels = sheet.rows(ROWS)
    return (hairlines,) if page.wide else (hairlines, labels)


def _titles(page: Layout, result: width.Result, sheets: tuple[Frame, Frame], at: _Width) -> list[Mark]:
    """What was done to the scores."""
    y = page.pick(22, 222)
    undivided, divided = (sheet.x.start for sheet in sheets)
    number = divided + width_of("÷ ", weight=600) + 10
    widths = array([width_of(label, weight=600) for label in _ticks(result).values()])
    return [
        text(undivided, y, "undivided", fill=MUTED, font_weight=600),
        text(divided, y, "÷", font_weight=600),
        root(number, y, widths[at.i]),
        text(number, y, fmt(at.d, ","), font_weight=600),
    ]


def _readings(
    page: Layout,
    result: width.Result,
    sheets: tuple[Frame, Frame],
    at: _Width,
    largest: tuple[Expression, ...],
    spread: tuple[Expression, ...],
) -> list[Mark]:
    """The numbers of both ways under their histograms, led by what draws them: a dot, a line."""
    long_run = at.of(page, "long_run", result.largest_long_run)
    rows = (
        ("spread of the scores", spread, ".2f", INK),
        (f"mean of these {result.config.queries} queries", largest, ".3f", QUERY),
        (f"mean of {result.config.long_run:,} queries", long_run, ".3f", INK),
    )
    top, step = page.pick(312, 446), 24
    columns = page.pick([sheet.x.start + 44 for sheet in sheets], [236, 300])
    marks: list[Mark] = []
    for y, (name, values, spec, color) in zip(range(top, top + 3 * step, step), rows, strict=True):
        marks.append(text(page.pick(40, 36), y, name, fill=MUTED))
        marks += [
            text(x, y, fmt(v, spec), fill=color, align="right") for x, v in zip(columns, values, strict=True)
        ]
    x = page.pick(24, 20)
    return [
        *marks,
        disc(x, top + step, 3.5, fill=QUERY),
        line(f"M{x - 7},{top + 2 * step}h14", stroke_width=2),
    ]


def _largest_table(result: width.Result) -> tuple[str, tuple[str, ...], list[tuple[float, ...]]]:
    columns = [
        ("spread", result.spread),
        ("largest weight", result.largest),
        ("long run", result.largest_long_run),
    ]
    return (
        f"Scores and largest weights of {result.config.queries} queries against {result.config.keys} keys",
        ("width", *(f"{name}, {way}" for name, _ in columns for way in result.ways)),
        _by_width(result, [values for _, values in columns]),
    )


def _by_width(result: width.Result, columns: list[width.Array]) -> list[tuple[float, ...]]:
    """A row for each width: both ways of each column."""
    return list(
        zip(result.widths.tolist(), *(way for values in columns for way in values.tolist()), strict=True)
    )


# ── fig-saturation ───────────────────────────────────────────────────────────────────────────────


def _gradients(result: width.Result, frame: Frame) -> list[Mark]:
    """The mean size of the gradient at every width, both ways, and the median of the undivided one."""
    xs = list(_ticks(result))
    means, median = result.gradient_mean.tolist(), result.gradient_median[UNDIVIDED].tolist()
    right = frame.x.end + 10
    return [
        text(12, 14, "response, at each width", fill=MUTED),
        shape(frame.band(xs, means[UNDIVIDED], means[DIVIDED]), fill=WASH),
        *frame.rows({0: "0", 0.1: "0.1", 0.2: "0.2", 0.3: "0.3", 0.4: "0.4"}),
        line(frame.curve(xs, median), stroke=MUTED, stroke_width=1.2, stroke_dash=[1.5, 3]),
        line(frame.curve(xs, means[UNDIVIDED]), stroke=MUTED, stroke_width=1.8, stroke_dash=DASH),
        line(frame.curve(xs, means[DIVIDED]), stroke_width=2),
        text(right, frame.y(means[DIVIDED][-1]), "divided", font_weight=600),
        text(right, frame.y(means[UNDIVIDED][-1]), "undivided", fill=MUTED),
        text(right, frame.y(median[-1]), "its median", fill=MUTED),
    ]


def _gap(
    frame: Frame, at: _Width, mean: tuple[Expression, ...], median: Expression, ratio: Expression
) -> list[Mark]:
    """At the chosen width: both means, how many times one is the other, and the median."""
    x, high, low = frame.x(at.exponent), frame.y(mean[DIVIDED]), frame.y(mean[UNDIVIDED])
    roomy = at.exponent < 7.5  # on the right
    side: dict[str, Any] = {
        "align": when(roomy, "left", "right"),
        "font_weight": 600,
        "opacity": when(ratio > 1.4, 1, 0),
    }
    inside = clamp(x, frame.x.start + 20, frame.x.end)
    return [
        frame.cursor(at.exponent),
        line(path("M", x, high, "V", low), stroke_width=1.5),
        disc(x, frame.y(median), 3, fill=MUTED),
        disc(x, low, 5, fill=MUTED),
        disc(x, high, 5),
        text(inside, high - 17, fmt(mean[DIVIDED], ".3f"), align="center", font_weight=600, halo=True),
        text(
            x - 9,
            low + 13,
            fmt(mean[UNDIVIDED], ".3f"),
            fill=MUTED,
            align="right",
            halo=True,
            opacity=when(ratio > 1.1, 1, 0),
        ),
        text(x + when(roomy, 10, -10), (high + low) / 2, join(fmt(ratio, ".1f"), " times"), **side),
    ]


def _gradient_table(result: width.Result) -> tuple[str, tuple[str, ...], list[tuple[float, ...]]]:
    return (
        f"How much the weights respond, over {result.config.long_run:,} queries",
        ("width", *(f"{name}, {way}" for name in ("mean", "median") for way in result.ways)),
        _by_width(result, [result.gradient_mean, result.gradient_median]),
    )
