"""Baked figures and numbers as plain values that JSON takes, and back: this is how they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from generator.model import Control, Figure, Number, Picture, SourceRef, Table


def plain_figure(
    name: str, fields: Mapping[str, Any], chart: SourceRef, experiment: SourceRef
) -> dict[str, Any]:
    """A figure, its drawn fields and where it comes from, as plain values."""
    return {
        "name": name,
        "alt": fields["alt"],
        "wide": asdict(fields["wide"]),
        "narrow": asdict(fields["narrow"]),
        "controls": [asdict(control) for control in fields["controls"]],
        "says": list(fields["says"]),
        "table": asdict(fields["table"]),
        "chart": asdict(chart),
        "experiment": asdict(experiment),
    }


def plain_number(name: str, value: float | int | str, origin: SourceRef) -> dict[str, Any]:
    """A number and where it comes from, as plain values."""
    return {"name": name, "value": value, "origin": asdict(origin)}


def to_figure(told: Mapping[str, Any], test: SourceRef | None) -> Figure:
    """The figure that the plain values tell. Its test is not kept with it: one may be written later."""
    table = told["table"]
    return Figure(
        name=told["name"],
        alt=told["alt"],
        wide=Picture(**told["wide"]),
        narrow=Picture(**told["narrow"]),
        controls=tuple(_control(control) for control in told["controls"]),
        says=tuple(told["says"]),
        table=Table(table["caption"], tuple(table["columns"]), tuple(map(tuple, table["rows"]))),
        chart=SourceRef(**told["chart"]),
        experiment=SourceRef(**told["experiment"]),
        test=test,
    )


def to_number(told: Mapping[str, Any]) -> Number:
    """The number that the plain values tell."""
    return Number(told["name"], told["value"], SourceRef(**told["origin"]))


def _control(told: Mapping[str, Any]) -> Control:
    options = tuple((value, label) for value, label in told["options"])
    return Control(**{**told, "options": options})
