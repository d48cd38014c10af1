"""Claims of "Stacking it up", on a smaller model that trains in two seconds."""

import functools

import numpy as np
import pytest

from attention.experiments import induction, stream
from attention.repeats import random_repeats
from attention.transformer import Architecture

ONE_HEAD = Architecture(vocabulary=26, heads=1)
SMALL = stream.Config(
    model=induction.Config(architecture=ONE_HEAD, batch=16, steps=700, rate=6e-3), tests=61, example=7
)


@functools.cache
def small() -> stream.Result:
    """One training for all tests."""
    return stream.run(SMALL)


def test_only_the_last_reading_names_the_letter_that_comes():
    right = small().repeat_right
    assert right[:2].max() < 0.1  # a guess at random is right in one of 26
    assert right[2] > 0.9


def test_the_second_layer_needs_what_the_first_has_added():
    result = small()
    assert result.repeat_loss[2] < 0.5
    assert result.repeat_loss_without[0] > result.repeat_loss[2] + 1.5


def test_nothing_foretells_the_first_round():
    # Letters of a round are distinct, so that late ones can be guessed among fewer: below ln 26 = 3.26 by little.
    assert small().first_loss[2] > 2.7


def test_the_stream_is_the_sum_of_what_was_added():
    result = small()
    # |a| - |b| <= |a + b| <= |a| + |b|; float32 leaves 7 digits, and 1e-5 is ten times that
    before, after = result.sizes[:-1], result.sizes[1:]
    assert (after <= before + result.added + 1e-5).all()
    assert (after >= np.abs(before - result.added) - 1e-5).all()


def test_with_one_head_that_head_adds_what_the_layer_adds():
    result = small()
    np.testing.assert_allclose(
        result.added_by_head[:, 0], result.added, rtol=1e-4
    )  # float32, a difference of sums


def test_no_letter_looks_ahead():
    weights = small().weights
    ahead = np.triu(np.ones(weights.shape[-2:], dtype=bool), 1)
    assert (weights[..., ahead] == 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-5)  # float32


def test_the_example_is_its_first_half_twice():
    text = small().text
    assert text[:7].tolist() == text[7:].tolist()
    assert len(set(text[:7].tolist())) == 7


def test_the_same_seed_gives_the_same_model():
    short = stream.Config(induction.Config(architecture=ONE_HEAD, steps=3, batch=5), tests=11)
    np.testing.assert_array_equal(stream.run(short).guesses, stream.run(short).guesses)


def test_repeats_come_round_with_their_period():
    texts, periods = random_repeats(np.random.default_rng(3), 41, 37, letters=19, shortest=5, longest=13)
    assert set(periods.tolist()) <= set(range(5, 14))
    for text, period in zip(texts, periods, strict=True):
        assert len(set(text[:period].tolist())) == period
        np.testing.assert_array_equal(text[period:], text[:-period])


def test_a_round_longer_than_the_alphabet_is_refused():
    with pytest.raises(ValueError, match="no more than 7"):
        random_repeats(np.random.default_rng(0), 3, 10, letters=7, shortest=2, longest=8)
