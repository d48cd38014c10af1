"""What an essay's figure modules offer, read off their decorators without importing them.

@figure("width", data=width.run)      the figure `width`, drawn from an experiment's result
@numbers(width.run)                   numbers for the prose, taken from the same result
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.problems import Place, shown
from generator.sources import Sources


@dataclass(frozen=True, slots=True)
class Experiment:
    """A function of the project that is called without arguments and gives a result."""

    module: str
    function: str
    place: Place  # where a figure module asks for it

    @property
    def name(self) -> str:
        """Module and function, dotted."""
        return f"{self.module}.{self.function}"


@dataclass(frozen=True, slots=True)
class Offer:
    """One figure module: the figures it declares, and the experiments behind its figures and numbers."""

    path: Path
    module: str
    figures: tuple[str, ...]
    experiments: tuple[Experiment, ...]


def offers(essay_dir: Path, sources: Sources) -> tuple[Offer, ...]:
    """Every figure module of the essay, in the order of their names. `_helpers` are not figure modules."""
    found = sorted((essay_dir / "figures").glob("[!_.]*.py"))
    return tuple(_offer(path, f"{essay_dir.name}.figures.{path.stem}", sources) for path in found)


def _offer(path: Path, module: str, sources: Sources) -> Offer:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return Offer(path, module, (), ())  # importing it will say what is wrong
    origins = {**_imported(tree, module), **_defined(tree, module)}
    calls = [(kind, call) for kind, call in _decorators(tree) if kind in ("figure", "numbers")]
    named = [call.args[0] for kind, call in calls if kind == "figure" and call.args]
    names = [node.value for node in named if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    asked = [_experiment(data, origins, path, sources) for _, call in calls for data in _data(call)]
    experiments = {experiment.name: experiment for experiment in reversed(asked) if experiment}
    return Offer(path, module, tuple(names), tuple(experiments.values()))


def _decorators(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for function in tree.body:
        for call in function.decorator_list if isinstance(function, ast.FunctionDef) else ():
            if isinstance(call, ast.Call):
                yield ast.unparse(call.func).rpartition(".")[2], call


def _data(call: ast.Call) -> Iterator[ast.expr]:
    """The expression that names the experiment: data=..., or the only argument of `numbers`."""
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "data")
    yield from (argument for argument in call.args if not isinstance(argument, ast.Constant))


def _experiment(data: ast.expr, origins: dict[str, str], path: Path, sources: Sources) -> Experiment | None:
    first, _, rest = ast.unparse(data).partition(".")
    dotted = ".".join(filter(None, [origins.get(first, first), rest]))
    module, _, function = dotted.rpartition(".")
    if sources.find(module) is None or not function.isidentifier():
        return None  # a partial, say: called as the figure is baked, and not kept
    return Experiment(module, function, Place(shown(path), data.lineno, data.col_offset + 1))


def _imported(tree: ast.Module, module: str) -> dict[str, str]:
    """What each imported name stands for, as a dotted path."""
    origins: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                origins[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*package, *filter(None, [node.module])])
            origins.update({alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names})
    return origins


def _defined(tree: ast.Module, module: str) -> dict[str, str]:
    return {node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)}
