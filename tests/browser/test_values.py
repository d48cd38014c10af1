"""The essay's figures show what numpy computes, on both sheets, as they start and as readers move them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.driving import enliven, figures, put, signal
from tests.browser.values import first_words, many_heads, one_head, price_and_evidence

CASES = first_words.CASES | one_head.CASES | many_heads.CASES | price_and_evidence.CASES
GLIDES = 50  # looks at what may still be on its way, a second in all
EXACT = 1e-6  # relative, and absolute near zero: seven digits are baked, and Vega counts in double precision


@pytest.fixture(scope="module", params=[1280, 360], ids=["wide", "narrow"])
def page(request: pytest.FixtureRequest, browser: Browser, essay: Path) -> Iterator[Page]:
    """The essay, opened once for all its figures. With less motion, what glides is there in one step."""
    context = browser.new_context(viewport={"width": request.param, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.goto((essay / "index.html").as_uri())
    yield page
    context.close()


def test_every_figure_has_its_values_told(page: Page) -> None:
    assert {figure.get_attribute("data-figure") for figure in figures(page)} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_figure_shows_what_numpy_computes(page: Page, name: str) -> None:
    case = CASES[name]
    figure = page.locator(f"#fig-{name}")
    enliven(figure)
    for number, state in enumerate(case.states):
        if number:  # the first is the start
            put(figure, state)
        for quantity, value in case.computed(**state).items():
            shown = signal(figure, quantity)
            for _ in range(GLIDES):
                if is_same(shown, value):
                    break
                page.wait_for_timeout(20)
                shown = signal(figure, quantity)
            assert is_same(shown, value), f"{quantity} at {state}: {shown} for {value}"


def is_same(shown: Any, computed: Any) -> bool:
    """Whether a signal holds what was computed: numbers nearly, texts exactly."""
    if isinstance(computed, str):
        return ("".join(shown) if isinstance(shown, list) else shown) == computed
    computed, shown = np.array(computed), np.array(shown)
    if computed.dtype.kind == "U":
        return bool((computed == shown).all())
    if shown.shape != computed.shape:
        return False
    return np.allclose(shown.astype(float), computed.astype(float), rtol=EXACT, atol=EXACT)
