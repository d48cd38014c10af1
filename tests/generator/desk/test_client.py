"""A page as the preview serves it: the site's own page, and the preview's script."""

import json
import re

import pytest

from generator.desk.client import dressed, told, waiting_page
from generator.desk.stage import Shown
from generator.problems import Place, Problem

META = '<meta http-equiv="Content-Security-Policy" content="{}">'


def policy(page: str) -> dict[str, list[str]]:
    [text] = re.findall(META.format('([^"]*)'), page)
    directives = text.replace("&#x27;", "'").replace("&#39;", "'").split(";")
    return {name: sources for name, *sources in map(str.split, directives)}


def test_only_the_script_and_what_it_needs_are_added() -> None:
    site = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'"
    page = f"<html>\n<head>\n{META.format(site)}\n<title>a</title>\n</head>\n<body>&amp;</body>\n</html>\n"
    served = dressed(page, "17")
    script = '\n<script src="/.preview/preview.js" data-version="17" defer></script>'
    assert policy(served) == policy(page) | {"connect-src": ["'self'"]}
    assert re.sub(META.format('[^"]*'), META.format(site), served).replace(script, "") == page


def test_a_page_that_carries_everything_keeps_its_hashes() -> None:
    meta = META.format("default-src 'none'; script-src 'sha256-a'; style-src 'sha256-b'")
    page = f"<head>{meta}</head>"
    assert policy(dressed(page, "")) == {
        "default-src": ["'none'"],
        "script-src": ["'sha256-a'", "'self'"],
        "style-src": ["'sha256-b'", "'self'"],
        "connect-src": ["'self'"],
    }


@pytest.mark.parametrize("page", ["<head><title>b</title></head>", waiting_page()])
def test_every_page_has_the_script(page: str) -> None:
    assert "/.preview/preview.js" in dressed(page, "3")


def test_problems_are_told_in_parts() -> None:
    shown = Shown(
        versions={"index.html": "5"},
        problems=(
            Problem(Place("a.md", 7, 3), "wrong", "x  y", "right"),
            Problem(Place("b.md"), "odd\n    indeed", severity="warning"),
        ),
        work=("walk",),
    )
    assert json.loads(told(shown, "index.html")) == {
        "version": "5",
        "work": ["walk"],
        "problems": [
            {
                "severity": "error",
                "place": "a.md:7:3",
                "message": "wrong",
                "excerpt": "    7 | x  y\n      |   ^ right",
            },
            {"severity": "warning", "place": "b.md:1:1", "message": "odd\n    indeed", "excerpt": ""},
        ],
    }
    assert json.loads(told(shown, "gone.html"))["version"] is None


def test_a_page_is_another_when_it_or_a_picture_has_changed() -> None:
    first = Shown().turned({"index.html": b"2", "other.html": b"3", "pictures/a.png": b"5"}, frozenset())
    text = first.turned({"index.html": b"7"}, frozenset())
    assert text.versions["index.html"] != first.versions["index.html"]
    assert text.versions["other.html"] == first.versions["other.html"]
    picture = first.turned({"pictures/a.png": b"11"}, frozenset())
    assert all(picture.versions[name] != first.versions[name] for name in first.versions)
    assert first.turned({"data.csv": b"13"}, frozenset()).versions == first.versions
    gone = first.turned({}, frozenset({"other.html", "pictures/a.png"}))
    assert gone.pages.keys() == gone.versions.keys() == {"index.html"}
