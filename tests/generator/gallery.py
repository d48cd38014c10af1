"""A small gallery for texts to refer to: nothing drawn, but every kind of control and of number."""

from __future__ import annotations

from generator.model import Control, Figure, Gallery, Number, Picture, SourceRef, Table

_EMPTY = Picture(width=320, height=180, svg="<svg></svg>", spec="{}")
_CONTROLS = (
    Control("height", "slider", "Height", 1.0, low=-2.0, high=2.0, step=0.1),
    Control("balls", "step", "Balls", 3.0, low=1.0, high=7.0, step=2.0),
    Control(
        "pattern", "choice", "Pattern", "cascade", options=(("cascade", "Cascade"), ("shower", "Shower"))
    ),
    Control("ghosts", "toggle", "Show past positions", value=False),
    Control("running", "play", "Play", value=False),
    Control("jugglers", "text", "Jugglers", value="Ada & Bo", high=11),
)


def figure(name: str, controls: tuple[Control, ...] = ()) -> Figure:
    """A figure with nothing in it but its name."""
    source = SourceRef(f"content/figures/{name}.py", 3, 9)
    table = Table(caption=name, columns=("time",), rows=((1,),))
    return Figure(name, f"What {name} shows", _EMPTY, _EMPTY, controls, (), table, source, source, None)


def _number(name: str, value: float | int | str) -> Number:
    return Number(name, value, SourceRef("content/figures/numbers.py", 5, 5))


FIGURES = {name: figure(name) for name in ("arc", "siteswap")} | {"juggle": figure("juggle", _CONTROLS)}
NUMBERS = {
    number.name: number
    for number in (
        _number("hang-time", 1.2345),
        _number("dwell-ratio", 0.756),
        _number("drop", -9.81),
        _number("throws", 12_288),
        _number("hands", 2),
        _number("error", 3.2e-16),
        _number("city", "Saint-Malo & Dinard"),
        _number("broken", float("nan")),
    )
}


def gallery_for(text: str) -> Gallery:
    """What the gallery has of the names that a text says: the rest would only be told as unused."""
    return Gallery(
        figures={name: value for name, value in FIGURES.items() if name in text},
        numbers={name: value for name, value in NUMBERS.items() if name in text},
    )
