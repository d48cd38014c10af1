"""What the essay says of measurements, held to the record: growth as the text tells it, the page nearly as it is."""

import numpy as np
import pytest

from content.measured import page, records
from content.measured.records import Growth, Page, Way

LARGE = 1000  # words; below, much of the time goes into what doesn't grow


@pytest.fixture(scope="module")
def growth() -> Growth:
    return records.growth()


@pytest.fixture(scope="module")
def told() -> Page:
    return records.page()


def slopes(growth: Growth, amounts: np.ndarray) -> np.ndarray:
    """The power of the length that an amount grows with, from each large length to the next."""
    large = growth.lengths >= LARGE
    return np.diff(np.log(amounts[large])) / np.diff(np.log(growth.lengths[large]))


def test_a_record_names_its_machine_and_day(growth: Growth, told: Page) -> None:
    for record in (growth, told):
        assert record.provenance["processor"]
        assert record.provenance["cores"] >= 1
        assert "numpy" in record.provenance["measured with"]
        assert records.day(record.provenance).endswith(f", {record.provenance['date'][:4]}")


def test_the_plain_way_holds_the_whole_table(growth: Growth) -> None:
    # four bytes a score; a row's maximum and total, and the values' check, add less than a tenth at 1,000 words
    large = growth.lengths >= LARGE
    np.testing.assert_allclose(growth.plain.bytes_held[large], 4 * growth.lengths[large] ** 2, rtol=0.1)
    assert slopes(growth, growth.plain.bytes_held) == pytest.approx(2, abs=0.1)


def test_tiles_hold_a_tile_and_a_little_for_each_word(growth: Growth) -> None:
    # at most in step with the words, and a tile doesn't grow at all
    held = growth.tiled.bytes_held
    assert (slopes(growth, held) >= 0).all()
    assert (slopes(growth, held) <= 1).all()
    assert held[growth.at(10_000)] < 2.5 * held[growth.at(1000)]  # told as a small number of times
    assert held[-1] < growth.plain.bytes_held[-1] / 500  # told as MB against GB


def test_time_grows_about_with_the_square(growth: Growth) -> None:
    # within a factor of 2 over ten times the words: machines differ in what they keep at hand
    ten = growth.plain.middle[growth.at(10_000)] / growth.plain.middle[growth.at(1000)]
    assert 50 < ten < 200
    assert 50 < growth.tiled.middle[growth.at(10_000)] / growth.tiled.middle[growth.at(1000)] < 200


def test_short_texts_cost_what_a_call_costs(growth: Growth) -> None:
    assert growth.plain.middle[growth.at(1000)] / growth.plain.middle[growth.at(100)] < 90


def test_three_times_the_words_take_nine_times_as_long_in_tiles_and_no_less_plainly(growth: Growth) -> None:
    at = growth.at(10_000)
    # what tiles hold stays near the processor: the square and nothing else, give or take a sixth
    tiled = growth.tiled.middle[-1] / growth.tiled.middle[at]
    assert tiled == pytest.approx(9, rel=0.17)
    # the plain way carries gigabytes on top; how long that takes is the machine's business
    assert growth.plain.middle[-1] / growth.plain.middle[at] > 0.95 * tiled


def test_tiles_spare_memory_and_at_first_no_time(growth: Growth) -> None:
    # "every score is still worked out": within a third while the table is small beside the machine's memory
    middle = (growth.lengths >= LARGE) & (growth.lengths <= 10_000)
    assert growth.tiled.middle[middle] / growth.plain.middle[middle] == pytest.approx(1, abs=0.34)


def test_causal_tiles_leave_out_half_of_the_table(growth: Growth) -> None:
    # half the scores, and no mask to lay over them: clearly less than three quarters
    assert growth.causal_length == 10_000
    assert growth.causal_tiled.middle < 0.75 * growth.causal_plain.middle


def test_the_middle_half_of_the_runs_lies_close_together(growth: Growth) -> None:
    # a dot of the figure is a fifth of a power of ten high, times 1.6: the quarters hide behind it
    ways: tuple[Way, ...] = (growth.plain, growth.tiled)
    for way in ways:
        assert (np.diff(way.milliseconds, axis=-1) >= 0).all()
        assert (way.spread < 0.6).all()


def test_the_page_has_about_as_many_tests_and_lines_as_are_told(told: Page) -> None:
    # the record is as old as the last measurement; a twentieth is what a reader wouldn't mind
    assert told.tests == pytest.approx(page.tests(), rel=0.05)
    assert told.lines == pytest.approx(page.lines(page.HOME), rel=0.05)
