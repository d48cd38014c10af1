"""What a worker process does: run one experiment, or bake the figures and numbers of one figure module.

Only here is the essay's code imported, never in the process that builds: it stays small, and always sees code
as it is now. A worker answers with values; what the code raised is among them, as problems.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import math
import multiprocessing
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator import cache
from generator.baked import plain_figure, plain_number
from generator.blame import blame
from generator.cache import Recipe
from generator.model import SourceRef
from generator.offers import Experiment, Offer
from generator.problems import BuildFailed, Place, Problem, shown
from generator.sources import Sources

SETTLED = {  # what must hold before numpy starts, or Python itself, for a result to be the same every time
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}


@dataclass(frozen=True, slots=True)
class Bench:
    """Where a worker works."""

    project: Path
    cache_dir: Path
    recipes: Mapping[str, Recipe]  # of the experiments, by name
    colors: frozenset[str]  # the CSS variables that a figure may use


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a piece of work."""

    seconds: float
    problems: tuple[Problem, ...] = ()
    payload: bytes = b""  # of a figure module: its figures and numbers as JSON


def follow_parent() -> None:
    """End with the build that began this worker: were it killed, the worker would wait for work for ever."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def run_experiment(experiment: Experiment, bench: Bench) -> Done:
    """Run an experiment and keep its result."""
    started = time.perf_counter()
    try:
        module = _imported(experiment.module, bench)
        _result(getattr(module, experiment.function), bench)
    except BuildFailed as failed:
        return Done(time.perf_counter() - started, failed.problems)
    except (Exception, SystemExit) as error:
        problem = blame(error, bench.project, experiment.place)
        return Done(time.perf_counter() - started, (problem,))
    return Done(time.perf_counter() - started)


def bake_module(offer: Offer, recipe: Recipe, bench: Bench) -> Done:
    """Bake every figure and number of a figure module, and keep them if nothing is wrong with any."""
    started = time.perf_counter()
    try:
        module = _imported(offer.module, bench)
    except (Exception, SystemExit) as error:
        problem = blame(error, bench.project, Place(shown(offer.path)))
        return Done(time.perf_counter() - started, (problem,))
    baked: dict[str, list[dict[str, Any]]] = {"figures": [], "numbers": []}
    problems: list[Problem] = []
    for function in _offering(module):
        try:
            for kind, bake in (("figures", _figures), ("numbers", _numbers)):
                baked[kind] += bake(function, bench)
        except BuildFailed as failed:
            problems += failed.problems
        except (Exception, SystemExit) as error:
            problems.append(_problem(error, function, bench))
    payload = json.dumps(baked, allow_nan=False).encode()
    try:
        if not problems:
            _keep(recipe, payload, bench)
    except BuildFailed as failed:
        problems += failed.problems
    return Done(time.perf_counter() - started, tuple(problems), payload)


def _imported(name: str, bench: Bench) -> Any:
    if str(bench.project) not in sys.path:
        sys.path.insert(0, str(bench.project))
    return importlib.import_module(name)


def _offering(module: Any) -> list[Callable[..., Any]]:
    """The decorated functions that the module itself defines, as they stand in it."""
    own = (value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__)
    offering = {value for value in own if hasattr(value, "__figure__") or hasattr(value, "__numbers__")}
    return sorted(offering, key=lambda function: function.__code__.co_firstlineno)


def _result(function: Callable[[], Any], bench: Bench) -> Any:
    """The result of an experiment, as kept or worked out now."""
    recipe = bench.recipes.get(f"{function.__module__}.{getattr(function, '__qualname__', '')}")
    kept = cache.get(bench.cache_dir, recipe) if recipe else None
    if kept is not None:
        with contextlib.suppress(Exception):  # whatever an entry that cannot be read raises, it is made anew
            return pickle.loads(kept)
    result = function()
    if recipe:
        _keep(recipe, pickle.dumps(result, protocol=5), bench)
    return result


def _keep(recipe: Recipe, payload: bytes, bench: Bench) -> None:
    """Keep what was made, unless its code was edited meanwhile: nobody knows from which text it then came."""
    sources = Sources(bench.project)
    files = {sources.path(name): told for name, told in recipe.files.items()}
    if all(path.is_file() and sources.digest(path) == told for path, told in files.items()):
        cache.put(bench.cache_dir, recipe, payload)


def _figures(function: Callable[..., Any], bench: Bench) -> list[dict[str, Any]]:
    spec = getattr(function, "__figure__", None)
    if spec is None:
        return []
    from generator.drawing.bake import bake  # brings Altair and the Vega compiler

    fields = bake(function, _result(spec.data, bench), bench.colors)
    return [plain_figure(spec.name, fields, _lines(function, bench), _lines(spec.data, bench))]


def _numbers(function: Callable[..., Any], bench: Bench) -> list[dict[str, Any]]:
    data = getattr(function, "__numbers__", None)
    if data is None:
        return []
    values = {name: _number(name, value) for name, value in function(_result(data, bench)).items()}
    lines, first = inspect.getsourcelines(function)
    path = _lines(function, bench).path
    spots = {name: first + _first(lines, name) for name in values}
    return [
        plain_number(name, value, SourceRef(path, spots[name], spots[name])) for name, value in values.items()
    ]


def _number(name: str, value: Any) -> float | int | str:
    """A Python number or text for what may be numpy's."""
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, bool) or not isinstance(plain, float | int | str):
        raise TypeError(f"the number '{name}' is {plain!r}: a number or text is wanted")
    if isinstance(plain, float) and not math.isfinite(plain):
        raise ValueError(f"the number '{name}' is {plain}")
    return plain


def _first(lines: list[str], name: str) -> int:
    """The first line that writes a name as a string, else the function's own."""
    quoted = (f'"{name}"', f"'{name}'")
    return next((i for i, line in enumerate(lines) if any(q in line for q in quoted)), 0)


def _lines(function: Callable[..., Any], bench: Bench) -> SourceRef:
    lines, first = inspect.getsourcelines(function)
    path = Path(inspect.getsourcefile(function) or "").resolve()
    return SourceRef(os.path.relpath(path, bench.project).replace(os.sep, "/"), first, first + len(lines) - 1)


def _problem(error: BaseException, function: Callable[..., Any], bench: Bench) -> Problem:
    """What is wrong, at the author's line, or at the function where the fault is in what it gave back."""
    from generator.drawing.errors import DrawingError

    lines, first = inspect.getsourcelines(function)
    start = first + next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    place = Place(shown(Path(inspect.getsourcefile(function) or "").resolve()), start)
    problem = blame(error, bench.project, place)
    return replace(problem, message=str(error)) if isinstance(error, DrawingError) else problem
