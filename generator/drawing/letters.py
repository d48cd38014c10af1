"""How wide a text is in the face that figures are set in, so that chips and columns are laid out when baked."""

from __future__ import annotations

import functools
from pathlib import Path

import vl_convert
from fontTools.ttLib import TTFont

FAMILY = "Essay Sans"
WEIGHTS = (400, 600)
_FACES = Path(__file__).parent / "faces"


def width_of(text: str, size: float = 14, weight: int = 400) -> float:
    """The advance width of a text in pixels. A character the face lacks counts as half its size."""
    advances = _advances(weight)
    return size * sum(advances.get(ord(letter), 0.5) for letter in text)


@functools.cache
def _advances(weight: int) -> dict[int, float]:
    with TTFont(_FACES / f"essay-sans-{weight}.ttf") as face:
        em, widths = face["head"].unitsPerEm, face["hmtx"].metrics
        return {letter: widths[glyph][0] / em for letter, glyph in face.getBestCmap().items()}


@functools.cache
def register_face() -> None:
    """Give the face to the renderer of still pictures, so that still and live ones measure alike."""
    vl_convert.register_font_directory(str(_FACES))
