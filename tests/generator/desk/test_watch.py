"""What is heard of a folder while editors save into it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.desk.watch import Watch, is_passing
from tests.generator.waiting import wait_until


@pytest.mark.parametrize(
    "name",
    [
        "4913", ".01-a.md.swp", ".01-a.md.swx", "01-a.md~", "#01-a.md#", ".#01-a.md", "01-a.md___jb_tmp___",
        "01-a.md___jb_old___", "01-a.md.tmp", ".git/index", "figures/__pycache__/a.cpython-311.pyc", ".DS_Store",
        "figures/.ipynb_checkpoints/a.py",
    ],
)  # fmt: skip
def test_what_editors_leave_is_passed_over(name: str, tmp_path: Path) -> None:
    assert is_passing(tmp_path / name, [tmp_path])


@pytest.mark.parametrize(
    "name", ["01-a.md", "essay.toml", "figures/_sheet.py", "pictures/a.png", "data/4913.csv"]
)
def test_what_an_author_writes_is_not(name: str, tmp_path: Path) -> None:
    assert not is_passing(tmp_path / name, [tmp_path])


def test_a_folder_may_lie_in_a_hidden_one(tmp_path: Path) -> None:
    assert not is_passing(tmp_path / ".hidden/content/01-a.md", [tmp_path / ".hidden/content"])


@pytest.fixture
def heard() -> list[Path]:
    """The files that were heard of."""
    return []


@pytest.fixture
def watch(heard: list[Path], tmp_path: Path) -> Iterator[Watch]:
    """A watch over a folder with a file in it, which has heard of one saving, so that it is at its post."""
    (tmp_path / "content" / "figures").mkdir(parents=True)
    watch = Watch(heard.extend)
    watch.follow([tmp_path / "content", tmp_path / "missing"])
    at_its_post(tmp_path / "content", heard)
    yield watch
    watch.close()


def at_its_post(folder: Path, heard: list[Path], name: str = "first.md") -> None:
    """Save until it is heard: a watch takes a moment to begin."""

    def is_heard() -> bool:
        (folder / name).write_text("x")
        return folder / name in heard

    wait_until(is_heard)
    heard.clear()


def last(folder: Path, heard: list[Path]) -> set[Path]:
    """All that was heard before a last saving."""
    (folder / "last.md").write_text("x")
    wait_until(lambda: folder / "last.md" in heard)
    return set(heard) - {folder, folder / "last.md", folder / "first.md"}


def test_a_saving_is_heard_however_it_is_done(watch: Watch, heard: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "content"
    (folder / "written.md").write_text("x")
    (folder / "x.tmp").write_text("x")
    (folder / "x.tmp").replace(folder / "renamed.md")
    (folder / "figures" / "deep.py").write_text("x")
    assert last(folder, heard) == {
        folder / "written.md",
        folder / "renamed.md",
        folder / "figures" / "deep.py",
    }
    heard.clear()
    (folder / "written.md").unlink()
    assert last(folder, heard) == {folder / "written.md"}


def test_what_passes_is_not_heard_of(watch: Watch, heard: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "content"
    for name in ("4913", ".a.md.swp", "a.md~", "#a.md#"):
        (folder / name).write_text("x")
    (folder / ".#a.md").symlink_to("nobody@nowhere.1")
    assert last(folder, heard) == set()


def test_a_folder_that_is_replaced_is_watched_on(watch: Watch, heard: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "content"
    shutil.move(folder, tmp_path / "old")
    folder.mkdir()
    wait_until(lambda: folder in heard)
    at_its_post(folder, heard, "again.md")
    assert last(folder, heard) <= {folder / "again.md"}


def test_another_set_of_folders_takes_the_place_of_the_first(
    watch: Watch, heard: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "rooms").mkdir()
    watch.follow([tmp_path / "rooms"])
    at_its_post(tmp_path / "rooms", heard, "again.md")
    (tmp_path / "content" / "unheard.md").write_text("x")
    assert last(tmp_path / "rooms", heard) <= {tmp_path / "rooms" / "again.md"}
