"""When does a small model learn to copy? Two layers of attention, and one, trained on letters that come again.

The models of Elhage et al. 2021, trained on texts that can be foretold by copying (Olsson et al. 2022). What is
measured on the way, on texts they have not seen: the loss on letters that come again; of every head, how much it
looks one letter back, and how much at letters that came after an earlier copy (the prefix-matching score); and
how much better the end of a text is foretold than its beginning (the in-context score). Then heads are switched
off, in every combination.
"""

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.optimizers import Adam, Parameters, adam, clip, zeros_like
from attention.repeats import random_repeats
from attention.softmax import softmax
from attention.transformer import Architecture, Edit, Trace, backward, forward, losses, random_transformer

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TWO_LAYERS = Architecture(vocabulary=len(LETTERS), layers=2)
WAYS = ("zero", "uniform")  # a head that is switched off gives nothing, or the plain average of what it sees


@dataclass(frozen=True, slots=True)
class Config:
    """How the models are trained and measured; the defaults are the essay's."""

    architecture: Architecture = TWO_LAYERS
    length: int = 40  # letters in a text
    shortest: int = 6  # different letters before they come again
    longest: int = 20
    batch: int = 32
    steps: int = 1000
    every: int = 10  # steps from one snapshot to the next
    warm_up: int = 50  # steps until the rate is reached
    rate: float = 3e-3
    largest: float = 1.0  # gradients are clipped to this length
    tests: int = 64  # texts measured at each snapshot
    last_tests: int = 128  # and with heads switched off
    early: int = 5  # the in-context score compares the loss here, counted from the start, with the end's
    fall: int = 100  # steps over which the loss falls: the most it does is the drop
    example: str = "KQMTBX"  # shown twice over
    seed: int = 1
    other_seeds: tuple[int, ...] = (0, 2, 3, 4)  # does it always form?
    other_steps: int = 600


@dataclass(frozen=True, slots=True, eq=False)
class Ablation:
    """The trained model of two layers with heads switched off: each way (axis W), each combination (axis C)."""

    off: Bool[Array, "C L H"]  # the first combination has none
    loss: Float[Array, "W C"]  # on letters that come again
    right: Float[Array, "W C"]  # share of them that are the likeliest in the guess
    previous: Float[Array, "W C L H"]
    prefix: Float[Array, "W C L H"]
    weights: Float[Array, "W C L H T T"]  # on the example
    guesses: Float[Array, "W C T1"]  # probability given to each letter of the example but the first


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Training as snapshots (axis F), and heads (axes L, H) switched off at its end."""

    config: Config
    steps: Int[Array, " F"]  # done when the snapshot is taken
    loss: Float[Array, " F"]  # of two layers, on letters that come again
    one_layer: Float[Array, " F"]  # of one layer
    others: Float[Array, "O F2"]  # of two layers from other random starts, as far as they were trained
    chance: float  # loss of a guess that gives every letter the same
    first_loss: Float[Array, " F"]  # of two layers, on letters of the first round: nothing foretells them
    context: Float[Array, " F"]  # loss at the end of a text less that near its start
    previous: Float[Array, "F L H"]  # mean weight on the letter before
    prefix: Float[Array, "F L H"]  # mean weight on letters that came after an earlier copy
    drop: tuple[int, int]  # steps between which the loss falls most
    text: str  # the example
    weights: Float[Array, "F L H T T"]  # on the example
    ablation: Ablation
    parameters: int  # numbers in the model of two layers


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts, and after how many letters each comes round again."""

    tokens: Int[Array, "B T"]
    periods: Int[Array, " B"]

    @property
    def again(self) -> Bool[Array, "B T1"]:
        """Which letters but the first can be foretold: the one before has come before."""
        return np.arange(1, self.tokens.shape[1]) > self.periods[:, None]

    @property
    def first(self) -> Bool[Array, "B T1"]:
        """Which letters but the first belong to the first round."""
        return np.arange(1, self.tokens.shape[1]) < self.periods[:, None]

    @property
    def after(self) -> Bool[Array, "B T T"]:
        """For each letter, which letters up to it came after an earlier copy of it."""
        same = self.tokens[:, :, None] == self.tokens[:, None, :]
        after = np.zeros_like(same)
        after[:, :, 1:] = same[:, :, :-1]
        return np.tril(after)


def run(config: Config = Config()) -> Result:
    """Train both models, measuring on the way; train again from other starts; switch heads off."""
    tests = _texts(config, np.random.default_rng([config.seed, 1]), config.tests)
    snapshots = [(p, *_measured(p, config, tests)) for p in train(config)]
    p = snapshots[-1][0]
    loss, first, context, previous, prefix, weights = map(
        np.array, zip(*(s[1:] for s in snapshots), strict=True)
    )
    single = dataclasses.replace(config, architecture=dataclasses.replace(config.architecture, layers=1))
    again = [
        dataclasses.replace(config, seed=seed, steps=config.other_steps, other_seeds=())
        for seed in config.other_seeds
    ]
    steps = np.arange(0, config.steps + 1, config.every)
    return Result(
        config=config,
        steps=steps,
        loss=loss,
        one_layer=_losses(single, tests),
        others=np.array([_losses(other, tests) for other in again]),
        chance=math.log(config.architecture.vocabulary),
        first_loss=first,
        context=context,
        previous=previous,
        prefix=prefix,
        drop=_drop(steps, loss, config.fall // config.every),
        text=2 * config.example,
        weights=weights,
        ablation=switched_off(p, config),
        parameters=sum(matrix.size for matrix in p.values()),
    )


def train(config: Config) -> Iterator[Parameters]:
    """The model at its random start, and then after every few steps of Adam; every batch is new."""
    rng, a = np.random.default_rng(config.seed), config.architecture
    p = random_transformer(rng, a)
    state = Adam(zeros_like(p), zeros_like(p), keep_second=0.98)
    yield p
    for step in range(1, config.steps + 1):
        trace = forward(p, a, _texts(config, rng, config.batch).tokens)
        gradients = clip(backward(p, a, trace), config.largest)
        p, state = adam(p, gradients, state, config.rate * min(1.0, step / config.warm_up))
        if step % config.every == 0:
            yield p


def switched_off(p: Parameters, config: Config) -> Ablation:
    """What is left of the model in every combination of its heads."""
    a, texts = config.architecture, _texts(config, np.random.default_rng([config.seed, 2]), config.last_tests)
    combinations = np.arange(2 ** (a.layers * a.heads))[:, None]
    off = (combinations >> np.arange(a.layers * a.heads) & 1).astype(bool).reshape(-1, a.layers, a.heads)
    parts = [[_without(p, config, texts, each, way) for each in off] for way in WAYS]
    columns = zip(*(zip(*row, strict=True) for row in parts), strict=True)
    loss, right, previous, prefix, weights, guesses = map(np.array, columns)
    return Ablation(off, loss, right, previous, prefix, weights, guesses)


def _without(
    p: Parameters, config: Config, texts: Texts, off: Bool[Array, "L H"], way: str
) -> tuple[float, float, Array, Array, Array, Array]:
    """Loss and share right on the texts, both scores of heads, and weights and guesses on the example."""
    a, edit = config.architecture, _edit(off, way)
    trace, shown = forward(p, a, texts.tokens, edit), forward(p, a, _example(config), edit)
    right = (trace.logits[:, :-1].argmax(-1) == texts.tokens[:, 1:])[texts.again]
    guesses = np.take_along_axis(softmax(shown.logits)[0, :-1], _example(config)[0, 1:, None], axis=-1)[:, 0]
    return (
        _again(trace, texts),
        float(right.mean()),
        *_head_scores(trace, texts),
        _weights(shown)[:, 0],
        guesses,
    )


def _edit(off: Bool[Array, "L H"], way: str) -> Edit:
    """Silence these heads, or spread their look evenly over all they see."""

    def edit(layer: int, weights: Float[Array, "B H T T"]) -> Float[Array, "B H T T"]:
        seen = np.tril(np.ones(weights.shape[-2:], weights.dtype))
        instead = seen / seen.sum(-1, keepdims=True) if way == "uniform" else 0 * seen
        return np.where(off[layer][:, None, None], instead, weights)

    return edit


def _texts(config: Config, rng: np.random.Generator, count: int) -> Texts:
    sizes = count, config.length, config.architecture.vocabulary, config.shortest, config.longest
    return Texts(*random_repeats(rng, *sizes))


def _example(config: Config) -> Int[Array, "1 T"]:
    return np.array([[LETTERS.index(letter) for letter in 2 * config.example]])


def _losses(config: Config, texts: Texts) -> Float[Array, " F"]:
    """A model's loss on letters that come again, all through its training."""
    return np.array([_again(forward(p, config.architecture, texts.tokens), texts) for p in train(config)])


def _again(trace: Trace, texts: Texts) -> float:
    """Mean loss on letters that come again."""
    return float(losses(trace)[texts.again].mean())


def _measured(p: Parameters, config: Config, texts: Texts) -> tuple[float, float, float, Array, Array, Array]:
    """Loss on letters again and for the first time, in-context score, scores of heads, weights on the example."""
    trace = forward(p, config.architecture, texts.tokens)
    loss = losses(trace)
    context = loss[:, -1].mean() - loss[:, config.early - 1].mean()
    shown = _weights(forward(p, config.architecture, _example(config)))[:, 0]
    return (
        _again(trace, texts),
        float(loss[texts.first].mean()),
        float(context),
        *_head_scores(trace, texts),
        shown,
    )


def _weights(trace: Trace) -> Float[Array, "L B H T T"]:
    return np.stack([layer.weights for layer in trace.layers])


def _head_scores(trace: Trace, texts: Texts) -> tuple[Float[Array, "L H"], Float[Array, "L H"]]:
    """Mean weight one letter back, and on letters after an earlier copy: over all letters that have any."""
    weights, after = _weights(trace), texts.after
    back = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean((1, -1))
    return back, np.einsum("lbhij,bij->lh", weights, after) / after.any(-1).sum()


def _drop(steps: Int[Array, " F"], loss: Float[Array, " F"], frames: int) -> tuple[int, int]:
    """The steps between which the loss falls most, so many snapshots apart."""
    start = int((loss[:-frames] - loss[frames:]).argmax())
    return int(steps[start]), int(steps[start + frames])
