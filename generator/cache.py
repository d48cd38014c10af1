"""Work worth keeping between builds: entries named by what they were made from, trusted only when whole.

An entry is one file, `NAME/KEY`: a line of JSON (its inputs, and the digest of the rest), then the payload.
Half-written, damaged or foreign files read as nothing, so the work is simply done again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.problems import BuildFailed, Place, Problem, shown

KEPT = 4  # entries for each name: going back to another branch costs nothing, and the folder stays small


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a piece of work depends on. Two equal recipes give the same result."""

    name: str  # what is made, also a path within the cache: results/attention.experiments.width.run
    inputs: Mapping[str, str]  # file -> digest of its text, library -> version, setting -> value

    @property
    def files(self) -> dict[str, str]:
        """The inputs that are files."""
        return {name: value for name, value in self.inputs.items() if "/" in name or name.endswith(".py")}

    @property
    def key(self) -> str:
        """The name of the entry that this recipe makes."""
        return digest(json.dumps(dict(self.inputs), sort_keys=True).encode())[:32]


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def get(cache_dir: Path, recipe: Recipe) -> bytes | None:
    """What the recipe made, or None where it is not kept or the entry is not whole."""
    try:
        header, _, payload = (cache_dir / recipe.name / recipe.key).read_bytes().partition(b"\n")
        told = json.loads(header)
        whole = told["inputs"] == dict(recipe.inputs) and told["sha256"] == digest(payload)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return payload if whole else None


def put(cache_dir: Path, recipe: Recipe, payload: bytes) -> None:
    """Keep what the recipe made, and let the oldest entries of its name go; BuildFailed where it cannot be kept."""
    folder = cache_dir / recipe.name
    header = json.dumps({"inputs": dict(recipe.inputs), "sha256": digest(payload)}, sort_keys=True)
    try:
        _replace(folder / recipe.key, header.encode() + b"\n" + payload)
        others = [entry for entry in _entries(folder) if entry.name != recipe.key]  # whatever the clock says
        for old in others[KEPT - 1 :]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise _refused(cache_dir, error) from None


def ready(cache_dir: Path) -> None:
    """Make sure that a folder can keep anything, before there is work to keep; BuildFailed where it cannot."""
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache_dir).close()
    except OSError as error:
        raise _refused(cache_dir, error) from None


def _refused(cache_dir: Path, error: OSError) -> BuildFailed:
    message = f"nothing can be kept here between builds: {error.strerror or error}"
    return BuildFailed([Problem(Place(shown(cache_dir)), message, hint="--cache names another folder")])


def forget(cache_dir: Path, name: str) -> None:
    """Drop every entry of a name, so that the work is done again."""
    shutil.rmtree(cache_dir / name, ignore_errors=True)


def why(cache_dir: Path, recipe: Recipe) -> list[str]:
    """What makes the recipe's work stale, one cause a line; of work that is fresh, what last made it so."""
    folder = cache_dir / recipe.name
    current = recipe.key
    others = [entry for entry in _entries(folder) if entry.name != current]
    is_fresh = get(cache_dir, recipe) is not None
    verb = "was last redone" if is_fresh else "is stale"
    previous = next(filter(None, map(_inputs, others)), None)
    if previous is not None:
        return [f"{verb}: {cause}" for cause in _differences(previous, recipe.inputs)]
    if is_fresh:
        return ["is fresh: made once, and nothing has changed since"]
    if (folder / current).exists():
        return ["is stale: its entry in the cache is damaged"]
    return ["is stale: it has not been made yet"]


def _differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    changed = [name for name in sorted(old.keys() & new.keys()) if old[name] != new[name]]
    return [
        *(f"{name} changed" + _values(old[name], new[name]) for name in changed),
        *(f"{name} is now used" for name in sorted(new.keys() - old.keys())),
        *(f"{name} is no longer used" for name in sorted(old.keys() - new.keys())),
    ]


def _values(old: str, new: str) -> str:
    """Both values of a version or setting; the digests of a file say nothing to a reader."""
    return "" if len(old) == len(new) == 64 else f" from {old} to {new}"


def _replace(path: Path, data: bytes) -> None:
    """Write a file aside and move it into place: whoever reads `path` finds the old bytes or the new ones."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def _entries(folder: Path) -> list[Path]:
    """The entries of one name, newest first."""
    found = [path for path in folder.glob("*") if not path.name.startswith(".")]
    return sorted(found, key=_written, reverse=True)


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # another build has let it go meanwhile
        return 0


def _inputs(entry: Path) -> dict[str, str] | None:
    try:
        with entry.open("rb") as file:
            told = json.loads(file.readline())["inputs"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return told if isinstance(told, dict) else None
