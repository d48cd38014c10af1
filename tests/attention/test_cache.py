"""Writing word by word with a cache gives what one full pass gives."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.cache import Cache, decode
from attention.heads import attend
from attention.masks import causal

B, H, G, N, D, DV = 2, 6, 3, 11, 5, 7


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_decoding_in_pieces_equals_the_full_pass(seed, pieces):
    rng, n = np.random.default_rng(seed), sum(pieces)
    q, k, v = (rng.standard_normal(s) for s in ((B, H, n, D), (B, G, n, D), (B, G, n, DV)))
    cache, written, start = Cache.empty(B, G, width=D, value_width=DV), [], 0
    for size in pieces:
        here = (..., slice(start, start + size), slice(None))
        out, cache = decode(cache, q[here], k[here], v[here])
        written.append(out)
        start += size
    full = attend(q, k, v, causal(n, n))
    np.testing.assert_allclose(np.concatenate(written, -2), full, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(cache.keys, k)


def test_a_cache_is_never_changed():
    first = Cache.empty(B, G, width=D, value_width=DV)
    k, v = np.ones((B, G, 1, D)), np.ones((B, G, 1, DV))
    second = first.append(k, v)
    second.append(2 * k, 2 * v)
    assert (len(first), len(second)) == (0, 1)
    assert (second.keys == 1).all()


def test_one_position_off_would_be_noticed():
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((N, D)) for _ in range(3))
    right = attend(q[-1:], k, v, causal(1, N, past=N - 1))
    wrong = attend(q[-1:], k, v, causal(1, N, past=N - 2))
    np.testing.assert_allclose(right, attend(q, k, v, causal(N, N))[-1:], rtol=1e-12)
    assert np.abs(right - wrong).max() > 1e-3
