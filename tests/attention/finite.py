"""Written gradients against finite differences: two ways, one answer."""

from collections.abc import Callable

import numpy as np

STEP = 1e-5  # in float64: the error of a central difference is about STEP² times the third derivative
RELATIVE = 1e-6  # what is asked of every written gradient


def difference(loss: Callable[[], float], x: np.ndarray, most: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Central differences of `loss` for entries of x, which it reads in place: where, and how steep."""
    places = np.random.default_rng(0).permutation(x.size)[:most]
    slopes = []
    for place in places:
        index = np.unravel_index(place, x.shape)
        value = x[index]
        x[index] = value + STEP
        above = loss()
        x[index] = value - STEP
        below = loss()
        x[index] = value
        slopes.append((above - below) / (2 * STEP))
    return places, np.array(slopes)


def assert_gradient(loss: Callable[[], float], x: np.ndarray, gradient: np.ndarray, most: int = 200) -> None:
    """The written gradient of x is the finite difference, relative to its size over all entries tried."""
    assert gradient.shape == x.shape
    places, slopes = difference(loss, x, most)
    error = np.linalg.norm(gradient.ravel()[places] - slopes)
    assert error <= RELATIVE * max(np.linalg.norm(slopes), 1e-3)  # a gradient of zero has no relative error
