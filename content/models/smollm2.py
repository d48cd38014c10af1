"""SmolLM2-135M-Instruct: its 4-bit weights into `attention.llama`, and what it does with a list seen twice.

Allal et al. 2025 (the model); Olsson et al. 2022 (induction heads, and how to find them).
"""

import math
import re
from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

from attention.activations import silu
from attention.arrays import Array
from attention.blocks import Block, FeedForward, Function
from attention.llama import Llama, read
from attention.losses import cross_entropy
from attention.multihead import MultiHead
from attention.norms import rms_norm
from content.models.files import Weights

VOCABULARY, WIDTH, HIDDEN, LAYERS, HEADS, KEY_HEADS = 49152, 576, 1536, 30, 9, 3
BASE, EPSILON = 1e5, 1e-5
FREQUENT = 8000  # the words are drawn from so many of the first tokens
ORDINARY = re.compile("Ġ[a-z]{3,}")  # a space and a word of small letters
WORDS, LISTS = 25, 8
STRONGEST, OTHERS, DRAWS = 4, 8, 6
WEAK = 0.08  # the others are drawn from heads with a score below this; none lies within .002 of it

Head = tuple[int, int]  # its layer, and its place there


def build(weights: Weights) -> Llama:
    """The decoder, its tensors by the names that the file gives them. Its pairs of numbers are neighbors."""
    return Llama(
        words=weights.take("token_embd.weight", VOCABULARY, WIDTH),
        blocks=tuple(_block(weights, f"blk.{number}") for number in range(LAYERS)),
        norm=_norm(weights, "output_norm.weight"),
        base=BASE,
    )


def measure(model: Llama, vocabulary: list[str]) -> dict[str, Any]:
    """All that is recorded of the model, its provenance aside."""
    rng = np.random.default_rng(2)
    pool = [token for token, text in enumerate(vocabulary[:FREQUENT]) if ORDINARY.fullmatch(text)]
    lists = np.stack([rng.choice(pool, WORDS, replace=False) for _ in range(LISTS)])
    twice = np.concatenate([lists, lists], axis=1)
    losses, scores = _seen_twice(model, twice)
    strongest = _heads(np.argsort(-scores, axis=None, kind="stable")[:STRONGEST])
    weak = np.flatnonzero(scores < WEAK)
    draws = [_heads(np.sort(rng.choice(weak, OTHERS, replace=False))) for _ in range(DRAWS)]
    cut = [_seen_twice(model, twice, heads)[0] for heads in (strongest, *draws)]
    return {
        "blind": round(math.log(VOCABULARY), 4),
        "pool": len(pool),
        "weak": len(weak),
        "words": [[vocabulary[token].removeprefix("Ġ") for token in each] for each in lists],
        "losses": _rounded(losses),
        "scores": _rounded(scores),
        "strongest": _named(strongest),
        "draws": [_named(heads) for heads in draws],
        "losses without strongest": _rounded(cut[0]),
        "losses without draws": [_rounded(each) for each in cut[1:]],
    }


def logits(model: Llama) -> Array:
    """A few scores for every next word, to be held to those of another program: [12 places, 12 words]."""
    tokens = np.arange(1000, 1012)[None] * 37 % VOCABULARY
    return read(model, tokens).logits[0, :, ::4096]


def _block(weights: Weights, name: str) -> Block:
    """The file keeps a row for each number that comes out; ours is a column."""

    def matrix(part: str, out: int, into: int) -> Array:
        return weights.take(f"{name}.{part}.weight", out, into).T

    narrow = WIDTH // HEADS * KEY_HEADS
    return Block(
        attention=MultiHead(
            query=matrix("attn_q", WIDTH, WIDTH),
            key=matrix("attn_k", narrow, WIDTH),
            value=matrix("attn_v", narrow, WIDTH),
            output=matrix("attn_output", WIDTH, WIDTH),
            heads=HEADS,
            key_heads=KEY_HEADS,
        ),
        feed_forward=FeedForward(
            up=matrix("ffn_up", HIDDEN, WIDTH),
            down=matrix("ffn_down", WIDTH, HIDDEN),
            bend=silu,
            gate=matrix("ffn_gate", HIDDEN, WIDTH),
        ),
        attention_norm=_norm(weights, f"{name}.attn_norm.weight"),
        feed_forward_norm=_norm(weights, f"{name}.ffn_norm.weight"),
    )


def _norm(weights: Weights, name: str) -> Function:
    return partial(rms_norm, gain=weights.take(name, WIDTH), epsilon=EPSILON)


def _heads(places: Array) -> list[Head]:
    """Heads by their places among all."""
    return [divmod(int(place), HEADS) for place in places]


def _named(heads: list[Head]) -> list[str]:
    return [f"{layer}.{head}" for layer, head in heads]


def _seen_twice(model: Llama, twice: Array, cut: Iterable[Head] = ()) -> tuple[Array, Array]:
    """The mean loss at each place but the first, and each head's induction score [L H].

    The score is what a word, at its second time, gives to the word that followed it at its first. A cut head
    hands on nothing.
    """
    cut = tuple(cut)

    def silence(layer: int, weights: Array) -> Array:
        gone = [head for where, head in cut if where == layer]
        weights[:, gone] = 0
        return weights

    word = np.arange(WORDS, 2 * WORDS)
    losses, scores = [], []
    for tokens in twice:  # one by one: the logits of all eight would fill a third of a gigabyte
        reading = read(model, tokens[None], silence if cut else None)
        losses.append(cross_entropy(reading.logits[0, :-1], tokens[1:]))
        scores.append([looks[0, :, word, word - WORDS + 1].mean(0) for looks in reading.weights])
    return np.mean(losses, axis=0), np.mean(scores, axis=0)


def _rounded(numbers: Array) -> Any:
    return numbers.astype(float).round(4).tolist()
