"""Do long lists agree by accident? Less and less: the cosine of unrelated ones is about ±1/√n."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array

KINDS = ("agree", "disagree", "unrelated")


@dataclass(frozen=True, slots=True)
class Config:
    """Which lists are drawn, and at how many places their running sums are kept."""

    lengths: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
    agreement: float = 0.5  # the cosine that agreeing lists tend to; disagreeing ones tend to its negative
    shown: int = 64  # how many leading numbers of each list are kept
    points: int = 64  # steps in the curve of a running sum
    draws: int = 500  # pairs of unrelated lists at each length, for the spread
    seed: int = 8  # a plain draw, chosen after looking; the spread over many draws stands beside it


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Three pairs of lists, each read up to every length, and many unrelated pairs beside them."""

    config: Config
    kinds: tuple[str, ...]
    lengths: Int[Array, " lengths"]
    first: Float[Array, " shown"]  # the leading numbers of the list that all three pairs share
    second: Float[Array, "kinds shown"]  # those of its partner
    products: Float[Array, "kinds shown"]
    positions: Int[
        Array, "lengths points"
    ]  # after how many numbers: from 0 to the length, with repeats if short
    sums: Float[Array, "kinds lengths points"]  # the sum of the products up to there
    cosines: Float[Array, "kinds lengths"]
    spread: Float[Array, " lengths"]  # standard deviation of the cosine of unrelated lists
    expected: Float[Array, " lengths"]  # 1/√n


def run(config: Config = Config()) -> Result:
    """Draw one list and three partners, sum their products, and measure how unrelated pairs scatter."""
    rng = np.random.default_rng(config.seed)
    longest = max(config.lengths)
    first, other = rng.standard_normal((2, longest))
    second = _partners(first, other, config.agreement)
    products = first * second
    sums = np.concatenate([np.zeros((len(KINDS), 1)), products.cumsum(axis=1)], axis=1)
    positions = np.array([np.rint(np.linspace(0, n, config.points + 1)) for n in config.lengths], dtype=int)
    return Result(
        config=config,
        kinds=KINDS,
        lengths=np.array(config.lengths),
        first=first[: config.shown],
        second=second[:, : config.shown],
        products=products[:, : config.shown],
        positions=positions,
        sums=sums[:, positions],
        cosines=np.stack([_cosine(first[:n], second[:, :n]) for n in config.lengths], axis=1),
        spread=np.array([_spread(rng, config.draws, n) for n in config.lengths]),
        expected=1 / np.sqrt(config.lengths),
    )


def _partners(first: Array, other: Array, agreement: float) -> Array:
    """A list that leans towards `first`, one that leans away, and one that has nothing to do with it."""
    lean = np.array([agreement, -agreement, 0.0])[:, None]
    return lean * first + np.sqrt(1 - lean**2) * other


def _cosine(a: Array, b: Array) -> Array:
    return (a * b).sum(-1) / np.sqrt((a * a).sum(-1) * (b * b).sum(-1))


def _spread(rng: np.random.Generator, draws: int, n: int) -> float:
    a, b = rng.standard_normal((2, draws, n))
    return float(_cosine(a, b).std())
