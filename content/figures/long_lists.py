"""Do long lists agree by accident? Two lists, their products, the running sum, and the cosine at every length."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from attention.experiments import long_lists
from content.figures._house import KEY, QUERY
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    WASH,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
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
    press,
    rect,
    root,
    shape,
    target,
    text,
    when,
)

START = 6  # 2⁶ = 64: as many numbers as there are bars
LEFT = 12
CHANCE = mix(INK, 0.08)  # where unrelated lists usually are; drawn twice, it is darker where they mostly are


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """What the reader looks at: lists of n = 2^exponent numbers, and which of the three pairs (its place)."""

    exponent: Expression
    n: Expression
    kind: Expression


@figure("long-lists", data=long_lists.run)
def long_lists_figure(result: long_lists.Result, page: Layout) -> Drawing:
    """A query and a key, two long lists of numbers: their products as bars, the running sum, and the cosine.

    The cosine is drawn for every length up to 4,096: what unrelated lists share by accident shrinks like 1/√n.
    """
    right = page.pick(466, 236)
    chosen = _controls(page, result)
    cosine = page.let("cosine", array(result.cosines.tolist())[chosen.kind][chosen.exponent - 1])
    chance = page.let("chance", array(result.expected.tolist())[chosen.exponent - 1])
    return (
        page.draw(
            494,
            _lists(page, result, right, chosen),
            _sums(page, result, right, chosen),
            _cosines(page, result, right, chosen, cosine),
        )
        .says(
            "Over ",
            fmt(chosen.n, ","),
            " numbers the cosine is ",
            fmt(cosine, ".3f"),
            ". Unrelated lists this long scatter by about ",
            fmt(chance, ".3f"),
            " around zero: this ",
            when(fn.abs(cosine) > chance * 2, "is no accident", "can be chance"),
            ".",
        )
        .tells(
            f"The cosine of two lists by their length, and the spread of {result.config.draws} unrelated pairs",
            ("length", *result.kinds, "spread, unrelated", "1/√length"),
            [
                (length, *cosines, spread, expected)
                for length, cosines, spread, expected in zip(
                    *(_plain(each) for each in (result.lengths, result.cosines.T, result.spread, result.expected)),
                    strict=True,
                )
            ],
        )
    )


@numbers(long_lists.run)
def quoted(result: long_lists.Result) -> dict[str, float | int | str]:
    """The numbers section 3 quotes."""
    longest = dict(zip(result.kinds, _plain(result.cosines[:, -1]), strict=True))
    return {
        "long-lists-agree-cosine-4096": longest["agree"],
        "long-lists-unrelated-cosine-4096": longest["unrelated"],
        "long-lists-unrelated-spread-4096": float(result.spread[-1]),
    }


def _controls(page: Layout, result: long_lists.Result) -> _Chosen:
    ticks = _ticks(result)
    exponent = page.slider("exponent", START, 1, len(ticks), 1, "length", options=tuple(ticks.items()))
    pair = page.choice("lists", "unrelated", {kind: kind for kind in result.kinds}, "the lists")
    kind = page.let("kind", fn.indexof(array(result.kinds), pair))
    return _Chosen(exponent, page.let("n", fn.pow(2, exponent)), kind)


def _ticks(result: long_lists.Result) -> dict[int, str]:
    """The lengths, by their exponents."""
    return {exponent: f"{length:,}" for exponent, length in enumerate(_plain(result.lengths), start=1)}


def _plain(values: long_lists.Array) -> list[Any]:
    return values.round(6).tolist()


def _lists(page: Layout, result: long_lists.Result, right: float, chosen: _Chosen) -> list[Mark]:
    """The leading numbers of both lists, and their products: bars up and down."""
    shown = page.let("shown", fn.min(chosen.n, result.config.shown))
    some = join("the first ", shown, " of ", fmt(chosen.n, ","), " numbers")
    heading = text(LEFT, 12, when(chosen.n > shown, some, join("all ", shown, " numbers")), fill=MUTED)
    strips = (
        ("query", 46, 7, result.first[:, None].repeat(3, axis=1), QUERY, QUERY),
        ("key", 92, 7, result.second.T, KEY, KEY),
        ("products", 146, 6, result.products.T, INK, when(datum.v[chosen.kind] < 0, mix(INK, 0.45), INK)),
    )
    marks = [heading]
    for name, base, unit, values, hue, fill in strips:
        rows = [{"i": i, "v": numbers} for i, numbers in enumerate(values.round(3).tolist())]
        marks += [
            line(f"M{LEFT},{base}H{right}", stroke=HAIRLINE, stroke_width=1),
            _bars(rows, (right - LEFT) / shown, base, datum.v[chosen.kind] * unit, shown, fill),
            text(right + 10, base, name, fill=hue, font_weight=600),
        ]
    return marks


def _bars(
    rows: Sequence[Mapping[str, Any]],
    pitch: Expression,
    base: float,
    height: Expression,
    shown: Expression,
    fill: str | Expression,
) -> Mark:
    return rect(
        (datum.i + 0.5) * pitch + LEFT,
        base - height / 2,
        fn.min(24, pitch * 0.64),
        fn.max(0.5, fn.abs(height)),
        rows=rows,
        fill=fill,
        opacity=when(datum.i < shown, 1, 0),
    )


def _sums(page: Layout, result: long_lists.Result, right: float, chosen: _Chosen) -> list[Mark]:
    """The running sum of all products; the scale follows the length, and is the same for the three pairs."""
    middle, half = 264, 60
    limits = 1.05 * abs(result.sums).max(axis=(0, 2))
    curves = [
        [_sum_curve(result, right, kind, i, (middle, half / limit)) for i, limit in enumerate(limits.tolist())]
        for kind in range(len(result.kinds))
    ]
    paths = page.let("curves", array(curves))
    unit = page.let("unit", array(_plain(half / limits))[chosen.exponent - 1])
    dots = page.let("dots", array(_plain(result.sums[:, :, -1])))
    reach = page.let("reach", fn.sqrt(chosen.n) * unit)  # the expected spread of the whole sum, in pixels
    rows = [{"k": k, "name": name} for k, name in enumerate(result.kinds)]
    page.on(press("pairs", "lists", datum.name))
    end = middle - dots[datum.k][chosen.exponent - 1] * unit
    mine = datum.k == chosen.kind
    i = chosen.exponent - 1
    dot = dots[chosen.kind][i]
    return [
        _magnified(page, right, chosen),
        *(shape(_fan(right, middle, reach * times), fill=CHANCE) for times in (2, 1)),
        line(f"M{LEFT},{middle}H{right}", stroke=HAIRLINE, stroke_width=1),
        line(paths[datum.k][i], rows=rows, stroke=MUTED, stroke_width=1, opacity=0.55),
        line(paths[chosen.kind][i], stroke_width=2, stroke_join="round"),
        disc(right, middle - dot * unit, 4.5),
        text(LEFT, 214, "running sum", fill=MUTED),
        text(right + 10, when(mine, end - 8, end), datum.name, rows=rows, fill=when(mine, INK, MUTED),
             font_weight=when(mine, 600, 400)),
        text(right + 10, middle + 9 - dot * unit, fmt(dot, ",.2f")),
        target(right + 42, end, 72, 26, rows=rows, name="pairs"),
    ]


def _sum_curve(
    result: long_lists.Result, right: float, kind: int, i: int, scale: tuple[float, float]
) -> str:
    middle, unit = scale
    x = Scale(0, int(result.lengths[i]), LEFT, right)
    frame = Frame(x, Scale(0, 1, middle, middle - unit))
    steps = dict(zip(_plain(result.positions[i]), _plain(result.sums[kind, i]), strict=True))
    return frame.curve(list(steps), list(steps.values()))


def _magnified(page: Layout, right: float, chosen: _Chosen) -> Mark:
    """From the bars to the part of the running sum that they make up."""
    part = page.let("part", fn.min(1, 64 / chosen.n) * (right - LEFT) + LEFT)
    return shape(path("M", LEFT, 180, "H", right, "L", part, 202, "H", LEFT, "Z"), fill=WASH)


def _fan(right: float, middle: float, reach: Expression) -> Expression:
    """±√x: a parabola on its side is one quadratic curve, whose handle is half as high, upright at its start."""
    return path(
        "M", right, middle - reach, "Q", LEFT, middle - reach / 2, LEFT, middle,
        "Q", LEFT, middle + reach / 2, right, middle + reach, "Z",
    )


def _cosines(
    page: Layout, result: long_lists.Result, right: float, chosen: _Chosen, cosine: Expression
) -> list[Mark]:
    """The cosine of each pair at every length, against the spread that chance gives."""
    frame = Frame(Scale(1, len(result.lengths), LEFT, right), Scale(-1, 1, 460, 362))
    ticks = _ticks(result)
    xs, expected = list(ticks), result.expected
    bands = [frame.band(xs, _plain(-s.clip(max=1)), _plain(s.clip(max=1))) for s in (2 * expected, expected)]
    curves = [frame.curve(xs, _plain(cosines)) for cosines in result.cosines]
    measured = [
        {"x": frame.x(x), "y": round(frame.y(sign * spread), 2)}
        for sign, (x, spread) in product((1, -1), zip(xs, _plain(result.spread), strict=True))
    ]
    x, y = frame.x(chosen.exponent), frame.y(cosine)
    return [
        *(shape(band, fill=CHANCE) for band in bands),
        *frame.rows({1: "1", 0: "0", -1: "−1"}, after=True),
        *(line(curve, stroke=MUTED, stroke_width=1, opacity=0.55) for curve in curves),
        line(array(curves)[chosen.kind], stroke_width=2, stroke_join="round"),
        disc(datum.x, datum.y, 1.8, rows=measured, fill=MUTED),
        frame.cursor(chosen.exponent),
        disc(x, y, 5),
        text(LEFT, 344, page.pick("cosine, at every length", "cosine, at every length"), fill=MUTED),
        frame.columns(ticks, chosen=chosen.exponent, every=page.pick(1, 2)),
        frame.scrub(page, "lengths", "exponent"),
    ]
