"""Claims of "Where words are", word order: without positions the rows merely shuffle."""

import numpy as np
import pytest

from attention.experiments import order, winograd
from attention.heads import attend, attention_weights

WITHOUT, WITH = 0, 1
DOG, BITES, MAN = range(3)
DOG_BITES_MAN, MAN_BITES_DOG = 0, 5
ROUNDING = 1e-14  # sums of three, or of eleven, in another order
TWO_DIGITS = 5e-3  # the essay prints two


def test_the_two_orders_are_those_of_the_essay():
    result = order.run()
    told = [[result.words[k] for k in each] for each in result.orders]
    assert told[DOG_BITES_MAN] == ["dog", "bites", "man"]
    assert told[MAN_BITES_DOG] == ["man", "bites", "dog"]
    assert len({tuple(each) for each in told}) == 6
    assert result.words[result.verb] == "bites"


def test_without_positions_every_row_is_the_same_in_every_order():
    result = order.run()
    weights, outputs = result.weights[WITHOUT], result.outputs[WITHOUT]
    np.testing.assert_allclose(weights, np.broadcast_to(weights[:1], weights.shape), atol=ROUNDING)
    np.testing.assert_allclose(outputs, np.broadcast_to(outputs[:1], outputs.shape), atol=ROUNDING)
    assert not result.changed[WITHOUT].any()


def test_a_whole_sentence_shuffled_shuffles_its_rows():
    head = winograd.run()
    q, k, v = (each[0] for each in (head.queries, head.keys, head.values))
    shuffled = np.random.default_rng(7).permutation(len(head.words))
    weights = attention_weights(q[shuffled], k[shuffled])
    np.testing.assert_allclose(weights, head.weights[0][np.ix_(shuffled, shuffled)], atol=ROUNDING)
    np.testing.assert_allclose(
        attend(q[shuffled], k[shuffled], v[shuffled]), head.output[0][shuffled], atol=ROUNDING
    )


def test_without_positions_the_dog_bites_in_both_sentences():
    outputs = order.run().outputs[WITHOUT, :, BITES]
    for p in (DOG_BITES_MAN, MAN_BITES_DOG):
        np.testing.assert_allclose(outputs[p], [0.71, 0.27], atol=TWO_DIGITS)


def test_with_positions_it_is_the_one_before_who_bites():
    outputs = order.run().outputs[WITH, :, BITES]
    np.testing.assert_allclose(outputs[DOG_BITES_MAN], [0.99, 0.00], atol=TWO_DIGITS)
    np.testing.assert_allclose(outputs[MAN_BITES_DOG], [0.02, 0.97], atol=TWO_DIGITS)


def test_with_positions_every_other_order_changes_every_row():
    result = order.run()
    assert result.changed[WITH, 1:].all()
    assert not result.changed[WITH, DOG_BITES_MAN].any()
    assert result.moved[WITH, MAN_BITES_DOG, BITES] == pytest.approx(0.98, abs=TWO_DIGITS)


def test_rows_add_up_to_one():
    np.testing.assert_allclose(order.run().weights.sum(axis=-1), 1, rtol=1e-15)
