"""The faces that the page is set in: shipped with the theme, and the maths face cut to the glyphs in use."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from generator import cache
from generator.palette import THEME

FOLDER = THEME / "fonts"
_MATHS = FOLDER / "stix-two-math.woff2"
_UNSEEN = {
    "Cc",
    "Cf",
    "Mn",
    "Zs",
}  # invisible operators, selectors, spaces: nothing is missing where they are


@dataclass(frozen=True, slots=True)
class Face:
    """One face of the stylesheet."""

    family: str
    file: str
    weight: str = "400"
    style: str = "normal"


FACES = (
    Face("STIX Two Text", "stix-two-text-regular.woff2"),
    Face("STIX Two Text", "stix-two-text-italic.woff2", style="italic"),
    Face("STIX Two Text", "stix-two-text-semibold.woff2", weight="600"),
    Face("STIX Two Math", _MATHS.name),
    Face("Essay Sans", "essay-sans.woff2", weight="400 600"),
    Face("Essay Mono", "essay-mono-regular.woff2"),
    Face("Essay Mono", "essay-mono-semibold.woff2", weight="600"),
)


@dataclass(frozen=True, slots=True)
class MathsFace:
    """The maths face with the glyphs of some characters, and those of them that it has no glyph for."""

    data: bytes
    missing: str


def face_files(characters: Iterable[str], cache_dir: Path) -> dict[str, bytes]:
    """The file of every face, by name; the maths face has what the given characters need and no more."""
    files = {face.file: (FOLDER / face.file).read_bytes() for face in FACES if face.file != _MATHS.name}
    return files | {_MATHS.name: maths_face(characters, cache_dir).data}


def maths_face(characters: Iterable[str], cache_dir: Path) -> MathsFace:
    """The maths face cut to some characters and to what grows out of them."""
    text = "".join(sorted({" ", *characters}))
    shipped = _MATHS.read_bytes()
    inputs = {"characters": text, "face": cache.digest(shipped), "fonttools": version("fonttools")}
    recipe = cache.Recipe("web/maths-face", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _cut(shipped, text)
        cache.put(cache_dir, recipe, kept)
    missing, _, data = kept.partition(b"\n")
    return MathsFace(data, missing.decode())


def _cut(shipped: bytes, text: str) -> bytes:
    """A line with the characters that the face lacks, then the face."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(shipped), recalcTimestamp=False)
    known = font.getBestCmap()
    missing = [
        letter for letter in text if ord(letter) not in known and unicodedata.category(letter) not in _UNSEEN
    ]
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["ssty", "dtls"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return "".join(missing).encode() + b"\n" + file.getvalue()
