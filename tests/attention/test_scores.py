"""Scoring functions against their formulas, number by number, and their gradients."""

import numpy as np
import pytest

from attention import scores
from tests.attention.finite import assert_gradient

B, T, S, D, E, A = 2, 3, 5, 7, 11, 13


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def test_dot_and_scaled_dot(rng):
    q, k = rng.standard_normal((B, T, D)), rng.standard_normal((B, S, D))
    wanted = [[[sum(q[b, t] * k[b, s]) for s in range(S)] for t in range(T)] for b in range(B)]
    np.testing.assert_allclose(scores.dot_scores(q, k), wanted, rtol=1e-12)
    np.testing.assert_allclose(scores.scaled_dot_scores(q, k), np.array(wanted) / np.sqrt(D), rtol=1e-12)


def test_general(rng):
    q, w, k = rng.standard_normal((B, T, D)), rng.standard_normal((D, E)), rng.standard_normal((B, S, E))
    np.testing.assert_allclose(scores.general_scores(q, w, k)[1, 2, 3], q[1, 2] @ w @ k[1, 3], rtol=1e-12)


def test_additive(rng):
    q, k = rng.standard_normal((B, T, D)), rng.standard_normal((B, S, E))
    w, u, v = rng.standard_normal((D, A)), rng.standard_normal((E, A)), rng.standard_normal(A)
    got = scores.additive_scores(q, k, w, u, v)
    assert got.shape == (B, T, S)
    np.testing.assert_allclose(got[1, 2, 3], v @ np.tanh(q[1, 2] @ w + k[1, 3] @ u), rtol=1e-12)


def test_concat_is_the_matrix_times_both_in_a_row(rng):
    q, k = rng.standard_normal((B, T, D)), rng.standard_normal((B, S, E))
    w, v = rng.standard_normal((D + E, A)), rng.standard_normal(A)
    wanted = v @ np.tanh(np.concatenate([q[1, 2], k[1, 3]]) @ w)
    np.testing.assert_allclose(scores.concat_scores(q, k, w, v)[1, 2, 3], wanted, rtol=1e-12)


def test_the_bilinear_form_scores_words_as_queries_and_keys_do(rng):
    w_q, w_k = rng.standard_normal((2, D, 3))
    x, y = rng.standard_normal(D), rng.standard_normal(D)
    form = scores.bilinear_form(w_q, w_k)
    np.testing.assert_allclose(x @ form @ y, (x @ w_q) @ (y @ w_k), rtol=1e-12)
    assert np.linalg.matrix_rank(form) == 3


def test_soft_cap_bends_and_never_exceeds():
    x = np.array([-1e6, -1.0, 0.0, 1e-3, 1e6])
    capped = scores.soft_cap(x, 5.0)
    assert np.abs(capped).max() <= 5
    np.testing.assert_allclose(capped[2:4], x[2:4], rtol=1e-7)  # tanh x = x − x³/3
    np.testing.assert_allclose(capped[[0, 4]], [-5, 5])


def test_gradients(rng):
    q, k, upstream = (rng.standard_normal(s) for s in ((B, T, D), (B, S, E), (B, T, S)))
    w, u, v, m = (rng.standard_normal(s) for s in ((D, A), (E, A), A, (D, E)))
    both = np.concatenate([w, u])

    def loss_of(score):
        return lambda: float((score() * upstream).sum())

    additive = loss_of(lambda: scores.additive_scores(q, k, w, u, v))
    for x, g in zip((q, k, w, u, v), scores.additive_backward(q, k, w, u, v, upstream), strict=True):
        assert_gradient(additive, x, g)
    concat = loss_of(lambda: scores.concat_scores(q, k, both, v))
    for x, g in zip((q, k, both, v), scores.concat_backward(q, k, both, v, upstream), strict=True):
        assert_gradient(concat, x, g)
    general = loss_of(lambda: scores.general_scores(q, m, k))
    for x, g in zip((q, m, k), scores.general_backward(q, m, k, upstream), strict=True):
        assert_gradient(general, x, g)
    narrow = rng.standard_normal((B, S, D))
    dot = loss_of(lambda: scores.dot_scores(q, narrow))
    for x, g in zip((q, narrow), scores.dot_backward(q, narrow, upstream), strict=True):
        assert_gradient(dot, x, g)
