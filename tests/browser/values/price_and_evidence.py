"""Sections 15 to 20: what it costs, paying less, evidence, mistakes and notations."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from attention.experiments import adversary, faults, favor, kv_size, notations, price, sharing, sparse, tiles
from content.measured import records as measurements
from content.models import records
from tests.browser.values.case import Case, kept

CHOICES = ("split", "columns", "halves", "added", "sines", "fused")  # of notation
AS_WRITTEN = dict.fromkeys(CHOICES, False) | {"follow": True}


def priced(length: int, model: int) -> dict[str, Any]:
    """From the models' shapes alone."""
    c = price.Config()
    n, m = c.lengths[length], c.models[model]
    scores = n * (n + 1) // 2 * m.layers * m.heads
    lists = m.width * m.head_width * (2 * m.heads + 2 * m.key_heads)  # queries and joining; keys and values
    return {
        "scores": scores,
        "bytes": 4 * scores,
        "looking": 2 * scores * m.head_width,
        "making": n * m.layers * lists,
        "measured_time": measured(n, lambda way: way.middle),
        "measured_memory": measured(n, lambda way: way.bytes_held),
    }


def measured(n: int, amount: Callable[[measurements.Way], Any]) -> str:
    """From the record: in multiples of a thousand words, plainly."""
    growth = measurements.growth()
    if n not in growth.lengths:
        return "not measured"
    unit = amount(growth.plain)[growth.lengths == 1000]
    plain, tiled = ((amount(way)[growth.lengths == n] / unit).item() for way in (growth.plain, growth.tiled))
    digits = [
        f"{ratio:,.0f}" if ratio > 9.95 else f"{ratio:.1f}" if ratio > 0.95 else f"{ratio:.2g}"
        for ratio in (plain, tiled)
    ]
    return f"×{digits[0]}, in tiles ×{digits[1]}"


def cached(length: int, model: int) -> dict[str, Any]:
    c = kv_size.Config()
    n, m = c.lengths[length], c.models[model]
    bytes_kept = n * 2 * m.layers * m.key_heads * m.head_width * c.bytes_per_number
    unshared = bytes_kept * m.heads // m.key_heads
    return {
        "says": f"Of {n:,} word{'s' * (n > 1)}, {m.name} keeps {_bytes(bytes_kept)}; were nothing shared, "
        f"it would be {_bytes(unshared)}."
    }


def _bytes(count: int) -> str:
    """Three figures, or all that there are before the point."""
    power, name = next(
        (p, name) for p, name in ((12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")) if count >= 10**p
    )
    part = count / 10**power
    return f"{part:.{2 if part < 9.995 else 1 if part < 99.95 else 0}f} {name}"


def shared(more: int) -> dict[str, Any]:
    result = kept(sharing.run)
    own, two, four = result.loss[:, more]
    return {
        "says": f"Trained on for {result.share[more]:.0%} of the steps before, the loss is {four:.2f} where all "
        f"four heads share, {two:.2f} where every two do, and {own:.2f} where each keeps its own."
    }


def tiled(side: str, step: int) -> dict[str, Any]:
    """Softmax in one pass, from the scores alone."""
    result = kept(tiles.run)
    ends = range(int(side), 17, int(side))
    peaks = np.stack([result.scores[:, :end].max(-1) for end in ends], axis=-1)
    sums = [
        np.exp(result.scores[:, :end] - peak[:, None]).sum(-1)
        for end, peak in zip(ends, peaks.T, strict=True)
    ]
    before = np.pad(peaks, ((0, 0), (1, 0)), constant_values=-np.inf)[:, :-1]
    carried = next(walk for walk in result.walks if walk.side == int(side)).carried
    return {
        "peaks": peaks,
        "sums": np.stack(sums, axis=-1),
        "fades": np.exp(before - peaks),
        "moved": carried[step],
        "moved_all": carried[-1],
    }


def linked(reach: int, count: int, layers: int) -> dict[str, Any]:
    """From the table of links alone."""
    i, j = np.indices((24, 24))
    links = (abs(i - j) <= reach) | (np.minimum(i, j) < count)
    reached = np.linalg.matrix_power(links.astype(int), layers + 1) > 0
    return {
        "kept": [links.sum(), *sparse.run().kept[reach, count, 1:]],
        "connected": reached.mean().round(5),  # as it is baked
    }


def estimated(spread: int, count: int) -> dict[str, Any]:
    result = kept(favor.run)  # to six decimals, as it is baked
    return {"error": result.errors[spread, count].round(6), "floor": result.floor[spread].round(6)}


def traced(cut: str, layer: int) -> dict[str, Any]:
    result = records.minilm()
    where = ... if cut == "none" else layer
    told = result.uncut if cut == "none" else result.cut[cut]
    lean, share = told.lean[where], told.share[where]
    animals = slice(0, 12), slice(12, 24)
    goal = [*lean, *share, *(part[half].mean() for part in (lean, share) for half in animals)]
    return {
        "goal": goal,
        "now": goal,
        "difference": lean[animals[0]].mean() - lean[animals[1]].mean(),
    }


def judged(reader: str, sentence: int) -> dict[str, Any]:
    """To six decimals, as it is baked."""
    result = kept(adversary.run)
    each = result.judged[("alone", "both").index(reader)]
    goal = np.concatenate([each.weights[sentence], each.adversarial[sentence]]).round(6)
    return {
        "goal": goal,
        "now": goal,
        "answer": np.array([each.answers[sentence], each.adversarial_answers[sentence]]).round(6),
        "distance": each.distances[sentence].round(6),
        "words": [adversary.WORDS[token] for token in result.tokens[sentence]],
    }


def broken(fault: int, head: str) -> dict[str, Any]:
    result, place = faults.run(), int(head) - 1
    wrong, right = result.wrong[fault, place], result.right[fault, place]
    return {
        "now": wrong.ravel(),
        "wrong": wrong,
        "right": right,
        "allowed": result.allowed[fault],
        "moved": abs(wrong - right).max(),
        "low": wrong.sum(-1).min(),
        "high": wrong.sum(-1).max(),
    }


def rewritten(follow: bool, **choices: bool) -> dict[str, Any]:
    """Every digit of one number. The ways are counted as a binary number is."""
    result = notations.run()
    ways = list(itertools.product((False, True), repeat=len(CHOICES)))
    place = ways.index(tuple(choices[name] for name in CHOICES))
    value = result.output[int(not follow), place, -1, 0]
    return {"now": f"{value:.16f}".replace("-", "−"), "count": sum(choices.values())}


CASES = {
    "price": Case(priced, ({"length": 2, "model": 0}, {"length": 8, "model": 3}, {"length": 4, "model": 1})),
    "kv-size": Case(
        cached,
        ({"length": 6, "model": 4}, {"length": 0, "model": 0}, {"length": 10, "model": 6}),
    ),
    "sharing": Case(shared, ({"more": 0}, {"more": 5}, {"more": 20})),
    "flash": Case(
        tiled,
        (
            {"side": "4", "step": 5},
            {"side": "1", "step": 255},
            {"side": "16", "step": 0},
            {"side": "8", "step": 3},
        ),
    ),
    "sparse": Case(
        linked,
        (
            {"reach": 2, "count": 1, "layers": 0},
            {"reach": 0, "count": 0, "layers": 3},
            {"reach": 6, "count": 3, "layers": 0},
            {"reach": 3, "count": 0, "layers": 2},
        ),
    ),
    "performer": Case(
        estimated,
        ({"spread": 1, "count": 4}, {"spread": 0, "count": 8}, {"spread": 4, "count": 0}),
    ),
    "trace": Case(
        traced,
        (
            {"cut": "nouns", "layer": 6},
            {"cut": "none", "layer": 0},
            {"cut": "adjective", "layer": 2},
            {"cut": "beside", "layer": 5},
        ),
    ),
    "adversary": Case(
        judged,
        (
            {"reader": "both", "sentence": 4},
            {"reader": "alone", "sentence": 0},
            {"reader": "both", "sentence": 5},
        ),
    ),
    "break": Case(
        broken,
        tuple({"fault": n, "head": "12"[n % 2]} for n in range(7)),
    ),
    "notations": Case(
        rewritten,
        (
            AS_WRITTEN,
            AS_WRITTEN | {"halves": True, "follow": False},
            dict.fromkeys(CHOICES, True) | {"follow": True},
        ),
    ),
}
