"""How does a head learn where to look? A lookup head goes downhill from one random start, by four step sizes.

An example is four pairs of letters, "A goes with E", and a question, "A?". The head has a query and a key
matrix to learn; its values are fixed and read the letter out. Momentum (Polyak 1964), fresh examples at every
step. The largest step size is too large.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.lookup import lookup_gradients, lookup_loss, lookup_weights, random_lookup
from attention.optimizers import Parameters, momentum, zeros_like

LETTERS = "ABCDEFGH"
PAIRS = 4  # in an example


@dataclass(frozen=True, slots=True)
class Config:
    """How the head is trained; the defaults are the essay's."""

    rates: tuple[float, ...] = (0.03, 0.1, 1.0, 5.0)
    steps: int = 300
    every: int = 3  # steps from one snapshot to the next
    batch: int = 16
    narrow: int = 4  # numbers in a query and in a key
    tests: int = 1000
    example: tuple[str, ...] = ("AE", "CF", "HB", "DA")
    asked: str = "C"
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Training as snapshots (axis F), for each step size (axis R)."""

    config: Config
    letters: tuple[str, ...]
    steps: Int[Array, " F"]  # done when the snapshot is taken
    loss: Float[Array, "R F"]  # mean over the test's examples
    right: Float[Array, "R F"]  # share of them with more weight on the answer than on any other pair
    weights: Float[Array, "R F S"]  # on the pairs of the example
    scores: Float[Array, "R F L L"]  # of a question's letter (first) with a pair's first letter
    start: float  # loss of a head that gives every pair the same
    parameters: int  # numbers that are learned


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Questions and pairs as the head reads them: a 1 for each letter there is, and zeros."""

    questions: Float[Array, "B X"]
    pairs: Float[Array, "B S X"]
    answers: Int[Array, " B"]  # the place of the pair that is asked for


def run(config: Config = Config()) -> Result:
    """Train with each step size, from the same start and on the same examples."""
    tests = random_examples(np.random.default_rng([config.seed, 1]), config.tests)
    runs = [[_look(p, config, tests) for p in train(config, rate)] for rate in config.rates]
    loss, right, weights, scores = (
        np.array(each) for each in zip(*(zip(*r, strict=True) for r in runs), strict=True)
    )
    return Result(
        config=config,
        letters=tuple(LETTERS),
        steps=np.arange(0, config.steps + 1, config.every),
        loss=loss,
        right=right,
        weights=weights,
        scores=scores,
        start=math.log(PAIRS),
        parameters=4 * len(LETTERS) * config.narrow,
    )


def train(config: Config, rate: float) -> Iterator[Parameters]:
    """The matrices at the start, and then after every few steps."""
    rng = np.random.default_rng(config.seed)
    p = random_lookup(rng, 2 * len(LETTERS), config.narrow)
    velocity = zeros_like(p)
    yield p
    for step in range(1, config.steps + 1):
        examples = random_examples(rng, config.batch)
        gradients = lookup_gradients(p, examples.questions, examples.pairs, examples.answers)
        p, velocity = momentum(p, gradients, velocity, rate)
        if step % config.every == 0:
            yield p


def random_examples(rng: np.random.Generator, count: int) -> Examples:
    """Examples whose first letters all differ, and whose second letters do."""
    first, second = (_different_letters(rng, count) for _ in range(2))
    answers = rng.integers(PAIRS, size=count)
    return _written(first, second, answers)


def _different_letters(rng: np.random.Generator, count: int) -> Int[Array, "B S"]:
    letters = np.tile(np.arange(len(LETTERS)), (count, 1))
    return rng.permuted(letters, axis=1)[:, :PAIRS]


def _written(first: Int[Array, "B S"], second: Int[Array, "B S"], answers: Int[Array, " B"]) -> Examples:
    """Examples in zeros and ones: eight numbers for a first letter, eight for a second."""
    one = np.eye(2 * len(LETTERS))
    asked = np.take_along_axis(first, answers[:, None], axis=1)[:, 0]
    return Examples(one[asked], one[first] + one[second + len(LETTERS)], answers)


def _look(p: Parameters, config: Config, tests: Examples) -> tuple[float, float, Array, Array]:
    """Loss and share right on the tests, weights on the example, and the scores of all letters."""
    weights = lookup_weights(p, tests.questions, tests.pairs)
    first, second = (np.array([[LETTERS.index(pair[i]) for pair in config.example]]) for i in (0, 1))
    shown = _written(
        first, second, np.array([[pair[0] for pair in config.example].index(config.asked)]).ravel()
    )
    q, k = (p[name][: len(LETTERS)] for name in ("query", "key"))
    return (
        lookup_loss(weights, tests.answers),
        float((weights.argmax(-1) == tests.answers).mean()),
        lookup_weights(p, shown.questions, shown.pairs)[0],
        q @ k.T / math.sqrt(config.narrow),
    )
