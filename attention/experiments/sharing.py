"""What is lost when trained heads must share keys and values, at once and after a little more training?

The copying model of "The moment it learns to copy", here with four heads in each of its two layers and shorter
texts. The matrices of keys and values are averaged within each group of heads (Ainslie et al. 2023, section 2.1),
and the model is trained on, its shared matrices staying equal. Beside them, the model trained on with nothing
shared.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.checks import mismatch
from attention.experiments import induction
from attention.optimizers import Adam, Parameters, adam, clip, zeros_like
from attention.repeats import random_repeats
from attention.transformer import Architecture, backward, forward, losses

FOUR_HEADS = Architecture(vocabulary=len(induction.LETTERS), layers=2, heads=4)
TRAINING = induction.Config(
    architecture=FOUR_HEADS, length=28, longest=12, batch=16, steps=1200, rate=6e-3, seed=2
)


@dataclass(frozen=True, slots=True)
class Config:
    """The model, and how much longer it is trained."""

    training: induction.Config = TRAINING
    groups: tuple[int, ...] = (4, 2, 1)  # pairs of keys and values in a layer; the first shares nothing
    more: int = 240  # steps after the pooling: a fifth of the training
    every: int = 12
    seed: int = 9


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axis G: the groups. Axis F: the snapshots."""

    config: Config
    steps: Int[Array, " F"]  # since the pooling
    share: Float[Array, " F"]  # the same, as a share of the training before
    before: float  # loss of the trained model on letters that come again
    loss: Float[Array, "G F"]
    chance: float  # of a guess that gives every letter the same
    kept: Int[Array, " G"]  # numbers kept of each letter, in all layers


def run(config: Config = Config()) -> Result:
    """Train, pool, train on."""
    training, a = config.training, config.training.architecture
    for p in induction.train(training):
        trained = p
    tokens, again = _texts(config, np.random.default_rng([config.seed, 1]), training.tests)

    def measure(p: Parameters) -> float:
        return float(losses(forward(p, a, tokens))[again].mean())

    steps = np.arange(0, config.more + 1, config.every)
    return Result(
        config=config,
        steps=steps,
        share=steps / training.steps,
        before=measure(trained),
        loss=np.array([[measure(p) for p in train_on(trained, config, groups)] for groups in config.groups]),
        chance=float(np.log(a.vocabulary)),
        kept=np.array([a.layers * 2 * groups * (a.width // a.heads) for groups in config.groups]),
    )


def pooled(p: Parameters, a: Architecture, groups: int) -> Parameters:
    """Each group's heads with the average of their matrices of keys, and of values."""
    if groups < 1 or a.heads % groups:
        raise mismatch("key heads G", groups, f"a divisor of the query heads, H = {a.heads}")
    shape = a.width, groups, a.heads // groups, a.width // a.heads
    shared = {}
    for name in (f"{part}{layer}" for part in ("key", "value") for layer in range(a.layers)):
        mean = p[name].reshape(shape).mean(axis=2, keepdims=True)
        shared[name] = np.broadcast_to(mean, shape).reshape(a.width, a.width)
    return {**p, **shared}


def train_on(trained: Parameters, config: Config, groups: int) -> Iterator[Parameters]:
    """The pooled model, and again after every few steps; averaged gradients keep what is shared equal."""
    rng, a, training = np.random.default_rng(config.seed), config.training.architecture, config.training
    p = pooled(trained, a, groups)
    state = Adam(zeros_like(p), zeros_like(p), keep_second=0.98)
    yield p
    for step in range(1, config.more + 1):
        trace = forward(p, a, _texts(config, rng, training.batch)[0])
        gradients = clip(pooled(backward(p, a, trace), a, groups), training.largest)
        p, state = adam(p, gradients, state, training.rate)
        if step % config.every == 0:
            yield p


def _texts(config: Config, rng: np.random.Generator, count: int) -> tuple[Array, Array]:
    """Texts, and which of their letters but the first can be foretold."""
    t = config.training
    texts = induction.Texts(
        *random_repeats(rng, count, t.length, t.architecture.vocabulary, t.shortest, t.longest)
    )
    return texts.tokens, texts.again
