"""Every model that the essay trains: written gradients against finite differences, and a little training."""

import numpy as np
import pytest

from attention import classifier, lookup, transformer, translator
from attention.gru import gru, gru_backward
from attention.losses import cross_entropy, cross_entropy_backward
from attention.masks import causal
from attention.optimizers import Adam, adam, clip, momentum, zeros_like
from tests.attention.finite import assert_gradient

B, S, T = 3, 5, 7


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def test_cross_entropy(rng):
    logits, targets, upstream = (
        rng.standard_normal((B, T, 11)),
        rng.integers(11, size=(B, T)),
        rng.random((B, T)),
    )
    probabilities = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    assert cross_entropy(logits, targets)[1, 2] == pytest.approx(-np.log(probabilities[1, 2, targets[1, 2]]))
    gradient = cross_entropy_backward(logits, targets, upstream)
    assert_gradient(lambda: float((cross_entropy(logits, targets) * upstream).sum()), logits, gradient)


@pytest.mark.parametrize("leading", [(), (2,)])
def test_gru(rng, leading):
    inputs, start = rng.standard_normal((T, *leading, B, 15)), rng.standard_normal((*leading, B, 5))
    recurrent, upstream = rng.standard_normal((*leading, 5, 15)), rng.standard_normal((T, *leading, B, 5))
    _, steps = gru(inputs, start, recurrent)
    gradients = gru_backward(upstream, steps, recurrent)
    for x, g in zip((inputs, recurrent, start), gradients, strict=True):
        assert_gradient(lambda: float((gru(inputs, start, recurrent)[0] * upstream).sum()), x, g, most=60)


def test_a_gru_that_updates_nothing_remembers(rng):
    inputs = np.concatenate(
        [rng.standard_normal((T, B, 5)), np.full((T, B, 5), 40.0), np.ones((T, B, 5))], -1
    )
    start = rng.standard_normal((B, 5))
    states, _ = gru(inputs, start, np.zeros((5, 15)))
    np.testing.assert_allclose(states[-1], start, rtol=1e-12)  # σ(40) is 1 to 17 digits


def test_lookup(rng):
    p = lookup.random_lookup(rng, 11, 3, spread=0.5)
    questions, pairs, answers = (
        rng.standard_normal((B, 11)),
        rng.standard_normal((B, S, 11)),
        np.array([0, 3, 1]),
    )
    gradients = lookup.lookup_gradients(p, questions, pairs, answers)
    for name in p:
        assert_gradient(
            lambda: lookup.lookup_loss(lookup.lookup_weights(p, questions, pairs), answers),
            p[name],
            gradients[name],
        )


def test_a_lookup_head_learns_to_look(rng):
    p = lookup.random_lookup(rng, 8, 4)
    velocity, letters = zeros_like(p), np.eye(8)
    for _ in range(100):
        keys = np.argsort(rng.random((16, 8)), axis=1)[:, :4]
        answers = rng.integers(4, size=16)
        questions = letters[keys[np.arange(16), answers]]
        g = lookup.lookup_gradients(p, questions, letters[keys], answers)
        p, velocity = momentum(p, g, velocity, rate=1.0)
    weights = lookup.lookup_weights(p, questions, letters[keys])
    assert (
        lookup.lookup_loss(weights, answers) < 0.05
    )  # ln 4 = 1.39 at the start; the findings have 0 by step 100


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (2, 2)])
def test_transformer(rng, layers, heads):
    a = transformer.Architecture(vocabulary=7, width=4 * heads, heads=heads, layers=layers)
    p = transformer.random_transformer(rng, a, np.float64)
    tokens = rng.integers(7, size=(B, T))
    gradients = transformer.backward(p, a, transformer.forward(p, a, tokens))
    assert gradients.keys() == p.keys()
    for name in p:
        assert_gradient(
            lambda: float(transformer.losses(transformer.forward(p, a, tokens)).mean()),
            p[name],
            gradients[name],
            30,
        )


def test_a_transformer_does_not_see_ahead(rng):
    a = transformer.Architecture(vocabulary=7, width=8, heads=2)
    p = transformer.random_transformer(rng, a)
    tokens = rng.integers(7, size=(B, T))
    changed = tokens.copy()
    changed[:, 4:] = (changed[:, 4:] + 1) % 7
    before, after = (transformer.forward(p, a, x).logits for x in (tokens, changed))
    np.testing.assert_array_equal(before[:, :4], after[:, :4])  # to the last bit
    assert np.abs(before[:, 4:] - after[:, 4:]).min() > 0


def test_an_edit_replaces_the_weights_of_a_head(rng):
    a = transformer.Architecture(vocabulary=7, width=8, heads=2)
    p = transformer.random_transformer(rng, a, np.float64)
    tokens = rng.integers(7, size=(B, T))
    uniform = causal(T, T) / np.arange(1, T + 1)[:, None]

    def spread(layer, weights):
        return np.where(np.arange(2)[:, None, None] == layer, uniform, weights)

    trace = transformer.forward(p, a, tokens, spread)
    np.testing.assert_array_equal(trace.layers[1].weights[:, 1], np.broadcast_to(uniform, (B, T, T)))
    np.testing.assert_array_equal(
        trace.layers[0].weights[:, 1], transformer.forward(p, a, tokens).layers[0].weights[:, 1]
    )


def test_a_transformer_learns_to_repeat(rng):
    """Induction in small, one head a layer: the second time round, what comes next is known."""
    a = transformer.Architecture(heads=1)
    p = transformer.random_transformer(rng, a)
    state = Adam(zeros_like(p), zeros_like(p), keep_second=0.98)

    def batch(size):
        periods = rng.integers(6, 21, size)
        segments = np.argsort(rng.random((size, 32)), axis=1)[:, :20]
        return segments[np.arange(size)[:, None], np.arange(40) % periods[:, None]], periods

    for step in range(1, 601):
        tokens, _ = batch(16)
        gradients = clip(transformer.backward(p, a, transformer.forward(p, a, tokens)), 1.0)
        p, state = adam(p, gradients, state, rate=6e-3 * min(1, step / 50))
    tokens, periods = batch(64)
    losses = transformer.losses(transformer.forward(p, a, tokens))
    repeated = np.arange(39) >= periods[:, None]
    assert losses[repeated].mean() < 0.5  # 3.1 before it forms, about .1 after
    assert (
        losses[~repeated].mean() > 2.5
    )  # the first time round nothing can be known but what has not come yet


TRANSLATORS = [
    ("fixed", "before"),
    ("fixed", "after"),
    ("additive", "before"),
    ("additive", "after"),
    ("dot", "before"),
    ("general", "after"),
    ("concat", "after"),
]


@pytest.mark.parametrize(("score", "look"), TRANSLATORS)
def test_translator(rng, score, look):
    a = translator.Architecture(source=7, target=5, width=3, hidden=4, score=score, look=look)
    p = translator.random_translator(rng, a, np.float64)
    source, target = rng.integers(7, size=(B, S)), rng.integers(5, size=(B, S))
    gradients = translator.backward(p, a, translator.translate(p, a, source, target), target)
    assert gradients.keys() == p.keys()
    for name in p:
        assert_gradient(
            lambda: translator.loss(translator.translate(p, a, source, target), target),
            p[name],
            gradients[name],
            20,
        )


def test_a_translator_that_looks_shows_where(rng):
    a = translator.Architecture(source=7, target=5, width=3)
    p = translator.random_translator(rng, a)
    trace = translator.translate(p, a, rng.integers(7, size=(B, S)))
    np.testing.assert_allclose(trace.alignment().sum(-1), 1, rtol=1e-5)
    assert trace.alignment().shape == (B, S, S)
    assert trace.logits.shape == (B, S, 5)
    fixed = translator.Architecture(source=7, target=5, width=3, score="fixed")
    p = translator.random_translator(rng, fixed)
    assert translator.translate(p, fixed, rng.integers(7, size=(B, S))).alignment() is None


def test_a_translator_feeds_itself_its_best_guess(rng):
    a = translator.Architecture(source=7, target=5, width=3)
    p = translator.random_translator(rng, a, np.float64)
    source = rng.integers(7, size=(B, S))
    free = translator.translate(p, a, source)
    told = translator.translate(p, a, source, free.logits.argmax(-1))
    np.testing.assert_array_equal(told.logits, free.logits)


def test_a_translator_learns_a_word_map(rng):
    a = translator.Architecture(source=5, target=5, width=8, hidden=8)
    p = translator.random_translator(rng, a)
    state = Adam(zeros_like(p), zeros_like(p), keep_second=0.99)
    for _ in range(250):
        source = rng.integers(5, size=(16, 4))
        target = (source + 2) % 5
        g = translator.backward(p, a, translator.translate(p, a, source, target), target)
        p, state = adam(p, clip(g, 1.0), state, rate=1e-2)
    source = rng.integers(5, size=(64, 4))
    guesses = translator.translate(p, a, source).logits.argmax(-1)
    assert (guesses == (source + 2) % 5).mean() > 0.9  # chance is .2


@pytest.mark.parametrize("reader", ["alone", "both ways"])
def test_classifier(rng, reader):
    a = classifier.Architecture(vocabulary=11, width=3, hidden=4, reader=reader)
    p = classifier.random_classifier(rng, a)
    tokens, targets, pull = rng.integers(11, size=(B, S)), rng.random(B), rng.standard_normal((B, S))

    def loss():
        trace = classifier.classify(p, a, tokens)
        return float(classifier.losses(trace.logits, targets).mean() + (trace.weights * pull).sum())

    trace = classifier.classify(p, a, tokens)
    dlogits = (1 / (1 + np.exp(-trace.logits)) - targets) / B
    gradients = classifier.backward(p, trace, dlogits, pull)
    assert gradients.keys() == p.keys()
    for name in p:
        assert_gradient(loss, p[name], gradients[name], most=40)


def test_a_classifier_can_be_told_where_to_look(rng):
    a = classifier.Architecture(vocabulary=11, width=3, hidden=4)
    p = classifier.random_classifier(rng, a)
    tokens = rng.integers(11, size=(B, S))
    first = np.tile(np.eye(S)[0], (B, 1))
    trace = classifier.classify(p, a, tokens, first)
    np.testing.assert_allclose(trace.logits, p["embed"][tokens[:, 0]] @ p["vote"], rtol=1e-12)
    gradients = classifier.backward(p, trace, np.ones(B))
    assert not gradients["score"].any()
