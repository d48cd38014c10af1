"""Every file of the site is right by its standard: pages by that of HTML, drawings, feed and list by that of XML."""

from __future__ import annotations

import html
import json
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from generator.model import Control, Table
from generator.render import render
from tests.generator import sample
from tests.generator.html import elements, mistakes

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


def test_a_token_of_markup_in_a_figure_is_only_text(tmp_path_factory: pytest.TempPathFactory) -> None:
    token = "</script><script>x()</script><!--<script>"
    control = Control("word", "choice", token, token, options=((token, token), ("b", token)), group=token)
    text = Control("typed", "text", token, token, high=97)
    figure = replace(
        sample.lever(),
        alt=token,
        says=(token, token, token),
        controls=(control, text),
        table=Table(token, (token, "n"), ((token, 1),)),
        wide=replace(sample.picture(576), spec=json.dumps({"data": [token]})),
    )
    essay = sample.essay(title=token, address="https://example.org/")
    section = replace(essay.sections[0], body=(sample.placed(figure, 1),))
    shown = replace(essay, front=(), sections=(section,), listed_sources=())
    plain = replace(shown, sections=(replace(section, body=(sample.placed(sample.lever(), 1),)),))
    cache_dir = tmp_path_factory.mktemp("cache")
    site, usual = render(shown, PROJECT, cache_dir), render(plain, PROJECT, cache_dir)
    for name in ("index.html", "script.html"):
        assert mistakes(site[name].decode()) == []
        tags, as_usual = ([tag for tag, _ in elements(files[name].decode())] for files in (site, usual))
        assert tags.count("script") == as_usual.count("script")
        assert html.escape(token, quote=False) in site[name].decode()
