"""Claims of "No peeking ahead": what a mask hides, and what it keeps from changing."""

import numpy as np
import pytest

from attention.experiments import causal, winograd

IT, ANIMAL, LAST, N = 7, 1, 10, 11
WITHOUT, MASKED = 0, 1
FOUR_DIGITS = 5e-5  # the essay prints four


def test_the_future_has_weight_exactly_zero():
    result = causal.run()
    assert (result.weights[MASKED][:, ~result.seen] == 0).all()
    assert result.seen.sum() == 66
    assert (~result.seen).sum() == 55


def test_rows_add_up_to_one_as_far_as_the_text_is_written():
    sums = causal.run().weights.sum(axis=-1)
    written = np.tri(N)
    np.testing.assert_allclose(sums, np.broadcast_to(written, sums.shape), rtol=1e-15)


def test_with_the_mask_no_row_ever_changes_to_the_last_bit():
    result = causal.run()
    assert not result.changed[MASKED].any()
    assert not result.moved[MASKED].any()
    for last in range(N):
        np.testing.assert_array_equal(
            result.weights[MASKED, last, : last + 1], result.weights[MASKED, -1, : last + 1]
        )


def test_without_it_every_word_changes_every_row_before():
    changed = causal.run().changed[WITHOUT]
    np.testing.assert_array_equal(changed, np.tri(N, k=-1, dtype=bool))
    assert changed.sum() == 55


def test_at_word_eight_the_row_of_it_is_flat():
    row = causal.run().weights[MASKED, IT, IT]
    assert (row[: IT + 1] == 1 / 8).all()
    assert (row[IT + 1 :] == 0).all()


def test_at_word_eleven_tired_looks_back_and_finds_the_animal():
    row = causal.run().weights[MASKED, LAST, LAST]
    assert row.argmax() == ANIMAL
    assert row[ANIMAL] == pytest.approx(0.7819, abs=FOUR_DIGITS)


def test_with_the_mask_it_never_learns_what_the_last_word_says():
    row = causal.run().weights[MASKED, LAST, IT]
    assert (row[: IT + 1] == 1 / 8).all()


def test_without_it_the_row_of_it_turns_when_the_last_word_comes():
    result = causal.run()
    before, after = result.weights[WITHOUT, LAST - 1, IT], result.weights[WITHOUT, LAST, IT]
    assert (before[:LAST] == 1 / 10).all()
    np.testing.assert_array_equal(after, winograd.run().weights[0, IT])  # the row of the first figure
    assert result.moved[WITHOUT, LAST, IT] == pytest.approx(0.6767, abs=FOUR_DIGITS)
    others = np.delete(result.moved[WITHOUT, LAST], [IT, LAST])
    np.testing.assert_allclose(others, 1 / 11, rtol=1e-14)  # a difference of two rounded tenths


def test_the_newest_row_prefers_the_animal_or_nothing():
    weights = causal.run().weights  # the sentence under the figure rests on it
    for masked in (WITHOUT, MASKED):
        for last in range(N):
            row = weights[masked, last, last, : last + 1]
            assert row.max() == row[min(ANIMAL, last)]
            assert (row == row[0]).all() or row.argmax() == ANIMAL
