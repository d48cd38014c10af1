"""Do long lists agree by accident? Their products, the running sum, and the cosine at every length."""

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
    press,
    rect,
    root,
    shape,
    target,
    text,
    when,
    width_of,
)

START = 6  # 2⁶ = 64: as many numbers as there are bars
LEFT = 12
# Gray where unrelated lists usually are: within twice the spread that chance gives, and within once.
BANDS = ((2, mix(INK, 0.07)), (1, mix(INK, 0.16)))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """What the reader looks at, and where the drawing ends on the right."""

    right: float
    exponent: Expression
    n: Expression  # 2^exponent numbers in each list
    i: Expression  # the length's place in the experiment
    kind: Expression  # the pair's place
    shown: Expression  # how many numbers have a bar


@figure("long-lists", data=long_lists.run)
def long_lists_figure(result: long_lists.Result, page: Layout) -> Drawing:
    """A query and a key, two long lists of numbers: their products as bars, the running sum, and the cosine.

    The cosine is drawn for every length up to 4,096: what unrelated lists share by chance shrinks like 1/√n.
    """
    view = _view(page, result)
    cosine = page.let("cosine", array(result.cosines.tolist())[view.kind][view.i])
    chance = page.let("chance", array(result.expected.tolist())[view.i])
    return (
        page.draw(
            page.pick(510, 532),
            _lists(result, view),
            _sums(page, result, view),
            _cosines(page, result, view, cosine),
            _legend(page, result),
        )
        .says(
            "Over ",
            fmt(view.n, ","),
            " numbers the cosine is ",
            fmt(cosine, ".3f"),
            ". Unrelated lists this long scatter by about ",
            fmt(chance, ".3f"),
            " around zero: this ",
            when(fn.abs(cosine) > chance * 2, "is no accident", "can be chance"),
            ".",
        )
        .tells(
            f"Cosines by the lists' length, and their spread over {result.config.draws} unrelated pairs",
            ("length", *result.kinds, "spread, unrelated", "spread, expected"),
            _rows(result),
        )
    )


@numbers(long_lists.run)
def quoted(result: long_lists.Result) -> dict[str, float | int | str]:
    """The numbers section 3 quotes."""
    at = result.lengths.tolist().index(1024)
    return {
        "long-lists-draws": result.config.draws,
        "long-lists-longest": result.lengths.tolist()[-1],
        "long-lists-agree-cosine-4096": float(result.cosines[result.kinds.index("agree"), -1]),
        "long-lists-unrelated-spread-4096": float(result.spread[-1]),
        "long-lists-unrelated-spread-1024": float(result.spread[at]),
        "long-lists-expected-1024": float(result.expected[at]),
    }


def _view(page: Layout, result: long_lists.Result) -> _View:
    ticks = _ticks(result)
    exponent = page.slider("exponent", START, 1, len(ticks), 1, "Length", options=tuple(ticks.items()))
    pair = page.choice("lists", "unrelated", {kind: kind for kind in result.kinds}, "The lists")
    n = page.let("n", fn.pow(2, exponent))
    kind = page.let("kind", fn.indexof(array(result.kinds), pair))
    shown = page.let("shown", fn.min(n, result.config.shown))
    return _View(page.pick(468, 238), exponent, n, exponent - 1, kind, shown)


def _ticks(result: long_lists.Result) -> dict[int, str]:
    """The lengths, by their exponents."""
    return {exponent: f"{length:,}" for exponent, length in enumerate(result.lengths.tolist(), start=1)}


def _rows(result: long_lists.Result) -> list[tuple[float, ...]]:
    """A row for each length."""
    columns = (result.lengths, *result.cosines, result.spread, result.expected)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _lists(result: long_lists.Result, view: _View) -> list[Mark]:
    """The leading numbers of both lists, and their products: bars up and down."""
    some = join("the first ", view.shown, " of ", fmt(view.n, ","), " numbers")
    number = datum.v[view.kind]
    strips = (
        ("query", 46, 7.5, result.first[:, None].repeat(3, axis=1), QUERY, QUERY),
        ("key", 92, 7.5, result.second.T, KEY, KEY),
        ("products", 146, 6.5, result.products.T, INK, when(number < 0, mix(INK, 0.45), INK)),
    )
    marks = [
        text(LEFT, 12, when(view.n > view.shown, some, join("all ", view.shown, " numbers")), fill=MUTED)
    ]
    for name, base, unit, values, hue, fill in strips:
        rows = [{"i": i, "v": numbers} for i, numbers in enumerate(values.round(3).tolist())]
        marks += [
            line(f"M{LEFT},{base}H{view.right}", stroke=HAIRLINE, stroke_width=1),
            _bar(view, base, number * unit, rows=rows, fill=fill),
            text(view.right + 10, base, name, fill=hue, font_weight=600),
        ]
    return marks


def _bar(view: _View, base: float, height: Expression, **more: Any) -> Mark:
    """The bar of the row's number: up from the base line, or down where the number is negative."""
    pitch = (view.right - LEFT) / view.shown
    return rect(
        (datum.i + 0.5) * pitch + LEFT,
        base - height / 2,
        fn.min(24, pitch * 0.64),
        fn.max(0.5, fn.abs(height)),
        opacity=when(datum.i < view.shown, 1, 0),
        **more,
    )


def _sums(page: Layout, result: long_lists.Result, view: _View) -> list[Mark]:
    """The running sum of all products; its scale follows the length, and is the same for the three pairs."""
    middle, half = 260, 58
    units = half / (1.05 * abs(result.sums).max(axis=(0, 2)))  # pixels, at each length
    unit = page.let("unit", array(units.tolist())[view.i])
    sums = page.let("sums", array(result.sums[:, :, -1].tolist()))
    paths = page.let("paths", array(_sum_paths(result, view.right, middle, units.tolist())))
    dot = page.let("dot", sums[view.kind][view.i])
    spread = page.let("spread", fn.sqrt(view.n) * unit)
    rows = [{"k": k, "name": name} for k, name in enumerate(result.kinds)]
    return [
        _funnel(view),
        *(shape(_fan(view.right, middle, spread * times), fill=tone) for times, tone in BANDS),
        line(f"M{LEFT},{middle}H{view.right}", stroke=HAIRLINE, stroke_width=1),
        line(paths[datum.k][view.i], rows=rows, stroke=MUTED, stroke_width=1, opacity=0.6),
        line(paths[view.kind][view.i], stroke_width=2, stroke_join="round"),
        disc(view.right, middle - dot * unit, 4.5),
        text(LEFT, 214, "running sum", fill=MUTED),
        *_ends(page, view, rows, middle - sums[datum.k][view.i] * unit),
        text(view.right + 10, middle + 9 - dot * unit, fmt(dot, ",.2f")),
    ]


def _sum_paths(result: long_lists.Result, right: float, middle: float, units: list[float]) -> list[list[str]]:
    """The curve of each pair, at each length."""
    frames = [
        Frame(Scale(0, n, LEFT, right), Scale(0, 1, middle, middle - unit))
        for n, unit in zip(result.lengths.tolist(), units, strict=True)
    ]
    positions = result.positions.tolist()
    return [
        [frame.curve(xs, ys) for frame, xs, ys in zip(frames, positions, sums, strict=True)]
        for sums in result.sums.tolist()
    ]


def _ends(page: Layout, view: _View, rows: list[dict[str, Any]], y: Expression) -> list[Mark]:
    """The curves' names, which choose them too. The chosen one makes room for its sum below."""
    page.on(press("pairs", "lists", datum.name))
    mine = datum.k == view.kind
    style: dict[str, Any] = {"fill": when(mine, INK, MUTED), "font_weight": when(mine, 600, 400)}
    return [
        text(view.right + 10, y - when(mine, 9, 0), datum.name, rows=rows, **style),
        target(view.right + 42, y, 76, 28, rows=rows, name="pairs"),
    ]


def _funnel(view: _View) -> Mark:
    """From the bars to the part of the running sum that they make up, where that is not all of it."""
    part = view.shown / view.n * (view.right - LEFT) + LEFT
    outline = path("M", LEFT, 182, "H", view.right, "L", part, 202, "V", 318, "H", LEFT, "Z")
    return shape(outline, fill=WASH, opacity=when(view.n > view.shown, 1, 0))


def _fan(right: float, middle: float, reach: Expression) -> Expression:
    """±√x: a parabola on its side, which two quadratic curves draw exactly."""
    upper = ("M", right, middle - reach, "Q", LEFT, middle - reach / 2, LEFT, middle)
    return path(*upper, "Q", LEFT, middle + reach / 2, right, middle + reach, "Z")


def _cosines(page: Layout, result: long_lists.Result, view: _View, cosine: Expression) -> list[Mark]:
    """The cosine of each pair at every length, against the spread that chance gives."""
    frame = Frame(Scale(1, len(result.lengths), LEFT, view.right), Scale(-1, 1, 452, 356))
    ticks = _ticks(result)
    edges = [((times * result.expected).clip(max=1).tolist(), tone) for times, tone in BANDS]
    curves = [frame.curve(list(ticks), cosines) for cosines in result.cosines.tolist()]
    measured = [
        {"x": round(frame.x(x), 2), "y": round(frame.y(sign * spread), 2)}
        for sign, (x, spread) in product((1, -1), enumerate(result.spread.tolist(), start=1))
    ]
    x, y = frame.x(view.exponent), frame.y(cosine)
    label = clamp(x, LEFT + 22, view.right - 22), y + when(cosine < 0, 18, -18)
    return [
        text(LEFT, 340, "cosine at each length", fill=MUTED),
        *(shape(frame.band(list(ticks), [-y for y in edge], edge), fill=tone) for edge, tone in edges),
        *frame.rows({1: "1", 0: "0", -1: "−1"}, after=True),
        *(line(curve, stroke=MUTED, stroke_width=1, opacity=0.6) for curve in curves),
        line(array(curves)[view.kind], stroke_width=2, stroke_join="round"),
        disc(datum.x, datum.y, 1.8, rows=measured, fill=MUTED),
        frame.cursor(view.exponent),
        disc(x, y, 5),
        text(*label, fmt(cosine, ".3f"), align="center", font_weight=600, halo=True),
        frame.columns(ticks, chosen=view.exponent, every=page.pick(1, 2)),
        frame.scrub(page, "lengths", "exponent"),
    ]


def _legend(page: Layout, result: long_lists.Result) -> list[Mark]:
    """What the bands and the dots are."""
    y = 496
    marks: list[Mark] = []
    for x, (times, tone) in zip((LEFT, LEFT + 92), reversed(BANDS), strict=True):
        before = f"±{times}/"
        n = x + 22 + width_of(before) + 10
        marks += [
            rect(x + 8, y, 16, 12, fill=tone),
            text(x + 22, y, before, fill=MUTED),
            root(n, y, width_of("n"), color=MUTED),
            text(n, y, "n", fill=MUTED),
        ]
    x, y = page.pick((LEFT + 192, y), (LEFT + 4, y + 22))
    spread = f"spread of {result.config.draws} unrelated pairs"
    return [*marks, disc(x, y, 1.8, fill=MUTED), text(x + page.pick(10, 18), y, spread, fill=MUTED)]
