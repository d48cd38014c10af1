"""What figure.html asks of a figure: its still pictures, its controls in groups, its links, its table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup

from generator.model import Control, Figure, Picture, SourceRef

_FORMAT = re.compile(r"(,?)(?:\.(\d+))?([fd%]?)")
_ROOT = re.compile(r"<svg\b([^>]*)>")
_ROOT_KEPT = re.compile(r'\s(?!xmlns|role|aria-|class)[\w-]+="[^"]*"')


def still(picture: Picture, alt: str) -> Markup:
    """The still picture as it stands in the page: one image with a description."""

    def root(match: re.Match[str]) -> str:
        kept = "".join(_ROOT_KEPT.findall(match[1]))
        return str(Markup('<svg role="img" aria-label="{}"{}>').format(alt, Markup(kept)))

    return Markup(_ROOT.sub(root, picture.svg, count=1))


def groups(controls: Iterable[Control], folded: bool) -> list[tuple[str, list[Control]]]:
    """The folded or the open controls in order of appearance, those of one group under its legend."""
    gathered: dict[str, tuple[str, list[Control]]] = {}
    for control in controls:
        if control.folded == folded:
            key = control.group or f"\0{control.name}"  # one without a group stands alone
            gathered.setdefault(key, (control.group, []))[1].append(control)
    return list(gathered.values())


def read_out(control: Control) -> str:
    """The value that stands beside a slider at the start; the script writes the later ones in the same way."""
    named = dict(control.options).get(control.value)
    return named if named is not None else formatted(float(control.value), control.format)


def formatted(value: float, pattern: str) -> str:
    """A number as `.2f`, `,.0f`, `d` or `.0%` say; without a pattern, in full."""
    match = _FORMAT.fullmatch(pattern)
    if match is None:
        raise ValueError(f"a read-out is formatted as .2f, ,.0f, d or .0%, got {pattern!r}")
    comma, places, kind = match.groups()
    if not kind:
        return attribute(value).replace("-", "−")
    return format(value, f"{comma}.{places or 0}{'%' if kind == '%' else 'f'}").replace("-", "−")


def attribute(value: float | str | bool) -> str:
    """A value in an attribute, written as a script would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def cell(value: str | float | int | None) -> str:
    """A cell of the data table: four figures are enough to read; the download has them all."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}".replace("-", "−")
    return str(value).replace("-", "−") if isinstance(value, int) else value


def source_path(reference: SourceRef) -> str:
    """The address of some lines of a source page."""
    return f"code/{reference.path}.html#L{reference.first}"


def figure_links(figure: Figure) -> list[tuple[str, str, str]]:
    """Label, address and, for what is taken away, the name to keep it under."""
    code = [("chart", figure.chart), ("experiment", figure.experiment), ("test", figure.test)]
    links = [(label, source_path(reference), "") for label, reference in code if reference]
    name = figure.name
    return [
        *links,
        ("CSV", f"data/{name}.csv", f"{name}.csv"),
        ("JSON", f"data/{name}.json", f"{name}.json"),
        ("picture", f"pictures/fig-{name}.svg", f"fig-{name}.svg"),
        ("Vega", f"pictures/fig-{name}.vg.json", f"fig-{name}.vg.json"),
    ]
