"""Claims of "Paying less" about random features: what they estimate well, and the floor they must beat."""

import numpy as np
import pytest

from attention.experiments.favor import run


@pytest.fixture(scope="module")
def result():
    return run()


def test_more_features_estimate_flat_attention_better(result):
    flat = result.errors[0]
    # a random mean's error falls by 2 for 4 times the features; the middle of 9 draws scatters by a third of itself
    assert (flat[2:] < flat[:-2] * 0.9).all()
    assert flat[-1] < flat[0] / 8


def test_where_attention_is_flat_features_beat_the_mean_and_else_they_do_not(result):
    spreads = result.config.spreads
    for spread in (0.1, 0.25, 0.5):
        assert result.errors[spreads.index(spread), -1] < 0.5 * result.floor[spreads.index(spread)]
    # at 1 another draw of queries and keys may come down a little below the mean, at 4,096 features
    assert result.beats_from[spreads.index(1.0)] in (None, result.config.features[-1])
    assert result.errors[spreads.index(1.0), -1] > 0.8 * result.floor[spreads.index(1.0)]
    assert result.beats_from[spreads.index(2.0)] is None


def test_the_fewest_features_that_beat_the_mean_grow_with_the_spread(result):
    needed = [fewest for fewest in result.beats_from if fewest is not None]
    assert needed == sorted(set(needed))
    assert needed[0] > result.config.width  # and more than the list has numbers, even there


def test_attention_is_flat_where_scores_are_alike(result):
    assert (np.diff(result.largest) > 0).all()
    assert result.largest[0] < 2 / result.config.words < 4 / result.config.words < result.largest[-1]
