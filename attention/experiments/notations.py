"""Do the many ways of writing attention give the same numbers? One causal head, in all combinations of six choices.

Each choice goes with matrices to match: where a layout changes, their rows or columns are put in the new order once,
as is done when a model moves from one library to another.
"""

import math
from dataclasses import astuple, dataclass
from itertools import product

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.masks import as_bias, causal
from attention.positions import Pairing, rotary, sinusoids
from attention.softmax import softmax


@dataclass(frozen=True, slots=True)
class Config:
    """The size of the head and of its text."""

    length: int = 11
    width: int = 26  # of a word
    head: int = 14  # of its query, key and value
    seed: int = 3


@dataclass(frozen=True, slots=True)
class Notation:
    """Six choices; as the original paper and this essay write, all are False."""

    split_root: bool = False  # q and k are each divided by the fourth root of d, not the scores by its root
    columns: bool = False  # words are columns, and matrices stand before them
    halves: bool = False  # rotary positions pair number i with i + d/2, not neighbors
    added_mask: bool = False  # the mask is −∞ and 0, and is added
    sines_first: bool = False  # all sines of the positions, then all cosines, not by turns
    fused: bool = False  # one matrix makes queries, keys and values


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """Words without positions, and the three matrices."""

    words: Float[Array, "T X"]
    w_q: Float[Array, "X D"]
    w_k: Float[Array, "X D"]
    w_v: Float[Array, "X D"]


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The output in every notation (axis N); that with no choice taken is first."""

    config: Config
    notations: tuple[Notation, ...]
    output: Float[Array, "F N T D"]  # axis F: the matrices follow the notation, or they don't
    differences: Float[Array, "F N"]  # the largest of an output's numbers from the first notation's


def run(config: Config = Config()) -> Result:
    """The same head, written in every way."""
    head = example(config)
    notations = tuple(Notation(*choices) for choices in product((False, True), repeat=6))
    output = np.array(
        [
            [attend_as(notation, matched(head, notation)) for notation in notations],
            [attend_as(notation, head) for notation in notations],
        ]
    )
    return Result(
        config=config,
        notations=notations,
        output=output,
        differences=np.abs(output - output[0, 0]).max(axis=(2, 3)),
    )


def example(config: Config = Config()) -> Head:
    """A head and a text, drawn at random."""
    rng = np.random.default_rng(config.seed)
    words = rng.standard_normal((config.length, config.width))
    return Head(words, *rng.standard_normal((3, config.width, config.head)) / math.sqrt(config.width))


def matched(head: Head, notation: Notation) -> Head:
    """The head with its numbers in the order that the notation wants."""
    words, w_q, w_k, w_v = head.words, head.w_q, head.w_k, head.w_v
    if notation.sines_first:
        order = _evens_first(words.shape[1])
        words, w_q, w_k, w_v = words[:, order], w_q[order], w_k[order], w_v[order]
    if notation.halves:
        order = _evens_first(w_q.shape[1])
        w_q, w_k = w_q[:, order], w_k[:, order]
    return Head(words, w_q, w_k, w_v)


def attend_as(notation: Notation, head: Head) -> Float[Array, "T D"]:
    """The head's output, worked out as the notation says."""
    length, width = head.words.shape
    x = head.words + sinusoids(np.arange(length), width, pairing=_pairing(notation.sines_first))
    mask = causal(length, length)
    mask = as_bias(mask) if notation.added_mask else mask
    before, after = _shares(notation, head.w_q.shape[1])
    if notation.columns:
        q, k, v = (p.T for p in _turned(notation, *(p.T for p in _projected_columns(notation, head, x.T))))
        weights = softmax((k * before).T @ (q * before) * after, axis=0, mask=mask.T)
        return (v @ weights).T
    q, k, v = _turned(notation, *_projected(notation, head, x))
    weights = softmax((q * before) @ (k * before).T * after, mask=mask)
    return weights @ v


def choices(notation: Notation) -> tuple[bool, ...]:
    """The six choices in order."""
    return astuple(notation)


def _projected(notation: Notation, head: Head, x: Array) -> list[Array]:
    matrices = head.w_q, head.w_k, head.w_v
    if notation.fused:
        return np.split(x @ np.concatenate(matrices, axis=1), 3, axis=1)
    return [x @ w for w in matrices]


def _projected_columns(notation: Notation, head: Head, x: Array) -> list[Array]:
    matrices = head.w_q.T, head.w_k.T, head.w_v.T
    if notation.fused:
        return np.split(np.concatenate(matrices) @ x, 3)
    return [w @ x for w in matrices]


def _turned(notation: Notation, q: Array, k: Array, v: Array) -> tuple[Array, Array, Array]:
    pairing = _pairing(notation.halves)
    return rotary(q, pairing=pairing), rotary(k, pairing=pairing), v


def _shares(notation: Notation, width: int) -> tuple[float, float]:
    """What q and k are each multiplied by, and what the scores are."""
    return (width**-0.25, 1.0) if notation.split_root else (1.0, width**-0.5)


def _pairing(halves: bool) -> Pairing:
    return "halves" if halves else "pairs"


def _evens_first(width: int) -> Array:
    """The order that takes neighboring pairs apart into halves."""
    return np.concatenate([np.arange(0, width, 2), np.arange(1, width, 2)])
