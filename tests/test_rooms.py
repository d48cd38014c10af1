"""The walls between the rooms: who may import whom, read off every module."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = {"attention", "generator", "content", "tests"}
MAY_IMPORT = {
    "attention": {"attention", "numpy", "jaxtyping"},
    "content": {"attention", "generator", "content", "numpy", "jaxtyping", "altair"},
}
OF_MODELS = {
    "gguf",
    "safetensors",
    "tokenizers",
}  # installed by `make models` alone, for what lies in this folder
MODELS = "content/models/"
OF_ATTENTION = {
    "attention",
    "embedding",
    "logits",
    "multihead",
    "queries",
    "rotary",
    "softmax",
    "transformer",
}


def modules(room: str) -> list[Path]:
    return sorted(path for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The top-level name of everything that a module imports, in functions too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0] if not node.level else path.relative_to(ROOT).parts[0]


@pytest.mark.parametrize("room", ["attention", "content"])
def test_a_room_imports_only_what_it_may(room: str) -> None:
    allowed = MAY_IMPORT[room] | sys.stdlib_module_names
    wrong = {f"{path.relative_to(ROOT)}: {name}" for path in modules(room) for name in imports(path)}
    strange = {told for told in wrong if told.rpartition(" ")[2] not in allowed}
    assert {told for told in strange if told.rpartition(" ")[2] not in OF_MODELS} == set()
    assert all(told.startswith(MODELS) for told in strange)
    assert wrong


def test_the_generator_knows_no_essay() -> None:
    """It neither imports an essay's code nor speaks of this essay's subject."""
    found = {name for path in modules("generator") for name in imports(path)}
    assert found & ROOMS == {"generator"}
    for path in sorted((ROOT / "generator").rglob("*")):
        if path.suffix in (".py", ".js", ".css", ".html", ".toml"):
            words = set(path.read_text().lower().replace("-", " ").replace("(", " ").split())
            assert words & OF_ATTENTION == set(), path


def test_every_module_says_what_it_is_for() -> None:
    paths = [path for room in sorted(ROOMS) for path in modules(room) if "cases" not in path.parts]
    assert [path for path in paths if not ast.get_docstring(ast.parse(path.read_text()))] == []
