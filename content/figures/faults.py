"""Seven ways to get it wrong: a layer's weights as they should be, and beside them those of a faulty one."""

from __future__ import annotations

from dataclasses import dataclass

from attention.experiments import faults
from content.figures._grid import Grid, square
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    line,
    mix,
    numbers,
    rect,
    text,
    total,
    when,
)

NAMES = (
    "the wrong root",
    "the wrong axis",
    "a mask off by one",
    "a row with nothing to see",
    "heads cut by reshape",
    "pairings mixed",
    "a cache one position off",
)
TELLS = (  # two lines each
    ("Every row is flatter than it should be.", "It still adds up to one."),
    ("Columns add up to one. Rows don’t,", "as the sums at the right say."),
    ("Every word sees the one after it:", "squares stand on the gray."),
    ("Two words of filling see nothing, and should", "give nothing. They share out a whole."),
    ("A row is now half a word, not the one named.", "Half the words are deaf to the first."),
    ("A plausible table; but it changes when the", "whole text is moved along."),
    ("The prompt’s three rows are right. The words", "that come one by one stand a step too far."),
)


@figure("break", data=faults.run)
def break_figure(result: faults.Result, page: Layout) -> Drawing:
    """Two tables of weights, a row for each word that looks: the right one, and that of the chosen fault.

    Cells on gray may not be looked at. In the faulty table the right weights are drawn in outline, and each table has
    the sums of its rows beside it.
    """
    state = _state(page, result)
    sheet = _sheet(page, len(result.words))
    told = [array([lines[n] for lines in TELLS])[state.fault] for n in (0, 1)]
    return (
        page.draw(
            sheet.height,
            _table(sheet, sheet.right, state, state.right, "as it should be"),
            _table(sheet, sheet.wrong, state, state.wrong, array(NAMES)[state.fault]),
            _outlines(sheet.wrong, state),
            [text(sheet.left, sheet.told + 20 * n, each, fill=INK, size=15) for n, each in enumerate(told)],
        )
        .says(*_sentence(state))
        .tells("What each fault does to the weights of the two heads", _COLUMNS, _rows(result))
    )


@numbers(faults.run)
def quoted(result: faults.Result) -> dict[str, float | int | str]:
    """The numbers section 19 quotes."""
    names = list(faults.FAULTS)
    return {
        "faults-deaf": int((~result.hears[names.index("heads")]).sum()),
        "faults-axis-sum": float(result.sums[names.index("axis"), 0].max()),
        "faults-root-moved": float(result.moved[names.index("root"), 0]),
        "faults-cache-moved": float(result.moved[names.index("cache"), 0]),
    }


_COLUMNS = (
    "fault",
    "largest change of a weight, head 1",
    "largest change of a weight, head 2",
    "smallest sum of a row",
    "largest sum of a row",
    "words that hear of the first",
)


def _rows(result: faults.Result) -> list[list[str | float]]:
    """A line for each fault."""
    return [
        [name, *result.moved[n].round(4).tolist(), *_ends(result, n), int(result.hears[n].sum())]
        for n, name in enumerate(NAMES)
    ]


def _ends(result: faults.Result, n: int) -> list[float]:
    return [round(float(result.sums[n].min()), 4), round(float(result.sums[n].max()), 4)]


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The fault and head chosen, and what they look at."""

    fault: Expression
    head: Expression
    words: Expression
    right: Expression
    wrong: Expression
    now: Expression  # the faulty weights, gliding, in one list
    allowed: Expression
    moved: Expression
    low: Expression  # the smallest sum of a row, and the largest
    high: Expression


def _state(page: Layout, result: faults.Result) -> _State:
    fault = page.stepper("fault", 0, [name.capitalize() for name in NAMES], "Fault")
    picked = page.choice("head", 1, {1: "First", 2: "Second"}, "Head")
    head = page.let("place", picked - 1)
    cells = len(result.words) ** 2
    flat = result.wrong.reshape(*result.wrong.shape[:2], cells).round(7)
    page.let("goal", page.state("flat", flat.tolist())[fault][head])
    now = page.state("now", flat[0, 0].tolist())
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("now", "goal", cells, rate="rate"))
    words = [("pad",) * padding + result.words[padding:] for padding in result.padding]

    def of(name: str, values: list[object]) -> Expression:
        return page.let(name, page.state(f"all_{name}", values)[fault][head])

    return _State(
        fault=fault,
        head=head,
        words=page.let("words", array([list(each) for each in words])[fault]),
        right=of("right", result.right.round(7).tolist()),
        wrong=of("wrong", result.wrong.round(7).tolist()),
        now=now,
        allowed=page.let("allowed", page.state("all_allowed", result.allowed.astype(int).tolist())[fault]),
        moved=of("moved", result.moved.round(7).tolist()),
        low=of("low", result.sums.min(axis=-1).round(7).tolist()),
        high=of("high", result.sums.max(axis=-1).round(7).tolist()),
    )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    right: Grid
    wrong: Grid
    left: float  # of the tell-tale
    told: float  # its first line
    height: int


def _sheet(page: Layout, n: int) -> _Sheet:
    if page.wide:
        return _Sheet(Grid(n, n, 66, 98, 24, 24), Grid(n, n, 330, 98, 24, 24), 66, 320, 354)
    return _Sheet(Grid(n, n, 68, 98, 25, 21), Grid(n, n, 68, 324, 25, 21), 10, 518, 552)


def _table(
    sheet: _Sheet, grid: Grid, state: _State, weights: Expression, name: str | Expression
) -> list[Mark]:
    """One of the two tables, with its words, its sums and its name."""
    i, j, n = datum.i, datum.j, grid.columns
    faulty = grid is sheet.wrong
    level = state.now[i * n + j] if faulty else weights[i][j]
    rows = [{"i": k, "y": grid.y(k)} for k in range(grid.rows)]
    one = fmt(_sum(weights[i], n), ".2f")
    beside = not faulty or sheet.right.left == grid.left
    names = [text(grid.left - 8, datum.y, state.words[i], rows=rows, align="right")] if beside else []
    if not faulty or sheet.right.top == grid.top:
        names.append(grid.column_words(state.words, grid.top - 9, angle=302, fill=MUTED))
    above = grid.top - 84 if not faulty or sheet.right.top == grid.top else grid.top - 28
    return [
        rect(
            datum.x,
            datum.y,
            grid.width,
            grid.height,
            rows=grid.cells,
            fill=WASH,
            opacity=1 - state.allowed[i][j],
        ),
        grid.lines(),
        square(
            min(grid.width, grid.height),
            level,
            rows=grid.cells,
            color=mix(INK, 0.72),
            opacity=when(level > 1e-6, 1, 0),
        ),
        *names,
        text(grid.left, above, name, font_weight=600, size=15),
        text(grid.right + 38, grid.top - 12, "sum", fill=MUTED, align="right"),
        text(
            grid.right + 38,
            datum.y,
            one,
            rows=rows,
            fill=when(_whole(weights[i], n), MUTED, INK),
            align="right",
        ),
    ]


def _sum(row: Expression, n: int) -> Expression:
    return total([row[k] for k in range(n)])


def _whole(row: Expression, n: int) -> Expression:
    gap: Expression = fn.abs(_sum(row, n) - 1)
    near: Expression = gap < 1e-4
    return near


def _outlines(grid: Grid, state: _State) -> Mark:
    """The right weights, in outline on the faulty ones."""
    room = min(grid.width, grid.height) - 3
    share = state.right[datum.i][datum.j]
    return line(
        "square",
        x=datum.x,
        y=datum.y,
        size=share * room**2,
        rows=grid.cells,
        stroke=when(state.now[datum.i * grid.columns + datum.j] > share, PAPER, MUTED),
        stroke_width=when(share > 0.002, 1.1, 0),
    )


def _sentence(state: _State) -> list[str | Expression]:
    return [
        "With ",
        array(NAMES)[state.fault],
        ", a weight is off by up to ",
        fmt(state.moved, ".2f"),
        ". The rows add up to ",
        when(
            state.high - state.low < 1e-6,
            fmt(state.high, ".2f"),
            join("between ", fmt(state.low, ".2f"), " and ", fmt(state.high, ".2f")),
        ),
        ".",
    ]
