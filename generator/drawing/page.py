"""The sheet a figure is drawn on, and the finished drawing.

A figure function gets a Layout (wide or narrow), declares its signals and controls on it, and returns the Drawing
that `Layout.draw` makes. Both layouts come from one function, so that they can never say different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.drawing.behaviors import Handler
from generator.drawing.errors import DrawingError
from generator.drawing.expressions import Expression, raw
from generator.drawing.marks import Mark
from generator.drawing.registry import NARROW_WIDTH
from generator.model import Control, Table

_VEGAS_OWN = frozenset({"width", "height", "padding", "autosize", "background"})


@dataclass(frozen=True, slots=True, eq=False)
class Signal:
    """A named value of the live figure: set by hand (`value`), or worked out from others (`value` an Expression)."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A figure in one layout, before it is compiled."""

    width: int
    height: int
    marks: tuple[Mark, ...]
    signals: tuple[Signal, ...]
    controls: tuple[Control, ...]
    handlers: tuple[Handler, ...]
    sentence: tuple[str | Expression, ...] = ()
    data: Table | None = None
    description: str = ""

    def says(self, *parts: str | Expression) -> Drawing:
        """The sentence that reads the figure's state: text as it stands, expressions in bold and kept up to date."""
        return replace(self, sentence=parts)

    def tells(
        self, caption: str, columns: Sequence[str], rows: Iterable[Sequence[str | float | int | None]]
    ) -> Drawing:
        """The figure's numbers as a table."""
        return replace(self, data=Table(caption, tuple(columns), tuple(tuple(row) for row in rows)))

    def shows(self, description: str) -> Drawing:
        """What a reader who cannot see the figure is told it shows."""
        return replace(self, description=" ".join(description.split()))


class Layout:
    """A sheet of a given width. Sizes are in pixels; `pick` chooses between the two layouts' values."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.wide = width > NARROW_WIDTH
        self._signals: dict[str, Signal] = {}
        self._controls: list[Control] = []
        self._handlers: list[Handler] = []

    def pick(self, wide: Any, narrow: Any) -> Any:
        """The first value on the wide sheet, the second on the narrow one."""
        return wide if self.wide else narrow

    def state(self, name: str, value: Any) -> Expression:
        """A signal that only behaviors change."""
        return self._declare(Signal(name, value))

    def let(self, name: str, value: Expression) -> Expression:
        """A signal worked out from others, and worked out once however many marks read it."""
        return self._declare(Signal(name, value))

    def calm(self) -> Expression:
        """Whether the reader asked for less motion; the page sets it."""
        return raw("calm") if "calm" in self._signals else self.state("calm", False)

    def slider(
        self, name: str, value: float, low: float, high: float, step: float, label: str, **more: Any
    ) -> Expression:
        """A number the reader sets with a slider."""
        return self._control(Control(name, "slider", label, value, low, high, step, **more))

    def stepper(
        self,
        name: str,
        value: int,
        labels: Sequence[str],
        label: str,
        *,
        last: Expression | None = None,
        **more: Any,
    ) -> Expression:
        """A position in a list, set with a slider and a button either side; its read-out is the position's label.

        `last` is the last position there is, where that changes: the slider then ends at it, and stands at it.
        """
        options = tuple(enumerate(labels))
        place = self._control(Control(name, "step", label, value, 0, len(labels) - 1, 1, options, **more))
        if last is not None:
            self.let(f"{name}_last", last)
            self._handlers.append(Handler(name, ({"signal": f"{name}_last"},), raw(f"{name}_last")))
        return place

    def choice(
        self, name: str, value: float | str, options: Mapping[Any, str], label: str, **more: Any
    ) -> Expression:
        """One of a few values, set with radio buttons."""
        return self._control(Control(name, "choice", label, value, options=tuple(options.items()), **more))

    def toggle(self, name: str, value: bool, label: str) -> Expression:
        """Yes or no, set with a checkbox."""
        return self._control(Control(name, "toggle", label, value))

    def text(self, name: str, value: str, most: int, label: str) -> Expression:
        """A line of text that the reader may type, of `most` characters at most."""
        return self._control(Control(name, "text", label, value, high=most))

    def player(self, name: str, label: str) -> Expression:
        """Whether the figure runs by itself: a button that starts and stops it. It waits to be started."""
        return self._control(Control(name, "play", label, False))

    def on(self, *handlers: Iterable[Handler]) -> None:
        """Add behaviors: page.on(press("button", "row", 3))."""
        self._handlers += [handler for group in handlers for handler in group]

    def draw(self, height: int, *marks: Mark | Iterable[Mark]) -> Drawing:
        """The drawing: marks from the lowest layer to the highest."""
        flat = tuple(mark for each in marks for mark in ([each] if isinstance(each, Mark) else each))
        parts = tuple(self._signals.values()), tuple(self._controls), tuple(self._handlers)
        return Drawing(self.width, height, flat, *parts)

    def _control(self, control: Control) -> Expression:
        self._controls.append(control)
        return self._declare(Signal(control.name, control.value))

    def _declare(self, signal: Signal) -> Expression:
        if signal.name in self._signals:
            raise DrawingError(f"two signals are named '{signal.name}'")
        if signal.name in _VEGAS_OWN:
            raise DrawingError(f"'{signal.name}' is a signal of Vega's own: give this one another name")
        self._signals[signal.name] = signal
        return raw(signal.name)
