"""Cards: what a link leads to, shown beside it by pointer, keyboard and finger, and gone when it is not wanted."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Reader

CARD = ".card"
LINKS = {  # by kind: the link, and what its card holds
    "a note": ("a.nref", "By a factor of about two."),
    "a citation": ("#pulls a.cite", "Recherches"),
    "two citations": ("#pulls .cites a >> nth=1", "1776.\nD. Bernoulli"),
    "a term": ("#heights a.term", "tide\nThe rise and fall of the sea."),
    "a formula": ("a[href='#eq-pull']", "𝐹"),
    "a section": ("#heights a[href='#pulls']", "Two pulls"),
    "a figure": ("#heights a[href='#fig-overview']", "Figure 1"),
}


@pytest.fixture
def page(tides: Path, reader: Reader) -> Page:
    """A window so low that no link and its target are in view together."""
    page = reader(tides / "index.html", width=820, height=160)
    page.mouse.move(1, 1)
    page.mouse.move(2, 2)
    return page


def reached(page: Page, selector: str) -> Locator:
    """The link, in the middle of the window, with what follows it in the text pushed out of sight."""
    link = page.locator(selector).first
    link.evaluate("link => link.scrollIntoView({ behavior: 'instant', block: 'center' })")
    return link


@pytest.mark.parametrize("kind", LINKS)
def test_a_pointer_opens_a_card_that_stays_while_it_is_pointed_at(page: Page, kind: str) -> None:
    selector, text = LINKS[kind]
    link, card = reached(page, selector), page.locator(CARD)
    expect(card).to_be_hidden()
    link.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text(text, use_inner_text=True)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(ids) == len(set(ids))
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9, steps=3)
    page.wait_for_timeout(400)  # longer than a card waits before it closes
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert "#" not in page.url


def test_a_card_closes_when_the_pointer_has_left(page: Page) -> None:
    reached(page, "#heights a.term").hover()
    expect(page.locator(CARD)).to_be_visible()
    page.mouse.move(2, 2)
    expect(page.locator(CARD)).to_be_hidden()


def test_the_keyboard_opens_a_card_and_escape_leaves_the_focus(page: Page) -> None:
    link, card = reached(page, "#heights a.term"), page.locator(CARD)
    page.locator("#heights a[href^='code/']").first.focus()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    page.keyboard.press("Tab")  # to the next link, which has a card of its own
    expect(card).to_contain_text("Two pulls")


@pytest.mark.parametrize("kind", ["a term", "a citation"])
def test_a_tap_opens_a_card_and_a_second_one_follows_the_link(tides: Path, reader: Reader, kind: str) -> None:
    page = reader(tides / "index.html", width=360, height=160, has_touch=True)
    link, card = reached(page, LINKS[kind][0]), page.locator(CARD)
    link.tap()
    expect(card).to_be_visible()
    assert "#" not in page.url
    page.touchscreen.tap(2, 60)  # beside it
    expect(card).to_be_hidden()
    link.tap()
    expect(card).to_be_visible()
    link.tap()
    expect(card).to_be_hidden()
    assert page.url.endswith(link.get_attribute("href") or "-")


def test_what_is_in_view_needs_no_card(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=1280, height=900)
    page.mouse.move(2, 2)
    note = reached(page, "a.nref")
    note.hover()
    page.wait_for_timeout(400)  # longer than a card waits before it opens
    expect(page.locator(CARD)).to_be_hidden()


def test_a_link_that_scrolls_under_the_pointer_opens_none(page: Page) -> None:
    link = reached(page, "#heights a.term")
    box = link.bounding_box()
    assert box is not None
    page.evaluate("scrollBy({ top: -60, behavior: 'instant' })")
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.wait_for_timeout(400)
    expect(page.locator(CARD)).to_be_hidden()
    page.evaluate("scrollBy({ top: 60, behavior: 'instant' })")
    page.wait_for_timeout(400)
    expect(page.locator(CARD)).to_be_hidden()


def test_without_scripts_every_link_leads_to_what_it_names(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=820, height=160, java_script_enabled=False)
    for selector, _ in LINKS.values():
        link = page.locator(selector).first
        link.click()
        href = link.get_attribute("href") or ""
        assert page.url.endswith(href)
        expect(page.locator(href)).to_be_in_viewport()
