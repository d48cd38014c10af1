"""The page weighs about what its colophon says."""

from pathlib import Path

import pytest

from content.measured import page, records


def test_the_page_weighs_about_what_is_recorded(essay: Path) -> None:
    told = records.page()
    recorded = {"page": told.page_kilobytes, "runtime": told.runtime_kilobytes}
    # as old as the last measurement; a twentieth is what a reader wouldn't mind
    assert page.weights(essay) == pytest.approx(recorded, rel=0.05)
