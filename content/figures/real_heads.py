"""The heads of a published encoder: all 72 as small maps, one of them large, and what it does with 24 adjectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from content.figures._grid import Grid, chip, square
from content.figures._house import QUERY, insist
from content.models import records
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    SPAN_WIDTH,
    WASH,
    Drawing,
    Expression,
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
    point,
    press,
    rect,
    target,
    text,
    when,
    width_of,
)

LAYERS, HEADS = 6, 12
FAINT, DARK = (
    15,
    45,
)  # hundredths: a small map shows no less than the first, and darkly what reaches the second
HAND: dict[str, Any] = {"group": "Head and word", "folded": True}  # chosen in the drawing as well
BARS = {"previous": "Before", "next": "After", "first": "[CLS]", "shift": "Lean"}
TOLD = (
    "share for the word before",
    "share for the word after",
    "share for [CLS]",
    "more to animal with “tired”",
)
ORDERS = {"animal": "Animal first", "street": "Street first"}
OPENINGS = ("The animal didn’t cross the street …", "The street was not crossed by the animal …")


@figure("real-heads", data=records.minilm, wide=SPAN_WIDTH)
def real_heads_figure(result: records.Minilm, page: Layout) -> Drawing:
    """Six rows of twelve small attention maps, one of them drawn large, with the words it belongs to.

    Below, for twenty-four adjectives, what the chosen head lets “it” give to “animal” and to “street”.
    """
    sheet = _sheet(page)
    state = _choose(page, result)
    page.on(
        press("map", "layer", datum.layer), press("map", "head", datum.head), point("row", "looking", datum.i)
    )
    return (
        page.draw(
            sheet.height,
            _picker(sheet, result, state),
            _large(sheet, state),
            _strip(sheet, result, state),
        )
        .says(*_sentence(state))
        .tells(
            "Each head: its habits on ordinary text, and what “it” gives to the nouns in the two sentences",
            ("head", *TOLD[:3], *(f"it to {noun}, {word}" for word in result.endings for noun in ORDERS)),
            _table(result),
        )
    )


@numbers(records.minilm)
def quoted(result: records.Minilm) -> dict[str, float | int | str]:
    """The numbers section 10 quotes of this model."""
    layer, head = result.leaning
    it, (animal, street), half = result.pronoun, result.nouns, len(result.adjectives) // 2
    row = result.weights[:, layer, head, it]
    of_animal, passive = result.active[0, :, layer, head], result.passive[:, :, layer, head]
    resting = int((result.kinds["first"] > 0.5).sum())
    insist(
        10,
        {
            "no head looks one back as much as 0.2": result.kinds["previous"].argmax() == 2,
            "nor one ahead as much as 1.8": result.kinds["next"].argmax() == HEADS + 8,
            "the head that leans most is 3.1": (layer, head) == (3, 1),
            "it never flips between the two sentences": bool((row[:, animal] > row[:, street]).all()),
            "it tells the two kinds of adjective apart": of_animal[:half].min() > of_animal[half:].max(),
            "in the passive it looks at the street": bool((passive[1] > passive[0]).all()),
            "one head in five rests": resting * 5 >= LAYERS * HEADS,
        },
    )
    return {
        "minilm-heads": LAYERS * HEADS,
        "minilm-previous": float(result.kinds["previous"][0, 2]),
        "minilm-next": float(result.kinds["next"][1, 8]),
        "minilm-resting-heads": resting,
        "minilm-it-animal-tired": float(row[0, animal]),
        "minilm-it-street-tired": float(row[0, street]),
        "minilm-it-animal-wide": float(row[1, animal]),
        "minilm-it-street-wide": float(row[1, street]),
        "minilm-adjectives": len(result.adjectives),
        "minilm-animal-adjectives-least": float(of_animal[:half].min()),
        "minilm-animal-adjectives-most": float(of_animal[:half].max()),
        "minilm-street-adjectives-least": float(of_animal[half:].min()),
        "minilm-street-adjectives-most": float(of_animal[half:].max()),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand: the small maps, the large one, and the strip of adjectives."""

    maps: tuple[float, float]  # the left upper corner of the first small map
    pitch: tuple[float, float]
    side: float  # of a small map
    title: tuple[float, float]
    grid: Grid
    slant: float
    strip: tuple[float, float]  # its left edge, and the line of its heading
    rows: tuple[float, float]  # the middles of its two rows
    scale: Scale
    height: int


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet(
            maps=(22, 64),
            pitch=(30, 36),
            side=26,
            title=(452, 20),
            grid=Grid(16, 16, 476, 92, 16.9, 19.5),
            slant=302,
            strip=(0, 304),
            rows=(354, 390),
            scale=Scale(0, 100, 92, 362),
            height=430,
        )
    return _Sheet(
        maps=(24, 54),
        pitch=(24.2, 30),
        side=21,
        title=(8, 254),
        grid=Grid(16, 16, 72, 326, 14.4, 17),
        slant=296,
        strip=(8, 624),
        rows=(674, 710),
        scale=Scale(0, 100, 98, 292),
        height=750,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and the numbers of the chosen head."""

    layer: Expression
    head: Expression
    place: Expression  # among all heads
    looking: Expression
    ending: Expression  # by number
    bars: Expression  # by number
    order: Expression  # by number
    words: Expression
    room: Expression  # the width of the looking word
    weights: Expression  # of the chosen map, in hundredths, row after row
    row: Expression
    habits: Expression  # of all heads, by kind, in hundredths
    given: Expression  # what "it" gives to both nouns with each adjective, in hundredths


def _choose(page: Layout, result: records.Minilm) -> _State:
    layer, head = result.leaning
    chosen_layer = page.stepper("layer", layer, [str(k) for k in range(LAYERS)], "Layer", **HAND)
    chosen_head = page.stepper("head", head, [str(k) for k in range(HEADS)], "Head", **HAND)
    tokens = result.tokens[0]
    last = tokens.index(result.endings[0])
    labels = ("the last word" if k == last else token for k, token in enumerate(tokens))
    looking = page.stepper("looking", result.pronoun, tuple(labels), "Looking word", **HAND)
    ending = page.choice("last", result.endings[0], {word: word for word in result.endings}, "Last word")
    bars = page.choice("bars", "first", BARS, "Bars")
    order = page.choice("order", "animal", ORDERS, "Adjectives")
    place = page.let("place", chosen_layer * HEADS + chosen_head)
    second = page.let("second", when(ending == result.endings[1], 1, 0))
    passive = page.let("passive", when(order == "street", 1, 0))
    words = page.let("words", page.state("tokens", [list(each) for each in result.tokens])[second])
    widths = [[round(width_of(token, 14, 600), 1) for token in each] for each in result.tokens]
    maps = page.state("maps", _hundredths(result.weights).reshape(2, LAYERS * HEADS, -1).tolist())
    weights = page.let("weights", maps[second][place])
    given = [
        _hundredths(each).reshape(2, -1, LAYERS * HEADS).tolist() for each in (result.active, result.passive)
    ]
    habits = [*(result.kinds[name] for name in ("previous", "next", "first")), result.shift]
    return _State(
        layer=chosen_layer,
        head=chosen_head,
        place=place,
        looking=looking,
        ending=second,
        bars=page.let("bar", fn.indexof(array(BARS), bars)),
        order=passive,
        words=words,
        room=page.let("room", array(widths)[second][looking]),
        weights=weights,
        row=page.let("row", fn.slice(weights, looking * 16, looking * 16 + 16)),
        habits=page.state("habits", [_hundredths(each).reshape(-1).tolist() for each in habits]),
        given=page.let("given", page.state("both_given", given)[passive]),
    )


def _hundredths(shares: Any) -> Any:
    return (100 * shares).round().astype(int)


def _picker(sheet: _Sheet, result: records.Minilm, state: _State) -> list[Mark]:
    """All maps, small, each with a bar; the chosen one framed."""
    (left, top), (across, down), side = sheet.maps, sheet.pitch, sheet.side
    rows = [
        {"layer": layer, "head": head, "x": left + head * across, "y": top + layer * down}
        for layer in range(LAYERS)
        for head in range(HEADS)
    ]
    middle_x, middle_y = datum.x + side / 2, datum.y + side / 2
    x, y = state.head * across + left, state.layer * down + top
    share = state.habits[state.bars][datum.layer * HEADS + datum.head] / 100
    style: dict[str, Any] = {"fill": when(share < 0, HAIRLINE, MUTED), "opacity": when(share == 0, 0, 1)}
    lengths = bar(datum.x, datum.y + side + 4.5, share * side, 3, rows=rows, **style)
    return [
        *_edges(sheet, state),
        rect(middle_x, middle_y, side, side, rows=rows, fill=WASH, corner_radius=2),
        *_small_maps(sheet, result, state, rows),
        lengths,
        rect(
            x + side / 2,
            y + side / 2,
            side + 5,
            side + 5,
            fill=CLEAR,
            stroke=INK,
            stroke_width=2,
            corner_radius=4,
        ),
        target(middle_x, middle_y + 2, across, down, rows=rows, name="map"),
    ]


def _edges(sheet: _Sheet, state: _State) -> list[Mark]:
    """The numbers of layers and heads, and what the bars are."""
    (left, top), (across, down), side = sheet.maps, sheet.pitch, sheet.side
    layers = [{"k": k, "y": top + k * down + side / 2} for k in range(LAYERS)]
    heads = [{"k": k, "x": left + k * across + side / 2} for k in range(HEADS)]

    def chosen(which: Expression) -> dict[str, Any]:
        mine = datum.k == which
        return {"fill": when(mine, INK, MUTED), "font_weight": when(mine, 600, 400)}

    first = left - 2 if sheet.title[0] < left else 0
    return [
        text(left - 8, datum.y, datum.k, rows=layers, align="right", **chosen(state.layer)),
        text(datum.x, top - 14, datum.k, rows=heads, align="center", **chosen(state.head)),
        text(first, top - 40, join("bars: ", array(TOLD)[state.bars]), fill=MUTED),
    ]


def _small_maps(sheet: _Sheet, result: records.Minilm, state: _State, rows: list[Any]) -> list[Mark]:
    """Strokes down the columns of each map, where a share is large enough."""
    cell = sheet.side / len(result.tokens[0])
    weights = _hundredths(result.weights)
    bounds = ((FAINT, DARK, 0.4), (DARK, 101, 0.95))
    marks = []
    for low, high, opacity in bounds:
        inside = (weights >= low) & (weights < high)
        drawn = [
            row | {f"d{k}": _strokes(inside[k, row["layer"], row["head"]], cell) for k in (0, 1)}
            for row in rows
        ]
        path = when(state.ending == 0, datum.d0, datum.d1)
        marks.append(
            line(path, x=datum.x, y=datum.y, rows=drawn, stroke=INK, stroke_width=cell, opacity=opacity)
        )
    return marks


def _strokes(inside: Any, cell: float) -> str:
    """A path down each run of cells in a column."""
    runs = []
    for column, cells in enumerate(inside.T.tolist()):
        start = None
        for row, here in enumerate([*cells, False]):
            if here and start is None:
                start = row
            elif not here and start is not None:
                runs.append(f"M{(column + 0.5) * cell:.1f},{start * cell:.1f}v{(row - start) * cell:.1f}")
                start = None
    return "".join(runs) or "M0,0"


def _large(sheet: _Sheet, state: _State) -> list[Mark]:
    """The chosen map."""
    grid, size = sheet.grid, 14
    y = grid.y(state.looking)
    others = when(datum.i == state.looking, "", state.words[datum.i])
    rows = [{"i": i, "y": grid.y(i)} for i in range(grid.rows)]
    left, right = grid.left - 8, grid.right
    share = state.weights[datum.i * grid.columns + datum.j] / 100
    color = when(datum.i == state.looking, QUERY, mix(INK, 0.78))
    bold = when(state.row[datum.j] >= 20, 600, 400)
    return [
        text(*sheet.title, join("Head ", state.layer, ".", state.head), size=16, font_weight=600),
        rect((left + right) / 2, y, right - left, grid.height, fill=mix(QUERY, 0.13), corner_radius=5),
        grid.lines(),
        square(
            min(grid.width, grid.height),
            share,
            rows=grid.cells,
            color=color,
            opacity=when(share < 0.005, 0, 1),
        ),
        text(left, datum.y, others, rows=rows, size=size, align="right"),
        *chip(left - state.room / 2, y, state.room, grid.height, state.words[state.looking], size=size),
        grid.column_words(state.words, grid.top - 9, size=size, angle=sheet.slant, font_weight=bold),
        target((left + right - 60) / 2, datum.y, right - left + 60, grid.height, rows=rows, name="row"),
    ]


def _strip(sheet: _Sheet, result: records.Minilm, state: _State) -> list[Mark]:
    """Two rows of twelve adjectives: what "it" gives to animal, filled, and to street, open."""
    left, top = sheet.strip
    half, scale = len(result.adjectives) // 2, sheet.scale
    rows = [{"k": k, "y": sheet.rows[k // half]} for k in range(2 * half)]
    given = [state.given[noun][datum.k][state.place] for noun in (0, 1)]
    ends = [{"x": scale(tick), "t": f"{tick}%"} for tick in (0, 50, 100)]
    low, high = sheet.rows[0] - 15, sheet.rows[1] + 15
    named = [{"k": k, "y": sheet.rows[k // half], "w": f"like “{result.adjectives[k]}”"} for k in (0, half)]
    ruler = "".join(f"M{scale(tick):g},{low:g}V{high:g}" for tick in (0, 25, 50, 75, 100))
    return [
        text(left, top, array(OPENINGS)[state.order]),
        *_key(left, top + 20),
        line(ruler, stroke=HAIRLINE, stroke_width=1),
        text(scale(0) - 10, datum.y, datum.w, rows=named, align="right"),
        disc(scale(given[1]), datum.y + 6, 4.5, rows=rows, fill=CLEAR, stroke=INK, stroke_width=1.3),
        disc(scale(given[0]), datum.y - 6, 5, rows=rows, opacity=0.55),
        text(datum.x, high + 10, datum.t, rows=ends, fill=MUTED, align="center"),
    ]


def _key(x: float, y: float) -> list[Mark]:
    """What the two kinds of dot say."""
    parts = ("“it” gives", "to animal and", "to street")
    marks = []
    for k, part in enumerate(parts):
        marks.append(text(x, y, part, fill=MUTED))
        x += width_of(part) + 10
        if k < 2:
            ink: dict[str, Any] = (
                {"opacity": 0.55} if k == 0 else {"fill": CLEAR, "stroke": INK, "stroke_width": 1.3}
            )
            marks.append(disc(x, y, (5, 4.5)[k], **ink))
        x += 10
    return marks


def _sentence(state: _State) -> list[str | Expression]:
    most = fn.extent(state.row)[1]
    before, after, first = (fmt(state.habits[k][state.place] / 100, ".0%") for k in range(3))
    return [
        "In head ",
        join(state.layer, ".", state.head),
        ", ",
        join("“", state.words[state.looking], "”"),
        " looks most at ",
        join("“", state.words[fn.indexof(state.row, most)], "”"),
        ", with ",
        fmt(most / 100, ".0%"),
        ". On ordinary text this head gives ",
        before,
        " to the word before, ",
        after,
        " to the word after, ",
        first,
        " to [CLS].",
    ]


def _table(result: records.Minilm) -> list[list[str | float]]:
    habits = [result.kinds[name] for name in ("previous", "next", "first")]
    of_it = [result.weights[k, :, :, result.pronoun, noun] for k in (0, 1) for noun in result.nouns]
    return [
        [f"{layer}.{head}", *(round(float(table[layer, head]), 3) for table in (*habits, *of_it))]
        for layer in range(LAYERS)
        for head in range(HEADS)
    ]
