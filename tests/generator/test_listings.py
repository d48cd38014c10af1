"""Code in the text is the code in its file: found by name, shown line for line."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from generator.listings import find_line, find_listing, highlighted
from generator.problems import Fault

CODE = '''"""Spinning."""
import functools


class Hand:
    @functools.cache
    def toss(self) -> str:
        """How it goes: <up>."""
        return "&"


async def catch() -> None:
    pass


TURNS = (
    2,
    3,
)
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module."""
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "spin.py").write_text(CODE)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("kit.spin.Hand", 5, 9),
        ("kit.spin.Hand.toss", 6, 9),
        ("kit.spin.catch", 12, 13),
        ("kit.spin.TURNS", 16, 19),
    ],
)
def test_definitions_and_constants_stand_whole(project: Path, name: str, first: int, last: int) -> None:
    listing = find_listing(project, name)
    assert (listing.path, listing.first, listing.last) == ("kit/spin.py", first, last)
    lines = CODE.split("\n")[first - 1 : last]
    assert [line.strip() for line in listing.code.split("\n")] == [line.strip() for line in lines]
    assert not listing.code.startswith(" ")


def test_what_is_shown_is_what_is_there(project: Path) -> None:
    code = find_listing(project, "kit.spin.Hand").code
    shown = highlighted(code, first_line=5)
    numbers = re.findall(r'<span class="linenos">(.*?)</span>', shown)
    assert numbers == ["5", "6", "7", "8", "9"]
    text = re.sub(r'<span class="linenos">.*?</span>', "", shown)
    assert html.unescape(re.sub(r"<[^>]*>", "", text)) == code


def test_line_numbers_are_set_flush(project: Path) -> None:
    shown = highlighted("a\nb\n", "text", first_line=9)
    assert '<span class="linenos"> 9</span>' in shown
    assert '<span class="linenos">10</span>' in shown


def test_the_line_of_a_name(project: Path) -> None:
    assert find_line(project, "kit/spin.py", "Hand.toss") == 6


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("kit.spin.Hand.tos", "did you mean 'Hand.toss'?"),
        ("kit.spni.catch", "did you mean 'kit.spin'?"),
        ("kit.spin", "it has Hand, Hand.toss, catch, TURNS"),
        ("../kit.spin.catch", "a name such as package.module.function"),
    ],
)
def test_a_name_that_is_not_there(project: Path, name: str, hint: str) -> None:
    with pytest.raises(Fault) as fault:
        find_listing(project, name)
    assert fault.value.hint == hint


def test_code_that_is_no_python(project: Path) -> None:
    (project / "kit" / "broken.py").write_text("def toss():\n    return (\n")
    with pytest.raises(Fault, match=r"kit/broken\.py:2 is not Python"):
        find_listing(project, "kit.broken.toss")
