"""Files as authors' machines have them: marks, line ends, names and links that go astray."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load import load
from generator.model import Gallery
from generator.parse import parse
from generator.problems import BuildFailed
from generator.resolve import resolve
from tests.generator.test_cases import written

SETTINGS = """\
title = "Juggling"
subtitle = "by numbers"
description = "A case."
authors = ["A. Author"]
date = 2026-11-29
licence = "CC BY 4.0"
"""
SECTION = "---\ntitle: Arcs\n---\nText, $x$.[^a]\n\n$$\na\n= b\n$$\n\n[^a]: Note.\n"


@pytest.fixture
def content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The smallest essay that can be built."""
    monkeypatch.chdir(tmp_path)
    folder = Path("content")
    folder.mkdir()
    (folder / "essay.toml").write_text(SETTINGS)
    (folder / "index.md").write_text("An abstract.\n")
    (folder / "01-arcs.md").write_text(SECTION)
    return folder


def page(folder: Path) -> str:
    """All that comes of the essay."""
    sources = load(folder)
    return "".join(written(resolve(sources, [parse(text) for text in sources.texts], Gallery(), Path())))


def errors(folder: Path) -> list[str]:
    """What is wrong with the essay, without the lines quoted."""
    with pytest.raises(BuildFailed) as failure:
        page(folder)
    return [f"{problem.place}: {problem.message}" for problem in failure.value.problems]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_marks_and_line_ends_change_nothing(content: Path, mark: str, end: str) -> None:
    plain = page(content)
    for name in ("essay.toml", "index.md", "01-arcs.md"):
        path = content / name
        path.write_bytes((mark + path.read_text().replace("\n", end)).encode())
    assert page(content) == plain


def test_front_matter_may_end_the_file(content: Path) -> None:
    (content / "02-short.md").write_bytes(b"\xef\xbb\xbf---\r\ntitle: Short\r\n---")
    assert "<!-- section 2 short: Short -->\nShort\n" in page(content)


def test_columns_are_right_below_a_mark_and_foreign_line_ends(content: Path) -> None:
    (content / "01-arcs.md").write_bytes(b"\xef\xbb\xbf---\r\ntitle: Arcs\r\n---\r\n\r\n- x {num}`none`\r\n")
    assert errors(content) == ["content/01-arcs.md:5:11: no number is named 'none'"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_file_that_is_not_utf8(content: Path, mark: bytes, end: bytes) -> None:
    text = "---\ntitle: Bälle\n---\nHö".encode() + b"he \xe4\n"
    (content / "01-arcs.md").write_bytes(mark + text.replace(b"\n", end))
    assert errors(content) == ["content/01-arcs.md:4:6: this is not UTF-8: byte 0xe4"]


@pytest.mark.parametrize(
    "character", ["\0", "\x07", "\x0c", "\x7f", "\x85", "\ufdd0", "\uffff", "\U0010ffff"]
)
def test_a_character_that_no_page_can_hold(content: Path, character: str) -> None:
    (content / "01-arcs.md").write_text(f"---\ntitle: Arcs\n---\nHere{character}it is.\n")
    name = f"U+{ord(character):04X}"
    assert errors(content) == [f"content/01-arcs.md:4:5: no page can hold the character {name}"]


def test_names_that_differ_only_by_case(content: Path) -> None:
    (content / "01-Arcs.md").write_text(SECTION)
    (content / "Index.md").write_text("Another.\n")
    assert errors(content) == [
        "content/01-arcs.md:1:1: its name differs from '01-Arcs.md' only by case",
        "content/index.md:1:1: its name differs from 'Index.md' only by case",
    ]


def test_links_that_lead_nowhere_round_and_out(content: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("---\ntitle: Secret\n---\n")
    (content / "02-dangling.md").symlink_to("gone.md")
    (content / "03-loop.md").symlink_to("03-loop.md")
    (content / "04-out.md").symlink_to(tmp_path / "secret.md")
    assert errors(content) == [
        "content/02-dangling.md:1:1: this link leads to 'gone.md', which does not exist",
        "content/03-loop.md:1:1: this link leads round in a circle",
        "content/04-out.md:1:1: this link leads out of content/",
    ]


def test_a_link_to_another_file_of_the_essay_is_read(content: Path) -> None:
    (content / "drafts").mkdir()
    (content / "drafts" / "two.md").write_text("---\ntitle: Two\n---\nSecond.\n")
    (content / "02-two.md").symlink_to("drafts/two.md")
    assert "<p>Second.</p>" in page(content)


def test_pictures_may_not_be_linked_from_outside(content: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_bytes(b"secret")
    (content / "inside.png").symlink_to(tmp_path / "outside.png")
    (content / "01-arcs.md").write_text("---\ntitle: Arcs\n---\n![it](inside.png) [that](../outside.png)\n")
    assert errors(content) == [
        "content/01-arcs.md:4:7: 'inside.png' leads out of content/",
        "content/01-arcs.md:4:26: '../outside.png' leads out of content/",
    ]


def test_a_folder_that_is_not_there(content: Path) -> None:
    assert errors(Path("contnet")) == ["contnet:1:1: there is no such folder"]


def test_files_that_must_be_there(content: Path) -> None:
    (content / "essay.toml").unlink()
    (content / "index.md").unlink()
    assert errors(content) == [
        "content/essay.toml:1:1: this file is missing",
        "content/index.md:1:1: this file is missing",
    ]
