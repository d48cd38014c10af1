"""Claims of "Many heads" about the three heads that are built by hand."""

import numpy as np
import pytest

from attention.experiments import heads
from attention.experiments.heads import BACK, INDUCTION, SAME

ON, THE, MAT, THE_2, CAT, SAT, AND, THEN, THE_3, CAT_2 = range(10)
TWO_DIGITS = 5e-3  # the essay prints percents


def test_the_first_head_looks_one_word_back_from_everywhere():
    weights = heads.run().weights[BACK]
    assert weights[0, 0] == 1
    assert np.diagonal(weights, -1).min() > 0.97


def test_the_second_finds_the_same_word_and_never_itself():
    weights = heads.run().weights[SAME]
    assert weights[CAT_2, CAT] == pytest.approx(0.98, abs=TWO_DIGITS)
    assert weights[THE_3, [THE, THE_2]] == pytest.approx([0.495, 0.495], abs=TWO_DIGITS)
    assert np.diagonal(weights)[1:].max() < 0.02


def test_the_third_finds_the_word_that_followed():
    weights = heads.run().weights[INDUCTION]
    assert weights[CAT_2, SAT] == pytest.approx(0.98, abs=TWO_DIGITS)
    assert weights[THE_3, [MAT, CAT]] == pytest.approx([0.495, 0.495], abs=TWO_DIGITS)
    assert weights[THE_2, MAT] == pytest.approx(0.98, abs=TWO_DIGITS)


@pytest.mark.parametrize("head", [SAME, INDUCTION])
def test_a_head_that_finds_nothing_rests_on_the_first_word(head):
    weights = heads.run().weights[head]
    assert weights[[THE, MAT, CAT, SAT, AND, THEN], ON].min() > 0.88


def test_no_head_looks_ahead_and_every_row_adds_up_to_one():
    weights = heads.run().weights
    assert (weights[:, np.triu_indices(10, 1)[0], np.triu_indices(10, 1)[1]] == 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-15)


def test_induction_hands_over_the_word_that_it_found():
    result = heads.run()
    assert result.vocabulary[result.guess[CAT_2].argmax()] == "sat"
    assert result.guess[CAT_2].max() == result.weights[INDUCTION, CAT_2, SAT]
    best_two = {result.vocabulary[v] for v in result.guess[THE_3].argsort()[-2:]}
    assert best_two == {"mat", "cat"}


def test_a_head_that_rests_hands_over_next_to_nothing():
    assert heads.run().guess[[THE, MAT, CAT, SAT, AND, THEN]].max() < 0.06


def test_the_third_heads_keys_hold_what_the_first_head_copied():
    result = heads.run()
    np.testing.assert_allclose(result.copied, result.weights[BACK] @ result.own, rtol=1e-15)
    before = [result.vocabulary[v] for v in result.copied[1:].argmax(axis=1)]
    assert tuple(before) == result.words[:-1]


def test_without_the_copy_induction_would_be_blind():
    scores = heads.run().scores[INDUCTION]
    rested = scores - 4.0 * np.eye(10)[0]  # without what the first word offers to all
    found = rested[CAT_2, : CAT_2 + 1].argmax()
    assert found == SAT
    assert rested[CAT_2, CAT] < 0.01  # the earlier copy itself is not what the head finds


def test_a_later_word_equal_to_the_first_is_another():
    result = heads.run(heads.Config(words=("the", "cat", "the")))
    assert result.vocabulary == ("the", "cat", "the")
    assert result.weights[SAME, 2, 0] > 0.95  # it rests there, as if it had found nothing
    assert result.scores[SAME, 2, 0] == 4
