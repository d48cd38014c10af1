"""What a piece of the essay's code is made of: the modules it imports, the files it names, library versions.

Read with `ast` and never by importing, so that finding out that nothing changed costs milliseconds.
"""

from __future__ import annotations

import ast
import fnmatch
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import generator
from generator import cache
from generator.cache import Recipe, digest

GENERATOR = Path(generator.__file__).resolve().parent
_FILE_NAME = re.compile(r"[\w.*-]+\.\w{1,8}$")
_CODE_OF_A_FOLDER = re.compile(r"[\w-]+/\*\.py$")
_SCANS = Recipe("scans", {"scanned by": digest(Path(__file__).read_bytes())})
_DISTRIBUTIONS = {
    "vl-convert": "vl-convert-python"
}  # where the name of the import is not that of the package


@dataclass(frozen=True, slots=True)
class Scan:
    """What the text of one module refers to."""

    imports: tuple[
        str, ...
    ]  # dotted, relative ones with their leading dots; `from a import b` gives a and a.b
    names: tuple[str, ...]  # file names in its strings, `*` where an f-string fills in


def scan(text: str) -> Scan:
    """Read the imports of a module, and the names of files that its strings hold."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return Scan((), ())  # importing it will say what is wrong
    imports: list[str] = []
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            joint = "" if base.endswith(".") or not base else "."
            imports += (base, *(f"{base}{joint}{alias.name}" for alias in node.names))
        elif match := _CODE_OF_A_FOLDER.search(_text(node)) or _FILE_NAME.search(_text(node)):
            names.append(match[0])
    return Scan(tuple(dict.fromkeys(imports)), tuple(dict.fromkeys(names)))


def _text(node: ast.AST) -> str:
    """The text of a string on one line, `*` where an f-string fills in; nothing for any other node."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) if isinstance(part, ast.Constant) else "*" for part in node.values)
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) and "\n" not in value else ""


@dataclass(frozen=True, slots=True)
class _Needs:
    """What one module needs directly."""

    modules: frozenset[Path]
    named: frozenset[Path]  # files that it reads, as far as its strings tell
    outside: frozenset[str]  # top-level names of what is in no room


@dataclass(slots=True)
class Sources:
    """The files of a project, each read and scanned once; scans outlive the build, by digest of the text."""

    project: Path
    scans: dict[str, Scan] = field(default_factory=dict)
    _digests: dict[Path, str] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    _rooms: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    _needed: dict[Path, _Needs] = field(default_factory=dict)
    _found: dict[str, Path | None] = field(default_factory=dict)

    def recipe_inputs(self, modules: Iterable[str]) -> dict[str, str]:
        """The digest of every project file that the modules rest on, and the versions of the libraries."""
        files, outside = self._closure(modules)
        have = installed()
        named = {name.replace("_", "-").lower() for name in outside}
        libraries = sorted({_DISTRIBUTIONS.get(name, name) for name in named} & have.keys())
        version = ".".join(map(str, sys.version_info[:3]))
        return {
            **{self.label(path): self.digest(path) for path in sorted(files)},
            **{f"library {name}": have[name] for name in libraries},
            "Python": version,
        }

    def label(self, path: Path) -> str:
        """A file's name within the project, with forward slashes."""
        root = self.project if path.is_relative_to(self.project) else GENERATOR.parent
        return path.relative_to(root).as_posix()

    def path(self, label: str) -> Path:
        """The file that a label names."""
        own = self.project / label
        return own if own.is_file() else GENERATOR.parent / label

    def digest(self, path: Path) -> str:
        """The digest of a file's bytes, read once."""
        if path not in self._digests:
            self._digests[path] = digest(path.read_bytes())
        return self._digests[path]

    def find(self, module: str) -> Path | None:
        """The file of a module of the project or of the generator."""
        if module not in self._found:
            self._found[module] = next(self._candidates(module), None)
        return self._found[module]

    def _candidates(self, module: str) -> Iterator[Path]:
        parts = module.split(".")
        for root in dict.fromkeys((self.project, GENERATOR.parent)):
            path = root.joinpath(*parts)
            files = (path / "__init__.py", path.with_name(path.name + ".py"))
            yield from (file for file in files if file.is_file())

    def save(self, cache_dir: Path) -> None:
        """Keep the scans of the files that were used, if any is new."""
        kept = {key: [self.scans[key].imports, self.scans[key].names] for key in sorted(self._used)}
        data = json.dumps(kept).encode()
        if cache.get(cache_dir, _SCANS) != data:
            cache.put(cache_dir, _SCANS, data)

    def _closure(self, modules: Iterable[str]) -> tuple[set[Path], set[str]]:
        """Every file that is reached from the modules, and the top-level names found in no room."""
        files: set[Path] = set()
        outside: set[str] = set()
        ahead = [path for module in modules for path in self._files(module)]
        while ahead:
            path = ahead.pop()
            if path not in files:
                files.add(path)
                needs = self._needs(path)
                files |= needs.named
                outside |= needs.outside
                ahead += needs.modules
        return files, outside - sys.stdlib_module_names

    def _needs(self, path: Path) -> _Needs:
        if path not in self._needed:
            found = self._scan(path)
            reached = {name: tuple(self._files(self._absolute(name, path))) for name in found.imports}
            lost = (name for name, files in reached.items() if not files and not name.startswith("."))
            self._needed[path] = _Needs(
                modules=frozenset(file for files in reached.values() for file in files),
                named=frozenset(self._named(path, found.names)),
                outside=frozenset(name.partition(".")[0] for name in lost),
            )
        return self._needed[path]

    def _scan(self, path: Path) -> Scan:
        key = self.digest(path)
        self._used.add(key)
        if key not in self.scans:
            self.scans[key] = scan(path.read_bytes().decode("utf-8", "replace"))
        return self.scans[key]

    def _files(self, module: str) -> Iterator[Path]:
        """The files that importing a module runs: its packages, then itself."""
        parts = module.split(".")
        for end in range(1, len(parts) + 1):
            if file := self.find(".".join(parts[:end])):
                yield file

    def _absolute(self, name: str, path: Path) -> str:
        bare = name.lstrip(".")
        level = len(name) - len(bare)
        if not level:
            return name
        package = self.label(path).split("/")[:-level]
        return ".".join([*package, *filter(None, [bare])])

    def _named(self, path: Path, names: Iterable[str]) -> Iterator[Path]:
        """The files of the module's room that its strings name: code by its folder (`folder/*.py`), or not at all."""
        room = self._room(path)
        for name in names:
            code = "/" in name
            told = ((file, f"{file.parent.name}/{file.name}" if code else file.name) for file in room)
            yield from (
                file
                for file, own in told
                if code == (file.suffix == ".py") and fnmatch.fnmatchcase(own, name)
            )

    def _room(self, path: Path) -> tuple[Path, ...]:
        root = self.project if path.is_relative_to(self.project) else GENERATOR.parent
        top = root / path.relative_to(root).parts[0]
        if top not in self._rooms:
            self._rooms[top] = tuple(files_under(top))
        return self._rooms[top]


def load_scans(cache_dir: Path) -> dict[str, Scan]:
    """The scans that an earlier build kept, or none."""
    told = json.loads(cache.get(cache_dir, _SCANS) or b"{}")
    return {key: Scan(tuple(imports), tuple(names)) for key, (imports, names) in told.items()}


def files_under(folder: Path) -> Iterator[Path]:
    """Every file below a folder, in a fixed order, neither hidden nor compiled; a file gives itself."""
    if folder.is_file():
        yield folder
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        yield from (Path(where, name) for name in sorted(names) if not name.startswith("."))


@lru_cache
def installed() -> Mapping[str, str]:
    """The version of every installed package, read off the names of the folders that describe them."""
    versions: dict[str, str] = {}
    for entry in filter(Path.is_dir, map(Path, sys.path)):
        for folder in entry.glob("*.dist-info"):
            name, _, version = folder.stem.partition("-")
            versions.setdefault(name.replace("_", "-").lower(), version)
    return versions
