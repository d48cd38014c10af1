"""Numbers of one character each, packed when baked and read by the live figure."""

import pytest

from generator.drawing import Layout, packed, rect, unpacked
from generator.drawing.still import draw_still
from generator.drawing.vega import compile_drawing


def test_ends_and_what_lies_beyond_them() -> None:
    assert packed([0, 1, -7, 7]) == packed([-2, 3, -2, 3], -2, 3) == "A/A/"


def test_a_figure_reads_back_what_was_packed() -> None:
    values = [-1.9, 0.0, 0.73, 2.0, 4.9]
    page = Layout(576)
    run = page.state("run", packed(values, -2, 5))
    read = [unpacked(run, i, -2, 5) for i in range(len(values))]
    drawing = page.draw(9, rect(5, 5, 5, 5)).says(*(part for each in read for part in (each, "; ")))
    _, said = draw_still(compile_drawing(drawing))
    heard = [float(part) for part in said if part.strip("; ")]
    assert heard == pytest.approx(values, abs=7 / 63 / 2 + 1e-9)  # half a level, and the rounding of floats
