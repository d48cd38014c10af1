"""Claims of "Paying less" about sharing among trained heads; the model here is trained less than the essay's."""

import dataclasses

import numpy as np
import pytest

from attention.experiments import induction, sharing
from attention.heads import split_heads
from attention.transformer import forward, random_transformer

TRAINING = induction.Config(architecture=sharing.FOUR_HEADS, batch=7, steps=60, every=30, tests=5, rate=6e-3)
CONFIG = sharing.Config(training=TRAINING, more=20, every=10)


@pytest.fixture(scope="module")
def result():
    return sharing.run(CONFIG)


@pytest.fixture(scope="module")
def trained():
    return list(induction.train(TRAINING))[-1]


def test_with_nothing_shared_pooling_changes_nothing(result, trained):
    same = sharing.pooled(trained, sharing.FOUR_HEADS, 4)
    assert all((same[name] == trained[name]).all() for name in trained)
    assert result.loss[0, 0] == result.before


@pytest.mark.parametrize("groups", [2, 1])
def test_heads_of_a_group_share_keys_and_values_even_after_training_on(trained, groups):
    *_, last = sharing.train_on(trained, CONFIG, groups)
    for name in ("key0", "value0", "key1", "value1"):
        heads = last[name].reshape(32, groups, 4 // groups, 8)
        assert (heads == heads[:, :, :1]).all()
        assert not (heads == trained[name].reshape(heads.shape)).all()


def test_what_they_share_is_the_average(trained):
    shared = sharing.pooled(trained, sharing.FOUR_HEADS, 1)["key1"].reshape(32, 4, 8)
    mean = trained["key1"].reshape(32, 4, 8).mean(axis=1)
    np.testing.assert_array_equal(shared[:, 2], mean)


def test_what_is_kept_is_what_differs_between_heads():
    a, rng = sharing.FOUR_HEADS, np.random.default_rng(0)
    kept = sharing.run(dataclasses.replace(CONFIG, more=0)).kept
    assert kept.tolist() == [128, 64, 32]
    p = sharing.pooled(random_transformer(rng, a), a, 2)
    trace = forward(p, a, rng.integers(0, a.vocabulary, (1, 3)))
    different = sum(
        np.unique(split_heads(side[0, :, -1].reshape(1, -1), a.heads)[:, 0], axis=0).size
        for layer in trace.layers
        for side in (layer.k, layer.v)
    )
    assert different == kept[1]
