"""Claims of "Seven ways to get it wrong"."""

import numpy as np

from attention.experiments import faults

ROOT, AXIS, MASK, EMPTY, HEADS, PAIRINGS, CACHE = range(7)
LAST_DIGITS = 1e-12  # shares of one in double precision


def test_every_fault_changes_weights_in_both_heads():
    assert (faults.run().moved > 0.1).all()


def test_all_but_one_share_every_row_out_whole():
    sums = faults.run().sums
    assert (np.abs(sums - 1).max(axis=(1, 2)) > LAST_DIGITS).tolist() == [n == AXIS for n in range(7)]


def test_the_wrong_axis_shares_out_columns():
    np.testing.assert_allclose(faults.run().wrong[AXIS].sum(axis=-2), 1, rtol=0, atol=LAST_DIGITS)


def test_the_root_of_the_model_flattens_every_row():
    result = faults.run()
    longer = result.wrong[ROOT][:, 1:].max(axis=-1), result.right[ROOT][:, 1:].max(axis=-1)
    assert (longer[0] < longer[1]).all()


def test_only_a_late_mask_and_filling_are_seen_that_may_not_be():
    result = faults.run()
    leaks = (result.wrong * ~result.allowed[:, None]).max(axis=(1, 2, 3)) > 0
    assert leaks.tolist() == [n in (MASK, EMPTY) for n in range(7)]


def test_rows_with_nothing_to_see_are_zero_or_share_out_what_they_must_not_see():
    result = faults.run()
    padding = result.padding[EMPTY]
    assert not result.right[EMPTY, :, :padding].any()
    np.testing.assert_allclose(result.sums[EMPTY, :, :padding], 1, rtol=0, atol=LAST_DIGITS)
    np.testing.assert_allclose(
        result.wrong[EMPTY, :, padding:], result.right[EMPTY, :, padding:], atol=LAST_DIGITS
    )


def test_heads_cut_wrongly_leave_the_second_half_deaf_to_the_first_word():
    hears = faults.run().hears
    assert hears[HEADS].tolist() == [True] * 4 + [False] * 4
    assert hears[[ROOT, AXIS, MASK, EMPTY, PAIRINGS, CACHE]].all()


def test_a_late_cache_changes_only_words_after_the_prompt():
    result = faults.run()
    changed = np.abs(result.wrong[CACHE] - result.right[CACHE]).max(axis=(0, 2)) > LAST_DIGITS
    assert changed.tolist() == [t >= result.config.prompt for t in range(len(result.words))]
