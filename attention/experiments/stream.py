"""What does each layer add? A small model that has learned to copy, read after every layer.

Two layers of attention and nothing else (Elhage et al. 2021), trained on letters that come round again (Olsson
et al. 2022). Its guess after a layer is what the last step, norm and unembedding, makes of the stream there;
the model was trained to be read at the end only.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.experiments import induction
from attention.heads import split_heads
from attention.losses import cross_entropy
from attention.masks import causal
from attention.norms import rms_norm
from attention.optimizers import Parameters
from attention.repeats import random_repeats
from attention.softmax import softmax
from attention.transformer import Architecture, Trace, forward, losses


@dataclass(frozen=True, slots=True)
class Config:
    """The model of section 13, and the texts that it reads here; the defaults are the essay's."""

    model: induction.Config = field(default_factory=induction.Config)
    tests: int = 256  # texts of the test
    example: int = 8  # different letters in the text that is shown, twice over
    seed: int = 1  # of these texts


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Readings (axis R: before the first layer, and after each) of the example, and their loss on the test."""

    config: Config
    letters: tuple[str, ...]  # V, the alphabet
    text: Int[Array, " T"]  # the example, by number
    guesses: Float[Array, "R T V"]  # probability of each letter to come next
    sizes: Float[Array, "R T"]  # length of the stream's list
    added: Float[Array, "L T"]  # length of what a layer adds
    added_by_head: Float[Array, "L H T"]
    kept: Float[Array, "L T"]  # cosine between the stream before a layer and after it
    weights: Float[Array, "L H T T"]
    first_loss: Float[Array, " R"]  # on the test, letters of the first round
    repeat_loss: Float[Array, " R"]  # and letters that come again
    repeat_right: Float[Array, " R"]  # share of these that are the likeliest in the guess
    repeat_loss_without: Float[Array, " L"]  # at the end, were this layer to look at everything alike
    parameters: int  # numbers in the model


def run(config: Config = Config()) -> Result:
    """Train, read the example, and test the readings on new texts."""
    rng, a = np.random.default_rng(config.seed), config.model.architecture
    *_, p = induction.train(config.model)
    text, _ = random_repeats(rng, 1, 2 * config.example, a.vocabulary, config.example, config.example)
    trace = forward(p, a, text)
    streams = _streams(trace)[:, 0]
    by_head = _added_by_head(p, a, trace)[:, 0]
    return Result(
        config=config,
        letters=tuple(induction.LETTERS),
        text=text[0],
        guesses=softmax(_read(p, streams)),
        sizes=np.linalg.norm(streams, axis=-1),
        added=np.linalg.norm(np.diff(streams, axis=0), axis=-1),
        added_by_head=np.linalg.norm(by_head, axis=-1),
        kept=_cosines(streams[:-1], streams[1:]),
        weights=np.stack([layer.weights[0] for layer in trace.layers]),
        **_test(p, config, rng),
        parameters=sum(matrix.size for matrix in p.values()),
    )


def _texts(config: Config, rng: np.random.Generator) -> tuple[Array, Array]:
    """New texts of the kind that the model was trained on."""
    m = config.model
    return random_repeats(rng, config.tests, m.length, m.architecture.vocabulary, m.shortest, m.longest)


def _streams(trace: Trace) -> Float[Array, "R B T X"]:
    """The stream before the first layer and after each."""
    return np.stack([*(layer.stream for layer in trace.layers), trace.stream])


def _read(p: Parameters, stream: Float[Array, "*n X"]) -> Float[Array, "*n V"]:
    """What the model would say if it ended here, before softmax."""
    return rms_norm(stream) @ p["unembed"]


def _added_by_head(p: Parameters, a: Architecture, trace: Trace) -> Float[Array, "L B H T X"]:
    """What each head adds to the stream: its own part of the mixed values through its own rows of the output matrix."""
    mixed = (split_heads(layer.mixed, a.heads) for layer in trace.layers)
    rows = (p[f"output{number}"].reshape(a.heads, -1, a.width) for number in range(a.layers))
    return np.stack([part @ matrix for part, matrix in zip(mixed, rows, strict=True)])


def _cosines(a: Float[Array, "*n X"], b: Float[Array, "*n X"]) -> Float[Array, "*n"]:
    return (a * b).sum(-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))


def _test(p: Parameters, config: Config, rng: np.random.Generator) -> dict[str, Array]:
    """How the readings do on texts that the model has not seen."""
    texts, periods = _texts(config, rng)
    logits = _read(p, _streams(forward(p, config.model.architecture, texts)))[:, :, :-1]
    wanted = np.broadcast_to(texts[:, 1:], logits.shape[:-1])
    loss = cross_entropy(logits, wanted)
    again = np.arange(1, config.model.length) > periods[:, None]  # the letter before has been seen as well
    first = np.arange(1, config.model.length) < periods[:, None]
    return {
        "first_loss": loss[:, first].mean(-1),
        "repeat_loss": loss[:, again].mean(-1),
        "repeat_right": (logits.argmax(-1) == wanted)[:, again].mean(-1),
        "repeat_loss_without": np.stack([blurred[again].mean() for blurred in _blurred(p, config, texts)]),
    }


def _blurred(p: Parameters, config: Config, texts: Int[Array, "B T"]) -> Iterator[Float[Array, "B T1"]]:
    """The losses with one layer's attention spread evenly, for each layer."""
    seen = causal(config.model.length, config.model.length)
    even = (seen / seen.sum(-1, keepdims=True)).astype(np.float32)
    for blurred in range(config.model.architecture.layers):

        def edit(layer: int, weights: Array, blurred: int = blurred) -> Array:
            return np.broadcast_to(even, weights.shape) if layer == blurred else weights

        yield losses(forward(p, config.model.architecture, texts, edit))
