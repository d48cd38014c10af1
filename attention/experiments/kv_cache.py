"""What does a cache of keys and values save? Work counted, not timed, as a text is written word by word.

With a causal mask a row never changes once it is there, so the keys and values it was made from can be kept
(Shazeer 2019, section 2.4). One head within a model of several layers: there every row is needed, because the
next layer makes its keys and values from it. The sizes are those of the first transformer's decoder (Vaswani et
al. 2017, table 3). Counted are the multiplications of the matrix products: lists made, scores, and the mixing.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array

WAYS = ("without a cache", "with a cache")


@dataclass(frozen=True, slots=True)
class Config:
    """The model, and how long its text is."""

    width: int = 512  # X: numbers in a word
    head_width: int = 64  # D: numbers in a query, a key and a value
    heads: int = 8
    layers: int = 6
    bytes_per_number: int = 2
    lengths: tuple[int, ...] = (1, 2, 5, 11, 20, 50, 100, 200, 500, 1000, 2000)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axis W: the two ways, without and with a cache. Axis L: how many words are written, the newest included."""

    config: Config
    ways: tuple[str, str]
    lengths: Int[Array, " L"]
    lists: Int[Array, "W L"]  # queries, keys and values made for the newest word
    scores: Int[Array, "W L"]  # and scores worked out for it
    multiplications: Int[Array, "W L"]  # of one head, for the newest word
    so_far: Int[Array, "W L"]  # of one head, for the whole text
    spared: Float[Array, " L"]  # the share of the newest word's multiplications that the cache spares
    times: Float[
        Array, "2 L"
    ]  # how many times the work it takes without: for the newest word, for the whole text
    kept: Int[Array, " L"]  # keys and values that one head keeps
    head_bytes: Int[Array, " L"]  # what they take
    model_bytes: Int[Array, " L"]  # and those of all heads in all layers
    megabytes: Float[Array, " L"]  # the same in millions


def run(config: Config = Config()) -> Result:
    """Count for each length."""
    n = np.array(config.lengths, dtype=np.int64)
    lists = np.stack([3 * n, np.full_like(n, 3)])
    scores = np.stack([n * (n + 1) // 2, n])
    # Summed over all words up to n: 1 + … + n words, and 1 + 3 + 6 + … of them in triangles.
    all_lists = np.stack([3 * n * (n + 1) // 2, 3 * n])
    all_scores = np.stack([n * (n + 1) * (n + 2) // 6, n * (n + 1) // 2])
    multiplications = _multiplications(lists, scores, config)
    so_far = _multiplications(all_lists, all_scores, config)
    kept = 2 * n
    head_bytes = kept * config.head_width * config.bytes_per_number
    model_bytes = head_bytes * config.heads * config.layers
    return Result(
        config=config,
        ways=WAYS,
        lengths=n,
        lists=lists,
        scores=scores,
        multiplications=multiplications,
        so_far=so_far,
        spared=1 - multiplications[1] / multiplications[0],
        times=np.stack([multiplications[0] / multiplications[1], so_far[0] / so_far[1]]),
        kept=kept,
        head_bytes=head_bytes,
        model_bytes=model_bytes,
        megabytes=model_bytes / 1e6,
    )


def _multiplications(
    lists: Int[Array, "W L"], scores: Int[Array, "W L"], config: Config
) -> Int[Array, "W L"]:
    """X for each number of a list; D for each score, and D more to mix its value in."""
    return lists * config.width * config.head_width + scores * 2 * config.head_width
