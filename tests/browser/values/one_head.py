"""Sections 5 to 8: softmax, mixing, all words at once, and no peeking ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from attention.experiments import causal, kv_cache, matrix, mix, width, winograd
from attention.softmax import softmax
from tests.browser.values.case import Case, kept


def softmax_weights(temperature: float, score1: float = 3.36) -> dict[str, Any]:
    scores = winograd.run().scores[0, winograd.PRONOUN].round(2)
    scores[1] = score1
    return {"weights": softmax(scores, temperature=float(temperature))}


def largest(exponent: int) -> dict[str, Any]:
    result, i = kept(width.run), exponent - 1
    names = (("undivided", 0), ("divided", 1))
    return {f"largest_{way}": result.largest[axis, i] for way, axis in names} | {
        f"long_run_{way}": result.largest_long_run[axis, i] for way, axis in names
    }


def gradients(exponent: int) -> dict[str, Any]:
    mean = kept(width.run).gradient_mean[:, exponent - 1]
    return {"mean_undivided": mean[0], "mean_divided": mean[1]}


def mixed(strength: float, last: str) -> dict[str, Any]:
    result = mix.run(mix.Config(winograd.Config(strength=float(strength))))
    return {"weights": result.weights[result.endings.index(last)]}


def worked_out(part: str, looking: int, last: str) -> dict[str, Any]:
    """The whole formula, from queries, keys and values alone."""
    result = matrix.run()
    ending = result.endings.index(last)
    queries, keys, values = result.queries[ending], result.keys[ending], result.values[ending]
    products = queries @ keys.T
    scores = products / np.sqrt(2)
    grown = np.exp(scores - scores.max(-1, keepdims=True))
    weights = grown / grown.sum(-1, keepdims=True)
    shown = min(
        ("products", "scores", "weights", "output").index(part), 2
    )  # the last has the table of weights
    return {
        "tables": [products, scores, weights],
        "outputs": weights @ values,
        "lower": [products, scores, weights][shown],
        "looking": looking,
    }


def growing(written: int, mask: bool) -> dict[str, Any]:
    weights = causal.run().weights[int(mask)]
    now, before = weights[written], weights[written - 1] if written else np.zeros_like(weights[0])
    moved = np.abs(now - before)[:written].sum(-1) / 2  # what leaves some words comes to others
    moved = np.append(moved, np.zeros(len(now) - written))
    return {"lower": now, "newest": now[written], "moved": moved, "changed": moved > 1e-12}  # not by rounding


def spared(length: int) -> dict[str, Any]:
    """The sentence, from the count of words alone."""
    c = kv_cache.Config()
    n = c.lengths[length]
    made = 3 * c.width * c.head_width  # multiplications for a query, a key and a value of one head
    cached, plain = made + 2 * n * c.head_width, n * made + n * (n + 1) * c.head_width
    bytes_kept = 2 * n * c.head_width * c.bytes_per_number * c.heads * c.layers
    held = f"{bytes_kept / 1e3:.1f} kB" if bytes_kept < 1e6 else f"{bytes_kept / 1e6:.1f} MB"
    return {
        "says": f"For word {n:,}, the cache spares {1 - cached / plain:.1%} of the multiplications: "
        f"{_large(cached)} instead of {_large(plain)}. It holds {held}."
    }


def _large(count: int) -> str:
    if count < 1e6:
        return f"{count:,}"
    return f"{count / 1e6:.1f} million" if count < 1e9 else f"{count / 1e9:.1f} billion"


CASES = {
    "softmax": Case(
        softmax_weights,
        ({"temperature": 1}, {"temperature": 0.25}, {"temperature": 2.5, "score1": -3.25}),
    ),
    "width": Case(largest, ({"exponent": 9}, {"exponent": 1}, {"exponent": 10})),
    "saturation": Case(gradients, ({"exponent": 9}, {"exponent": 1}, {"exponent": 5})),
    "mix": Case(
        mixed,
        (
            {"strength": 5, "last": "tired"},
            {"strength": 0, "last": "wide"},
            {"strength": 9.5, "last": "wide"},
        ),
    ),
    "matrix": Case(
        worked_out,
        (
            {"part": "output", "looking": 7, "last": "tired"},
            {"part": "products", "looking": 10, "last": "wide"},
            {"part": "weights", "looking": 0, "last": "tired"},
        ),
    ),
    "causal": Case(
        growing,
        (
            {"written": 10, "mask": True},
            {"written": 7, "mask": False},
            {"written": 0, "mask": True},
            {"written": 10, "mask": False},
        ),
    ),
    "kv-cache": Case(spared, ({"length": 3}, {"length": 0}, {"length": 10})),
}
