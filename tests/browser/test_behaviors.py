"""The vocabulary of behaviors, each alone on a drawing of its own, in live Vega under a real hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from generator.drawing import (
    INK,
    POINTER_X,
    Layout,
    array,
    clamp,
    datum,
    drag,
    glide,
    play,
    point,
    press,
    raw,
    rect,
    scrub,
    target,
    when,
)
from generator.drawing.vega import compile_drawing, to_json
from generator.web.runtime import runtime_script

STYLE = "body{margin:0;height:3000px}.pan-y path{display:block;touch-action:pan-y}"  # as in the stylesheet


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return runtime_script(tmp_path_factory.mktemp("cache")).decode()


@pytest.fixture
def live(browser: Browser, bundle: str) -> Iterator[Callable[..., Page]]:
    """A drawing alone on a page, at its top left corner, live."""
    context = browser.new_context(viewport={"width": 400, "height": 600}, has_touch=True)

    def show(page: Layout, *marks: Any) -> Page:
        tab = context.new_page()
        tab.set_content(f"<style>{STYLE}</style><div id=sheet></div>")
        tab.add_script_tag(content=bundle)
        tab.evaluate(
            """spec => {
                const { View, parse, expressionInterpreter: expr } = window.vega;
                const container = document.getElementById("sheet");
                window.view = new View(parse(JSON.parse(spec), null, { ast: true }),
                    { expr, renderer: "svg", container, hover: true });
                return window.view.runAsync().then(() => null);
            }""",
            to_json(compile_drawing(page.draw(200, *marks))),
        )
        return tab

    yield show
    context.close()


def value(tab: Page, signal: str) -> Any:
    return tab.evaluate("async name => (await window.view.runAsync()).signal(name)", signal)


def swipe(tab: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    session = tab.context.new_cdp_session(tab)
    for i in range(11):
        x, y = (a + (b - a) * i / 10 for a, b in zip(start, end, strict=True))
        kind = "touchStart" if i == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def drawing_with(behavior: Any, start: Any = 0) -> tuple[Layout, Any]:
    page = Layout(320)
    page.state("level", start)
    page.on(behavior)
    return page, target(100, 100, 80, 80, name="tip")


def test_press_hears_a_click_on_its_mark_and_nowhere_else(live: Callable[..., Page]) -> None:
    tab = live(*drawing_with(press("tip", "level", 7)))
    tab.mouse.click(200, 100)
    assert value(tab, "level") == 0
    tab.mouse.click(100, 100)
    assert value(tab, "level") == 7


def test_press_hears_a_tap(live: Callable[..., Page]) -> None:
    tab = live(*drawing_with(press("tip", "level", 7)))
    tab.touchscreen.tap(100, 100)
    assert value(tab, "level") == 7


def test_point_follows_a_mouse_and_a_tap_but_not_a_swipe(live: Callable[..., Page]) -> None:
    page = Layout(320)
    page.state("level", 0)
    page.on(point("word", "level", datum.i))
    words = [{"i": 1, "x": 60}, {"i": 2, "x": 160}, {"i": 3, "x": 260}]
    tab = live(page, target(datum.x, 100, 60, 60, name="word", rows=words))
    tab.mouse.move(160, 100)
    assert value(tab, "level") == 2
    tab.mouse.move(0, 0)
    swipe(tab, (60, 100), (60, 20))
    assert value(tab, "level") == 2
    tab.wait_for_timeout(500)  # a tap on a page that still glides only stops it
    tab.evaluate("scrollTo(0, 0)")
    tab.touchscreen.tap(260, 100)
    assert value(tab, "level") == 3


def test_drag_follows_a_mouse_beyond_the_drawing_and_lets_go(live: Callable[..., Page]) -> None:
    tab = live(*drawing_with(drag("tip", {"level": clamp(POINTER_X, 0, 150)})))
    tab.mouse.move(100, 100)
    tab.mouse.down()
    tab.mouse.move(120, 130, steps=3)
    assert value(tab, "level") == 120
    tab.mouse.move(390, 130, steps=3)
    assert value(tab, "level") == 150
    tab.mouse.up()
    tab.mouse.move(50, 100)
    assert value(tab, "level") == 150


def test_drag_takes_a_finger_whole_and_other_fingers_scroll(live: Callable[..., Page]) -> None:
    tab = live(*drawing_with(drag("tip", {"level": POINTER_X})))
    swipe(tab, (100, 110), (130, 20))
    assert value(tab, "level") == 130
    assert tab.evaluate("scrollY") == 0
    swipe(tab, (250, 180), (250, 20))
    tab.wait_for_function("scrollY > 50")
    assert value(tab, "level") == 130


@pytest.mark.parametrize("by", ["drag", "scrub"])
def test_both_can_be_limited_to_one_item_of_their_mark(live: Callable[..., Page], by: str) -> None:
    page = Layout(320)
    for i in (0, 1):
        page.state(f"level{i}", 0)
        only = raw(f"event.item.datum.i==={i}")
        if by == "drag":
            page.on(drag("row", {f"level{i}": POINTER_X}, only=only))
        else:
            page.on(scrub("row", f"level{i}", POINTER_X, only=only))
    tab = live(page, target(160, datum.y, 300, 40, name="row", rows=[{"i": 0, "y": 40}, {"i": 1, "y": 120}]))
    tab.mouse.move(50, 120)
    tab.mouse.down()
    tab.mouse.move(90, 125, steps=2)
    tab.mouse.up()
    assert (value(tab, "level0"), value(tab, "level1")) == (0, 90)
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.mouse.click(160, 180)  # where there is no item
    assert (value(tab, "level0"), value(tab, "level1"), said) == (0, 90, [])


def test_scrub_goes_sideways_and_leaves_up_and_down_to_the_page(live: Callable[..., Page]) -> None:
    tab = live(*drawing_with(scrub("tip", "level", POINTER_X)))
    swipe(tab, (70, 100), (130, 102))
    assert value(tab, "level") == pytest.approx(130, abs=6)  # the last of ten moves of 6 px may be the end's
    swipe(tab, (100, 130), (100, 20))
    tab.wait_for_function("scrollY > 30")
    assert value(tab, "level") == pytest.approx(130, abs=6)


def test_play_goes_to_the_end_stops_there_and_starts_over(live: Callable[..., Page]) -> None:
    page = Layout(320)
    page.state("frame", 0)
    page.state("playing", False)
    page.on(play("frame", "playing", last=5, ms=10))
    tab = live(page, rect(raw("frame*10"), 20, 9, 9, fill=INK))
    assert value(tab, "frame") == 0
    tab.evaluate("view.signal('playing', true).runAsync()")
    tab.wait_for_function("view.signal('frame') === 5 && view.signal('playing') === false")
    tab.evaluate("window.seen = []; view.addSignalListener('frame', (_, frame) => seen.push(frame))")
    tab.evaluate("view.signal('playing', true).runAsync()")
    tab.wait_for_function("view.signal('playing') === false")
    assert tab.evaluate("seen") == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("calm", [False, True])
def test_glide_arrives_and_then_changes_nothing(live: Callable[..., Page], calm: bool) -> None:
    page = Layout(320)
    page.state("chosen", 0)
    page.let("goal", array([[0, 0], [10, 30]])[raw("chosen")])
    page.state("shown", [0, 0])
    page.let("rate", when(page.calm(), 1, 0.3))
    page.on(glide("shown", "goal", 2, rate="rate"))
    tab = live(page, rect(raw("shown[0]"), raw("shown[1]"), 9, 9))
    tab.evaluate("calm => view.signal('calm', calm).runAsync()", calm)
    tab.evaluate("window.seen = []; view.addSignalListener('shown', (_, shown) => seen.push(shown[1]))")
    tab.evaluate("view.signal('chosen', 1).runAsync()")
    tab.wait_for_function("view.signal('shown')[1] === 30")
    steps = tab.evaluate("seen")
    assert steps == ([30] if calm else sorted(steps))
    assert len(steps) == 1 if calm else len(steps) > 5
    tab.wait_for_timeout(100)
    assert tab.evaluate("seen") == steps
