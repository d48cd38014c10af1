"""Claims of "Queries and keys"."""

import numpy as np
import pytest

from attention.experiments import queries, winograd

ANIMAL, CROSS, STREET, IT = 1, 3, 5, 7
TIRED, WIDE = 0, 1
FOUR_DIGITS = 5e-5  # numbers quoted to four digits


@pytest.fixture(scope="module")
def result():
    return queries.run()


def setting(result, copied, strength):
    """The weights of "it" at one setting, for both endings."""
    at = result.copied.tolist().index(copied), result.strengths.tolist().index(strength)
    return result.weights[at]


def test_the_animal_points_right_the_street_up_and_the_rest_are_short(result):
    assert result.keys[ANIMAL].tolist() == [1, 0]
    assert result.keys[STREET].tolist() == [0, 1]
    assert result.keys[CROSS].tolist() == [0.3, 0.3]
    assert result.keys[IT].tolist() == [0.1, 0.1]
    assert not np.delete(result.keys, [ANIMAL, STREET, CROSS, IT], axis=0).any()


def test_the_ending_changes_the_query_and_no_key(result):
    head = winograd.run()
    np.testing.assert_array_equal(head.keys[TIRED], head.keys[WIDE])
    # Exact but for rounding: 5 × .95 × (1, −.7).
    np.testing.assert_allclose(result.queries, [[4.75, -3.325], [-3.325, 4.75]], rtol=1e-15)


def test_the_query_is_the_words_numbers_times_the_matrix(result):
    x = result.alone + result.config.head.copied * result.copies * result.last
    np.testing.assert_array_equal(x, result.x)
    matrix = result.config.head.strength * result.unit_query_matrix
    np.testing.assert_allclose(result.x @ matrix, result.queries, rtol=1e-15)
    assert result.copies.tolist() == [0, 0, 1, 1, 0, 0]
    assert np.count_nonzero(matrix) == 2


def test_eleven_scores_one_of_them_negative(result):
    tired = result.scores[TIRED]
    assert tired[[ANIMAL, STREET, CROSS, IT]] == pytest.approx(
        [3.3588, -2.3511, 0.3023, 0.1008], abs=FOUR_DIGITS
    )
    assert np.flatnonzero(tired < 0).tolist() == [STREET]
    assert np.count_nonzero(tired) == 4
    assert result.scores[WIDE, [STREET, ANIMAL]].tolist() == tired[[ANIMAL, STREET]].tolist()


@pytest.mark.parametrize("strength", [0.0, 5.0, 10.0])
def test_nothing_copied_gives_equal_weights(result, strength):
    np.testing.assert_allclose(setting(result, 0.0, strength), 1 / 11, rtol=1e-15)


@pytest.mark.parametrize(("ending", "noun"), [(TIRED, ANIMAL), (WIDE, STREET)])
@pytest.mark.parametrize(("strength", "share"), [(1.0, 0.1678), (5.0, 0.7506), (8.0, 0.9565)])
def test_a_stronger_query_sharpens(result, ending, noun, strength, share):
    assert setting(result, 0.95, strength)[ending, noun] == pytest.approx(share, abs=FOUR_DIGITS)


def test_at_strength_one_the_others_have_about_nine_percent_and_the_street_less(result):
    weights = setting(result, 0.95, 1.0)[TIRED]
    others = np.delete(weights, [ANIMAL, STREET])
    assert (others.round(2) == 0.09).all()
    assert weights[STREET] == pytest.approx(0.0536, abs=FOUR_DIGITS)


def test_copying_more_and_asking_louder_are_one_dial(result):
    # Only their product reaches the query: half the copy at twice the strength gives the same weights.
    halves = setting(result, 0.5, 8.0), setting(result, 1.0, 4.0)
    np.testing.assert_allclose(*halves, rtol=1e-14)


def test_both_matrices_together_are_one_bilinear_form_of_rank_two(result):
    head = winograd.run()
    y = head.x[TIRED]
    np.testing.assert_allclose(
        result.x[TIRED] @ result.form @ y.T / np.sqrt(2), result.scores[TIRED], rtol=1e-14
    )
    assert result.form.shape == (6, 6)
    assert result.rank == 2
