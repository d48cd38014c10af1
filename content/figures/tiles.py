"""FlashAttention, tile by tile: what is worked on, what is kept of each row, and what was carried so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import tiles
from content.figures._grid import Grid, square
from content.figures._house import KEY, KEY_DASH, QUERY, VALUE, VALUE_DASH
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    Scale,
    array,
    datum,
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
    target,
    text,
    when,
)

START = 2, 5  # tiles of four by four, the sixth of them


@figure("flash", data=tiles.run)
def flash_figure(result: tiles.Result, page: Layout) -> Drawing:
    """A table of scores worked through in square tiles: only the framed tile's scores exist.

    Of each row two numbers are kept beside the table, the largest score so far and the sum. Below, bars of the
    numbers carried between slow and fast memory, with tiles and without.
    """
    grid = _grid(page, result.config.words)
    state = _choose(page, result)
    cell = grid.columns / state.strips  # cells along a tile's side
    goal = fn.floor(datum.i / cell) * state.strips + fn.floor(datum.j / cell)
    page.on(press("cell", "step", goal))
    return (
        page.draw(
            page.pick(508, 444),
            _strips(grid, state),
            _table(page, grid, result, state),
            _running(page, grid, state),
            _carried(page, grid, result, state),
            target(datum.x, datum.y, grid.width, grid.height, rows=grid.cells, name="cell"),
        )
        .says(*_sentence(result, state))
        .tells(
            f"Numbers carried for {result.config.words} words, by the tile’s side; without tiles {result.whole:,}",
            ("side of a tile", "tiles", "scores held", "numbers carried"),
            [(w.side, w.carried.size, w.side**2, int(w.carried[-1])) for w in result.walks],
        )
    )


@numbers(tiles.run)
def quoted(result: tiles.Result) -> dict[str, float | int | str]:
    """The numbers section 16 quotes of tiles."""
    return {
        "flash-equal": result.equal,
        "flash-difference": result.difference,
        "flash-long": result.config.lengths[-1],
        "flash-long-scores": int(result.scores_held[-1]),
        "flash-long-held": int(result.numbers_held[-1]),
        "flash-whole": result.whole,
        "flash-single": int(result.walks[0].carried[-1]),
        "flash-fours": int(result.walks[START[0]].carried[-1]),
        "flash-pays-from": result.pays_from,
        "flash-share": result.share_carried,
    }


def _grid(page: Layout, n: int) -> Grid:
    return Grid(n, n, 34, 74, 20, 20) if page.wide else Grid(n, n, 30, 70, 13, 16)


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and the numbers of the tile at work."""

    size: Expression  # by number
    side: Expression  # cells along a tile's side
    strips: Expression  # of rows, and of columns
    step: Expression
    up: Expression  # the strip of rows at work
    over: Expression  # the strip of columns
    peaks: Expression  # of the chosen size: rows of strips
    sums: Expression
    fades: Expression
    carried: Expression  # so far
    all: Expression  # in the end


def _choose(page: Layout, result: tiles.Result) -> _State:
    n = result.config.words
    sides = [walk.side for walk in result.walks]
    chosen = page.choice("side", sides[START[0]], {side: f"{side} × {side}" for side in sides}, "Tile")
    side = page.let("cells", fn.toNumber(chosen))
    size = page.let("size", fn.indexof(array(sides), side))
    strips = page.let("strips", n / side)
    labels = [str(k + 1) for k in range(n * n)]
    step = page.stepper("step", START[1], labels, "Step", last=strips * strips - 1)
    tables = {
        name: page.let(name, page.state(f"{name}_all", table)[size])
        for name, table in (
            ("peaks", [walk.peaks.round(7).tolist() for walk in result.walks]),
            ("sums", [walk.sums.round(7).tolist() for walk in result.walks]),
            ("fades", [walk.fades.round(7).tolist() for walk in result.walks]),
        )
    }
    carried = page.let("carried", page.state("carried_all", [w.carried.tolist() for w in result.walks])[size])
    up = page.let("up", fn.floor(step / strips))
    over = page.let("over", step % strips)
    return _State(
        size=size,
        side=side,
        strips=strips,
        step=step,
        up=up,
        over=over,
        carried=page.let("moved", carried[step]),
        all=page.let("moved_all", carried[strips * strips - 1]),
        **tables,
    )


def _sentence(result: tiles.Result, state: _State) -> list[str | Expression]:
    return [
        "Tile ",
        fmt(state.step + 1, ",.0f"),
        " of ",
        fmt(state.strips * state.strips, ",.0f"),
        ": ",
        when(state.side == 1, "1 score is", join(state.side * state.side, " scores are")),
        f" held at once, of {result.config.words**2}. Carried to and from slow memory: ",
        fmt(state.carried, ",.0f"),
        " numbers so far, ",
        fmt(state.all, ",.0f"),
        f" in the end; without tiles, {result.whole:,}.",
    ]


def _strips(grid: Grid, state: _State) -> list[Mark]:
    """Keys and values above the table, queries beside it; what is in fast memory is solid."""
    across, down = state.side * grid.width, state.side * grid.height
    x, y = (state.over + 0.5) * across + grid.left, (state.up + 0.5) * down + grid.top
    thick, width, height = 10, grid.right - grid.left, grid.bottom - grid.top
    keys, values, queries = grid.top - 26, grid.top - 11, grid.left - 11
    top = grid.top - 48
    named: dict[str, Any] = {"font_weight": 600}
    return [
        rect(grid.left + width / 2, keys, width, thick, fill=mix(KEY, 0.16)),
        rect(grid.left + width / 2, values, width, thick, fill=mix(VALUE, 0.16)),
        rect(queries, grid.top + height / 2, thick, height, fill=mix(QUERY, 0.16)),
        rect(x, keys, across, thick, fill=KEY),
        rect(x, values, across, thick, fill=VALUE),
        rect(queries, y, thick, down, fill=QUERY),
        line(_box(grid.left, keys - thick / 2, width, thick), stroke=KEY, stroke_dash=KEY_DASH),
        line(_box(grid.left, values - thick / 2, width, thick), stroke=VALUE, stroke_dash=VALUE_DASH),
        line(_box(queries - thick / 2, grid.top, thick, height), stroke=QUERY),
        text(grid.left, top, "keys", fill=KEY, **named),
        text(grid.left + 35, top, "and", fill=MUTED),
        text(grid.left + 65, top, "values", fill=VALUE, **named),
        text(grid.left - 17, grid.bottom + 15, "queries", fill=QUERY, **named),
    ]


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g},{y:g}h{width:g}v{height:g}h{-width:g}Z"


def _table(page: Layout, grid: Grid, result: tiles.Result, state: _State) -> list[Mark]:
    """Cells to come are tinted, cells done are empty; in the tile, squares of e to the score less the maximum."""
    up, over = fn.floor(datum.i / state.side), fn.floor(datum.j / state.side)
    to_come = up * state.strips + over > state.step
    here = (up == state.up) & (over == state.over)
    scores = array(result.scores.round(7).tolist())[datum.i][datum.j]
    share = fn.exp(scores - state.peaks[datum.i][state.over])
    across, down = state.side * grid.width, state.side * grid.height
    x, y = (state.over + 0.5) * across + grid.left, (state.up + 0.5) * down + grid.top
    room = min(grid.width, grid.height)
    return [
        rect(
            datum.x,
            datum.y,
            grid.width,
            grid.height,
            rows=grid.cells,
            fill=when(to_come, WASH, PAPER),
        ),
        grid.lines(),
        square(room, share, rows=grid.cells, color=INK, opacity=when(here, 1, 0)),
        rect(
            x,
            y,
            across + 3,
            down + 3,
            fill=CLEAR,
            stroke=INK,
            stroke_width=page.pick(2.5, 2),
            corner_radius=3,
        ),
    ]


def _running(page: Layout, grid: Grid, state: _State) -> list[Mark]:
    """What is kept of each row, and how the last tile changed it."""
    places = page.pick((426, 484, 566), (272, 315))
    rows = [{"i": i, "y": grid.y(i)} for i in range(grid.rows)]
    up = fn.floor(datum.i / state.side)
    last = when(up == state.up, state.over, state.strips - 1)
    here = up == state.up
    style: dict[str, Any] = {"rows": rows, "align": "right", "fill": when(here, INK, MUTED)}
    kept = when(up > state.up, 0, 1)
    fade = state.fades[datum.i][last]
    fades = when(fade < 0.995, join("× ", fmt(fade, ".2f")), "as it was")
    head: dict[str, Any] = {"align": "right", "font_weight": 600}
    y = grid.top - 14
    marks = [
        text(places[0], y, page.pick("maximum", "max"), **head),
        text(places[1], y, "sum", **head),
        text(places[0], datum.y, fmt(state.peaks[datum.i][last], ".1f"), opacity=kept, **style),
        text(places[1], datum.y, fmt(state.sums[datum.i][last], ".2f"), opacity=kept, **style),
    ]
    if page.wide:
        shown = when(here & (state.over > 0), 1, 0)
        marks += [
            text(places[2], y, "old sum", **head),
            text(places[2], datum.y, fades, opacity=shown, **style),
        ]
    return [
        text(places[-1], grid.top - page.pick(34, 48), "kept of each row", align="right", fill=MUTED),
        *marks,
    ]


def _carried(page: Layout, grid: Grid, result: tiles.Result, state: _State) -> list[Mark]:
    """Bars: the whole table's way, and the tiles' so far and in the end."""
    left, top = page.pick(34, 8), grid.bottom + page.pick(44, 46)
    most = max(int(walk.carried[-1]) for walk in result.walks)
    scale = Scale(0, most, page.pick(126, 92), page.pick(510, 262))
    y = top + 24, top + 48
    start = scale(0)

    def strip(at: float, count: Any, fill: Any) -> Mark:
        wide = scale(count) - start
        return rect(wide / 2 + start, at, wide, 12, fill=fill)

    ends = scale(result.whole) + 8, scale(state.all) + 8
    style: dict[str, Any] = {"font_weight": 600}
    edge = path("M", scale(result.whole), y[0] - 11, "V", y[1] + 11)
    return [
        text(left, top, "numbers carried to and from slow memory", fill=MUTED),
        text(left, y[0], "without tiles"),
        strip(y[0], result.whole, MUTED),
        text(ends[0], y[0], f"{result.whole:,}", **style),
        text(left, y[1], "in tiles"),
        strip(y[1], state.all, mix(INK, 0.18)),
        strip(y[1], state.carried, INK),
        line(edge, stroke=HAIRLINE, stroke_width=1),
        text(ends[1], y[1], fmt(state.all, ",.0f"), **style),
    ]
