"""The faces that the page is set in: shipped with the theme, and the maths face cut to the glyphs in use."""

from __future__ import annotations

import functools
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


def lacking(characters: Iterable[str]) -> str:
    """Those of the characters that the maths face has no glyph for; what is never seen lacks nothing."""
    seen = (letter for letter in characters if unicodedata.category(letter) not in _UNSEEN)
    return "".join(sorted(letter for letter in seen if ord(letter) not in _maths_characters()))


@functools.cache
def _maths_characters() -> frozenset[int]:
    """The characters of the maths face, from the list that stands beside it."""
    lines = _MATHS.with_suffix(".txt").read_text(encoding="utf-8").split()
    ranges = ([int(end, 16) for end in line.split("-")] for line in lines)
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


def face_files(characters: Iterable[str], cache_dir: Path) -> dict[str, bytes]:
    """The file of every face, by name; the maths face has what the given characters need and no more."""
    files = {face.file: (FOLDER / face.file).read_bytes() for face in FACES if face.file != _MATHS.name}
    return files | {_MATHS.name: maths_face(characters, cache_dir)}


def maths_face(characters: Iterable[str], cache_dir: Path) -> bytes:
    """The maths face cut to some characters and to what grows out of them."""
    text = "".join(sorted({" ", *characters}))
    shipped = _MATHS.read_bytes()
    inputs = {
        "characters": text,
        "face": cache.digest(shipped),
        "code": cache.digest(Path(__file__).read_bytes()),
        "fonttools": version("fonttools"),
    }
    recipe = cache.Recipe("web/maths-face", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _cut(shipped, text)
        cache.put(cache_dir, recipe, kept)
    return kept


def _cut(shipped: bytes, text: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(shipped), recalcTimestamp=False)
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["ssty", "dtls"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()
