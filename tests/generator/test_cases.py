"""Golden folders: an essay's content, and the page's text or the errors that must come of it.

Figures and numbers are those that the texts name, and those in `gallery.txt` if there is one.
`ACCEPT=1` writes what came instead of comparing; read the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.load import load
from generator.model import Essay, Piece
from generator.parse import parse
from generator.problems import BuildFailed
from generator.resolve import resolve
from tests.generator.gallery import gallery_for

CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir()))
def test_case(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES / case)
    name, text = outcome(Path("content"), Path())
    expected = Path("expected") / name
    if os.environ.get("ACCEPT"):
        accept(expected, text)
    assert expected.is_file(), f"{case} now ends in {name}"
    assert text == expected.read_text(encoding="utf-8")


def outcome(content: Path, project: Path) -> tuple[str, str]:
    """The kind of outcome and its text."""
    sources = load(content)
    listed = [path.read_text(encoding="utf-8") for path in project.glob("gallery.txt")]
    gallery = gallery_for(" ".join([*listed, *(source.text for source in sources.texts)]))
    try:
        essay = resolve(sources, [parse(source) for source in sources.texts], gallery, project)
    except BuildFailed as failure:
        return "error.txt", f"{failure}\n"
    return "body.html", "".join(written(essay))


def accept(expected: Path, text: str) -> None:
    """Make the outcome the expected one, and the only one."""
    expected.parent.mkdir(exist_ok=True)
    for old in expected.parent.iterdir():
        old.unlink()
    expected.write_text(text, encoding="utf-8")


def written(essay: Essay) -> Iterator[str]:
    """The essay as one text, in the order of the page."""
    yield from (f"{warning}\n" for warning in essay.warnings)
    yield from body("front", essay.front)
    for section in essay.sections:
        part = f" of {section.part}" if section.part else ""
        yield from body(
            f"section {section.number} {section.id}{part}: {section.short}", (section.title, "\n")
        )
        yield from pieces(section.body)
    yield from body("glossary", essay.glossary)
    yield from body("colophon", essay.colophon)
    for reference in essay.references:
        yield f"<!-- reference {reference.number} {reference.key} from {', '.join(reference.mentions)} -->\n"
        yield f"{reference.html}\n"
    if essay.listed_sources:
        yield f"<!-- sources {', '.join(essay.listed_sources)} -->\n"
    for path, data in essay.pictures.items():
        yield f"<!-- file {path}, {len(data)} bytes -->\n"
    for name, declarations in essay.formula_styles.items():
        yield f"<!-- style .{name} {{ {declarations} }} -->\n"
    if essay.formula_characters:
        yield f"<!-- characters {''.join(sorted(essay.formula_characters))} -->\n"


def body(heading: str, content: tuple[Piece, ...]) -> Iterator[str]:
    """A part of the essay under its heading, if there is anything in it."""
    if content:
        yield f"<!-- {heading} -->\n"
        yield from pieces(content)


def pieces(content: tuple[Piece, ...]) -> Iterator[str]:
    """HTML, with figures named where they stand."""
    for piece in content:
        if isinstance(piece, str):
            yield piece
        else:
            yield f"<!-- figure {piece.number} {piece.figure.name} at {piece.place} -->\n"
            yield f"{piece.title}\n{piece.caption}"
