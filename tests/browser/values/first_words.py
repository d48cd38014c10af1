"""Sections 1 to 4: a sentence, words as lists of numbers, how far lists agree, and queries."""

from __future__ import annotations

from typing import Any

import numpy as np

from attention.experiments import long_lists, winograd, words
from tests.browser.values.case import Case


def dot_product(q_x: float, q_y: float, k_x: float, k_y: float) -> dict[str, Any]:
    q, k = np.array([q_x, q_y]), np.array([k_x, k_y])
    return {"dot": q @ k, "cosine": q @ k / np.linalg.norm(q) / np.linalg.norm(k)}


def seen_weights(last: str, looking: int) -> dict[str, Any]:
    result = winograd.run()
    weights = result.weights[result.endings.index(last), looking]
    return {"goal": weights, "weights": weights}


def long_sums(exponent: int, lists: str) -> dict[str, Any]:
    result, i = long_lists.run(), exponent - 1
    kind = result.kinds.index(lists)
    return {"cosine": result.cosines[kind, i], "chance": result.expected[i], "dot": result.sums[kind, i, -1]}


def map_distances(probe_x: float, probe_y: float) -> dict[str, Any]:
    return {"distances": np.linalg.norm(words.run().points - [probe_x, probe_y], axis=1)}


def word_cosines(word: int) -> dict[str, Any]:
    result = words.run()
    full, flat = result.cosines[word], result.kept_cosines[1, word]
    return {"full_goal": full, "full_shown": full, "flat_goal": flat, "flat_shown": flat}


def squeezed(kept: int) -> dict[str, Any]:
    return {"share": words.run().share[:kept].sum()}


def asked(q_x: float, q_y: float) -> dict[str, Any]:
    return {"scores": winograd.run().keys[0] @ [q_x, q_y] / np.sqrt(2)}


def built(copied: float, strength: float, last: str) -> dict[str, Any]:
    result = winograd.run(winograd.Config(float(copied), float(strength)))
    ending = result.endings.index(last)
    return {
        "query": result.queries[ending, result.pronoun],
        "weights": result.weights[ending, result.pronoun],
    }


CASES = {
    "winograd": Case(
        seen_weights,
        (
            {"last": "tired", "looking": 7},
            {"last": "wide", "looking": 7},
            {"last": "wide", "looking": 10},
        ),
    ),
    "word-map": Case(
        map_distances,
        (
            {"probe_x": 0.1, "probe_y": -0.75},
            {"probe_x": 4.0, "probe_y": 3.0},
            {"probe_x": -3, "probe_y": 4},
        ),
    ),
    "word-neighbours": Case(word_cosines, ({"word": 11}, {"word": 0}, {"word": 15})),
    "squeeze": Case(squeezed, ({"kept": 2}, {"kept": 5}, {"kept": 15})),
    "dot-product": Case(
        dot_product,
        (
            {"q_x": 3, "q_y": 1, "k_x": 1, "k_y": 2.5},
            {"q_x": -1.5, "q_y": 2, "k_x": 4, "k_y": 3},
            {"q_x": 0.1, "q_y": -4, "k_x": -2.2, "k_y": 3.7},
        ),
    ),
    "long-lists": Case(
        long_sums,
        (
            {"exponent": 6, "lists": "unrelated"},
            {"exponent": 12, "lists": "agree"},
            {"exponent": 1, "lists": "disagree"},
        ),
    ),
    "query": Case(
        asked,
        (
            {"q_x": 4.75, "q_y": -3.325},
            {"q_x": 4.75, "q_y": -3.5},
            {"q_x": -5, "q_y": 0},
            {"q_x": 1.25, "q_y": 2.5},
        ),
    ),
    "query-matrix": Case(
        built,
        (
            {"copied": 0.95, "strength": 5, "last": "tired"},
            {"copied": 0, "strength": 8, "last": "wide"},
            {"copied": 0.4, "strength": 1, "last": "tired"},
        ),
    ),
}
