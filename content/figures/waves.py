"""A list of sixteen numbers for each position: sines and cosines at eight speeds, and how alike two positions are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from attention.experiments import waves
from content.figures._grid import Grid, square
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    POINTER_X,
    Drawing,
    Expression,
    Layout,
    Mark,
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
    point,
    rect,
    scrub,
    target,
    text,
    when,
)

FIRST, SECOND = 4, 5  # the columns compared at first
DOTS = [1.5, 3]
_QUARTER = math.pi / 2  # a cosine is a sine, a quarter turn ahead


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Which two positions are compared, and what comes of it."""

    column: Expression
    other: Expression
    step: Expression  # from one position to the next
    products: Expression  # by how many columns lie between two
    speeds: Expression  # of the eight pairs

    def product(self, column: Any) -> Any:
        """The dot product of a column's position with the chosen one."""
        return self.products[fn.abs(column - self.column)]

    def angle(self, column: Any, pair: Any) -> Any:
        """How far a pair has turned, in radians."""
        return column * self.step * self.speeds[pair]


@figure("waves", data=waves.run)
def waves_figure(result: waves.Result, page: Layout) -> Drawing:
    """A table with a list of sixteen numbers for each position, drawn as squares: waves, quick ones and slow ones.

    Eight small clocks show the pairs of numbers as hands; bars show the dot product of one position with each.
    """
    state = _state(page, result)
    sheet = _sheet(page, result)
    apart = fn.abs(state.column - state.other) * state.step
    return (
        page.draw(
            sheet.height,
            _table(sheet, state),
            _labels(sheet, state),
            _bars(sheet, result, state),
            _clocks(page, sheet, result, state),
            _headings(page, sheet),
            _targets(page, sheet),
        )
        .says(
            "Positions ",
            fmt(state.column * state.step, ",.0f"),
            " and ",
            fmt(state.other * state.step, ",.0f"),
            " have a dot product of ",
            fmt(state.product(state.other), ".2f"),
            f"; each with itself has {result.alike:.0f}. Any two that are ",
            fmt(apart, ",.0f"),
            " apart have the same.",
        )
        .tells(
            "The lists of the first positions, and their dot products with position 0",
            ("position", *_names(result), "dot product with position 0"),
            _told(result),
        )
    )


@numbers(waves.run)
def quoted(result: waves.Result) -> dict[str, float | int | str]:
    """The numbers section 11 quotes of the sines and cosines."""
    return {
        "waves-alike": result.alike,
        "waves-neighbor": result.neighbor,
        "waves-least": result.least,
        "waves-least-apart": result.least_apart,
        "waves-again": result.again,
        "waves-again-apart": result.again_apart,
        "waves-quickest": float(result.rounds[0]),
        "waves-slowest": float(result.rounds[-1]),
    }


def _told(result: waves.Result) -> list[list[float]]:
    """A line for each position of the table's first step."""
    lists, products = result.lists[0].round(4).tolist(), result.products[0, 0].round(4).tolist()
    return [[k, *each, product] for k, (each, product) in enumerate(zip(lists, products, strict=True))]


def _names(result: waves.Result) -> list[str]:
    return [f"{wave} {pair}" for pair in range(1, len(result.speeds) + 1) for wave in ("sine", "cosine")]


def _state(page: Layout, result: waves.Result) -> _State:
    columns = [str(k) for k in range(result.config.count)]
    column = page.stepper("column", FIRST, columns, "List")
    other = page.stepper("other", SECOND, columns, "Compared with")
    steps = [str(step) for step in result.config.steps]
    chosen = page.choice("step", steps[0], {step: step for step in steps}, "Step")
    products = page.state("all_products", result.products[:, 0].round(7).tolist())
    which = page.let("which", fn.indexof(array(steps), chosen))
    return _State(
        column,
        other,
        page.let("apart", array(result.config.steps)[which]),
        page.let("products", products[which]),
        page.state("speeds", result.speeds.tolist()),
    )


# ── the sheet ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand. Positions run along: to the right, or down where the sheet is narrow."""

    wide: bool
    count: int  # of positions
    grid: Grid
    base: float  # where the bars begin
    unit: float  # px: of a bar; upward is below zero
    title: float
    labels: float  # where the positions are named
    clocks: list[tuple[float, float]]
    room: int  # px: from a clock's middle to the end of its numbers
    total: tuple[float, float]
    height: int

    def at(self, position: Any) -> Any:
        """The middle of a position's list."""
        return self.grid.x(position) if self.wide else self.grid.y(position)

    def lay(self, along: Any, across: Any, length: Any, thickness: Any) -> tuple[Any, Any, Any, Any]:
        """A rectangle round a place: x, y, width and height."""
        return (along, across, length, thickness) if self.wide else (across, along, thickness, length)

    @property
    def pitch(self) -> float:
        """From one position to the next."""
        return self.grid.width if self.wide else self.grid.height

    @property
    def middle(self) -> tuple[float, float]:
        """Of the table, along and across."""
        x, y = (self.grid.left + self.grid.right) / 2, (self.grid.top + self.grid.bottom) / 2
        return (x, y) if self.wide else (y, x)

    @property
    def depth(self) -> float:
        """The table's size across."""
        grid = self.grid
        return grid.bottom - grid.top if self.wide else grid.right - grid.left


def _sheet(page: Layout, result: waves.Result) -> _Sheet:
    n, width = result.config.count, result.config.width
    pairs = range(width // 2)
    if page.wide:
        grid = Grid(width, n, 30, 148, 16, 16)
        clocks = [(452.0, grid.y(2 * pair + 0.5)) for pair in pairs]
        return _Sheet(True, n, grid, 118, -9, 12, grid.bottom + 18, clocks, 116, (568, grid.bottom + 20), 440)
    grid = Grid(n, width, 52, 56, 10.2, 16.5)
    clocks = [(20.0 + 77 * (pair % 4), grid.bottom + 54 + 44 * (pair // 4)) for pair in pairs]
    return _Sheet(False, n, grid, 234, 6, 14, 42, clocks, 59, (310, grid.bottom + 134), 602)


def _table(sheet: _Sheet, state: _State) -> list[Mark]:
    """The lists as squares, with frames round the two that are compared."""
    k, number = (datum.j, datum.i) if sheet.wide else (datum.i, datum.j)
    wave = fn.sin(state.angle(k, fn.floor(number / 2)) + (number % 2) * _QUARTER)
    chosen = when((k == state.column) | (k == state.other), INK, mix(INK, 0.6))
    side = min(sheet.grid.width, sheet.grid.height)
    return [
        _stripes(sheet),
        square(side, wave, rows=sheet.grid.cells, color=chosen),
        *(_frame(sheet, position, **style) for position, style in _frames(state)),
    ]


def _stripes(sheet: _Sheet) -> Mark:
    """Every second pair on a ground of its own; on the wide sheet it reaches to the pair's clock."""
    grid, pairs = sheet.grid, range(1, len(sheet.clocks), 2)
    if sheet.wide:
        rows = [{"x": 300, "y": grid.y(2 * p + 0.5), "w": 548, "h": 2 * grid.height} for p in pairs]
    else:
        middle, high = (grid.top + grid.bottom) / 2, grid.bottom - grid.top
        rows = [
            {"x": round(grid.x(2 * p + 0.5), 2), "y": middle, "w": 2 * grid.width, "h": high} for p in pairs
        ]
    return rect(datum.x, datum.y, datum.w, datum.h, rows=rows, fill=mix(INK, 0.05))


def _frames(state: _State) -> list[tuple[Expression, dict[str, Any]]]:
    return [(state.other, {"stroke_dash": DOTS, "stroke_width": 2}), (state.column, {"stroke_width": 1.8})]


def _frame(sheet: _Sheet, position: Expression, **style: Any) -> Mark:
    place = sheet.lay(sheet.at(position), sheet.middle[1], sheet.pitch + 1, sheet.depth + 4)
    return rect(*place, fill=CLEAR, stroke=INK, corner_radius=3, **style)


def _labels(sheet: _Sheet, state: _State) -> Mark:
    """Every fourth position by its number, and the two that are compared."""
    rows = [{"k": k, "at": sheet.at(k), "each": k % 4 == 0} for k in range(sheet.count)]
    mine = (datum.k == state.column) | (datum.k == state.other)
    crowd = when(state.step == 100, 3, 2) if sheet.wide else 1  # from one label to the next, in positions
    from_column, from_other = (fn.abs(datum.k - each) for each in (state.column, state.other))
    clear = datum.each & (fn.min(from_column, from_other) >= crowd)
    shown = (datum.k == state.column) | when(datum.k == state.other, from_column >= crowd, clear)
    x, y = (datum.at, sheet.labels) if sheet.wide else (sheet.labels, datum.at)
    return text(
        x,
        y,
        fmt(datum.k * state.step, ",.0f"),
        rows=rows,
        opacity=when(shown, 1, 0),
        align="center" if sheet.wide else "right",
        fill=when(mine, INK, MUTED),
        font_weight=when(mine, 600, 400),
    )


# ── dot products ─────────────────────────────────────────────────────────────────────────────────


def _bars(sheet: _Sheet, result: waves.Result, state: _State) -> list[Mark]:
    """The dot product of the chosen position with each."""
    size = state.product(datum.k) * sheet.unit
    rows = [{"k": k, "at": sheet.at(k)} for k in range(sheet.count)]
    bar = sheet.lay(datum.at, size / 2 + sheet.base, sheet.pitch * 0.6, fn.max(1, fn.abs(size)))
    mine = (datum.k == state.column) | (datum.k == state.other)
    along, end = sheet.at(state.other), fn.max(0, state.product(state.other)) * sheet.unit + sheet.base
    above = result.alike * sheet.unit + sheet.base - 11  # all bars: beside a short one stand longer ones
    x, y = (along, above) if sheet.wide else (end + 8, along)
    title = join("dot product of ", fmt(state.column * state.step, ",.0f"), " with each")
    return [
        text(sheet.grid.left if sheet.wide else 8, sheet.title, title, fill=MUTED),
        *(mark for v in (0, int(result.alike)) for mark in _tick(sheet, v, sheet.base + v * sheet.unit)),
        rect(*bar, rows=rows, fill=when(mine, INK, mix(INK, 0.32)), corner_radius=1.5),
        text(
            x,
            y,
            fmt(state.product(state.other), ".2f"),
            align="center" if sheet.wide else "left",
            font_weight=600,
            halo=True,
        ),
    ]


def _tick(sheet: _Sheet, value: int, place: float) -> list[Mark]:
    grid = sheet.grid
    d = f"M{grid.left},{place}H{grid.right}" if sheet.wide else f"M{place},{grid.top}V{grid.bottom}"
    x, y, align = (grid.left - 8, place, "right") if sheet.wide else (place, grid.top - 12, "center")
    return [line(d, stroke=HAIRLINE, stroke_width=1), text(x, y, str(value), align=align, fill=MUTED)]


# ── clocks ───────────────────────────────────────────────────────────────────────────────────────


def _clocks(page: Layout, sheet: _Sheet, result: waves.Result, state: _State) -> list[Mark]:
    """Each pair of numbers as a hand: the sine to the right, the cosine up. What a pair adds is a cosine, too."""
    radius = page.pick(13, 12)
    rows = [
        {"p": p, "x": x, "y": round(y, 2), "e": x + sheet.room, "t": _round(rounds)}
        for p, ((x, y), rounds) in enumerate(zip(sheet.clocks, result.rounds.tolist(), strict=True))
    ]
    between = state.angle(state.column - state.other, datum.p)
    adds = fmt(fn.cos(between), "+.2f")
    x, y = sheet.total
    (turn_x, turn_y), (add_x, add_y) = page.pick(
        ((datum.e - 50, datum.y), (datum.e, datum.y)), ((datum.e, datum.y - 9), (datum.e, datum.y + 9))
    )
    return [
        disc(datum.x, datum.y, radius, rows=rows, fill=CLEAR, stroke=HAIRLINE, stroke_width=1),
        *(_hand(state, position, radius - 1, rows, **style) for position, style in _frames(state)),
        text(turn_x, turn_y, datum.t, rows=rows, fill=MUTED, align="right"),
        text(add_x, add_y, adds, rows=rows, align="right"),
        line(f"M{x - 44},{y - 14:g}h46", stroke_width=1.25),
        text(x, y + 2, fmt(state.product(state.other), ".2f"), font_weight=600, align="right"),
    ]


def _headings(page: Layout, sheet: _Sheet) -> list[Mark]:
    """What the numbers beside the clocks are."""
    x, y = sheet.clocks[0]
    if not page.wide:
        return [text(8, y - 29, "positions in one turn, and what is added", fill=MUTED)]
    end = x + sheet.room
    return [
        text(at, y - 32, word, fill=MUTED, align="right")
        for at, word in ((end - 50, "one turn"), (end, "adds"))
    ]


def _round(positions: float) -> str:
    return f"{positions:,.0f}" if positions > 10 else f"{positions:.1f}"


def _hand(state: _State, position: Expression, reach: float, rows: Any, **style: Any) -> Mark:
    angle = state.angle(position, datum.p)
    d = path("M", 0, 0, "L", fn.sin(angle) * reach, fn.cos(angle) * -reach)
    return line(d, x=datum.x, y=datum.y, rows=rows, **style)


# ── hands ────────────────────────────────────────────────────────────────────────────────────────


def _targets(page: Layout, sheet: _Sheet) -> list[Mark]:
    """Over the table one chooses the list, over the bars what it is compared with."""
    places = {
        "column": (sheet.middle[1], sheet.depth),
        "other": (sheet.base + (-36 if sheet.wide else 42), page.pick(84, 96)),
    }
    if page.wide:
        nearest = fn.floor((POINTER_X - sheet.grid.left) / sheet.pitch)
        whole = sheet.pitch * sheet.count
        page.on(*(scrub(f"on_{name}", name, clamp(nearest, 0, sheet.count - 1)) for name in places))
        return [
            target(*sheet.lay(sheet.middle[0], across, whole, room), name=f"on_{name}", cursor="ew-resize")
            for name, (across, room) in places.items()
        ]
    page.on(*(point(f"on_{name}", name, datum.k) for name in places))
    rows = [{"k": k, "at": sheet.at(k)} for k in range(sheet.count)]
    return [
        target(*sheet.lay(datum.at, across, sheet.pitch, room), rows=rows, name=f"on_{name}")
        for name, (across, room) in places.items()
    ]
