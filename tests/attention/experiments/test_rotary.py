"""Claims of "Where words are", rotary positions: the score sees the offset alone."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.experiments.rotary import Config, run
from attention.positions import rotary

ROUNDING = 1e-13  # angles up to 16 radians, lists up to 5 long
part = st.integers(-25, 25).map(lambda n: n / 7)
pair = st.tuples(part, part)


@given(pair, pair)
def test_whatever_query_and_key_are_the_offset_decides(query, key):
    result = run(Config(query=query, key=key))
    assert result.strayed < ROUNDING
    n = result.config.count
    offsets = np.arange(n)[:, None] - np.arange(n)
    np.testing.assert_allclose(result.scores, result.by_offset[:, offsets + n - 1], atol=ROUNDING)


def test_at_offset_zero_the_score_is_that_of_the_unturned():
    result = run()
    unturned = np.dot(result.config.query, result.config.key)
    np.testing.assert_allclose(result.by_offset[:, result.config.count - 1], unturned, rtol=1e-14)
    assert unturned == pytest.approx(1.12)


def test_turning_keeps_lengths():
    result = run()
    np.testing.assert_allclose(
        np.linalg.norm(result.keys, axis=-1), math.hypot(*result.config.key), rtol=1e-14
    )


def test_this_pair_agrees_best_three_positions_back():
    result = run()
    assert result.best[1] == 3
    assert result.degrees[1] == pytest.approx(18.1, abs=0.05)


def test_the_library_turns_a_list_of_sixteen_pair_by_pair_as_here():
    result = run()
    whole = np.tile(result.config.query, (result.config.count, 8))
    turned = rotary(whole).reshape(result.config.count, 8, 2)
    np.testing.assert_allclose(
        result.queries, turned[:, list(result.config.pairs)].swapaxes(0, 1), rtol=1e-12
    )
