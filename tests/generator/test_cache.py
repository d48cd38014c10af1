"""What is kept between builds is found again, or not trusted."""

import os
import threading
from pathlib import Path

import pytest

from generator import cache
from generator.cache import KEPT, Recipe
from generator.problems import BuildFailed

TIDE = Recipe("results/tide", {"sea/tide.py": "a" * 64, "library numpy": "2.4"})


def test_what_is_kept_is_found_under_the_same_recipe_only(tmp_path: Path) -> None:
    assert cache.get(tmp_path, TIDE) is None
    cache.put(tmp_path, TIDE, b"high\nlow")
    assert cache.get(tmp_path, TIDE) == b"high\nlow"
    assert cache.get(tmp_path, Recipe("results/neap", TIDE.inputs)) is None
    assert cache.get(tmp_path, Recipe(TIDE.name, {**TIDE.inputs, "library numpy": "2.5"})) is None


@pytest.mark.parametrize("cut", [0, 1, 17, 60, -1])
def test_a_truncated_entry_reads_as_nothing(tmp_path: Path, cut: int) -> None:
    cache.put(tmp_path, TIDE, b"high\nlow")
    path = tmp_path / TIDE.name / TIDE.key
    path.write_bytes(path.read_bytes()[:cut])
    assert cache.get(tmp_path, TIDE) is None


def test_a_change_of_any_byte_is_noticed(tmp_path: Path) -> None:
    cache.put(tmp_path, TIDE, b"high\nlow")
    path = tmp_path / TIDE.name / TIDE.key
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get(tmp_path, TIDE) in (None, b"high\nlow")
    assert cache.get(tmp_path, TIDE) is None  # the last change was one of the payload


def test_an_entry_under_a_foreign_name_reads_as_nothing(tmp_path: Path) -> None:
    other = Recipe(TIDE.name, {"sea/tide.py": "b" * 64})
    cache.put(tmp_path, other, b"low")
    (tmp_path / TIDE.name / other.key).rename(tmp_path / TIDE.name / TIDE.key)
    assert cache.get(tmp_path, TIDE) is None


def test_only_the_newest_entries_of_a_name_stay(tmp_path: Path) -> None:
    recipes = [Recipe(TIDE.name, {"version": str(i)}) for i in range(KEPT + 3)]
    for recipe in recipes:
        cache.put(tmp_path, recipe, b"x")
    assert cache.get(tmp_path, recipes[-1]) == b"x"
    assert len(list((tmp_path / TIDE.name).iterdir())) == KEPT


def test_what_was_just_made_stays_whatever_the_clock_says(tmp_path: Path) -> None:
    for version in range(KEPT):
        recipe = Recipe(TIDE.name, {"version": str(version)})
        cache.put(tmp_path, recipe, b"x")
        os.utime(tmp_path / recipe.name / recipe.key, (2**33, 2**33))  # by a clock far ahead
    cache.put(tmp_path, TIDE, b"high")
    assert cache.get(tmp_path, TIDE) == b"high"
    assert len(list((tmp_path / TIDE.name).iterdir())) == KEPT


@pytest.mark.parametrize("name", [".", "results", TIDE.name])
def test_where_nothing_can_be_kept_that_is_told(tmp_path: Path, name: str) -> None:
    in_the_way = tmp_path / "cache" / name
    in_the_way.parent.mkdir(parents=True, exist_ok=True)
    in_the_way.write_bytes(b"a file")
    with pytest.raises(BuildFailed, match="nothing can be kept here between builds: ") as failure:
        cache.put(tmp_path / "cache", TIDE, b"high")
    assert failure.value.problems[0].place.path.endswith("/cache")
    assert in_the_way.read_bytes() == b"a file"


def test_many_may_write_at_once(tmp_path: Path) -> None:
    payloads = [bytes([i]) * 99_991 for i in range(7)]
    threads = [threading.Thread(target=cache.put, args=(tmp_path, TIDE, payload)) for payload in payloads]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.get(tmp_path, TIDE) in payloads
    assert [path.name for path in (tmp_path / TIDE.name).iterdir()] == [TIDE.key]


def test_what_differs_is_named(tmp_path: Path) -> None:
    assert cache.why(tmp_path, TIDE) == ["is stale: it has not been made yet"]
    cache.put(tmp_path, TIDE, b"x")
    assert cache.why(tmp_path, TIDE) == ["is fresh: made once, and nothing has changed since"]
    new = Recipe(TIDE.name, {"sea/tide.py": "b" * 64, "library numpy": "2.5", "sea/moon.py": "c" * 64})
    assert cache.why(tmp_path, new) == [
        "is stale: library numpy changed from 2.4 to 2.5",
        "is stale: sea/tide.py changed",
        "is stale: sea/moon.py is now used",
    ]
    cache.put(tmp_path, new, b"x")
    assert cache.why(tmp_path, new)[0] == "was last redone: library numpy changed from 2.4 to 2.5"
    path = tmp_path / TIDE.name / new.key
    path.write_bytes(path.read_bytes()[:-1])
    assert "is stale: sea/tide.py changed" in cache.why(tmp_path, new)
