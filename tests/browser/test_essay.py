"""The essay's figures show what numpy computes, at several settings of their controls, and obey the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page

from attention.experiments import long_lists, mix, width, winograd, words
from attention.softmax import softmax
from tests.browser.driving import enliven, picture, signal

Reader = Callable[..., Page]
Settings = dict[str, Any]
EXACT = {"rtol": 1e-6, "atol": 1e-6}  # seven digits are baked, and Vega counts in double precision


def put(figure: Locator, settings: Settings) -> None:
    """Set controls as a reader does, through their inputs."""
    for name, value in settings.items():
        control = figure.locator(f"[data-signal='{name}']")
        if control.evaluate("control => control.type") == "fieldset":
            control.locator(f"input[value='{value}']").check(force=True)
        elif control.evaluate("control => control.type") == "checkbox":
            control.set_checked(bool(value))
        else:
            for fold in figure.locator(".controls details:not([open])").all():
                fold.evaluate("fold => { fold.open = true; }")
            control.fill(str(value))


def dot_product(settings: Settings) -> dict[str, Any]:
    q, k = (np.array([settings[f"{name}_x"], settings[f"{name}_y"]]) for name in "qk")
    return {"dot": q @ k, "cosine": q @ k / np.linalg.norm(q) / np.linalg.norm(k)}


def seen_weights(settings: Settings) -> dict[str, Any]:
    result = winograd.run()
    return {"goal": result.weights[result.endings.index(settings["last"]), settings["looking"]]}


def softmax_weights(settings: Settings) -> dict[str, Any]:
    scores = winograd.run().scores[0, winograd.PRONOUN].round(2)
    scores[1] = settings.get("score1", scores[1])
    return {"weights": softmax(scores, temperature=float(settings["temperature"]))}


def long_sums(settings: Settings) -> dict[str, Any]:
    result = long_lists.run()
    kind, i = result.kinds.index(settings["lists"]), settings["exponent"] - 1
    return {"cosine": result.cosines[kind, i], "chance": result.expected[i], "dot": result.sums[kind, i, -1]}


def largest(settings: Settings) -> dict[str, Any]:
    result, i = width.run(), settings["exponent"] - 1
    names = (("undivided", 0), ("divided", 1))
    return {f"largest_{way}": result.largest[axis, i] for way, axis in names} | {
        f"long_run_{way}": result.largest_long_run[axis, i] for way, axis in names
    }


def gradients(settings: Settings) -> dict[str, Any]:
    result, i = width.run(), settings["exponent"] - 1
    return {"mean_undivided": result.gradient_mean[0, i], "mean_divided": result.gradient_mean[1, i]}


def map_distances(settings: Settings) -> dict[str, Any]:
    probe = np.array([settings["probe_x"], settings["probe_y"]])
    return {"distances": np.linalg.norm(words.run().points - probe, axis=1)}


def word_cosines(settings: Settings) -> dict[str, Any]:
    result, word = words.run(), settings["word"]
    return {"full_goal": result.cosines[word], "flat_goal": result.kept_cosines[1, word]}


def squeezed(settings: Settings) -> dict[str, Any]:
    result, kept = words.run(), settings["kept"]
    return {"share": result.share[:kept].sum()}


def asked(settings: Settings) -> dict[str, Any]:
    keys = winograd.run().keys[0]
    return {"scores": keys @ np.array([settings["q_x"], settings["q_y"]]) / np.sqrt(2)}


def built(settings: Settings) -> dict[str, Any]:
    result = winograd.run(winograd.Config(float(settings["copied"]), float(settings["strength"])))
    ending = result.endings.index(settings["last"])
    return {
        "query": result.queries[ending, result.pronoun],
        "weights": result.weights[ending, result.pronoun],
    }


def mixed(settings: Settings) -> dict[str, Any]:
    result = mix.run(mix.Config(winograd.Config(strength=float(settings["strength"]))))
    return {"weights": result.weights[result.endings.index(settings["last"])]}


CASES: dict[str, tuple[Callable[[Settings], dict[str, Any]], list[Settings]]] = {
    "dot-product": (
        dot_product,
        [
            {"q_x": 3, "q_y": 1, "k_x": 1, "k_y": 2.5},
            {"q_x": -1.5, "q_y": 2, "k_x": 4, "k_y": 3},
            {"q_x": 0.1, "q_y": -4, "k_x": -2.2, "k_y": 3.7},
        ],
    ),
    "winograd": (
        seen_weights,
        [{"last": "tired", "looking": 7}, {"last": "wide", "looking": 7}, {"last": "wide", "looking": 10}],
    ),
    "softmax": (
        softmax_weights,
        [{"temperature": 1}, {"temperature": 0.25}, {"temperature": 2.5, "score1": -3.25}],
    ),
    "long-lists": (
        long_sums,
        [
            {"exponent": 6, "lists": "unrelated"},
            {"exponent": 12, "lists": "agree"},
            {"exponent": 1, "lists": "disagree"},
        ],
    ),
    "word-map": (
        map_distances,
        [{"probe_x": 0.1, "probe_y": -0.75}, {"probe_x": 4.0, "probe_y": 3.0}, {"probe_x": -3, "probe_y": 4}],
    ),
    "word-neighbours": (word_cosines, [{"word": 11}, {"word": 0}, {"word": 15}]),
    "squeeze": (squeezed, [{"kept": 2}, {"kept": 5}, {"kept": 15}]),
    "query": (asked, [{"q_x": 4.75, "q_y": -3.5}, {"q_x": -5, "q_y": 0}, {"q_x": 1.25, "q_y": 2.5}]),
    "query-matrix": (
        built,
        [
            {"copied": 0.95, "strength": 5, "last": "tired"},
            {"copied": 0, "strength": 8, "last": "wide"},
            {"copied": 0.4, "strength": 1, "last": "tired"},
        ],
    ),
    "mix": (
        mixed,
        [
            {"strength": 5, "last": "tired"},
            {"strength": 0, "last": "wide"},
            {"strength": 9.5, "last": "wide"},
        ],
    ),
    "width": (largest, [{"exponent": 9}, {"exponent": 1}, {"exponent": 10}]),
    "saturation": (gradients, [{"exponent": 9}, {"exponent": 1}, {"exponent": 5}]),
}


@pytest.fixture
def shown(essay: Path, reader: Reader) -> Callable[..., Locator]:
    """Opens the essay at one figure, live."""

    def show(name: str, **options: Any) -> Locator:
        figure = reader(essay / "index.html", **options).locator(f"#fig-{name}")
        enliven(figure)
        return figure

    return show


@pytest.fixture(scope="module", params=[1280, 360], ids=["wide", "narrow"])
def page(request: pytest.FixtureRequest, browser: Browser, essay: Path) -> Iterator[Page]:
    """The essay, opened once for all its figures."""
    context = browser.new_context(viewport={"width": request.param, "height": 800})
    page = context.new_page()
    page.goto((essay / "index.html").as_uri())
    yield page
    context.close()


@pytest.mark.parametrize("name", CASES)
def test_a_figure_shows_what_numpy_computes(page: Page, name: str) -> None:
    computed, choices = CASES[name]
    figure = page.locator(f"#fig-{name}")
    enliven(figure)
    for settings in choices:
        put(figure, settings)
        for quantity, value in computed(settings).items():
            np.testing.assert_allclose(
                signal(figure, quantity), value, **EXACT, err_msg=f"{quantity} at {settings}"
            )


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


def test_a_word_is_chosen_by_pointing_and_the_ending_by_pressing(shown: Callable[..., Locator]) -> None:
    figure = shown("winograd", width=1280, height=900)
    place = figure.evaluate(
        """element => {
            const word = [...element.querySelectorAll("text")].find(text => text.textContent === "cross");
            const box = word.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    figure.page.mouse.move(*place)
    figure.page.wait_for_function("document.getElementById('fig-winograd').vegaView.signal('looking') === 3")
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
