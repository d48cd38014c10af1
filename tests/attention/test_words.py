"""Counting, weighing and squeezing words, on sentences small enough to check by eye."""

import numpy as np
import pytest

from attention.words import cosines, count_neighbors, neighbors, ppmi, truncated_svd

SENTENCES = [s.split() for s in ("a cat ran", "a dog ran", "a street bends", "the street bends")]


def test_counts_by_eye():
    counts = count_neighbors(SENTENCES)
    assert counts.words == ("a", "bends", "cat", "dog", "ran", "street", "the")
    n = len(counts.words)
    row = counts.table[counts.words.index("street")]
    assert {counts.words[i % n]: int(c) for i, c in enumerate(row[:n]) if c} == {"a": 1, "the": 1}
    assert {counts.words[i % n]: int(c) for i, c in enumerate(row[n:]) if c} == {"bends": 2}
    assert counts.table.sum() == 2 * sum(len(s) - 1 for s in SENTENCES)


def test_ppmi_by_hand():
    # 4 of 10 pairs; chance has 4 × 6 / 10 = 2.4 of them
    got = ppmi(np.array([[4, 0], [2, 4]]))
    np.testing.assert_allclose(got, [[np.log(4 / 2.4), 0], [0, np.log(4 / 2.4)]], rtol=1e-12)


def test_a_pair_never_seen_is_zero_and_no_infinity_is_made():
    got = ppmi(np.array([[0, 0], [0, 3]]))
    np.testing.assert_array_equal(got, 0)


def test_words_used_alike_are_near():
    counts = count_neighbors(SENTENCES)
    table = ppmi(counts.table)
    (nearest, cosine), *_ = neighbors(counts.words, table, "cat", 2)
    assert nearest == "dog"
    assert cosine == pytest.approx(1, rel=1e-12)  # the same neighbors, counted alike


def test_kept_directions_give_the_table_back_when_all_are_kept():
    table = np.random.default_rng(0).standard_normal((5, 7))
    whole = truncated_svd(table, 5)
    np.testing.assert_allclose(whole.points @ whole.directions, table, atol=1e-12)
    assert whole.share.sum() == pytest.approx(1, rel=1e-12)
    two = truncated_svd(table, 2)
    left = np.linalg.norm(table - two.points @ two.directions) ** 2 / np.linalg.norm(table) ** 2
    assert left == pytest.approx(1 - two.share.sum(), rel=1e-9)


def test_signs_follow_a_rule():
    table = np.random.default_rng(1).standard_normal((5, 7))
    here, mirrored = truncated_svd(table, 3), truncated_svd(-table, 3)
    np.testing.assert_allclose(mirrored.points, -here.points, atol=1e-12)
    assert (here.directions[np.arange(3), np.abs(here.directions).argmax(1)] > 0).all()


def test_centered_points_have_their_mean_at_zero():
    table = 9 + np.random.default_rng(2).standard_normal((5, 7))
    np.testing.assert_allclose(truncated_svd(table, 2, centered=True).points.mean(0), 0, atol=1e-12)


def test_a_row_of_zeros_is_near_nothing():
    np.testing.assert_allclose(cosines(np.array([[0.0, 0.0], [3.0, 4.0]])), [[0, 0], [0, 1]])
