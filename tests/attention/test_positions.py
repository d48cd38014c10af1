"""Positions: what depends on distance alone, and two pairings of one rotation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.positions import alibi, alibi_slopes, angles, learned, rotary, rotate, sinusoids

T, D = 7, 10


@pytest.mark.parametrize("pairing", ["pairs", "halves"])
def test_sinusoids_compare_by_distance_alone(pairing):
    code = sinusoids(np.arange(50), 16, pairing=pairing)
    products = [code[p] @ code[p + 3] for p in range(47)]
    np.testing.assert_allclose(products, products[0], rtol=1e-12)


def test_sinusoids_by_hand():
    code = sinusoids(np.array([0, 2]), 4)
    np.testing.assert_allclose(code[0], [0, 1, 0, 1])
    np.testing.assert_allclose(code[1], [np.sin(2), np.cos(2), np.sin(0.02), np.cos(0.02)], rtol=1e-15)


def test_sixteen_numbers_a_position_as_the_essay_has_them():
    code = sinusoids(np.arange(100), 16)
    assert code[0] @ code[0] == pytest.approx(8, rel=1e-12)
    assert code[0] @ code[1] == pytest.approx(7.49, abs=0.005)


def test_a_shift_is_a_fixed_rotation():
    code = sinusoids(np.arange(20), D)
    turned = angles(np.array(3), D)
    # (sin, cos) turned back by the angle of the shift is (sin, cos) of the sum
    shifted = rotate(
        code, np.broadcast_to(np.cos(turned), (20, 5)), np.broadcast_to(-np.sin(turned), (20, 5))
    )
    np.testing.assert_allclose(shifted[:17], code[3:], atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(0, 1000), st.sampled_from(["pairs", "halves"]))
def test_rotated_scores_depend_on_the_offset_alone(seed, shift, pairing):
    q, k = np.random.default_rng(seed).standard_normal((2, 3, T, D))
    at = np.arange(T)
    here = rotary(q, at, pairing=pairing) @ np.swapaxes(rotary(k, at, pairing=pairing), -1, -2)
    there = rotary(q, at + shift, pairing=pairing) @ np.swapaxes(
        rotary(k, at + shift, pairing=pairing), -1, -2
    )
    np.testing.assert_allclose(
        there, here, atol=1e-10
    )  # angles up to 1,000 are right to 1e-13, times 10 products


def test_a_rotation_keeps_lengths_and_turns_back():
    x = np.random.default_rng(0).standard_normal((T, D))
    turned = angles(np.arange(T), D)
    there = rotate(x, np.cos(turned), np.sin(turned))
    np.testing.assert_allclose(np.linalg.norm(there, axis=1), np.linalg.norm(x, axis=1), rtol=1e-12)
    np.testing.assert_allclose(rotate(there, np.cos(turned), -np.sin(turned)), x, atol=1e-12)


def test_the_two_pairings_are_one_rotation_of_reordered_numbers():
    x = np.random.default_rng(0).standard_normal((T, D))
    halves_of_pairs = np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])
    pairs = rotary(x, pairing="pairs")
    np.testing.assert_allclose(
        rotary(x[:, halves_of_pairs], pairing="halves"), pairs[:, halves_of_pairs], rtol=1e-12
    )
    assert np.abs(rotary(x, pairing="halves") - pairs).max() > 0.1  # mixed up, they are not the same


def test_part_of_a_vector_may_be_turned():
    x = np.random.default_rng(0).standard_normal((T, D))
    turned = angles(np.arange(T), 4)
    out = rotate(x, np.cos(turned), np.sin(turned), "halves")
    np.testing.assert_array_equal(out[:, 4:], x[:, 4:])
    np.testing.assert_allclose(out[:, :4], rotary(x[:, :4], pairing="halves"), rtol=1e-12)


def test_half_precision_is_turned_in_single():
    x = np.random.default_rng(0).standard_normal((T, D)).astype(np.float16)
    out = rotary(x)
    assert out.dtype == np.float16
    np.testing.assert_allclose(out.astype(float), rotary(x.astype(float)), atol=2**-9)  # one unit below 4


def test_alibi():
    np.testing.assert_allclose(alibi_slopes(8), [2.0**-i for i in range(1, 9)])
    np.testing.assert_allclose(alibi_slopes(6), [2**-2, 2**-4, 2**-6, 2**-8, 2**-1, 2**-3])
    bias = alibi(2, 3, 5, past=2)
    assert bias.shape == (2, 3, 5)
    np.testing.assert_allclose(bias[0], [[-abs(2 + t - s) / 16 for s in range(5)] for t in range(3)])


def test_learned_positions_are_rows():
    table = np.arange(6.0).reshape(3, 2)
    np.testing.assert_array_equal(learned(table, np.array([[2, 0]])), [[[4, 5], [0, 1]]])
