"""Linear attention: the recurrence, its chunked form and the masked whole agree; FAVOR+ estimates softmax."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.heads import attend
from attention.linear import (
    elu_features,
    linear_attend,
    linear_chunked,
    linear_recurrent,
    orthogonal_directions,
    positive_features,
)

B, H, T, S, D, DV = 2, 3, 13, 17, 5, 7


def draw(seed=0, heads=H, key_heads=H, length=T):
    rng = np.random.default_rng(seed)
    shapes = (B, heads, T, D), (B, key_heads, length, D), (B, key_heads, length, DV)
    return [rng.standard_normal(shape) for shape in shapes]


@given(st.integers(0, 2**32 - 1), st.integers(1, 15))
def test_three_forms_of_one_sum(seed, chunk):
    q, k, v = draw(seed)
    masked = np.tril(q @ np.swapaxes(k, -1, -2)) @ v
    recurrent, state = linear_recurrent(q, k, v, scale=1.0)
    np.testing.assert_allclose(recurrent, masked, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(linear_chunked(q, k, v, chunk), masked, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(state, np.swapaxes(k, -1, -2) @ v, rtol=1e-9, atol=1e-11)


def test_going_on_from_a_state_is_going_on():
    q, k, v = draw()
    whole, last = linear_recurrent(q, k, v)
    first, state = linear_recurrent(q[..., :5, :], k[..., :5, :], v[..., :5, :])
    second, end = linear_recurrent(q[..., 5:, :], k[..., 5:, :], v[..., 5:, :], state=state)
    np.testing.assert_allclose(np.concatenate([first, second], -2), whole, rtol=1e-12)
    np.testing.assert_allclose(end, last, rtol=1e-12)


def test_shared_states_are_repeated_states():
    q, k, v = draw(heads=6, key_heads=3)
    wanted, _ = linear_recurrent(q, np.repeat(k, 2, 1), np.repeat(v, 2, 1))
    np.testing.assert_allclose(linear_recurrent(q, k, v)[0], wanted, rtol=1e-12)


def test_a_faded_memory_by_hand():
    q, k, v = np.ones((3, 1)), np.ones((3, 1)), np.array([[1.0], [10.0], [100.0]])
    faded, _ = linear_recurrent(q, k, v, log_decay=np.full((3, 1), np.log(0.5)))
    np.testing.assert_allclose(faded[:, 0], [1, 10.5, 105.25], rtol=1e-12)


def test_the_delta_rule_overwrites_what_a_key_held():
    key = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    value = np.array([[3.0], [5.0], [7.0]])
    out, state = linear_recurrent(key, key, value, rate=np.ones((3, 1)), scale=1.0)
    np.testing.assert_allclose(out[:, 0], [3, 5, 7])
    np.testing.assert_allclose(state[:, 0], [7, 5])  # and not 3 + 7


@pytest.mark.parametrize("causal", [False, True])
def test_features_weigh_values_as_their_products_say(causal):
    q, k, v = draw(length=T if causal else S)
    weights = elu_features(q) @ np.swapaxes(elu_features(k), -1, -2)
    if causal:
        weights = np.tril(weights)
    wanted = weights / weights.sum(-1, keepdims=True) @ v
    np.testing.assert_allclose(linear_attend(q, k, v, elu_features, causal), wanted, rtol=1e-9, atol=1e-12)


def test_elu_features_are_above_zero_and_bend_at_zero():
    np.testing.assert_allclose(elu_features(np.array([-800.0, -1.0, 0.0, 2.0])), [0, np.exp(-1), 1, 3])


def test_directions_are_at_right_angles_in_blocks_and_as_long_as_gaussians():
    directions = orthogonal_directions(np.random.default_rng(0), 3 * 64 + 5, 64)
    assert directions.shape == (197, 64)
    block = directions[64:128] / np.linalg.norm(directions[64:128], axis=1, keepdims=True)
    np.testing.assert_allclose(block @ block.T, np.eye(64), atol=1e-12)
    # 197 lengths² of mean 64 and variance 128: standard error .8; three of those
    assert (directions**2).sum(1).mean() == pytest.approx(64, abs=2.5)


def test_positive_features_estimate_the_exponential_without_bias():
    rng = np.random.default_rng(1)
    q, k = 0.5 * rng.standard_normal((2, 4))
    estimates = []
    for _ in range(2000):
        features = positive_features(orthogonal_directions(rng, 4, 4))
        estimates.append(features(q) @ features(k))
    error = np.std(estimates) / np.sqrt(2000)
    assert np.mean(estimates) == pytest.approx(np.exp(q @ k / 2), abs=4 * error)  # four standard errors
    assert min(estimates) > 0


def test_the_error_falls_with_the_number_of_features():
    rng = np.random.default_rng(2)
    q, k = 0.5 * rng.standard_normal((2, 128, 16))  # scores of spread .25: where attention is flat
    v = rng.standard_normal((128, 8))
    exact = attend(q, k, v)

    def error(count):
        draws = [
            linear_attend(q, k, v, positive_features(orthogonal_directions(rng, count, 16))) for _ in range(8)
        ]
        return np.mean([np.linalg.norm(draw - exact) / np.linalg.norm(exact) for draw in draws])

    few, some, many = error(64), error(256), error(1024)
    # 1/√features: four times as many halve it, a little less so while a ratio of estimates is still skewed
    assert few / some == pytest.approx(2, rel=0.25)
    assert some / many == pytest.approx(2, rel=0.25)
    assert many < np.linalg.norm(v.mean(0) - exact) / np.linalg.norm(exact)  # and beats the plain mean
