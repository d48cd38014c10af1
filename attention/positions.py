"""Where words are: sinusoids, learned positions, rotary embeddings and ALiBi.

Vaswani et al. 2017, section 3.5; Su et al. 2021, eq. 15 and 34; Press et al. 2022, section 3.

A list of D numbers is D/2 points in the plane, each turned by its own angle. Which two numbers make a point
is the `Pairing`: "pairs" takes neighbors (the papers), "halves" takes i and i + D/2 (much public code).
"""

import math
from typing import Literal

import numpy as np
from jaxtyping import Float, Int, Real, Shaped

from attention.arrays import Array, result_dtype, working
from attention.checks import check_axes, mismatch

Pairing = Literal["pairs", "halves"]


def angles(positions: Real[Array, "*n"], width: int, base: float = 10000.0) -> Float[Array, "*n half"]:
    """Position / base^(2i/D): how far each of the D/2 points is turned at each position."""
    if width < 2 or width % 2:
        raise mismatch("width D", width, "an even number, since two numbers make one point")
    return np.asarray(positions)[..., None] / base ** (np.arange(0, width, 2) / width)


def sinusoids(
    positions: Real[Array, "*n"], width: int, base: float = 10000.0, pairing: Pairing = "pairs"
) -> Float[Array, "*n D"]:
    """PE(p, 2i) = sin, PE(p, 2i+1) = cos of the angles (Vaswani et al. 2017, section 3.5)."""
    turned = angles(positions, width, base)
    return _join(np.sin(turned), np.cos(turned), pairing)


def learned(table: Float[Array, "L D"], positions: Int[Array, "*n"]) -> Float[Array, "*n D"]:
    """Row p of a trained table for position p; there is no row beyond its last."""
    if positions.size and not 0 <= positions.min() <= positions.max() < len(table):
        raise mismatch(
            "positions",
            f"{positions.min()} to {positions.max()}",
            f"0 to {len(table) - 1}, the rows of the table",
        )
    return table[positions]


def rotary(
    x: Real[Array, "*n T D"],
    positions: Real[Array, "*p T"] | None = None,
    base: float = 10000.0,
    pairing: Pairing = "pairs",
) -> Float[Array, "*n T D"]:
    """Queries or keys turned by their positions, 0, 1, 2, ... unless given: q · k sees distance alone."""
    if positions is None:
        positions = np.arange(x.shape[-2])
    turned = angles(positions, x.shape[-1], base)
    return rotate(x, np.cos(turned), np.sin(turned), pairing)


def rotate(
    x: Real[Array, "*n T D"],
    cos: Float[Array, "*p T half"],
    sin: Float[Array, "*p T half"],
    pairing: Pairing = "pairs",
) -> Float[Array, "*n T D"]:
    """Turn the points in the first 2 × half numbers of x; the rest stays. With −sin it turns back."""
    check_axes(x=(x, "T D"), cos=(cos, "T half"), sin=(sin, "T half"))
    width = 2 * cos.shape[-1]
    if width > x.shape[-1]:
        raise mismatch("cos [T half]", f"half = {cos.shape[-1]}", f"at most D/2 = {x.shape[-1] / 2:g}")
    across, up = _part(working(x[..., :width]), pairing)
    turned = _join(across * cos - up * sin, across * sin + up * cos, pairing)
    return np.concatenate([turned.astype(result_dtype(x), copy=False), x[..., width:]], axis=-1)


def alibi_slopes(heads: int) -> Float[Array, " H"]:
    """2^(−8h/H): how fast each head loses interest with distance.

    Where H is no power of two: the slopes of the power below, then every second one of twice that power.
    """
    if heads < 1:
        raise mismatch("heads", heads, "1 or more")
    power = 2 ** int(math.log2(heads))
    between = 2.0 ** (-4 * np.arange(1, 2 * (heads - power), 2) / power)
    return np.concatenate([2.0 ** (-8 * np.arange(1, power + 1) / power), between])


def alibi(heads: int, queries: int, keys: int, past: int = 0) -> Float[Array, "H T S"]:
    """−slope × distance, to be added to the scores (Press et al. 2022): a mask for `attend`."""
    distance = np.abs(past + np.arange(queries)[:, None] - np.arange(keys))
    return -alibi_slopes(heads)[:, None, None] * distance


def _part(x: Array, pairing: Pairing) -> tuple[Array, Array]:
    if pairing == "pairs":
        return x[..., 0::2], x[..., 1::2]
    half = x.shape[-1] // 2
    return x[..., :half], x[..., half:]


def _join(first: Shaped[Array, "*n half"], second: Shaped[Array, "*n half"], pairing: Pairing) -> Array:
    if pairing == "halves":
        return np.concatenate([first, second], axis=-1)
    return np.stack([first, second], axis=-1).reshape(*first.shape[:-1], -1)
