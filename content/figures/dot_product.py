"""Two arrows, and how much they agree."""

from typing import Any

from attention.experiments import dot_product
from content.figures._house import KEY, KEY_DASH, QUERY
from generator.drawing import (
    INK,
    MUTED,
    Drawing,
    Expression,
    Handle,
    Layout,
    Mark,
    Plane,
    clamp,
    datum,
    figure,
    fmt,
    fn,
    join,
    length,
    line,
    mix,
    numbers,
    path,
    text,
    when,
)


@figure("dot-product", data=dot_product.run)
def dot_product_figure(result: dot_product.Result, page: Layout) -> Drawing:
    """Two arrows from one point, a query and a key, and the shadow of the key on the query's line."""
    top, unit = page.pick((162, 38), (156, 37))
    plane = Plane(160, top, unit, low=-4, high=4)
    q = plane.handle(page, "q", result.config.a, ("first", "second"), role="query", group="query")
    k = plane.handle(page, "k", result.config.b, ("first", "second"), role="key", group="key")
    dot = page.let("dot", q.x * k.x + q.y * k.y)
    reach = page.let("reach", fn.max(1e-9, length(q.x, q.y)))
    shadow = page.let("shadow", dot / reach)
    cosine = page.let("cosine", dot / reach / fn.max(1e-9, length(k.x, k.y)))
    return (
        page.draw(
            page.pick(324, 566),
            plane.grid(),
            _shadow(page, plane, q, k, shadow / reach),
            plane.arrow(q.x, q.y, color=QUERY, width=2.6),
            plane.arrow(k.x, k.y, color=KEY, stroke_dash=KEY_DASH),
            _name(plane, q, "query", QUERY),
            _name(plane, k, "key", KEY),
            _sums(page, q, k, dot),
            _lengths(page, reach, shadow),
            plane.grip(q, QUERY),
            plane.grip(k, KEY),
        )
        .says(
            "The dot product is ",
            fmt(dot, ".2f"),
            ": the two ",
            _verdict(cosine),
            ". Their cosine is ",
            fmt(cosine, ".2f"),
            ".",
        )
        .tells(
            "The dot product of the two arrows, part by part",
            ("part", "query", "key", "product"),
            [
                *zip(
                    ("first", "second"),
                    result.config.a,
                    result.config.b,
                    result.products.tolist(),
                    strict=True,
                ),
                ("sum", None, None, result.dot),
            ],
        )
    )


@numbers(dot_product.run)
def quoted(result: dot_product.Result) -> dict[str, float | int | str]:
    """The numbers section 3 quotes."""
    return {"dot-product": float(result.dot), "dot-product-cosine": float(result.cosine)}


def _verdict(cosine: Expression) -> Expression:
    at_odds = when(cosine < -0.005, "disagree", "have nothing in common")
    return when(cosine > 0.995, "point the same way", when(cosine > 0.005, "agree", at_odds))


def _shadow(page: Layout, plane: Plane, q: Handle, k: Handle, share: Expression) -> list[Mark]:
    """The key's shadow along the query, the line that casts it, and the right angle between them."""
    foot_x, foot_y = page.let("foot_x", q.x * share), page.let("foot_y", q.y * share)
    seen = (length(k.x - foot_x, k.y - foot_y) > 0.5) & (length(foot_x, foot_y) > 0.4)
    # The corner's two sides: back along the query from the foot, and toward the key's tip.
    side = 9 / plane.unit
    back = side / fn.max(1e-9, length(foot_x, foot_y))
    up = side / fn.max(1e-9, length(k.x - foot_x, k.y - foot_y))
    along = (foot_x * -back, foot_y * -back)
    toward = ((k.x - foot_x) * up, (k.y - foot_y) * up)
    corner = [(foot_x + along[0], foot_y + along[1])]
    corner.append((corner[0][0] + toward[0], corner[0][1] + toward[1]))
    corner.append((foot_x + toward[0], foot_y + toward[1]))
    pixels = [(plane.px(x), plane.py(y)) for x, y in corner]
    return [
        plane.segment(foot_x, foot_y, stroke=mix(KEY, 0.26), stroke_width=13),
        plane.segment(foot_x, foot_y, start=(k.x, k.y), stroke=MUTED, stroke_width=1, stroke_dash=[2, 3]),
        line(
            path("M", *pixels[0], "L", *pixels[1], "L", *pixels[2]),
            stroke=MUTED,
            stroke_width=1,
            opacity=when(seen, 1, 0),
        ),
    ]


def _name(plane: Plane, tip: Handle, word: str, color: str) -> Mark:
    """The arrow's name, above a tip that points up and below one that points down."""
    away = when(tip.y < 0, 26, -26)
    x = clamp(plane.px(tip.x), plane.px(plane.low) + 20, plane.px(plane.high) - 20)
    return text(
        x, away + plane.py(tip.y), word, fill=color, size=15, align="center", font_weight=600, halo=True
    )


def _sums(page: Layout, q: Handle, k: Handle, dot: Expression) -> list[Mark]:
    """Part by part: one column for each pair of numbers, so that the digits stand under each other."""
    left, top = page.pick((354, 32), (40, 340))
    columns = (left + 34, left + 148)
    rows = [top + 32, top + 60, top + 96]
    parts = [(q.x, k.x, columns[0]), (q.y, k.y, columns[1])]
    number: dict[str, Any] = {"size": 16, "align": "right"}
    marks = [text(left - 16, top, "multiply part by part, then add", fill=MUTED)]
    signs = [(left, y, "=") for y in rows] + [(columns[1] - 24, y, "+") for y in rows[:2]]
    signs += [(x + 27, rows[0], "×") for *_, x in parts]
    marks.append(
        text(
            datum.x,
            datum.y,
            datum.t,
            rows=[{"x": x, "y": y, "t": sign} for x, y, sign in signs],
            fill=MUTED,
            size=16,
            align="center",
        )
    )
    for first, second, x in parts:
        marks += [
            text(x + 16, rows[0], fmt(first, ".1f"), fill=QUERY, **number),
            text(x + 66, rows[0], fmt(second, ".1f"), fill=KEY, **number),
            text(x + 66, rows[1], fmt(first * second, ".2f"), **number),
        ]
    marks.append(text(left + 18, rows[2], fmt(dot, ".2f"), size=24, font_weight=600))
    return marks


def _lengths(page: Layout, reach: Expression, shadow: Expression) -> list[Mark]:
    """The same number as one length times another."""
    left, top = page.pick((354, 196), (40, 478))
    product = join(fmt(reach, ".2f"), " × ", fmt(shadow, ".2f"))
    return [
        text(left - 16, top, "the same number, seen as lengths", fill=MUTED),
        text(left - 16, top + 30, "length of the query × shadow of the key", fill=INK),
        text(left, top + 58, "=", fill=MUTED, size=16, align="center"),
        text(left + 18, top + 58, product, size=16),
    ]
