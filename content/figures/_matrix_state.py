"""What the reader of the matrix has chosen, and the tables of numbers that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import matrix
from generator.drawing import Expression, Layout, array, fn, glide, when, width_of

PARTS = {"products": "Q times K", "scores": "Divided", "weights": "Softmax", "output": "Times V"}
PRODUCTS, SCORES, WEIGHTS, MIXED = range(4)  # the parts by number, from the inside out
REACH = (5, 5, 1)  # what fills a cell, in each of the first three


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """The choices, and the numbers of the chosen ending."""

    stage: Expression  # the part shown, by number
    drawn: tuple[Expression, Expression]  # the two tables that the drawing lies between
    shares: tuple[Expression, Expression]  # how much of each fills a cell
    looking: Expression
    words: Expression
    room: Expression  # the width of each word in bold, in pixels
    tables: Expression  # [products, scores, weights][looking][looked at]
    exponentials: Expression
    totals: Expression
    queries: Expression
    keys: Expression
    values: Expression
    outputs: Expression
    nouns: tuple[int, int]  # where "animal" and "street" stand

    def cell(self, table: Any, row: Any, column: Any) -> Any:
        """A number of one of the three tables."""
        return self.tables[table][row][column]

    def level(self, row: Any, column: Any) -> Any:
        """How full a cell is, on the way from one of the three tables to the next."""
        (low, high), (less, more) = self.drawn, self.shares
        return low[row][column] * less + high[row][column] * more

    def by_stage(self, *contents: Any) -> Any:
        """One of four, by the part that is shown."""
        return array(contents)[self.stage]


def choose(page: Layout, result: matrix.Result, size: float) -> State:
    """The three controls, and all that they decide; words are measured at `size`."""
    part = page.choice("part", "output", PARTS, "Show")
    looking = page.stepper("looking", result.pronoun, (*result.words[:-1], "the last word"), "Looking word")
    last = page.choice("last", result.endings[0], {word: word for word in result.endings}, "Last word")
    ending = page.let("ending", when(last == result.endings[1], 1, 0))
    stage = page.let("stage", fn.indexof(array(PARTS), part))
    widths = [round(width_of(word, size, 600), 1) for word in (*result.words[:-1], *result.endings)]
    words = len(result.words) - 1

    def of(name: str, values: Any) -> Expression:
        """The part of an array that belongs to the chosen ending."""
        return page.let(name, page.state(f"both_{name}", values.round(7).tolist())[ending])

    tables = [of(name, getattr(result, name)) for name in ("products", "scores", "weights")]
    stacked = page.let("tables", array(tables))
    drawn, shares = _glide(page, stage, stacked)
    return State(
        stage=stage,
        drawn=drawn,
        shares=shares,
        looking=looking,
        words=page.let("words", array([*result.words[:-1], last])),
        room=page.let("room", array([*widths[:words], array(widths[words:])[ending]])),
        tables=stacked,
        exponentials=of("exponentials", result.exponentials),
        totals=of("totals", result.totals),
        queries=of("queries", result.queries),
        keys=of("keys", result.keys),
        values=of("values", result.values),
        outputs=of("outputs", result.output),
        nouns=(result.words.index("animal"), result.words.index("street")),
    )


def _glide(page: Layout, stage: Expression, tables: Expression) -> tuple[tuple[Expression, Expression], ...]:
    """The two tables on the way from one part to the next, and how much of each is drawn."""
    at = page.state("at", [MIXED])
    page.let("goal", array([stage]))
    page.let("rate", when(page.calm(), 1, 0.16))
    page.on(glide("at", "goal", 1, rate="rate"))
    reached = page.let("reached", fn.min(at[0], WEIGHTS))
    low = page.let("low", fn.floor(reached))
    high = page.let("high", fn.min(low + 1, WEIGHTS))
    reach = array(REACH)
    less, more = (low + 1 - reached) / reach[low], (reached - low) / reach[high]
    return (
        (page.let("lower", tables[low]), page.let("upper", tables[high])),
        (page.let("less", less), page.let("more", more)),
    )
