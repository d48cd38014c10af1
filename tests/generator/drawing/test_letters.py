"""What is measured when baking is what readers see."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from generator.drawing import width_of
from generator.drawing.letters import WEIGHTS

PUBLISHED = Path(__file__).parents[3] / "generator" / "theme" / "fonts" / "essay-sans.woff2"


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_widths_are_those_of_the_published_face(weight):
    face = instancer.instantiateVariableFont(TTFont(PUBLISHED), {"wght": weight})
    em, widths = face["head"].unitsPerEm, face["hmtx"].metrics
    for letter, glyph in face.getBestCmap().items():
        assert width_of(chr(letter), em, weight) == pytest.approx(widths[glyph][0])


def test_a_text_is_as_wide_as_its_letters():
    assert width_of("it", 20) == pytest.approx(width_of("i", 20) + width_of("t", 20))
    assert width_of("it", 20, 600) > width_of("it", 20, 400)


def test_a_letter_the_face_lacks_counts_as_half_its_size():
    assert width_of("龍", 20) == 10
