"""Claims of "A question of it", "Queries and keys", "What gets passed along" and "Every word at once"."""

import numpy as np
import pytest

from attention.experiments import winograd

IT, ANIMAL, STREET, LAST = 7, 1, 5, 10
TIRED, WIDE = 0, 1
FOUR_DIGITS = 5e-5  # the essay prints four


@pytest.mark.parametrize(("ending", "noun"), [(TIRED, ANIMAL), (WIDE, STREET)])
def test_it_gives_three_quarters_to_the_noun_that_its_ending_describes(ending, noun):
    weights = winograd.run().weights[ending, IT]
    assert weights[noun] == pytest.approx(0.7506, abs=FOUR_DIGITS)
    assert np.delete(weights, noun).max() < 0.036  # "the rest thin"


def test_the_output_says_animal_or_place():
    output = winograd.run().output
    assert output[TIRED, IT] == pytest.approx([0.764, 0.016], abs=5e-4)
    assert output[WIDE, IT] == pytest.approx([0.016, 0.764], abs=5e-4)


@pytest.mark.parametrize(("strength", "share"), [(8.0, 0.9565), (1.0, 0.1678)])
def test_a_stronger_query_matrix_sharpens(strength, share):
    weights = winograd.run(winograd.Config(strength=strength)).weights[TIRED, IT]
    assert weights[ANIMAL] == pytest.approx(share, abs=FOUR_DIGITS)


def test_at_strength_one_every_word_but_the_street_has_about_nine_percent():
    weights = winograd.run(winograd.Config(strength=1.0)).weights[TIRED, IT]
    assert weights[STREET] == pytest.approx(0.054, abs=5e-4)
    others = np.delete(weights, [ANIMAL, STREET])
    assert others.min() > 0.0855
    assert others.max() < 0.0915


def test_with_nothing_copied_it_looks_everywhere_alike():
    weights = winograd.run(winograd.Config(copied=0.0)).weights[:, IT]
    np.testing.assert_allclose(weights, 1 / 11, rtol=1e-15)


def test_only_it_and_the_last_word_have_anything_to_ask():
    weights = winograd.run().weights
    silent = np.delete(weights, [IT, LAST], axis=1)
    np.testing.assert_allclose(silent, 1 / 11, rtol=1e-15)
    assert weights[TIRED, LAST, ANIMAL] == pytest.approx(0.782, abs=5e-4)


def test_the_copy_changes_two_numbers_of_one_word():
    result = winograd.run()
    changed = np.argwhere(result.x != result.uncopied)
    assert changed.tolist() == [[e, IT, number] for e in (TIRED, WIDE) for number in (2, 3)]


def test_weights_come_from_the_vectors_and_matrices_that_the_result_shows():
    r = winograd.run()
    q, k = r.x @ r.query_matrix, r.x @ r.key_matrix
    exponentials = np.exp(np.einsum("etd,esd->ets", q, k) / np.sqrt(2))
    np.testing.assert_allclose(r.weights, exponentials / exponentials.sum(-1, keepdims=True), rtol=1e-14)
    np.testing.assert_allclose(r.output, r.weights @ (r.x @ r.value_matrix), atol=1e-15)
