"""Do weights say why? A small classifier, the strongest other weights with its answer, and what the encoder changes.

The tests of Jain & Wallace 2019 (agreement with gradients and with leaving words out; adversarial weights) and two
of Wiegreffe & Pinter 2019 (uniform weights; an adversary trained as a model of its own), on made-up sentences and
with two encoders: one reads each word alone, one reads both ways.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.classifier import Architecture, Trace, backward, classify, random_classifier
from attention.optimizers import Adam, Parameters, adam, zeros_like

PRAISE = ("good", "great", "lovely", "clever", "funny", "warm", "bright", "superb")
BLAME = ("bad", "awful", "ugly", "stupid", "dull", "cold", "weak", "poor")
OTHERS = (
    *("the", "a", "film", "plot", "scene", "actor", "and", "it", "was", "is", "in"),
    *("on", "of", "to", "with", "that", "this", "we", "I", "you", "saw", "had"),
    *("end", "start", "part", "time", "music", "story", "day", "night", "house", "street", "voice"),
    *("hand", "door", "year", "role", "line", "shot", "hour", "town", "war"),
)
WORDS = ("not", *PRAISE, *BLAME, *OTHERS)
Reader = Literal["alone", "both ways"]
READERS: tuple[Reader, ...] = ("alone", "both ways")


@dataclass(frozen=True, slots=True)
class Config:
    """How sentences are made and models trained; the defaults are the essay's."""

    length: int = 16
    sentences: int = 2500
    tests: int = 300
    compared: int = 60  # of the tests, whose weights are held to other measures of importance
    flipped: float = 0.03  # share of the sentences taught with the wrong answer
    negated: float = 0.25  # share of telling words after a "not"
    epochs: int = 8
    batch: int = 32
    rate: float = 4e-3
    near: float = 0.01  # the adversary's answer may differ by so much
    push: float = 0.1  # how much being elsewhere counts for the trained adversary
    examples: int = 6
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One encoder's classifier, and what became of it under each test. N = tests, E = examples."""

    accuracy: float
    uniform: float  # accuracy of one trained with equal weights
    trained: float  # accuracy of an adversary trained to look elsewhere
    trained_distance: float  # of its weights, in the mean
    gradient: float  # agreement of the weights with gradients: Kendall's τ, in the mean
    left_out: float  # and with what leaving a word out changes
    distances: Float[Array, " N"]  # of the strongest adversary's weights
    answers: Float[Array, " E"]
    weights: Float[Array, "E T"]
    adversarial: Float[Array, "E T"]
    adversarial_answers: Float[Array, " E"]


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Both encoders on the same sentences."""

    config: Config
    tokens: Int[Array, "E T"]  # the examples
    positive: Bool[Array, " E"]
    judged: tuple[Judged, ...]  # by reader


def run(config: Config = Config()) -> Result:
    """Train and test both."""
    rng = np.random.default_rng(config.seed)
    tokens, targets = sentences(config, rng, config.sentences)
    flip = rng.random(len(targets)) < config.flipped
    tests, right = sentences(config, rng, config.tests)
    judged = tuple(_judge(config, r, tokens, targets ^ flip, tests, right) for r in READERS)
    return Result(config, tests[: config.examples], right[: config.examples], judged)


def sentences(
    config: Config, rng: np.random.Generator, count: int
) -> tuple[Int[Array, "B T"], Bool[Array, " B"]]:
    """One or three telling words among others, some of them after "not", and whether there is more praise."""
    tokens = rng.integers(1 + len(PRAISE) + len(BLAME), len(WORDS), (count, config.length))
    positive = np.zeros(count, bool)
    for sentence in range(count):
        sum_of_votes = 0
        for place in rng.choice(np.arange(1, config.length, 2), rng.choice((1, 3)), replace=False):
            vote = rng.choice((1, -1))
            tokens[sentence, place] = rng.integers(len(PRAISE)) + (1 if vote > 0 else 1 + len(PRAISE))
            if rng.random() < config.negated:
                tokens[sentence, place - 1], vote = 0, -vote
            sum_of_votes += vote
        positive[sentence] = sum_of_votes > 0
    return tokens, positive


def _judge(
    config: Config, reader: Reader, tokens: Array, targets: Array, tests: Array, right: Array
) -> Judged:
    a = Architecture(vocabulary=len(WORDS), reader=reader)
    equal = np.full(tokens.shape, 1 / config.length)
    p = train(config, a, tokens, targets.astype(float))
    uniform = train(config, a, tokens, targets.astype(float), weights=equal)
    was = classify(p, a, tokens)
    other = train(config, a, tokens, probability(was.logits), away=was.weights, seed=1)
    trace, away = classify(p, a, tests), classify(other, a, tests)
    told = classify(uniform, a, tests, equal[: len(tests)])
    adversarial = np.array(
        [
            adversary(w, v, p["vote_bias"][0], config.near)
            for w, v in zip(trace.weights, trace.votes, strict=True)
        ]
    )
    compared, e = slice(config.compared), slice(config.examples)
    by_gradient, by_absence = importance(p, a, tests[compared], trace)
    return Judged(
        accuracy=_accuracy(trace, right),
        uniform=_accuracy(told, right),
        trained=_accuracy(away, right),
        trained_distance=float(distance(trace.weights, away.weights).mean()),
        gradient=float(kendall(trace.weights[compared], by_gradient).mean()),
        left_out=float(kendall(trace.weights[compared], by_absence).mean()),
        distances=distance(trace.weights, adversarial),
        answers=probability(trace.logits[e]),
        weights=trace.weights[e],
        adversarial=adversarial[e],
        adversarial_answers=probability(classify(p, a, tests[e], adversarial[e]).logits),
    )


def _accuracy(trace: Trace, right: Bool[Array, " B"]) -> float:
    return float(((trace.logits > 0) == right).mean())


def train(
    config: Config,
    a: Architecture,
    tokens: Int[Array, "B T"],
    targets: Float[Array, " B"],
    *,
    weights: Float[Array, "B T"] | None = None,
    away: Float[Array, "B T"] | None = None,
    seed: int = 0,
) -> Parameters:
    """A classifier from a random start; with `weights` it looks where it is told, with `away` elsewhere."""
    rng = np.random.default_rng([config.seed, seed])
    p = random_classifier(rng, a)
    state = Adam(zeros_like(p), zeros_like(p))
    for _ in range(config.epochs):
        order = rng.permutation(len(tokens))
        for start in range(0, len(tokens) - config.batch + 1, config.batch):
            i = order[start : start + config.batch]
            trace = classify(p, a, tokens[i], None if weights is None else weights[i])
            dlogits = (probability(trace.logits) - targets[i]) / len(i)
            push = None if away is None else config.push * away[i] / (trace.weights + 1e-12) / len(i)
            p, state = adam(p, backward(p, trace, dlogits, push), state, config.rate)
    return p


def probability(logits: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """σ(logit)."""
    return 0.5 * (1 + np.tanh(0.5 * logits))


def adversary(
    weights: Float[Array, " T"], votes: Float[Array, " T"], bias: float, near: float
) -> Float[Array, " T"]:
    """The weights furthest from these whose answer is nearly the same; exact.

    The distance is convex, and the answer's bounds cut the simplex of all weights by two planes: the furthest
    point is a corner of what is left, a word alone, or two words on one of the planes.
    """
    answer = float(probability((weights @ votes + bias)[None])[0])
    edges = [_logit(answer + step) - bias for step in (-near, near)]
    corners = [np.eye(len(votes))[(edges[0] <= votes) & (votes <= edges[1])]]
    for edge in filter(np.isfinite, edges):
        low, high = np.nonzero((votes[:, None] < edge) & (votes > edge))
        share = (edge - votes[low]) / (votes[high] - votes[low])
        pairs, each = np.zeros((len(low), len(votes))), np.arange(len(low))
        pairs[each, low], pairs[each, high] = 1 - share, share
        corners.append(pairs)
    found = np.concatenate(corners)
    best: Array = found[distance(weights, found).argmax()]
    return best


def _logit(probability: float) -> float:
    if not 0 < probability < 1:
        return -np.inf if probability <= 0 else np.inf
    return float(np.log(probability / (1 - probability)))


def distance(a: Float[Array, "*n T"], b: Float[Array, "*m T"]) -> Float[Array, "*k"]:
    """The Jensen–Shannon divergence, in nats: 0 where they agree, ln 2 where they share no word."""
    return np.asarray(_entropy((a + b) / 2) - (_entropy(a) + _entropy(b)) / 2)


def _entropy(p: Float[Array, "*n T"]) -> Float[Array, "*n"]:
    return np.asarray(-(p * np.log(np.maximum(p, 1e-300))).sum(-1))


def kendall(a: Float[Array, "B T"], b: Float[Array, "B T"]) -> Float[Array, " B"]:
    """Kendall's τ_b of each row: 1 where both put the words in one order, -1 where in the opposite."""
    x, y = (np.sign(values[:, :, None] - values[:, None]) for values in (a, b))
    tau: Array = (x * y).sum((1, 2)) / np.sqrt((x * x).sum((1, 2)) * (y * y).sum((1, 2)))
    return tau


def importance(
    p: Parameters, a: Architecture, tokens: Int[Array, "B T"], trace: Trace
) -> tuple[Float[Array, "B T"], Float[Array, "B T"]]:
    """What a word's strength changes in the answer, its weight held; and what leaving it out changes."""
    count, length = tokens.shape
    answers = probability(trace.logits[:count])
    table = "embed" if a.reader == "alone" else "encoder_input"
    own = p | {table: p[table][..., tokens.ravel(), :]}  # a row of its own for each word of each sentence
    places = np.arange(tokens.size).reshape(tokens.shape)
    gradients = backward(own, classify(own, a, places, trace.weights[:count]), answers * (1 - answers))
    slopes = (gradients[table] * own[table]).reshape(-1, tokens.size, own[table].shape[-1]).sum((0, 2))
    without = [probability(classify(p, a, np.delete(tokens, k, axis=1)).logits) for k in range(length)]
    return np.abs(slopes).reshape(tokens.shape), np.abs(np.stack(without, axis=1) - answers[:, None])
