"""Every figure and number that an essay's code offers: from the cache, or baked now in worker processes.

Two levels are kept: results of experiments, and baked figure modules. What is fresh costs a look at the
digests of its files; neither it, nor the libraries it draws with, is imported.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator import cache
from generator.baking import SETTLED, Bench, Done, bake_module, follow_parent, run_experiment
from generator.blame import at
from generator.cache import Recipe
from generator.model import Control, Figure, Gallery, Number, Picture, SourceRef, Table
from generator.offers import Offer, offers
from generator.problems import BuildFailed, Place, Problem, nearest
from generator.sources import Sources, load_scans, shown

_QUOTED = re.compile(r"""(["'])((?:(?!\1).)+)\1""")
_DRAWN_WITH = ("generator.baking", "generator.drawing")  # what every baked figure rests on


Progress = Callable[[str, float | None], None]  # a piece of work begins; later, the seconds that it took


def silent(name: str, seconds: float | None) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the gallery is to be made of, and from what."""

    essay_dir: Path
    cache_dir: Path
    sources: Sources
    offers: tuple[Offer, ...]
    modules: Mapping[str, Recipe]  # of the figure modules, by module
    experiments: Mapping[str, Recipe]  # by dotted name

    @property
    def project(self) -> Path:
        """The folder that the essay and its code lie in."""
        return self.essay_dir.parent

    @property
    def rooms(self) -> set[str]:
        """The top-level folders of the project that the figures and their tests lie in."""
        recipes = (*self.modules.values(), *self.experiments.values())
        return {
            "tests",
            *(name.partition("/")[0] for recipe in recipes for name in recipe.inputs if "/" in name),
        }


def plan(essay_dir: Path, cache_dir: Path) -> Plan:
    """Look through the figure modules and all that they rest on."""
    sources = Sources(essay_dir.parent, load_scans(cache_dir))
    found = offers(essay_dir, sources)
    modules = {
        offer.module: Recipe(
            f"figures/{offer.path.stem}", sources.recipe_inputs([offer.module, *_DRAWN_WITH])
        )
        for offer in found
    }
    experiments = {
        experiment.name: Recipe(f"results/{experiment.name}", sources.recipe_inputs([experiment.module]))
        for offer in found
        for experiment in offer.experiments
    }
    sources.save(cache_dir)
    return Plan(essay_dir, cache_dir, sources, found, modules, experiments)


def bake_gallery(made: Plan, colors: frozenset[str], progress: Progress = silent) -> Gallery:
    """Every figure and number of the plan, and what is wrong with the code behind them.

    `colors` are the names that a figure may use.
    """
    modules = _colored(made.modules, colors)
    bench = Bench(made.project, made.cache_dir, made.experiments, colors)
    payloads = {name: cache.get(made.cache_dir, recipe) or b"" for name, recipe in modules.items()}
    stale = {offer: modules[offer.module] for offer in made.offers if not payloads[offer.module]}
    finished = _bake(stale, bench, progress) if stale else {}
    problems = dict.fromkeys(problem for done in finished.values() for problem in done.problems)
    payloads |= {name: done.payload for name, done in finished.items() if name in payloads}
    baked = [json.loads(payloads[offer.module] or b"{}") for offer in made.offers]
    gallery = _hang(baked, made.project)
    without = [offer for offer in stale if not _is_whole(finished.get(offer.module))]
    failed = tuple(name for offer in without for name in _texts(offer.path))
    return replace(gallery, problems=(*problems, *gallery.problems), failed=failed)


def _is_whole(done: Done | None) -> bool:
    return done is not None and not done.problems


def _texts(path: Path) -> dict[str, None]:
    """Every text that a module quotes, the names it offers among them; `*` where an f-string fills in."""
    texts = (match[2] for match in _QUOTED.finditer(path.read_text("utf-8", "replace")))
    patterns = (re.sub(r"\{[^{}]*\}", "*", text) for text in texts)
    return dict.fromkeys(pattern for pattern in patterns if pattern.strip("*"))


def redo(made: Plan, names: Iterable[str]) -> None:
    """Forget the named figures and experiments, or all of them, so that the next baking does them again."""
    for recipe in _chosen(made, made.modules, tuple(names)):
        cache.forget(made.cache_dir, recipe.name)


def why(made: Plan, colors: frozenset[str], name: str) -> str:
    """What makes a figure or experiment stale: the file, setting or version that differs, a line for each."""
    chosen = _chosen(made, _colored(made.modules, colors), (name,))
    return "\n".join(
        f"{recipe.name} {cause}" for recipe in chosen for cause in cache.why(made.cache_dir, recipe)
    )


def _colored(modules: Mapping[str, Recipe], colors: frozenset[str]) -> dict[str, Recipe]:
    told = {"the colors": " ".join(sorted(colors))}
    return {name: Recipe(recipe.name, {**recipe.inputs, **told}) for name, recipe in modules.items()}


def _chosen(made: Plan, modules: Mapping[str, Recipe], names: tuple[str, ...]) -> list[Recipe]:
    """The recipes behind figures, figure modules or experiments of these names; all of them for none."""
    by_name: dict[str, dict[str, Recipe]] = {}
    for offer in made.offers:
        behind = [modules[offer.module], *(made.experiments[each.name] for each in offer.experiments)]
        stems = (each.module.rpartition(".")[2] for each in offer.experiments)
        for name in {offer.path.stem, *offer.figures, *stems}:
            by_name.setdefault(name, {}).update({recipe.name: recipe for recipe in behind})
    unknown = [name for name in names if name not in by_name]
    if unknown:
        message = "no figure or experiment is named '{}'"
        place = Place(shown(made.essay_dir / "figures"))
        raise BuildFailed(
            Problem(place, message.format(name), hint=nearest(name, by_name)) for name in unknown
        )
    return list({key: recipe for name in names or by_name for key, recipe in by_name[name].items()}.values())


def _bake(stale: Mapping[Offer, Recipe], bench: Bench, progress: Progress) -> dict[str, Done]:
    """Run the experiments that are lacking, and bake each module as soon as its results are there."""
    asked = {
        each.name: each for offer in reversed(list(stale)) for each in offer.experiments
    }  # the first place
    lacking = {name for name in asked if cache.get(bench.cache_dir, bench.recipes[name]) is None}
    finished: dict[str, Done] = {}
    with _workers(len(stale) + len(lacking), progress) as begin:
        running = {begin(name, run_experiment, asked[name], bench): name for name in sorted(lacking)}
        ahead = list(stale)
        while ahead or running:
            for offer in [offer for offer in ahead if _needs(offer) & lacking <= finished.keys()]:
                ahead.remove(offer)
                if not any(finished[name].problems for name in _needs(offer) & lacking):
                    running[begin(offer.module, bake_module, offer, stale[offer], bench)] = offer.module
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                finished[name] = _outcome(future, name, bench)
                progress(name, finished[name].seconds)
    return finished


def _needs(offer: Offer) -> set[str]:
    return {experiment.name for experiment in offer.experiments}


@contextmanager
def _workers(jobs: int, progress: Progress) -> Iterator[Callable[..., Future[Done]]]:
    """A way to begin work in fresh processes, one for each core; leaving drops what has not begun."""
    processes = min(jobs, os.cpu_count() or 1)
    fresh = multiprocessing.get_context("spawn")
    before = {name: os.environ.get(name) for name in SETTLED}
    os.environ.update(SETTLED)
    pool = ProcessPoolExecutor(processes, mp_context=fresh, initializer=follow_parent)

    def begin(name: str, work: Callable[..., Done], *arguments: object) -> Future[Done]:
        progress(name, None)
        try:
            return pool.submit(work, *arguments)
        except BrokenProcessPool as error:
            failed: Future[Done] = Future()
            failed.set_exception(error)
            return failed

    try:
        yield begin
    finally:
        pool.shutdown(cancel_futures=True)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _outcome(future: Future[Done], name: str, bench: Bench) -> Done:
    try:
        return future.result()
    except BrokenProcessPool:
        place = Place(shown(bench.project / name.replace(".", "/")))
        return Done(0, (Problem(place, "a worker process ended early: was it killed, or out of memory?"),))


def _hang(baked: Iterable[Mapping[str, Any]], project: Path) -> Gallery:
    """Put figures and numbers up by name; a name taken twice is a problem at the second place."""
    figures: dict[str, Figure] = {}
    numbers: dict[str, Number] = {}
    twice: list[Problem] = []
    for module in baked:
        for told in module.get("figures", ()):
            figure = _figure(told, project)
            if (first := figures.setdefault(figure.name, figure)) is not figure:
                twice.append(_twice("figure", figure.name, figure.chart, first.chart, project))
        for told in module.get("numbers", ()):
            number = Number(told["name"], told["value"], SourceRef(**told["origin"]))
            if (earlier := numbers.setdefault(number.name, number)) is not number:
                twice.append(_twice("number", number.name, number.origin, earlier.origin, project))
    return Gallery(figures, numbers, tuple(twice))


def _twice(kind: str, name: str, second: SourceRef, first: SourceRef, project: Path) -> Problem:
    place = Place(shown(project / second.path), second.first)
    return at(place, f"the {kind} '{name}' is offered already at {shown(project / first.path)}:{first.first}")


def _figure(told: Mapping[str, Any], project: Path) -> Figure:
    """A figure as it was before it became JSON, and its experiment's test, if there is one now."""
    table = told["table"]
    experiment = SourceRef(**told["experiment"])
    return Figure(
        name=told["name"],
        alt=told["alt"],
        wide=Picture(**told["wide"]),
        narrow=Picture(**told["narrow"]),
        controls=tuple(_control(control) for control in told["controls"]),
        says=tuple(told["says"]),
        table=Table(table["caption"], tuple(table["columns"]), tuple(map(tuple, table["rows"]))),
        chart=SourceRef(**told["chart"]),
        experiment=experiment,
        test=_test(experiment, project),
    )


def _control(told: Mapping[str, Any]) -> Control:
    options = tuple((value, label) for value, label in told["options"])
    return Control(**{**told, "options": options})


def _test(experiment: SourceRef, project: Path) -> SourceRef | None:
    """The test of an experiment: a/b/width.py has its own in tests/a/b/test_width.py."""
    folder, _, name = experiment.path.rpartition("/")
    path = "/".join(filter(None, ["tests", folder, f"test_{name}"]))
    return SourceRef(path) if (project / path).is_file() else None
