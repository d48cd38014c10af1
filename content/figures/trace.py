"""Cutting arrows in a published encoder: what "it" can't look at, in which layer, and what is left of the adjective."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from content.figures._grid import chip
from content.figures._house import insist
from content.models import records
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
    Scale,
    array,
    datum,
    disc,
    figure,
    fmt,
    fn,
    glide,
    join,
    line,
    numbers,
    press,
    rect,
    shape,
    target,
    text,
    when,
    width_of,
)

LAYERS = 6
ALL = LAYERS  # the last of the choices of a layer
CUTS = {
    "none": "No arrow",
    "nouns": "To both nouns",
    "adjective": "To the adjective",
    "beside": "To its neighbors",
}
OPENING = "the animal didn’t cross the street because it was too"
ENDS = {"nouns": (1, 5), "adjective": (10,), "beside": (6, 8)}  # the words that an arrow goes to, by place
IT = 7
FIRST_LINE = 6  # words, where the sentence takes two lines
TOLD = ("the arrows to the nouns", "the arrow to the adjective", "the arrows to its neighbors")


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What is cut, where, and what is left."""

    cut: Expression
    layer: Expression
    adjective: Expression
    now: Expression  # gliding: the leans, the shares, and the means of both kinds of either
    means: Expression  # of the leans
    difference: Expression


@dataclass(frozen=True, slots=True)
class _Strip:
    """A scale with two rows of dots."""

    title: str
    start: int  # where its numbers begin among those that glide
    mean: int  # and its two means
    scale: Scale
    ticks: dict[float, str]
    uncut: list[float]  # its means with nothing cut
    top: float


@figure("trace", data=records.minilm)
def trace_figure(result: records.Minilm, page: Layout) -> Drawing:
    """The sentence, with arrows from “it” to “animal”, “street” and the last word, some of them cut; six layers below.

    Two scales with a dot for each of twenty-four adjectives: how “it” leans in the end, and what head 3.1 shows.
    """
    state = _state(page, result)
    left, right = page.pick((106, 548), (14, 298))
    top, gap = page.pick((200, 104), (222, 128))
    strips = (
        _Strip(
            title="“it” ends up closer to “animal”",
            start=0,
            mean=48,
            scale=Scale(0, 0.5, left, right),
            ticks={0: "0", 0.25: "0.25", 0.5: "0.5"},
            uncut=result.uncut.leans.tolist(),
            top=top,
        ),
        _Strip(
            title="head 3.1 lets “it” give to “animal”",
            start=24,
            mean=50,
            scale=Scale(0, 0.75, left, right),
            ticks={0: "0%", 0.25: "25%", 0.5: "50%", 0.75: "75%"},
            uncut=result.uncut.shares.tolist(),
            top=top + gap,
        ),
    )
    return (
        page.draw(
            page.pick(408, 480),
            _sentence(page, result, state),
            _layers(page, state),
            *(_strip(page, strip, state) for strip in strips),
        )
        .says(*_said(state, result))
        .tells(
            "What is left in “it” with arrows cut: means over twelve adjectives of each kind",
            (
                "cut",
                "layer",
                "lean, like tired",
                "lean, like wide",
                "difference",
                "share, like tired",
                "share, like wide",
            ),
            _table(result),
        )
    )


@numbers(records.minilm)
def quoted(result: records.Minilm) -> dict[str, float | int | str]:
    """The numbers section 17 quotes of this model."""
    uncut, nouns, adjective, beside = result.uncut, *(result.cut[name] for name in ENDS)
    others = [layer for layer in range(LAYERS) if layer != 2]
    insist(
        17,
        {
            "without the nouns the difference stays": nouns.difference[ALL] > uncut.difference,
            "one layer takes it away": adjective.difference[2] < 0.05 * uncut.difference,
            "no other layer does": adjective.difference[others].min() > 0.8 * uncut.difference,
            "neighbors hardly matter": beside.difference[ALL] > 0.8 * uncut.difference,
            "the picture fades with the cause": adjective.shares[2, 0] - adjective.shares[2, 1] < 0.1,
        },
    )
    return {
        "trace-uncut": float(uncut.difference),
        "trace-uncut-apart": float(uncut.apart),
        "trace-nouns": float(nouns.difference[ALL]),
        "trace-nouns-apart": float(nouns.apart[ALL]),
        "trace-adjective": float(adjective.difference[2]),
        "trace-adjective-others-least": float(adjective.difference[others].min()),
        "trace-everywhere-animals": float(adjective.leans[ALL, 0]),
        "trace-everywhere-streets": float(adjective.leans[ALL, 1]),
        "trace-beside": float(beside.difference[ALL]),
        "trace-share-animals": float(uncut.shares[0]),
        "trace-share-streets": float(uncut.shares[1]),
        "trace-share-animals-cut": float(adjective.shares[2, 0]),
        "trace-share-streets-cut": float(adjective.shares[2, 1]),
    }


def _state(page: Layout, result: records.Minilm) -> _State:
    cut = page.choice("cut", "nouns", CUTS, "Cut from “it”")
    layer = page.stepper("layer", ALL, (*map(str, range(LAYERS)), "all of them"), "In layer")
    adjective = page.stepper("adjective", 0, result.adjectives, "Adjective")
    place = page.let("place", when(cut == "none", 0, fn.indexof(array(ENDS), cut) * (LAYERS + 1) + layer + 1))
    traced = [
        _line(result.uncut, ...),
        *(_line(result.cut[name], k) for name in ENDS for k in range(LAYERS + 1)),
    ]
    goal = page.let("goal", page.state("traced", traced)[place])
    now = page.state("now", traced[ALL + 1])
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("now", "goal", len(traced[0]), rate="rate"))
    page.on(press("layer", "layer", datum.k))
    differences = [
        float(result.uncut.difference),
        *(x for name in ENDS for x in result.cut[name].difference.tolist()),
    ]
    return _State(
        cut=cut,
        layer=layer,
        adjective=adjective,
        now=now,
        means=goal,
        difference=page.let(
            "difference", page.state("differences", [round(x, 7) for x in differences])[place]
        ),
    )


def _line(traced: records.Traced, layer: Any) -> list[float]:
    """All numbers of one cut, as they glide."""
    parts = (traced.lean, traced.share, traced.leans, traced.shares)
    return [round(value, 7) for part in parts for value in part[layer].tolist()]


def _places(page: Layout) -> list[tuple[float, float, float]]:
    """The left edge, the width and the line of each word; the adjective's comes last."""
    words = [*OPENING.split(), "tired"]
    gap = page.pick(8.5, 5.5)
    places: list[tuple[float, float, float]] = []
    x, y = page.pick(48, 12), page.pick(96, 42)
    for k, word in enumerate(words):
        if k == FIRST_LINE and not page.wide:
            x, y = 44, y + 58
        x += 7 if k in (IT, IT + 1) else 0  # room for the chip
        places.append((x, width_of(word, 14, 600 if k == IT else 400), y))
        x += places[-1][1] + gap
    return places


def _sentence(page: Layout, result: records.Minilm, state: _State) -> list[Mark]:
    """The words, and the arrows over or under them."""
    places = _places(page)
    rows = [
        {"x": x, "y": y, "t": word}
        for k, (word, (x, _, y)) in enumerate(zip(OPENING.split(), places, strict=False))
        if k != IT
    ]
    (it_x, it_width, it_y), (last_x, _, last_y) = places[IT], places[-1]
    marks = [mark for name in ENDS for mark in _arrows(page, places, name, state)]
    return [
        *marks,
        text(datum.x, datum.y, datum.t, rows=rows),
        *chip(it_x + it_width / 2, it_y, it_width, 24, "it", size=14),
        text(last_x, last_y, array(result.adjectives)[state.adjective], font_weight=600),
    ]


def _arrows(page: Layout, places: list[tuple[float, float, float]], name: str, state: _State) -> list[Mark]:
    """The arrows of one kind; where they are cut, pale and crossed out."""
    gone = state.cut == name
    seen = gone if name == "beside" else True
    marks: list[Mark] = []
    for n, end in enumerate(ENDS[name]):
        path, head, cross = _arc(page, places, end, name, n)
        marks += [
            line(path, stroke=when(gone, HAIRLINE, INK), stroke_width=1.5, opacity=when(seen, 1, 0)),
            shape(head, fill=when(gone, HAIRLINE, INK), opacity=when(seen, 1, 0)),
            line(cross, stroke=INK, stroke_width=2.2, opacity=when(gone, 1, 0)),
        ]
    return marks


def _arc(
    page: Layout, places: list[tuple[float, float, float]], end: int, name: str, n: int
) -> tuple[str, str, str]:
    """An arrow from "it" to a word: its shaft, its head, and the cross that cuts it."""
    x, width, y = places[IT]
    start = x + width / 2
    to_x, to_width, to_y = places[end]
    stop = to_x + (17 if name == "adjective" else to_width / 2)
    if to_y != y:  # to the line above
        tip, from_y = to_y + 11, y - 13
        path = f"M{start:g},{from_y:g}L{stop:.1f},{tip + 3:g}"
        return path, _head(stop, tip, -1), _cross((start + stop) / 2, (from_y + tip) / 2)
    below = name == "beside" or (name == "adjective" and not page.wide)
    side = 1 if below else -1
    base, tip = y + side * 13, y + side * 11
    start += {"nouns": -4 + 4 * n, "adjective": 4, "beside": -4 + 8 * n}[name]
    rise = side * {"nouns": (74, 46)[n], "adjective": 40, "beside": 24}[name]
    path = f"M{start:.1f},{base:g}C{start:.1f},{base + rise:g} {stop:.1f},{base + rise:g} {stop:.1f},{tip + side * 4:g}"
    return path, _head(stop, tip, -side), _cross((start + stop) / 2, base + rise * 0.75)


def _head(x: float, y: float, way: int) -> str:
    """The head of an arrow with its tip at (x, y), pointing down where `way` is 1."""
    return f"M{x:.1f},{y:g}l-4.5,{-9 * way}h9Z"


def _cross(x: float, y: float) -> str:
    return f"M{x - 5:.1f},{y - 5:.1f}l10,10M{x + 5:.1f},{y - 5:.1f}l-10,10"


def _layers(page: Layout, state: _State) -> list[Mark]:
    """A box for each layer, filled where arrows are cut, and one for all."""
    y, left, step = page.pick((158, 190, 46), (184, 32, 40))
    width = step - 6
    rows = [
        {"k": k, "x": left + step * k + (8 if k == ALL else 0), "t": "all" if k == ALL else str(k)}
        for k in range(LAYERS + 1)
    ]
    chosen = (state.layer == datum.k) | ((state.layer == ALL) & (datum.k < ALL))
    filled = chosen & (state.cut != "none")
    label_x, label_y, align = page.pick((left - 32, y, "right"), (12, y - 28, "left"))
    return [
        text(label_x, label_y, "cut in layer", align=align),
        rect(
            datum.x,
            y,
            width,
            28,
            rows=rows,
            fill=when(filled, INK, CLEAR),
            stroke=MUTED,
            stroke_width=1,
            corner_radius=6,
        ),
        text(datum.x, y, datum.t, rows=rows, fill=when(filled, PAPER, INK), align="center"),
        target(datum.x, y, step, 44, rows=rows, name="layer"),
    ]


def _strip(page: Layout, strip: _Strip, state: _State) -> list[Mark]:
    """Two rows of dots with their means; the chosen adjective is ringed."""
    scale, aside = strip.scale, page.pick(0, 24)
    ys = (strip.top + 30 + aside, strip.top + 56 + aside + page.pick(0, 4))
    dots = [{"k": k, "y": ys[k // 12]} for k in range(24)]
    means = [{"k": k, "y": ys[k], "x": round(scale(strip.uncut[k]), 2)} for k in range(2)]
    names = [{"y": y, "t": name} for y, name in zip(ys, ("like “tired”", "like “wide”"), strict=True)]
    ends = [{"x": scale(tick), "t": label} for tick, label in strip.ticks.items()]
    low, high = ys[0] - 11, ys[1] + 11
    ruler = "".join(f"M{scale(tick):g},{low:g}V{high:g}" for tick in strip.ticks)
    x = scale(state.now[datum.k + strip.start])
    apart = [
        text(scale.end, strip.top + 4, join("means ", fmt(state.difference, ".3f"), " apart"), align="right")
    ]
    return [
        text(scale.start, strip.top + 4, strip.title, font_weight=600),
        *(apart if page.wide and strip.start == 0 else ()),
        line(ruler, stroke=HAIRLINE, stroke_width=1),
        line(
            "M0,-11V11",
            x=datum.x,
            y=datum.y,
            rows=means,
            stroke=MUTED,
            stroke_width=1.5,
            stroke_dash=[2, 2.5],
        ),
        *_dots(dots, x),
        disc(
            x,
            datum.y,
            8,
            rows=dots,
            fill=CLEAR,
            stroke=INK,
            stroke_width=1.5,
            opacity=when(datum.k == state.adjective, 1, 0),
        ),
        line("M0,-11V11", x=scale(state.now[datum.k + strip.mean]), y=datum.y, rows=means, stroke_width=2.5),
        *_names(page, names, scale.start, strip.top + 26),
        text(datum.x, high + 9, datum.t, rows=ends, fill=MUTED, align="center"),
    ]


def _dots(dots: list[dict[str, float]], x: Any) -> list[Mark]:
    """Filled for adjectives of animals, open for those of streets."""
    return [
        disc(x, datum.y, 4.5, rows=dots[:12], opacity=0.5),
        disc(x, datum.y, 4, rows=dots[12:], fill=CLEAR, stroke=INK, stroke_width=1.3, opacity=0.8),
    ]


def _names(page: Layout, names: list[dict[str, Any]], left: float, y: float) -> list[Mark]:
    """What the two rows are: before them, or (narrow) over them with a dot each."""
    if page.wide:
        return [text(left - 12, datum.y, datum.t, rows=names, align="right")]
    return [
        disc(left + 5, y, 4.5, opacity=0.5),
        text(left + 16, y, names[0]["t"], fill=MUTED),
        disc(left + 121, y, 4, fill=CLEAR, stroke=INK, stroke_width=1.3, opacity=0.8),
        text(left + 132, y, names[1]["t"], fill=MUTED),
    ]


def _said(state: _State, result: records.Minilm) -> list[str | Expression]:
    where = when(state.layer == ALL, "all layers", join("layer ", state.layer))
    gone = array(TOLD)[fn.max(0, fn.indexof(array(ENDS), state.cut))]
    return [
        "With ",
        when(state.cut == "none", "nothing cut", join(gone, " cut in ", where)),
        ", “it” leans to “animal” by ",
        fmt(state.means[48], ".2f"),
        " where the adjective suits an animal and by ",
        fmt(state.means[49], ".2f"),
        " where it suits a street: a difference of ",
        fmt(state.difference, ".3f"),
        f", against {result.uncut.difference:.3f} uncut.",
    ]


def _table(result: records.Minilm) -> list[list[str | float]]:
    lines: list[list[str | float]] = [["none", "–", *_row(result.uncut, ...)]]
    for name, told in zip(ENDS, TOLD, strict=True):
        for layer in range(LAYERS + 1):
            where = "all" if layer == ALL else str(layer)
            lines.append([told, where, *_row(result.cut[name], layer)])
    return lines


def _row(traced: records.Traced, layer: Any) -> list[float]:
    values = (*traced.leans[layer], traced.difference[layer], *traced.shares[layer])
    return [round(float(value), 4) for value in values]
