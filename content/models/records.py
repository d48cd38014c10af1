"""What is recorded of the two models, read back for the figures. `make models` holds it to the models themselves."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float

from attention.arrays import Array

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """What each adjective leaves in "it", with arrows cut in one layer after the other, and (the last) in all."""

    lean: Float[
        Array, "*L1 A"
    ]  # the cosine of "it" and "animal" after the last layer, less that with "street"
    share: Float[Array, "*L1 A"]  # what head 3.1 lets "it" give to "animal"

    @property
    def leans(self) -> Float[Array, "*L1 2"]:
        """The mean lean with adjectives of animals, and with those of streets."""
        return _means(self.lean)

    @property
    def shares(self) -> Float[Array, "*L1 2"]:
        """The mean share, the same way."""
        return _means(self.share)

    @property
    def difference(self) -> Float[Array, "*L1"]:
        """How much further "it" leans to "animal" with adjectives of animals."""
        difference: Array = self.leans[..., 0] - self.leans[..., 1]
        return difference

    @property
    def apart(self) -> Float[Array, "*L1"]:
        """In what share of all pairs, one adjective of each kind, the animal's leans further."""
        animals, streets = np.split(self.lean, 2, axis=-1)
        apart: Array = (animals[..., :, None] > streets[..., None, :]).mean((-1, -2))
        return apart


@dataclass(frozen=True, slots=True, eq=False)
class Minilm:
    """Where the heads of all-MiniLM-L6-v2 look. Two sentences, L = 6 layers, H = 12 heads, T = 16 tokens."""

    provenance: dict[str, Any]
    endings: tuple[str, str]
    tokens: tuple[tuple[str, ...], ...]  # of either sentence
    weights: Float[Array, "2 L H T T"]
    kinds: dict[str, Float[Array, "L H"]]  # on ordinary text: the share for the previous token, the next, ...
    adjectives: tuple[str, ...]  # the first half suits animals, the second half streets
    active: Float[Array, "2 A L H"]  # what "it" gives to animal and to street, with each adjective
    passive: Float[Array, "2 A L H"]  # the same where the street is named first
    uncut: Traced
    cut: dict[str, Traced]  # by what "it" can't look at: the nouns, the adjective, the words beside it

    @property
    def pronoun(self) -> int:
        """The place of "it"."""
        return self.tokens[0].index("it")

    @property
    def nouns(self) -> tuple[int, int]:
        """The places of "animal" and "street"."""
        return self.tokens[0].index("animal"), self.tokens[0].index("street")

    @property
    def shift(self) -> Float[Array, "L H"]:
        """How much more "it" gives to animal with the first ending than with the second."""
        of_animal = self.weights[..., self.pronoun, self.nouns[0]]
        shift: Array = of_animal[0] - of_animal[1]
        return shift

    @property
    def leaning(self) -> tuple[int, int]:
        """The head with the largest shift, found by looking at all."""
        layer, head = np.unravel_index(int(self.shift.argmax()), self.shift.shape)
        return int(layer), int(head)


@dataclass(frozen=True, slots=True, eq=False)
class Smollm2:
    """What SmolLM2-135M-Instruct does with lists seen twice. W words a list, L = 30 layers, H = 9 heads."""

    provenance: dict[str, Any]
    blind: float  # what a guess among all tokens alike costs, in nats
    pool: int  # of words that lists are drawn from
    weak: int  # of heads that the others are drawn from
    words: tuple[tuple[str, ...], ...]  # of each list
    scores: Float[Array, "L H"]  # of induction
    cut: tuple[tuple[tuple[int, int], ...], ...]  # no head, the strongest, and so many draws of others
    losses: Float[Array, "C W2"]  # with each of these cut, for every word but the first of both passes
    first: Float[Array, " C"]  # the mean loss the first time, the first word aside
    second: Float[Array, " C"]  # and the second time

    @property
    def length(self) -> int:
        """How many words a list has."""
        return len(self.words[0])


def minilm() -> Minilm:
    """The record of all-MiniLM-L6-v2."""
    told = _read("minilm.json")
    return Minilm(
        provenance=told["provenance"],
        endings=tuple(told["endings"]),
        tokens=tuple(map(tuple, told["tokens"])),
        weights=np.array(told["weights"]) / 1000,
        kinds={name: np.array(shares) for name, shares in told["kinds"].items()},
        adjectives=tuple(told["adjectives"]),
        active=np.array([told["active"]["animal"], told["active"]["street"]]),
        passive=np.array([told["passive"]["animal"], told["passive"]["street"]]),
        uncut=Traced(*(np.array(told["uncut"][name]) for name in ("lean", "share"))),
        cut={name: _traced(each) for name, each in told["cut"].items()},
    )


def smollm2() -> Smollm2:
    """The record of SmolLM2-135M-Instruct."""
    told = _read("smollm2.json")
    losses = np.array([told["losses"], told["losses without strongest"], *told["losses without draws"]])
    length = len(told["words"][0])
    return Smollm2(
        provenance=told["provenance"],
        blind=told["blind"],
        pool=told["pool"],
        weak=told["weak"],
        words=tuple(map(tuple, told["words"])),
        scores=np.array(told["scores"]),
        cut=((), _heads(told["strongest"]), *map(_heads, told["draws"])),
        losses=losses,
        first=losses[:, : length - 1].mean(-1),
        second=losses[:, length:].mean(-1),
    )


def _read(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return told


def _means(values: Float[Array, "*L1 A"]) -> Float[Array, "*L1 2"]:
    means: Array = np.stack(np.split(values, 2, axis=-1), axis=-2).mean(-1)
    return means


def _traced(layers: list[dict[str, list[float]]]) -> Traced:
    return Traced(*(np.array([layer[name] for layer in layers]) for name in ("lean", "share")))


def _heads(names: list[str]) -> tuple[tuple[int, int], ...]:
    pairs = (name.split(".") for name in names)
    return tuple((int(layer), int(head)) for layer, head in pairs)
