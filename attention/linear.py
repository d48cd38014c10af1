"""Linear attention: swap softmax for features of q and k, and a running sum replaces the look at every key.

Katharopoulos et al. 2020 (features, eq. 7; recurrence, eq. 18 to 20); Choromanski et al. 2021 (FAVOR+: they
estimate softmax); Yang et al. 2024 (gates and the delta rule). Work grows with T, not with T × S.
"""

import math
from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Real

from attention.arrays import Array, result_dtype, working
from attention.checks import check_axes, mismatch
from attention.heads import query_heads_per_key_head

Features = Callable[[Array], Array]


def linear_recurrent(
    q: Real[Array, "*n T D"],
    k: Real[Array, "*g T D"],
    v: Real[Array, "*g T Dv"],
    *,
    state: Float[Array, "*g D Dv"] | None = None,
    log_decay: Real[Array, "*g T _"] | None = None,
    rate: Real[Array, "*b T 1"] | None = None,
    scale: float | None = None,
) -> tuple[Float[Array, "*n T Dv"], Float[Array, "*g D Dv"]]:
    """One step a word: fade the state, write k vᵀ into it, read it with q. Gives the last state as well.

    With `log_decay` the state fades by exp(log_decay) before each step. With `rate` a step writes the
    correction rate · (v − what the state says for k): the delta rule. `scale` is 1/√D unless given.
    """
    check_axes(q=(q, "T D"), k=(k, "T D"), v=(v, "T Dv"))
    read = _reader(q, k, scale)
    keys, values = working(k), working(v)
    memory = (
        np.zeros((*k.shape[:-2], k.shape[-1], v.shape[-1]), keys.dtype) if state is None else working(state)
    )
    out = []
    for t in range(k.shape[-2]):
        key, value = keys[..., t, :], values[..., t, :]
        if log_decay is not None:
            memory = memory * np.exp(working(log_decay)[..., t, :])[..., None]
        if rate is not None:
            value = working(rate)[..., t, :] * (value - _recall(memory, key))
        memory = memory + key[..., :, None] * value[..., None, :]
        out.append(read(memory, t))
    dtype = result_dtype(q, k, v)
    return np.stack(out, axis=-2).astype(dtype), memory.astype(dtype if state is None else state.dtype)


def linear_chunked(
    q: Float[Array, "*n T D"], k: Float[Array, "*n T D"], v: Float[Array, "*n T Dv"], chunk: int = 64
) -> Float[Array, "*n T Dv"]:
    """Σ (q · k) v over the keys so far, in chunks: all at once inside a chunk, by the state before it."""
    check_axes(q=(q, "T D"), k=(k, "T D"), v=(v, "T Dv"))
    if chunk < 1:
        raise mismatch("chunk", chunk, "1 or more")
    state = np.zeros((*k.shape[:-2], k.shape[-1], v.shape[-1]), np.result_type(k, v))
    out = np.empty((*q.shape[:-1], v.shape[-1]), np.result_type(q, k, v))
    for start in range(0, q.shape[-2], chunk):
        here = (..., slice(start, start + chunk), slice(None))
        inside = np.tril(q[here] @ np.swapaxes(k[here], -1, -2))
        out[here] = inside @ v[here] + q[here] @ state
        state = state + np.swapaxes(k[here], -1, -2) @ v[here]
    return out


def linear_attend(
    q: Float[Array, "*n T D"],
    k: Float[Array, "*n S D"],
    v: Float[Array, "*n S Dv"],
    features: Features,
    causal: bool = False,
) -> Float[Array, "*n T Dv"]:
    """φ(q) Σ φ(k) vᵀ / φ(q) Σ φ(k) (Katharopoulos et al. 2020, eq. 5), or over past keys alone (eq. 9)."""
    check_axes(q=(q, "T D"), k=(k, "S D"), v=(v, "S Dv"))
    # A value of 1 beside the others sums up the weights themselves.
    counted = np.concatenate([v, np.ones((*v.shape[:-1], 1), v.dtype)], axis=-1)
    fq, fk = features(q), features(k)
    total = linear_chunked(fq, fk, counted) if causal else fq @ (np.swapaxes(fk, -1, -2) @ counted)
    return total[..., :-1] / total[..., -1:]


def elu_features(x: Float[Array, "*n D"]) -> Float[Array, "*n D"]:
    """elu(x) + 1 (Katharopoulos et al. 2020, eq. 7): above zero everywhere."""
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))


def orthogonal_directions(rng: np.random.Generator, count: int, width: int) -> Float[Array, "count width"]:
    """Gaussian directions, at right angles in blocks of `width` (Choromanski et al. 2021, section 2.4)."""
    blocks = [_orthogonal(rng, width) for _ in range(-(-count // width))]
    lengths = np.sqrt(rng.chisquare(width, count))
    return lengths[:, None] * np.concatenate(blocks)[:count]


def positive_features(directions: Float[Array, "M D"]) -> Features:
    """FAVOR+: features whose dot product estimates exp(q · k / √D) and is never negative.

    φ(x) = exp(ωᵀx − |x|²/2) / √M with x / D^¼ for x (Choromanski et al. 2021, lemma 1).
    """
    count, width = directions.shape

    def features(x: Array) -> Array:
        x = x / width**0.25
        return np.exp(x @ directions.T - (x * x).sum(-1, keepdims=True) / 2) / math.sqrt(count)

    return features


def _orthogonal(rng: np.random.Generator, width: int) -> Array:
    q, r = np.linalg.qr(rng.standard_normal((width, width)))
    return (q * np.sign(np.diag(r))).T  # without the signs the directions would not be uniform


def _recall(memory: Array, key: Array) -> Array:
    """What the state says for a key (or a query): memoryᵀ key."""
    return (key[..., None, :] @ memory)[..., 0, :]


def _reader(q: Array, k: Array, scale: float | None) -> Callable[[Array, int], Array]:
    """Read the state with query t; query heads that share a key head read the same state."""
    query_heads_per_key_head(q, k)  # or say why not
    queries = working(q) * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)

    def read(memory: Array, t: int) -> Array:
        rows = queries[..., t, :].reshape(*k.shape[:-2], -1, q.shape[-1])
        return (rows @ memory).reshape(*q.shape[:-2], -1)

    return read
