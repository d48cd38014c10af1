"""What a figure's signals must hold, by where its controls stand."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from generator import cache
from generator.drawing.digits import DIGITS
from generator.gallery import plan

PROJECT = Path(__file__).parents[3]
LEVELS = len(DIGITS) - 1  # of a packed number, from its lowest to its highest
Settings = Mapping[str, Any]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Case:
    """A figure."""

    computed: Callable[..., Mapping[str, Any]]  # signals, from controls
    states: tuple[Settings, ...]  # of the controls: the first is how the figure starts


@functools.cache
def kept(run: Callable[[], Result]) -> Result:
    """The result of a slow experiment, as the build of the essay keeps it."""
    recipe = _plan().experiments[f"{run.__module__}.{run.__qualname__}"]
    payload = cache.get(PROJECT / ".cache", recipe)
    result: Result = run() if payload is None else pickle.loads(payload)
    return result


@functools.cache
def _plan() -> Any:
    return plan(PROJECT / "content", PROJECT / ".cache")


def levels(values: Any, low: float = 0, high: float = 1) -> str:
    """Numbers as they are packed, a character each."""
    shares = (values.astype(float).clip(low, high) - low) / (high - low)
    return "".join(DIGITS[level] for level in (shares.ravel() * LEVELS).round().astype(int))
