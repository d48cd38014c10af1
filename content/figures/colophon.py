"""What this page is made of: counted in the code beside this file, or recorded where a count would never end."""

import re
from pathlib import Path

from content.measured import records
from generator.drawing import numbers

CONTENT = Path(__file__).parents[1]
_EXPERIMENT = re.compile(r"^from attention\.experiments import (\w+)$", re.MULTILINE)
_FIGURE = re.compile(r"^@figure\(", re.MULTILINE)


@numbers(records.page)
def quoted(page: records.Page) -> dict[str, float | int | str]:
    """The numbers that the colophon quotes."""
    code = [path.read_text("utf-8") for path in sorted(CONTENT.glob("figures/*.py"))]
    return {
        "page-figures": sum(len(_FIGURE.findall(text)) for text in code),
        "page-experiments": len({name for text in code for name in _EXPERIMENT.findall(text)}),
        "page-tests": page.tests,
        "page-lines": sum(page.lines.values()),
        "page-lines-tests": page.lines["tests"],
        "page-cold-seconds": page.cold_seconds,
        "page-kilobytes": page.page_kilobytes,
        "page-runtime-kilobytes": page.runtime_kilobytes,
        "page-processor": page.provenance["processor"],
        "page-cores": page.provenance["cores"],
        "page-date": records.day(page.provenance),
    }
