"""The command as authors run it: on the small project, in processes of its own."""

import contextlib
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.write import MARKER, read
from tests.generator.project import Tides
from tests.generator.waiting import lives, wait_until

ROOT = Path(__file__).parents[2]


def run(tides: Tides, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`python -m generator ...` in the project's folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    command = [sys.executable, "-m", "generator", *arguments]
    return subprocess.run(
        command, cwd=tides.folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Tides:
    tides = Tides(tmp_path_factory.mktemp("built"))
    done = run(tides, "build")
    ready, without = done.stdout.splitlines()
    assert (done.returncode, ready, done.stderr) == (0, "site/index.html is ready", "")
    assert "no address" in without
    return tides


@pytest.fixture
def tides(built: Tides, tmp_path: Path) -> Tides:
    """A copy of the project as built; its cache serves it, too."""
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    copy = Tides(tmp_path)
    assert run(copy, "build").returncode == 0
    return copy


def site(tides: Tides) -> dict[str, bytes]:
    return read(tides.folder / "site")


def identity(tides: Tides) -> int:
    """The folder itself: every writing puts another in its place."""
    return (tides.folder / "site").stat().st_ino


def test_the_page_holds_what_the_code_gave(built: Tides) -> None:
    pages = site(built)
    text = re.sub(r"<[^>]+>", "", pages["index.html"].decode())
    assert "A spring tide at Brest is 4.5 m, in 2 places" in " ".join(text.split())
    assert {"tides.html", "data/spring.csv", "pictures/fig-neap.svg"} <= pages.keys()
    assert "code/tides/experiments/spring.py.html" in pages


def test_nothing_is_done_when_nothing_changed(tides: Tides) -> None:
    before = identity(tides)
    script = f"""
import sys
from pathlib import Path
from generator.build import build
folder = Path({str(tides.folder)!r})
print(build(folder / "content", folder / "site", folder / ".cache"))
print(sorted({{"altair", "numpy", "jinja2", "markdown_it", "pygments"}} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "()\n[]\n"
    assert identity(tides) == before


@pytest.mark.parametrize(
    "name",
    [
        "content/index.md",
        "content/figures/_sheet.py",
        "tides/pull.py",
        "tests/tides/experiments/test_spring.py",
    ],
)
def test_any_edit_is_seen(tides: Tides, name: str) -> None:
    before = identity(tides)
    tides.write(name, (tides.folder / name).read_text() + "\n#more\n")  # a comment, or prose
    assert run(tides, "build").returncode == 0
    assert identity(tides) != before


def test_a_new_file_is_seen(tides: Tides) -> None:
    tides.write("content/02-neap.md", "---\ntitle: Neap\n---\n\nThe other tide.\n")
    assert run(tides, "build").returncode == 0
    assert b"The other tide." in site(tides)["index.html"]


def test_a_removed_file_is_seen(tides: Tides) -> None:
    (tides.folder / "tests/tides/experiments/test_spring.py").unlink()
    assert run(tides, "build").returncode == 0
    assert not any("test_spring" in name for name in site(tides))


@pytest.mark.parametrize("harm", ["changed", "gone", "added", "all gone"])
def test_a_site_that_was_meddled_with_is_made_anew(tides: Tides, harm: str) -> None:
    before = site(tides)
    folder = tides.folder / "site"
    if harm == "changed":
        (folder / "index.html").write_text("")
    elif harm == "gone":
        (folder / "data" / "spring.csv").unlink()
    elif harm == "added":
        (folder / "data" / "stray.csv").write_text("")
    else:
        shutil.rmtree(folder)
    assert run(tides, "build").returncode == 0
    assert site(tides) == before


def test_nothing_kept_is_trusted_unless_whole(tides: Tides) -> None:
    before = site(tides)
    kept = sorted(path for path in tides.cache.rglob("*") if path.is_file())
    for number, path in enumerate(kept):
        whole = path.read_bytes()
        header, _, payload = whole.partition(b"\n")
        harm = (
            b"",
            whole[: len(whole) // 2],
            header + b"\n" + payload[::-1],
            b"\x80" * 101,
            b"null\n" + payload,
        )
        path.write_bytes(harm[number % len(harm)])
    assert len(kept) > 20
    done = run(tides, "build")
    assert (done.returncode, done.stderr) == (0, "")
    assert site(tides) == before
    made = identity(tides)
    assert run(tides, "build").returncode == 0
    assert identity(tides) == made  # all that is wanted is kept again


def test_a_place_where_nothing_can_be_kept_is_told(tides: Tides) -> None:
    before, folder = site(tides), identity(tides)
    tides.write("kept", "a file")
    for command in ("build", "figures"):
        done = run(tides, command, "--cache", "kept/here")
        assert done.returncode == 1
        assert done.stderr.startswith(
            "kept/here:1:1: nothing can be kept here between builds: Not a directory"
        )
    assert (site(tides), identity(tides)) == (before, folder)


def test_a_full_disk_is_told_and_the_site_stays(tides: Tides) -> None:
    before, folder = site(tides), identity(tides)
    tides.edit("tides/pull.py", "3", "5")
    shutil.rmtree(tides.cache)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))"
    script = f"{limit}; from generator.cli import main; main(['build'])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tides.folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert ".cache:1:1: nothing can be kept here between builds: File too large" in done.stderr
    assert done.stderr.endswith("site/ is as it was\n")
    assert (site(tides), identity(tides)) == (before, folder)


def test_what_is_new_is_not_told_by_the_clock(tides: Tides) -> None:
    before = identity(tides)
    files = [path for path in tides.folder.rglob("*") if path.is_file()]
    for number, path in enumerate(files):
        os.utime(path, (number * 2**28, number * 2**28) if number < 31 else (2**33, 2**33))
    assert run(tides, "build").returncode == 0
    assert identity(tides) == before
    path = tides.content / "index.md"
    told = path.stat()
    tides.edit("content/index.md", "comes", "rises")  # as long, and then as old
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert path.stat().st_size == told.st_size
    assert run(tides, "build").returncode == 0
    assert b"The sea rises and goes." in site(tides)["index.html"]


def test_what_comes_and_goes_during_a_build_is_in_the_next(tides: Tides) -> None:
    tides.write("content/02-neap.md", "---\ntitle: Neap\n---\n\nThe other tide.\n")
    content = f"Path({str(tides.content)!r})"
    tides.edit(
        "tides/experiments/spring.py",
        '    """Measure."""',
        f"    ({content} / '02-neap.md').unlink(missing_ok=True)\n"
        f"    ({content} / '03-last.md').write_text('---\\ntitle: Last\\n---\\nThe last tide.\\n')",
    )
    assert run(tides, "build").returncode == 0
    assert b"The other tide." in site(tides)["index.html"]
    assert run(tides, "build").returncode == 0
    assert b"The other tide." not in site(tides)["index.html"]
    assert b"The last tide." in site(tides)["index.html"]


def test_code_that_goes_during_a_build_is_told(tides: Tides) -> None:
    before, folder = site(tides), identity(tides)
    gone = tides.folder / "tides" / "pull.py"
    tides.write("content/02-pull.md", "---\ntitle: Pull\n---\n\n[The code](code/tides/pull.py).\n")
    tides.edit(
        "content/figures/neap.py", '    """A lower bar."""', f"    __import__('os').unlink({str(gone)!r})"
    )
    done = run(tides, "build")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "tides/pull.py" in done.stderr
    assert (site(tides), identity(tides)) == (before, folder)


def test_links_that_go_round_in_the_essay_are_passed_by(tides: Tides) -> None:
    (tides.content / "again").symlink_to(".")
    (tides.content / "figures" / "up").symlink_to("..")
    (tides.content / "round.txt").symlink_to("round.txt")
    tides.edit("content/index.md", "comes", "rises")
    done = run(tides, "build")
    assert (done.returncode, done.stderr) == (0, "")
    assert b"The sea rises and goes." in site(tides)["index.html"]


@pytest.mark.parametrize("option", ["--content", "--out", "--cache"])
def test_a_folder_that_is_a_link_to_itself_is_told(tides: Tides, option: str) -> None:
    (tides.folder / "round").symlink_to("round")
    tides.edit("content/index.md", "comes", "rises")
    done = run(tides, "build", option, "round")
    assert done.returncode == 1
    assert done.stderr.startswith("round:1:1: ")


def test_a_figure_module_that_leads_nowhere_is_told(tides: Tides) -> None:
    (tides.content / "figures" / "ebb.py").symlink_to("nowhere.py")
    tides.edit("content/index.md", "comes", "rises")
    done = run(tides, "build")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "content/figures/ebb.py:1:1: this cannot be read: No such file or directory"
    )


def test_two_clean_builds_are_the_same_to_the_byte(built: Tides, tmp_path: Path) -> None:
    other = Tides(tmp_path / "another" / "folder")
    done = run(
        other,
        "build",
        TZ="Pacific/Chatham",
        LC_ALL="C",
        PYTHONHASHSEED="4711",
        HOME=str(tmp_path),
        COLUMNS="37",
    )
    assert done.returncode == 0, done.stderr
    assert site(other) == site(built)


def test_every_fault_is_told_in_one_run_and_the_site_stays(tides: Tides) -> None:
    before, folder = site(tides), identity(tides)
    tides.edit("content/essay.toml", "subtitle", "subtitel")
    tides.edit("content/01-spring.md", "{num}`spring-height:.1f`", "{num}`spring-hight:.1f`")
    tides.edit("content/figures/neap.py", "result.height, 7", "result.hight, 7")
    done = run(tides, "build")
    assert (done.returncode, done.stdout) == (1, "")
    problems = done.stderr.rstrip("\n").split("\n\n")
    closing = problems.pop()
    assert [problem.splitlines()[0] for problem in problems] == [
        "content/01-spring.md:5:33: no number is named 'spring-hight'",
        "content/essay.toml:1:1: 'subtitle' is missing",
        "content/essay.toml:2:1: essay.toml has no key 'subtitel'",
        "content/figures/neap.py:10:22: AttributeError: 'Result' object has no attribute 'hight'",
        "content/figures/spring.py:20:1: warning: number 'spring-height' is never quoted",
    ]
    assert closing == "4 problems, 1 warning; site/ is as it was"
    assert all("did you mean" in problem for problem in (problems[0], problems[2], problems[3]))
    assert (site(tides), identity(tides)) == (before, folder)


def test_a_warning_is_told_every_time_and_is_an_error_only_if_strict(tides: Tides) -> None:
    tides.edit("content/01-spring.md", ", in {num}`spring-places` places", "")
    warned = "content/figures/spring.py:21:1: warning: number 'spring-places' is never quoted"
    for _ in range(2):
        done = run(tides, "build")
        assert done.returncode == 0
        assert done.stderr.startswith(warned)
    before = identity(tides)
    for _ in range(2):
        strict = run(tides, "build", "--strict")
        assert strict.returncode == 1
        assert strict.stderr.startswith(warned)
        assert strict.stderr.endswith("1 warning; site/ is as it was\n")
    assert identity(tides) == before


def test_who_publishes_says_where(tides: Tides) -> None:
    assert b"https://tides.example/essay" not in site(tides)["index.html"]
    done = run(tides, "build", SITE_URL="https://tides.example/essay")
    assert (done.returncode, done.stdout) == (0, "site/index.html is ready\n")
    assert {"feed.xml", "sitemap.xml", "robots.txt"} <= site(tides).keys()
    assert b"https://tides.example/essay" in site(tides)["index.html"]


def test_an_address_that_is_none_is_told(tides: Tides) -> None:
    before = identity(tides)
    done = run(tides, "build", SITE_URL="tides.example/essay")
    assert done.returncode == 1
    assert done.stderr.startswith("SITE_URL:1:1: this is no address such as https://example.org/essay/")
    assert identity(tides) == before


def test_quiet_says_nothing_when_all_is_well(tides: Tides) -> None:
    done = run(tides, "build", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_folder_that_is_not_ours_is_left_alone(tides: Tides) -> None:
    tides.write("home/thesis.tex", "years of work")
    done = run(tides, "build", "--out", "home")
    assert done.returncode == 1
    assert "home:1:1: is not ours to replace: it holds 'thesis.tex'" in done.stderr
    assert (tides.folder / "home" / "thesis.tex").read_text() == "years of work"


def test_a_missing_essay_is_told(tides: Tides) -> None:
    done = run(tides, "build", "--content", "elsewhere")
    assert done.returncode == 1
    assert "elsewhere" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_site_of_another_essay_lies_beside(tides: Tides) -> None:
    done = run(tides, "build", "--out", "deep/other")
    assert done.returncode == 0
    assert read(tides.folder / "deep" / "other") == site(tides)
    assert (tides.folder / "deep" / "other" / MARKER).is_file()


def test_figures_are_redone_by_name_and_why_says_the_cause(tides: Tides) -> None:
    assert run(tides, "figures", "neap").returncode == 0
    tides.edit("tides/pull.py", "3", "5")
    assert run(tides, "figures", "--why", "neap").stdout.splitlines() == [
        "figures/neap is stale: tides/pull.py changed",
        "results/tides.experiments.spring.run is stale: tides/pull.py changed",
    ]
    wrong = run(tides, "figures", "naep")
    assert wrong.returncode == 1
    assert "no figure or experiment is named 'naep'" in wrong.stderr
    assert "did you mean 'neap'?" in wrong.stderr


def test_figures_that_fail_are_told(tides: Tides) -> None:
    tides.edit("tides/experiments/spring.py", "pull.HEIGHT * 1.5", "1 / 0")
    done = run(tides, "figures")
    assert done.returncode == 1
    assert done.stderr.startswith("tides/experiments/spring.py:18:19: ZeroDivisionError: division by zero")
    assert done.stderr.endswith("1 problem\n")


def test_a_killed_build_leaves_the_site_and_no_worker(tides: Tides) -> None:
    before, folder = site(tides), identity(tides)
    sign = tides.folder / "worker"
    tides.edit(
        "tides/experiments/spring.py",
        '    """Measure."""',
        f"    import os, time\n    Path({str(sign)!r}).write_text(str(os.getpid()))\n    time.sleep(600)",
    )
    command = [sys.executable, "-m", "generator", "build"]
    build = subprocess.Popen(
        command, cwd=tides.folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL
    )
    wait_until(lambda: sign.is_file() and sign.read_text() != "")
    worker = int(sign.read_text())
    assert lives(worker)
    build.kill()
    build.wait()
    wait_until(lambda: not lives(worker))
    assert (site(tides), identity(tides)) == (before, folder)


def test_long_work_is_shown_on_a_terminal(tides: Tides) -> None:
    tides.edit("tides/pull.py", "3", "5")
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "generator", "build"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "90"}
    build = subprocess.Popen(
        command, cwd=tides.folder, env=environment, stdout=subprocess.DEVNULL, stderr=end
    )
    os.close(end)
    shown = b""
    with contextlib.suppress(OSError):  # the other end closes as the build ends
        while read_now := os.read(terminal, 4096):
            shown += read_now
    os.close(terminal)
    assert build.wait() == 0
    for name in ("tides.experiments.spring.run", "content.figures.spring", "content.figures.neap"):
        assert re.search(rf"\d\.\d s  {name}\r\n", shown.decode())
