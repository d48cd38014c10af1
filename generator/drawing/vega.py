"""Compile a drawing to Vega: Altair says the chart, Vega-Lite is compiled here, the behaviors are patched in."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt
import vl_convert

from generator.drawing.behaviors import Handler
from generator.drawing.errors import DrawingError
from generator.drawing.expressions import Expression, code, raw
from generator.drawing.letters import FAMILY
from generator.drawing.page import Drawing, Signal

Spec = dict[str, Any]
_FIELD = re.compile(r"[A-Za-z_]\w*\Z", re.ASCII)
SENTENCE = "says"  # the signal that holds the live sentence


def compile_drawing(drawing: Drawing) -> Spec:
    """The Vega spec of a drawing. DrawingError says what its author must mend."""
    if not drawing.marks:
        raise DrawingError("the drawing has no marks")
    _check_numbers(drawing)
    signals = (*drawing.signals, Signal(SENTENCE, _sentence(drawing.sentence)))
    chart = (
        alt.layer(*(mark.layer() for mark in drawing.marks))
        .add_params(*map(_parameter, signals))
        .properties(width=drawing.width, height=drawing.height, description=drawing.description)
        .configure(background="transparent", font=FAMILY, view={"stroke": None})
    )
    lite = chart.to_dict(validate=False)  # Altair has checked each mark; the renderer checks the whole
    for layer in lite["layer"]:
        layer.setdefault("encoding", {})  # Vega-Lite wants the key even where nothing is encoded
    spec: Spec = vl_convert.vegalite_to_vega(lite, vl_version="6.4")
    spec |= {"autosize": "none", "padding": 0}  # the drawing is in pixels: nothing may move it
    spec.setdefault("config", {})["events"] = {
        "defaults": {"prevent": False}
    }  # a swipe still scrolls the page
    _name_listeners(spec, drawing)
    _patch(spec, drawing.handlers)
    return spec


def to_json(spec: Spec) -> str:
    """The spec as compact JSON; a number that JSON has no word for is an author's fault."""
    return json.dumps(spec, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _parameter(signal: Signal) -> alt.Parameter:
    if isinstance(signal.value, Expression):
        return alt.param(name=signal.name, expr=code(signal.value))
    return alt.param(name=signal.name, value=signal.value)


def _sentence(parts: Iterable[str | Expression]) -> Expression:
    """A list of texts by turns plain and bold, as the page shows them."""
    texts: list[str] = [""]
    for part in parts:
        if isinstance(part, Expression):
            texts += [f"''+{code(part)}", ""]
        else:
            texts[-1] += part
    return raw("[" + ",".join(code(text) if i % 2 == 0 else text for i, text in enumerate(texts)) + "]")


def _name_listeners(spec: Spec, drawing: Drawing) -> None:
    """Let only the marks that a behavior listens to hear the pointer."""
    heard = {handler.mark for handler in drawing.handlers if handler.mark}
    names = [mark.name for mark in drawing.marks if mark.name]
    for name in sorted(heard - set(names)):
        raise DrawingError(f"a behavior listens to a mark named '{name}', and there is none")
    for name in sorted(set(names)):
        if names.count(name) > 1:
            raise DrawingError(f"two marks are named '{name}'")
    sideways = {handler.mark for handler in drawing.handlers if handler.scrolls}
    for mark in spec["marks"]:
        name = re.sub(r"_marks\Z", "", mark["name"])
        # Vega makes the name a class; the stylesheet leaves up and down swipes over such marks to the page.
        mark["name"] = f"{name} pan-y" if name in sideways else name
        mark["interactive"] = name in heard


def _patch(spec: Spec, handlers: Iterable[Handler]) -> None:
    signals: Mapping[str, Spec] = {signal["name"]: signal for signal in spec["signals"]}
    for handler in handlers:
        if handler.signal not in signals:
            raise DrawingError(f"a behavior sets a signal named '{handler.signal}', and there is none")
        events = [_renamed(event, handler) for event in handler.events]
        update = {"events": events, "update": code(handler.update)}
        signals[handler.signal].setdefault("on", []).append(update)


def _renamed(event: Any, handler: Handler) -> Any:
    """An event whose mark goes by its name in the spec."""
    if isinstance(event, list):
        return [_renamed(each, handler) for each in event]
    if not handler.scrolls or not isinstance(event, Mapping):
        return event
    renamed = {key: _renamed(value, handler) for key, value in event.items()}
    return renamed | ({"markname": f"{handler.mark} pan-y"} if "markname" in event else {})


def _check_numbers(drawing: Drawing) -> None:
    for mark in drawing.marks:
        for name, value in mark.properties.items():
            if not _finite(value):
                raise DrawingError(f"the {mark.kind}'s {name} is {value}")
        for row in mark.rows:
            for field, value in row.items():
                if not _FIELD.match(field):
                    raise DrawingError(
                        f"Vega cannot take the field name '{field}': use letters, digits and _"
                    )
                if not _finite(value):
                    raise DrawingError(f"the field '{field}' holds {value}; give None for what is not drawn")
    for line in drawing.data.rows if drawing.data else ():
        if not _finite(line):
            raise DrawingError(f"the table holds a number that is not finite, in its row {line[0]!r}")


def _finite(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    return not isinstance(value, float) or math.isfinite(value)
