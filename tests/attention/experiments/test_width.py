"""Claims of "From scores to weights" about width, the division by √d and saturation."""

import numpy as np
import pytest

from attention.experiments.width import Config, run
from attention.softmax import softmax, softmax_jacobian

UNDIVIDED, DIVIDED = 0, 1
# 200,000 queries with a standard deviation of at most .25: standard error .0006; three of those
LONG_RUN = 0.002


@pytest.fixture(scope="module")
def result():
    return run()


def at(result, width):
    return result.widths.tolist().index(width)


def test_undivided_wide_heads_spend_everything_on_one_key(result):
    long_run = result.largest_long_run[UNDIVIDED]
    assert long_run[at(result, 2)] == pytest.approx(0.4059, abs=LONG_RUN)
    assert long_run[at(result, 512)] == pytest.approx(0.956, abs=LONG_RUN)
    assert (np.diff(long_run) > 0).all()


def test_divided_the_largest_weight_stays(result):
    long_run = result.largest_long_run[DIVIDED]
    assert long_run[at(result, 2)] == pytest.approx(0.328, abs=LONG_RUN)
    np.testing.assert_allclose(
        long_run[at(result, 16) :], 0.36, atol=0.005
    )  # "0.36 from 16 on", to two digits


def test_scores_spread_as_root_d(result):
    # 8 shared keys: the spread follows their lengths, and at D = 2 a third of that is chance
    np.testing.assert_allclose(result.spread, result.spread_expected, rtol=0.35)
    wide = at(result, 128)
    np.testing.assert_allclose(result.spread[:, wide:], result.spread_expected[:, wide:], rtol=0.05)
    assert result.spread_expected[UNDIVIDED, at(result, 512)] == pytest.approx(22.63, abs=0.005)


def test_the_sample_scatters_about_the_long_run(result):
    # the sample's standard deviation is .058 at D = 2 and falls with D; three of those
    np.testing.assert_allclose(result.largest, result.largest_long_run, atol=0.18)


def test_undivided_the_gradient_vanishes_and_divided_it_does_not(result):
    assert result.gradient_mean[UNDIVIDED, at(result, 2)] == pytest.approx(0.353, abs=0.002)
    assert result.gradient_mean[UNDIVIDED, at(result, 512)] == pytest.approx(0.060, abs=0.002)
    assert result.gradient_median[UNDIVIDED, at(result, 512)] < 3e-4
    np.testing.assert_allclose(result.gradient_mean[DIVIDED], 0.36, atol=0.01)


def test_the_size_of_the_gradient_is_that_of_the_jacobian():
    one = run(Config(widths=(3,), long_run=1, seed=7))
    rng = np.random.default_rng(7)  # replay the draws: the sample first, then the one long-run query
    rng.standard_normal((400, 3)), rng.standard_normal((8, 3))
    normals = rng.standard_normal((1, 8))
    jacobian = softmax_jacobian(softmax(np.sqrt(rng.chisquare(3, 1)) * normals))
    assert one.gradient_mean[UNDIVIDED, 0] == pytest.approx(np.linalg.norm(jacobian), rel=1e-12)


def test_every_query_of_the_sample_is_counted_once(result):
    assert (result.counts.sum(-1) == result.config.queries).all()
    assert not result.counts[
        ..., result.edges[1:] <= 1 / 8
    ].any()  # the largest of eight shares is at least 1/8


def test_long_run_scores_have_the_distribution_of_drawn_keys():
    """The shortcut (keys drawn as |q| × normals) against keys really drawn."""
    rng = np.random.default_rng(3)
    q, k = rng.standard_normal((20_000, 1, 5)), rng.standard_normal((20_000, 8, 5))
    drawn = softmax((q * k).sum(-1)).max(-1).mean()
    shortcut = run(Config(widths=(5,), long_run=20_000, seed=3)).largest_long_run[UNDIVIDED, 0]
    assert shortcut == pytest.approx(drawn, abs=0.01)  # both means of 20,000: standard error .0025 together
