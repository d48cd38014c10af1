"""A translator that carries a sentence in one vector, and those that look back at it: how long a sentence may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import translation
from attention.toy_languages import SOURCE
from content.figures._house import insist
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
    datum,
    disc,
    figure,
    fmt,
    fn,
    join,
    line,
    numbers,
    rect,
    shape,
    text,
    when,
)

FIXED, ATTENDING = translation.FIXED, translation.ATTENDING
START_LENGTH = 12
COUNTED = {"words": "words", "sentences": "whole sentences"}
DASH = [5, 4]  # the fixed list


@dataclass(frozen=True, slots=True, eq=False)
class _Test:
    """The test looked at: sentences of n words, the i-th length of the experiment."""

    n: Expression
    i: Expression
    counted: Expression  # 0: words, 1: whole sentences
    attention: Expression  # the share that the chosen translator with attention gets right
    fixed: Expression
    model: Expression  # the chosen translator's place among those with attention


@figure("bottleneck", data=translation.run)
def bottleneck_figure(result: translation.Result, page: Layout) -> Drawing:
    """Translations get worse as sentences grow when one fixed list carries them, and hold when attention looks back.

    Beyond the lengths of the training both fail. Below, the words of the chosen length one by one.
    """
    frame = Frame(
        Scale(2, result.lengths[-1].item(), *page.pick((112, 556), (40, 304))), Scale(0, 1, 226, 52)
    )
    at = _test(page, result)
    counted = array([*COUNTED.values()])[at.counted]
    return (
        page.draw(
            page.pick(410, 446),
            _beyond(page, frame, result.config.longest),
            text(12, 14, join("share of ", counted, " translated right"), fill=MUTED),
            _chart(page, result, frame, at),
            _strips(page, result, frame, at),
            frame.scrub(page, "lengths", "length", step=2),
        )
        .says(
            "At length ",
            fmt(at.n, ".0f"),
            ", counting ",
            counted,
            ", ",
            array(ATTENDING)[at.model],
            " attention gets ",
            fmt(at.attention, ".0%"),
            " right, the fixed list ",
            fmt(at.fixed, ".0%"),
            ". Sentences this long were ",
            when(at.n > result.config.longest, "never seen in", "part of"),
            " training.",
        )
        .tells(
            f"Words and whole sentences translated right, of {result.config.tests} sentences of each length",
            ("length", *(f"{_name(score)}, {what}" for what in COUNTED for score in result.scores)),
            _table(result),
        )
    )


def _chart(page: Layout, result: translation.Result, frame: Frame, at: _Test) -> list[Mark]:
    """The curves over the lengths, read at one of them."""
    lengths = {n: str(n) for n in result.lengths.tolist()}
    return [
        *frame.rows({0: "0", 0.5: "50%", 1: "100%"}),
        *_curves(result, frame, at),
        frame.cursor(at.n),
        *_read(page, frame, at),
        frame.columns(lengths, chosen=at.n, every=page.pick(2, 4)),
        *_trained(frame, result),
    ]


def _table(result: translation.Result) -> list[tuple[float, ...]]:
    """A line for each length."""
    shares = zip(result.accuracy.T.tolist(), result.whole.T.tolist(), strict=True)
    return [
        (length, *words, *sentences)
        for length, (words, sentences) in zip(result.lengths.tolist(), shares, strict=True)
    ]


@numbers(translation.run)
def quoted(result: translation.Result) -> dict[str, float | int | str]:
    """The numbers section 9 quotes of how much is translated right."""
    _check(result)
    config, at = result.config, {n: i for i, n in enumerate(result.lengths.tolist())}
    fixed, additive, *_ = result.accuracy
    return {
        "translation-words": len(SOURCE),
        "translation-longest": config.longest,
        "translation-lessons": config.steps * config.batch,
        **{f"bottleneck-fixed-{n}": float(fixed[at[n]]) for n in (4, 12, 20)},
        **{f"bottleneck-additive-{n}": float(additive[at[n]]) for n in (20, 30)},
    }


def _check(result: translation.Result) -> None:
    """What the text says in words."""
    at, (fixed, *attending) = result.lengths.tolist().index, result.accuracy
    claims = {
        "the fixed list is enough for 4 words": fixed[at(4)] > 0.97,
        "it gets less than half of 20 words": fixed[at(20)] < 0.5,
        "attention holds to 20 words": min(each[: at(20) + 1].min() for each in attending) > 0.93,
        "attention fails at 30": max(each[at(30)] for each in attending) < 0.9,
        "and still beats the fixed list": min(each[at(30)] for each in attending) > fixed[at(30)] + 0.1,
    }
    insist(9, claims)


def _name(score: str) -> str:
    return "fixed list" if score == FIXED else score


def _test(page: Layout, result: translation.Result) -> _Test:
    lengths = result.lengths.tolist()
    n = page.slider("length", START_LENGTH, lengths[0], lengths[-1], 2, "Length", format=".0f")
    score = _score(page)
    what = page.choice("counted", "words", COUNTED, "Counted")
    i = page.let("i", n / 2 - 1)
    counted = page.let("kind", fn.indexof(array(COUNTED), what))
    model = page.let("model", fn.indexof(array(ATTENDING), score))
    shares = page.let("shares", array([result.accuracy.tolist(), result.whole.tolist()]))
    attention = page.let("attention", shares[counted][model + 1][i])
    return _Test(n, i, counted, attention, page.let("fixed", shares[counted][0][i]), model)


def _score(page: Layout) -> Expression:
    return page.choice("score", ATTENDING[0], {name: name for name in ATTENDING}, "Score")


def _beyond(page: Layout, frame: Frame, longest: int) -> Mark:
    """The ground of the lengths that no translator was trained on, through everything that has a place there."""
    half = (frame.x(3) - frame.x(2)) / 2
    left, right, bottom = frame.x(longest) + half, frame.x.end + half, page.pick(390, 420)
    return shape(f"M{left:g},{frame.y.end - 22:g}H{right:g}V{bottom}H{left:g}Z", fill=WASH)


def _curves(result: translation.Result, frame: Frame, at: _Test) -> list[Mark]:
    """Every translator's share at every length; the chosen one stands out."""
    lengths = result.lengths.tolist()
    curves = [
        [frame.curve(lengths, shares) for shares in kind.tolist()] for kind in (result.accuracy, result.whole)
    ]
    of_fixed, of_others = array([kind[0] for kind in curves]), array([kind[1:] for kind in curves])
    rows = [{"k": k} for k in range(len(ATTENDING))]
    return [
        line(of_others[at.counted][datum.k], rows=rows, stroke=MUTED, stroke_width=1, opacity=0.5),
        line(of_fixed[at.counted], stroke=MUTED, stroke_width=1.8, stroke_dash=DASH),
        line(of_others[at.counted][at.model], stroke_width=2.2, stroke_join="round"),
    ]


def _read(page: Layout, frame: Frame, at: _Test) -> list[Mark]:
    """Both shares at the chosen length, named: above the curves on the left, below them on the right."""
    x, low, high = frame.x(at.n), frame.y(at.fixed), frame.y(at.attention)
    left, near = at.n <= page.pick(20, 16), at.attention - at.fixed < 0.1
    floor = frame.y.start - 12
    fixed_y = when(left, low - 14, fn.min(low + 17, floor))
    attention_y = when(left, high - 16, fn.min(high + 17, floor - 18))
    place = x + when(left, 8, -10)
    middle = place + when(left, 54, -54)
    ground = when(middle > frame.x(20.5), WASH, PAPER)
    side: dict[str, Any] = {"align": when(left, "left", "right"), "halo": True, "stroke": ground}
    fixed = join("fixed list ", fmt(at.fixed, ".0%"))
    return [
        disc(x, low, 5, fill=MUTED),
        disc(x, high, 5),
        text(place, fixed_y, fixed, fill=MUTED, opacity=when(left & near, 0, 1), **side),
        text(
            place,
            attention_y,
            join("attention ", fmt(at.attention, ".0%"), when(left & near, join(", ", fixed), "")),
            font_weight=600,
            **side,
        ),
    ]


def _trained(frame: Frame, result: translation.Result) -> list[Mark]:
    """Under the lengths: which of them the translators were trained on."""
    start, end, y = frame.x(result.config.shortest), frame.x(result.config.longest), frame.y.start + 40
    beyond = (frame.x(result.config.longest + 1) + frame.x.end) / 2
    return [
        line(f"M{start:g},{y - 6:g}v6H{end:g}v-6", stroke=MUTED, stroke_width=1),
        text((start + end) / 2, y, "trained on", fill=MUTED, align="center", stroke=PAPER, stroke_width=12),
        text(beyond, y, "never seen", fill=MUTED, align="center"),
    ]


def _strips(page: Layout, result: translation.Result, frame: Frame, at: _Test) -> list[Mark]:
    """A bar for each place in the sentences, under the lengths: how often the word there is right."""
    top, step, height, last = page.pick((318, 38, 28, 400), (306, 54, 26, 434))
    counts = page.let("counts", array(result.by_place.tolist()))
    rows = [{"t": t, "x": round(frame.x(t + 1), 2)} for t in range(result.lengths[-1].item())]
    marks = [text(12, page.pick(296, 292), "how often each word is right, first to last", fill=MUTED)]
    for k, (name, model, fill) in enumerate((("fixed list", 0, MUTED), ("attention", at.model + 1, INK))):
        y = top + k * step + page.pick(0, 22)
        share = counts[model][at.i][datum.t] / result.config.tests
        marks += _bars(frame, at, rows, y, height, share, fill)
        x, middle, align = page.pick((frame.x(0.5) - 10, y + height / 2, "right"), (12, y - 12, "left"))
        marks.append(text(x, middle, name, fill=fill, align=align, font_weight=400 + 200 * k))
    number: dict[str, Any] = {"fill": MUTED, "align": "center"}
    return [
        *marks,
        text(frame.x(1), last, "1", **number),
        text(frame.x(at.n), last, fmt(at.n, ".0f"), **number),
    ]


def _bars(
    frame: Frame,
    at: _Test,
    rows: list[dict[str, Any]],
    top: float,
    height: float,
    share: Expression,
    fill: str,
) -> list[Mark]:
    """One translator's bars, in outlines that a word which is always right fills."""
    wide, seen = frame.x(3) - frame.x(2) - 2, when(datum.t < at.n, 1, 0)
    outline: dict[str, Any] = {"fill": CLEAR, "stroke": HAIRLINE, "stroke_width": 1}
    bars = rect(
        datum.x, top + height - share * (height / 2), wide, share * height, rows=rows, fill=fill, opacity=seen
    )
    return [bars, rect(datum.x, top + height / 2, wide, height, rows=rows, opacity=seen, **outline)]
