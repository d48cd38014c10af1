"""Words as points on a flat map, and a probe that says which of them are near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import words
from generator.drawing import (
    INK,
    MUTED,
    PAPER,
    POINTER_X,
    POINTER_Y,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    Scale,
    Seat,
    array,
    bar,
    clamp,
    datum,
    disc,
    drag,
    figure,
    fmt,
    fn,
    grip,
    hull,
    join,
    length,
    line,
    numbers,
    path,
    press,
    raw,
    seat_labels,
    shape,
    target,
    text,
    total,
    when,
    width_of,
)

START = (0.1, -0.75)  # between describing words and animals
STEPS = 20  # the probe goes by so many steps a unit …
CATCH = 0.12  # … and a word draws it onto itself from this near
BOUNDS = ((-3.0, 5.0), (-4.75, 4.75))  # how far it goes: across, up
LISTED = 4


@figure("word-map", data=words.run)
def word_map_figure(result: words.Result, page: Layout) -> Drawing:
    """Sixteen words as points on a flat map: animals on the right, places at the top, describing words at the bottom.

    A ring, the probe, lies between them, and lines run from it to the words nearest to it.
    """
    sheet = _sheet(page, result)
    probe = _probe(page, sheet, result)
    grounds, names = _groups(sheet, result)
    return (
        page.draw(
            sheet.height,
            grounds,
            target(
                page.width / 2, sheet.bottom / 2, page.width, sheet.bottom, name="map", cursor="crosshair"
            ),
            _lines(sheet, probe),
            names,
            _words(sheet, probe),
            _list(page, sheet, probe),
            _ring(sheet, probe),
        )
        .says(
            "From the probe it is ",
            fmt(probe.distance(0), ".2f"),
            " to ",
            join("“", probe.word(0), "”"),
            ", ",
            fmt(probe.distance(1), ".2f"),
            " to ",
            join("“", probe.word(1), "”"),
            ", and ",
            fmt(probe.distance(2), ".2f"),
            " to ",
            join("“", probe.word(2), "”"),
            ".",
        )
        .tells(
            "Where the words lie on the map, and how far each is from “tired” and from “wide”",
            ("word", "across", "up", "from “tired”", "from “wide”"),
            _rows(result),
        )
    )


@numbers(words.run)
def quoted(result: words.Result) -> dict[str, float | int | str]:
    """The numbers section 2 quotes about the corpus and its map."""
    return {
        "corpus-sentences": len(result.config.sentences),
        "corpus-words": len(result.vocabulary),
        "word-numbers": int(result.table.shape[1]),
        "map-share": float(result.share[:2].sum()),
    }


def _rows(result: words.Result) -> list[tuple[str, float, float, float, float]]:
    tired, wide = map(result.words.index, ("tired", "wide"))
    columns = (*result.points.T, result.map_distances[tired], result.map_distances[wide])
    return list(zip(result.words, *(column.round(4).tolist() for column in columns), strict=True))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where the map lies: both directions have the same unit."""

    x: Scale
    y: Scale
    bottom: float  # of the map
    height: int
    size: float  # of the words' letters
    soft: float  # by how much a group's ground reaches beyond its words
    rows: list[dict[str, Any]]  # one for each word
    seats: list[Seat]

    @property
    def unit(self) -> float:
        """Pixels between 0 and 1."""
        return (self.x.end - self.x.start) / (self.x.high - self.x.low)


def _sheet(page: Layout, result: words.Result) -> _Sheet:
    left, top, unit, bottom = page.pick((196, 268, 50, 526), (108, 186, 32, 358))
    size, soft, height = page.pick((16, 19, 526), (14, 15, 510))
    low_x, high_x, low_y, high_y = -3.6, 5, -5, 5
    x = Scale(low_x, high_x, left + low_x * unit, left + high_x * unit)
    y = Scale(low_y, high_y, top - low_y * unit, top - high_y * unit)
    points = [(round(x(a), 1), round(y(b), 1)) for a, b in result.points.tolist()]
    widths = [width_of(word, size) for word in result.words]
    margin = soft + 2
    seats = seat_labels(points, widths, (margin, margin, page.width - margin, bottom - margin))
    rows = [
        {"j": j, "t": word, "x": px, "y": py, "lx": seat.x, "ly": seat.y, "w": round(width, 1)}
        for j, (word, (px, py), seat, width) in enumerate(
            zip(result.words, points, seats, widths, strict=True)
        )
    ]
    return _Sheet(x, y, bottom, height, size, soft, rows, seats)


@dataclass(frozen=True, slots=True, eq=False)
class _Probe:
    """Where the probe is, and what it finds."""

    x: Expression
    y: Expression
    distances: Expression  # to each word
    ranks: Expression  # 0 for the nearest word
    names: Expression

    def at(self, rank: int) -> Expression:
        """The place of the word with a rank."""
        return raw(f"indexof(ranks,{rank})")

    def word(self, rank: int) -> Expression:
        """The word with a rank."""
        word: Expression = self.names[self.at(rank)]
        return word

    def distance(self, rank: int) -> Expression:
        """How far it is to the word with a rank."""
        distance: Expression = self.distances[self.at(rank)]
        return distance


def _probe(page: Layout, sheet: _Sheet, result: words.Result) -> _Probe:
    places = result.points.round(7).tolist()
    hand = [
        page.slider(f"probe_{axis}", start, *ends, 1 / STEPS, label, format=".2f", group="Probe", folded=True)
        for axis, start, ends, label in zip("xy", START, BOUNDS, ("Across", "Up"), strict=True)
    ]
    near = page.let("near", array([length(hand[0] - x, hand[1] - y) for x, y in places]))
    least = page.let("least", fn.min(*(near[j] for j in range(len(places)))))
    word = page.let("caught", when(least < CATCH, raw("indexof(near,least)"), -1))
    names = page.let("names", array(result.words))
    points = page.let("points", array(places))
    x, y = (
        page.let(f"at_{axis}", when(word < 0, value, points[fn.max(0, word)][i]))
        for i, (axis, value) in enumerate(zip("xy", hand, strict=True))
    )
    distances = page.let("distances", array([length(x - a, y - b) for a, b in places]))
    page.let("ranks", array([_rank(distances, j, len(places)) for j in range(len(places))]))
    _moves(page, sheet)
    return _Probe(x, y, distances, raw("ranks"), names)


def _rank(distances: Expression, j: int, count: int) -> Expression:
    """How many words are nearer than word j; of two that are equally near the first is."""
    nearer = [
        when(distances[k] <= distances[j] if k < j else distances[k] < distances[j], 1, 0)
        for k in range(count)
        if k != j
    ]
    return total(nearer)


def _moves(page: Layout, sheet: _Sheet) -> None:
    """Drag the probe, or press a word or any place to put it there."""

    def snapped(scale: Scale, pixel: Expression, ends: tuple[float, float]) -> Expression:
        return clamp(fn.round(scale.inverse(pixel) * STEPS) / STEPS, *ends)

    scales = (sheet.x, sheet.y)
    x, y = (snapped(*each) for each in zip(scales, (POINTER_X, POINTER_Y), BOUNDS, strict=True))
    word_x, word_y = (snapped(*each) for each in zip(scales, (datum.x, datum.y), BOUNDS, strict=True))
    page.on(
        drag("probe", {"probe_x": x, "probe_y": y}),
        press("map", "probe_x", x),
        press("map", "probe_y", y),
        press("word", "probe_x", word_x),
        press("word", "probe_y", word_y),
    )


def _groups(sheet: _Sheet, result: words.Result) -> tuple[list[Mark], list[Mark]]:
    """The soft ground of each group, which holds its points and labels, and the groups' names."""
    grounds: list[Mark] = []
    names: list[Mark] = []
    start = 0
    for name, members in result.config.groups:
        rows = sheet.rows[start : start + len(members)]
        start += len(members)
        ends = [(row["lx"] + side * (row["w"] / 2 - 5), row["ly"]) for row in rows for side in (-1, 1)]
        outline = hull([*ends, *((row["x"], row["y"]) for row in rows)])
        soft: dict[str, Any] = {"stroke": WASH, "stroke_width": 2 * sheet.soft, "stroke_join": "round"}
        grounds.append(shape(outline, fill=WASH, **soft))
        names.append(_group_name(sheet, name, ends))
    return grounds, names


def _group_name(sheet: _Sheet, name: str, ends: list[tuple[float, float]]) -> Mark:
    """The name of a group, over its ground or, in the lower half, under it."""
    xs, ys = zip(*ends, strict=True)
    above = sum(ys) / len(ys) < sheet.y(-0.5)
    y = min(ys) - sheet.soft - 13 if above else max(ys) + sheet.soft + 13
    return text((min(xs) + max(xs)) / 2, y, name, fill=MUTED, align="center", halo=True)


def _lines(sheet: _Sheet, probe: _Probe) -> list[Mark]:
    """From the probe to its nearest words; the very nearest is drawn strongest."""
    rank = probe.ranks[datum.j]
    return [
        line(
            path("M", sheet.x(probe.x), sheet.y(probe.y), "L", datum.x, datum.y),
            rows=sheet.rows,
            stroke=when(rank == 0, INK, MUTED),
            stroke_width=when(rank == 0, 1.8, 1),
            opacity=when(rank < LISTED, 1, 0),
        )
    ]


def _words(sheet: _Sheet, probe: _Probe) -> list[Mark]:
    leaders = "".join(seat.leader for seat in sheet.seats)
    tied = [line(leaders, stroke=MUTED, stroke_width=0.75)] if leaders else []
    return [
        *tied,
        disc(datum.x, datum.y, 3.2, rows=sheet.rows, fill=INK),
        text(
            datum.lx,
            datum.ly,
            datum.t,
            rows=sheet.rows,
            size=sheet.size,
            align="center",
            font_weight=when(probe.ranks[datum.j] == 0, 600, 400),
            stroke=WASH,
            stroke_width=3,
            stroke_join="round",
        ),
        target(datum.lx, datum.ly, datum.w + 10, 24, rows=sheet.rows, name="word"),
    ]


def _list(page: Layout, sheet: _Sheet, probe: _Probe) -> list[Mark]:
    """The nearest words by rank, each with its distance and its line, as long as it is on the map."""
    left, right, top, step = page.pick((256, 564, 392, 27), (12, 308, 388, 25))
    rows = [{"r": r, "y": top + step * (r + 1)} for r in range(LISTED)]
    here, first = raw("indexof(ranks,datum.r)"), datum.r == 0
    style: dict[str, Any] = {"rows": rows, "font_weight": when(first, 600, 400)}
    number, start = left + 92, left + 104
    laid = fn.min(probe.distances[here] * sheet.unit, right - start)
    return [
        text(left, top, "nearest to the probe", fill=MUTED),
        text(left, datum.y, probe.names[here], size=15, **style),
        text(number, datum.y, fmt(probe.distances[here], ".2f"), align="right", **style),
        bar(start, datum.y, laid, when(first, 2.4, 1.2), rows=rows, fill=when(first, INK, MUTED)),
    ]


def _ring(sheet: _Sheet, probe: _Probe) -> list[Mark]:
    x, y = sheet.x(probe.x), sheet.y(probe.y)
    return [
        disc(x, y, 7, fill=PAPER, stroke=INK, stroke_width=2, fill_opacity=0.6),
        *grip(x, y, name="probe", color=INK),
    ]
