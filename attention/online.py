"""Online softmax: one pass over scores that come piece by piece (Milakov & Gimelshein 2018, algorithm 3).

Keep the largest score so far and the sum of exponentials relative to it. When a larger score comes, what
was summed before shrinks by exp(old peak − new peak). The weighted sum of values can be kept up to date in
the same way (Rabe & Staats 2021, sections 2 and 3).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.checks import mismatch
from attention.heads import mix
from attention.softmax import peak


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """Attention over the keys so far, still to be divided by its total."""

    peak: Float[Array, "*n T 1"]
    total: Float[Array, "*n T 1"]
    mixed: Float[Array, "*n T Dv"]

    def output(self) -> Float[Array, "*n T Dv"]:
        """The weighted mean of the values so far; zeros where nothing was seen."""
        return self.mixed / np.where(self.total == 0, 1, self.total)

    def log_total(self) -> Float[Array, "*n T 1"]:
        """log Σ exp(score), from which any weight can be had again; 0 where nothing was seen."""
        seen = self.total != 0
        return np.where(seen, self.peak, 0) + np.log(np.where(seen, self.total, 1))


def begin(*rows: int, value_width: int, dtype: np.dtype) -> Running:
    """Attention before the first key."""
    return Running(
        np.full((*rows, 1), -np.inf, dtype),
        np.zeros((*rows, 1), dtype),
        np.zeros((*rows, value_width), dtype),
    )


def absorb(
    running: Running,
    scores: Float[Array, "*n T S"],
    values: Float[Array, "*n S Dv"],
    combine: Callable[[Array, Array], Array] = mix,
) -> Running:
    """Attention after S more keys. The memory of `scores` is used up."""
    largest = np.maximum(running.peak, scores.max(-1, keepdims=True, initial=-np.inf))
    level = np.where(largest == -np.inf, 0, largest)
    np.exp(np.subtract(scores, level, out=scores), out=scores)
    faded = np.exp(running.peak - level)
    return Running(
        largest,
        faded * running.total + scores.sum(-1, keepdims=True),
        faded * running.mixed + combine(scores, values),
    )


def online_softmax(scores: Float[Array, "*n S"], chunk: int) -> Float[Array, "*n S"]:
    """Softmax over the last axis from a running peak and total, `chunk` scores at a time."""
    if chunk < 1:
        raise mismatch("chunk", chunk, "1 or more")
    largest = np.full((*scores.shape[:-1], 1), -np.inf, scores.dtype)
    total = np.zeros_like(largest)
    for start in range(0, scores.shape[-1], chunk):
        piece = scores[..., start : start + chunk]
        before, largest = largest, np.maximum(largest, piece.max(-1, keepdims=True))
        level = peak(largest)
        total = total * np.exp(before - level) + np.exp(piece - level).sum(-1, keepdims=True)
    return np.exp(scores - peak(largest)) / np.where(total == 0, 1, total)
