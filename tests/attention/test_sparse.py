"""Windows and global tokens, computed link by link, equal the masked whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.heads import attend
from attention.masks import Reach, global_tokens, window
from attention.sparse import links, sparse_attend

B, H, G, T, D, DV = 2, 6, 3, 29, 5, 7
limit = st.none() | st.integers(0, 9)


@given(
    st.integers(0, 2**32 - 1), limit, limit, st.sets(st.integers(0, T - 1), max_size=3), st.integers(1, 31)
)
def test_blocked_is_masked_dense(seed, before, after, positions, block):
    rng = np.random.default_rng(seed)
    q, k, v = (rng.standard_normal(s) for s in ((B, H, T, D), (B, G, T, D), (B, G, T, DV)))
    may = window(T, T, before, after) | global_tokens(T, T, sorted(positions))
    got = sparse_attend(q, k, v, reach=Reach(before, after), global_positions=sorted(positions), block=block)
    np.testing.assert_allclose(got, attend(q, k, v, may), rtol=1e-9, atol=1e-12)


def test_a_window_as_wide_as_the_text_is_full_attention():
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((T, n)) for n in (D, D, DV))
    got = sparse_attend(q, k, v, reach=Reach(before=T, after=T), block=8)
    np.testing.assert_allclose(got, attend(q, k, v), rtol=1e-9, atol=1e-12)


def test_share_of_links():
    # 32 back, itself, 32 ahead of 1,024, less the corners; and one row and one column
    reach = Reach(before=32, after=32)
    assert links(1024, 1024, reach) == pytest.approx((65 * 1024 - 32 * 33) / 1024**2, rel=1e-12)
    assert links(1024, 1024, reach, [0]) == pytest.approx(0.064, abs=0.0005)
    assert links(4096, 4096, reach, [0]) == pytest.approx(0.016, abs=0.0005)
