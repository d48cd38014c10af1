"""Pointing at a word, a symbol or a control of a role lights the role in its section, and nowhere else."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven


@pytest.fixture
def page(tides: Path, reader: Reader) -> Page:
    page = reader(tides / "index.html")
    enliven(page.locator("#fig-lever"))
    return page


@pytest.mark.parametrize("pointed", [".role.moon", "math .moon"])
def test_a_word_and_a_symbol_light_each_other(page: Page, pointed: str) -> None:
    pulls, grounds = page.locator("#pulls"), page.locator("#pulls :is(.role.moon, math .moon)")
    unlit = "rgba(0, 0, 0, 0)"
    for ground in grounds.all():
        expect(ground).to_have_css("background-color", unlit)
    pulls.locator(pointed).first.hover()
    expect(pulls).to_have_attribute("data-lit", "moon")
    for ground in grounds.all():
        expect(ground).not_to_have_css("background-color", unlit)
    expect(pulls.locator(".role.sun")).to_have_css("background-color", unlit)
    expect(page.locator("#heights")).not_to_have_attribute("data-lit", "moon")
    page.mouse.move(1, 1)
    expect(pulls).not_to_have_attribute("data-lit", "moon")


def test_a_focused_control_lights_the_marks_of_its_role(page: Page) -> None:
    mark = page.locator("#fig-lever .at-wide path[fill='var(--moon)']:visible")
    expect(mark).to_have_css("filter", "none")
    page.locator("#lever-pull").focus()
    page.keyboard.press("ArrowRight")  # by keyboard
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(mark).not_to_have_css("filter", "none")
    page.locator("#fig-lever .reset").focus()
    expect(mark).to_have_css("filter", "none")


def test_a_tap_lights_and_a_tap_elsewhere_does_not(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=360, has_touch=True)
    pulls = page.locator("#pulls")
    pulls.locator(".role.sun").tap()
    expect(pulls).to_have_attribute("data-lit", "sun")
    page.locator("#pulls h2 .no").tap()
    expect(pulls).not_to_have_attribute("data-lit", "sun")
