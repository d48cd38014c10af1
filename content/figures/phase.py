"""Two small models learn: the loss of both, what the heads of one look at, and when it all changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attention.experiments import induction
from content.figures._house import insist
from content.figures._triangle import Triangle, after_copy, flat, one_back, triangle
from generator.drawing import (
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
    datum,
    disc,
    figure,
    fmt,
    join,
    line,
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

HEADS = {0: "1", 1: "2"}
START_STEP = 310  # in the middle of the drop
HIGHEST = 4  # of the losses drawn
LAYERS = ("looks one letter back", "looks after a copy")  # what the heads of each layer learn


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The snapshot looked at, and the two heads."""

    frame: Expression
    step: Expression
    loss: Expression
    one_layer: Expression
    heads: tuple[Expression, Expression]  # the chosen one of each layer
    scores: tuple[Expression, Expression]  # of each layer, what its heads learn: [head][frame]
    maps: tuple[Expression, Expression]  # each chosen head's weights, packed

    def score(self, layer: int) -> Any:
        """What the chosen head of a layer scores now."""
        return self.scores[layer][self.heads[layer]][self.frame]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    loss: Frame
    heads: tuple[Frame, Frame]
    triangles: tuple[Triangle, Triangle]
    height: int

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All three, from the top."""
        return self.loss, *self.heads

    @property
    def whole(self) -> Frame:
        """What spans all three."""
        return Frame(self.loss.x, Scale(0, 1, self.heads[-1].y.start, self.loss.y.end))


@figure("phase", data=induction.run)
def phase_figure(result: induction.Result, page: Layout) -> Drawing:
    """Through training: within a hundred steps the loss of a model with two layers drops; with one layer it does not.

    In the same steps a head of the first layer begins to look one letter back, and heads of the second layer at
    what came after an earlier copy.
    """
    sheet, state = _sheet(page, result), _state(page, result)
    page.on(
        press("first_heads", "first", datum.h),
        press("second_heads", "second", datum.h),
    )
    return (
        page.draw(
            sheet.height,
            _drop(result, sheet),
            _losses(result, sheet.loss, state),
            *(_heads(result, sheet, state, layer) for layer in (0, 1)),
            [frame.cursor(state.frame) for frame in sheet.frames],
            _dots(sheet, state),
            _steps(result, sheet, state),
            *(_pattern(page, sheet, state, layer) for layer in (0, 1)),
            sheet.whole.scrub(page, "curves", "frame"),
            *(_names(result, sheet, state, layer) for layer in (0, 1)),
        )
        .says(
            "After ",
            fmt(state.step, ".0f"),
            " steps the loss on letters that come again is ",
            fmt(state.loss, ".2f"),
            " with two layers and ",
            fmt(state.one_layer, ".2f"),
            " with one. The head of layer 1 gives ",
            fmt(state.score(0), ".0%"),
            " of its attention to the letter before, the head of layer 2 gives ",
            fmt(state.score(1), ".0%"),
            " to letters after an earlier copy.",
        )
        .tells("The two models during training", _COLUMNS, _table(result))
    )


_COLUMNS = (
    "step",
    "loss on letters that come again, two layers",
    "the same, one layer",
    "loss on the first round, two layers",
    "in-context score, two layers",
    *(
        f"{what}, layer {n}, head {h}"
        for what in ("one back", "after a copy")
        for n in (1, 2)
        for h in (1, 2)
    ),
)


def _table(result: induction.Result) -> list[list[float]]:
    """Every fifth snapshot."""
    losses = result.loss, result.one_layer, result.first_loss, result.context
    scores = (each.reshape(len(result.steps), -1).tolist() for each in (result.previous, result.prefix))
    rows = zip(result.steps.tolist(), *(each.tolist() for each in losses), *scores, strict=True)
    return [
        [step, *(round(value, 4) for value in (*values, *back, *after))]
        for step, *values, back, after in list(rows)[::5]
    ]


@numbers(induction.run)
def quoted(result: induction.Result) -> dict[str, float | int | str]:
    """The numbers section 13 quotes of the training."""
    _check(result)
    start, end = (result.steps.tolist().index(step) for step in result.drop)
    return {
        "phase-parameters": result.parameters,
        "phase-shortest": result.config.shortest,
        "phase-longest": result.config.longest,
        "phase-chance": result.chance,
        "phase-drop-start": result.drop[0],
        "phase-before": float(result.loss[start]),
        "phase-after": float(result.loss[end]),
        "phase-end": float(result.loss[-1]),
        "phase-one-layer-end": float(result.one_layer[-1]),
        "phase-context-fall": -float(result.context[-1]),
        "phase-previous-end": float(result.previous[-1, 0].max()),
        "phase-prefix-end": float(result.prefix[-1, 1].max()),
        "phase-starts": 1 + len(result.others),
    }


def _check(result: induction.Result) -> None:
    """What the text says in words."""
    start, end = (result.steps.tolist().index(step) for step in result.drop)
    back, after = result.previous[:, 0].max(-1), result.prefix[:, 1].max(-1)
    one = result.one_layer
    claims = {
        "most of the fall is in the drop": result.loss[start] - result.loss[end] > 0.4 * result.loss[0],
        "the loss is low in the end": result.loss[-1] < 0.15,
        "one layer has no drop": (one[: -(end - start)] - one[end - start :])[10:].max() < 0.5
        and one[-1] > 1.5,
        "both kinds of head form in the drop": min(back[end] / back[start], after[end] / after[start]) > 2,
        "both have formed in the end": back[-1] > 0.4 and after[-1] > 0.7,
        "it forms from every start": result.others[:, -1].max() < 0.5,
        "the end of a text is foretold better than its start": result.context[-1] < -2.5,
    }
    insist(13, claims)


def _sheet(page: Layout, result: induction.Result) -> _Sheet:
    steps = Scale(0, len(result.steps) - 1, 40, 296)
    losses, *scores = page.pick(((190, 48), (336, 260), (474, 398)), ((148, 42), (270, 206), (390, 326)))
    places, cell = page.pick(((358, 50), (358, 298)), ((10, 474), (166, 474))), page.pick(15.5, 11)
    first, second = (Triangle(result.text, x, y, cell) for x, y in places)
    back, after = (Frame(steps, Scale(0, 1, *score)) for score in scores)
    loss = Frame(steps, Scale(0, HIGHEST, *losses))
    return _Sheet(loss, (back, after), (first, second), page.pick(506, 616))


def _state(page: Layout, result: induction.Result) -> _State:
    steps = result.steps.tolist()
    page.player("playing", "Train")
    frame = page.stepper("frame", steps.index(START_STEP), [str(step) for step in steps], "Step")
    strongest = result.previous[-1, 0].argmax(), result.prefix[-1, 1].argmax()
    first, second = (
        page.choice(name, int(head), HEADS, f"Head of layer {n}")
        for n, name, head in zip((1, 2), ("first", "second"), strongest, strict=True)
    )
    page.on(play("frame", "playing", len(steps) - 1, ms=70))
    loss, one_layer = (
        page.state(name, getattr(result, name).round(7).tolist()) for name in ("loss", "one_layer")
    )
    scores = [
        page.state(f"scores_{layer}", each[:, layer].T.round(7).tolist())
        for layer, each in enumerate((result.previous, result.prefix))
    ]
    maps = [
        page.state(f"maps_{layer}", [packed(flat(result.weights[:, layer, head])) for head in HEADS])
        for layer in (0, 1)
    ]
    return _State(
        frame=frame,
        step=frame * result.config.every,
        loss=page.let("loss_now", loss[frame]),
        one_layer=page.let("one_layer_now", one_layer[frame]),
        heads=(first, second),
        scores=(scores[0], scores[1]),
        maps=(page.let("map_0", maps[0][first]), page.let("map_1", maps[1][second])),
    )


def _drop(result: induction.Result, sheet: _Sheet) -> list[Mark]:
    """The ground of the hundred steps in which the loss falls most."""
    start, end = (sheet.loss.x(step / result.config.every) for step in result.drop)
    middle, width = (start + end) / 2, end - start
    bands = [
        {"y": (frame.y.start + frame.y.end) / 2, "h": frame.y.start - frame.y.end + 8}
        for frame in sheet.frames
    ]
    name = text(end + 6, sheet.loss.y.end + 6, "the drop", fill=MUTED)
    return [rect(middle, datum.y, width, datum.h, rows=bands, fill=WASH), name]


def _losses(result: induction.Result, frame: Frame, state: _State) -> list[Mark]:
    """The loss of both models, and faint behind it that of two layers from other starts."""
    frames, y = range(len(result.steps)), frame.y.end - 30
    others = [{"d": frame.curve(range(len(run)), run)} for run in result.others.tolist()]
    end = float(result.one_layer[-1])
    return [
        *frame.rows({0: "0", 1: "1", 2: "2", 3: "3"}),
        line(datum.d, rows=others, stroke=INK, stroke_width=1, opacity=0.22),
        line(frame.curve(frames, result.one_layer.tolist()), stroke=MUTED, stroke_width=1.4),
        line(frame.curve(frames, result.loss.tolist()), stroke_width=2.4, stroke_join="round"),
        text(frame.x.end, frame.y(end) - 26, "one layer", fill=MUTED, align="right", halo=True),
        text(frame.x.end, frame.y(0) - 16, "two layers", font_weight=600, align="right", halo=True),
        *_title(y, frame, "loss", "on letters that come again", fmt(state.loss, ".2f")),
    ]


def _title(y: float, frame: Frame, name: str, more: str, read: Any, gap: float = 34) -> list[Mark]:
    """A chart's name, what it is of, and its value at the cursor."""
    return [
        text(10, y, name, font_weight=600),
        text(10 + gap, y, more, fill=MUTED),
        text(frame.x.end, y, read, font_weight=600, align="right"),
    ]


def _heads(result: induction.Result, sheet: _Sheet, state: _State, layer: int) -> list[Mark]:
    """What both heads of a layer score; the chosen one stands out."""
    frame, scores = sheet.heads[layer], (result.previous, result.prefix)[layer][:, layer].T.tolist()
    curves = [frame.curve(range(len(score)), score) for score in scores]
    gap = (144, 130)[layer]
    return [
        *frame.rows({0: "0", 0.5: "½", 1: "1"}),
        line(
            array(curves)[datum.h],
            rows=[{"h": h} for h in HEADS],
            stroke=MUTED,
            stroke_width=1.4,
            opacity=0.7,
        ),
        line(array(curves)[state.heads[layer]], stroke_width=2.4, stroke_join="round"),
        *_title(
            frame.y.end - 30, frame, LAYERS[layer], f"layer {layer + 1}", fmt(state.score(layer), ".0%"), gap
        ),
    ]


def _names(result: induction.Result, sheet: _Sheet, state: _State, layer: int) -> list[Mark]:
    """The heads' names at the ends of their curves, to be chosen there."""
    frame, ends = sheet.heads[layer], (result.previous, result.prefix)[layer][-1, layer].tolist()
    rows = [{"h": h, "t": f"head {HEADS[h]}", "y": y} for h, y in enumerate(_seats(frame, ends))]
    mine, name = datum.h == state.heads[layer], ("first_heads", "second_heads")[layer]
    return [
        text(
            frame.x.end,
            datum.y,
            datum.t,
            rows=rows,
            fill=when(mine, INK, MUTED),
            font_weight=when(mine, 600, 400),
            align="right",
            halo=True,
        ),
        target(frame.x.end - 22, datum.y, 56, 26, rows=rows, name=name),
    ]


def _seats(frame: Frame, ends: Sequence[float]) -> list[float]:
    """Where names stand: above their curves' ends, but the lower one of two that end close together below."""
    close = abs(ends[0] - ends[1]) < 0.35
    return [round(frame.y(end) + (14 if close and end == min(ends) else -12), 2) for end in ends]


def _dots(sheet: _Sheet, state: _State) -> list[Mark]:
    """Where the curves are now."""
    x, edge = sheet.loss.x(state.frame), {"stroke": PAPER, "stroke_width": 1.5}
    heads = [disc(x, sheet.heads[layer].y(state.score(layer)), 5, **edge) for layer in (0, 1)]
    return [
        disc(x, sheet.loss.y(state.one_layer), 4, fill=MUTED),
        disc(x, sheet.loss.y(state.loss), 5.5, **edge),
        *heads,
    ]


def _steps(result: induction.Result, sheet: _Sheet, state: _State) -> Mark:
    """The steps under the lowest chart."""
    steps = {i: str(step) for i, step in enumerate(result.steps.tolist())}
    return sheet.whole.columns(steps, chosen=state.frame, every=20)


def _pattern(page: Layout, sheet: _Sheet, state: _State, layer: int) -> list[Mark]:
    """Where the chosen head of a layer looks in the example, and where it should."""
    place = sheet.triangles[layer]
    wanted = (one_back, after_copy)[layer](place.letters)
    cells = len(triangle(len(place.letters)))
    weight = unpacked(state.maps[layer], state.frame * cells + datum.k)
    left = page.pick(place.left - 16, place.left)
    head = array([*HEADS.values()])[state.heads[layer]]
    told = page.pick(LAYERS, ("one letter back", "after a copy"))[layer]
    return [
        text(left, place.top - 34, join(f"layer {layer + 1}, head ", head), font_weight=600),
        text(left, place.top - 16, told, fill=MUTED),
        *place.cells(weight),
        place.outlines(wanted),
        *place.names(before=page.wide),
    ]
