"""Why divide by √D? Var[q·k] = D, so undivided scores of wide heads saturate the softmax.

Vaswani et al. 2017, section 3.2.1 and footnote 4.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.scores import dot_scores
from attention.softmax import softmax

WAYS = ("undivided", "divided")


@dataclass(frozen=True, slots=True)
class Config:
    """The sample that a figure shows, and the long run that it scatters about."""

    widths: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)  # D
    queries: int = 400  # T
    keys: int = 8  # S
    bins: int = 40  # of the largest weight, from 0 to 1
    long_run: int = 200_000  # queries behind the long-run estimates, each with keys of its own
    seed: int = 4  # an ordinary draw, chosen after looking: the long run stands beside it


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Scores and weights at each width; the first axis says whether the scores were divided by √D."""

    config: Config
    ways: tuple[str, ...]
    widths: Int[Array, " widths"]
    spread: Float[Array, "ways widths"]  # standard deviation of the scores, in the sample
    spread_expected: Float[Array, "ways widths"]  # √D, and 1
    largest: Float[Array, "ways widths"]  # mean largest weight in the sample
    largest_long_run: Float[Array, "ways widths"]
    edges: Float[Array, " edges"]  # of the bins
    counts: Int[Array, "ways widths bins"]  # queries of the sample whose largest weight falls in each bin
    gradient_mean: Float[Array, "ways widths"]  # size (Frobenius) of the softmax's Jacobian, long run
    gradient_median: Float[Array, "ways widths"]


def run(config: Config = Config()) -> Result:
    """Draw unit-normal queries and keys at each width; measure scores, largest weights and gradients."""
    rng = np.random.default_rng(config.seed)
    widths = np.array(config.widths)
    sample = [_by_both_ways(_sample_scores(rng, config, d), d) for d in config.widths]
    normals = rng.standard_normal((config.long_run, config.keys))
    long_run = [_summary(_by_both_ways(_long_run_scores(rng, normals, d), d)) for d in config.widths]
    largest = np.stack([softmax(scores).max(-1) for scores in sample], axis=1)
    edges = np.linspace(0, 1, config.bins + 1)
    largest_long_run, gradient_mean, gradient_median = np.stack(long_run, axis=2)
    return Result(
        config=config,
        ways=WAYS,
        widths=widths,
        spread=np.stack([scores.std((1, 2)) for scores in sample], axis=1),
        spread_expected=np.stack([np.sqrt(widths), np.ones(len(widths))]),
        largest=largest.mean(-1),
        largest_long_run=largest_long_run,
        edges=edges,
        counts=np.apply_along_axis(lambda row: np.histogram(row, edges)[0], -1, largest),
        gradient_mean=gradient_mean,
        gradient_median=gradient_median,
    )


def _by_both_ways(scores: Array, d: int) -> Array:
    return np.stack([scores, scores / np.sqrt(d)])


def _sample_scores(rng: np.random.Generator, config: Config, d: int) -> Array:
    """Every query against the same few keys."""
    return dot_scores(rng.standard_normal((config.queries, d)), rng.standard_normal((config.keys, d)))


def _long_run_scores(rng: np.random.Generator, normals: Array, d: int) -> Array:
    """Scores against fresh keys, not drawn: given q they are independent and normal, with spread |q|."""
    lengths = np.sqrt(rng.chisquare(d, len(normals)))
    return lengths[:, None] * normals


def _summary(scores: Float[Array, "ways queries keys"]) -> Float[Array, "3 ways"]:
    """Mean largest weight; mean and median size of the Jacobian, |diag(w) − wwᵀ|² = Σw² − 2Σw³ + (Σw²)²."""
    w = softmax(scores)
    squares, cubes = (w**2).sum(-1), (w**3).sum(-1)
    size = np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0))
    return np.stack([w.max(-1).mean(-1), size.mean(-1), np.median(size, axis=-1)])
