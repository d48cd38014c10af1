"""The residual stream of a small trained model, read after each layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attention.experiments import stream
from content.figures._house import OUTPUT, QUERY, insist
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    WASH,
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
    fn,
    glide,
    join,
    line,
    mix,
    numbers,
    path,
    point,
    press,
    rect,
    target,
    text,
    when,
)

SHOWN = 4  # guesses of each reading
PALE = 0.7  # the opacity of readings that are not chosen
STAGES = ("before layer 1", "after layer 1", "after layer 2")


@figure("stream", data=stream.run)
def stream_figure(result: stream.Result, page: Layout) -> Drawing:
    """Sixteen letters, eight in random order and then the same again, and where a trained model's heads look in them.

    Below, a band as thick as the model's running list is long, with what its two layers add. Its guess is read before
    the first layer, after it, and after the second: only the last names the letter that comes.
    """
    state = _state(page, result)
    sheet = _sheet(page, result)
    page.on(point("letter", "at", datum.j), press("reading", "layer", datum.r))
    return (
        page.draw(
            sheet.height,
            _looks(sheet, state),
            _letters(sheet, state),
            _band(sheet, state),
            _readings(sheet, state),
            _targets(sheet),
        )
        .says(*_sentence(state))
        .tells(
            "What the model gives to the letter that comes next, and how long its list is",
            (
                "place",
                "letter",
                "next",
                *(f"next letter’s share, {stage}" for stage in STAGES),
                *(f"length, {stage}" for stage in STAGES),
            ),
            _table(result),
        )
    )


@numbers(stream.run)
def quoted(result: stream.Result) -> dict[str, float | int | str]:
    """The numbers section 14 quotes. ValueError if the training ended without induction."""
    at = _start(result)
    insist(
        14,
        {
            "after layer 2 the model copies": bool(result.repeat_right[2] > 0.95),
            "after layer 1 nothing can be read": bool(result.repeat_right[1] < 0.1),
            "layer 2 needs what layer 1 adds": bool(result.repeat_loss_without[0] > 2),
        },
    )
    return {
        "stream-parameters": result.parameters,
        "stream-right": float(result.repeat_right[2]),
        "stream-right-before": float(result.repeat_right[0]),
        "stream-right-between": float(result.repeat_right[1]),
        "stream-loss": float(result.repeat_loss[2]),
        "stream-loss-blurred": float(result.repeat_loss_without[0]),
        "stream-size-before": float(result.sizes[0, at]),
        "stream-size-between": float(result.sizes[1, at]),
        "stream-size-after": float(result.sizes[2, at]),
    }


def _start(result: stream.Result) -> int:
    """The letter that is shown first: in the middle of the second round."""
    return result.config.example + result.config.example // 2


def _table(result: stream.Result) -> list[list[Any]]:
    names = [result.letters[i] for i in result.text]
    return [
        [j + 1, names[j], names[j + 1]]
        + [round(float(share), 4) for share in result.guesses[:, j, result.text[j + 1]]]
        + [round(float(size), 3) for size in result.sizes[:, j]]
        for j in range(len(names) - 1)
    ]


# ── state ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The letter and the layer that the reader looks at, and what the model holds there."""

    text: tuple[str, ...]
    layer: Expression  # how many layers are done
    at: Expression
    looks: Expression  # the heads' weights in that layer, side by side, on their way there
    sizes: Expression  # of the stream, before and after each layer, on their way there
    told: Expression  # the same, as they are
    added: Expression  # [layer], as they are
    names: Expression  # [reading][rank] of the likeliest letters
    shares: Expression  # [reading][rank]
    right: Expression  # [reading], what the next letter is given

    def letter(self, j: Any) -> Any:
        """The letter at a place."""
        return array(self.text)[j]

    def guessed(self, reading: Any, rank: Any) -> Any:
        """A letter by its rank in a reading."""
        return self.names[reading][rank]


def _state(page: Layout, result: stream.Result) -> _State:
    text_ = tuple(result.letters[i] for i in result.text)
    last = len(text_) - 1
    start = _start(result)
    layer = page.stepper("layer", 2, STAGES, "Read")
    at = page.stepper("at", start, [f"{j + 1}: {letter}" for j, letter in enumerate(text_[:last])], "Letter")
    weights = result.weights.astype(float).round(5)
    layers, heads = weights.shape[:2]
    table = [[weights[k, :, j].ravel().tolist() for j in range(last)] for k in range(layers)]
    looks = page.state("all_looks", table)
    page.let("looks_goal", looks[fn.max(0, layer - 1)][at])
    sizes = page.state(
        "all_sizes", [[float(size) for size in place] for place in result.sizes[:, :last].T.round(4)]
    )
    added = page.state(
        "all_added", [[float(size) for size in place] for place in result.added[:, :last].T.round(4)]
    )
    told = page.let("sizes_goal", sizes[at])
    shown = page.state("looks", table[-1][start])
    thick = page.state("sizes", result.sizes[:, start].astype(float).round(4).tolist())
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(
        glide("looks", "looks_goal", heads * len(text_), rate="rate"),
        glide("sizes", "sizes_goal", layers + 1, rate="rate"),
    )

    likeliest, shares, right = _ranked(result, last)

    def here(name: str, table: list[Any]) -> Expression:
        """Of [reading][place], the readings at the chosen place."""
        whole = page.state(f"all_{name}", table)
        return page.let(name, array([whole[r][at] for r in range(layers + 1)]))

    return _State(
        text=text_,
        layer=layer,
        at=at,
        looks=shown,
        sizes=thick,
        told=told,
        added=page.let("added", added[at]),
        names=here("names", likeliest),
        shares=here("shares", shares),
        right=here("right", right),
    )


def _ranked(result: stream.Result, last: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Of each [reading][place]: the likeliest letters, their shares, and the share of the letter that comes."""
    order = result.guesses.argsort(axis=-1)[:, :last, ::-1][..., :SHOWN]
    letters = [[[result.letters[v] for v in place] for place in reading] for reading in order]
    shares = np.take_along_axis(result.guesses[:, :last], order, axis=-1)
    right = result.guesses[:, np.arange(last), result.text[1:]]
    return letters, shares.astype(float).tolist(), right.astype(float).tolist()


# ── drawing ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand: the letters, the stream below them, and a column for each reading."""

    wide: bool
    count: int  # letters
    first: float
    pitch: float
    letters: float  # y
    half: float  # of a chip's height
    ribbon: float  # of one head
    lift: float  # of an arc, by its span
    stream: float  # y of its middle
    unit: float  # px of thickness for a length of one
    top: float  # y of the first guess
    row: float
    column: float
    height: int

    def x(self, j: Any) -> Any:
        """The middle of a letter."""
        return j * self.pitch + self.first

    @property
    def columns(self) -> list[dict[str, Any]]:
        """One row for each reading."""
        left, step = (8, 190) if self.wide else (8, 103)
        return [{"r": r, "x": left + step * r, "t": stage} for r, stage in enumerate(STAGES)]


def _sheet(page: Layout, result: stream.Result) -> _Sheet:
    n = len(result.text)
    if page.wide:
        return _Sheet(True, n, 42, 33.5, 100, 16, 13, 0.19, 262, 4, 362, 24, 180, 486)
    return _Sheet(False, n, 16, 19.2, 92, 13, 9, 0.26, 232, 3, 324, 23, 99, 444)


def _looks(sheet: _Sheet, state: _State) -> list[Mark]:
    """Where the two heads of the layer look: the first head's strands above the letters, the second's below."""
    n = sheet.count
    rows = [{"h": h, "j": j, "s": 2 * h - 1} for h in (0, 1) for j in range(n)]
    share = state.looks[datum.h * n + datum.j]
    near, far = (
        datum.s * sheet.half + sheet.letters,
        fn.abs(sheet.x(state.at) - sheet.x(datum.j)) * sheet.lift + 12,
    )
    x1, x2 = sheet.x(state.at), sheet.x(datum.j)
    arc = path("M", x1, near, "C", x1, near + datum.s * far, x2, near + datum.s * far, x2, near)
    loop = path("M", x1, near, "c", -11, datum.s * 20, 11, datum.s * 20, 0, 0)
    seen = when(
        (state.layer == 0) | (datum.j > state.at) | (share < 0.004), 0, fn.pow(share, 0.5) * 0.62 + 0.3
    )
    labels = [{"h": h, "y": y} for h, y in enumerate((14, 2 * sheet.letters - 14))]
    told = when(
        state.layer == 0,
        when(datum.h == 0, "no head has looked yet", ""),
        join("layer ", state.layer, ", head ", datum.h + 1),
    )
    return [
        line(
            when(datum.j == state.at, loop, arc),
            rows=rows,
            stroke=QUERY,
            stroke_width=fn.max(0.8, share * sheet.ribbon),
            opacity=seen,
        ),
        text(8, datum.y, told, rows=labels, fill=MUTED, halo=True),
    ]


def _letters(sheet: _Sheet, state: _State) -> list[Mark]:
    """The text; the letter that comes next is ringed, as it is what the guesses are held to."""
    n = sheet.count
    rows = [{"j": j, "t": letter, "x": round(sheet.x(j), 1)} for j, letter in enumerate(state.text)]
    here, later = datum.j == state.at, datum.j > state.at
    got = fn.max(state.looks[datum.j], state.looks[datum.j + n])
    tint = mix(QUERY, when((state.layer == 0) | later, 0, got * 0.55), WASH)
    following = datum.j == state.at + 1
    width = sheet.pitch - (6 if sheet.wide else 2.5)
    return [
        rect(
            datum.x,
            sheet.letters,
            width,
            2 * sheet.half,
            rows=rows,
            fill=when(here, QUERY, when(later, PAPER, tint)),
            stroke=when(following, INK, when(later, HAIRLINE, "transparent")),
            stroke_width=when(following, 1.5, 1),
            corner_radius=7 if sheet.wide else 5,
        ),
        text(
            datum.x,
            sheet.letters + 0.5,
            datum.t,
            rows=rows,
            size=17 if sheet.wide else 14,
            align="center",
            fill=when(here, PAPER, when(later & (datum.j != state.at + 1), MUTED, INK)),
            font_weight=when(here | following, 600, 400),
        ),
    ]


def _band(sheet: _Sheet, state: _State) -> list[Mark]:
    """The stream, as thick as its list is long, and what each layer adds to it."""
    left = [column["x"] for column in sheet.columns]
    ends = [left[1] - 8, left[2] - 8, left[2] + sheet.column]
    parts = [{"r": r, "a": (left[r] - 8 if r else left[0]), "b": ends[r]} for r in range(3)]
    thick = fn.max(1.5, state.sizes[datum.r] * sheet.unit)
    done = datum.r <= state.layer
    joints = [{"r": r, "x": left[r] - 8} for r in (1, 2)]
    head = sheet.stream - 44
    drop = path("M", 0, -30, "V", -9)
    there = when(datum.r <= state.layer, 1, 0.3)
    near: dict[str, Any] = {"rows": joints, "opacity": there}
    return [
        rect(
            (datum.a + datum.b) / 2,
            sheet.stream,
            datum.b - datum.a,
            thick,
            rows=parts,
            fill=mix(INK, 0.5),
            opacity=when(done, 1, 0.3),
        ),
        line(drop, x=datum.x - 2.2, y=sheet.stream, stroke=OUTPUT, stroke_width=1.3, **near),
        line(drop, x=datum.x + 2.2, y=sheet.stream, stroke=OUTPUT, stroke_width=1.3, **near),
        disc(datum.x, sheet.stream, 9, fill=PAPER, stroke=OUTPUT, stroke_width=1.3, rows=joints),
        line("M-5,0H5M0,-5V5", x=datum.x, y=sheet.stream, stroke=OUTPUT, stroke_width=1.5, rows=joints),
        text(
            datum.x,
            head + 3,
            join("adds ", fmt(state.added[datum.r - 1], ".1f")),
            fill=OUTPUT,
            font_weight=600,
            align="center",
            halo=True,
            **near,
        ),
        text(
            datum.a + when(datum.r == 0, 4, 12),
            sheet.stream + 30,
            join("length ", fmt(state.told[datum.r], ".1f")),
            rows=parts,
            fill=MUTED,
        ),
    ]


def _readings(sheet: _Sheet, state: _State) -> list[Mark]:
    """A column for each reading: its name, its guesses, and the share of the letter that comes."""
    chosen = datum.r == state.layer
    end = sheet.top + sheet.row * SHOWN
    middle, height = (sheet.top + end) / 2 - 11, end - sheet.top + 62
    ground: dict[str, Any] = {"fill": WASH, "corner_radius": 8, "opacity": when(chosen, 1, 0)}
    coming = join("next: ", state.letter(state.at + 1), " ", fmt(state.right[datum.r], ".1%"))
    return [
        rect(datum.x + sheet.column / 2 - 2, middle, sheet.column + 4, height, rows=sheet.columns, **ground),
        text(
            datum.x + 4,
            sheet.top - 25,
            datum.t,
            rows=sheet.columns,
            size=15 if sheet.wide else 14,
            fill=when(chosen, INK, MUTED),
            font_weight=when(chosen, 600, 400),
        ),
        *_guesses(sheet, state, when(chosen, 1, PALE)),
        text(
            datum.x + 4,
            end + 4,
            coming,
            rows=sheet.columns,
            fill=OUTPUT,
            font_weight=600,
            opacity=when(chosen, 1, PALE),
        ),
    ]


def _guesses(sheet: _Sheet, state: _State, strength: Expression) -> list[Mark]:
    """The likeliest letters of each reading with their shares; the right one in the color of outputs."""
    rows = [
        {**column, "k": k, "y": sheet.top + sheet.row * k} for column in sheet.columns for k in range(SHOWN)
    ]
    name, share = state.guessed(datum.r, datum.k), state.shares[datum.r][datum.k]
    right = name == state.letter(state.at + 1)
    start, room = datum.x + 22, sheet.column - (84 if sheet.wide else 62)
    told = when(share < 0.005, "< 1%", fmt(share, ".0%"))
    style: dict[str, Any] = {"rows": rows, "opacity": strength}
    weight = when(right, 600, 400)
    color = when(right, OUTPUT, mix(INK, 0.5))
    return [
        text(datum.x + 11, datum.y, name, align="center", size=15, font_weight=weight, **style),
        bar(start, datum.y, share * room, 12, fill=color, corner_radius=2, **style),
        text(start + fn.max(1, share * room) + 6, datum.y, told, font_weight=weight, **style),
    ]


def _targets(sheet: _Sheet) -> list[Mark]:
    """What the hand finds: the letters that another follows, and the readings with their parts of the stream."""
    letters = [{"j": j, "x": sheet.x(j)} for j in range(sheet.count - 1)]
    middle, height = (sheet.stream + sheet.height) / 2 - 20, sheet.height - sheet.stream + 40
    return [
        target(datum.x, sheet.letters, sheet.pitch, 44, rows=letters, name="letter"),
        target(datum.x + sheet.column / 2, middle, sheet.column, height, rows=sheet.columns, name="reading"),
    ]


def _sentence(state: _State) -> list[str | Expression]:
    return [
        "Read ",
        array(STAGES)[state.layer],
        ", ",
        join("\u201c", state.letter(state.at), "\u201d"),
        " is taken to be followed by ",
        join("\u201c", state.guessed(state.layer, 0), "\u201d"),
        ". It is followed by ",
        join("\u201c", state.letter(state.at + 1), "\u201d"),
        ", which is given ",
        fmt(state.right[state.layer], ".1%"),
        ".",
    ]
