"""What a trained model loses with its heads: switch them off, and see the loss come back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from attention.experiments import induction
from content.figures._house import insist
from content.figures._triangle import Triangle, after_copy, flat, one_back, triangle
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
    bar,
    datum,
    disc,
    figure,
    fmt,
    glide,
    join,
    line,
    numbers,
    packed,
    press,
    raw,
    rect,
    target,
    text,
    total,
    unpacked,
    when,
)

HEADS = tuple(product((0, 1), (0, 1)))  # (layer, head), in the order of the results
NAMES = tuple(f"layer {layer + 1}, head {head + 1}" for layer, head in HEADS)
OFF = {"zero": "Gives nothing", "uniform": "Looks at all alike"}
LEARNED = ("one back", "after a copy")  # what each layer's heads look at
EDGE: dict[str, Any] = {"fill": CLEAR, "stroke_width": 1, "corner_radius": 8}  # of a card
HIGHEST = 6.5  # of the losses on the scale


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Which heads are at work, and what the model does then."""

    on: tuple[Expression, ...]
    count: Expression  # of heads that are off
    now: Expression  # gliding: the loss, and the probability of each letter that comes again
    loss: Expression
    right: Expression
    scores: Expression  # of each head, of what heads of its layer learn
    map: Expression  # the weights of all heads, packed


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    cards: tuple[tuple[float, float], ...]  # the top left corners
    card: tuple[float, float]
    cell: float
    left: float  # of the column with the loss
    right: float
    top: float
    rows: float  # the first letter's
    step: float
    height: int


@figure("ablate", data=induction.run)
def ablate_figure(result: induction.Result, page: Layout) -> Drawing:
    """A trained model's four heads as cards with what they look at; beside them its loss, and some of its guesses.

    Without the head that looks one letter back, both heads of the second layer lose their stripe, and the loss is
    worse than that of a guess.
    """
    sheet, state = _sheet(page), _state(page, result)
    for n in range(len(HEADS)):
        page.on(press(f"card_{n}", f"head_{n}", raw(f"!head_{n}")))
    return (
        page.draw(
            sheet.height,
            *(_card(result, sheet, state, n) for n in range(len(HEADS))),
            _loss(page, result, sheet, state),
            _guesses(page, result, sheet, state),
            *(_button(sheet, n) for n in range(len(HEADS))),
        )
        .says(
            "With ",
            _off(state),
            " switched off, the loss on letters that come again is ",
            fmt(state.loss, ".2f"),
            ", and the likeliest guess is right for ",
            fmt(state.right, ".0%"),
            " of them.",
        )
        .tells(
            "The model with heads switched off, on letters that come again",
            ("off", *(f"{what}, {how}" for what in ("loss", "right") for how in OFF.values())),
            _table(result),
        )
    )


@numbers(induction.run)
def quoted(result: induction.Result) -> dict[str, float | int | str]:
    """The numbers section 13 quotes of what heads are for."""
    _check(result)
    loss, after = result.ablation.loss, result.ablation.prefix[:, :, 1].max(-1)
    without = 1 << _previous(result)
    zero, uniform = range(2)
    return {
        "ablate-intact": float(loss[zero, 0]),
        "ablate-previous-zero": float(loss[zero, without]),
        "ablate-previous-uniform": float(loss[uniform, without]),
        "ablate-previous-prefix": float(after[zero, without]),
        "ablate-other-zero": float(loss[zero, 1 << (1 - _previous(result))]),
        "ablate-second-layer-uniform": float(loss[uniform, 0b1100]),
    }


def _previous(result: induction.Result) -> int:
    """The head of the first layer that looks one letter back most."""
    return int(result.ablation.previous[0, 0, 0].argmax())


def _check(result: induction.Result) -> None:
    """What the text says in words."""
    loss, after = result.ablation.loss, result.ablation.prefix[:, :, 1].max(-1)
    previous = _previous(result)
    without, other = 1 << previous, 1 << (1 - previous)
    claims = {
        "without the previous-letter head the loss is worse than a guess": loss[:, without].min()
        > result.chance,
        "nothing is worse still than an even look": loss[0, without] > loss[1, without],
        "the second layer no longer finds what it looks for": after[:, without].max() < 0.3 < after[0, 0],
        "the other head of the first layer hardly matters": loss[:, other].max() < 0.5,
        "each head of the second layer matters": min(loss[:, 4].min(), loss[:, 8].min()) > 0.3,
        "without both the model guesses": abs(loss[1, 12] - result.chance) < 0.3,
    }
    insist(13, claims)


def _table(result: induction.Result) -> list[list[str | float]]:
    """A line for each combination."""
    tables = result.ablation.loss.T.round(4).tolist(), result.ablation.right.T.round(4).tolist()
    off = result.ablation.off.reshape(-1, len(HEADS)).tolist()
    names = ["; ".join(name for name, gone in zip(NAMES, row, strict=True) if gone) or "none" for row in off]
    return [[name, *loss, *right] for name, loss, right in zip(names, *tables, strict=True)]


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        corners = ((8, 8), (204, 8), (8, 214), (204, 214))
        return _Sheet(corners, (186, 196), 11.5, 416, 566, 24, 206, 34, 420)
    corners = ((6, 6), (163, 6), (6, 183), (163, 183))
    return _Sheet(corners, (151, 171), 9.9, 12, 308, 376, 478, 24, 618)


def _state(page: Layout, result: induction.Result) -> _State:
    study, previous = result.ablation, _previous(result)
    way = page.choice("off", "zero", OFF, "A head that is off")
    on = tuple(page.toggle(f"head_{n}", n != previous, name.capitalize()) for n, name in enumerate(NAMES))
    places = [when(each, 0, 1) for each in on]
    combination = page.let("combination", total([place * 2**n for n, place in enumerate(places)]))
    kind = page.let("kind", when(way == "zero", 0, 1))
    seen = slice(len(result.text) // 2, None)  # guesses for letters that come again
    told = [
        [[loss, *guesses[seen]] for loss, guesses in zip(*each, strict=True)]
        for each in zip(study.loss.round(7).tolist(), study.guesses.round(7).tolist(), strict=True)
    ]
    scores = [
        [[*back[0], *after[1]] for back, after in zip(*each, strict=True)]
        for each in zip(study.previous.round(7).tolist(), study.prefix.round(7).tolist(), strict=True)
    ]
    maps = [[packed(flat(weights)) for weights in each] for each in study.weights]
    goal = page.let("goal", page.state("told", told)[kind][combination])
    now = page.state("now", told[0][1 << previous])
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("now", "goal", len(told[0][0]), rate="rate"))
    return _State(
        on=on,
        count=page.let("count", total(places)),
        now=now,
        loss=goal[0],
        right=page.state("rights", study.right.round(7).tolist())[kind][combination],
        scores=page.let("scores", page.state("all_scores", scores)[kind][combination]),
        map=page.let("map", page.state("maps", maps)[kind][combination]),
    )


def _off(state: _State) -> Expression:
    """What is switched off, in words."""
    first = when(state.on[0], when(state.on[1], when(state.on[2], 3, 2), 1), 0)
    one = array(NAMES)[first]
    return when(state.count == 0, "no head", when(state.count == 1, one, join(state.count, " of 4 heads")))


def _card(result: induction.Result, sheet: _Sheet, state: _State, n: int) -> list[Mark]:
    """A head: its switch, what it looks at, and how much of that is what its layer's heads learn."""
    (x, y), (width, height), layer, on = sheet.cards[n], sheet.card, HEADS[n][0], state.on[n]
    cells = len(triangle(len(result.text)))
    place = Triangle(result.text, x + 12, y + 46, sheet.cell)
    ink = when(on, INK, MUTED)
    told = when(on, join(LEARNED[layer], " ", fmt(state.scores[n], ".0%")), "switched off")
    return [
        rect(x + width / 2, y + height / 2, width, height, stroke=when(on, MUTED, HAIRLINE), **EDGE),
        text(x + 12, y + 17, NAMES[n], fill=ink, font_weight=600),
        text(x + 12, y + 34, told, fill=MUTED),
        *_switch(x + width - 26, y + 17, on),
        *place.cells(unpacked(state.map, datum.k + n * cells)),
        place.outlines((one_back, after_copy)[layer](result.text), opacity=when(on, 1, 0.35)),
        *place.names(before=False),
    ]


def _switch(x: float, y: float, on: Expression) -> list[Mark]:
    """A small switch, its knob to the right where it is on."""
    return [
        rect(
            x,
            y,
            30,
            17,
            fill=when(on, INK, PAPER),
            stroke=when(on, INK, MUTED),
            stroke_width=1.25,
            corner_radius=8.5,
        ),
        disc(x + when(on, 6.5, -6.5), y, 5.5, fill=when(on, PAPER, MUTED)),
    ]


def _button(sheet: _Sheet, n: int) -> Mark:
    """All of a card is its switch."""
    (x, y), (width, height) = sheet.cards[n], sheet.card
    return target(x + width / 2, y + height / 2, width, height, name=f"card_{n}")


def _loss(page: Layout, result: induction.Result, sheet: _Sheet, state: _State) -> list[Mark]:
    """The loss as a number and on a scale, with two to compare it to."""
    left, right, y = sheet.left, sheet.right, sheet.top + page.pick(72, 26)
    unit = (right - left) / HIGHEST
    guess, intact = left + result.chance * unit, left + float(result.ablation.loss[0, 0]) * unit
    x, down, align = page.pick((left, sheet.top + 47, "left"), (right, sheet.top - 1, "right"))
    aside, beside = page.pick((0, 18), (34, 0))
    return [
        text(left, sheet.top, "loss", font_weight=600),
        text(left + aside, sheet.top + beside, "on letters that come again", fill=MUTED),
        text(x, down, fmt(state.now[0], ".2f"), size=26, font_weight=600, align=align),
        bar(left, y, right - left, 8, fill=HAIRLINE, corner_radius=2),
        bar(left, y, state.now[0] * unit, 8, fill=INK, corner_radius=2),
        line(f"M{intact:.1f},{y + 8}v7M{guess:.1f},{y + 8}v7", stroke=MUTED, stroke_width=1),
        text(left, y + 25, "intact", fill=MUTED),
        text(guess, y + 25, "a guess", fill=MUTED, align="center"),
    ]


def _guesses(page: Layout, result: induction.Result, sheet: _Sheet, state: _State) -> list[Mark]:
    """How probable the model thinks each letter that comes again."""
    half = len(result.text) // 2
    rows = [
        {
            "n": n,
            "y": sheet.rows + sheet.step * n,
            "t": result.text[half + n],
            "next": result.text[half + n + 1],
        }
        for n in range(half - 1)
    ]
    left, width = sheet.left + 54, sheet.right - sheet.left - 54 - 48
    share, last = state.now[datum.n + 1], sheet.rows + sheet.step * (half - 1) + page.pick(10, 4)
    return [
        text(sheet.left, sheet.rows - page.pick(32, 26), "given to the next letter", fill=MUTED),
        text(sheet.left, datum.y, datum.t, rows=rows, font_weight=600),
        text(sheet.left + 16, datum.y, "→", rows=rows, fill=MUTED),
        text(sheet.left + 35, datum.y, datum.next, rows=rows, font_weight=600),
        bar(left, datum.y, width, 8, rows=rows, fill=HAIRLINE, corner_radius=2),
        bar(left, datum.y, share * width, 8, rows=rows, fill=INK, corner_radius=2),
        text(sheet.right, datum.y, fmt(share, ".0%"), rows=rows, align="right"),
        text(sheet.left, last, "guessed right", fill=MUTED),
        text(sheet.right, last, fmt(state.right, ".0%"), font_weight=600, align="right"),
    ]
