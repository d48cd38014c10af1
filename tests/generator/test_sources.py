"""What code rests on, read without importing it."""

import sys
from pathlib import Path

import pytest

from generator.sources import Scan, Sources, files_under, installed, load_scans, scan


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """A project of two rooms, whose modules import each other in every way."""
    files = {
        "sea/__init__.py": "",
        "sea/wave.py": "from sea import wind\nfrom sea.shore import sand as grains\n",
        "sea/wind.py": "import math\nimport numpy as np\nif 0:\n    import nowhere.at_all\n",
        "sea/shore/__init__.py": "from .sand import GRAIN\n",
        "sea/shore/sand.py": "from . import stone\nfrom .. import wind\nGRAIN = 1\n",
        "sea/shore/stone.py": "def late():\n    import sea.deep.floor\n",
        "sea/deep/floor.py": "from pathlib import Path\nHERE = Path(__file__).with_name('depths.csv')\n",
        "sea/deep/depths.csv": "11\n",
        "sea/deep/notes.txt": "",
        "sea/alone.py": "def load(name):\n    return open(f'tides-{name}.json')\n",
        "sea/data/tides-brest.json": "{}",
        "sea/data/winds-brest.json": "{}",
        "sea/broken.py": "import sea.wind\ndef (\n",
        "sky/cloud.py": "import sea.wave\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Sources(tmp_path)


def rests_on(sources: Sources, *modules: str) -> set[str]:
    inputs = sources.recipe_inputs(modules)
    return {name for name in inputs if "/" in name}


DEEP = {"sea/__init__.py", "sea/deep/floor.py", "sea/deep/depths.csv"}
SHORE = DEEP | {"sea/wind.py", "sea/shore/__init__.py", "sea/shore/sand.py", "sea/shore/stone.py"}


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("sea.wind", {"sea/__init__.py", "sea/wind.py"}),
        ("sea.deep.floor", DEEP),
        ("sea.shore.sand", SHORE),
        ("sea.wave", SHORE | {"sea/wave.py"}),
        ("sky.cloud", SHORE | {"sea/wave.py", "sky/cloud.py"}),
        ("sea.alone", {"sea/__init__.py", "sea/alone.py", "sea/data/tides-brest.json"}),
        ("sea.broken", {"sea/__init__.py", "sea/broken.py"}),
    ],
)
def test_a_module_rests_on_what_it_reaches(sources: Sources, module: str, expected: set[str]) -> None:
    assert rests_on(sources, module) == expected


def test_the_generator_is_found_from_any_project(sources: Sources) -> None:
    found = rests_on(sources, "generator.problems")
    assert found == {"generator/__init__.py", "generator/problems.py"}


def test_versions_of_the_libraries_that_are_reached_count(sources: Sources) -> None:
    inputs = sources.recipe_inputs(["sea.wave"])
    assert inputs["library numpy"] == installed()["numpy"]
    assert inputs["Python"].startswith(f"{sys.version_info.major}.{sys.version_info.minor}.")
    assert not any("math" in name or "nowhere" in name for name in inputs)


def test_a_file_that_appears_is_seen(sources: Sources, tmp_path: Path) -> None:
    before = sources.recipe_inputs(["sea.alone"])
    (tmp_path / "sea" / "data" / "tides-granville.json").write_text("{}")
    (tmp_path / "nowhere.py").write_text("")
    assert Sources(tmp_path).recipe_inputs(["sea.alone"]) != before
    assert "nowhere.py" in Sources(tmp_path).recipe_inputs(["sea.wind"])


def test_what_looks_through_a_folder_of_code_rests_on_each_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "sea" / "shore").mkdir(parents=True)
    (tmp_path / "sea" / "count.py").write_text("HERE.glob('shore/*.py'), 'see shore/sand.py', '*.py'\n")
    (tmp_path / "sea" / "shore" / "sand.py").write_text("")
    (tmp_path / "sea" / "shore" / "sand.txt").write_text("")
    assert rests_on(Sources(tmp_path), "sea.count") == {"sea/count.py", "sea/shore/sand.py"}
    (tmp_path / "sea" / "shore" / "shell.py").write_text("")
    assert "sea/shore/shell.py" in rests_on(Sources(tmp_path), "sea.count")


def test_scans_outlive_a_build_and_damaged_ones_do_not_count(sources: Sources, tmp_path: Path) -> None:
    sources.recipe_inputs(["sea.wave"])
    sources.save(tmp_path / "kept")
    assert load_scans(tmp_path / "kept") == sources.scans
    [entry] = (tmp_path / "kept" / "scans").iterdir()
    entry.write_bytes(entry.read_bytes().replace(b"sea.wind", b"sea.wing"))
    assert load_scans(tmp_path / "kept") == {}


def test_strings_name_files_and_prose_does_not() -> None:
    found = scan(
        '"""A docstring\n\nof notes.txt."""\nx = ["data/a.csv", f"b-{1}.json", "*.npz", "Fig. 2", "end."]\n'
    )
    assert found == Scan((), ("a.csv", "b-*.json", "*.npz"))


def test_files_are_listed_in_one_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/.hidden", ".git/config", "__pycache__/b.pyc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert [path.relative_to(tmp_path).as_posix() for path in files_under(tmp_path)] == ["b.txt", "a/z.txt"]
