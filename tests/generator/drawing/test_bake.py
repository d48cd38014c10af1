"""Baking draws a figure in both layouts and refuses what would fail later."""

import json
import random

import pytest

from generator.drawing import DrawingError, Layout, bake, datum, figure, rect, role, text

COLORS = frozenset({"ink", "paper", "muted", "hairline", "wash"})


def figure_of(draw, name="sample"):
    return figure(name, data=lambda: None, wide=576)(draw)


def simple(page, **style):
    level = page.slider("level", 2, 0, 4, 1, "Level")
    return (
        page.draw(30, rect(9, 9, level * 3, 9, **style))
        .says("Level ", level, ".")
        .tells("All", ("a",), [(1,)])
    )


def test_both_layouts_come_from_one_function():
    def sample(result, page):
        """A bar as long as its level.

        Not part of the description.
        """
        return simple(page)

    baked = bake(figure_of(sample), None, COLORS)
    assert (baked["wide"].width, baked["narrow"].width) == (576, 320)
    assert baked["alt"] == "A bar as long as its level."
    assert baked["says"] == ("Level ", "2", ".")
    assert [control.name for control in baked["controls"]] == ["level"]
    assert {signal["name"] for signal in json.loads(baked["wide"].spec)["signals"]} >= {"level", "says"}


def test_it_is_the_same_twice():
    draw = figure_of(lambda result, page: simple(page))
    assert bake(draw, None, COLORS) == bake(draw, None, COLORS)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda result, page: simple(page, fill=role("lilac")), "no color is named 'lilac'"),
        (lambda result, page: page.draw(9, rect(5, 5, 5, 5)), "has no table"),
        (
            lambda result, page: page.draw(9, rect(5, 5, 5, 5)).tells("t", ("a",), [(page.width,)]),
            "different tables",
        ),
    ],
)
def test_an_authors_fault_is_named(draw, message):
    with pytest.raises(DrawingError, match=message):
        bake(figure_of(draw), None, COLORS)


def test_layouts_must_offer_the_same_controls():
    def sample(result, page):
        if page.wide:
            page.toggle("extra", False, "Extra")
        return simple(page)

    with pytest.raises(DrawingError, match="different controls"):
        bake(figure_of(sample), None, COLORS)


def test_a_figure_over_its_byte_budget_is_refused():
    noise = random.Random(7)
    rows = [{"t": f"{noise.random():.15f}"} for _ in range(12_000)]  # about 90 kB that gzip cannot shrink

    with pytest.raises(DrawingError, match="bytes after gzip"):
        bake(figure_of(lambda result, page: page.draw(9, text(0, 0, datum.t, rows=rows))), None, COLORS)


def test_the_sheet_picks_by_layout():
    assert [Layout(width).pick("wide", "narrow") for width in (576, 320)] == ["wide", "narrow"]
