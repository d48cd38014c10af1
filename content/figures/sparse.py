"""Which links a window and a few global words keep, and which pairs several layers connect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import sparse
from content.figures._grid import Grid
from content.figures._house import KEY, QUERY
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    POINTER_X,
    POINTER_Y,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    clamp,
    datum,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    rect,
    scrub,
    target,
    text,
    when,
)

WINDOW, GLOBAL, CONNECTED = 1.0, 0.5, 0.17  # how strong the ink is


@figure("sparse", data=sparse.run)
def sparse_figure(result: sparse.Result, page: Layout) -> Drawing:
    """A table of 24 words by 24: dark cells near the diagonal are the window's links, the first rows and columns
    those of global words.

    Pale cells are pairs that only several layers connect. Beside it, the links that are kept in long texts.
    """
    n = result.config.words
    grid = page.pick(Grid(n, n, 8, 36, 13, 13), Grid(n, n, 16, 36, 12, 12))
    state = _choose(page, result)
    page.on(
        scrub("table", "reach", clamp(_off_diagonal(grid), 0, result.config.windows - 1)),
    )
    middle = (grid.left + grid.right) / 2, (grid.top + grid.bottom) / 2
    sides = grid.right - grid.left, grid.bottom - grid.top
    return (
        page.draw(
            page.pick(380, 578),
            _table(grid, state),
            _key(page, grid),
            _counts(page, result, state),
            _shares(page, state),
            target(*middle, *sides, name="table"),
        )
        .says(*_sentence(n, state))
        .tells(
            "Links kept, by the length of the text; and the share of pairs connected, among 24 words",
            (
                "window, each way",
                "global words",
                *(f"links, {n:,} words" for n in result.config.lengths),
                *(f"connected, {layer + 1} layers" for layer in range(result.config.layers)),
            ),
            _told(result),
        )
    )


@numbers(sparse.run)
def quoted(result: sparse.Result) -> dict[str, float | int | str]:
    """The numbers section 16 quotes of windows."""
    return {
        "sparse-reach": result.config.reach,
        "sparse-share-short": result.shares[0],
        "sparse-share-long": result.shares[1],
        "sparse-far": result.far_window,
    }


def _off_diagonal(grid: Grid) -> Expression:
    """How many words lie between the pointed cell's two."""
    row = fn.floor((POINTER_Y - grid.top) / grid.height)
    return fn.abs(row - fn.floor((POINTER_X - grid.left) / grid.width))


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and what they keep."""

    reach: Expression
    count: Expression  # of global words
    layers: Expression
    kept: Expression  # links, by length
    connected: Expression  # the share of pairs


def _choose(page: Layout, result: sparse.Result) -> _State:
    config = result.config
    reach = page.stepper("reach", 2, [str(k) for k in range(config.windows)], "Window, each way")
    count = page.stepper("count", 1, [str(k) for k in range(config.globals)], "Global words")
    layers = page.stepper("layers", 0, [str(k + 1) for k in range(config.layers)], "Layers")
    kept = page.let("kept", page.state("links", result.kept.tolist())[reach][count])
    shares = page.state("shares", result.reached.round(5).tolist())
    return _State(reach, count, layers, kept, page.let("connected", shares[reach][count][layers]))


def _told(result: sparse.Result) -> list[list[int | float]]:
    return [
        [w, g, *result.kept[w, g].tolist(), *result.reached[w, g].round(4).tolist()]
        for w in range(result.config.windows)
        for g in range(result.config.globals)
    ]


def _sentence(n: int, state: _State) -> list[str | Expression]:
    one = state.layers == 0
    return [
        fmt(state.kept[0], ",.0f"),
        f" of {n * n} links are kept. ",
        when(one, "One layer connects", join(fmt(state.layers + 1, ".0f"), " layers connect")),
        " ",
        fmt(state.connected, ".0%"),
        " of the pairs. In a text of 100,000 words, one pair in ",
        fmt(1e10 / state.kept[3], ",.0f"),
        " is kept.",
    ]


def _table(grid: Grid, state: _State) -> list[Mark]:
    """The window's links over the global words', over what several layers connect."""
    apart = fn.abs(datum.i - datum.j)
    shared = fn.min(datum.i, datum.j) < state.count
    several = (state.layers > 0) & ((state.count > 0) | (apart <= (state.layers + 1) * state.reach))
    color = when(
        apart <= state.reach,
        mix(INK, WINDOW),
        when(shared, mix(INK, GLOBAL), when(several, mix(INK, CONNECTED), WASH)),
    )
    size = grid.width - 1.2
    return [
        rect(datum.x, datum.y, size, size, rows=grid.cells, fill=color),
        text(grid.left, grid.top - 18, "keys", fill=KEY, font_weight=600),
        text(grid.left - 2, grid.bottom + 16, "queries", fill=QUERY, font_weight=600),
    ]


def _key(page: Layout, grid: Grid) -> list[Mark]:
    """What the three tones are."""
    names = (("window", WINDOW), ("global word", GLOBAL), ("by several layers", CONNECTED))
    spots = page.pick(
        ((354, 250), (354, 278), (354, 306)),
        ((84, grid.bottom + 16), (178, grid.bottom + 16), (84, grid.bottom + 42)),
    )
    return [
        mark
        for (x, y), (name, share) in zip(spots, names, strict=True)
        for mark in (
            rect(x + 6, y, 12, 12, fill=mix(INK, share)),
            text(x + 20, y, name),
        )
    ]


def _counts(page: Layout, result: sparse.Result, state: _State) -> list[Mark]:
    """Links in longer and longer texts, all pairs beside those that are kept."""
    left, top = page.pick((354, 18), (8, 404))
    columns = page.pick((408, 492, 572), (76, 212, 312))
    step = page.pick(28, 26)
    head: dict[str, Any] = {"align": "right", "fill": MUTED}
    rows = []
    for k, n in enumerate(result.config.lengths):
        y = top + 30 + k * step
        pairs = _large(n * n)
        rows += [
            text(columns[0], y, f"{n:,}", align="right"),
            text(columns[1], y, pairs, **head),
            text(columns[2], y, fmt(state.kept[k], ",.0f"), align="right", font_weight=600),
        ]
    return [
        text(columns[0], top, "words", **head),
        text(columns[1], top, "pairs", **head),
        text(columns[2], top, "kept", align="right", font_weight=600),
        line(f"M{left},{top + 14}H{columns[2]}", stroke=HAIRLINE, stroke_width=1),
        *rows,
    ]


def _large(count: int) -> str:
    """A count in full, or in millions or billions."""
    if count < 1e6:
        return f"{count:,}"
    return f"{count / 1e6:.0f} million" if count < 1e9 else f"{count / 1e9:.0f} billion"


def _shares(page: Layout, state: _State) -> list[Mark]:
    """The share of pairs that the layers connect, as a bar."""
    left, y = page.pick((354, 178), (8, 544))
    width = page.pick(218, 304)
    filled = state.connected * width
    name = when(state.layers == 0, "one layer connects", join(state.layers + 1, " layers connect"))
    return [
        text(left, y, name),
        text(left + width, y, fmt(state.connected, ".0%"), align="right", font_weight=600),
        rect(left + width / 2, y + 20, width, 10, fill=WASH),
        rect(filled / 2 + left, y + 20, filled, 10, fill=INK),
    ]
