"""Claims of "Where words are", sinusoids: alike where near, by distance alone, with ripples."""

import numpy as np
import pytest

from attention.experiments.waves import run

TWO_DIGITS = 5e-3  # the essay prints two
ROUNDING = 1e-11  # angles up to 2,300 are right to 3e-13, sixteen products


def test_the_papers_base_gives_the_essays_numbers():
    result = run()
    assert result.config.width == 16
    assert result.alike == pytest.approx(8, rel=1e-15)
    assert result.neighbor == pytest.approx(7.49, abs=TWO_DIGITS)


def test_ripples():
    result = run()
    assert (result.least, result.least_apart) == (pytest.approx(3.65, abs=TWO_DIGITS), 10)
    assert (result.again, result.again_apart) == (pytest.approx(6.43, abs=TWO_DIGITS), 19)


def test_dot_products_go_by_distance_alone():
    products = run().products
    n = products.shape[-1]
    apart = np.abs(np.arange(n)[:, None] - np.arange(n))
    np.testing.assert_allclose(products, products[:, 0][:, apart], atol=ROUNDING)


def test_each_pair_adds_the_cosine_of_what_it_turned():
    result = run()
    np.testing.assert_allclose(result.parts.sum(axis=-1), result.products[:, 0], atol=ROUNDING)


def test_no_two_of_the_positions_have_one_list():
    lists = run().lists
    for each in lists:
        gaps = np.linalg.norm(each[:, None] - each, axis=-1)[~np.eye(len(each), dtype=bool)]
        assert gaps.min() > 0.9  # the quickest pair alone puts neighbors that far apart


def test_from_the_quickest_round_to_the_slowest():
    rounds = run().rounds
    assert rounds[0] == pytest.approx(6.28, abs=TWO_DIGITS)
    assert rounds[-1] == pytest.approx(19_869, abs=0.5)
    np.testing.assert_allclose(rounds[1:] / rounds[:-1], np.sqrt(10), rtol=1e-14)


def test_among_the_first_positions_half_of_the_pairs_hardly_turn():
    result = run()
    slow = result.lists[0][:, 8:].reshape(-1, 4, 2)
    assert np.linalg.norm(slow - slow[0], axis=-1).max() < 0.25  # of at most 2, straight across
