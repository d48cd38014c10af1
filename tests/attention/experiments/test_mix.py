"""Claims of "What gets passed along"."""

import numpy as np
import pytest

from attention.experiments import mix, winograd

TIRED, WIDE = 0, 1
THREE_DIGITS = 5e-4  # numbers quoted to three digits


@pytest.fixture(scope="module")
def result():
    return mix.run()


def words(result, ending):
    return [result.words[j] for j in result.order[ending]]


def test_the_largest_weight_comes_first_and_the_other_noun_last(result):
    assert words(result, TIRED)[:3] == ["animal", "cross", "it"]
    assert words(result, TIRED)[-1] == "street"
    assert words(result, WIDE)[:3] == ["street", "cross", "it"]
    assert words(result, WIDE)[-1] == "animal"
    in_order = np.take_along_axis(result.weights, result.order, axis=1)
    assert (np.diff(in_order, axis=1) <= 0).all()


def test_the_sum_after_one_word_and_after_all_eleven(result):
    assert result.sums[TIRED, 0].tolist() == [0, 0]
    assert result.sums[TIRED, 1] == pytest.approx([0.751, 0], abs=THREE_DIGITS)
    assert result.sums[TIRED, -1] == pytest.approx([0.764, 0.016], abs=THREE_DIGITS)


def test_the_other_ending_swings_it_to_the_place(result):
    # Endings differ by the two numbers trading places; the sums are added in another order.
    np.testing.assert_allclose(result.sums[WIDE], result.sums[TIRED, :, ::-1], rtol=1e-14)


def test_the_last_sum_is_the_output_of_the_head(result):
    head = winograd.run()
    np.testing.assert_allclose(result.sums[:, -1], head.output[:, head.pronoun], rtol=1e-14)


def test_it_counts_too(result):
    at = words(result, TIRED).index("it")
    assert result.parts[TIRED, at] == pytest.approx([0.0029, 0.0029], abs=5e-5)


def test_seven_words_have_nothing_to_give_and_hold_a_sixth_of_the_attention(result):
    assert np.count_nonzero(~result.values.any(axis=1)) == 7
    assert result.silent == pytest.approx(0.183, abs=THREE_DIGITS)


def test_no_sum_leaves_the_hull_of_the_values(result):
    # The hull is the triangle of (0, 0), the animal's (1, 0) and the street's (0, 1).
    assert (result.values >= 0).all()
    assert (result.values.sum(axis=1) <= 1).all()
    assert (result.sums >= 0).all()
    assert (result.sums.sum(axis=2) < 1).all()


@pytest.mark.parametrize("strength", [0.0, 1.0, 5.0, 10.0])
def test_scores_grow_with_the_strength(result, strength):
    head = winograd.run(winograd.Config(strength=strength))
    np.testing.assert_allclose(result.unit_scores * strength, head.scores[:, head.pronoun], rtol=1e-14)
    again = mix.run(mix.Config(winograd.Config(strength=strength)))
    np.testing.assert_array_equal(
        again.order, np.broadcast_to(np.arange(11), (2, 11)) if strength == 0 else result.order
    )


def test_even_weights_give_a_little_of_everything(result):
    assert result.even == pytest.approx([1.4 / 11, 1.4 / 11], rel=1e-15)
    flat = mix.run(mix.Config(winograd.Config(strength=0.0)))
    np.testing.assert_allclose(flat.sums[:, -1], np.broadcast_to(result.even, (2, 2)), rtol=1e-14)
