"""Writing the site: whole or not at all, whatever happens, and never over what is someone else's."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator import write as writing
from generator.problems import BuildFailed
from generator.write import MARKER, read, write

ROOT = Path(__file__).parents[2]
OLD = {"index.html": b"old", "assets/a-1.css": b"old style", "code/x/y.html": b"gone soon", "robots.txt": b""}
NEW = {"index.html": b"new", "assets/a-2.css": b"new style", "data/t.csv": b"1,2\n", "robots.txt": b""}

# Ends itself, as `kill -9` would, just before its k-th dealing with files.
KILLED = """
import os, signal, sys
from pathlib import Path
from generator import write

last, left = sys.argv[2], int(sys.argv[1])
exchange = sys.argv[3] == "exchange"
if not exchange:  # as on a file system that cannot
    write._exchange = lambda one, other: False

def count(event, arguments):
    global left
    if event == "open" or event.split(".")[0] in ("os", "shutil", "fcntl", "ctypes"):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
pages = {"index.html": b"new", "assets/a-2.css": b"new style", "data/t.csv": b"1,2\\n", "robots.txt": b""}
write.write(pages, Path(last))
"""


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_what_it_is_given_and_reads_it_back(tmp_path: Path) -> None:
    write(NEW, tmp_path / "deep" / "site")
    assert read(tmp_path / "deep" / "site") == NEW
    assert files(tmp_path / "deep" / "site").keys() == {*NEW, MARKER}


def test_what_stays_the_same_is_taken_over_with_its_age(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(OLD, site)
    before = {path: path.stat() for path in site.rglob("*") if path.is_file()}
    write({**OLD, "index.html": b"new", "assets/b.css": b"old style"}, site)
    after = {path: path.stat() for path in before}
    same = {str(path.relative_to(site)) for path in before if before[path].st_ino == after[path].st_ino}
    assert same == {MARKER, "assets/a-1.css", "code/x/y.html", "robots.txt"}
    assert read(site) == {**OLD, "index.html": b"new", "assets/b.css": b"old style"}
    assert all(told.st_nlink == 1 for told in after.values())


def test_a_link_in_the_place_of_a_file_is_not_taken_over(tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    write(OLD, site)
    elsewhere.write_bytes(OLD["index.html"])
    (site / "index.html").unlink()
    (site / "index.html").symlink_to(elsewhere)
    write(OLD, site)
    assert not (site / "index.html").is_symlink()
    assert (site / "index.html").stat().st_ino != elsewhere.stat().st_ino


def test_stale_files_go_and_the_repositorys_stay(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / ".gitignore").write_text("*\n")
    write(OLD, site)
    write(NEW, site)
    assert files(site).keys() == {*NEW, MARKER, ".gitignore"}
    assert (site / ".gitignore").read_text() == "*\n"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("name", ["thesis.tex", ".git", ".bashrc"])
def test_a_folder_that_is_someone_elses_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / name).write_text("years of work")
    with pytest.raises(BuildFailed, match="not ours to replace"):
        write(NEW, tmp_path / "home")
    assert files(tmp_path / "home") == {name: b"years of work"}
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file")
    with pytest.raises(BuildFailed, match="not ours to replace"):
        write(NEW, tmp_path / "site")
    assert (tmp_path / "site").read_text() == "a file"


@pytest.mark.parametrize("name", ["../outside.html", "/etc/outside.html", "a/../../outside.html"])
def test_no_page_leads_out_of_the_site(tmp_path: Path, name: str) -> None:
    write(OLD, tmp_path / "site")
    with pytest.raises(ValueError, match="stay inside the site"):
        write({name: b""}, tmp_path / "site")
    assert read(tmp_path / "site") == OLD


def test_a_link_to_the_site_keeps_leading_there(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "site").symlink_to(tmp_path / "real")
    write(NEW, tmp_path / "site")
    assert (tmp_path / "site").is_symlink()
    assert read(tmp_path / "real") == NEW


def test_what_the_system_refuses_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="cannot be written"):
        write(NEW, Path("/proc/site"))
    assert not Path("/proc/site").exists()


LIMITED = """
import resource, sys
from pathlib import Path
from generator.problems import BuildFailed
from generator.write import write

resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # the system refuses what goes beyond, as a full disk does
try:
    write({"a.html": b"small", "b.html": b"large" * 1009, "c.html": b"small"}, Path(sys.argv[1]))
except BuildFailed as failed:
    print(failed)
"""


@pytest.mark.parametrize("old", [{}, OLD], ids=["new", "old"])
def test_a_page_that_finds_no_room_is_a_problem_and_the_site_stays(
    tmp_path: Path, old: dict[str, bytes]
) -> None:
    site = tmp_path / "site"
    if old:
        write(old, site)
    arguments = [sys.executable, "-c", LIMITED, str(site)]
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "site:1:1: cannot be written: File too large" in run.stdout
    assert read(site) == old
    assert [path.name for path in tmp_path.iterdir()] == (["site"] if old else [])  # no leftovers


@pytest.mark.parametrize("where", ["file/site", "file/deep/site", "loop/site"])
def test_no_site_lies_under_a_file(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("a file")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(BuildFailed, match="cannot be written"):
        write(NEW, tmp_path / where)
    assert (tmp_path / "file").read_text() == "a file"


@pytest.mark.parametrize("how", ["exchange", "two renames"])
def test_killed_at_any_moment_the_site_is_whole(tmp_path: Path, how: str) -> None:
    site, moment, old_seen, new_seen = tmp_path / "site", 0, 0, 0
    while True:
        moment += 1
        write(OLD, site)
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(moment), str(site), how], cwd=ROOT, check=False
        )
        if how == "two renames" and not site.exists():
            writing.recover(
                site
            )  # between the renames the old site stands aside; the next build brings it back
        found = read(site)
        assert found in (OLD, NEW), f"neither old nor new after {moment} calls"
        old_seen, new_seen = old_seen + (found == OLD), new_seen + (found == NEW)
        if run.returncode == 0:
            break
        assert run.returncode == -signal.SIGKILL
    assert found == NEW
    assert old_seen > len(NEW)  # it was killed while writing each page, at least
    assert new_seen > 1  # and while clearing what it replaced
    write(OLD, site)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]  # no leftovers


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from generator.write import write
for i in range(20):
    write({f"{n}.txt": sys.argv[1].encode() for n in range(23)}, Path(sys.argv[2]))
"""
    site = tmp_path / "site"
    arguments = [sys.executable, "-c", script]
    builds = [subprocess.Popen([*arguments, name, str(site)], cwd=ROOT) for name in ("one", "two")]
    assert [build.wait() for build in builds] == [0, 0]
    assert set(read(site).values()) in ({b"one"}, {b"two"})
    assert len(read(site)) == 23
