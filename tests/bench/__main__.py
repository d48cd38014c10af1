"""How fast and how light: `python -m tests.bench [PART ...]` prints tables, of all parts or of the named ones.

It changes nothing and fails nothing. A number that misses its budget is marked with an exclamation mark.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.build import build
from tests.bench import building, figures, lighthouse, preview, weight
from tests.bench.project import ROOT


def mechanism() -> None:
    """Print the mechanism's own table, made on one thread."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    subprocess.run([sys.executable, "-m", "attention.bench"], cwd=ROOT, env=os.environ | threads, check=True)


_ALONE: dict[str, Callable[[], None]] = {
    "build": building.bench,
    "preview": preview.bench,
    "mechanism": mechanism,
}
_OF_THE_SITE: dict[str, Callable[[Path], None]] = {
    "weight": weight.bench,
    "page": lighthouse.bench,
    "figures": figures.bench,
}
_PARTS = ("build", "preview", *_OF_THE_SITE, "mechanism")


def main(wanted: Iterable[str]) -> None:
    """Print the wanted parts, in their order; all of them, if none is named."""
    parts = [part for part in _PARTS if part in wanted] or list(_PARTS)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        if set(parts) & set(_OF_THE_SITE):
            build(ROOT / "content", site, ROOT / ".cache")
        for part in parts:
            if part in _ALONE:
                _ALONE[part]()
            else:
                _OF_THE_SITE[part](site)


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(_PARTS)
    if unknown:
        sys.exit(f"no part is named {', '.join(sorted(unknown))}; there are {', '.join(_PARTS)}")
    main(sys.argv[1:])
