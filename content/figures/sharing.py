"""What sharing loses: the loss of a trained model whose heads are made to share, as it is trained on."""

from __future__ import annotations

from dataclasses import dataclass

from attention.experiments import sharing
from content.figures._house import insist
from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    Drawing,
    Expression,
    Frame,
    Layout,
    Mark,
    Scale,
    array,
    disc,
    figure,
    fmt,
    line,
    mix,
    numbers,
    text,
)

NAMES = ("each head its own", "every two share", "all four share")
INKS = (MUTED, mix(INK, 0.8), INK)
DASHES = ([1, 0], [6, 3], [1, 0])
WIDTHS = (1.4, 2, 2.6)


@figure("sharing", data=sharing.run)
def sharing_figure(result: sharing.Result, page: Layout) -> Drawing:
    """Loss against further training of a trained model: each head with its own keys and values, two sharing, or all.

    Averaging at first ruins the model; trained on, it comes back, sooner where fewer heads share.
    """
    shares = [f"{share:.0%}" for share in result.share.tolist()]
    at = page.stepper("more", 0, shares, "Trained on for")
    sheet = _sheet(page, result)
    losses = [array(row.round(7).tolist())[at] for row in result.loss]
    own, two, four = (fmt(loss, ".2f") for loss in losses)
    return (
        page.draw(sheet.height, _curves(sheet, page, result, at, losses), _table(sheet, page, result, losses))
        .says(
            "Trained on for ",
            array(shares)[at],
            " of the steps before, the loss is ",
            four,
            " where all four heads share, ",
            two,
            " where every two do, and ",
            own,
            " where each keeps its own.",
        )
        .tells(
            "Loss on letters that come again, after pooling",
            ("steps", *NAMES),
            [
                [step, *row]
                for step, row in zip(result.steps.tolist(), result.loss.T.round(4).tolist(), strict=True)
            ],
        )
    )


@numbers(sharing.run)
def quoted(result: sharing.Result) -> dict[str, float | int | str]:
    """The numbers section 16 quotes of sharing, where they bear its sentences out."""
    early = result.share.tolist().index(0.05)
    own, two, four = result.loss
    insist(
        16,
        {
            "averaging ruins the model": min(two[0], four[0]) > result.chance - 0.5,
            "the fewer share, the less is lost at the end": own[-1] < two[-1] < four[-1],
            "training on repairs most": four[-1] < 1 < four[early],
        },
    )
    return {
        "sharing-before": result.before,
        "sharing-chance": result.chance,
        "sharing-two-at-once": float(two[0]),
        "sharing-four-at-once": float(four[0]),
        "sharing-early": float(result.share[early]),
        "sharing-late": float(result.share[-1]),
        "sharing-two-early": float(two[early]),
        "sharing-four-early": float(four[early]),
        "sharing-two-late": float(two[-1]),
        "sharing-four-late": float(four[-1]),
        "sharing-own-late": float(own[-1]),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    frame: Frame
    table: tuple[float, float]  # from left to right
    row: float  # y of its first line
    height: int


def _sheet(page: Layout, result: sharing.Result) -> _Sheet:
    y, last = max(5, float(result.loss.max()) * 1.04), len(result.steps) - 1
    if page.wide:
        return _Sheet(Frame(Scale(0, last, 32, 340), Scale(0, y, 268, 44)), (384, 568), 96, 324)
    return _Sheet(Frame(Scale(0, last, 32, 296), Scale(0, y, 246, 44)), (10, 310), 346, 436)


def _curves(
    sheet: _Sheet, page: Layout, result: sharing.Result, at: Expression, losses: list[Expression]
) -> list[Mark]:
    """The three losses, and the places looked at."""
    frame, places = sheet.frame, range(len(result.steps))
    chance = frame.y(result.chance)
    ticks = {k: f"{share:.0%}" for k, share in zip(places, result.share.tolist(), strict=True)}
    return [
        text(page.pick(4, 10), 16, "loss on letters that come again", fill=MUTED),
        *frame.rows({float(k): f"{k}" for k in range(int(frame.y.high) + 1)}),
        line(
            f"M{frame.x.start},{chance:.1f}H{frame.x.end}", stroke=MUTED, stroke_dash=[2, 3], stroke_width=1
        ),
        text(frame.x.end, chance - 10, "guessing", fill=MUTED, align="right", halo=True),
        frame.cursor(at),
        *(
            line(frame.curve(places, row), stroke=ink, stroke_dash=dash, stroke_width=width)
            for row, ink, dash, width in zip(result.loss.tolist(), INKS, DASHES, WIDTHS, strict=True)
        ),
        *(disc(frame.x(at), frame.y(loss), 4, fill=ink) for loss, ink in zip(losses, INKS, strict=True)),
        frame.columns(ticks, chosen=at, every=5),
        text(frame.x.end, frame.y.start + 42, "trained on, of the steps before", fill=MUTED, align="right"),
        frame.scrub(page, "curves", "more"),
    ]


def _table(sheet: _Sheet, page: Layout, result: sharing.Result, losses: list[Expression]) -> list[Mark]:
    """Each line's name, what it keeps, and its loss."""
    left, right = sheet.table
    top, step = sheet.row, page.pick(62, 34)
    marks = [text(right, top - page.pick(38, 26), "loss", fill=MUTED, align="right")]
    order = (2, 1, 0)  # as the lines lie, the highest first
    for k, g in enumerate(order):
        y = top + step * k
        marks += [
            line(f"M{left},{y:g}h22", stroke=INKS[g], stroke_dash=DASHES[g], stroke_width=WIDTHS[g]),
            text(left + 30, y, NAMES[g], font_weight=600 if g else 400),
            text(right, y, fmt(losses[g], ".2f"), size=16, font_weight=600, align="right"),
        ]
        if page.wide:
            kept = f"{result.kept[g]} numbers a letter"
            marks.append(text(left + 30, y + 20, kept, fill=MUTED))
            if k < len(order) - 1:
                marks.append(line(f"M{left},{y + 36:g}H{right}", stroke=HAIRLINE, stroke_width=1))
    return marks
