"""A line of text that the reader types: every letter is heard, and a list's slider ends where the list does."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven, signal


@pytest.fixture
def lever(tides: Path, reader: Reader) -> Locator:
    """The sample's figure, live."""
    figure = reader(tides / "index.html").locator("#fig-lever")
    enliven(figure)
    return figure


def test_every_letter_is_heard_where_it_is_typed(lever: Locator) -> None:
    field = lever.get_by_label("Name of the place")
    field.press("Home")
    field.press_sequentially("St")
    assert signal(lever, "place") == "StSaint-Malo & Dinard"
    field.press_sequentially(".")
    expect(field).to_have_value("St.Saint-Malo & Dinard")  # the cursor has stayed where it was


def test_no_more_is_taken_than_there_is_room_for(lever: Locator) -> None:
    field = lever.get_by_label("Name of the place")
    field.press("End")
    field.press_sequentially("-les-Bains")
    expect(field).to_have_value("Saint-Malo & Dinard-les")
    assert signal(lever, "place") == "Saint-Malo & Dinard-les"


def test_a_slider_ends_where_the_figure_says(lever: Locator) -> None:
    slider, field = lever.get_by_role("slider", name="Hour"), lever.get_by_label("Name of the place")
    expect(slider).to_have_attribute("max", "4")
    field.fill("abc")
    expect(slider).to_have_attribute("max", "3")
    slider.press("End")
    assert signal(lever, "hour") == 3


def test_reset_brings_back_the_first_text(lever: Locator) -> None:
    lever.get_by_label("Name of the place").fill("")
    assert signal(lever, "place") == ""
    lever.get_by_role("button", name="Reset").click()
    assert signal(lever, "place") == "Saint-Malo & Dinard"
    assert signal(lever, "hour") == 2
    expect(lever.get_by_role("slider", name="Hour")).to_have_attribute("max", "4")
