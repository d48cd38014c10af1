"""all-MiniLM-L6-v2: its weights into `attention.bert`, and where its heads look.

Wang et al. 2020 (MiniLM); Reimers & Gurevych 2019 (sentence encoders, which it was tuned to be).
"""

from collections.abc import Collection
from functools import partial
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from attention.activations import gelu
from attention.arrays import Array
from attention.bert import Affine, Bert, Layer, Reading, read
from attention.blocks import FeedForward, Function
from attention.norms import layer_norm
from attention.transformer import Edit
from content.models.files import Weights
from content.models.sentences import ACTIVE, ENDINGS, OF_ANIMALS, OF_STREETS, PASSIVE, TEXT

VOCABULARY, POSITIONS, WIDTH, HIDDEN, LAYERS, HEADS = 30522, 512, 384, 1536, 6, 12
EPSILON = 1e-12
BESIDE = ("because", "was")  # the words on either side of "it": arrows to compare the others with
CUT = ("nouns", "adjective", "beside")  # what "it" can't look at
CUT_IN = (*((layer,) for layer in range(LAYERS)), tuple(range(LAYERS)))  # in one layer, or in all


def build(weights: Weights) -> Bert:
    """The encoder, its tensors by the names that its makers gave them."""
    start = "embeddings"
    return Bert(
        words=weights.take(f"{start}.word_embeddings.weight", VOCABULARY, WIDTH),
        positions=weights.take(f"{start}.position_embeddings.weight", POSITIONS, WIDTH),
        segment=weights.take(f"{start}.token_type_embeddings.weight", 2, WIDTH)[0],
        norm=_norm(weights, f"{start}.LayerNorm"),
        layers=tuple(_layer(weights, f"encoder.layer.{number}") for number in range(LAYERS)),
        heads=HEADS,
    )


def measure(model: Bert, tokenizer: Tokenizer) -> dict[str, Any]:
    """All that is recorded of the model, its provenance aside."""
    sentences = [_read(model, tokenizer, ACTIVE.format(ending)) for ending in ENDINGS]
    return {
        "endings": list(ENDINGS),
        "tokens": [tokens for tokens, _ in sentences],
        "weights": [_thousandths(reading.weights).tolist() for _, reading in sentences],
        "kinds": {name: _rounded(share) for name, share in _kinds(model, tokenizer).items()},
        "adjectives": [*OF_ANIMALS, *OF_STREETS],
        "active": _of_it(model, tokenizer, ACTIVE),
        "passive": _of_it(model, tokenizer, PASSIVE),
        "uncut": _traced(model, tokenizer),
        "cut": {name: [_traced(model, tokenizer, name, layers) for layers in CUT_IN] for name in CUT},
    }


def states(model: Bert, tokenizer: Tokenizer) -> Array:
    """A few numbers of the states, to be held to those of another program: [L+1, 3 words, 4 numbers]."""
    _, reading = _read(model, tokenizer, ACTIVE.format(ENDINGS[0]))
    return reading.states[:, [0, 2, 10], :4]


def _layer(weights: Weights, name: str) -> Layer:
    own = f"{name}.attention.self"
    up = _affine(weights, f"{name}.intermediate.dense", WIDTH, HIDDEN)
    down = _affine(weights, f"{name}.output.dense", HIDDEN, WIDTH)
    return Layer(
        query=_affine(weights, f"{own}.query", WIDTH, WIDTH),
        key=_affine(weights, f"{own}.key", WIDTH, WIDTH),
        value=_affine(weights, f"{own}.value", WIDTH, WIDTH),
        output=_affine(weights, f"{name}.attention.output.dense", WIDTH, WIDTH),
        attention_norm=_norm(weights, f"{name}.attention.output.LayerNorm"),
        feed_forward=FeedForward(up.matrix, down.matrix, gelu, up.bias, down.bias),
        feed_forward_norm=_norm(weights, f"{name}.output.LayerNorm"),
    )


def _affine(weights: Weights, name: str, width: int, wide: int) -> Affine:
    """The file keeps a row for each number that comes out; ours is a column."""
    return Affine(weights.take(f"{name}.weight", wide, width).T, weights.take(f"{name}.bias", wide))


def _norm(weights: Weights, name: str) -> Function:
    gain, bias = (weights.take(f"{name}.{part}", WIDTH) for part in ("weight", "bias"))
    return partial(layer_norm, gain=gain, bias=bias, epsilon=EPSILON)


def _read(model: Bert, tokenizer: Tokenizer, sentence: str) -> tuple[list[str], Reading]:
    encoded = tokenizer.encode(sentence)
    return encoded.tokens, read(model, np.array(encoded.ids))


def _kinds(model: Bert, tokenizer: Tokenizer) -> dict[str, Array]:
    """The share of its attention that each head gives to some places, over the words of ordinary text.

    A word counts if it has a word on either side.
    """
    places = {"previous": [], "next": [], "self": [], "first": [], "last": []}  # type: dict[str, list[Array]]
    for sentence in TEXT:
        _, reading = _read(model, tokenizer, sentence)
        last = reading.weights.shape[-1] - 1
        word = np.arange(2, last - 1)
        looked = {
            "previous": word - 1,
            "next": word + 1,
            "self": word,
            "first": 0 * word,
            "last": 0 * word + last,
        }
        for name, place in looked.items():
            places[name].append(reading.weights[:, :, word, place])
    return {name: np.concatenate(shares, axis=-1).mean(-1) for name, shares in places.items()}


def _of_it(model: Bert, tokenizer: Tokenizer, template: str) -> dict[str, list[Any]]:
    """For each adjective and head, what "it" gives to each noun: [adjective][layer][head]."""
    shares: dict[str, list[Any]] = {"animal": [], "street": []}
    for adjective in (*OF_ANIMALS, *OF_STREETS):
        tokens, reading = _read(model, tokenizer, template.format(adjective))
        for noun, of_noun in shares.items():
            looked = reading.weights[:, :, tokens.index("it"), tokens.index(noun)]
            of_noun.append(_rounded(looked))
    return shares


def _traced(
    model: Bert, tokenizer: Tokenizer, cut: str = "", layers: Collection[int] = ()
) -> dict[str, list[float]]:
    """What is left in "it" of each adjective when "it" can't look at some words in some layers.

    The lean is how much closer the last state of "it" is to that of "animal" than to that of "street", by the
    cosine. The share is what the head that leans most lets "it" give to "animal".
    """
    traced: dict[str, list[float]] = {"lean": [], "share": []}
    for adjective in (*OF_ANIMALS, *OF_STREETS):
        encoded = tokenizer.encode(ACTIVE.format(adjective))
        tokens = encoded.tokens
        it, animal, street = map(tokens.index, ("it", "animal", "street"))
        own = [place for place, word in enumerate(encoded.word_ids) if word == encoded.word_ids[-3]]
        gone = {
            "nouns": [animal, street],
            "adjective": own,
            "beside": [tokens.index(word) for word in BESIDE],
        }
        reading = read(model, np.array(encoded.ids), _blind(it, gone.get(cut, []), layers))
        last = reading.states[-1]
        traced["lean"].append(_cosine(last[it], last[animal]) - _cosine(last[it], last[street]))
        traced["share"].append(float(reading.weights[3, 1, it, animal]))
    return {name: _rounded(np.array(values)) for name, values in traced.items()}


def _blind(looking: int, places: list[int], layers: Collection[int]) -> Edit:
    """No head of these layers lets one word look at some places; what it gave them goes to the others."""

    def edit(layer: int, weights: Array) -> Array:
        if layer not in layers or not places:
            return weights
        weights = weights.copy()
        weights[:, looking, places] = 0
        weights[:, looking] /= weights[:, looking].sum(-1, keepdims=True)
        return weights

    return edit


def _cosine(x: Array, y: Array) -> float:
    return float(x @ y / (np.linalg.norm(x) * np.linalg.norm(y)))


def _thousandths(shares: Array) -> Array:
    whole: Array = np.rint(1000 * shares).astype(int)
    return whole


def _rounded(shares: Array) -> Any:
    return shares.astype(float).round(4).tolist()
