"""What a figure's block is filled with."""

import pytest

from generator.model import Control, Picture, SourceRef
from generator.web.figure import attribute, cell, figure_links, formatted, groups, read_out, still
from tests.generator import sample


def test_a_still_is_one_image_with_a_description() -> None:
    picture = Picture(
        3, 5, '<svg class="marks" xmlns="http://www.w3.org/2000/svg" width="3" role="x"><g/></svg>', ""
    )
    assert still(picture, 'A "lever" & more') == (
        '<svg role="img" aria-label="A &#34;lever&#34; &amp; more" width="3"><g/></svg>'
    )


def test_controls_of_a_group_stand_together_in_order_of_appearance() -> None:
    controls = (
        Control("a", "toggle", "A", False),
        Control("b", "toggle", "B", False, group="Time"),
        Control("c", "toggle", "C", False),
        Control("d", "toggle", "D", False, group="Time"),
        Control("e", "toggle", "E", False, group="Place", folded=True),
    )
    names = [(legend, [control.name for control in members]) for legend, members in groups(controls, False)]
    assert names == [("", ["a"]), ("Time", ["b", "d"]), ("", ["c"])]
    assert [legend for legend, _ in groups(controls, True)] == ["Place"]


@pytest.mark.parametrize(
    ("value", "pattern", "text"),
    [
        (1.5, ".2f", "1.50"),
        (-0.25, ".1f", "−0.2"),
        (4096, ",.0f", "4,096"),
        (4096.0, ",d", "4,096"),
        (0.756, ".0%", "76%"),
        (0.756, ".1%", "75.6%"),
        (2.0, "d", "2"),
        (-2.5, "", "−2.5"),
        (3.0, "", "3"),
    ],
)
def test_a_number_is_read_out_as_its_format_says(value: float, pattern: str, text: str) -> None:
    assert formatted(value, pattern) == text


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match=r"got '\+\.3e'"):
        formatted(1.0, "+.3e")


def test_a_labelled_value_is_read_out_by_its_label() -> None:
    hours = next(control for control in sample.CONTROLS if control.name == "hour")
    assert read_out(hours) == "12:00"


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (2.0, "2"), (0.5, "0.5"), (7, "7"), ("wide", "wide")]
)
def test_values_in_attributes_are_written_as_a_script_writes_them(
    value: float | str | bool, text: str
) -> None:
    assert attribute(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (-0.123456, "−0.1235"), (-3, "−3"), (4096, "4096"), ("x-y", "x-y")]
)
def test_a_cell_is_short_enough_to_read(value: float | str | None, text: str) -> None:
    assert cell(value) == text


def test_a_figure_without_a_test_links_to_none() -> None:
    figure = sample.replaced(sample.lever(), test=None, chart=SourceRef("a/b.py", 12, 20))
    assert figure_links(figure)[:2] == [
        ("chart", "code/a/b.py.html#L12", ""),
        ("experiment", "code/generator/model.py.html#L28", ""),
    ]
    assert [label for label, _, _ in figure_links(figure)] == [
        "chart",
        "experiment",
        "CSV",
        "JSON",
        "picture",
        "Vega",
    ]
