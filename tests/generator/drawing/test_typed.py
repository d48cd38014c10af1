"""Letters that Vega counts make about the width that the face gives them."""

import pytest

from generator.drawing import Layout, raw, rect, typed_width, width_of
from generator.drawing.expressions import code
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing

WORDS = ("the", "cat", "mat", "then", "illicit", "mammoth", "Tomorrow", "everybody", "RIVER", "didn\u2019t")


def test_a_typed_word_is_as_wide_as_it_will_be_drawn():
    parts = [part for word in WORDS for part in ("|", typed_width(raw(code(word)), 15))]
    _, said = draw_still(compile_drawing(Layout(320).draw(10, rect(5, 5, 5, 5)).says(*parts)))
    widths = [float(width) for width in said[1::2]]
    # Letters of a group differ a little; a chip round a word has 7 px of room at either side.
    assert widths == pytest.approx([width_of(word, 15) for word in WORDS], abs=5)


def test_nothing_typed_is_as_wide_as_nothing():
    _, said = draw_still(
        compile_drawing(Layout(320).draw(10, rect(5, 5, 5, 5)).says("", typed_width(raw("''"), 17)))
    )
    assert said[1] == "0"
