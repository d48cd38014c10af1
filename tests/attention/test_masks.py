"""Masks against the sentence that defines each."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention import masks
from attention.softmax import softmax

T, S = 5, 7


def test_causal_by_hand():
    assert masks.causal(2, 3).tolist() == [[True, False, False], [True, True, False]]
    assert masks.causal(2, 3, past=1).tolist() == [[True, True, False], [True, True, True]]


def test_a_past_for_each_batch_row():
    may = masks.causal(T, S, np.array([0, 2]))
    assert may.shape == (2, 1, T, S)
    np.testing.assert_array_equal(may[1, 0], masks.causal(T, S, 2))


@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 3))
def test_a_window_reaches_as_far_as_it_says(before, after, past):
    may = masks.window(T, S, before, after, past)
    for t in range(T):
        for s in range(S):
            assert may[t, s] == (past + t - before <= s <= past + t + after)


def test_a_window_without_limits_hides_nothing():
    assert masks.window(T, S).all()
    np.testing.assert_array_equal(masks.window(T, S, after=0), masks.causal(T, S))


def test_global_tokens_look_everywhere_and_are_seen_from_everywhere():
    may = masks.global_tokens(T, S, [1, 6], past=2)
    assert may[:, [1, 6]].all()
    assert may[4].all()  # the query at position 6
    assert may.sum() == 2 * T + S - 2


def test_padding_has_its_axes_ready_and_combines():
    may = masks.padding(np.array([3, 7]), S) & masks.causal(T, S)
    assert may.shape == (2, 1, T, S)
    assert not may[0, 0, :, 3:].any()
    np.testing.assert_array_equal(may[1, 0], masks.causal(T, S))


def test_as_numbers_a_mask_does_the_same():
    x = np.random.default_rng(0).standard_normal((T, S))
    may = masks.causal(T, S)
    np.testing.assert_array_equal(softmax(x, mask=masks.as_bias(may)), softmax(x, mask=may))
    assert masks.as_bias(may, np.float16).dtype == np.float16


limit = st.none() | st.integers(0, 9)


@given(
    limit,
    limit,
    st.integers(0, 4),
    st.integers(0, 12),
    st.integers(1, 5),
    st.integers(0, 10),
    st.integers(1, 5),
)
def test_reach_says_what_the_window_says(before, after, past, row, rows, column, columns):
    reach = masks.Reach(before, after, past)
    whole = masks.window(row + rows, column + columns, before, after, past)
    tile = whole[row:, column:]
    mask = reach.mask(range(row, row + rows), range(column, column + columns))
    np.testing.assert_array_equal(np.ones_like(tile) if mask is None else mask, tile)
    reached = set(reach.keys_of(range(row, row + rows), column + columns))
    assert set(np.flatnonzero(whole[row:].any(0))) <= reached
