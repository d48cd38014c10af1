"""Claims of "Many heads" about what they cost, held to the shapes that the library multiplies."""

import numpy as np
import pytest

from attention.experiments import head_cost
from attention.multihead import multi_head_weights, project, random_multi_head

WORDS, WIDTH = 7, 30  # for the shapes; the essay's 512 are only counted


def test_any_number_of_heads_takes_the_same_multiplications():
    counted = head_cost.run().multiplications
    assert (counted == counted[0]).all()


def test_any_number_of_heads_learns_the_same_numbers():
    assert (head_cost.run().parameters == 4 * 512 * 512).all()


def test_each_head_has_weights_of_its_own():
    result = head_cost.run()
    assert result.weights[:, 1].tolist() == [h * 512 * 512 for h in (1, 2, 4, 8, 16, 32, 64)]


def test_heads_as_wide_as_words_would_cost_as_many_times_more():
    result = head_cost.run()
    assert (result.full == result.full[0] * result.heads[:, None, None]).all()


def test_eight_heads_of_64_make_512():
    result = head_cost.run()
    base = result.heads.tolist().index(8)
    assert result.widths[base] == 64
    assert result.multiplications[base, 1].sum() == 805_306_368


@pytest.mark.parametrize("heads", [1, 2, 5])
def test_counts_are_those_of_the_arrays_that_are_multiplied(heads):
    p = random_multi_head(np.random.default_rng(0), WIDTH, heads)
    x = np.random.default_rng(1).standard_normal((WORDS, WIDTH))
    q, k, v = project(p, x)
    weights = multi_head_weights(p, x)
    made = 3 * WORDS * p.query.size
    counted = [made, q.size * k.shape[-2], weights.size * v.shape[-1], WORDS * p.output.size]
    assert head_cost.multiplications(WORDS, WIDTH, heads, WIDTH // heads).tolist() == counted
    assert weights.size == heads * WORDS**2


def test_a_width_that_heads_do_not_divide_is_refused():
    with pytest.raises(ValueError, match="a divisor of the width"):
        head_cost.run(head_cost.Config(width=10, heads=(3,)))
