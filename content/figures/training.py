"""A head that learns to look something up: its loss, its weights on one example, and its scores, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import lookup
from content.figures._grid import Grid, chip, square
from content.figures._house import KEY, QUERY, VALUE, insist
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
    bar,
    datum,
    disc,
    figure,
    fmt,
    fn,
    join,
    line,
    mix,
    numbers,
    packed,
    play,
    press,
    rect,
    target,
    text,
    unpacked,
    when,
)

SIZES = {"slow": "Slow", "medium": "Medium", "fast": "Fast", "too-large": "Too large"}
SPOKEN = ("slow", "medium", "fast", "too large")
START_SIZE, START_FRAME = "medium", 33  # halfway down
REACH = 8  # the score that fills a cell; what lies beyond fills it as well
TOP = 1.8  # of the losses that are drawn
NAMES = ((62, 1.0), (34, 0.62), (13, 0.3), (10, 1.66))  # where the curves leave room: frame, loss


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The step looked at, and what the head is there."""

    size: Expression  # the step size, by its place
    frame: Expression
    step: Expression
    loss: Expression
    right: Expression  # share of the test
    weights: Expression  # on the four pairs
    answer: int  # the place of the right one
    scores: Expression  # all of them, packed

    def score(self, asked: Any, letter: Any) -> Any:
        """The score of two letters, as a share of a full cell."""
        n = len(lookup.LETTERS)
        return unpacked(self.scores, self.frame * n * n + asked * n + letter, -1, 1)


@figure("training", data=lookup.run)
def training_figure(result: lookup.Result, page: Layout) -> Drawing:
    """A head learns to look up letters: its loss falls, and its scores, random at first, become a diagonal.

    With three step sizes it arrives, sooner or later; with the fourth its loss leaves the drawing at the top.
    """
    state = _state(page, result)
    frame = Frame(
        Scale(0, len(result.steps) - 1, *page.pick((46, 300), (46, 298))),
        Scale(0, TOP, *page.pick((252, 50), (166, 40))),
    )
    grid = page.pick(Grid(8, 8, 352, 66, 26, 26), Grid(8, 8, 78, 388, 24, 24))
    page.on(press("names", "size", datum.name))
    return (
        page.draw(
            page.pick(446, 618),
            _curves(page, result, frame, state),
            _grid(page, result, grid, state),
            _example(page, result, state),
            frame.scrub(page, "curves", "frame"),
            _names(frame, state, _place(page, frame, state)),
        )
        .says(
            "After ",
            fmt(state.step, ".0f"),
            " steps (step size: ",
            array(SPOKEN)[state.size],
            ") the loss is ",
            _loss(state),
            ". The pair asked for gets ",
            fmt(state.weights[state.answer], ".0%"),
            " of the weight in the example, and the largest weight in ",
            fmt(state.right, ".1%"),
            f" of {result.config.tests:,} new ones.",
        )
        .tells(
            "Loss on new examples, and the share of them that are answered right",
            ("step", *(f"{what}, {name}" for what in ("loss", "right") for name in SPOKEN)),
            [
                (step, *(round(value, 4) for value in (*loss, *right)))
                for step, loss, right in _every(
                    10, result.steps.tolist(), result.loss.T.tolist(), result.right.T.tolist()
                )
            ],
        )
    )


@numbers(lookup.run)
def quoted(result: lookup.Result) -> dict[str, float | int | str]:
    """The numbers section 12 quotes."""
    _check(result)
    at = result.steps.tolist().index
    slow, medium, fast, too_large = result.loss
    return {
        "training-parameters": result.parameters,
        "training-batch": result.config.batch,
        "training-start": result.start,
        "training-half": result.start / 2,  # ln 2
        "training-slow-150": float(slow[at(150)]),
        "training-medium-150": float(medium[at(150)]),
        "training-medium-end": float(medium[-1]),
        "training-fast-30": float(fast[at(30)]),
        "training-too-large-least": float(too_large.min()),
        "training-too-large-end": float(too_large[-1]),
        "training-too-large-right": float(result.right[-1, -1]),
    }


def _check(result: lookup.Result) -> None:
    """What the text says in words."""
    slow, medium, fast, too_large = result.loss
    diagonal = result.scores[1, -1].argmax(-1) == range(len(result.letters))
    claims = {
        "training begins at a guess": abs(result.loss[:, 0] - result.start).max() < 0.02,
        "slow, medium and fast arrive in this order": slow[50] > medium[50] + 0.3 and medium[50] > fast[50],
        "fast is there after thirty steps": fast[10] < 0.1,
        "medium gets there": medium[-1] < 0.03 and result.right[1, -1] > 0.99,
        "the largest step size gets low first, and then away": too_large[:10].min() < 1 < 10 < too_large[-1],
        "and yet most of its answers are right": result.right[3, -1] > 0.5,
        "the scores become a diagonal": diagonal.all(),
    }
    insist(12, claims)


def _every(n: int, *columns: list[Any]) -> Any:
    """Rows of the columns, each n-th."""
    return list(zip(*columns, strict=True))[::n]


def _state(page: Layout, result: lookup.Result) -> _State:
    last = len(result.steps) - 1
    page.player("playing", "Train")
    frame = page.stepper("frame", START_FRAME, [str(step) for step in result.steps.tolist()], "Step")
    chosen = page.choice("size", START_SIZE, SIZES, "Step size")
    page.on(play("frame", "playing", last, ms=60))
    size = page.let("run", fn.indexof(array(SIZES), chosen))
    losses, rights, weights = (
        page.state(name, getattr(result, name).round(7).tolist()) for name in ("loss", "right", "weights")
    )
    scores = page.state("scores", [packed(run.ravel().tolist(), -REACH, REACH) for run in result.scores])
    return _State(
        size=size,
        frame=frame,
        step=frame * result.config.every,
        loss=page.let("loss_now", losses[size][frame]),
        right=rights[size][frame],
        weights=page.let("weights_now", weights[size][frame]),
        answer=[pair[0] for pair in result.config.example].index(result.config.asked),
        scores=page.let("scores_now", scores[size]),
    )


def _curves(page: Layout, result: lookup.Result, frame: Frame, state: _State) -> list[Mark]:
    """The losses; the chosen one stands out. What lies above the drawing's top is hidden by a strip of paper."""
    left, right, top = frame.x.start, frame.x.end, frame.y.end
    frames = range(len(result.steps))
    curves = [frame.curve(frames, [min(loss, TOP + 0.1) for loss in run]) for run in result.loss.tolist()]
    steps = {i: str(step) for i, step in enumerate(result.steps.tolist())}
    at, low = frame.x(state.frame), frame.y(fn.min(state.loss, TOP))
    return [
        *frame.rows({0: "0", 0.5: "0.5", 1: "1", result.start: fmt(result.start, ".2f")}),
        text(right, frame.y(result.start) - 11, "a guess among four", fill=MUTED, align="right"),
        line(
            array(curves)[datum.k],
            rows=[{"k": k} for k in range(len(curves))],
            stroke=MUTED,
            stroke_width=1.2,
            opacity=0.55,
        ),
        line(array(curves)[state.size], stroke_width=2.4, stroke_join="round"),
        rect((left + right) / 2, top - 14, right - left + 16, 28, fill=PAPER),
        text(12, page.pick(16, 14), "loss", font_weight=600),
        text(46, page.pick(16, 14), f"on {result.config.tests:,} new examples", fill=MUTED),
        frame.cursor(state.frame),
        disc(at, low, 5.5, stroke=PAPER, stroke_width=1.5),
        frame.columns(steps, chosen=state.frame, every=20),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """Where the loss stands by its dot: beside the curve, where it is free."""

    x: Expression
    y: Expression
    before: Expression  # whether it ends there, or begins

    def covers(self, x: Any, y: Any) -> Any:
        """Whether it leaves no room for a name that begins at x."""
        middle = self.x + when(self.before, -50, 50)
        return (fn.abs(y - self.y) < 18) & (fn.abs(x + 24 - middle) < 84)


def _place(page: Layout, frame: Frame, state: _State) -> _Read:
    slow, at, low = state.size == 0, frame.x(state.frame), frame.y(fn.min(state.loss, TOP))
    before = page.let("before", when(slow, state.frame > 30, state.frame > 55))
    y = page.let("read_y", when(slow, low + 17, fn.max(low - 15, frame.y.end - 2)))
    return _Read(at + when(before, -10, 10), y, before)


def _loss(state: _State) -> Expression:
    """The loss, with digits that matter."""
    return when(state.loss > TOP, fmt(state.loss, ",.0f"), fmt(state.loss, ".3f"))


def _names(frame: Frame, state: _State, read: _Read) -> list[Mark]:
    """The chosen step size and its loss by the dot; the others by their curves, to be chosen there."""
    rows = [
        {"k": k, "name": name, "t": SPOKEN[k], "x": round(frame.x(x), 2), "y": round(frame.y(y), 2)}
        for k, (name, (x, y)) in enumerate(zip(SIZES, NAMES, strict=True))
    ]
    hidden = (datum.k == state.size) | read.covers(datum.x, datum.y)
    chosen = join(array(SPOKEN)[state.size], when(state.loss > TOP, " ↑ ", " "), _loss(state))
    side = when(read.before, "right", "left")
    return [
        text(datum.x, datum.y, datum.t, rows=rows, fill=MUTED, opacity=when(hidden, 0, 1), halo=True),
        text(read.x, read.y, chosen, align=side, font_weight=600, halo=True),
        target(datum.x + 24, datum.y, 62, 32, rows=rows, name="names"),
    ]


def _grid(page: Layout, result: lookup.Result, grid: Grid, state: _State) -> list[Mark]:
    """The score of every letter asked with every letter that a pair may begin with."""
    asked = lookup.LETTERS.index(result.config.asked)
    letters = [
        {"i": i, "t": letter, "x": grid.x(i), "y": grid.y(i)} for i, letter in enumerate(result.letters)
    ]
    bold: dict[str, Any] = {"rows": letters, "align": "center", "font_weight": 600, "size": 15}
    shown = state.score(datum.i, datum.j)
    y = grid.bottom + 22
    return [
        rect(
            (grid.left + grid.right) / 2 - 15,
            grid.y(asked),
            grid.right - grid.left + 38,
            grid.height,
            fill=mix(QUERY, 0.13),
            corner_radius=6,
        ),
        rect(datum.x, datum.y, grid.width, grid.height, rows=letters, fill=WASH),
        grid.lines(),
        square(grid.height, shown, rows=grid.cells, color=INK),
        text(grid.left - 16, datum.y, datum.t, fill=QUERY, **bold),
        text(datum.x, grid.top - 14, datum.t, fill=KEY, **bold),
        text(grid.left - 30, grid.top - 50, "scores", font_weight=600),
        text(grid.left + 18, grid.top - 50, "of", fill=MUTED),
        text(grid.left + 35, grid.top - 50, "letter asked", fill=QUERY),
        text(grid.left + 115, grid.top - 50, "and", fill=MUTED),
        text(grid.left + 144, grid.top - 50, "pair’s letter", fill=KEY),
        _sample(grid.left + 8, y, 0.5),
        text(grid.left + 22, y, "for", fill=MUTED),
        _sample(grid.left + 62, y, -0.5),
        text(grid.left + 76, y, "against", fill=MUTED),
        text(
            grid.right, y, page.pick(f"a full cell is {REACH}", f"full: {REACH}"), fill=MUTED, align="right"
        ),
    ]


def _sample(x: float, y: float, share: float) -> Mark:
    """A square as it stands in the grid."""
    return square(20, fn.min(share, 1), color=INK, x=x, y=y)


def _example(page: Layout, result: lookup.Result, state: _State) -> list[Mark]:
    """The question, the four pairs, and the weight that each gets."""
    left, y, width, step = page.pick((12, 330, 122, 143), (12, 218, 66, 76))
    rows = [
        {
            "n": n,
            "x": left + step * n,
            "key": pair[0],
            "value": pair[1],
            "asked": pair[0] == result.config.asked,
        }
        for n, pair in enumerate(result.config.example)
    ]
    weight, middle = state.weights[datum.n], datum.x + width / 2
    bold: dict[str, Any] = {"rows": rows, "align": "center", "font_weight": 600, "size": 17}
    track: dict[str, Any] = {"rows": rows, "corner_radius": 2}
    return [
        text(left, y, "one example: which letter goes with", fill=MUTED),
        *chip(left + page.pick(232, 232), y, 12, 24, result.config.asked, size=15),
        rect(
            middle,
            y + 40,
            width,
            36,
            rows=rows,
            fill=WASH,
            stroke=when(datum.asked, INK, CLEAR),
            stroke_width=1.25,
            corner_radius=8,
        ),
        text(middle - 20, y + 40, datum.key, fill=KEY, **bold),
        text(middle, y + 40, "→", fill=MUTED, **(bold | {"font_weight": 400})),
        text(middle + 20, y + 40, datum.value, fill=VALUE, **bold),
        bar(datum.x, y + 70, width, 8, fill=HAIRLINE, **track),
        bar(datum.x, y + 70, weight * width, 8, fill=QUERY, **track),
        text(
            middle,
            y + 92,
            fmt(weight, ".1%"),
            rows=rows,
            align="center",
            fill=when(datum.asked, INK, MUTED),
            font_weight=when(datum.asked, 600, 400),
        ),
    ]
