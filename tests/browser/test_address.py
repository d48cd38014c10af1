"""The address says how a figure stands: it follows the reader's hand, restores what it says, and moves nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven, picture, signal

RESTED = 900  # ms: longer than a figure takes to be taken for resting


@pytest.fixture
def lever(tides: Path, reader: Reader) -> Locator:
    """The sample's figure, live."""
    figure = reader(tides / "index.html").locator("#fig-lever")
    enliven(figure)
    return figure


def settled(page: Page, end: str) -> None:
    """The address comes to end so."""
    page.wait_for_function("end => location.href.endsWith(end)", arg=end)


def link(figure: Locator) -> str:
    """Where the figure's link to its state leads."""
    return figure.get_by_role("link", name="link to this state").get_attribute("href") or ""


def test_it_follows_the_controls_and_reset_clears_it(lever: Locator) -> None:
    page = lever.page
    top, entries = page.evaluate("scrollY"), page.evaluate("history.length")
    assert link(lever) == "#fig-lever"
    lever.locator("#lever-pull").fill("2.5")
    settled(page, "#fig-lever?pull=2.5")
    lever.get_by_label("the Sun").check()
    lever.get_by_label("Name of the place").fill("Brest & beyond")
    settled(page, "#fig-lever?pull=2.5&body=sun&place=Brest+%26+beyond")
    assert page.url.endswith(link(lever))
    lever.locator("#lever-pull").fill("1.5")  # as in the text
    settled(page, "#fig-lever?body=sun&place=Brest+%26+beyond")
    assert page.evaluate("scrollY") == top
    lever.get_by_role("button", name="Reset").click()
    settled(page, "index.html")
    assert link(lever) == "#fig-lever"
    assert page.evaluate("history.length") == entries


def test_it_waits_until_a_hand_lets_go(lever: Locator) -> None:
    page, box = lever.page, picture(lever)
    page.mouse.move(box["left"] + 40, box["top"] + 30)
    page.mouse.down()
    page.mouse.move(box["left"] + 63, box["top"] + 40, steps=3)
    page.wait_for_timeout(RESTED)
    assert "#" not in page.url
    page.mouse.up()
    settled(page, "#fig-lever?drag=63")


def test_it_waits_until_a_figure_has_played(lever: Locator) -> None:
    page = lever.page
    lever.locator("#lever-running").click()
    page.wait_for_timeout(RESTED)
    assert "#" not in page.url
    lever.locator("#lever-running").click()
    settled(page, f"#fig-lever{'' if signal(lever, 'hour') == 2 else '?hour=' + str(signal(lever, 'hour'))}")


def test_a_figure_that_nobody_touched_leaves_it_alone(lever: Locator) -> None:
    page = lever.page
    lever.evaluate("figure => figure.vegaView.signal('pull', 3).runAsync()")
    page.wait_for_timeout(RESTED)
    assert "#" not in page.url
    assert link(lever) == "#fig-lever?pull=3"
    page.locator("#overview-pull").fill("2")
    settled(page, "#fig-overview?pull=2")


@pytest.mark.parametrize("name", ["index.html", "tides.html"])
def test_what_it_says_is_restored(tides: Path, reader: Reader, name: str) -> None:
    page = reader(tides / name)
    first = page.locator("#fig-lever")
    enliven(first)
    for control, value in (("pull", "0.5"), ("hour", "4"), ("place", "Saint-Énogat")):
        first.locator(f"#lever-{control}").fill(value)
    first.get_by_label("the Sun").check()
    settled(page, "hour=4&place=Saint-%C3%89nogat")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    lever = page.locator("#fig-lever")
    expect(lever).to_be_in_viewport()
    enliven(lever)
    state = {key: signal(lever, key) for key in ("pull", "body", "hour", "place", "spring", "drag")}
    assert state == {
        "pull": 0.5, "body": "sun", "hour": 4, "place": "Saint-Énogat", "spring": False, "drag": 40,
    }  # fmt: skip


def test_what_no_control_can_be_is_passed_over(tides: Path, host: str, reader: Reader) -> None:
    wrong = "pull=99&body=mars&spring=perhaps&hour=&drag=x&place=" + 24 * "a"
    page = reader(f"{host}/a/b/{tides.name}/#fig-lever?{wrong}")
    lever = page.locator("#fig-lever")
    enliven(lever)
    state = {key: signal(lever, key) for key in ("pull", "body", "spring", "hour", "drag", "place")}
    assert state == {
        "pull": 1.5, "body": "moon", "spring": False, "hour": 2, "drag": 40, "place": "Saint-Malo & Dinard",
    }  # fmt: skip


def test_back_leads_to_what_the_address_said_before(lever: Locator) -> None:
    page = lever.page
    lever.get_by_label("Spring tide").check()
    settled(page, "?spring=true")
    page.get_by_role("link", name="stronger pull").click()
    settled(page, "?pull=3&body=sun&spring=true")
    page.go_back()
    settled(page, "?spring=true")
    expect(lever.get_by_label("the Moon")).to_be_checked()
    assert (signal(lever, "pull"), signal(lever, "spring")) == (1.5, True)
