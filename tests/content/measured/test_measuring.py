"""Measuring, on small things: what comes out has the form of the records, and is told beside them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from content.measured import growth, page
from content.measured.__main__ import beside, leaves
from content.recording import write

SMALL = growth.measure((7, 13), causal_length=11, least_seconds=0)


def test_both_ways_are_measured_at_every_length() -> None:
    for way in ("plain", "tiled"):
        assert np.shape(SMALL[way]["milliseconds"]) == (2, 3)
        assert (np.diff(SMALL[way]["milliseconds"]) >= 0).all()
        assert SMALL["causal"][way]["bytes"] > 0
    assert SMALL["lengths"] == [7, 13]


def test_plain_attention_holds_at_least_its_scores() -> None:
    table = 4 * 300**2
    held = growth.measure((300,), causal_length=2, least_seconds=0)["plain"]["bytes"][0]
    assert table <= held < 1.25 * table  # and a check of the values, a byte for each


def test_lines_that_say_nothing_are_not_counted(tmp_path: Path) -> None:
    for room in page.ROOMS:
        (tmp_path / room / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "deep" / "test_a.py").write_text("import math\n\n\n\t\nx = 1")
    (tmp_path / "tests" / "notes.md").write_text("not Python\n")
    assert page.lines(tmp_path) == {"attention": 0, "generator": 0, "content": 0, "tests": 2}


def test_the_page_and_the_runtime_are_weighed_compressed(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("again and " * 10_000)
    (tmp_path / "assets" / "vega-0a1b.js").write_bytes(np.random.default_rng(0).bytes(5000))
    weights = page.weights(tmp_path)
    assert weights["page"] < 1  # of 100 kB, all the same
    assert weights["runtime"] == pytest.approx(5, abs=0.1)  # random bytes don't shrink; a header is added


def test_a_site_without_a_runtime_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(page.MeasureError, match="got 0 files, wanted one"):
        page.weights(tmp_path)


def test_a_record_is_written_whole_and_the_same_every_time(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    write(SMALL, path)
    first = path.read_bytes()
    write(json.loads(first), path)
    assert path.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir()] == ["record.json"]


def test_what_is_measured_stands_beside_what_is_recorded() -> None:
    lines = list(beside({"a": [1, 2.5], "gone": "x"}, {"a": [1, 3.5], "new": {"deep": 7}}))
    assert [line.split() for line in lines] == [
        ["a.0", "1", "1"],
        ["a.1", "2.5", "3.5"],
        ["gone", "x", "–"],
        ["new.deep", "–", "7"],
    ]
    assert dict(leaves({"a": [1, {"b": 2}]})) == {"a.0": 1, "a.1.b": 2}


def test_it_insists_on_one_thread_and_on_parts_that_exist() -> None:
    for environment, said in (
        ({}, "one thread is wanted"),
        ({"OPENBLAS_NUM_THREADS": "1"}, "OMP_NUM_THREADS=1"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "content.measured", "growth"],
            cwd=page.HOME,
            env={"PATH": "", **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr
