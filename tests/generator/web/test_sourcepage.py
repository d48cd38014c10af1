"""Source pages: each line whole in itself and with an address, whatever the file holds."""

import html
import re
from pathlib import Path

import pytest

from generator.web.sourcepage import numbered_source

SOURCES = {
    "a.py": '"""Two\nlines."""\n\n\ndef f(x):\n    return x < 1 & 2  # </pre>\n',
    "b.md": "# Title\n\n`code` and *more*\n",
    "c.unknown": "  <script>alert(1)</script>\n\tindented\n",
    "d.py": "x = 1",  # no newline at the end
    "e.py": "\n\nx = 1\n\n",  # blank lines count
}
LINE = re.compile(r'<span class="line" id="L(\d+)"><a class="linenos" href="#L\1">\1</a>(.*?)\n</span>')


@pytest.mark.parametrize("path", SOURCES)
def test_the_lines_are_those_of_the_file(path: str, tmp_path: Path) -> None:
    told = numbered_source(path, SOURCES[path], tmp_path)
    lines = LINE.findall(told)
    assert LINE.sub("", told) == ""
    assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
    assert all(line.count("<span") == line.count("</span>") for _, line in lines)
    plain = [html.unescape(re.sub(r"<[^>]*>", "", line)) for _, line in lines]
    assert plain == SOURCES[path].removesuffix("\n").split("\n")
    assert numbered_source(path, SOURCES[path], tmp_path) == told
