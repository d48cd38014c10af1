"""Which words are alike, if all one knows is what stands beside them? Counts, weighed, squeezed into a map.

Church & Hanks 1990 (pointwise mutual information); Bullinaria & Levy 2007 (negatives set to zero);
Deerwester et al. 1990 (truncated SVD). The sentences were written for this: real text would need far more.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.checks import mismatch
from attention.words import Directions, cosines, count_neighbors, neighbors, ppmi, truncated_svd

SENTENCES = (
    "the cat drank milk when it was hungry",
    "a hungry cow ate the grass",
    "the hungry sheep ate the hay",
    "a tired dog ran home",
    "a sleepy cat ran home",
    "a sleepy dog walked home",
    "the horse ate hay and the cow drank water",
    "my old horse followed the cow",
    "my old cat chased the horse",
    "they walked along the road near our school",
    "children walked along the river at dawn",
    "people met in the street at night",
    "he lived beside the street",
    "cars filled the busy street at noon",
    "cars filled the busy road at noon",
    "people filled the busy park at noon",
    "a busy road leads into town",
    "a busy street leads into town",
    "a busy lane runs through town",
    "this road is too busy to cross",
    "the river is too wide to cross",
    "the street was so busy that nobody crossed",
    "the dog ran across the street",
    "an animal ran across the road",
    "the horse chased the dog along the river",
    "the dog looked hungry and tired",
    "turn left where the lane meets the river",
)
GROUPS = (
    ("animals", ("animal", "cat", "dog", "cow", "horse", "sheep")),
    ("places", ("street", "road", "river", "park", "lane")),
    ("describing words", ("tired", "hungry", "sleepy", "wide", "busy")),
)
_NOISE = 12  # decimals: cosines that differ beyond them are equal


@dataclass(frozen=True, slots=True)
class Config:
    """What is read, and which words are looked at."""

    sentences: tuple[str, ...] = SENTENCES
    groups: tuple[tuple[str, tuple[str, ...]], ...] = GROUPS
    distinct: int = 74  # different words that the sentences must have: the essay speaks of so many
    nearest: int = 3  # how many neighbors are named


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The words looked at (axis P) as lists of numbers, and as the same lists with few directions kept.

    The k-th entry along K keeps the first k + 1 directions: the average list, and how far each word is from it
    along those. Once all are kept, the lists are whole again.
    """

    config: Config
    vocabulary: tuple[str, ...]  # every different word, in alphabetical order
    tokens: int  # words read, repeats counted
    words: tuple[str, ...]  # the words looked at, group by group
    table: Float[Array, "P columns"]  # a weight for each word of the vocabulary just before, then just after
    before: tuple[tuple[str, ...], ...]  # the words that have a weight just before each, and just after
    after: tuple[tuple[str, ...], ...]
    points: Float[
        Array, "P 2"
    ]  # the map: places along the first two directions, from the middle of the words
    share: Float[Array, " K"]  # of what the lists differ in, by direction
    map_distances: Float[Array, "P P"]
    full_distances: Float[Array, "P P"]
    cosines: Float[Array, "P P"]  # of the whole lists
    kept_cosines: Float[Array, "K P P"]
    kept_nearest: Int[Array, "K P nearest"]  # places in `words`, nearest first
    nearest_of_all: tuple[tuple[tuple[str, float], ...], ...]  # by whole lists, in the whole vocabulary


def run(config: Config = Config()) -> Result:
    """Count, weigh, squeeze, and compare the words looked at, both whole and squeezed."""
    sentences = [sentence.split() for sentence in config.sentences]
    counts = count_neighbors(sentences)
    words = tuple(word for _, members in config.groups for word in members)
    _check(config, counts.words, words)
    weighed = ppmi(counts.table)
    table = weighed[[counts.words.index(word) for word in words]]
    squeezed = truncated_svd(table, len(words) - 1, centered=True)
    kept = np.stack([cosines(_restored(table, squeezed, k)) for k in range(1, len(words))])
    points = squeezed.points[:, :2]
    return Result(
        config=config,
        vocabulary=counts.words,
        tokens=sum(map(len, sentences)),
        words=words,
        table=table,
        before=_weighed(table[:, : len(counts.words)], counts.words),
        after=_weighed(table[:, len(counts.words) :], counts.words),
        points=points,
        share=squeezed.share,
        map_distances=_distances(points),
        full_distances=_distances(table),
        cosines=cosines(table),
        kept_cosines=kept,
        kept_nearest=np.stack([_nearest(each, config.nearest) for each in kept]),
        nearest_of_all=tuple(neighbors(counts.words, weighed, word, config.nearest) for word in words),
    )


def _check(config: Config, vocabulary: tuple[str, ...], words: tuple[str, ...]) -> None:
    if len(vocabulary) != config.distinct:
        raise mismatch("sentences", f"{len(vocabulary)} different words", f"{config.distinct} of them")
    if missing := sorted(set(words) - set(vocabulary)):
        raise mismatch("groups", ", ".join(map(repr, missing)), "words that the sentences have")


def _weighed(table: Array, vocabulary: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """For each row, the words of the columns that are not zero."""
    return tuple(tuple(vocabulary[i] for i in np.flatnonzero(row)) for row in table)


def _restored(table: Array, squeezed: Directions, keep: int) -> Array:
    """The average list, and what the first `keep` directions still know of the difference from it."""
    return table.mean(0) + squeezed.points[:, :keep] @ squeezed.directions[:keep]


def _distances(rows: Array) -> Array:
    return np.linalg.norm(rows[:, None] - rows, axis=-1)


def _nearest(near: Array, count: int) -> Array:
    """For each row, where its largest other entries stand; equal ones in their order."""
    others = near.round(_NOISE) - np.diag(np.full(len(near), np.inf))
    return np.argsort(-others, axis=1, kind="stable")[:, :count]
