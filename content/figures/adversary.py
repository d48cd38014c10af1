"""Weights that could have been others: a classifier's own, the strongest adversary's; and two encoders tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attention.experiments import adversary
from content.figures._house import insist
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    Drawing,
    Expression,
    Layout,
    Mark,
    bar,
    datum,
    figure,
    fmt,
    fn,
    glide,
    join,
    line,
    numbers,
    rect,
    text,
    when,
)

READERS = {"alone": "Each word alone", "both": "Both ways"}
TESTS = {
    "gradient": "weights agree with gradients",
    "left_out": "weights agree with leaving out",
    "accuracy": "right answers, own weights",
    "uniform": "right answers, equal weights",
    "trained": "right answers, looking elsewhere",
}
START = 4  # a sentence with three telling words, which one reader understands and the other doesn't
SHARES = ("accuracy", "uniform", "trained")
TELLING = frozenset(adversary.WORDS) - frozenset(adversary.OTHERS)


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The choices, and what the chosen classifier did with the chosen sentence."""

    reader: Expression  # by number
    example: Expression
    now: Expression  # gliding: the weights, and the adversary's
    answers: Expression  # with either
    distance: Expression


@figure("adversary", data=adversary.run)
def adversary_figure(result: adversary.Result, page: Layout) -> Drawing:
    """A sentence, word by word, with the weights of a classifier as filled bars and an adversary's as open ones.

    Beside them five measures for two encoders. Where each word is read alone they are on the side of the weights.
    """
    state = _state(page, result)
    return (
        page.draw(
            page.pick(398, 656),
            _bars(page, result, state),
            *(_test(page, result, state, n) for n in range(len(TESTS))),
        )
        .says(
            "With each word read ",
            when(state.reader == 0, "alone", "both ways"),
            ", the classifier’s own weights give praise ",
            fmt(state.answers[0], ".1%"),
            ", and the adversary’s weights ",
            fmt(state.answers[1], ".1%"),
            ". The two are ",
            fmt(state.distance, ".2f"),
            " nats apart; 0.69 is the most there is.",
        )
        .tells(
            "Five tests of the weights, for two encoders",
            ("test", *(name.lower() for name in READERS.values())),
            [
                [told, *(round(getattr(each, name), 4) for each in result.judged)]
                for name, told in TESTS.items()
            ],
        )
    )


@numbers(adversary.run)
def quoted(result: adversary.Result) -> dict[str, float | int | str]:
    """The numbers section 17 quotes of the classifiers."""
    alone, both = result.judged
    insist(
        17,
        {
            "weights agree where words are read alone": min(alone.gradient, alone.left_out) > 0.5,
            "and hardly where they are read both ways": max(both.gradient, both.left_out) < 0.3,
            "weights help the first": alone.accuracy > alone.uniform + 0.04,
            "the second needs none": both.uniform > both.accuracy - 0.02,
            "only the second can look elsewhere": both.trained > alone.accuracy > alone.trained + 0.1,
        },
    )
    return {
        "adversary-near": result.config.near,
        "adversary-gradient-alone": alone.gradient,
        "adversary-gradient-both": both.gradient,
        "adversary-accuracy-alone": alone.accuracy,
        "adversary-uniform-alone": alone.uniform,
        "adversary-trained-alone": alone.trained,
        "adversary-accuracy-both": both.accuracy,
        "adversary-uniform-both": both.uniform,
        "adversary-trained-both": both.trained,
    }


def _state(page: Layout, result: adversary.Result) -> _State:
    reader = page.choice("reader", "both", READERS, "Words are read")
    examples = len(result.tokens)
    example = page.stepper("sentence", START, [f"{k + 1} of {examples}" for k in range(examples)], "Sentence")
    number = page.let("number", when(reader == "both", 1, 0))
    both = [_pairs(each.weights, each.adversarial) for each in result.judged]
    answers = [_pairs(each.answers[:, None], each.adversarial_answers[:, None]) for each in result.judged]
    distances = [each.distances[:examples].round(6).tolist() for each in result.judged]
    page.let("goal", page.state("weights", both)[number][example])
    now = page.state("now", both[1][START])
    page.let("rate", when(page.calm(), 1, 0.25))
    page.on(glide("now", "goal", len(both[0][0]), rate="rate"))
    return _State(
        reader=number,
        example=example,
        now=now,
        answers=page.let("answer", page.state("answers", answers)[number][example]),
        distance=page.let("distance", page.state("distances", distances)[number][example]),
    )


def _pairs(own: Any, other: Any) -> list[list[float]]:
    """A line for each sentence: first what is the classifier's own, then the adversary's."""
    pairs: list[list[float]] = np.concatenate([own, other], axis=1).round(6).tolist()
    return pairs


def _bars(page: Layout, result: adversary.Result, state: _State) -> list[Mark]:
    """The words with two bars each."""
    length = result.tokens.shape[1]
    top, step = page.pick((72, 20), (66, 17.5))
    right, own, other, width = page.pick((78, 90, 216, 82), (68, 78, 200, 72))
    words = [[adversary.WORDS[token] for token in tokens] for tokens in result.tokens.tolist()]
    telling = [[int(word in TELLING) for word in each] for each in words]
    rows = [{"k": k, "y": top + step * k} for k in range(length)]
    word = page.let("words", page.state("all_words", words)[state.example])
    bold = page.let("bold", page.state("telling", telling)[state.example])[datum.k] == 1
    foot = top + step * (length - 0.5)
    ink = when(bold, INK, MUTED)
    weight = when(bold, 600, 400)
    ruler = "".join(f"M{left - 1},{top - step / 2:g}V{foot:g}" for left in (own, other))
    marks: list[Mark] = [
        text(right, datum.y, word[datum.k], rows=rows, align="right", fill=ink, font_weight=weight),
        line(ruler, stroke=HAIRLINE, stroke_width=1),
    ]
    for n, (left, title) in enumerate(((own, "own weights"), (other, "adversary’s"))):
        share = state.now[datum.k + n * length]
        style: dict[str, Any] = {"fill": CLEAR, "stroke": INK, "stroke_width": 1.3} if n else {"fill": INK}
        seen = when(share < 0.004, 0, 1)
        wide = fn.max(1, share * width)
        marks += [
            text(left, 18, title, font_weight=600),
            text(left, 40, join("praise: ", fmt(state.answers[n], ".1%"))),
            rect(wide / 2 + left, datum.y, wide, 9, rows=rows, corner_radius=1, opacity=seen, **style),
            text(
                wide + left + 6,
                datum.y,
                fmt(share, ".0%"),
                rows=rows,
                fill=MUTED,
                opacity=when(share < 0.04, 0, 1),
            ),
        ]
    return marks


def _test(page: Layout, result: adversary.Result, state: _State, n: int) -> list[Mark]:
    """One measure: a bar for either encoder, the chosen one's in ink."""
    name, told = list(TESTS.items())[n]
    left, y, step = page.pick((362, 18 + 76 * n, 22), (12, 368 + 58 * n, 18))
    width, start = page.pick((94, left + 74), (170, left + 74))
    rows = [
        {
            "k": k,
            "y": y + step * (k + 1),
            "t": label,
            "v": round(getattr(each, name), 6),
        }
        for k, (each, label) in enumerate(zip(result.judged, ("alone", "both ways"), strict=True))
    ]
    ink = when(datum.k == state.reader, INK, MUTED)
    value = fmt(datum.v, ".0%" if name in SHARES else ".2f")
    return [
        text(left, y, told, font_weight=600),
        text(left, datum.y, datum.t, rows=rows, fill=ink),
        bar(start, datum.y, datum.v * width, 9, rows=rows, fill=when(datum.k == state.reader, INK, HAIRLINE)),
        text(start + width + 40, datum.y, value, rows=rows, align="right", fill=ink),
    ]
