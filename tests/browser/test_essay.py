"""The essay's figures obey the hand, and the text's links and symbols move them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.driving import enliven, picture, put, signal
from tests.browser.values.many_heads import turned

Reader = Callable[..., Page]


@pytest.fixture
def shown(essay: Path, reader: Reader) -> Callable[..., Locator]:
    """Opens the essay at one figure, live."""

    def show(name: str, **options: Any) -> Locator:
        figure = reader(essay / "index.html", **options).locator(f"#fig-{name}")
        enliven(figure)
        return figure

    return show


def at(figure: Locator, x: float, y: float) -> tuple[float, float]:
    """A spot of the picture, in the window."""
    box = picture(figure)
    return box["left"] + x, box["top"] + y


def test_both_tips_can_be_dragged(shown: Callable[..., Locator]) -> None:
    figure = shown("dot-product", width=1280, height=900)
    mouse = figure.page.mouse
    for name, (x, y) in {"q": (274, 124), "k": (198, 67)}.items():  # where the tips start
        mouse.move(*at(figure, x, y))
        mouse.down()
        mouse.move(*at(figure, x - 38, y + 38), steps=4)  # one unit to the left, one down
        mouse.up()
        before = {"q": (3, 1), "k": (1, 2.5)}[name]
        assert signal(figure, f"{name}_x") == pytest.approx(before[0] - 1)
        assert signal(figure, f"{name}_y") == pytest.approx(before[1] - 1)
    assert signal(figure, "dot") == pytest.approx(2 * 0 + 0 * 1.5, abs=1e-9)


def test_a_score_can_be_dragged_and_its_slider_follows(shown: Callable[..., Locator]) -> None:
    figure = shown("softmax", width=1280, height=900)
    mouse = figure.page.mouse
    mouse.move(*at(figure, 174 + 52 * 3.36 / 4, 62 + 27 * 1.5))  # the ring of "animal"
    mouse.down()
    mouse.move(*at(figure, 174 - 26, 62 + 27 * 1.5), steps=4)  # half of the left side
    mouse.up()
    assert signal(figure, "score1") == pytest.approx(-2)
    assert figure.locator("[data-signal='score1']").input_value() == "-2"
    assert signal(figure, "score2") == 0


@pytest.mark.parametrize(("width", "left", "pitch", "line"), [(1280, 312, 15.5, 70), (360, 26, 16.75, 348)])
def test_query_key_and_both_can_be_dragged_along_the_positions(
    shown: Callable[..., Locator], width: int, left: float, pitch: float, line: float
) -> None:
    figure = shown("rotary", width=width, height=900)
    mouse = figure.page.mouse
    settings = {"query": 7, "key": 1, "both": 3, "pair": "second"}
    # What is held, where it stands, how far away from the line, where it goes, and what that sets.
    moves = (("query", 10, -24, 5, 2), ("key", 4, 24, 8, 5), ("both", 6.5, 0, 9.5, 6))
    for name, start, away, end, value in moves:
        mouse.move(*at(figure, left + pitch * start, line + away))
        mouse.down()
        mouse.move(*at(figure, left + pitch * end, line + away), steps=5)
        mouse.up()
        settings[name] = value
        assert {name: signal(figure, name) for name in settings} == settings
        assert signal(figure, "score") == pytest.approx(turned(**settings)["score"])


def test_a_word_is_chosen_by_pointing_and_the_ending_by_pressing(shown: Callable[..., Locator]) -> None:
    figure = shown("winograd", width=1280, height=900)
    place = figure.evaluate(
        """element => {
            const words = [...element.querySelectorAll("text")].filter(text => text.textContent === "cross");
            const box = words.map(word => word.getBoundingClientRect()).find(box => box.width);
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    figure.page.mouse.move(*place)
    figure.page.wait_for_function(
        "() => document.getElementById('fig-winograd').vegaView.signal('looking') === 3"
    )
    assert "“cross” gives 9% of its attention to every word alike" in figure.locator(".say").inner_text()
    figure.page.mouse.click(*at(figure, 720, 246))
    assert signal(figure, "last") == "wide"
    assert figure.locator("input[value='wide']").is_checked()


def test_a_link_to_the_state_that_a_figure_is_in_lights_up(shown: Callable[..., Locator]) -> None:
    figure = shown("softmax")
    cold = figure.page.locator("a[data-set='temperature=0.5']")
    assert cold.get_attribute("aria-current") is None
    put(figure, {"temperature": 0.5})
    assert cold.get_attribute("aria-current") == "true"
    put(figure, {"temperature": 0.55})
    assert cold.get_attribute("aria-current") is None


def test_a_symbol_pointed_at_shows_its_part_of_the_figure(shown: Callable[..., Locator]) -> None:
    figure = shown("matrix", width=1280, height=1400)
    symbol = figure.page.locator("a[data-set='part=products']")
    assert signal(figure, "part") == "output"
    symbol.scroll_into_view_if_needed()
    symbol.hover()
    figure.page.mouse.move(*(1 + side for side in middle(symbol)))
    figure.page.wait_for_function(
        "document.getElementById('fig-matrix').vegaView.signal('part') === 'products'"
    )
    assert symbol.get_attribute("aria-current") == "true"


def middle(element: Locator) -> tuple[float, float]:
    """The middle of an element, in the window."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
