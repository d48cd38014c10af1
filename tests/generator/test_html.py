"""Every file of the site is right by its standard: pages by that of HTML, drawings, feed and list by that of XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.render import render
from tests.generator import sample
from tests.generator.html import mistakes

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The sample essay as it is published."""
    return render(
        sample.essay(address="https://example.org/a/tides/"), PROJECT, tmp_path_factory.mktemp("cache")
    )


def test_pages_are_html(site: Mapping[str, bytes]) -> None:
    pages = [name for name in site if name.endswith(".html")]
    assert {"index.html", "tides.html", "404.html", "code/generator/model.py.html"} <= set(pages)
    for name in pages:
        assert mistakes(site[name].decode()) == [], name


def test_drawings_feed_and_list_are_xml(site: Mapping[str, bytes]) -> None:
    roots = {name: ET.fromstring(site[name]).tag for name in site if name.endswith((".svg", ".xml"))}
    assert roots.pop("feed.xml") == "{http://www.w3.org/2005/Atom}feed"
    assert roots.pop("sitemap.xml") == "{http://www.sitemaps.org/schemas/sitemap/0.9}urlset"
    assert set(roots.values()) == {"{http://www.w3.org/2000/svg}svg"}


@pytest.mark.parametrize(
    ("wrong", "mistake"),
    [
        ("<p>a</b>", "unexpected-end-tag"),
        ("<a href=a href=b></a>", "duplicate-attribute"),
        ("<p>&nosuch;</p>", "expected-named-entity"),
        ("<p>\x07</p>", "invalid-codepoint"),
        ("<table><p>a</p></table>", "unexpected-start-tag-implies-table-voodoo"),
        ("<div>", "expected-closing-tag-but-got-eof"),
    ],
)
def test_what_is_wrong_is_seen(wrong: str, mistake: str) -> None:
    [told] = mistakes(f"<!DOCTYPE html><title>t</title>{wrong}")[:1]
    assert mistake in told
