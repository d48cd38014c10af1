"""One row of the matrix turned upright: what each word brings, what becomes of it, and what all come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import matrix
from content.figures._grid import Grid, chip, letter, square
from content.figures._house import KEY, KEY_DASH, OUTPUT, QUERY, VALUE, VALUE_DASH
from content.figures._matrix_state import MIXED, PRODUCTS, SCORES, WEIGHTS, State
from generator.drawing import INK, MUTED, Expression, Layout, Mark, datum, fmt, fn, join, line, text, when

SIZE = 15  # px: of letters and numbers
_HEADS = (  # of the three columns, in each part
    ("animals", "", "score", "animals"),
    ("places", "product", "raised", "places"),
    ("product", "score", "weight", "weight"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the row is read out."""

    left: float
    title: float  # the line of the looking word
    brought: Grid  # two columns of numbers: keys, then steps on the way, then values
    square: float  # the middle of the squares
    right: float  # of the numbers that come of it

    @property
    def columns(self) -> tuple[float, float]:
        """The right edges of the numbers that words bring."""
        return self.brought.x(0) + 19, self.brought.x(1) + 19


def read_out(page: Layout, place: Place, result: matrix.Result, state: State) -> list[Mark]:
    """The chosen row. The words that no query tells apart share a line."""
    alike = next(j for j in range(len(result.words)) if j not in result.labeled)
    others = f"{len(result.words) - len(result.labeled)} others, each"
    listed = [*((j, result.words[j]) for j in result.labeled), (alike, others)]
    rows = [{"j": j, "t": word, "y": place.brought.y(k)} for k, (j, word) in enumerate(listed)]
    root = f"{result.root:.3f}"
    return [
        *_title(place, state, root),
        *_lines(page, place, state, rows),
        *_frames(place, state),
        *_sum(place, state, f"all {len(result.words)}"),
        text(
            place.left,
            place.brought.bottom + 24 + when(state.stage >= WEIGHTS, 32, 0),
            _worked(state, root),
            fill=MUTED,
        ),
    ]


def _title(place: Place, state: State, root: str) -> list[Mark]:
    """The looking word, and what it does in the part that is shown; at first it asks, with its query."""
    word, room, query = (each[state.looking] for each in (state.words, state.room, state.queries))
    asks = when(state.stage == PRODUCTS, 1, 0)
    does = state.by_stage("asks", f"divides all by {root}", "hands out 100%", "takes a share of each")
    number: dict[str, Any] = {
        "fill": QUERY,
        "align": "right",
        "size": SIZE,
        "font_weight": 600,
        "opacity": asks,
    }
    box = Grid(1, 2, place.brought.left, place.title - 15, place.brought.width, 30)
    return [
        *chip(place.left + room / 2 + 7, place.title, room, 28, word, size=SIZE),
        text(place.left + room + 24, place.title, does, size=SIZE, fill=MUTED),
        line(box.frame(), stroke=QUERY, stroke_width=1.6, opacity=asks),
        *(text(x, place.title, fmt(query[k], ".2f"), **number) for k, x in enumerate(place.columns)),
    ]


def _lines(page: Layout, place: Place, state: State, rows: list[dict[str, Any]]) -> list[Mark]:
    """A line for each word: its two numbers, and as a square and a number what comes of them."""
    xs = (*place.columns, place.right)
    color = page.let("brought", state.by_stage(KEY, MUTED, MUTED, VALUE))
    strong = when(state.cell(WEIGHTS, state.looking, datum.j) > 0.2, 600, 400)
    looks: tuple[dict[str, Any], ...] = ({"fill": color}, {"fill": color}, {"font_weight": strong})
    style: dict[str, Any] = {"rows": rows, "size": SIZE}
    level = state.level(state.looking, datum.j)
    return [
        *(
            text(x, place.brought.top - 14, state.by_stage(*head), fill=MUTED, align="right")
            for x, head in zip(xs, _HEADS, strict=True)
        ),
        text(place.left, datum.y, datum.t, font_weight=strong, **style),
        *(
            text(x, datum.y, number, align="right", **look, **style)
            for x, number, look in zip(xs, _numbers(state), looks, strict=True)
        ),
        square(place.brought.height, level, x=place.square, rows=rows, color=QUERY),
    ]


def _numbers(state: State) -> tuple[Expression, Expression, Expression]:
    """Two numbers that the word of a line brings, and the one that comes of them, in each part."""
    i, j = state.looking, datum.j
    key, value = ([fmt(each[j][c], ".1f") for c in (0, 1)] for each in (state.keys, state.values))
    product, score = (fmt(state.cell(table, i, j), ".2f") for table in (PRODUCTS, SCORES))
    grown, share = fmt(state.exponentials[i][j], ".2f"), fmt(state.cell(WEIGHTS, i, j), ".1%")
    return (
        state.by_stage(key[0], "", score, value[0]),
        state.by_stage(key[1], product, grown, value[1]),
        state.by_stage(product, score, share, share),
    )


def _frames(place: Place, state: State) -> list[Mark]:
    """The frame round what the words bring: keys at first, values at last."""
    keys, values = (when(state.stage == stage, 1, 0) for stage in (PRODUCTS, MIXED))
    frame = place.brought.frame()
    x, y = place.brought.left - 11, place.brought.y(2)
    return [
        line(frame, stroke=KEY, stroke_width=1.8, stroke_dash=KEY_DASH, opacity=keys),
        line(frame, stroke=VALUE, stroke_width=1.6, stroke_dash=VALUE_DASH, opacity=values),
        letter("K", x, y, KEY, keys),
        letter("V", x, y, VALUE, values),
    ]


def _sum(place: Place, state: State, everyone: str) -> list[Mark]:
    """What the lines come to: a total and 100% of the weights, then the output."""
    y = place.brought.bottom + 24
    out = [fmt(state.outputs[state.looking][c], ".2f") for c in (0, 1)]
    total = fmt(state.totals[state.looking], ".2f")
    box = Grid(1, 2, place.brought.left, y - 14, place.brought.width, 28)
    hue = state.by_stage(INK, INK, INK, OUTPUT)
    strong: dict[str, Any] = {"size": SIZE, "font_weight": 600}
    number: dict[str, Any] = {"align": "right", **strong}
    first, second = place.columns
    return [
        text(place.left, y, state.by_stage("", "", everyone, "output"), fill=hue, **strong),
        text(first, y, state.by_stage("", "", "", out[0]), fill=hue, **number),
        text(second, y, state.by_stage("", "", total, out[1]), fill=hue, **number),
        text(place.right, y, state.by_stage("", "", "100%", "100%"), **number),
        line(
            box.frame() + box.frame(-2.5),
            stroke=OUTPUT,
            stroke_width=1.1,
            opacity=when(state.stage == MIXED, 1, 0),
        ),
    ]


def _worked(state: State, root: str) -> Any:
    """The step of the part that is shown, worked out for the noun that gets more."""
    i, (animal, street) = state.looking, state.nouns
    more = state.cell(WEIGHTS, i, street) > state.cell(WEIGHTS, i, animal)
    j = when(more, street, animal)
    query, key = state.queries[i], [fmt(state.keys[j][c], ".1f") for c in (0, 1)]
    product, score = (fmt(state.cell(table, i, j), ".2f") for table in (PRODUCTS, SCORES))
    grown, total = fmt(state.exponentials[i][j], ".2f"), fmt(state.totals[i], ".2f")
    share = fmt(state.cell(WEIGHTS, i, j), ".1%")
    word = join(state.words[j], ": ")
    first = (fmt(query[0], ".2f"), " × ", key[0])
    second = (when(query[1] < 0, " − ", " + "), fmt(fn.abs(query[1]), ".2f"), " × ", key[1])
    return state.by_stage(
        join(word, *first, *second, " = ", product),
        join(word, product, f" ÷ {root} = ", score),
        join(word, grown, " ÷ ", total, " = ", share),
        "down each column: weight × value, added",
    )
