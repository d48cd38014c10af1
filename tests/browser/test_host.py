"""The sample's site as a host publishes it, under a path of its own: quiet, whole, and known by its address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.render import render
from tests.browser.conftest import PROJECT, Reader
from tests.browser.driving import enliven
from tests.generator import sample

PLACE = "a/b/published"
DEEP = "no/such/page.html"


@pytest.fixture(scope="module")
def home(host: str, root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the site is published. What a host shows for what is not there stands deep in it."""
    address = f"{host}/{PLACE}/"
    files = dict(render(sample.essay(address=address), PROJECT, tmp_path_factory.mktemp("cache")))
    files[DEEP] = files["404.html"]
    for name, data in files.items():
        path = root / PLACE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return address


@pytest.mark.parametrize("name", ["index.html", "tides.html"])
@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_page_tells_what_it_is_and_its_policy_has_nothing_to_say(
    reader: Reader, home: str, root: Path, name: str, scheme: str
) -> None:
    page = reader(home + name if scheme == "http" else root / PLACE / name)
    told = json.loads(page.locator("script[type='application/ld+json']").text_content() or "")
    assert (told["@type"], told["headline"], told["url"]) == ("ScholarlyArticle", "Tides, worked out", home)
    enliven(page.locator("#fig-lever"))


def test_the_picture_beside_a_link_can_be_shown(reader: Reader, home: str) -> None:
    page = reader(home)
    address = page.locator("meta[property='og:image']").get_attribute("content")
    size = (
        "async (src) => { const i = new Image(); i.src = src; await i.decode(); return [i.width, i.height]; }"
    )
    assert page.evaluate(size, address) == [1200, 630]


def test_from_where_nothing_is_a_link_leads_home(reader: Reader, home: str) -> None:
    page = reader(home + DEEP, color_scheme="dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground != "rgba(0, 0, 0, 0)"  # its look is its own
    page.get_by_role("link", name="Tides, worked out").click()
    assert page.url == home
    assert page.get_by_role("heading", level=1).text_content() == "Tides, worked out"


def test_a_feed_reader_finds_formulas_and_pictures(reader: Reader, home: str) -> None:
    page = reader(home)
    feed = page.request.get(page.locator("link[rel=alternate]").get_attribute("href") or "")
    parts = page.evaluate(
        """(text) => [...new DOMParser().parseFromString(text, "text/xml").querySelectorAll("content")]
            .map((content) => new DOMParser().parseFromString(content.textContent, "text/html"))
            .map((entry) => [
                [...entry.querySelectorAll("math *")].map((part) => part.namespaceURI),
                [...entry.images].map((image) => image.getAttribute("src")),
            ])""",
        feed.text(),
    )
    formulas, pictures = ([kind for part in parts for kind in part[i]] for i in (0, 1))
    assert set(formulas) == {"http://www.w3.org/1998/Math/MathML"}
    assert pictures == [f"{home}pictures/fig-{name}.svg" for name in ("overview", "lever", "folded")]
    for address in pictures:
        assert page.request.get(address).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_citation_is_copied_at_a_press(reader: Reader, home: str, root: Path, scheme: str) -> None:
    page = reader(home if scheme == "http" else root / PLACE / "tides.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    entry = page.locator("#bibtex").text_content()
    assert entry is not None
    assert entry.startswith("@misc{tides-worked-out2026,")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == entry
    page.get_by_role("button", name="Copy", exact=True).wait_for()


def test_without_scripts_the_citation_is_text_and_no_button(reader: Reader, home: str) -> None:
    page = reader(home, java_script_enabled=False)
    assert page.locator("#bibtex").is_visible()
    assert not page.locator("[data-copy]").is_visible()
