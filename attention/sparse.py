"""Sparse attention: a window and a few global tokens (Beltagy et al. 2020, section 3.1). Its cost is linear.

Queries are taken in blocks. A block looks at the stretch of keys that its window reaches, gathered with the
global keys, and at nothing else; so the T × S scores are never computed.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array
from attention.checks import mismatch
from attention.heads import attend
from attention.masks import Reach, global_tokens, window


def sparse_attend(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g T D"],
    v: Real[Array, "*g T Dv"],
    *,
    reach: Reach,
    global_positions: Sequence[int] = (),
    block: int = 64,
) -> Float[Array, "*n T Dv"]:
    """What `attend` gives under the mask `window | global_tokens`, computed for the links that it keeps."""
    if block < 1:
        raise mismatch("block", block, "1 or more")
    length = k.shape[-2]
    everywhere = global_tokens(q.shape[-2], length, global_positions, reach.past)
    parts = []
    for start in range(0, q.shape[-2], block):
        rows = range(start, min(start + block, q.shape[-2]))
        columns = np.union1d(np.asarray(reach.keys_of(rows, length)), np.asarray(global_positions)).astype(
            int
        )
        near = window(len(rows), length, reach.before, reach.after, reach.past + start)[:, columns]
        may = near | everywhere[rows.start : rows.stop, columns]
        here = slice(rows.start, rows.stop)
        parts.append(attend(q[..., here, :], k[..., columns, :], v[..., columns, :], may))
    out = np.concatenate(parts, axis=-2)
    at = [p - reach.past for p in global_positions if 0 <= p - reach.past < q.shape[-2]]
    out[..., at, :] = attend(q[..., at, :], k, v)  # global queries see everything
    return out


def links(queries: int, keys: int, reach: Reach, global_positions: Sequence[int] = ()) -> float:
    """The share of all query-key pairs that a window and global tokens keep."""
    may = window(queries, keys, reach.before, reach.after, reach.past)
    return float((may | global_tokens(queries, keys, global_positions, reach.past)).mean())
