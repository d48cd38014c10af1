"""Claims of "Agreement" about long lists."""

import numpy as np
import pytest

from attention.experiments.long_lists import KINDS, Config, run

AGREE, DISAGREE, UNRELATED = range(3)


@pytest.fixture(scope="module")
def result():
    return run()


def test_unrelated_lists_scatter_by_one_over_root_n(result):
    np.testing.assert_allclose(result.expected, 1 / np.sqrt(result.lengths), rtol=1e-15)
    # 500 draws: the standard error of a standard deviation is 1/√1000 = 3 %; three of those
    np.testing.assert_allclose(result.spread, result.expected, rtol=0.1)


def test_long_lists_tell_the_three_kinds_apart(result):
    # at 4,096 the cosine has a standard error below 1/√4096 = .016; three of those
    np.testing.assert_allclose(result.cosines[:, -1], [0.5, -0.5, 0], atol=0.048)


def test_lengths_are_powers_of_two_up_to_4096(result):
    assert result.lengths.tolist() == [2**i for i in range(1, 13)]
    assert result.kinds == KINDS == ("agree", "disagree", "unrelated")


def test_running_sums_add_up_the_products(result):
    shortest = result.positions[:, -1] <= result.products.shape[1]
    for i in np.flatnonzero(shortest):
        sums = np.concatenate([np.zeros((3, 1)), result.products.cumsum(1)], axis=1)
        np.testing.assert_allclose(result.sums[:, i], sums[:, result.positions[i]], atol=1e-12)
    np.testing.assert_array_equal(result.positions[:, -1], result.lengths)
    assert (result.positions[:, 0] == 0).all()
    assert (np.diff(result.positions, axis=1) >= 0).all()


def test_products_are_part_by_part(result):
    np.testing.assert_array_equal(result.products, result.first * result.second)


def test_agreeing_and_disagreeing_end_on_their_own_side(result):
    assert (result.sums[AGREE, 3:, -1] > 0).all()
    assert (result.sums[DISAGREE, 3:, -1] < 0).all()


def test_the_same_seed_gives_the_same_lists():
    small = Config(lengths=(2, 8), draws=3, seed=5)
    np.testing.assert_array_equal(run(small).products, run(small).products)
    assert (run(small).products != run(Config(lengths=(2, 8), draws=3, seed=6)).products).any()
