"""Words as points: count neighbors, weigh the counts, keep the directions that matter.

Church & Hanks 1990 (pointwise mutual information); Bullinaria & Levy 2007 (negatives set to zero);
Deerwester et al. 1990 (truncated SVD).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.checks import mismatch


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """How often each word stood beside each other one."""

    words: tuple[str, ...]  # in alphabetical order
    table: Int[Array, "V V2"]  # row: a word; columns: the V words just before it, then the V words just after


def count_neighbors(sentences: Sequence[Sequence[str]]) -> Counts:
    """Count the word just before and the word just after every word, within sentences."""
    words = tuple(sorted({word for sentence in sentences for word in sentence}))
    at = {word: i for i, word in enumerate(words)}
    table = np.zeros((len(words), 2 * len(words)), dtype=int)
    for sentence in sentences:
        for first, second in pairwise(sentence):
            table[at[second], at[first]] += 1
            table[at[first], len(words) + at[second]] += 1
    return Counts(words, table)


def ppmi(counts: Int[Array, "rows columns"]) -> Float[Array, "rows columns"]:
    """max(0, log of how much more often a pair occurs than chance would have it); 0 for a pair never seen."""
    total = counts.sum()
    if total == 0:
        raise mismatch("counts", "no pair at all", "one pair or more")
    chance = counts.sum(1, keepdims=True) * (counts.sum(0, keepdims=True) / total)
    seen = counts > 0
    return np.maximum(np.log(np.where(seen, counts, 1) / np.where(seen, chance, 1)), 0)


@dataclass(frozen=True, slots=True, eq=False)
class Directions:
    """Rows of a table, seen along the few directions in which they differ most."""

    points: Float[Array, "rows K"]
    directions: Float[Array, "K columns"]
    share: Float[Array, " K"]  # of the sum of squares


def truncated_svd(table: Float[Array, "rows columns"], keep: int, centered: bool = False) -> Directions:
    """The best `keep` directions (Deerwester et al. 1990); the largest part of each is made positive."""
    if not 1 <= keep <= min(table.shape):
        raise mismatch("keep", keep, f"1 to {min(table.shape)}")
    if centered:
        table = table - table.mean(0)
    u, sizes, directions = np.linalg.svd(table, full_matrices=False)
    largest = np.take_along_axis(directions, np.abs(directions).argmax(1)[:, None], 1)
    signs = np.where(largest < 0, -1, 1)
    share = sizes**2 / (sizes**2).sum()
    return Directions((u * sizes * signs[:, 0])[:, :keep], (directions * signs)[:keep], share[:keep])


def cosines(rows: Float[Array, "rows columns"]) -> Float[Array, "rows rows"]:
    """Cosine of every row with every row; 0 for a row without length."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.where(lengths == 0, 1, lengths)
    return unit @ unit.T


def neighbors(
    words: Sequence[str], rows: Float[Array, "rows columns"], word: str, count: int
) -> tuple[tuple[str, float], ...]:
    """The words nearest to `word` by cosine, nearest first; ties in the order of `words`."""
    if word not in words:
        raise mismatch("word", repr(word), "one of the words counted")
    near = cosines(rows)[words.index(word)]
    order = [int(i) for i in np.argsort(-near, kind="stable") if words[i] != word]
    return tuple((words[i], float(near[i])) for i in order[:count])
