"""Spinning."""

from functools import cache


@cache
def toss(height: float) -> float:
    """How long a ball flies."""
    return (8 * height / 9.81) ** 0.5


class Hand:
    """A hand."""

    def catch(self) -> None:
        """Close it."""
