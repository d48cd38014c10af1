"""What a figure does under the hand: a small, named vocabulary, patched into the compiled Vega spec.

A behavior changes signals. Each gives Handlers, what Vega calls `on`: on these events, this signal becomes that.
The mark it listens to is found by its name; only such marks hear the pointer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.drawing.expressions import Expression, code, raw

Events = Mapping[str, Any]
_UP = {"merge": [{"source": "window", "type": "pointerup"}, {"source": "window", "type": "pointercancel"}]}


@dataclass(frozen=True, slots=True, eq=False)
class Handler:
    """On `events` the signal becomes `update`. `mark` names the mark whose events they are, if it is one's."""

    signal: str
    events: tuple[Events, ...]
    update: Any
    mark: str = ""
    scrolls: bool = False  # the mark leaves up and down swipes to the page


def drag(mark: str, moves: Mapping[str, Any], *, only: Expression | None = None) -> tuple[Handler, ...]:
    """Holding and moving `mark` sets each signal from the pointer's place; a finger on it does not scroll.

    `only` limits this to the item whose row it holds for: raw("event.item.datum.i===2").
    """
    on = _of(mark, only)
    move = {"source": "window", "type": "pointermove", "consume": True, **_held(on)}
    # Taking the touch's start keeps the browser from panning, and so from canceling the drag after ten pixels.
    touch = {"type": "touchstart", "consume": True, **on}
    return tuple(
        handler
        for signal, update in moves.items()
        for handler in (Handler(signal, (move,), update, mark), Handler(signal, (touch,), raw(signal), mark))
    )


def scrub(mark: str, signal: str, update: Any, *, only: Expression | None = None) -> tuple[Handler, ...]:
    """Moving sideways over a wide mark, or tapping it, sets the signal; up and down swipes scroll the page."""
    on = _of(mark, only)
    sideways = "!(abs(event.movementX)<abs(event.movementY))"
    move = {"source": "window", "type": "pointermove", "consume": True, "filter": sideways, **_held(on)}
    return (Handler(signal, (move, {"type": "click", **on}), update, mark, scrolls=True),)


def _of(mark: str, only: Expression | None) -> Events:
    """What the events of a mark have in common, or those of one of its items."""
    if only is None:
        return {"markname": mark}
    # Vega asks for the mark last: the event may be that of another, whose item has no row, or of none.
    return {"markname": mark, "filter": f"event.item&&event.item.datum&&({code(only)})"}


def _held(on: Events) -> Events:
    return {"between": [{"type": "pointerdown", **on}, _UP]}


def press(mark: str, signal: str, update: Any) -> tuple[Handler, ...]:
    """A click or tap on `mark` sets the signal."""
    return (Handler(signal, ({"type": "click", "markname": mark},), update, mark),)


def point(mark: str, signal: str, update: Any) -> tuple[Handler, ...]:
    """A mouse that comes over `mark` sets the signal, and so does a tap; a swipe that begins there only scrolls."""
    over = {"type": "pointerover", "markname": mark, "filter": "event.pointerType==='mouse'"}
    return (Handler(signal, (over, {"type": "click", "markname": mark}), update, mark),)


def play(frame: str, playing: str, last: int, *, step: float = 1, ms: int = 50) -> tuple[Handler, ...]:
    """While `playing` holds, `frame` goes on to `last` and stops there; starting at the end starts over."""
    tick = {"type": "timer", "throttle": ms}
    return (
        Handler(frame, (tick,), raw(f"{playing}?min({frame}+{step},{last}):{frame}")),
        Handler(frame, ({"signal": playing},), raw(f"{playing}&&{frame}>={last}?0:{frame}")),
        Handler(playing, (tick,), raw(f"{playing}&&{frame}<{last}")),
    )


def glide(signal: str, goal: str, count: int, *, rate: str) -> tuple[Handler, ...]:
    """The list `signal` follows the list `goal`, a share `rate` of the way each 16 ms.

    Once it is there the same list comes back, so that nothing downstream is worked out again.
    """
    far = "(" + "+".join(f"abs({goal}[{i}]-{signal}[{i}])" for i in range(count)) + ")"
    stepped = ",".join(f"{signal}[{i}]+({goal}[{i}]-{signal}[{i}])*{rate}" for i in range(count))
    update = f"{far}===0?{signal}:({far}<.004?{goal}:[{stepped}])"
    return (Handler(signal, ({"type": "timer", "throttle": 16},), raw(update)),)
