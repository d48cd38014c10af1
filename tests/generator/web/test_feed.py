"""The feed as a reader gets it: Atom, every section whole, and no address that needs the page beside it."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from generator.render import render
from generator.web.feed import Entry, entries
from tests.generator import sample
from tests.generator.html import elements, values

PROJECT = Path(__file__).parents[3]
HOME = "https://example.org/a/tides/"
ATOM = {"": "http://www.w3.org/2005/Atom"}
ESSAY = sample.essay(address=HOME)
FRONT, PULLS, HEIGHTS = entries(ESSAY)


def with_body(html: str, title: str = "Pulls") -> Entry:
    """The entry of a section with a text of its own."""
    section = sample.replaced(ESSAY.sections[0], body=(html,), plain_title=title)
    _, entry = entries(sample.replaced(ESSAY, sections=(section,)))
    return entry


@pytest.fixture(scope="module")
def feed(kept: Path) -> ET.Element:
    return ET.fromstring(render(ESSAY, PROJECT, kept)["feed.xml"])


def test_the_feed_has_what_atom_asks_for(feed: ET.Element) -> None:
    """RFC 4287, 4.1.1 and 4.1.2."""
    for element in (feed, *feed.iterfind("entry", ATOM)):
        for name in ("id", "title", "updated"):
            assert len(element.findall(name, ATOM)) == 1
        assert (element.findtext("updated", "", ATOM)) == "2026-11-29T00:00:00Z"
        assert element.findtext("id", "", ATOM).startswith(HOME)
    links = {link.get("rel"): link.get("href") for link in feed.iterfind("link", ATOM)}
    assert links == {"alternate": HOME, "self": f"{HOME}feed.xml"}
    assert [name.text for name in feed.iterfind("author/name", ATOM)] == list(ESSAY.settings.authors)
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"


def test_an_entry_for_the_front_page_and_each_section(feed: ET.Element) -> None:
    told = [
        (
            entry.findtext("title", "", ATOM),
            entry.findtext("id", "", ATOM),
            entry.findtext("content", "", ATOM),
        )
        for entry in feed.iterfind("entry", ATOM)
    ]
    assert told == [(entry.title, entry.address, entry.content) for entry in (FRONT, PULLS, HEIGHTS)]
    assert [address for _, address, _ in told] == [HOME, f"{HOME}#pulls", f"{HOME}#heights"]
    names = [name.text for name in feed.iter(f"{{{ATOM['']}}}id")]
    assert len(names) == len(set(names))
    types = {content.get("type") for content in feed.iterfind("entry/content", ATOM)}
    assert types == {"html"}


@pytest.mark.parametrize("entry", [FRONT, PULLS, HEIGHTS])
def test_every_address_is_whole(entry: Entry) -> None:
    for address in (*values(entry.content, "href"), *values(entry.content, "src")):
        assert address.startswith(HOME)


@pytest.mark.parametrize("entry", [FRONT, PULLS, HEIGHTS])
def test_nothing_of_the_page_alone_is_left(entry: Entry) -> None:
    kept = {name for _, attributes in elements(entry.content) for name in attributes}
    assert kept <= {"href", "src", "alt", "width", "height", "display", "scope"}
    assert "<svg" not in entry.content
    assert "<script" not in entry.content


def test_formulas_are_mathml() -> None:
    assert '<math display="block">\n<mi>F</mi><mo>=</mo><mfrac>' in PULLS.content


def test_a_figure_is_a_picture_that_leads_to_the_page() -> None:
    link = f'<a href="{HOME}#fig-lever">'
    image = f'<img src="{HOME}pictures/fig-lever.svg" alt="A handle on a line &amp; a bar under it."'
    assert f'{link}{image} width="576" height="120"></a>' in HEIGHTS.content
    assert "<b>Figure 2.</b> A pull moves water" in HEIGHTS.content
    assert "The pull of the moon is 1.50 at depth 40." in HEIGHTS.content
    assert "The bar is the pull of the <i>body</i> chosen." in HEIGHTS.content


def test_a_note_and_a_citation_read_without_the_page() -> None:
    assert f'Sun,<sup><a href="{HOME}#n1">1</a></sup>' in PULLS.content
    assert f'<aside><a href="{HOME}#n1r">1</a> By a factor of about two.</aside>' in PULLS.content
    assert f'<a href="{HOME}#ref-laplace1776">[1]</a>' in PULLS.content
    assert "<p>[1] P.-S. Laplace. <i>Recherches</i>. 1776.</p>" in PULLS.content
    assert "References" not in HEIGHTS.content  # nothing is cited there


def test_a_link_that_sets_a_figure_says_so_in_its_address() -> None:
    assert (
        f'<a href="{HOME}#fig-lever?pull=3&amp;body=sun&amp;spring=true">stronger pull</a>' in HEIGHTS.content
    )


def test_code_has_no_line_numbers_between_its_words() -> None:
    assert "<code>def tide(): ...</code>" in HEIGHTS.content


def test_addresses_elsewhere_stay_and_own_pictures_come_from_the_site() -> None:
    html = (
        '<p><a href="https://doi.org/10.1/x" class="y">x</a> <a href="mailto:a@b.example">m</a>'
        '<img src="pictures/a%20b.png" alt="the role of class"></p>'
    )
    assert with_body(html).content == (
        '<p><a href="https://doi.org/10.1/x">x</a> <a href="mailto:a@b.example">m</a>'
        f'<img src="{HOME}pictures/a%20b.png" alt="the role of class"></p>'
    )


def test_whatever_an_author_writes_the_feed_is_xml(kept: Path) -> None:
    body = ("<p>a \x0c &lt;b> ]]&gt; ]]> \ufffe 𝐹</p>",)
    section = sample.replaced(ESSAY.sections[0], body=body, plain_title="1 < 2 & \x0b]]>")
    settings = sample.replaced(ESSAY.settings, title="Tides < & ]]>", authors=('A "B" <c>',))
    changed = sample.replaced(ESSAY, settings=settings, sections=(section,))
    feed = ET.fromstring(render(changed, PROJECT, kept)["feed.xml"])
    title = feed.findtext("title", "", ATOM)
    content = [entry.findtext("content", "", ATOM) for entry in feed.iterfind("entry", ATOM)][1]
    assert title == "Tides < & ]]>"
    assert re.sub(r"\s+", " ", content) == "<p>a &lt;b> ]]&gt; ]]> 𝐹</p>"
