"""How few directions will do? What is kept of the words' lists, and whom two of them then take for neighbors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from attention.experiments import words
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
    fn,
    join,
    line,
    mix,
    numbers,
    rect,
    text,
    when,
    width_of,
)

FEWEST = 2
# The two words. Of each, the curves that are followed, and where their names stand (directions kept, cosine).
FOLLOWED = {
    "tired": {"sleepy": (9, 0.86), "wide": (3.3, 0.62)},
    "wide": {"busy": (6.8, 0.83), "tired": (3.3, 0.62)},
}
LISTS = 412  # px: where lists begin on the wide sheet
ALIKE = 0.005  # below this a cosine is told as 0


@figure("squeeze", data=words.run)
def squeeze_figure(result: words.Result, page: Layout) -> Drawing:
    """A staircase of what each direction adds, and below it the cosines of other words with “tired” and with “wide”.

    Each curve is one other word, at every number of directions kept; the three nearest words are listed.
    """
    sheet = _sheet(page, result)
    kept = _slider(page, sheet.most)
    share = page.let("share", array(_kept(result))[kept])
    panels = [_panel(page, result, word, kept) for word in FOLLOWED]
    framed = list(zip(panels, sheet.frames, strict=True))
    names = page.let("names", array(result.words))
    tired, wide = (result.words.index(word) for word in FOLLOWED)
    return (
        page.draw(
            sheet.height,
            _stairs(page, sheet, result, kept, share),
            *(_curves(page, sheet, result, panel, frame, kept) for panel, frame in framed),
            *(_list(page, panel, names, frame) for panel, frame in framed),
            sheet.frames[-1].columns(
                {k: f"{k}" for k in range(FEWEST, sheet.most + 1)}, chosen=kept, every=2
            ),
            sheet.whole.scrub(page, "directions", "kept"),
        )
        .says(
            "With ",
            fmt(kept, ".0f"),
            " directions “tired” and “wide” have a cosine of ",
            fmt(panels[0].cosines[wide], ".2f"),
            "; ",
            fmt(share, ".0%"),
            " is kept.",
        )
        .tells(
            "What is kept by so many directions, and the nearest word then",
            (
                "directions",
                "kept",
                "cosine of “tired” and “wide”",
                "nearest to “tired”",
                "its cosine with “tired”",
                "nearest to “wide”",
                "its cosine with “wide”",
            ),
            [_row(result, k, tired, wide) for k in range(len(result.share))],
        )
    )


@numbers(words.run)
def quoted(result: words.Result) -> dict[str, float | int | str]:
    """The numbers section 2 quotes about keeping few directions."""
    at = {word: i for i, word in enumerate(result.words)}
    sums = _kept(result)

    def cosine(kept: int, first: str, second: str) -> float:
        return float(result.kept_cosines[kept - 1, at[first], at[second]])

    return {
        "squeeze-share-12": sums[12],
        "squeeze-tired-wide-5": cosine(5, "tired", "wide"),
        "squeeze-tired-sleepy-12": cosine(12, "tired", "sleepy"),
    }


def _kept(result: words.Result) -> list[float]:
    """The share that is kept by no direction, by one, by two, ..."""
    return [0.0, *result.share.cumsum().round(7).tolist()]


def _row(result: words.Result, k: int, *pair: int) -> tuple[int | float | str, ...]:
    cosines, nearest = result.kept_cosines[k], result.kept_nearest[k]
    told: list[float | str] = []
    for place in pair:
        first = nearest[place, 0]
        told += [result.words[first], round(float(cosines[place, first]), 4)]
    return k + 1, round(_kept(result)[k + 1], 4), round(float(cosines[pair]), 4), *told


def _slider(page: Layout, most: int) -> Expression:
    labels = [(k, f"{k}" if k < most else f"all {most}") for k in range(FEWEST, most + 1)]
    return page.slider("kept", FEWEST, FEWEST, most, 1, "Directions", options=tuple(labels))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A staircase over two panels; a direction has the same column in all three."""

    stairs: Frame
    frames: tuple[Frame, Frame]
    whole: Frame  # all of them, as far as the slider goes
    most: int
    height: int


def _sheet(page: Layout, result: words.Result) -> _Sheet:
    most = len(result.share)
    x = Scale(0.5, most + 0.5, *page.pick((54, 376), (48, 308)))
    stairs = Frame(x, Scale(0, 1, *page.pick((144, 40), (128, 38))))
    frames = tuple(
        Frame(x, Scale(-0.28, 1, *ys)) for ys in page.pick(((334, 204), (520, 390)), ((308, 212), (484, 388)))
    )
    whole = Frame(Scale(FEWEST, most, x(FEWEST), x(most)), Scale(0, 1, frames[1].y.start, stairs.y.end))
    return _Sheet(stairs, (frames[0], frames[1]), whole, most, page.pick(548, 514))


@dataclass(frozen=True, slots=True, eq=False)
class _Panel:
    """One of the two words, and how the others stand to it as the reader has it."""

    word: str
    place: int
    cosines: Expression
    nearest: Expression  # the other words' places, nearest first


def _panel(page: Layout, result: words.Result, word: str, kept: Expression) -> _Panel:
    place = result.words.index(word)
    cosines = array(result.kept_cosines[:, place].round(7).tolist())[kept - 1]
    nearest = array(result.kept_nearest[:, place].tolist())[kept - 1]
    return _Panel(word, place, page.let(f"{word}_cosines", cosines), page.let(f"{word}_nearest", nearest))


def _stairs(
    page: Layout, sheet: _Sheet, result: words.Result, kept: Expression, share: Expression
) -> list[Mark]:
    """Each direction adds its step; what lies under the kept ones is shaded."""
    frame, sums = sheet.stairs, _kept(result)
    wide, base = frame.x(2) - frame.x(1), frame.y(0)
    rows = [
        {"k": k, "x": round(frame.x(k), 2), "low": round(frame.y(low), 2), "high": round(frame.y(high), 2)}
        for k, (low, high) in enumerate(pairwise(sums), start=1)
    ]
    inside = datum.k <= kept
    return [
        text(page.pick(12, 10), frame.y.end - 24, "kept of what the lists differ in", fill=MUTED),
        *frame.rows({0: "0", 0.5: "50%", 1: "100%"}),
        rect(
            datum.x,
            (datum.low + base) / 2,
            wide + 0.6,  # no seams
            base - datum.low,
            rows=rows,
            fill=WASH,
            opacity=when(inside, 1, 0),
        ),
        rect(
            datum.x,
            (datum.low + datum.high) / 2,
            wide - 1.5,
            datum.low - datum.high,
            rows=rows,
            fill=when(inside, INK, mix(MUTED, 0.3)),
            corner_radius=1,
        ),
        *_share(page, sheet, kept, share),
    ]


def _share(page: Layout, sheet: _Sheet, kept: Expression, share: Expression) -> list[Mark]:
    """How much is kept: beside the staircase, or on it where the sheet is narrow."""
    percent, frame = fmt(share, ".0%"), sheet.stairs
    if not page.wide:
        place = frame.x(kept), frame.y(share) - 13
        return [text(*place, percent, align="center", font_weight=600, halo=True)]
    return [
        text(LISTS, frame.y.end + 2, join(kept, f" of {sheet.most} directions keep"), fill=MUTED),
        text(LISTS, frame.y.end + 34, percent, size=24, font_weight=600),
    ]


def _curves(
    page: Layout, sheet: _Sheet, result: words.Result, panel: _Panel, frame: Frame, kept: Expression
) -> list[Mark]:
    """A curve for every other word, two of them strong, and dots for those that are nearest now."""
    xs = list(range(FEWEST, sheet.most + 1))
    followed = FOLLOWED[panel.word]
    curves = {
        other: {"i": i, "d": frame.curve(xs, result.kept_cosines[FEWEST - 1 :, panel.place, i].tolist())}
        for i, other in enumerate(result.words)
        if i != panel.place
    }
    names = [
        {"t": other, "x": round(frame.x(x), 1), "y": round(frame.y(y), 1)}
        for other, (x, y) in followed.items()
    ]
    near = (fn.indexof(panel.nearest, datum.i) >= 0) & (panel.cosines[datum.i] > ALIKE)
    strong = [curves[other] for other in followed]
    weak = [curve for other, curve in curves.items() if other not in followed]
    return [
        text(page.pick(12, 10), frame.y.end - page.pick(22, 50), f"cosine with “{panel.word}”", fill=MUTED),
        *frame.rows({0: "0", 0.5: "0.5", 1: "1"}),
        line(datum.d, rows=weak, stroke=MUTED, stroke_width=0.9, opacity=0.5, stroke_join="round"),
        frame.cursor(kept),
        line(datum.d, rows=strong, stroke_width=2, stroke_join="round"),
        text(datum.x, datum.y, datum.t, rows=names, align="right", font_weight=600, halo=True),
        disc(
            frame.x(kept),
            frame.y(panel.cosines[datum.i]),
            4,
            rows=list(curves.values()),
            opacity=when(near, 1, 0),
        ),
    ]


def _list(page: Layout, panel: _Panel, names: Expression, frame: Frame) -> list[Mark]:
    """The nearest words and their cosines: under the word's chip, or in one line where the sheet is narrow."""
    count = range(3)
    if page.wide:
        rows = [{"r": r, "x": LISTS, "n": 562, "y": frame.y.end + 34 + 27 * r} for r in count]
    else:
        rows = [{"r": r, "x": 10 + 106 * r, "n": 96 + 106 * r, "y": frame.y.end - 26} for r in count]
    place = panel.nearest[datum.r]
    cosine = panel.cosines[place]
    alike = cosine > ALIKE
    before = panel.cosines[panel.nearest[fn.max(0, datum.r - 1)]] > ALIKE
    word = when(alike, names[place], when(before, "no other", ""))
    style: dict[str, Any] = {"rows": rows, "fill": when(alike, INK, MUTED)}
    first = when(datum.r == 0, 600, 400)
    return [
        *(_heading(panel, frame) if page.wide else ()),
        text(datum.x, datum.y, word, size=15, font_weight=first, **style),
        text(
            datum.n, datum.y, when(alike, fmt(cosine, ".2f"), ""), align="right", font_weight=first, **style
        ),
    ]


def _heading(panel: _Panel, frame: Frame) -> list[Mark]:
    y = frame.y.end + 2
    width = width_of(panel.word, 15, 600) + 18
    return [
        text(LISTS, y, "nearest to", fill=MUTED),
        rect(LISTS + 72 + width / 2, y, width, 26, fill=INK, corner_radius=8),
        text(
            LISTS + 72 + width / 2, y + 0.5, panel.word, fill=PAPER, size=15, align="center", font_weight=600
        ),
    ]
