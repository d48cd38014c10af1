"""What published models keep of every word: keys and values shared among query heads, and the memory they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attention.arrays import Array
from attention.experiments import kv_size
from content.figures._house import KEY, KEY_DASH, QUERY, VALUE, VALUE_DASH
from generator.drawing import (
    CLEAR,
    HAIRLINE,
    INK,
    MUTED,
    WASH,
    Drawing,
    Expression,
    Layout,
    Mark,
    array,
    bar,
    datum,
    figure,
    fmt,
    join,
    line,
    mix,
    numbers,
    press,
    rect,
    target,
    text,
    when,
)

MODEL, LENGTH = 4, 6  # at first: Llama 3.1 70B, 8,000 words
KIB = 1024
COLUMNS = (
    "model",
    "layers",
    "query heads",
    "keys and values",
    "head width",
    "KiB a word",
    "KiB, none shared",
)
ROLES = (("queries", QUERY), ("keys", KEY), ("values", VALUE))


@figure("kv-size", data=kv_size.run)
def kv_size_figure(result: kv_size.Result, page: Layout) -> Drawing:
    """A layer's query heads, and below them the fewer keys and values that groups of them share; then seven models.

    A bar for each model is what it keeps of one word, in all its layers; its outline, what it would without sharing.
    """
    names = [model.name for model in result.config.models]
    length = page.stepper("length", LENGTH, [f"{n:,}" for n in result.lengths.tolist()], "Words")
    model = page.choice("model", MODEL, dict(enumerate(names)), "Model")
    page.on(press("rows", "model", datum.k))
    sheet = _sheet(page)
    words = array(result.lengths.tolist())[length]
    return (
        page.draw(
            sheet.height,
            _heads(page, sheet, result, model),
            _rows(page, sheet, result, model, length),
        )
        .says(
            join(
                "Of ",
                fmt(words, ","),
                when(words == 1, " word, ", " words, "),
                array(names)[model],
                " keeps ",
            ),
            _chosen(result.cache_bytes, model, length),
            "; were nothing shared, it would be ",
            _chosen(result.unshared_cache_bytes, model, length),
            ".",
        )
        .tells("What models keep of a text, two bytes a number", COLUMNS, _table(result))
    )


def _table(result: kv_size.Result) -> list[list[str | int]]:
    """A line for each model."""
    kept = zip(result.word_bytes.tolist(), result.unshared_bytes.tolist(), strict=True)
    return [
        [m.name, m.layers, m.heads, m.key_heads, m.head_width, word // KIB, unshared // KIB]
        for m, (word, unshared) in zip(result.config.models, kept, strict=True)
    ]


@numbers(kv_size.run)
def quoted(result: kv_size.Result) -> dict[str, float | int | str]:
    """The numbers section 16 quotes of caches."""
    names = [model.name for model in result.config.models]
    kib = {name: int(kept) // KIB for name, kept in zip(names, result.word_bytes, strict=True)}
    unshared = {name: int(kept) // KIB for name, kept in zip(names, result.unshared_bytes, strict=True)}
    long = len(result.lengths) - 1
    at = names.index("Llama 3.1 70B")
    return {
        "kv-size-gpt3": kib["GPT-3"],
        "kv-size-llama2-small": kib["Llama 2 7B"],
        "kv-size-llama2-large": kib["Llama 2 70B"],
        "kv-size-llama2-unshared": unshared["Llama 2 70B"],
        "kv-size-llama3-largest": kib["Llama 3.1 405B"],
        "kv-size-palm": kib["PaLM 540B"],
        "kv-size-palm-unshared": unshared["PaLM 540B"],
        "kv-size-long": int(result.lengths[long]),
        "kv-size-long-gigabytes": float(result.cache_bytes[at, long] / 1e9),
    }


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where things stand."""

    left: float
    right: float
    heads: tuple[float, float]  # from where to where the strips of heads reach
    strip: float  # y of the first strip's middle
    rows: float  # y of the first row's middle
    step: float
    bars: float  # x where they begin
    reach: float  # of the longest
    drop: float  # how far a bar lies below its name
    height: int


def _sheet(page: Layout) -> _Sheet:
    if page.wide:
        return _Sheet(8, 568, (72, 568), 56, 192, 40, 128, 312, 0, 456)
    return _Sheet(10, 310, (72, 310), 56, 186, 54, 10, 214, 22, 552)


def _heads(page: Layout, sheet: _Sheet, result: kv_size.Result, model: Expression) -> list[Mark]:
    """The heads of one layer of the chosen model: a block of keys and of values under the queries that share it."""
    models = result.config.models
    heads = array([m.heads for m in models])[model]
    groups = array([m.key_heads for m in models])[model]
    said = array([_sharing(m) for m in models])[model]
    marks = [text(sheet.left, sheet.strip - 32, said, size=page.pick(16, 15), font_weight=600)]
    for k, (name, color) in enumerate(ROLES):
        y = sheet.strip + 27 * k
        marks += [
            text(sheet.heads[0] - 10, y, name, fill=color, align="right", font_weight=600),
            *_strip(sheet, y, heads if k == 0 else groups, k),
        ]
    return marks


def _strip(sheet: _Sheet, y: float, count: Expression, k: int) -> list[Mark]:
    """So many blocks side by side, however many there are, over the same length."""
    start, end = sheet.heads
    most, color = 128, ROLES[k][1]
    piece = (end - start) / count
    gap = when(piece > 6, 2, piece * 0.3)
    rows = [{"k": at} for at in range(most)]
    there = when(datum.k < count, 1, 0)
    blocks = rect(
        start + (datum.k + 0.5) * piece,
        y,
        piece - gap,
        18,
        rows=rows,
        fill=color if k == 0 else mix(color, 0.3),
        opacity=there,
    )
    dash = ([1, 0], KEY_DASH, VALUE_DASH)[k]
    edge = f"M{start},{y - 9}H{end}M{start},{y + 9}H{end}"
    return [blocks] if k == 0 else [blocks, line(edge, stroke=color, stroke_dash=dash, stroke_width=1.2)]


def _sharing(model: kv_size.Model) -> str:
    """A model's sharing in a few words."""
    if model.key_heads == 1:
        return f"{model.name}: all {model.heads} heads share"
    if model.key_heads == model.heads:
        return f"{model.name}: {model.heads} heads, none shares"
    return f"{model.name}: every {model.heads // model.key_heads} of {model.heads} heads share"


def _rows(
    page: Layout, sheet: _Sheet, result: kv_size.Result, model: Expression, length: Expression
) -> list[Mark]:
    """A bar for each model, the chosen one's on a wash; pressing a row chooses."""
    rows = _models(sheet, result)
    here = datum.k == model
    middle, below = datum.y + sheet.drop / 2, datum.y + sheet.drop
    center, width = (sheet.left + sheet.right) / 2, sheet.right - sheet.left
    style: dict[str, Any] = {"rows": rows, "font_weight": when(here, 600, 400)}
    held = array([[_bytes(n) for n in row] for row in result.cache_bytes.tolist()])[datum.k][length]
    wash = when(here, 1, 0)
    return [
        *_head(page, sheet, array(result.lengths.tolist())[length]),
        rect(center, middle, width + 12, sheet.step - 4, rows=rows, fill=WASH, opacity=wash, corner_radius=4),
        text(sheet.left, datum.y, datum.t, **style),
        *_bars(sheet, rows),
        text(sheet.bars + datum.all + 8, below, datum.kib, **style),
        text(sheet.right, page.pick(datum.y, below), held, align="right", **style),
        target(center, middle, width, sheet.step, rows=rows, name="rows"),
    ]


def _models(sheet: _Sheet, result: kv_size.Result) -> list[dict[str, Any]]:
    """Each model's place, name and amounts."""
    unit = sheet.reach / int(result.unshared_bytes.max())
    amounts = zip(result.word_bytes.tolist(), result.unshared_bytes.tolist(), strict=True)
    return [
        {
            "k": k,
            "y": sheet.rows + sheet.step * k,
            "t": model.name,
            "kept": round(kept * unit, 2),
            "all": round(unshared * unit, 2),
            "kib": f"{kept // KIB:,}",
        }
        for k, (model, (kept, unshared)) in enumerate(zip(result.config.models, amounts, strict=True))
    ]


def _head(page: Layout, sheet: _Sheet, words: Expression) -> list[Mark]:
    """What the bars and the numbers at the right tell."""
    y = sheet.rows - page.pick(34, 32)
    of_text = join("of ", fmt(words, ","), when(words == 1, " word", " words"))
    return [
        text(page.pick(sheet.bars, sheet.left), y, "kept of one word, KiB", fill=MUTED),
        text(sheet.right, y, of_text, fill=MUTED, align="right"),
        line(f"M{sheet.left},{y + 13:g}H{sheet.right}", stroke=HAIRLINE, stroke_width=1),
    ]


def _bars(sheet: _Sheet, rows: list[dict[str, Any]]) -> list[Mark]:
    """What is kept of a word, and dashed what would be if nothing were shared."""
    y = datum.y + sheet.drop
    shared = when(datum.all > datum.kept, 1, 0)
    dashed: dict[str, Any] = {"fill": CLEAR, "stroke": MUTED, "stroke_dash": [3, 2], "stroke_width": 1}
    return [
        bar(sheet.bars, y, datum.all, 14, rows=rows, opacity=shared, **dashed),
        bar(sheet.bars, y, datum.kept, 14, rows=rows, fill=mix(INK, 0.65)),
    ]


def _chosen(table: Array, model: Expression, length: Expression) -> Expression:
    """One cache's size, as text."""
    text_of: Expression = array([[_bytes(n) for n in row] for row in table.tolist()])[model][length]
    return text_of


def _bytes(count: int) -> str:
    """A number of bytes to three figures."""
    power, name = next(
        each for each in ((12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")) if count >= 10 ** each[0]
    )
    part = count / 10**power
    return (
        f"{part:.2f} {name}"
        if part < 9.995
        else f"{part:.1f} {name}"
        if part < 99.95
        else f"{part:.0f} {name}"
    )
