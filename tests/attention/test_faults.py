"""Seven tests that a layer of attention must pass, and the seven faults that each of them catches.

Every test is a few lines that know nothing of how the layer is written. `look` is the layer: a text goes in, weights
and output come out.
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from attention.experiments.faults import FAULTS, Text, correct, example

LAYER, TEXT = example()
CLOSE = {
    "rtol": 0,
    "atol": 1e-12,
}  # shares of one, in double precision: sums of few terms lose few last digits


def scores_have_the_size_of_their_head(look):
    weights = look(Text(TEXT.x[:2])).weights[:, 1]
    gap = np.log(weights[:, 1] / weights[:, 0])
    np.testing.assert_allclose(gap, GAP_BY_HAND, **CLOSE)


def every_row_is_shared_out(look):
    np.testing.assert_allclose(look(TEXT).weights.sum(axis=-1), 1, **CLOSE)


def the_future_changes_nothing(look):
    other = replace(TEXT, x=np.concatenate([TEXT.x[:-1], -TEXT.x[-1:]]))
    np.testing.assert_allclose(look(other).output[:-1], look(TEXT).output[:-1], **CLOSE)


def a_row_with_nothing_to_see_is_zero(look):
    assert (look(replace(TEXT, padding=2)).output[:2] == 0).all()


def every_word_hears_of_the_first(look):
    other = replace(TEXT, x=np.concatenate([-TEXT.x[:1], TEXT.x[1:]]))
    assert (look(other).output != look(TEXT).output).any(axis=-1).all()


def only_distance_counts(look):
    moved = look(replace(TEXT, start=101)).weights
    np.testing.assert_allclose(moved, look(TEXT).weights, **CLOSE)


def word_by_word_is_all_at_once(look):
    np.testing.assert_allclose(look(replace(TEXT, prompt=3)).output, look(TEXT).output, **CLOSE)


CATCHES = {
    "root": scores_have_the_size_of_their_head,
    "axis": every_row_is_shared_out,
    "mask": the_future_changes_nothing,
    "empty row": a_row_with_nothing_to_see_is_zero,
    "heads": every_word_hears_of_the_first,
    "pairings": only_distance_counts,
    "cache": word_by_word_is_all_at_once,
}
ALONE = ["root", "empty row", "cache"]


def _gap_by_hand():
    """How far apart the second word's two scores are, from the definitions alone."""
    width = len(TEXT.x[0]) // LAYER.heads
    turns = 10000.0 ** (-np.arange(0, width, 2) / width)
    gaps = []
    for head in range(LAYER.heads):
        part = slice(head * width, (head + 1) * width)
        q = TEXT.x[1] @ LAYER.w_q[:, part]
        first, second = TEXT.x[:2] @ LAYER.w_k[:, part]
        points = (q[0::2] + 1j * q[1::2]) * np.exp(1j * turns)
        scores = [
            (points * (k[0::2] - 1j * k[1::2]) * np.exp(-1j * turns * place)).real.sum()
            for place, k in enumerate((first, second))
        ]
        gaps.append((scores[1] - scores[0]) / np.sqrt(width))
    return np.array(gaps)


GAP_BY_HAND = _gap_by_hand()


@pytest.mark.parametrize("name", FAULTS)
def test_the_right_layer_passes(name):
    CATCHES[name](partial(correct, LAYER))
    assert CATCHES.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_caught(name):
    with pytest.raises(AssertionError):
        CATCHES[name](partial(FAULTS[name], LAYER))


def test_three_faults_pass_all_the_other_tests():
    others = {
        name: [other for other, check in CATCHES.items() if other != name and _fails(check, fault)]
        for name, fault in FAULTS.items()
    }
    assert [name for name, failed in others.items() if not failed] == ALONE


def _fails(check, fault):
    try:
        check(partial(fault, LAYER))
    except AssertionError:
        return True
    return False
