"""Section 17: whether weights say why depends, in this classifier, on what reads the words."""

import numpy as np
import pytest

from attention.classifier import Architecture, classify, random_classifier
from attention.experiments.adversary import (
    BLAME,
    PRAISE,
    WORDS,
    Config,
    Judged,
    Reader,
    adversary,
    distance,
    importance,
    kendall,
    probability,
    run,
    sentences,
)

NEAR = Config().near


@pytest.fixture(scope="module")
def judged() -> tuple[Judged, ...]:
    """From another random start than the essay's: what it says holds there too."""
    return run(Config(seed=1, tests=200, compared=41)).judged


def test_read_alone_the_weights_agree_with_gradients_and_with_leaving_out(judged: tuple[Judged, ...]) -> None:
    alone, _ = judged
    # .63 and .69 here, .69 and .74 from the essay's start
    assert min(alone.gradient, alone.left_out) > 0.55


def test_read_both_ways_they_hardly_do(judged: tuple[Judged, ...]) -> None:
    _, both = judged
    # .12 and .10 here, .17 and .19 from the essay's start
    assert max(both.gradient, both.left_out) < 0.25


def test_weights_help_only_what_reads_words_alone(judged: tuple[Judged, ...]) -> None:
    alone, both = judged
    assert alone.accuracy > alone.uniform  # by .03 here, by .09 from the essay's start
    assert both.uniform > both.accuracy


def test_only_what_reads_both_ways_can_be_trained_to_look_elsewhere(judged: tuple[Judged, ...]) -> None:
    alone, both = judged
    assert alone.trained < 0.6  # hardly better than a coin
    assert both.trained > 0.9
    assert both.trained_distance > 0.6  # ln 2 = 0.69 is the most


def test_the_strongest_adversary_keeps_to_its_bounds_with_two_words_at_most(
    judged: tuple[Judged, ...],
) -> None:
    for each in judged:
        off = np.abs(each.answers - each.adversarial_answers)
        assert off.max() <= NEAR + 1e-9  # rounding of a logit and back
        assert (each.adversarial > 0).sum(1).max() <= 2
        np.testing.assert_allclose(each.adversarial.sum(1), 1, rtol=1e-12)


def test_no_weights_with_the_answer_are_further() -> None:
    """Of 20,000 draws, those with nearly the same answer; and it is a place on the simplex itself."""
    rng = np.random.default_rng(3)
    weights, votes, bias = rng.dirichlet(np.ones(5)), 2 * rng.standard_normal(5), 0.3
    found = adversary(weights, votes, bias, NEAR)
    drawn = rng.dirichlet(np.full(5, 0.3), 20_000)
    answer = probability((weights @ votes + bias)[None])
    allowed = np.abs(probability(drawn @ votes + bias) - answer) <= NEAR
    assert allowed.sum() > 100
    assert distance(weights, drawn[allowed]).max() <= distance(weights, found)


def test_distance_is_zero_for_the_same_and_ln_two_for_strangers() -> None:
    one, other = np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    assert distance(one, one) == pytest.approx(0, abs=1e-15)  # rounding
    assert distance(one, other) == pytest.approx(np.log(2), rel=1e-15)


def test_kendall_counts_pairs_in_order() -> None:
    rows = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0], [1.0, 3.0, 2.0], [1.0, 1.0, 2.0]])
    tau = kendall(np.broadcast_to(rows[0], rows.shape), rows)
    # with one tie 2 pairs of 3, over √(3 · 2)
    np.testing.assert_allclose(tau, [1, -1, 1 / 3, 2 / np.sqrt(6)], rtol=1e-15)


@pytest.mark.parametrize("reader", ["alone", "both ways"])
def test_importance_is_the_slope_of_the_answer_in_a_words_strength(reader: Reader) -> None:
    rng = np.random.default_rng(5)
    a = Architecture(vocabulary=7, width=3, hidden=5, reader=reader)
    p, tokens, step = random_classifier(rng, a), np.array([[2, 0, 5, 3]]), 1e-6
    trace = classify(p, a, tokens)
    slopes, without = importance(p, a, tokens, trace)
    table = "embed" if reader == "alone" else "encoder_input"
    for place, token in enumerate(tokens[0]):
        changed = []
        for change in (-step, step):
            rows = p[table].copy()
            rows[..., token, :] *= 1 + change
            changed.append(probability(classify(p | {table: rows}, a, tokens, trace.weights).logits)[0])
        # central differences: their error is some step²
        assert slopes[0, place] == pytest.approx(abs(changed[1] - changed[0]) / (2 * step), abs=1e-8)
    shorter = probability(classify(p, a, tokens[:, 1:]).logits) - probability(trace.logits)
    assert without[0, 0] == pytest.approx(abs(shorter[0]), rel=1e-12)


def test_a_sentence_says_what_its_telling_words_say() -> None:
    tokens, positive = sentences(Config(negated=0.0), np.random.default_rng(7), 53)
    words = [[WORDS[token] for token in sentence] for sentence in tokens]
    sums = [sum((word in PRAISE) - (word in BLAME) for word in sentence) for sentence in words]
    np.testing.assert_array_equal(positive, np.array(sums) > 0)
    assert {abs(each) for each in sums} == {1, 3}
