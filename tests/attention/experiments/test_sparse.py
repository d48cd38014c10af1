"""Claims of "Paying less" about windows and global words."""

import numpy as np
import pytest

from attention.experiments.sparse import pattern, run
from attention.masks import Reach
from attention.sparse import links


@pytest.fixture(scope="module")
def result():
    return run()


def test_links_are_counted_as_the_masks_have_them(result):
    for n, length in enumerate(result.config.lengths[:2]):
        for w in range(result.config.windows):
            for g in range(result.config.globals):
                share = links(length, length, Reach(w, w), range(g))
                assert result.kept[w, g, n] == round(share * length**2)


def test_links_grow_with_the_length_and_not_its_square(result):
    ten_times = result.kept[1:, :, 3] / result.kept[1:, :, 2]
    np.testing.assert_allclose(ten_times, 10, rtol=1e-3)  # the ends of the text are not full: 1 in 10,000
    assert result.shares[0] == pytest.approx(0.064, abs=5e-4)
    assert result.shares[1] == pytest.approx(0.016, abs=5e-4)


def test_a_window_reaches_further_with_each_layer(result):
    n, window = result.config.words, range(result.config.windows)
    for layer in range(result.config.layers):
        wide = [pattern(n, w * (layer + 1), 0).mean() for w in window]
        np.testing.assert_allclose(result.reached[:, 0, layer], wide, rtol=1e-15)
    assert result.far_window == pytest.approx(0.44, abs=5e-3)


def test_one_global_word_connects_all_pairs_in_two_layers(result):
    assert (result.reached[:, 1:, 1] == 1).all()
    assert result.far_global == 1


def test_blocked_is_masked(result):
    assert result.difference < 2e-15  # numbers near 1 in double precision, a few roundings
