"""How to cite the essay, and what its files are called."""

from __future__ import annotations

import re
import unicodedata

from generator.model import Settings
from generator.web.address import public

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def slug(text: str) -> str:
    """A text as part of a name: lower case, plain letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "essay"


def single_file_name(title: str) -> str:
    """What the essay in one file is called, after the first word of its title: tides.html."""
    name = slug(title).split("-")[0]
    return "essay.html" if name in ("index", "404") else f"{name}.html"


def spoken_date(iso: str) -> str:
    """A day as prose has it: November 29, 2026."""
    year, month, day = map(int, iso.split("-"))
    return f"{_MONTHS[month - 1]} {day}, {year}"


def bibtex(settings: Settings) -> str:
    """The entry that readers may paste into their bibliographies."""
    fields = {
        "title": f"{{{_braced(settings.title)}}}",
        "author": " and ".join(map(_author, settings.authors)),
        "year": settings.date[:4],
        "note": "Interactive essay",
        "url": public(settings) or settings.repository,
    }
    lines = [f"  {name:<6} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{slug(settings.title)}{settings.date[:4]},\n" + ",\n".join(lines) + "\n}"


def is_person(name: str) -> bool:
    """Whether a name reads as a person's: no comma in it, and no word without a capital."""
    return not ("," in name or " and " in name or any(word[0].islower() for word in name.split()))


def _author(name: str) -> str:
    """A name; braces keep one whole that is no person's."""
    return _braced(name) if is_person(name) else f"{{{_braced(name)}}}"


def _braced(text: str) -> str:
    return re.sub(r"([&%$#_])", r"\\\1", text)
