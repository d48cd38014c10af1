"""How a record is written: what was measured or run once, and is read by every build."""

import json
from pathlib import Path
from typing import Any


def write(record: dict[str, Any], path: Path) -> None:
    """A record as JSON, with a line for each list of numbers; it replaces the old one when it is whole."""
    entries = (f"{json.dumps(name)}: {_compact(value)}" for name, value in record.items())
    part = path.with_suffix(".part")
    part.write_text("{\n" + ",\n".join(entries) + "\n}\n", "utf-8")
    part.replace(path)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")
