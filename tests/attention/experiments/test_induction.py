"""Claims of "The moment it learns to copy", on a smaller scale: one head a layer and short texts, seconds in all.

What must hold at full size, the build itself asserts (content/figures/phase.py and ablate.py).
"""

import dataclasses
import math

import numpy as np
import pytest

from attention.experiments.induction import WAYS, Config, Texts, run, train
from attention.transformer import Architecture

# 13 letters, texts of 23, steps of three times the size
SMALL = Config(
    architecture=Architecture(vocabulary=13, width=32, heads=1, layers=2),
    length=23,
    shortest=4,
    longest=11,
    batch=31,
    steps=300,
    every=20,
    rate=1e-2,
    tests=53,
    last_tests=53,
    example="CDAGF",
    other_seeds=(0, 2, 3, 5),
    other_steps=300,
)


@pytest.fixture(scope="module")
def result():
    return run(SMALL)


def test_two_layers_learn_to_copy_and_one_does_not(result):
    assert result.loss[-1] < 0.4
    assert result.one_layer[-1] > result.loss[-1] + 0.8
    assert result.chance == math.log(13)


def test_it_forms_from_every_start(result):
    assert result.others.shape == (4, 16)
    assert result.others[:, -1].max() < 0.7  # one of them is slow and has just got to .3; a guess has 2.6


def test_most_of_the_fall_is_in_the_drop(result):
    start, end = (result.steps.tolist().index(step) for step in result.drop)
    assert end - start == SMALL.fall // SMALL.every
    falls = result.loss[: -(end - start)] - result.loss[end - start :]
    assert falls[start] == falls.max() > 0.35 * result.loss[0]


def test_both_kinds_of_head_form(result):
    assert result.previous[-1, 0, 0] > 0.25 > 0.15 > result.previous[0, 0, 0]
    assert result.prefix[-1, 1, 0] > 0.5 > 0.2 > result.prefix[0, 1, 0]


def test_the_end_is_foretold_better_than_the_start(result):
    assert abs(result.context[0]) < 0.7  # 53 texts of losses with a spread of 1, twice: three standard errors
    assert result.context[-1] < -1
    assert result.first_loss[-1] > 2  # what nothing foretells stays hard: ln 13 is 2.6


def test_a_second_layer_needs_the_first(result):
    study = result.ablation
    intact, first, second, _ = range(4)
    assert study.off.reshape(4, 2).tolist() == [[False, False], [True, False], [False, True], [True, True]]
    for way in range(len(WAYS)):
        assert study.loss[way, first] > study.loss[way, intact] + 1
        assert study.loss[way, second] > study.loss[way, intact] + 1
        assert study.right[way, first] < study.right[way, intact] - 0.3
        assert study.prefix[way, first, 1, 0] < study.prefix[way, intact, 1, 0] - 0.3
    np.testing.assert_array_equal(study.loss[0, intact], study.loss[1, intact])
    np.testing.assert_allclose(study.loss[0, intact], result.loss[-1], atol=0.2)  # on other texts


def test_off_is_nothing_or_an_even_look(result):
    zero, uniform = result.ablation.weights[:, 1, 0, 0]
    assert not zero.any()
    np.testing.assert_allclose(uniform[4, :5], 1 / 5, rtol=1e-6)  # float32
    np.testing.assert_allclose(
        result.ablation.weights[:, 0], result.weights[-1][None].repeat(2, 0), atol=1e-6
    )


def test_guesses_are_of_the_letters_that_came(result):
    assert result.text == "CDAGFCDAGF"
    guesses = result.ablation.guesses[0, 0]
    assert guesses.shape == (9,)
    assert guesses[5:].mean() > 0.5 > guesses[:5].mean()


def test_what_counts_as_coming_again_and_as_after_a_copy():
    texts = Texts(np.array([[3, 1, 4, 3, 1, 4, 3]]), np.array([3]))
    assert texts.again.tolist() == [[False, False, False, True, True, True]]
    assert texts.first.tolist() == [[True, True, False, False, False, False]]
    assert [np.flatnonzero(row).tolist() for row in texts.after[0]] == [[], [], [], [1], [2], [3], [1, 4]]


def test_snapshots_are_of_the_same_training_however_often_they_are_taken():
    short = dataclasses.replace(SMALL, steps=12, every=4)
    *_, often = train(short)
    *_, seldom = train(dataclasses.replace(short, every=12))
    assert all(np.array_equal(often[name], seldom[name]) for name in often)
