"""The faces: shipped whole, the maths face cut down, and what it lacks is told."""

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.web.faces import FACES, FOLDER, face_files, lacking, maths_face


def font(data: bytes) -> TTFont:
    return TTFont(io.BytesIO(data))


def test_every_face_is_shipped_with_its_licence() -> None:
    assert {face.file for face in FACES} == {path.name for path in FOLDER.glob("*.woff2")}
    licences = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("OFL-*.txt"))
    for family in ("STIX", "Adobe"):
        assert f"{family}" in licences


def test_the_maths_face_has_what_is_asked_and_no_more(tmp_path: Path) -> None:
    face = font(maths_face("𝑥=√", tmp_path))
    assert {chr(code) for code in face.getBestCmap()} == set("𝑥=√ ")


def test_the_maths_face_keeps_what_grows(tmp_path: Path) -> None:
    """A root over a fraction needs taller radical signs, which are glyphs without a character."""
    whole, cut = (
        font(data) for data in ((FOLDER / "stix-two-math.woff2").read_bytes(), maths_face("√", tmp_path))
    )
    for face in (whole, cut):
        variants = face["MATH"].table.MathVariants
        sign = face.getBestCmap()[ord("√")]
        index = variants.VertGlyphCoverage.glyphs.index(sign)
        assert len(variants.VertGlyphConstruction[index].MathGlyphVariantRecord) >= 4
    assert cut["MATH"].table.MathConstants.RadicalRuleThickness.Value > 0
    assert len(cut.getGlyphOrder()) < len(whole.getGlyphOrder()) / 10


@pytest.mark.parametrize(("asked", "missing"), [("𝑥漢=ſ", "ſ漢"), ("𝑥\u2061\u200b ", ""), ("", "")])
def test_a_character_that_the_maths_face_lacks_is_told(asked: str, missing: str) -> None:
    assert lacking(asked) == missing


def test_the_list_of_characters_is_that_of_the_maths_face() -> None:
    known = font((FOLDER / "stix-two-math.woff2").read_bytes()).getBestCmap()
    assert lacking(map(chr, known)) == ""
    assert set(lacking(map(chr, range(0x21, 0x20000)))).isdisjoint(map(chr, known))
    listed = (FOLDER / "stix-two-math.txt").read_text(encoding="utf-8").split()
    assert sum(
        int(last, 16) - int(first, 16) + 1 for first, last in (line.split("-") for line in listed)
    ) == len(known)


def test_the_maths_face_comes_out_of_the_cache_as_it_went_in(tmp_path: Path) -> None:
    first = maths_face("𝑥=", tmp_path)
    assert maths_face("𝑥=", tmp_path) == first
    for entry in tmp_path.rglob("web/maths-face/*"):
        entry.write_bytes(entry.read_bytes()[:-1])  # torn: made again
    assert maths_face("𝑥=", tmp_path) == first


def test_each_face_has_its_file(tmp_path: Path) -> None:
    files = face_files("𝑥", tmp_path)
    assert files.keys() == {face.file for face in FACES}
    for data in files.values():
        assert data[:4] == b"wOF2"
