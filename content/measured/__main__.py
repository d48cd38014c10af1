"""`make measure`: measure anew, print it beside what is recorded, and (ACCEPT=1) write the records."""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from content.measured import growth, page
from content.recording import write

FOLDER = Path(__file__).resolve().parent
PARTS: dict[str, Callable[[], dict[str, Any]]] = {"growth": growth.measure, "page": page.measure}
SETTLED = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


def main() -> int:
    """Measure the parts that were asked for, one after the other; 1 where one can't be measured."""
    options = argparse.ArgumentParser(prog="python -m content.measured", description=__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", help="growth, page; both where none is named")
    options.add_argument("--accept", action="store_true", help="write the records")
    asked = options.parse_args()
    if unknown := sorted(set(asked.parts) - PARTS.keys()):
        options.error(f"no part is named '{unknown[0]}': {', '.join(PARTS)}")
    if any(os.environ.get(name) != "1" for name in SETTLED):
        options.error(f"one thread is wanted: set {' and '.join(f'{name}=1' for name in SETTLED)}")
    return max([_one(part, asked.accept) for part in asked.parts or PARTS])


def _one(part: str, accept: bool) -> int:
    """Measure a part; the record is touched last, and only if all went well."""
    try:
        record = {"provenance": provenance(), **PARTS[part]()}
    except page.MeasureError as error:
        print(f"{part}: {error}", file=sys.stderr)
        return 1
    path = FOLDER / f"{part}.json"
    told = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    print(f"{part}", *beside(told, record), sep="\n")
    if accept:
        write(record, path)
    print("written" if accept else "not written; ACCEPT=1 writes it", end="\n\n")
    return 0


def provenance() -> dict[str, Any]:
    """The machine, the libraries and the day."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "measured with": f"Python {platform.python_version()}, numpy {version('numpy')}",
        "date": datetime.now(UTC).date().isoformat(),
    }


def processor() -> str:
    """The name that the processor goes by, as far as the system tells."""
    table = Path("/proc/cpuinfo")
    lines = table.read_text("utf-8").splitlines() if table.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(names), platform.processor() or platform.machine())


def beside(recorded: dict[str, Any], measured: dict[str, Any]) -> Iterator[str]:
    """A line for each number: its name, what is recorded, what was measured."""
    before, now = dict(leaves(recorded)), dict(leaves(measured))
    for name in dict.fromkeys((*before, *now)):
        yield f"  {name:<32}{_shown(before.get(name)):>34}{_shown(now.get(name)):>34}"


def leaves(record: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and text of a record, with its dotted name."""
    if not isinstance(record, dict | list):
        yield name, record
        return
    for key, value in record.items() if isinstance(record, dict) else enumerate(record):
        yield from leaves(value, f"{name}.{key}".lstrip("."))


def _shown(value: Any) -> str:
    return "–" if value is None else f"{value:,}" if isinstance(value, int | float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
