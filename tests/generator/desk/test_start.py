"""A second essay in three steps: start, write, build."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.desk.start import start
from generator.problems import BuildFailed
from generator.write import read

ROOT = Path(__file__).parents[3]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "generator", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_new_essay_builds_without_a_warning_and_is_in_order(tmp_path: Path) -> None:
    told = run(tmp_path, "start", "walk")
    assert told.returncode == 0
    commands = [line.partition("python -m generator ")[2] for line in told.stdout.splitlines()[-2:]]
    assert commands == ["serve --content walk", "build --content walk --out walk-site"]
    built = run(tmp_path, *commands[1].split(), "--strict")
    assert (built.returncode, built.stderr) == (0, "")
    pages = read(tmp_path / "walk-site")
    assert {"index.html", "data/walk.csv", "code/walk/figures/first.py.html"} <= pages.keys()
    assert b"ESSAY" not in pages["index.html"]
    checked = run(tmp_path, "check", "--content", "walk", "--out", "walk-site")
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("full", "is not empty: name a new folder"),
        ("file", "is not empty: name a new folder"),
        ("my-walk", "'my-walk' cannot be imported by Python: use letters, digits and _"),
        ("class", "'class' cannot be imported by Python: use letters, digits and _"),
        ("numpy", "'numpy' is a package of Python's already, which the figures could not tell apart"),
    ],
)
def test_a_folder_that_will_not_do_is_refused(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("years of work")
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BuildFailed) as failed:
        start(tmp_path / name)
    assert [problem.message for problem in failed.value.problems] == [message]
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "walk").mkdir()
    assert tmp_path / "walk" / "figures" / "first.py" in start(tmp_path / "walk")
