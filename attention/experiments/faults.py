"""What does a faulty head look at? One layer written as it should be, and seven ways to write it that also run.

Two causal heads with rotary positions (Vaswani et al. 2017, eq. 1; Su et al. 2021) and matrices drawn at random:
none of the faults needs training to show. Each was found in public code.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Bool, Float

from attention import masks
from attention.arrays import Array
from attention.cache import Cache
from attention.experiments.winograd import SENTENCE
from attention.heads import attention_weights, head_scores, merge_heads, mix, split_heads
from attention.positions import Pairing, rotary
from attention.softmax import softmax

HIDDEN = -1e9  # "minus infinity", in code that shuns it


@dataclass(frozen=True, slots=True)
class Config:
    """The layer, and what it is shown."""

    words: tuple[str, ...] = SENTENCE[:8]
    heads: int = 2
    width: int = 8  # of a head
    strength: float = 1.5  # of the query matrix: how sharply the heads choose
    padding: int = 2  # words in front that are filling, for the fault that needs some
    prompt: int = 3  # words read at once before the others come one by one, for the fault of the cache
    seed: int = 5


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Matrices for the queries, keys and values of all heads."""

    heads: int
    w_q: Float[Array, "X HD"]
    w_k: Float[Array, "X HD"]
    w_v: Float[Array, "X HD"]


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """What a layer reads."""

    x: Float[Array, "T X"]
    padding: int = 0  # words in front that no one may look at
    start: int = 0  # the position of the first word
    prompt: int | None = (
        None  # after so many words the others come one by one, with a cache; None is all at once
    )


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a layer makes of it."""

    weights: Float[Array, "H T S"]
    output: Float[Array, "T HD"]


Way = Callable[[Layer, Text], Look]


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The right weights and the faulty ones, for every fault (axis F), in the order of `FAULTS`."""

    config: Config
    words: tuple[str, ...]
    padding: tuple[int, ...]  # words in front that are filling, for each fault
    right: Float[Array, "F H T S"]
    wrong: Float[Array, "F H T S"]
    allowed: Bool[Array, "F T S"]
    sums: Float[Array, "F H T"]  # what the faulty weights of a row add up to
    moved: Float[Array, "F H"]  # the largest difference of a weight from the right one
    hears: Bool[Array, "F T"]  # whether a word's faulty output depends on the first word


def run(config: Config = Config()) -> Result:
    """Send the text through the right layer and the faulty ones."""
    layer, text = example(config)
    texts = [text] * len(FAULTS)
    texts[list(FAULTS).index("empty row")] = replace(text, padding=config.padding)
    texts[list(FAULTS).index("cache")] = replace(text, prompt=config.prompt)
    right = np.array([correct(layer, each).weights for each in texts])
    wrong = np.array([fault(layer, each).weights for fault, each in zip(FAULTS.values(), texts, strict=True)])
    return Result(
        config=config,
        words=config.words,
        padding=tuple(each.padding for each in texts),
        right=right,
        wrong=wrong,
        allowed=np.array([_allowed(each) for each in texts]),
        sums=wrong.sum(axis=-1),
        moved=np.abs(wrong - right).max(axis=(-1, -2)),
        hears=np.array([_hears(fault, layer, text) for fault in FAULTS.values()]),
    )


def example(config: Config = Config()) -> tuple[Layer, Text]:
    """A layer and a text, drawn at random; the same word is the same vector."""
    rng = np.random.default_rng(config.seed)
    width = config.heads * config.width
    vectors = {word: rng.standard_normal(width) for word in dict.fromkeys(config.words)}
    w_q, w_k, w_v = rng.standard_normal((3, width, width)) / math.sqrt(width)
    return Layer(config.heads, config.strength * w_q, w_k, w_v), Text(
        np.array([vectors[w] for w in config.words])
    )


def correct(layer: Layer, text: Text) -> Look:
    """As it should be."""
    return _one_by_one(layer, text) if text.prompt else _look(*_turned(layer, text), _allowed(text))


def wrong_root(layer: Layer, text: Text) -> Look:
    """Divides by the root of the model's width, not of the head's."""
    return _look(*_turned(layer, text), _allowed(text), scale=1 / math.sqrt(text.x.shape[-1]))


def wrong_axis(layer: Layer, text: Text) -> Look:
    """Softmax over the words that look, not over those that are looked at."""
    q, k, v = _turned(layer, text)
    weights = softmax(head_scores(q, k), axis=-2, mask=_allowed(text))
    return Look(weights, merge_heads(mix(weights, v)))


def late_mask(layer: Layer, text: Text) -> Look:
    """A mask off by one: every word sees the next."""
    length = len(text.x)
    return _look(*_turned(layer, text), masks.window(length, length, after=1) & _real(text))


def empty_row(layer: Layer, text: Text) -> Look:
    """Adds a large negative number where nothing may be seen."""
    return _look(*_turned(layer, text), np.where(_allowed(text), 0.0, HIDDEN))


def cut_heads(layer: Layer, text: Text) -> Look:
    """Cuts heads with one reshape: the axes of heads and words are never exchanged."""
    length, width = text.x.shape
    q, k, v = (p.reshape(layer.heads, length, width // layer.heads) for p in _projected(layer, text.x))
    weights = attention_weights(rotary(q), rotary(k), _allowed(text))
    return Look(weights, mix(weights, v).reshape(length, width))


def mixed_pairings(layer: Layer, text: Text) -> Look:
    """Turns queries in neighboring pairs and keys in halves."""
    return _look(*_turned(layer, text, keys="halves"), _allowed(text))


def late_cache(layer: Layer, text: Text) -> Look:
    """Counts the new word into the cache before it reads off the word's position."""
    return _one_by_one(layer, text, late=1) if text.prompt else correct(layer, text)


FAULTS: dict[str, Way] = {
    "root": wrong_root,
    "axis": wrong_axis,
    "mask": late_mask,
    "empty row": empty_row,
    "heads": cut_heads,
    "pairings": mixed_pairings,
    "cache": late_cache,
}


def _hears(way: Way, layer: Layer, text: Text) -> Bool[Array, " T"]:
    """The words whose output changes with the first word."""
    other = replace(text, x=np.concatenate([-text.x[:1], text.x[1:]]))
    return (way(layer, other).output != way(layer, text).output).any(axis=-1)


def _projected(layer: Layer, x: Array) -> tuple[Array, Array, Array]:
    return x @ layer.w_q, x @ layer.w_k, x @ layer.w_v


def _turned(layer: Layer, text: Text, keys: Pairing = "pairs") -> tuple[Array, Array, Array]:
    """Queries and keys of each head, turned by their positions; and its values."""
    q, k, v = (split_heads(p, layer.heads) for p in _projected(layer, text.x))
    positions = text.start + np.arange(len(text.x))
    return rotary(q, positions), rotary(k, positions, pairing=keys), v


def _allowed(text: Text) -> Bool[Array, "T S"]:
    length = len(text.x)
    return masks.causal(length, length) & _real(text)


def _real(text: Text) -> Bool[Array, " S"]:
    """The words that are not filling."""
    return np.arange(len(text.x)) >= text.padding


def _look(q: Array, k: Array, v: Array, mask: Array, scale: float | None = None) -> Look:
    weights = attention_weights(q, k, mask, scale=scale)
    return Look(weights, merge_heads(mix(weights, v)))


def _one_by_one(layer: Layer, text: Text, late: int = 0) -> Look:
    """The prompt at once, then every word alone; after the prompt positions are too late by `late`."""
    length, prompt = len(text.x), text.prompt or 0
    width = text.x.shape[-1] // layer.heads
    cache = Cache.empty(layer.heads, width=width, value_width=width)
    weights, outputs = np.zeros((layer.heads, length, length)), []
    for first, stop in [(0, prompt), *((t, t + 1) for t in range(prompt, length))]:
        start = text.start + len(cache) + (late if len(cache) else 0)
        q, k, v = _turned(layer, Text(text.x[first:stop], start=start))
        cache = cache.append(k, v)
        look = _look(q, cache.keys, cache.values, masks.causal(stop - first, stop, first))
        weights[:, first:stop, :stop] = look.weights
        outputs.append(look.output)
    return Look(weights, np.concatenate(outputs))
