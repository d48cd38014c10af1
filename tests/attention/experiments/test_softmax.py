"""Claims of "From scores to weights" about the two steps and the temperature."""

import math

import numpy as np
import pytest

from attention.experiments import softmax, winograd

ANIMAL = 1


def test_a_score_one_higher_is_worth_e_times_the_weight():
    result = softmax.run()
    assert result.ratio_of_one == pytest.approx(math.e, rel=1e-14)
    assert result.ratio_of_three == pytest.approx(20.0855, abs=5e-5)  # "about 20 times"


def test_the_two_steps_are_the_weights():
    result = softmax.run()
    np.testing.assert_allclose(result.weights, result.exponentials / result.totals[:, None], rtol=1e-13)
    np.testing.assert_allclose(result.totals, result.exponentials.sum(1), rtol=1e-15)


def test_the_plain_temperature_comes_first_and_is_the_head_of_section_one():
    result, head = softmax.run(), winograd.run()
    assert result.temperatures[0] == 1
    exact = softmax.run(softmax.Config(digits=15))
    np.testing.assert_allclose(exact.weights[0], head.weights[0, head.pronoun], rtol=1e-13)
    # Scores are off by at most .005, so the ratio of two weights by at most a factor e^.01.
    np.testing.assert_allclose(result.weights[0], head.weights[0, head.pronoun], rtol=0.01)
    assert result.words == head.words


def test_cold_sharpens_and_heat_flattens():
    result = softmax.run()
    by_temperature = result.weights[np.argsort(result.temperatures), ANIMAL]
    assert (np.diff(by_temperature) < 0).all()
    assert by_temperature[0] > 0.999  # at 1/4
    assert by_temperature[-1] < 0.14  # at 8; all alike would be 1/11 = .091
