"""Claims of "Learning to look". The experiment takes a fifth of a second, so it is tested as the essay runs it."""

import dataclasses
import math

import numpy as np
import pytest

from attention.experiments.lookup import LETTERS, PAIRS, Config, random_examples, run, train

SLOW, MEDIUM, FAST, TOO_LARGE = range(4)


@pytest.fixture(scope="module")
def result():
    return run()


def at(result, step):
    return result.steps.tolist().index(step)


def test_it_begins_with_a_guess_among_four(result):
    assert result.start == pytest.approx(1.3863, abs=1e-4)
    # matrices of spread .1 make scores of a few hundredths, and the loss is off by no more
    np.testing.assert_allclose(result.loss[:, 0], result.start, atol=0.02)
    np.testing.assert_allclose(result.right[:, 0], 1 / PAIRS, atol=0.06)  # 1,000 tests: 4 standard errors


def test_there_are_128_numbers_to_learn(result):
    assert result.parameters == 128
    assert sum(matrix.size for matrix in next(train(Config(), 0.1)).values()) == 128


def test_all_runs_share_their_start(result):
    for each in (result.loss, result.weights, result.scores):
        np.testing.assert_array_equal(each[:, 0], np.broadcast_to(each[0, 0], each[:, 0].shape))


def test_a_larger_step_is_sooner_there(result):
    half = at(result, 150)
    assert (
        result.loss[FAST, half] < 0.01 < 0.05 < result.loss[MEDIUM, half] < 0.2 < 1 < result.loss[SLOW, half]
    )
    assert result.loss[FAST, at(result, 30)] < 0.1
    assert result.loss[MEDIUM, -1] < 0.03
    assert result.right[MEDIUM, -1] > 0.99


def test_too_large_a_step_gets_low_and_is_thrown_out(result):
    loss = result.loss[TOO_LARGE]
    assert loss[: at(result, 30)].min() < 0.5
    assert loss[at(result, 60) :].min() > 10
    assert np.isfinite(result.loss).all()
    assert np.isfinite(result.scores).all()


def test_thrown_out_it_is_still_right_more_often_than_not(result):
    """And certain where it is wrong: that is what its loss says."""
    assert 0.5 < result.right[TOO_LARGE, -1] < 0.95


@pytest.mark.parametrize("rate", [MEDIUM, FAST])
def test_the_scores_become_a_diagonal(result, rate):
    assert (result.scores[rate, -1].argmax(-1) == np.arange(len(LETTERS))).all()


def test_the_example_ends_on_its_answer(result):
    weights = result.weights[MEDIUM]
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-12)
    assert weights[0] == pytest.approx(1 / PAIRS, abs=0.03)  # scores of a few hundredths
    assert weights[-1, 1] > 0.95  # "CF" is the second pair


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 7])
def test_other_starts_end_alike(seed):
    other = run(Config(rates=(0.1, 5.0), tests=211, seed=seed))
    assert other.loss[0, -1] < 0.05
    assert other.loss[1, -1] > 10


def test_examples_have_one_right_answer():
    examples = random_examples(np.random.default_rng(0), 53)
    asked, pairs = examples.questions[:, :8], examples.pairs[..., :8]
    fits = np.einsum("bx,bsx->bs", asked, pairs)
    np.testing.assert_array_equal(fits.sum(-1), 1)
    np.testing.assert_array_equal(fits.argmax(-1), examples.answers)
    assert examples.pairs[..., 8:].sum(1).max() == 1  # no second letter twice
    assert not examples.questions[:, 8:].any()


def test_snapshots_are_of_the_same_training_however_often_they_are_taken():
    often, seldom = (run(Config(rates=(0.1,), steps=30, tests=17, every=every)) for every in (5, 15))
    np.testing.assert_array_equal(often.loss[:, ::3], seldom.loss)
    assert seldom.steps.tolist() == [0, 15, 30]


def test_a_head_that_knows_its_letters_loses_nothing():
    """The least the loss can be is zero, and the rate is all that differs between runs."""
    config = dataclasses.replace(Config(), rates=(0.0,), steps=3, tests=17)
    still = run(config)
    np.testing.assert_array_equal(still.loss[0], np.full(2, still.loss[0, 0]))
    assert still.start == math.log(4)
