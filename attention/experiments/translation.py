"""Does a translator do better if it may look back at the source, and where does it look?

Five recurrent translators of the same size learn the same sentences: one has to carry a whole sentence in one
fixed vector (Sutskever et al. 2014; Cho et al. 2014), four look back with attention, scored as Bahdanau et al.
2015 (additive) and Luong et al. 2015 (dot, general, concat) did. Then they read longer sentences than any
they have seen. Each is trained in a process of its own: it takes about ten seconds.
"""

import multiprocessing
import os
import signal
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.optimizers import Adam, Parameters, adam, clip, zeros_like
from attention.toy_languages import SOURCE, TARGET, Sentences, numbered, random_sentences, translated
from attention.translator import Architecture, Score, backward, random_translator, translate

FIXED: Score = "fixed"
ATTENDING: tuple[Score, ...] = ("additive", "dot", "general", "concat")
EXAMPLE = "the tired animal crossed a wide street near the small old house"


@dataclass(frozen=True, slots=True)
class Config:
    """How the translators are trained and tested; the defaults are the essay's."""

    scores: tuple[Score, ...] = (FIXED, *ATTENDING)
    width: int = 32  # of the encoder in each direction; the decoder has twice as many numbers
    shortest: int = 2  # words in a sentence of the training
    longest: int = 20
    batch: int = 32  # sentences a step, all new and of one length
    steps: int = 2000
    rate: float = 6e-3
    lengths: tuple[int, ...] = tuple(range(2, 31, 2))  # of the test's sentences
    tests: int = 300  # sentences of each length
    example: str = EXAMPLE
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """One translator, tested. A word is right if it is the right one in the right place."""

    accuracy: Float[Array, " L"]  # share of words that are right
    whole: Float[Array, " L"]  # share of sentences without a wrong word
    by_place: Int[Array, "L N"]  # how many sentences have the right word there; zero beyond the length
    on_right: Float[Array, " L"]  # weight on the word that is being translated; zeros without attention
    most_on_right: Float[Array, " L"]  # share of words with more weight there than anywhere else
    written: Int[Array, " M"]  # the example's translation
    alignment: Float[Array, "M M"]  # where each of its words looked; zeros without attention


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """All translators (axis K), at each length of sentence (axis L), and on one example (axis M)."""

    config: Config
    scores: tuple[str, ...]
    lengths: Int[Array, " L"]
    accuracy: Float[Array, "K L"]
    whole: Float[Array, "K L"]
    by_place: Int[Array, "K L N"]
    on_right: Float[Array, "K L"]
    most_on_right: Float[Array, "K L"]
    words: tuple[str, ...]  # of the example
    meant: tuple[str, ...]  # its right translation
    order: Int[Array, " M"]  # which word each word of the right translation translates
    written: tuple[tuple[str, ...], ...]  # by each translator
    alignment: Float[Array, "K M M"]  # [translator, written word, word of the example]


def run(config: Config = Config()) -> Result:
    """Train and test every translator, as many at a time as there are cores."""
    spawn = multiprocessing.get_context("spawn")
    # An interrupt is for the process that waits here: it ends the others.
    workers, quiet = min(len(config.scores), os.cpu_count() or 1), (signal.SIGINT, signal.SIG_IGN)
    with spawn.Pool(workers, signal.signal, quiet) as pool:
        studies = pool.map(partial(study, config), config.scores, chunksize=1)
    example = translated(numbered(config.example)[None])
    by_name = {
        name: np.stack([getattr(each, name) for each in studies])
        for name in ("accuracy", "whole", "by_place", "on_right", "most_on_right", "alignment")
    }
    return Result(
        config=config,
        scores=config.scores,
        lengths=np.array(config.lengths),
        words=tuple(SOURCE[word] for word in example.source[0]),
        meant=tuple(TARGET[word] for word in example.target[0]),
        order=example.order[0],
        written=tuple(tuple(TARGET[word] for word in each.written) for each in studies),
        **by_name,
    )


def study(config: Config, score: Score) -> Study:
    """Train one translator, and test it at every length. All of them get the same sentences."""
    a, p = train(config, score)
    *_, rng = np.random.default_rng(config.seed).spawn(3)
    tests = [random_sentences(rng, config.tests, length) for length in config.lengths]
    right, on_right, most = zip(*(_tested(p, a, each) for each in tests), strict=True)
    by_place = np.zeros((len(tests), max(config.lengths)), dtype=int)
    for i, words in enumerate(right):
        by_place[i, : words.shape[1]] = words.sum(0)
    trace = translate(p, a, numbered(config.example)[None])
    alignment = trace.alignment()
    return Study(
        accuracy=np.array([words.mean() for words in right]),
        whole=np.array([words.all(1).mean() for words in right]),
        by_place=by_place,
        on_right=np.array(on_right),
        most_on_right=np.array(most),
        written=trace.logits[0].argmax(-1),
        alignment=np.zeros((trace.logits.shape[1],) * 2) if alignment is None else alignment[0].astype(float),
    )


def architecture(config: Config, score: Score) -> Architecture:
    """A translator's sizes. Bahdanau's looks before the decoder makes its step, Luong's after it."""
    sizes = {"source": len(SOURCE), "target": len(TARGET), "width": config.width, "hidden": config.width}
    return Architecture(**sizes, score=score, look="before" if score in (FIXED, "additive") else "after")


def train(config: Config, score: Score) -> tuple[Architecture, Parameters]:
    """A translator after all steps of training, each on new sentences."""
    start, lessons, _ = np.random.default_rng(config.seed).spawn(3)
    a = architecture(config, score)
    p = random_translator(start, a)
    state = Adam(zeros_like(p), zeros_like(p), keep_second=0.99)
    for step in range(config.steps):
        length = int(lessons.integers(config.shortest, config.longest + 1))
        batch = random_sentences(lessons, config.batch, length)
        gradients = backward(p, a, translate(p, a, batch.source, batch.target), batch.target)
        p, state = adam(p, clip(gradients, 1.0), state, _rate(config, step))
    return a, p


def _rate(config: Config, step: int) -> float:
    """Up within 50 steps, level for a fifth of the training, then down to a twentieth."""
    left = 1 - step / config.steps
    return config.rate * min(1, (step + 1) / 50, max(0.05, left / 0.8))


def _tested(p: Parameters, a: Architecture, tests: Sentences) -> tuple[Array, float, float]:
    """Which words are right; the mean weight on the right source word, and how often it is the largest."""
    trace = translate(p, a, tests.source)
    right, alignment = trace.logits.argmax(-1) == tests.target, trace.alignment()
    if alignment is None:
        return right, 0.0, 0.0
    on_right = np.take_along_axis(alignment, tests.order[..., None], axis=2)
    return right, float(on_right.mean()), float((alignment.argmax(2) == tests.order).mean())
