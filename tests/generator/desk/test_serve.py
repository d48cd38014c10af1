"""The live preview as an author meets it: on the small project, in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.write import read
from tests.generator.preview import ROOT, Preview
from tests.generator.project import Tides
from tests.generator.waiting import lives, wait_until

SCRIPT = re.compile(r'\n<script src="/\.preview/preview\.js" data-version="\w+" defer></script>')
POLICY = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*')


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Tides:
    return Tides(tmp_path_factory.mktemp("tides"))


@pytest.fixture(scope="module")
def preview(tides: Tides) -> Iterator[Preview]:
    preview = Preview(tides)
    preview.shows("The sea comes and goes.")
    yield preview
    preview.stop()


def test_a_saving_is_shown(preview: Preview, tides: Tides) -> None:
    before = preview.news()["version"]
    aside = tides.folder / "content" / "index.md.tmp"
    aside.write_text("The sea comes, and goes.\n")
    aside.replace(tides.folder / "content" / "index.md")
    preview.shows("The sea comes, and goes.")
    assert preview.news()["version"] != before
    assert preview.messages() == []


def test_code_is_run_anew(preview: Preview, tides: Tides) -> None:
    tides.edit("tides/pull.py", "HEIGHT = 3", "HEIGHT = 5")
    preview.shows("7.5")
    tides.edit("content/figures/_sheet.py", "BAR = 11", "BAR = 13")
    wait_until(lambda: "BAR = 13" in (tides.folder / "content/figures/_sheet.py").read_text())
    tides.edit("content/figures/spring.py", '"A bar as high', '"A beam as high')
    preview.shows("A beam as high")


def test_every_problem_is_told_and_the_last_good_page_stays(preview: Preview, tides: Tides) -> None:
    good, text = preview.page(), (tides.folder / "content/01-spring.md").read_text()
    tides.write("content/01-spring.md", text + "\n[@newton1678] and [](#fig-naep)\n")
    wait_until(lambda: bool(preview.messages()))
    assert preview.messages() == [
        "content/01-spring.md:15:3 references.bib has no entry 'newton1678'",
        "content/01-spring.md:15:22 no figure is named 'naep'",
    ]
    assert "did you mean 'newton1687'?" in preview.news()["problems"][0]["excerpt"]
    assert "content/01-spring.md:15:3: references.bib has no entry" in preview.log.read_text()
    assert preview.page() == good
    tides.write("content/01-spring.md", text)
    wait_until(lambda: not preview.messages())
    assert preview.page() == good


def test_a_warning_does_not_keep_the_page_back(preview: Preview, tides: Tides) -> None:
    tides.edit("content/01-spring.md", ", in {num}`spring-places` places", " or so")
    preview.shows("m or so")
    [warning] = preview.news()["problems"]
    assert warning["severity"] == "warning"
    tides.edit("content/01-spring.md", " or so", ", in {num}`spring-places` places")
    wait_until(lambda: not preview.messages())


def test_what_code_raises_is_told(preview: Preview, tides: Tides) -> None:
    tides.edit("content/figures/neap.py", "result.height, 7", "result.hight, 7")
    wait_until(lambda: bool(preview.messages()))
    [message] = preview.messages()
    assert message.startswith("content/figures/neap.py:10:22 AttributeError: ")
    tides.edit("content/figures/neap.py", "result.hight, 7", "result.height, 7")
    wait_until(lambda: not preview.messages())


def test_code_that_never_ends_is_stopped_when_it_is_mended(preview: Preview, tides: Tides) -> None:
    sign = tides.folder / "worker"
    work = f"    import os, time\n    Path({str(sign)!r}).write_text(str(os.getpid()))\n    time.sleep(600)\n"
    tides.edit("tides/experiments/spring.py", "    places = ", work + "    places = ")
    wait_until(lambda: sign.is_file() and sign.read_text() != "")
    worker = int(sign.read_text())
    assert preview.news()["work"] == ["tides.experiments.spring.run"]
    tides.edit("tides/experiments/spring.py", work, "    # mended\n")
    preview.shows("# mended", "code/tides/experiments/spring.py.html")
    wait_until(lambda: not lives(worker))
    assert preview.news()["work"] == []


def test_what_editors_leave_changes_nothing(preview: Preview, tides: Tides) -> None:
    builds = preview.log.read_text().count(" s\n")
    for name in ("4913", ".01-spring.md.swp", "01-spring.md~", "#01-spring.md#"):
        tides.write(f"content/{name}", "x")
    (tides.content / ".#01-spring.md").symlink_to("nobody@nowhere.1")
    (tides.content / "figures" / ".#neap.py").symlink_to("nobody@nowhere.1")
    (tides.content / "index.md").write_text("The sea is back.\n")
    preview.shows("The sea is back.")
    assert preview.messages() == []
    assert preview.log.read_text().count(" s\n") == builds + 1


def test_pages_are_those_of_the_site_but_for_the_script(preview: Preview, tides: Tides) -> None:
    command = [sys.executable, "-m", "generator", "build", "--quiet"]
    subprocess.run(command, cwd=tides.folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    site = {
        name: data for name, data in read(tides.folder / "site").items() if not name.endswith((".gz", ".br"))
    }
    assert "index.html" in site
    for name, data in site.items():
        if name.endswith(".html"):
            served, count = SCRIPT.subn("", preview.page(name))
            assert count == 1, name
            assert POLICY.sub(r"\1", served) == POLICY.sub(r"\1", data.decode()), name
    other = [name for name in site if name.endswith((".csv", ".json", ".svg", ".js", ".css"))]
    assert {name for name in other if preview.page(name) != site[name].decode()} == set()


def test_a_used_port_is_told_in_a_line(preview: Preview, tides: Tides) -> None:
    port = preview.address.rpartition(":")[2].rstrip("/")
    command = [sys.executable, "-m", "generator", "serve", "--port", port]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tides.folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr == f"Error: port {port} cannot be had, address already in use: name another with --port\n"
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_a_word_and_leaves_no_process(number: int, tmp_path: Path) -> None:
    tides = Tides(tmp_path)
    preview = Preview(tides)
    wait_until(lambda: bool(preview.news()["work"]))  # in the middle of it
    preview.news()
    assert len(preview.processes()) > 2
    assert preview.stop(number) == 0
    wait_until(lambda: not preview.processes())
    assert [line for line in preview.log.read_text().splitlines() if "Ctrl-C" not in line] == []


def test_without_an_essay_it_says_so_and_waits_for_one(tmp_path: Path) -> None:
    tides = Tides(tmp_path)
    (tides.content / "index.md").rename(tmp_path / "index.md")
    preview = Preview(tides, "--strict")
    wait_until(lambda: bool(preview.messages()))
    assert preview.messages() == ["content/index.md:1:1 this file is missing"]
    assert "/.preview/preview.js" in preview.page()
    (tmp_path / "index.md").rename(tides.content / "index.md")
    preview.shows("The sea comes and goes.")
    assert preview.stop() == 0
