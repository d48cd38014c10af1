"""Source pages: each line whole in itself, whatever the file holds."""

import html
import re
from pathlib import Path

import pytest

from generator.web.sourcepage import highlighted_lines

SOURCES = {
    "a.py": '"""Two\nlines."""\n\n\ndef f(x):\n    return x < 1 & 2  # </pre>\n',
    "b.md": "# Title\n\n`code` and *more*\n",
    "c.unknown": "  <script>alert(1)</script>\n\tindented\n",
    "d.py": "x = 1",  # no newline at the end
    "e.py": "\n\nx = 1\n\n",  # blank lines count
}


@pytest.mark.parametrize("path", SOURCES)
def test_the_lines_are_those_of_the_file(path: str, tmp_path: Path) -> None:
    lines = highlighted_lines(path, SOURCES[path], tmp_path)
    told = []
    for line in lines:
        assert line.count("<span") == line.count("</span>"), line
        told.append(html.unescape(re.sub(r"<[^>]*>", "", line)))
    assert told == SOURCES[path].removesuffix("\n").split("\n")
    assert highlighted_lines(path, SOURCES[path], tmp_path) == lines
