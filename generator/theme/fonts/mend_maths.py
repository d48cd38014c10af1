"""Make stix-two-math.woff2 out of STIXTwoMath-Regular.ttf: what formulas use of it, with three repairs for browsers.

Usage: python mend_maths.py STIXTwoMath-Regular.ttf
"""

from __future__ import annotations

import itertools
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent / "stix-two-math.woff2"
_KEPT = ("S", "Mn", "Ps", "Pe", "Pd", "Zs")  # symbols, accents, brackets, dashes and spaces of every block
_BLOCKS = (
    (0x20, 0x7E),
    (0x370, 0x3FF),
    (0x2010, 0x2BFF),
    (0x1D400, 0x1D7FF),
)  # ASCII, Greek, signs, maths letters


def main(source: str) -> None:
    """Read the whole face, mend it, keep what formulas use, and write it beside this file."""
    font = TTFont(source, recalcTimestamp=False)
    narrow_roots(font)
    lift_root_bars(font)
    level_subscripts(font)
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["ssty", "dtls"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=filter(is_for_formulas, font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    TARGET.with_suffix(".txt").write_text(ranges(font.getBestCmap()), encoding="utf-8")


def is_for_formulas(code: int) -> bool:
    """Letters and signs that formulas are written in; not the letters of the world's languages."""
    kept = unicodedata.category(chr(code)).startswith(_KEPT)
    return kept or any(first <= code <= last for first, last in _BLOCKS)


def ranges(codes: Iterable[int]) -> str:
    """The characters of the face as hexadecimal ranges, one a line, so that a build need not open the face."""
    ordered = sorted(codes)
    starts = [code for before, code in itertools.pairwise([-1, *ordered]) if code != before + 1]
    ends = [code for code, after in itertools.pairwise([*ordered, -1]) if after != code + 1]
    return "".join(f"{start:04X}-{end:04X}\n" for start, end in zip(starts, ends, strict=True))


def narrow_roots(font: Any) -> None:
    """Browsers reserve the width of the widest radical sign for every root, which leaves a gap after each.

    All taller signs get the advance of the smallest.
    """
    outlines, advances, variants = font["glyf"], font["hmtx"], font["MATH"].table.MathVariants
    base = font.getBestCmap()[ord("√")]
    width = advances[base][0]
    built = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(base)]
    names = {variant.VariantGlyph for variant in built.MathGlyphVariantRecord}
    names |= {part.glyph for part in built.GlyphAssembly.PartRecords}
    for name in names - {base}:
        outline = outlines[name]
        outline.coordinates.scale((width / advances[name][0], 1))
        outline.coordinates.toInt()
        outline.recalcBounds(outlines)
        advances[name] = (width, outline.xMin)


def lift_root_bars(font: Any) -> None:
    """TeX lifts the bar off a low letter until it stands in the middle of the sign; browsers leave it on the letter.

    A wider gap is right for the letters that stand under roots in running text.
    """
    font["MATH"].table.MathConstants.RadicalVerticalGap.Value = 240


def level_subscripts(font: Any) -> None:
    """TeX ignores the descender of a single letter when it sets a subscript; browsers would hang q's below k's."""
    font["MATH"].table.MathConstants.SubscriptBaselineDropMin.Value = -30


if __name__ == "__main__":
    main(*sys.argv[1:])
