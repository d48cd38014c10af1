"""Claims of "Where it came from", on a smaller scale: 17 numbers, 2 to 7 words, seconds instead of a minute.

What must hold at full size, the build itself asserts (content/figures/translation.py).
"""

import dataclasses

import numpy as np
import pytest

from attention.experiments.translation import ATTENDING, FIXED, Config, architecture, run, study
from attention.translator import random_translator

SMALL = Config(
    width=17,
    longest=7,
    batch=31,
    steps=800,
    rate=1.5e-2,
    lengths=(2, 3, 5, 7, 13),
    tests=101,
    example="the small old house",
)
# 101 sentences of 7 words, of which whole sentences go wrong together: a standard error of up to .04


@pytest.fixture(scope="module")
def result():
    return run(SMALL)


def at(result, score, length):
    return result.scores.index(score), result.lengths.tolist().index(length)


def test_one_vector_is_enough_for_three_words_and_too_little_for_seven(result):
    assert result.accuracy[at(result, FIXED, 3)] > 0.95
    assert result.accuracy[at(result, FIXED, 7)] < 0.8


@pytest.mark.parametrize("score", ATTENDING)
def test_attention_holds_over_all_lengths_of_the_training(result, score):
    k, last = at(result, score, 7)
    assert (result.accuracy[k, : last + 1] > 0.85).all()  # after a third of the essay's training
    assert result.accuracy[k, last] > result.accuracy[at(result, FIXED, 7)] + 0.1


@pytest.mark.parametrize("score", ATTENDING)
def test_beyond_them_attention_fails_too(result, score):
    assert result.accuracy[at(result, score, 13)] < 0.75


@pytest.mark.parametrize("score", ATTENDING)
def test_attention_looks_at_the_word_that_it_translates(result, score):
    k, i = at(result, score, 5)
    assert result.most_on_right[k, i] > 0.6  # one of five is right by chance
    assert result.on_right[k, i] > 0.4


def test_a_state_that_has_made_its_step_looks_more_sharply(result):
    """Concat and additive are one formula; concat looks with the state after the step."""
    concat, additive = at(result, "concat", 5), at(result, "additive", 5)
    assert result.on_right[concat] > result.on_right[additive] + 0.15


def test_the_fixed_vector_looks_nowhere(result):
    k = result.scores.index(FIXED)
    assert not result.alignment[k].any()
    assert not result.on_right[k].any()


def test_the_example_is_translated_and_aligned(result):
    assert (result.words, result.meant) == (
        ("the", "small", "old", "house"),
        ("la", "dom", "vesh", "tik"),
    )
    assert result.order.tolist() == [0, 3, 2, 1]
    concat = result.scores.index("concat")
    assert result.written[concat] == result.meant
    assert result.alignment[concat].argmax(1).tolist() == result.order.tolist()
    np.testing.assert_allclose(result.alignment[1:].sum(2), 1, rtol=1e-5)  # float32


def test_places_average_to_the_whole(result):
    for i, length in enumerate(SMALL.lengths):
        by_place = result.by_place[:, i] / SMALL.tests
        np.testing.assert_allclose(by_place[:, :length].mean(1), result.accuracy[:, i], rtol=1e-12)
        assert not by_place[:, length:].any()
    assert (result.whole <= result.accuracy).all()


def test_a_seed_gives_the_same_numbers_here_and_in_a_process_of_its_own():
    short = dataclasses.replace(SMALL, steps=23, scores=("general",))
    apart, here = run(short), study(short, "general")
    np.testing.assert_array_equal(apart.accuracy[0], here.accuracy)
    np.testing.assert_array_equal(apart.alignment[0], here.alignment)


def test_attention_adds_few_parameters():
    """The fixed vector is fed to every step, so it has a matrix for it too: sizes differ by the score's own."""
    sizes = {}
    for score in (FIXED, *ATTENDING):
        parameters = random_translator(np.random.default_rng(0), architecture(Config(), score))
        sizes[score] = sum(each.size for each in parameters.values())
    assert sizes["additive"] - sizes[FIXED] == 64 * 32 + 64 * 32 + 32
    assert sizes["concat"] == sizes["dot"] + 128 * 32 + 32
    assert sizes["dot"] < sizes[FIXED]  # nothing is fed to the step: it looks after it
