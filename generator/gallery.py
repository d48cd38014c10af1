"""Every figure and number that an essay's code offers: from the cache, or baked now in worker processes.

Two levels are kept: results of experiments, and baked figure modules. What is fresh costs a look at the
digests of its files; neither it, nor the libraries it draws with, is imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator import cache
from generator.baked import to_figure, to_number
from generator.baking import Bench, Done
from generator.blame import at
from generator.cache import Recipe
from generator.model import Figure, Gallery, Number, SourceRef
from generator.offers import Offer, offers
from generator.problems import BuildFailed, Place, Problem, nearest, shown
from generator.sources import Sources, load_scans
from generator.workers import Progress, silent, work

_QUOTED = re.compile(r"""(["'])((?:(?!\1).)+)\1""")
_DRAWN_WITH = ("generator.baking", "generator.drawing")  # what every baked figure rests on


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
        return {"tests", *(name.partition("/")[0] for recipe in recipes for name in recipe.files)}


def plan(essay_dir: Path, cache_dir: Path) -> Plan:
    """Look through the figure modules and all that they rest on."""
    cache.ready(cache_dir)
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
    finished = work(stale, bench, progress) if stale else {}
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


def _hang(baked: Iterable[Mapping[str, Any]], project: Path) -> Gallery:
    """Put figures and numbers up by name; a name taken twice is a problem at the second place."""
    figures: dict[str, Figure] = {}
    numbers: dict[str, Number] = {}
    twice: list[Problem] = []
    for module in baked:
        for told in module.get("figures", ()):
            figure = to_figure(told, _test(told["experiment"]["path"], project))
            if (first := figures.setdefault(figure.name, figure)) is not figure:
                twice.append(_twice("figure", figure.name, figure.chart, first.chart, project))
        for told in module.get("numbers", ()):
            number = to_number(told)
            if (earlier := numbers.setdefault(number.name, number)) is not number:
                twice.append(_twice("number", number.name, number.origin, earlier.origin, project))
    return Gallery(figures, numbers, tuple(twice))


def _twice(kind: str, name: str, second: SourceRef, first: SourceRef, project: Path) -> Problem:
    place = Place(shown(project / second.path), second.first)
    return at(place, f"the {kind} '{name}' is offered already at {shown(project / first.path)}:{first.first}")


def _test(experiment: str, project: Path) -> SourceRef | None:
    """The test of an experiment's file: a/b/width.py has its own in tests/a/b/test_width.py."""
    folder, _, name = experiment.rpartition("/")
    path = "/".join(filter(None, ["tests", folder, f"test_{name}"]))
    return SourceRef(path) if (project / path).is_file() else None
