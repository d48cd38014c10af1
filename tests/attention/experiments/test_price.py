"""Claims of "The price of looking everywhere": the counts are those of the arrays, and grow as the text says."""

import numpy as np
import pytest

from attention import masks
from attention.experiments import kv_size, price

RESULT = price.run()
AT = {n: k for k, n in enumerate(RESULT.lengths.tolist())}


def test_a_score_for_each_pair_that_the_mask_leaves():
    n, model = 13, kv_size.Model("small", layers=3, heads=2, key_heads=1, head_width=5, width=7)
    result = price.run(price.Config(models=(model,), lengths=(n,)))
    assert result.scores.item() == 3 * 2 * np.count_nonzero(masks.causal(n, n))


def test_a_thousand_words_and_a_hundred_thousand():
    scores, kept = RESULT.scores[0], RESULT.score_bytes[0]
    assert scores[AT[1000]] == 500_500
    assert scores[AT[100_000]] == 5_000_050_000
    assert kept[AT[100_000]] == pytest.approx(20e9, rel=1.1e-5)  # n / 2 beside n² / 2 is one in n


def test_the_multiplications_are_those_of_the_products():
    model = kv_size.Model("small", layers=3, heads=4, key_heads=2, head_width=5, width=7)
    n = 11
    result = price.run(price.Config(models=(model,), lengths=(n,)))
    made = [(n, 7, 20), (n, 7, 10), (n, 7, 10), (n, 20, 7)]  # queries, keys, values, joined
    assert result.making.item() == 3 * sum(a * b * c for a, b, c in made)
    rows = [(1, 5, seen) for seen in range(1, n + 1)]  # a query with the keys it sees; as many to mix
    assert result.looking.item() == 3 * 4 * 2 * sum(a * b * c for a, b, c in rows)


def test_ten_times_the_words_are_a_hundred_times_the_looking_and_ten_times_the_making():
    for n in (100, 1000, 10_000, 100_000):
        few, many = AT[n], AT[10 * n]
        assert (RESULT.making[:, many] == 10 * RESULT.making[:, few]).all()
        # n (n + 1): at n = 100 the one added to n takes 0.9 % off
        assert RESULT.looking[:, many] / RESULT.looking[:, few] == pytest.approx(100, rel=0.0091)


def test_looking_overtakes_making_where_it_is_said_to():
    for model, even in zip(RESULT.config.models, RESULT.even.tolist(), strict=True):
        around = price.run(price.Config(models=(model,), lengths=(even - 1, even)))
        assert (around.looking > around.making)[0].tolist() == [False, True]
    assert RESULT.even[0] == 4 * 4096
