"""The picture that stands beside a link to the essay: its title over one of its figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from markupsafe import escape

from generator import cache
from generator.model import Figure, Settings
from generator.palette import palette
from generator.web.downloads import picture_svg
from generator.web.metadata import Share

WIDTH, HEIGHT = 1200, 630  # what the networks ask for
_MARGIN, _GAP = 64, 40
_LOOKS = ((64, 600, "ink", 0), (30, 400, "muted", 16))  # title, subtitle: size, weight, color, room above


def share(settings: Settings, figures: Sequence[Figure], cache_dir: Path) -> tuple[Share, bytes] | None:
    """The picture and what the page tells of it; none where no figure could be on it."""
    named = (figure for figure in figures if settings.picture in ("", figure.name))
    figure = next(named, None)
    if figure is None:
        return None
    image = _png(settings, figure, cache_dir)
    path = f"assets/share-{cache.digest(image)[:10]}.png"
    return Share(path, WIDTH, HEIGHT, figure.alt), image


def _png(settings: Settings, figure: Figure, cache_dir: Path) -> bytes:
    still = picture_svg(figure.wide.svg, palette(settings.roles, "light"))
    inputs = {
        "title": settings.title,
        "subtitle": settings.subtitle,
        "figure": cache.digest(still),
        "code": cache.digest(Path(__file__).read_bytes()),
        "vl-convert-python": version("vl-convert-python"),
    }
    recipe = cache.Recipe("web/share", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _drawn(settings, figure, still.decode())
        cache.put(cache_dir, recipe, kept)
    return kept


def _drawn(settings: Settings, figure: Figure, still: str) -> bytes:
    import vl_convert

    from generator.drawing.letters import FAMILY, register_face

    register_face()
    colors = palette(settings.roles, "light")
    texts, top = _texts(settings)
    scale = min((WIDTH - 2 * _MARGIN) / figure.wide.width, (HEIGHT - top - _MARGIN) / figure.wide.height)
    width, height = figure.wide.width * scale, figure.wide.height * scale
    x, y = (WIDTH - width) / 2, top + (HEIGHT - top - _MARGIN - height) / 2
    place = f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    placed = re.sub(r'<svg xmlns="[^"]*" width="[^"]*" height="[^"]*"', place, still, count=1)
    return vl_convert.svg_to_png(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{FAMILY}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colors["paper"]}"/>{texts}{placed}</svg>',
        scale=1,
        ppi=72,
    )


def _texts(settings: Settings) -> tuple[str, float]:
    """Title and subtitle as SVG, and where the room for the figure begins."""
    colors = palette(settings.roles, "light")
    y, lines = float(_MARGIN), []
    for text, (size, weight, color, above) in zip((settings.title, settings.subtitle), _LOOKS, strict=True):
        y += above
        for line in _lines(text, size, weight):
            y += size * 1.1
            look = f'font-size="{size}" font-weight="{weight}" fill="{colors[color]}"'
            lines.append(f'<text x="{_MARGIN}" y="{y:.1f}" {look}>{escape(line)}</text>')
    return "".join(lines), y + _GAP


def _lines(text: str, size: float, weight: int) -> Iterator[str]:
    """A text in lines that fit."""
    from generator.drawing.letters import width_of

    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and width_of(longer, size, weight) > WIDTH - 2 * _MARGIN:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
