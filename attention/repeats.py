"""Texts that can be foretold by copying alone: a few different letters in random order, over and over.

Nothing foretells the first round. From the second on each letter follows as it did before (Olsson et al. 2022).
"""

import numpy as np
from jaxtyping import Int

from attention.arrays import Array
from attention.checks import mismatch


def random_repeats(
    rng: np.random.Generator, count: int, length: int, letters: int, shortest: int, longest: int
) -> tuple[Int[Array, "B T"], Int[Array, " B"]]:
    """Texts of `length` letters, and how many different ones each goes through before it starts again."""
    if not 1 <= shortest <= longest <= letters:
        raise mismatch(
            "shortest", shortest, f"from 1 to longest = {longest}, and that no more than {letters}"
        )
    periods = rng.integers(shortest, longest + 1, count)
    rounds = np.arange(length) % periods[:, None]
    shuffled = rng.permuted(np.tile(np.arange(letters), (count, 1)), axis=1)
    return np.take_along_axis(shuffled, rounds, axis=1), periods
