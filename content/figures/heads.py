"""Three heads built by hand, each with its own question about the same sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.experiments import heads
from content.figures._house import QUERY
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
    Scalar,
    array,
    datum,
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
    raw,
    rect,
    shape,
    target,
    text,
    total,
    typed_width,
    when,
)

LONGEST = 12  # words
ROOM = 60  # characters of a sentence
KEYS = ("back", "same", "induction")
FINDS = (" just before it", " like it before it", " that followed an earlier copy of it")


@figure("heads", data=heads.run)
def heads_figure(result: heads.Result, page: Layout) -> Drawing:
    """A sentence, and a ribbon from one word to the earlier words that a head gives its attention to.

    Three small tables show all weights of three heads: a slanted line for the head that looks one word back, a few
    squares for the heads that look for the same word and for the word after it. Words that find nothing rest on the
    first word.
    """
    state = _state(page, result)
    sheet = _sheet(page, state)
    page.on(
        point("row", "looking", datum.i),
        press("row", "head", array(KEYS)[datum.h]),
        press("name", "head", array(KEYS)[datum.h]),
        point("word", "looking", datum.j),
    )
    return (
        page.draw(
            sheet.height,
            _ribbon(page, sheet, state),
            _words(sheet, state),
            _tables(sheet, state),
            _targets(sheet, state),
        )
        .says(*_sentence(state))
        .tells(
            "Where each word looks, in each of the three heads",
            ("head", "word", *(f"{j + 1} {word}" for j, word in enumerate(result.words))),
            [
                [head, word, *row]
                for head, table in zip(heads.HEADS, result.weights.round(4).tolist(), strict=True)
                for word, row in zip(result.words, table, strict=True)
            ],
        )
    )


@numbers(heads.run)
def quoted(result: heads.Result) -> dict[str, float | int | str]:
    """The numbers section 10 quotes of the hand-built heads."""
    then, the, cat = 7, 8, 9
    return {
        "heads-back": float(result.weights[heads.BACK, cat, the]),
        "heads-induction": float(result.weights[heads.INDUCTION, cat].max()),
        "heads-split": float(result.weights[heads.INDUCTION, the].max()),
        "heads-rest": float(result.weights[heads.INDUCTION, then, 0]),
    }


# ── the three heads, worked out from the words ───────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The sentence, what is chosen in it, and all weights."""

    words: Expression
    count: Expression  # of words
    head: Expression  # by number
    looking: Expression
    raised: Expression  # [head][looking][looked at], e to the score
    totals: Expression  # [head][looking]
    equal: Expression  # [looking][looked at]
    goal: Expression  # the weights of the looking word in the chosen head
    shown: Expression  # the same, on their way there
    foot: Expression  # where the ribbon starts: a place, not always whole

    def weight(self, head: Any, looking: Any, looked_at: Any) -> Any:
        """The share that a word gives to another."""
        return self.raised[head][looking][looked_at] / self.totals[head][looking]


def _state(page: Layout, result: heads.Result) -> _State:
    head = page.choice("head", "induction", dict(zip(KEYS, heads.HEADS, strict=True)), "Head")
    last = len(result.words) - 1
    typed = page.text("sentence", " ".join(result.words), ROOM, "Sentence")
    words = page.let("words", _split(typed))
    count = page.let("count", fn.length(words))
    places = [f"word {j + 1}" for j in range(LONGEST)]
    looking = page.stepper("looking", last, places, "Looking word", last=count - 1)
    number = page.let("number", fn.indexof(array(KEYS), head))
    here = page.let("here", fn.min(looking, count - 1))
    equal = page.let("equal", array([[_equal(words, i, k) for k in range(i + 1)] for i in range(LONGEST)]))
    raised = page.let("raised", array([_raised(scores) for scores in _scores(result.config, equal)]))
    totals = page.let("totals", array([_totals(raised, h) for h in range(len(KEYS))]))
    weights = [when(here < j, 0, raised[number][here][j] / totals[number][here]) for j in range(LONGEST)]
    goal = page.let("goal", array(weights))
    start = [*result.weights[heads.INDUCTION, last].round(7).tolist(), *[0] * (LONGEST - last - 1)]
    shown, foot = page.state("shown", start), page.state("foot", [last])
    page.let("foot_goal", array([here]))
    page.let("rate", when(page.calm(), 1, 0.2))
    page.on(glide("shown", "goal", LONGEST, rate="rate"), glide("foot", "foot_goal", 1, rate="rate"))
    return _State(words, count, number, here, raised, totals, equal, goal, shown, foot[0])


def _split(sentence: Expression) -> Expression:
    """The words of a sentence, without its punctuation; of an empty one, a placeholder."""
    plain = f"trim(replace(replace({sentence},regexp('[.,;:!?()\"\u201c\u201d]','g'),''),regexp('\\\\s+','g'),' '))"
    return raw(f"({plain}===''?['\u2026']:slice(split({plain},' '),0,{LONGEST}))")


def _equal(words: Expression, i: int, k: int) -> Any:
    """Whether two words are the same; the first word of a sentence is like no later one."""
    if i == k:
        return 1
    return when(words[i] == words[k], 1, 0) if k else 0


def _scores(config: heads.Config, equal: Expression) -> list[list[list[Any]]]:
    """The scores of all heads, [head][looking][looked at], up to the looking word itself."""
    blank = heads.run(heads.Config(("",) * LONGEST, config.match, config.rest))
    back = blank.weights[heads.BACK].tolist()

    def copies(i: int, j: int) -> Any:
        """How much of word i the copy in word j holds: the first head's weights, where the words are the same."""
        return total([equal[i][k] * back[j][k] for k in range(j + 1)])

    rest = [config.rest, *[0] * (LONGEST - 1)]
    return [
        [[float(score) for score in row[: i + 1]] for i, row in enumerate(blank.scores[heads.BACK].tolist())],
        [
            [equal[i][j] * config.match + rest[j] - config.match * (i == j) for j in range(i + 1)]
            for i in range(LONGEST)
        ],
        [[copies(i, j) * config.match + rest[j] for j in range(i + 1)] for i in range(LONGEST)],
    ]


def _raised(scores: list[list[Any]]) -> list[list[Any]]:
    return [[fn.exp(score) for score in row] for row in scores]


def _totals(raised: Expression, head: int) -> list[Expression]:
    return [total([raised[head][i][j] for j in range(i + 1)]) for i in range(LONGEST)]


# ── the drawing ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, eq=False)
class _Sheet:
    """Where things stand. The sentence runs to the right on a wide sheet, and down on a narrow one."""

    wide: bool
    along: Expression  # where each word's middle lies on the sentence's line
    width: Expression  # of each word's chip
    across: float  # where the line of words lies: y, or their left edges' x
    size: Scalar  # of letters
    half: float  # half the height of a chip
    ribbon: float
    lefts: tuple[float, float, float]  # of the tables
    top: float  # of the tables
    cell: Expression
    height: int

    def place(self, j: Any) -> tuple[Any, Any]:
        """The middle of a word's chip."""
        if self.wide:
            return self.along[j], self.across
        return self.width[j] / 2 + self.across, self.along[j]


def _sheet(page: Layout, state: _State) -> _Sheet:
    spans = range(LONGEST)
    letters = page.let(
        "letters", array([when(state.count > j, typed_width(state.words[j]), 0) for j in spans])
    )
    if not page.wide:
        width = page.let("widths", array([letters[j] * 15 + 14 for j in spans]))
        pitch = fn.min(27.5, 300 / state.count)
        along = page.let("along", array([pitch * j + 171 for j in spans]))
        cell = page.let("cell", fn.min(9.6, 96 / state.count))
        return _Sheet(False, along, width, 150, 15, 11.5, 18, (8, 112, 216), 30, cell, 462)
    pad, gap = 9, 7
    room = 562 - state.count * (2 * pad + gap) + gap
    together = page.let("together", total([letters[j] for j in spans]))
    size = page.let("size", fn.min(18, room / together))
    width = page.let("widths", array([letters[j] * size + 2 * pad for j in spans]))
    start = (room - together * size) / 2 + 7
    before = [start, *(width[j] + gap for j in spans[:-1])]
    along = page.let("along", array([total(before[: j + 1]) + width[j] / 2 for j in spans]))
    cell = page.let("cell", fn.min(16, 160 / state.count))
    return _Sheet(True, along, width, 148, size, 17, 28, (66, 238, 410), 236, cell, 402)


def _ribbon(page: Layout, sheet: _Sheet, state: _State) -> Mark:
    """One strand for each word that gets something, as thick as its weight; the nearest word's lies innermost."""
    spans = range(LONGEST)
    shown, foot, away = state.shown, state.foot, sheet.half
    sums = page.let("sums", array([total([shown[k] for k in range(j + 1)]) for j in spans]))
    low = page.let("low", fn.floor(foot))
    at = page.let(
        "at", sheet.along[low] * (low + 1 - foot) + sheet.along[fn.min(low + 1, LONGEST - 1)] * (foot - low)
    )
    own = shown[datum.j] / 2
    left = sums[fn.max(0, state.looking - 1)] - sums[datum.j] + own - sums[LONGEST - 1] / 2
    begin = at + when(datum.j == state.looking, sums[LONGEST - 1] / 2 - own, left) * sheet.ribbon
    end = sheet.along[datum.j]
    reach = fn.min(fn.abs(begin - end) * (0.3 if sheet.wide else 0.55) + 12, 150)
    itself = datum.j == state.looking
    if sheet.wide:
        y = sheet.across - away
        arc = path("M", begin, y, "C", begin, y - reach, end, y - reach, end, y)
        loop = path("M", begin, y, "c", -12, -24, 12, -24, 0, 0)
    else:
        x = sheet.across - 1
        arc = path("M", x, begin, "C", x - reach, begin, x - reach, end, x, end)
        loop = path("M", x, begin, "c", -22, -9, -22, 9, 0, 0)
    return line(
        when(itself, loop, arc),
        rows=[{"j": j} for j in spans],
        stroke=QUERY,
        stroke_width=fn.max(0.8, shown[datum.j] * sheet.ribbon),
        opacity=when(
            (datum.j > state.looking) | (shown[datum.j] < 0.001), 0, fn.pow(shown[datum.j], 0.5) * 0.62 + 0.3
        ),
    )


def _words(sheet: _Sheet, state: _State) -> list[Mark]:
    """The sentence, each word tinted by what it gets, with its share."""
    rows = [{"j": j} for j in range(LONGEST)]
    x, y = sheet.place(datum.j)
    here, share = datum.j == state.looking, when(datum.j > state.looking, 0, state.shown[datum.j])
    there = when(datum.j < state.count, 1, 0)
    tint = mix(QUERY, fn.pow(share, 0.9) * 0.62, WASH)
    shares = (x, y + sheet.half + 13) if sheet.wide else (sheet.width[datum.j] + (sheet.across + 10), y)
    return [
        rect(
            x,
            y,
            sheet.width[datum.j],
            2 * sheet.half,
            fill=when(here, QUERY, tint),
            rows=rows,
            corner_radius=8,
            opacity=there,
        ),
        text(
            x,
            y + 0.5,
            when(there == 1, state.words[datum.j], ""),
            rows=rows,
            size=sheet.size,
            align="center",
            fill=when(here, PAPER, INK),
            font_weight=when(here | (share > 0.2), 600, 400),
        ),
        text(
            *shares,
            when(share > 0.045, fmt(share, ".0%"), ""),
            rows=rows,
            size=15,
            align="center" if sheet.wide else "left",
            fill=when(share > 0.3, QUERY, MUTED),
            font_weight=when(share > 0.3, 600, 400),
        ),
    ]


def _tables(sheet: _Sheet, state: _State) -> list[Mark]:
    """All weights of the three heads; the chosen one is drawn in full."""
    lefts = array(sheet.lefts)
    cells = [{"h": h, "i": i, "j": j} for h in range(len(KEYS)) for i in range(LONGEST) for j in range(i + 1)]
    x = lefts[datum.h] + (datum.j + 0.5) * sheet.cell
    y = (datum.i + 0.5) * sheet.cell + sheet.top
    chosen, mine = datum.h == state.head, datum.i == state.looking
    share = state.weight(datum.h, datum.i, datum.j)
    heads_ = [{"h": h, "t": name} for h, name in enumerate(heads.HEADS)]
    side = sheet.cell * state.count
    slope = path("M", 0, 0, "V", side, "H", side, "V", side - sheet.cell, "L", sheet.cell, 0, "Z")
    band = sheet.cell * (state.looking + 1)
    return [
        shape(slope, x=lefts[datum.h], y=sheet.top, rows=heads_, fill=when(chosen, WASH, mix(WASH, 0.45))),
        rect(
            lefts[datum.h] + band / 2,
            sheet.cell * (state.looking + 0.5) + sheet.top,
            band,
            sheet.cell,
            rows=heads_,
            fill=mix(QUERY, 0.2),
        ),
        shape(
            "square",
            x=x,
            y=y,
            rows=cells,
            size=fn.max(1, share * (sheet.cell - 2) * (sheet.cell - 2)),
            fill=when(mine, QUERY, when(chosen, mix(INK, 0.75), mix(INK, 0.45))),
            opacity=when(datum.i < state.count, 1, 0),
        ),
        line(
            slope,
            x=lefts[datum.h],
            y=sheet.top,
            rows=heads_,
            stroke=when(chosen, INK, HAIRLINE),
            stroke_width=1,
        ),
        text(
            lefts[datum.h],
            sheet.top - 15,
            datum.t,
            rows=heads_,
            size=15,
            fill=when(chosen, INK, MUTED),
            font_weight=when(chosen, 600, 400),
        ),
        *([_row_words(sheet, state)] if sheet.wide else []),
    ]


def _row_words(sheet: _Sheet, state: _State) -> Mark:
    """The words again, before the rows of the tables."""
    here = datum.i == state.looking
    return text(
        sheet.lefts[0] - 10,
        (datum.i + 0.5) * sheet.cell + sheet.top,
        when(datum.i < state.count, state.words[datum.i], ""),
        rows=[{"i": i} for i in range(LONGEST)],
        align="right",
        fill=when(here, QUERY, MUTED),
        font_weight=when(here, 600, 400),
        limit=56,
    )


def _targets(sheet: _Sheet, state: _State) -> list[Mark]:
    """What the hand finds: words, names of heads, and the rows of the tables."""
    x, y = sheet.place(datum.j)
    lefts, side = array(sheet.lefts), 160 if sheet.wide else 96
    middle = lefts[datum.h] + side / 2
    words = [{"j": j} for j in range(LONGEST)]
    names = [{"h": h} for h in range(len(KEYS))]
    rows = [{"h": h, "i": i} for h in range(len(KEYS)) for i in range(LONGEST)]
    there = when(datum.i < state.count, sheet.cell, 0)
    return [
        target(
            x,
            y,
            when(datum.j < state.count, sheet.width[datum.j] + 6, 0),
            2 * sheet.half + (14 if sheet.wide else 2),
            rows=words,
            name="word",
        ),
        target(middle, sheet.top - 18, side + 8, 36, rows=names, name="name"),
        target(middle, (datum.i + 0.5) * sheet.cell + sheet.top, side, there, rows=rows, name="row"),
    ]


def _found(state: _State) -> Expression:
    """How many words are what the chosen head looks for."""
    i, equal = state.looking, state.equal
    alike = total([when((i > k) & (equal[i][k] == 1), 1, 0) for k in range(LONGEST)])
    found: Expression = array([fn.min(i, 1), alike, alike])[state.head]
    return found


def _sentence(state: _State) -> list[str | Expression]:
    looking, count = state.words[state.looking], _found(state)
    best = fn.indexof(state.goal, raw("max(" + ",".join(f"goal[{j}]" for j in range(LONGEST)) + ")"))
    return [
        join("\u201c", looking, "\u201d"),
        " finds ",
        when(count == 0, "no word", when(count == 1, "1 word", join(count, " words"))),
        join(array(FINDS)[state.head]),
        ". Its largest weight, ",
        fmt(state.goal[best], ".0%"),
        ", is on ",
        join("\u201c", state.words[best], "\u201d"),
        when(count == 0, ", where it rests.", "."),
    ]
