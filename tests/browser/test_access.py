"""What axe-core finds wrong for readers with other needs: nothing."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven, enliven_all


def violations(page: Page) -> list[str]:
    """Each rule that is broken, and where."""
    # Without preload axe reads no stylesheet over the network, which the page's policy would refuse it.
    # Told of violations alone it finds the same, and is spared describing thousands of elements that are well.
    options = {"preload": False, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_violations(site: Path, reader: Reader, scheme: str, width: int) -> None:
    page = reader(site / "index.html", width=width, color_scheme=scheme)
    enliven_all(page)
    for details in page.locator("details").all():
        details.evaluate("element => { element.open = true }")
    page.wait_for_timeout(100)  # what scrolls becomes focusable after the next layout
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_without_scripts_and_a_source_page_have_none(tides: Path, reader: Reader, scheme: str) -> None:
    page = reader(tides / "index.html", color_scheme=scheme)
    assert violations(page) == []  # nothing scrolled to: figures far down are still
    for path in (tides / "code" / "generator" / "palette.py.html", tides / "404.html"):
        page.goto(path.as_uri())
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_card_and_a_lit_role_have_none(tides: Path, reader: Reader, scheme: str) -> None:
    page = reader(tides / "index.html", width=820, height=500, color_scheme=scheme)
    page.mouse.move(2, 2)
    page.locator("#pulls .role.moon").hover()
    expect(page.locator("#pulls")).to_have_attribute("data-lit", "moon")
    page.locator("#heights .links a").first.focus()
    page.locator("#pulls .cites a").last.focus()
    page.keyboard.press("Shift+Tab")  # by keyboard
    expect(page.locator(".card")).to_be_visible()
    assert violations(page) == []


def test_every_control_shows_its_focus_and_its_state_in_forced_colors(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", forced_colors="active")
    lever = page.locator("#fig-lever")
    enliven(lever)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for control in lever.locator("input:visible, button:visible, summary:visible, .links a").all():
        control.focus()
        page.keyboard.press("Shift")  # from here on focus counts as moved by keyboard
        style = control.evaluate(
            "element => [getComputedStyle(element).outlineStyle, getComputedStyle(element).outlineColor]"
        )
        assert style[0] != "none"
        assert style[1] != paper
    for mark in lever.locator(".at-wide svg path[fill*='var(']:visible").all():
        assert mark.evaluate("mark => getComputedStyle(mark).fill") != paper
