"""Long runs of numbers, one character each: what a figure plays through then weighs a fifth of what JSON takes."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

from generator.drawing.expressions import Expression, Scalar, fn

DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
_LAST = len(DIGITS) - 1


def packed(values: Iterable[float], low: float = 0, high: float = 1) -> str:
    """The values in 64 even levels from low to high, those beyond as low and high themselves."""
    shares = (min(1.0, max(0.0, (value - low) / (high - low))) for value in values)
    return "".join(DIGITS[round(share * _LAST)] for share in shares)


def unpacked(text: Expression, place: Scalar, low: float = 0, high: float = 1) -> Any:
    """The value at a place of a packed text, to a 63rd of the way from low to high."""
    return fn.indexof(DIGITS, text[place]) * ((high - low) / _LAST) + low
