"""One thing, many notations: six choices of how to write a head, and how little they change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import notations
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    datum,
    figure,
    line,
    numbers,
    press,
    rect,
    target,
    text,
    total,
    when,
)

# Signal, what is chosen, the way of this essay, the other way, and the control's label.
CHOICES = (
    ("split", "Dividing", "the scores, by √d", "q and k, each by ⁴√d", "Divide q and k"),
    ("columns", "Words are", "rows", "columns", "Words as columns"),
    ("halves", "Rotary pairs", "neighbors", "i and i + d/2", "Rotary halves"),
    ("added", "The mask", "true or false", "0 or −∞, added", "Added mask"),
    ("sines", "Sine, cosine", "by turns", "sines first", "Sines first"),
    ("fused", "Q, K and V from", "three matrices", "one matrix", "One matrix"),
)


@figure("notations", data=notations.run)
def notations_figure(result: notations.Result, page: Layout) -> Drawing:
    """Six choices of how to write attention, two ways each; below, one number of the output, as first written and now.

    Under the numbers stands the largest difference in the whole output.
    """
    state = _state(page, result)
    sheet = _sheet(page)
    for m, (name, *_) in enumerate(CHOICES):
        page.on(press(f"pill_{m}", name, datum.second))
    marks = [mark for m in range(len(CHOICES)) for mark in _choice(sheet, state, m)]
    return (
        page.draw(sheet.height, marks, _answer(sheet, result, state))
        .says(
            "With ",
            state.count,
            " of 6 choices changed, no number of the output differs by more than ",
            state.difference,
            ".",
        )
        .tells("The largest difference for every way of writing", _COLUMNS, _rows(result))
    )


@numbers(notations.run)
def quoted(result: notations.Result) -> dict[str, float | int | str]:
    """The numbers section 20 quotes."""
    halves = result.notations.index(notations.Notation(halves=True))
    return {
        "notations-ways": len(result.notations),
        "notations-largest": _short(float(result.differences[0].max())),
        "notations-halves-alone": float(result.differences[1, halves]),
    }


_COLUMNS = (*(label for *_, label in CHOICES), "matrices follow", "matrices don’t")


def _rows(result: notations.Result) -> list[list[str | float]]:
    """A line for each notation."""
    return [
        [*("yes" if choice else "no" for choice in notations.choices(each)), *map(_short, differences)]
        for each, differences in zip(result.notations, result.differences.T.tolist(), strict=True)
    ]


def _short(difference: float) -> str:
    """A difference in two digits."""
    if difference == 0:
        return "0"
    return f"{difference:.1e}".replace("e-", "e−") if difference < 0.001 else f"{difference:.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """What is chosen, and what comes out."""

    chosen: tuple[Expression, ...]
    count: Expression
    now: Expression  # one number of the output, in all its digits
    difference: Expression


def _state(page: Layout, result: notations.Result) -> _State:
    chosen = tuple(page.toggle(name, False, label) for name, *_, label in CHOICES)
    follow = page.toggle("follow", True, "Matrices follow")
    bits = [when(choice, 2 ** (len(chosen) - 1 - m), 0) for m, choice in enumerate(chosen)]
    place = page.let("place", total(bits))
    kind = page.let("kind", when(follow, 0, 1))
    told = [[_digits(value) for value in each] for each in result.output[:, :, -1, 0].tolist()]
    short = [[_short(value) for value in each] for each in result.differences.tolist()]
    return _State(
        chosen=chosen,
        count=page.let("count", total([when(choice, 1, 0) for choice in chosen])),
        now=page.let("now", page.state("told", told)[kind][place]),
        difference=page.let("difference", page.state("short", short)[kind][place]),
    )


def _digits(value: float) -> str:
    return f"{value:.16f}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    label: tuple[float, float]  # from a row's middle line, where its name stands
    pills: tuple[float, float]  # the middles of the two ways
    width: float  # of a way
    first: float  # the first row's middle line
    step: float
    left: float  # of the answers
    number: float
    top: float
    height: int


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet((8, 0), (240, 462), 212, 26, 44, 8, 134, 306, 368)
    return _Sheet((10, -29), (83, 237), 146, 52, 66, 10, 122, 440, 502)


def _choice(sheet: _Sheet, state: _State, m: int) -> list[Mark]:
    """One choice: its name and its two ways, the taken one filled."""
    _, name, *ways, _ = CHOICES[m]
    y, taken = sheet.first + m * sheet.step, state.chosen[m]
    x, dy = sheet.label
    rows = [{"x": place, "second": n == 1} for n, place in enumerate(sheet.pills)]
    marks = [text(x, y + dy, name, fill=MUTED)]
    for n, (place, way) in enumerate(zip(sheet.pills, ways, strict=True)):
        mine = when(taken, n == 1, n == 0)
        edge: dict[str, Any] = {"stroke": when(mine, INK, HAIRLINE), "stroke_width": when(mine, 1.75, 1)}
        face: dict[str, Any] = {"fill": when(mine, INK, MUTED), "font_weight": when(mine, 600, 400)}
        marks += [
            rect(place, y, sheet.width, 34, fill=when(mine, WASH, CLEAR), corner_radius=8, **edge),
            text(place, y + 0.5, way, align="center", **face),
        ]
    return [*marks, target(datum.x, y, sheet.width, 44, rows=rows, name=f"pill_{m}")]


def _answer(sheet: _Sheet, result: notations.Result, state: _State) -> list[Mark]:
    """A number of the output as first written, as written now, and the largest difference of all."""
    first = _digits(float(result.output[0, 0, -1, 0]))
    left, x, top = sheet.left, sheet.number, sheet.top
    return [
        line(f"M{left},{top - 24}H{sheet.pills[1] + sheet.width / 2}", stroke=HAIRLINE, stroke_width=1),
        text(left, top, "as first written", fill=MUTED),
        text(x, top, first, size=16),
        text(left, top + 24, "as written now", fill=MUTED),
        text(x, top + 24, state.now, size=16, font_weight=600),
        text(left, top + 48, "all differ by", fill=MUTED),
        text(x, top + 48, state.difference, size=16, font_weight=600),
    ]
