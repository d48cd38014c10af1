"""Claims of "Every word at once"."""

import numpy as np
import pytest

from attention.experiments import matrix, winograd

IT, ANIMAL, STREET, LAST = 7, 1, 5, 10
TIRED, WIDE = 0, 1
FOUR_DIGITS = 5e-5  # the essay prints four


def test_every_row_adds_up_to_one():
    sums = matrix.run().weights.sum(axis=-1)
    np.testing.assert_allclose(sums, 1, rtol=1e-15)  # eleven terms, each rounded once


def test_columns_need_not():
    columns = matrix.run().weights[TIRED].sum(axis=0)
    assert columns[ANIMAL] > 2
    assert columns[STREET] < 1


def test_nine_rows_are_exactly_flat_because_their_words_ask_nothing():
    result = matrix.run()
    silent = np.delete(np.arange(11), [IT, LAST])
    for ending in (TIRED, WIDE):
        assert np.flatnonzero(result.flat[ending]).tolist() == silent.tolist()
        assert (result.queries[ending, silent] == 0).all()
        assert (result.queries[ending, [IT, LAST]] != 0).all()
    np.testing.assert_allclose(result.weights[:, silent], 1 / 11, rtol=1e-15)


@pytest.mark.parametrize(("ending", "noun"), [(TIRED, ANIMAL), (WIDE, STREET)])
def test_the_rows_of_it_and_of_the_last_word_are_sharp_and_agree(ending, noun):
    result = matrix.run()
    sharp = result.weights[ending, [IT, LAST]]
    assert sharp.argmax(axis=-1).tolist() == [noun, noun]
    assert sharp[:, noun] == pytest.approx([0.7506, 0.7819], abs=FOUR_DIGITS)
    assert result.agreement[ending] == pytest.approx(0.9687, abs=FOUR_DIGITS)


def test_flat_rows_take_home_the_plain_mean_of_the_values():
    result = matrix.run()
    mean = result.values.mean(axis=1, keepdims=True)
    flat = np.broadcast_to(mean, result.output.shape)[result.flat]
    np.testing.assert_allclose(result.output[result.flat], flat, rtol=1e-14)
    assert result.output[TIRED, 0] == pytest.approx([0.1273, 0.1273], abs=FOUR_DIGITS)


def test_the_output_of_it_is_the_one_of_the_pictures_before():
    output = matrix.run().output
    assert output[TIRED, IT] == pytest.approx([0.764, 0.016], abs=5e-4)
    assert output[WIDE, IT] == pytest.approx([0.016, 0.764], abs=5e-4)


def test_the_words_that_share_a_line_are_alike_to_every_query():
    result = matrix.run()
    others = np.delete(np.arange(11), result.labeled)
    assert len(others) == 7
    assert (result.keys[:, others] == 0).all()
    assert (result.values[:, others] == 0).all()
    assert (result.products[:, :, others] == 0).all()


def test_each_step_follows_from_the_one_before():
    r = matrix.run()
    np.testing.assert_allclose(r.products, np.einsum("etd,esd->ets", r.queries, r.keys), rtol=1e-15)
    # From here on each step rounds a little differently from the library's one pass.
    np.testing.assert_allclose(r.scores, r.products / r.root, rtol=1e-14)
    np.testing.assert_allclose(r.weights, r.exponentials / r.totals[..., None], rtol=1e-14)
    np.testing.assert_allclose(r.output, np.einsum("ets,esv->etv", r.weights, r.values), atol=1e-15)
    assert r.root == np.sqrt(2)


def test_a_head_of_no_strength_is_flat_throughout():
    result = matrix.run(matrix.Config(head=winograd.Config(strength=0.0)))
    assert result.flat.all()
