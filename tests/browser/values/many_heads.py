"""Sections 9 to 14: translating, heads, positions, training, induction, and the stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from attention.experiments import (
    head_cost,
    heads,
    induction,
    lookup,
    order,
    rotary,
    stream,
    translation,
    waves,
)
from content.models import records
from tests.browser.values.case import Case, kept, levels

BUILT = ("back", "same", "induction")  # heads
SENTENCE = " ".join(heads.SENTENCE)


def translated(length: int, score: str, counted: str) -> dict[str, Any]:
    result = kept(translation.run)
    shares = {"words": result.accuracy, "sentences": result.whole}[counted]
    at = result.lengths.tolist().index(length)
    return {"fixed": shares[0, at], "attention": shares[result.scores.index(score), at]}


def aligned(score: str, written: int) -> dict[str, Any]:
    result = kept(translation.run)
    table = result.alignment[result.scores.index(score)]
    chosen = [float(each == score) for each in result.scores[1:]]
    return {
        "on_right": [row[source] for row, source in zip(table, result.order, strict=True)],
        "shares": chosen,
        "written": written,
    }


def typed(head: str, sentence: str, looking: int) -> dict[str, Any]:
    """The built heads on any sentence."""
    words = tuple(sentence.split())
    weights = heads.run(heads.Config(words)).weights[BUILT.index(head), looking]
    row = np.append(weights, np.zeros(12 - len(words)))  # the figure has room for twelve words
    return {"count": len(words), "goal": row, "shown": row}


def composed(step: int, looking: int) -> dict[str, Any]:
    result = heads.run()
    shares = result.guess[looking]
    best, second = np.sort(shares)[::-1][:2]
    return {
        "row": result.weights[heads.INDUCTION, looking],
        "guess": best,
        "runner_up": second,
        "at": [step],
    }


def costs(heads: int, words: int) -> dict[str, Any]:
    """What a layer costs, from its width alone."""
    c = head_cost.Config()
    count = c.heads[heads]
    matrices, looks = 4 * words * c.width**2, 2 * words**2 * c.width
    return {
        "cost_multiplications": matrices + looks,
        "cost_parameters": 4 * c.width**2,
        "cost_weights": count * words**2,
        "cost_full": count * (matrices + looks),
        "times": [1, 1, count, count],
    }


def looked_up(last: str, order: str, layer: int, head: int, looking: int) -> dict[str, Any]:
    """In hundredths, as it is baked."""
    result = records.minilm()
    weights = result.weights[result.endings.index(last), layer, head]
    given = {"animal": result.active, "street": result.passive}[order].reshape(2, 24, -1)
    return {
        "weights": _hundredths(weights.ravel()),
        "row": _hundredths(weights[looking]),
        "given": _hundredths(given),
    }


def _hundredths(shares: Any) -> Any:
    return (100 * shares).round()


def ordered(order_: int, positions: bool) -> dict[str, Any]:
    result, mode = order.run(), int(positions)
    weights = result.weights[mode]
    goal = [*result.places[order_], *weights[0].ravel(), *weights[order_].ravel()]
    return {"goal": goal, "drawn": goal, "outputs": result.outputs[mode, :, result.verb]}


def waving(step: str, column: int, other: int) -> dict[str, Any]:
    """Dot products of positions, from sines and cosines alone."""
    c = waves.Config()
    apart = np.arange(c.count) * int(step)
    speeds = 10000.0 ** (-np.arange(0, c.width, 2) / c.width)
    return {
        "speeds": speeds,
        "products": np.cos(apart[:, None] * speeds).sum(-1),
        "apart": int(step),
        "column": column,
        "other": other,
    }


def turned(query: int, key: int, both: int, pair: str) -> dict[str, Any]:
    """The score of arrows that are turned by their positions."""
    c = rotary.Config()
    speed = 10000.0 ** (-2 * c.pairs[("first", "second", "third").index(pair)] / c.width)
    q, k = (
        complex(*start) * np.exp(1j * speed * (place + both))
        for start, place in ((c.query, query), (c.key, key))
    )
    return {"score": (q * k.conjugate()).real, "speed": speed, "query_at": query + both}


def learned(frame: int, size: str) -> dict[str, Any]:
    result = kept(lookup.run)
    run = ("slow", "medium", "fast", "too-large").index(size)
    return {
        "loss_now": result.loss[run, frame],
        "weights_now": result.weights[run, frame],
        "scores_now": levels(result.scores[run], -8, 8),  # what lies beyond fills a cell as well
    }


def formed(frame: int, first: int, second: int) -> dict[str, Any]:
    result = kept(induction.run)
    return {
        "loss_now": result.loss[frame],
        "one_layer_now": result.one_layer[frame],
        "scores_0": result.previous[:, 0].T,
        "scores_1": result.prefix[:, 1].T,
        "map_0": levels(_lower(result.weights[:, 0, first])),
        "map_1": levels(_lower(result.weights[:, 1, second])),
    }


def switched(off: str, **on: bool) -> dict[str, Any]:
    study = kept(induction.run).ablation
    combination = sum(2**n for n in range(4) if not on[f"head_{n}"])
    which = ("zero", "uniform").index(off), combination
    again = (study.guesses.shape[-1] + 1) // 2  # letters from here on come again
    goal = [study.loss[which], *study.guesses[which][again:]]
    return {
        "goal": goal,
        "now": goal,
        "scores": [*study.previous[which][0], *study.prefix[which][1]],
        "map": levels(_lower(study.weights[which])),
    }


def _lower(weights: Any) -> Any:
    """What lies on and below the diagonal, row by row."""
    return weights[..., *np.tril_indices(weights.shape[-1])]


def cut(cut: str, draw: int) -> dict[str, Any]:
    result = records.smollm2()
    case = {"nothing": 0, "strongest": 1, "others": 2 + draw}[cut]
    losses = result.losses[case]
    half = len(losses) // 2  # the second reading has a word more: its first can be foretold
    return {"first": losses[:half].mean(), "second": losses[-half:].mean(), "scores": result.scores}


def read(layer: int, at: int) -> dict[str, Any]:
    """What lies in the stream. Rounded, as it is baked."""
    result = kept(stream.run)
    weights = result.weights[max(0, layer - 1), :, at].ravel().astype(float).round(5)
    sizes, guesses = result.sizes[:, at], result.guesses[:, at]
    return {
        "looks_goal": weights,
        "looks": weights,
        "sizes": sizes.astype(float).round(4),
        "added": result.added[:, at].astype(float).round(4),
        "shares": np.sort(guesses)[:, :-5:-1],
        "right": guesses[:, result.text[at + 1]],
    }


CASES = {
    "bottleneck": Case(
        translated,
        (
            {"length": 12, "score": "additive", "counted": "words"},
            {"length": 30, "score": "dot", "counted": "sentences"},
            {"length": 2, "score": "concat", "counted": "words"},
        ),
    ),
    "alignment": Case(
        aligned,
        (
            {"score": "concat", "written": 9},
            {"score": "additive", "written": 0},
            {"score": "general", "written": 11},
        ),
    ),
    "heads": Case(
        typed,
        (
            {"head": "induction", "sentence": SENTENCE, "looking": 9},
            {"head": "back", "sentence": SENTENCE, "looking": 4},
            {"head": "same", "sentence": "a rose is a rose is a rose", "looking": 6},
            {
                "head": "induction",
                "sentence": "one two one two one two one two one two one two",
                "looking": 11,
            },
            {"head": "induction", "sentence": "alone", "looking": 0},
        ),
    ),
    "compose": Case(
        composed,
        ({"step": 4, "looking": 9}, {"step": 1, "looking": 0}, {"step": 3, "looking": 8}),
    ),
    "head-cost": Case(
        costs,
        ({"heads": 3, "words": 512}, {"heads": 0, "words": 64}, {"heads": 6, "words": 4096}),
    ),
    "real-heads": Case(
        looked_up,
        (
            {"last": "tired", "order": "animal", "layer": 3, "head": 1, "looking": 10},
            {"last": "wide", "order": "street", "layer": 0, "head": 0, "looking": 0},
            {"last": "tired", "order": "street", "layer": 5, "head": 11, "looking": 15},
        ),
    ),
    "order": Case(
        lambda order, positions: ordered(order, positions),
        (
            {"order": 5, "positions": False},
            {"order": 3, "positions": True},
            {"order": 0, "positions": False},
        ),
    ),
    "waves": Case(
        waving,
        (
            {"step": "1", "column": 4, "other": 5},
            {"step": "10", "column": 0, "other": 23},
            {"step": "100", "column": 17, "other": 2},
        ),
    ),
    "rotary": Case(
        turned,
        (
            {"query": 7, "key": 1, "both": 3, "pair": "second"},
            {"query": 0, "key": 8, "both": 8, "pair": "first"},
            {"query": 5, "key": 5, "both": 0, "pair": "third"},
        ),
    ),
    "training": Case(
        learned,
        (
            {"frame": 33, "size": "medium"},
            {"frame": 100, "size": "too-large"},
            {"frame": 0, "size": "slow"},
        ),
    ),
    "phase": Case(
        formed,
        (
            {"frame": 31, "first": 1, "second": 1},
            {"frame": 0, "first": 0, "second": 1},
            {"frame": 100, "first": 1, "second": 0},
        ),
    ),
    "ablate": Case(
        switched,
        (
            {"off": "zero", "head_0": True, "head_1": False, "head_2": True, "head_3": True},
            {"off": "uniform", "head_0": False, "head_1": False, "head_2": True, "head_3": False},
            {"off": "zero", "head_0": True, "head_1": True, "head_2": True, "head_3": True},
        ),
    ),
    "real-induction": Case(
        cut,
        (
            {"cut": "nothing", "draw": 0},
            {"cut": "strongest", "draw": 0},
            {"cut": "others", "draw": 5},
        ),
    ),
    "stream": Case(read, ({"layer": 2, "at": 12}, {"layer": 0, "at": 0}, {"layer": 1, "at": 14})),
}
