"""The two decorators by which an essay's code offers figures and numbers. Importing this costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from generator.drawing.page import Drawing, Layout

Draw = TypeVar("Draw", bound="Callable[[Any, Layout], Drawing]")
Quote = TypeVar("Quote", bound=Callable[[Any], Mapping[str, float | int | str]])

TEXT_WIDTH = 576  # px: the column of text, the caption beside it
SPAN_WIDTH = 760  # px: text and margin together, the caption below
NARROW_WIDTH = 320  # px: the smallest screen


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """What a figure function declares of itself."""

    name: str
    data: Callable[[], Any]  # the experiment: called without arguments, gives the result to draw
    wide: int


def figure(name: str, *, data: Callable[[], Any], wide: int = TEXT_WIDTH) -> Callable[[Draw], Draw]:
    """Offer the decorated function, (result, layout) -> Drawing, as the figure `name`."""

    def keep(function: Draw) -> Draw:
        function.__figure__ = FigureSpec(name, data, wide)  # type: ignore[attr-defined]
        return function

    return keep


def numbers(data: Callable[[], Any]) -> Callable[[Quote], Quote]:
    """Offer what the decorated function, result -> {name: value}, returns as numbers that prose may quote."""

    def keep(function: Quote) -> Quote:
        function.__numbers__ = data  # type: ignore[attr-defined]
        return function

    return keep
