"""The gallery of a small project: found by folder, kept by content, its faults told at the author's line."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator import cache
from generator.gallery import bake_gallery, plan, redo, why
from generator.model import Gallery, SourceRef
from generator.problems import BuildFailed
from tests.generator.project import COLORS, Tides

ALL = {"spring.run", "spring", "neap"}
SPRING = "content/figures/spring.py"
NEAP = "content/figures/neap.py"
EXPERIMENT = "tides/experiments/spring.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tides:
    tides = Tides(tmp_path_factory.mktemp("made"))
    tides.bake()
    return tides


@pytest.fixture
def tides(made: Tides, tmp_path: Path) -> Tides:
    """A project that has been baked, at a place of its own: what is kept does not depend on the folder."""
    subprocess.run(["cp", "-r", f"{made.folder}/.", str(tmp_path)], check=True)
    return Tides(tmp_path)


def told(gallery: Gallery) -> list[str]:
    return [str(problem) for problem in gallery.problems]


def test_figures_and_numbers_are_found_by_folder(made: Tides) -> None:
    gallery = made.bake()
    assert told(gallery) == []
    assert list(gallery.figures) == ["neap", "spring"]
    assert {name: number.value for name, number in gallery.numbers.items()} == {
        "spring-height": 4.5,
        "spring-places": 2,
    }


def test_everything_says_where_it_comes_from(made: Tides) -> None:
    gallery = made.bake()
    figure = gallery.figures["spring"]
    lines = (made.folder / SPRING).read_text().splitlines()
    assert figure.chart.path == SPRING
    assert lines[figure.chart.first - 1] == '@figure("spring", data=spring.run)'
    assert "tells" in lines[figure.chart.last - 1]
    assert figure.experiment.path == EXPERIMENT
    assert figure.test == SourceRef("tests/tides/experiments/test_spring.py")
    origin = gallery.numbers["spring-places"].origin
    assert lines[origin.first - 1].strip() == '"spring-places": len(result.places),'


def test_a_figure_is_the_same_from_the_cache(made: Tides, tmp_path: Path) -> None:
    assert made.bake() == Tides(tmp_path).bake()


def test_nothing_is_imported_when_nothing_changed(made: Tides) -> None:
    script = f"""
import sys
from pathlib import Path
from generator.gallery import bake_gallery, plan
made = plan(Path({str(made.content)!r}), Path({str(made.cache)!r}))
gallery = bake_gallery(made, frozenset({set(COLORS)!r}))
print(sorted(gallery.figures), sorted({{"altair", "numpy", "vl_convert", "tides"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "['neap', 'spring'] []\n"


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("content/figures/_sheet.py", "11", "13", {"spring"}),
        (SPRING, "A bar", "The bar", {"spring"}),
        (EXPERIMENT, "1.5", "1.7", ALL),
        ("tides/pull.py", "3", "5", ALL),
        ("tides/places.txt", "Granville", "Saint-Malo", ALL),
        ("tests/tides/experiments/test_spring.py", "True", "1 == 1", set()),
    ],
)
def test_what_an_edit_touches_is_done_again(
    tides: Tides, name: str, old: str, new: str, expected: set[str]
) -> None:
    tides.edit(name, old, new)
    done, gallery = tides.baked()
    assert done == expected
    assert told(gallery) == []
    tides.edit(name, new, old)
    assert tides.baked()[0] == set()  # going back costs nothing


def test_a_new_value_reaches_the_prose(tides: Tides) -> None:
    tides.edit("tides/pull.py", "3", "5")
    assert tides.bake().numbers["spring-height"].value == 7.5


def test_an_unknown_color_is_refused_though_the_figure_was_kept_without_it(tides: Tides) -> None:
    tides.edit(SPRING, "fill=INK", 'fill="var(--moon)"')
    assert told(tides.bake()) == []
    [problem] = bake_gallery(plan(tides.content, tides.cache), COLORS - {"moon"}).problems
    assert "moon" in problem.message


@pytest.mark.parametrize("damage", ["empty", "half", "one byte", "another's"])
def test_a_damaged_entry_is_never_trusted(tides: Tides, damage: str) -> None:
    before = tides.bake()
    entry, figure, other = (
        max((tides.cache / name).iterdir(), key=lambda path: path.stat().st_mtime)
        for name in ("results/tides.experiments.spring.run", "figures/spring", "figures/neap")
    )
    for path in (entry, figure):
        data = path.read_bytes()
        middle = len(data) // 2
        path.write_bytes(
            {
                "empty": b"",
                "half": data[:middle],
                "one byte": data[:-1] + bytes([data[-1] ^ 1]),
                "another's": other.read_bytes(),
            }[damage]
        )
    done, after = tides.baked()
    assert done == {"spring.run", "spring"}
    assert after == before


def test_a_result_that_no_longer_unpickles_is_worked_out_again(tides: Tides) -> None:
    before = tides.bake()
    made = plan(tides.content, tides.cache)
    recipe = made.experiments["tides.experiments.spring.run"]
    cache.put(tides.cache, recipe, b"whole, and yet no pickle")
    cache.forget(tides.cache, "figures/spring")
    done, after = tides.baked()
    assert done == {"spring"}
    assert after == before


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "message"),
    [
        (EXPERIMENT, "pull.HEIGHT", "pull.HIGHT", f"{EXPERIMENT}:18:19", "has no attribute 'HIGHT'"),
        (
            EXPERIMENT,
            "pull.HEIGHT * 1.5",
            "1 / 0",
            f"{EXPERIMENT}:18:19",
            "ZeroDivisionError: division by zero",
        ),
        (EXPERIMENT, "import pull", "import pul", f"{EXPERIMENT}:6:1", "cannot import name 'pul'"),
        (EXPERIMENT, "import pull", "import import", f"{EXPERIMENT}:6:19", "SyntaxError: invalid syntax"),
        (
            EXPERIMENT,
            "def run()",
            "def run(moon)",
            f"{NEAP}:7:22",
            "missing 1 required positional argument",
        ),
        (EXPERIMENT, "tuple(places)", "lambda: 0", f"{NEAP}:7:22", "pickle"),
        (SPRING, "* result.height", "* result.heigth", f"{SPRING}:12:30", "has no attribute 'heigth'"),
        (SPRING, "fill=INK", 'fill="var(--lilac)"', f"{SPRING}:9:1", "no color is named 'lilac'"),
        (SPRING, "level * result.height", "level * float('nan')", f"{SPRING}:9:1", "nan"),
        (SPRING, "len(result.places)", "float('inf')", f"{SPRING}:18:1", "the number 'spring-places' is inf"),
        (SPRING, "len(result.places)", "[1]", f"{SPRING}:18:1", "a number or text is wanted"),
        (SPRING, "import spring", "import sprung", f"{SPRING}:5:1", "cannot import name 'sprung'"),
        (SPRING, "def spring_figure", "def spring figure", f"{SPRING}:9:", "SyntaxError"),
        (SPRING, "level = ", "raise SystemExit(0)\n    level = ", f"{SPRING}:11:5", "SystemExit: 0"),
    ],
)
def test_a_fault_is_told_at_the_authors_line(
    tides: Tides, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str, place: str, message: str
) -> None:
    monkeypatch.chdir(tides.folder)
    tides.edit(name, old, new)
    [problem] = told(tides.bake())
    assert problem.startswith(place)
    assert message in problem.splitlines()[0]
    assert "generator" not in problem
    assert (tides.folder / name).read_text().splitlines()[
        int(problem.split(":")[1]) - 1
    ] in problem or name != SPRING


@pytest.mark.parametrize(
    ("name", "old", "new", "hint"),
    [
        (EXPERIMENT, "pull.HEIGHT", "pull.HIGHT", "HEIGHT"),
        (EXPERIMENT, "Result(pull", "Resalt(pull", "Result"),
        (EXPERIMENT, "import pull", "import pul", "pull"),
        (EXPERIMENT, "from tides import pull", "import tides.pul as pull", "pull"),
        (SPRING, "* result.height", "* result.heigth", "height"),
    ],
)
def test_the_nearest_right_name_is_offered(tides: Tides, name: str, old: str, new: str, hint: str) -> None:
    tides.edit(name, old, new)
    [problem] = tides.bake().problems
    assert problem.hint == f"did you mean '{hint}'?"


def test_every_fault_is_told_at_once_and_what_is_right_is_baked(tides: Tides) -> None:
    tides.edit(SPRING, "result.height, BAR", "result.heigth, BAR")
    tides.edit(SPRING, "len(result.places)", "len(result.place)")
    tides.edit(NEAP, "result.height, 7", "result.hight, 7")
    tides.write(
        "content/figures/ebb.py", (tides.content / "figures/spring.py").read_text().replace("spring_", "ebb_")
    )
    gallery = tides.bake()
    assert [problem.place.path.rpartition("/")[2] for problem in gallery.problems].count("spring.py") == 2
    assert len(gallery.problems) == 5


@pytest.mark.parametrize("code", ["1 / 0", "def"])
def test_names_whose_code_failed_are_known_as_such(tides: Tides, code: str) -> None:
    text = (tides.folder / SPRING).read_text()
    tides.write(
        SPRING,
        text + f'\n\ndef more(result):\n    return {{f"tide-{{i}}-more": i for i in (2, 3)}}\n\n\n{code}\n',
    )
    gallery = tides.bake()
    assert len(gallery.problems) == 1
    for name in ("spring", "spring-height", "tide-2-more"):
        assert gallery.failed_to_give(name)
    assert not gallery.failed_to_give("sprig")
    assert not tides.bake().failed_to_give("neap")


def test_a_fault_that_was_mended_is_gone(tides: Tides) -> None:
    tides.edit(SPRING, "* result.height", "* result.heigth")
    assert len(tides.bake().problems) == 1
    assert len(tides.bake().problems) == 1  # nothing of it was kept
    tides.edit(SPRING, "* result.heigth", "* result.height")
    assert tides.baked()[0] == set()


def test_a_worker_that_dies_is_told(tides: Tides) -> None:
    tides.edit(
        EXPERIMENT, '    """Measure."""', "    import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    problems = tides.bake().problems
    assert problems
    assert all("a worker process ended early" in problem.message for problem in problems)


def test_a_name_is_offered_once(tides: Tides, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tides.folder)
    text = (tides.folder / SPRING).read_text()
    tides.write("content/figures/tide.py", "# a copy\n" + text)
    second, first = "content/figures/tide.py", "content/figures/spring.py"
    assert [problem.splitlines()[0] for problem in told(tides.bake())] == [
        f"{second}:9:1: the figure 'spring' is offered already at {first}:8",
        f"{second}:21:1: the number 'spring-height' is offered already at {first}:20",
        f"{second}:22:1: the number 'spring-places' is offered already at {first}:21",
    ]


def test_an_edit_during_an_experiment_is_not_kept_under_the_old_text(tides: Tides) -> None:
    tides.edit(
        EXPERIMENT, '    """Measure."""', '    Path(__file__).write_text(Path(__file__).read_text() + "\\n")'
    )
    done, _ = tides.baked()
    assert "spring.run" in done
    assert (
        cache.get(tides.cache, plan(tides.content, tides.cache).experiments["tides.experiments.spring.run"])
        is None
    )


@pytest.mark.parametrize("name", ["spring", "neap"])
def test_one_can_be_redone(tides: Tides, name: str) -> None:
    redo(plan(tides.content, tides.cache), [name])
    assert tides.baked()[0] == (
        {"spring.run", "spring", "neap"} if name == "spring" else {"spring.run", "neap"}
    )


def test_all_can_be_redone(tides: Tides) -> None:
    redo(plan(tides.content, tides.cache), [])
    assert tides.baked()[0] == ALL


def test_why_names_what_changed(tides: Tides) -> None:
    assert why(plan(tides.content, tides.cache), COLORS, "neap").splitlines() == [
        "figures/neap is fresh: made once, and nothing has changed since",
        "results/tides.experiments.spring.run is fresh: made once, and nothing has changed since",
    ]
    tides.edit("tides/pull.py", "3", "5")
    assert why(plan(tides.content, tides.cache), COLORS, "neap").splitlines() == [
        "figures/neap is stale: tides/pull.py changed",
        "results/tides.experiments.spring.run is stale: tides/pull.py changed",
    ]
    tides.bake()
    assert "was last redone: tides/pull.py changed" in why(plan(tides.content, tides.cache), COLORS, "neap")


def test_a_name_that_is_no_figures_is_refused(tides: Tides) -> None:
    with pytest.raises(
        BuildFailed, match=r"(?s)no figure or experiment is named 'sprig'.*did you mean 'spring'"
    ):
        redo(plan(tides.content, tides.cache), ["sprig"])
