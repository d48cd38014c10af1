"""How long attention takes and what it holds as its text grows: written plainly, and in tiles; one head, one thread.

Memory is the most that is held at once beyond input and output, as tracemalloc sees it: arrays, and not what the
library of matrix products keeps for itself. Time is the processor's, so that other programs count for little.
"""

import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.flash import flash
from attention.heads import attend
from attention.masks import CAUSAL, causal

WIDTH = 128  # of the head
LENGTHS = (100, 300, 1000, 3000, 10_000, 30_000)  # the last takes 3.6 GB for its scores
CAUSAL_LENGTH = 10_000
LEAST_SECONDS, LEAST_RUNS = 1.0, 5  # of each, after one run that isn't counted

Lists = Float[Array, "3 T D"]  # queries, keys and values
Way = Callable[[Array, Array, Array], Array]

EVERYWHERE: dict[str, Way] = {"plain": attend, "tiled": flash}
BEFORE: dict[str, Way] = {
    "plain": lambda q, k, v: attend(q, k, v, causal(len(q), len(k))),
    "tiled": lambda q, k, v: flash(q, k, v, reach=CAUSAL),
}


def measure(
    lengths: tuple[int, ...] = LENGTHS,
    causal_length: int = CAUSAL_LENGTH,
    least_seconds: float = LEAST_SECONDS,
) -> dict[str, Any]:
    """Both ways at every length, every word looking everywhere; at one length also looking at those before it."""
    rng = np.random.default_rng(0)
    everywhere = [_both(EVERYWHERE, _drawn(rng, length), least_seconds) for length in lengths]
    return {
        "settings": {"width": WIDTH, "precision": "float32", "threads": 1},
        "lengths": list(lengths),
        **{way: _columns([each[way] for each in everywhere]) for way in EVERYWHERE},
        "causal": {"length": causal_length, **_both(BEFORE, _drawn(rng, causal_length), least_seconds)},
    }


def _drawn(rng: np.random.Generator, length: int) -> Lists:
    return rng.standard_normal((3, length, WIDTH), dtype=np.float32)


def _both(ways: dict[str, Way], lists: Lists, least_seconds: float) -> dict[str, dict[str, Any]]:
    """Milliseconds (a quarter of the runs took less, half, three quarters) and bytes of each way."""
    seconds = _seconds(ways, lists, least_seconds)
    quarters = {way: np.percentile(seconds[way], (25, 50, 75)) * 1000 for way in ways}
    return {
        way: {"milliseconds": [_three(each) for each in quarters[way]], "bytes": _held(attended, lists)}
        for way, attended in ways.items()
    }


def _seconds(ways: dict[str, Way], lists: Lists, least_seconds: float) -> dict[str, list[float]]:
    """The ways take turns, so that what else the machine does falls on both."""
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for attended in ways.values():
        attended(*lists)
    started = time.perf_counter()
    while len(taken["plain"]) < LEAST_RUNS or time.perf_counter() - started < least_seconds:
        for way, attended in ways.items():
            before = time.process_time()
            attended(*lists)
            taken[way].append(time.process_time() - before)
    return taken


def _held(attended: Way, lists: Lists) -> int:
    tracemalloc.start()
    try:
        output = attended(*lists)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return int(_three(most - output.nbytes))


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def _three(number: float) -> float:
    """Three digits of a number: the rest is chance."""
    return float(f"{number:.3g}")
