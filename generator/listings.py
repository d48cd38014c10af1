"""Source code shown in the text: a function of the project by its dotted name, or a fenced block."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, get_all_lexers
from pygments.util import ClassNotFound

from generator.problems import Fault, nearest

_Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Definition = _Named | ast.Assign


@dataclass(frozen=True, slots=True)
class Listing:
    """A definition as it stands in its file."""

    path: str  # within the project
    first: int
    last: int
    code: str


def find_listing(project: Path, name: str) -> Listing:
    """The function, class or constant with this dotted name, or Fault."""
    path, inner = _module(project, name)
    shown = path.relative_to(project).as_posix()
    source = read_source(path, shown)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise Fault(f"{shown}:{error.lineno or 1} is not Python: {error.msg}") from None
    known = dict(_definitions(tree, ""))
    if inner not in known:
        module = name.removesuffix(inner).rstrip(".")
        message = f"{module} has no '{inner}'" if inner else f"'{name}' is a whole module"
        raise Fault(message, nearest(inner, known) or f"it has {', '.join(known) or 'none'}")
    node = known[inner]
    decorators = () if isinstance(node, ast.Assign) else node.decorator_list
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    last = node.end_lineno or first
    code = textwrap.dedent("\n".join(source.split("\n")[first - 1 : last]))
    return Listing(shown, first, last, code)


def read_source(path: Path, shown: str) -> str:
    """The text of a file of the project, or Fault where it holds none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(f"'{shown}' is no text: byte 0x{error.object[error.start]:02x} is not UTF-8") from None


def find_line(project: Path, path: str, name: str) -> int:
    """The line on which a definition of the file at `path` begins, or Fault."""
    module = path.removesuffix(".py").replace("/", ".")
    return find_listing(project, f"{module}.{name}").first


def highlighted(code: str, language: str = "python", first_line: int | None = None) -> str:
    """The lines of code as HTML for the inside of <code>; numbered where a first line is given."""
    lines = highlight(code, _lexer(language), _FORMATTER).rstrip("\n").split("\n")
    if first_line is None:
        return "\n".join(lines)
    width = len(str(first_line + len(lines) - 1))
    numbers = (
        f'<span class="linenos">{n:>{width}}</span>' for n in range(first_line, first_line + len(lines))
    )
    return "\n".join(number + line for number, line in zip(numbers, lines, strict=True))


_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True, classprefix="p-")


@cache
def _lexer(language: str) -> Lexer:
    try:
        return find_lexer_class_by_name(language)(stripnl=False)
    except ClassNotFound:
        known = (alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)
        message = f"no language is named '{language}'"
        raise Fault(message, nearest(language, known) or "'text' is plain") from None


def _module(project: Path, name: str) -> tuple[Path, str]:
    """The file of the longest part of the name that is a module, and the rest of the name."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = project.joinpath(*parts[:end]).with_suffix(".py")
        if all(part.isidentifier() for part in parts) and path.is_file():
            return path, ".".join(parts[end:])
    modules = [
        ".".join(path.relative_to(project).with_suffix("").parts)
        for path in sorted(project.glob("*/**/*.py"))
        if path.relative_to(project).parts[0] == parts[0]
    ]
    near = nearest(name.rpartition(".")[0], modules)
    raise Fault(f"no code is named '{name}'", near or "a name such as package.module.function")


def _definitions(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Definition]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((prefix + target.id, node) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, _Named):
            yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node, f"{prefix}{node.name}.")
