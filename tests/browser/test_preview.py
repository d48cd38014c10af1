"""The live preview in a browser: pages that turn while they are read, and what is wrong shown over them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from generator.desk.server import Server
from generator.desk.stage import Stage
from generator.problems import Place, Problem
from tests.browser.conftest import Reader
from tests.browser.driving import enliven

PROBLEM = Problem(
    Place("content/01-a.md", 3, 5), "no figure is named 'b'", ":::{figure} b", "did you mean 'a'?"
)
WARNING = Problem(Place("content/02-b.md", 7, 1), "figure 'c' is never placed", severity="warning")
PULLS = "pulls harder than the"


class Preview:
    """The sample's site on a stage of its own."""

    def __init__(self, stage: Stage, address: str) -> None:
        self.stage, self.address = stage, address

    def turn(self, *changes: tuple[str, str], name: str = "index.html") -> None:
        """Change a page."""
        text = self.stage.now.pages[name].decode()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.stage.turn({name: text.encode()}, frozenset())


@pytest.fixture
def preview(tides: Path) -> Iterator[Preview]:
    files = (path for path in tides.rglob("*") if path.is_file())
    stage = Stage()
    stage.turn({path.relative_to(tides).as_posix(): path.read_bytes() for path in files}, frozenset())
    with Server(stage, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield Preview(stage, server.address)
        stage.close()
        server.shutdown()


def opened(preview: Preview, reader: Reader, path: str = "", **options: Any) -> Page:
    """A page of the preview, marked: another page would not have the mark."""
    page = reader(preview.address + path, **options)
    page.evaluate("window.marked = true")
    return page


def is_same(page: Page) -> bool:
    """Whether the page was not loaded anew."""
    return bool(page.evaluate("window.marked === true"))


def settle(page: Page) -> None:
    """Wait until the script has read the page as it was served: it can compare the next one then."""
    page.wait_for_function("() => performance.getEntriesByName(location.href.split('#')[0]).length >= 2")


def test_a_changed_text_is_taken_over_where_it_stands(preview: Preview, reader: Reader) -> None:
    page = opened(preview, reader, height=500)
    figure = page.locator("#fig-lever")
    enliven(figure)
    figure.evaluate("element => { element.vegaView.marked = true; }")
    page.locator("#fig-lever").evaluate(
        "element => element.scrollIntoView({ block: 'start', behavior: 'instant' })"
    )
    top = figure.evaluate("element => element.getBoundingClientRect().top")
    settle(page)
    preview.turn(
        (PULLS, "drags harder, and much harder indeed, and for longer than anybody had thought, than the")
    )
    expect(page.locator("#pulls")).to_contain_text("much harder indeed")
    assert is_same(page)
    assert figure.evaluate("element => element.vegaView.marked")
    assert figure.evaluate("element => element.getBoundingClientRect().top") == pytest.approx(top, abs=1)


def test_what_is_taken_over_works_as_the_rest(preview: Preview, reader: Reader) -> None:
    page = opened(preview, reader, height=400)
    settle(page)
    preview.turn((PULLS, "drags harder than the"), ('A <a href="#fig-lever"', 'Any <a href="#fig-lever"'))
    expect(page.locator("#heights")).to_contain_text("Any stronger pull")
    assert is_same(page)
    page.mouse.move(0, 0)
    page.locator("#cite-laplace1776-1").hover()
    expect(page.locator(".card:popover-open")).to_contain_text("Recherches")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="stronger pull").click()
    expect(page.locator("#fig-lever [data-signal=pull]")).to_have_value("3")


def test_paragraphs_come_and_go(preview: Preview, reader: Reader) -> None:
    page = opened(preview, reader)
    page.locator("details.more").first.evaluate("element => { element.open = true; }")
    settle(page)
    before = page.locator("#pulls > *").count()
    more = '<div class="eq" id="eq-pull">'
    preview.turn((more, f"<p>One more.</p>\n<p>And another.</p>\n{more}"))
    expect(page.get_by_text("And another.")).to_be_visible()
    preview.turn(("<p>One more.</p>\n", ""), ("And another.", "And the last."))
    expect(page.get_by_text("And the last.")).to_be_visible()
    expect(page.get_by_text("One more.")).to_have_count(0)
    assert page.locator("#pulls > *").count() == before + 1
    assert page.locator("details.more").first.evaluate("element => element.open")
    assert is_same(page)


def test_a_page_loaded_anew_keeps_its_place_and_the_state_of_its_figures(
    preview: Preview, reader: Reader
) -> None:
    page = opened(preview, reader, height=500)
    figure = page.locator("#fig-lever")
    enliven(figure)
    states: Mapping[str, str] = {"pull": "3", "hour": "4", "drag": "23"}
    for name, value in states.items():
        figure.locator(f"[data-signal={name}]").evaluate(
            "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })); }",
            value,
        )
    figure.locator("[data-signal=body] input[value=sun]").check()
    figure.locator("input[data-signal=spring]").check()
    page.locator("#heights details.more").first.evaluate("element => { element.open = true; }")
    figure.evaluate("element => element.scrollIntoView({ block: 'start', behavior: 'instant' })")
    top = figure.evaluate("element => element.getBoundingClientRect().top")
    preview.turn(("A pull moves water", "Pulls move water"), (PULLS, "pulls harder, and longer, " * 40))
    expect(figure).to_contain_text("Pulls move water")
    assert not is_same(page)
    page.wait_for_function(
        "top => Math.abs(document.getElementById('fig-lever').getBoundingClientRect().top - top) < 2", arg=top
    )
    enliven(figure)
    for name, value in states.items():
        assert figure.locator(f"[data-signal={name}]").input_value() == value
        assert str(figure.evaluate("(element, name) => element.vegaView.signal(name)", name)) == value
    assert figure.locator("[data-signal=body] input[value=sun]").is_checked()
    assert figure.evaluate("element => element.vegaView.signal('spring')") is True
    assert page.locator("#heights details.more").first.evaluate("element => element.open")
    figure.locator("button.reset").click()
    assert figure.locator("[data-signal=pull]").input_value() == "1.5"


def test_other_pages_turn_as_well(preview: Preview, reader: Reader) -> None:
    path = "code/generator/palette.py.html"
    page = opened(preview, reader, f"{path}#L20")
    place = page.evaluate("scrollY")
    preview.turn(("</h1>", ", new</h1>"), name=path)
    expect(page.locator("h1")).to_have_text("generator/palette.py, new")
    assert page.evaluate("scrollY") == place


def test_problems_are_shown_over_the_page_until_they_are_mended(preview: Preview, reader: Reader) -> None:
    page = opened(preview, reader)
    sheet, badge = page.locator(".sheet"), page.locator(".corner button")
    preview.stage.change(problems=(PROBLEM, WARNING))
    expect(page.get_by_role("alert")).to_be_visible()
    for text in (
        "1 problem, 1 warning",
        "content/01-a.md:3:5",
        PROBLEM.message,
        ":::{figure} b",
        PROBLEM.hint,
    ):
        expect(sheet).to_contain_text(text)
    expect(page.locator("h1.title")).to_be_visible()
    assert (
        page.locator(".sheet").evaluate("sheet => getComputedStyle(sheet).borderTopWidth") == "4px"
    )  # styled
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    badge.click()
    expect(sheet).to_be_visible()
    preview.stage.change(problems=(WARNING,))
    expect(sheet).to_be_hidden()
    expect(badge).to_have_text("1 warning")
    badge.click()
    expect(sheet).to_contain_text(WARNING.message)
    preview.stage.change(problems=())
    expect(sheet).to_be_hidden()
    expect(badge).to_be_hidden()
    assert is_same(page)


def test_long_work_is_shown(preview: Preview, reader: Reader) -> None:
    page = opened(preview, reader)
    preview.stage.change(work=("tides.experiments.spring.run",))
    expect(page.locator(".corner p")).to_have_text("Working on tides.experiments.spring.run")
    preview.stage.change(work=())
    expect(page.locator(".corner p")).to_be_hidden()


def test_the_first_page_comes_when_it_is_there(preview: Preview, reader: Reader) -> None:
    pages = preview.stage.now.pages
    preview.stage.turn({}, frozenset(pages))
    heard: list[str] = []
    page = reader(preview.address, heard=heard)
    preview.stage.change(problems=(PROBLEM,))
    expect(page.locator(".sheet")).to_contain_text("There is no page yet.")
    preview.stage.turn(pages, frozenset())
    expect(page.locator("h1.title")).to_be_visible()
    assert [line for line in heard if "503" not in line] == []
