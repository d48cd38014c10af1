"""Claims of "One thing, many notations"."""

import numpy as np

from attention.experiments import notations
from attention.heads import attend
from attention.masks import causal
from attention.positions import rotary, sinusoids

FOLLOW, DON_T = 0, 1
LAST_DIGITS = 1e-12  # outputs are near 1, each a sum of some hundred products in double precision


def test_all_sixty_four_give_the_same_numbers():
    result = notations.run()
    assert len(set(result.notations)) == 64
    assert result.differences[FOLLOW].max() <= LAST_DIGITS


def test_they_are_not_one_computation_under_many_names():
    """The last digits tell that other sums were made."""
    assert (notations.run().differences[FOLLOW, 1:] > 0).mean() > 0.5


def test_the_first_is_the_library():
    head = notations.example()
    x = head.words + sinusoids(np.arange(11), 26)
    q, k = rotary(x @ head.w_q), rotary(x @ head.w_k)
    expected = attend(q, k, x @ head.w_v, causal(11, 11))
    np.testing.assert_allclose(notations.run().output[FOLLOW, 0], expected, rtol=0, atol=LAST_DIGITS)


def test_layouts_need_matrices_that_follow_and_the_other_choices_don_t():
    result = notations.run()
    layout = np.array([each.halves or each.sines_first for each in result.notations])
    assert (result.differences[DON_T, layout] > 0.1).all()
    assert result.differences[DON_T, ~layout].max() <= LAST_DIGITS
