"""references.bib to entries of a reference list: names and TeX accents decoded, links encoded once."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

import pybtex.errors
from pybtex.database import Entry, InvalidNameString, Person
from pybtex.database.input.bibtex import Parser
from pybtex.richtext import Text
from pybtex.scanner import PrematureEOF, PybtexSyntaxError

from generator.model import Source
from generator.problems import Fault, Place, Problem

_FORMULA = re.compile(r"\$([^$]+)\$")
_DOTLESS = re.compile(r"""(\\[`'^"~=.uvH])\s*(?:\{\s*\\([ij])\s*\}|\\([ij])(?![A-Za-z])\s?)""")
_TEX = re.compile(r"[\\{}~`]|--|''")
_TAG = re.compile(r"<[^>]*>")
_URL_SAFE = "/:?#[]@!$&'()*+,;=%~"
_DOI_SAFE = "/:;()"


@dataclass(frozen=True, slots=True)
class Work:
    """One entry, as HTML."""

    key: str
    authors: tuple[str, ...]
    title: str
    where: str  # venue, volume, pages, year
    links: tuple[tuple[str, str], ...] = ()  # address and what is shown of it, neither escaped

    def reference(self) -> str:
        """The entry as it stands in the list."""
        links = (f'<a href="{html.escape(address)}">{html.escape(text)}</a>' for address, text in self.links)
        text = _sentences(_listed(self.authors), f"<i>{self.title}</i>", self.where)
        return f"{text} {', '.join(links)}".rstrip()


@dataclass(frozen=True, slots=True)
class Bibliography:
    """Every entry that can be cited."""

    works: Mapping[str, Work] = field(default_factory=dict)
    damaged: frozenset[str] = frozenset()  # keys that a syntax error may have hidden
    problems: tuple[Problem, ...] = ()


def read_bibliography(source: Source, formula: Callable[[str], str]) -> Bibliography:
    """The entries of a BibTeX file and what is wrong with it; `formula` sets the TeX in a title."""
    parser = Parser()
    with pybtex.errors.capture() as errors:
        try:
            data = parser.parse_string(source.text)
        except PybtexSyntaxError as error:
            errors.append(error)
            data = parser.data
    problems = [_syntax_problem(source, error) for error in errors]
    broken = {key for error in errors if (key := _broken_entry(source, error))}
    works = {}
    for key, entry in data.entries.items():
        works[key], faults = _work(key, entry, formula)
        place = _place(source, key)
        problems += (Problem(place, f"entry '{key}': {fault}") for fault in faults if key not in broken)
    return Bibliography(works, frozenset(broken - works.keys()), tuple(problems))


# ── one entry ────────────────────────────────────────────────────────────────────────────────────


def _work(key: str, entry: Entry, formula: Callable[[str], str]) -> tuple[Work, list[str]]:
    faults: list[str] = []

    if "title" not in entry.fields:
        faults.append("it has no title")
    authors = tuple(_name(person, faults) for person in entry.persons.get("author", ()))
    fields = {
        name: _decoded(entry.fields[name], formula, name, faults) for name in _SHOWN if name in entry.fields
    }
    work = Work(
        key=key,
        authors=authors,
        title=fields.get("title", ""),
        where=", ".join(_where(fields)),
        links=tuple(_links(entry.fields, faults)),
    )
    return work, faults


_SHOWN = (
    "title", "journal", "booktitle", "series", "volume", "number", "pages",
    "school", "institution", "howpublished", "publisher", "year",
)  # fmt: skip
_ADDRESSES = ("doi", "url", "eprint", "archiveprefix")


def _decoded(tex: str, formula: Callable[[str], str], name: str, faults: list[str]) -> str:
    """HTML of the TeX in a field; what cannot be read of it is a fault."""
    formulas = _FORMULA.findall(tex)
    # A formula waits as one private character: the decoder would take its commands for accents.
    marked = _FORMULA.sub(lambda match: chr(0xE000 + formulas.index(match[1])), tex)
    marked = _DOTLESS.sub(r"\1{\2\3}", marked)
    try:  # most fields have no TeX in them, and decoding is what takes the time
        text = str(Text.from_latex(marked)) if _TEX.search(marked) else marked
    except PybtexSyntaxError as error:
        faults.append(f"{name}: {error}")
        return ""
    except UnicodeDecodeError:  # a backslash at the end
        faults.append(f"{name}: '\\' is not understood here")
        return ""
    for unknown in re.findall(r"\\(?:[A-Za-z]+|.)", text):
        faults.append(f"{name}: '{unknown}' is not understood here")
    shown = html.escape(text.strip(), quote=False).replace("'", "’")
    for index, inner in enumerate(formulas):
        try:
            shown = shown.replace(chr(0xE000 + index), formula(inner))
        except Fault as error:
            faults.append(f"{name}: in its formula: {error.message}")
    return shown


def _name(person: Person, faults: list[str]) -> str:
    """Initials and family name; a name of one word, or one in braces, whole."""

    def plain(*parts: str) -> list[str]:
        return [_decoded(part, html.escape, "author", faults) for part in parts]

    given = plain(*person.first_names, *person.middle_names)
    family = plain(*person.prelast_names, *person.last_names)
    lineage = plain(*person.lineage_names)
    initials = ["-".join(f"{_first(part)}." for part in name.split("-") if part) for name in given]
    name = "\u00a0".join([*initials, *family]) if initials else " ".join(family)
    return ", ".join([name, *lineage])


def _first(part: str) -> str:
    """The first letter of a name, which may be written &amp; in HTML."""
    return html.escape(html.unescape(part)[0])


def _where(fields: Mapping[str, str]) -> Iterator[str]:
    """Venue, volume and number, pages, year: what there is of them."""
    volume, number = fields.get("volume", ""), fields.get("number", "")
    if "journal" in fields:
        yield f"{fields['journal']} {volume}{f'({number})' if number else ''}".strip()
    elif "booktitle" in fields:
        yield fields["booktitle"]
        if "series" in fields or volume:
            yield f"{fields.get('series', 'volume')} {volume}".strip()
    for name in ("school", "institution", "howpublished"):
        if name in fields:
            yield fields[name]
    if "publisher" in fields and "journal" not in fields and "booktitle" not in fields:
        yield fields["publisher"]
    if "pages" in fields:
        pages = re.sub(r"\s*[-–—]+\s*", "–", fields["pages"])
        yield f"{'pages' if '–' in pages or ',' in pages else 'page'} {pages}"
    if "year" in fields and fields["year"] not in fields.get("booktitle", ""):
        yield fields["year"]


def _links(fields: Mapping[str, str], faults: list[str]) -> Iterator[tuple[str, str]]:
    values = {name: re.sub(r"\\([_%&#~$])", r"\1", fields.get(name, "").strip()) for name in _ADDRESSES}
    if values["doi"]:
        doi = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", values["doi"], flags=re.IGNORECASE)
        doi = unquote(doi)
        yield f"https://doi.org/{quote(doi, safe=_DOI_SAFE)}", f"doi:{doi}"
    if values["eprint"] and values["archiveprefix"].lower() in ("arxiv", ""):
        yield f"https://arxiv.org/abs/{quote(values['eprint'])}", f"arXiv:{values['eprint']}"
    if values["url"]:
        if host := _host(values["url"]):
            yield quote(values["url"], safe=_URL_SAFE), host.removeprefix("www.")
        else:
            faults.append(f"'{values['url']}' is not an address")


def _host(address: str) -> str:
    """The host that a web address names, or nothing."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.scheme in ("http", "https") else ""


def _listed(names: tuple[str, ...]) -> str:
    if names and names[-1] == "others" and len(names) > 1:
        return f"{', '.join(names[:-1])} and others"
    return ", ".join(names)


def _sentences(*parts: str) -> str:
    """The parts that there are, each ended by its own mark or by a full stop."""
    return " ".join(
        part if _TAG.sub("", part).endswith((".", "!", "?")) else f"{part}." for part in parts if part
    )


# ── places ───────────────────────────────────────────────────────────────────────────────────────


def _syntax_problem(source: Source, error: Exception) -> Problem:
    if isinstance(error, InvalidNameString):
        name = re.search(r"'(.*)'", str(error), re.DOTALL)
        return Problem(_spot(source, max(source.text.find(name[1] if name else ""), 0)), str(error))
    if not isinstance(error, PybtexSyntaxError):  # a repeated entry or field
        key = re.search(r"(?:entry: |key )(\S+)", str(error))
        return Problem(_place(source, key[1] if key else "", last="repeated" in str(error)), str(error))
    entry_start, _, position = error.error_context_info
    if isinstance(error, PrematureEOF):
        return Problem(_spot(source, entry_start), "this is not BibTeX: the entry is not closed")
    message = str(error).partition(": ")[2]
    return Problem(_spot(source, position), f"this is not BibTeX: {message}")


def _broken_entry(source: Source, error: Exception) -> str:
    """The key of the entry that a syntax error spoils."""
    if not isinstance(error, PybtexSyntaxError):
        return ""
    match = re.compile(r"@\w+\s*[{(]\s*([^\s,{}]+)").match(source.text, error.error_context_info[0])
    return match[1] if match else ""


def _place(source: Source, key: str, *, last: bool = False) -> Place:
    """Where the entry with this key begins: the first of that name, or the last."""
    found = list(re.finditer(rf"@\w+\s*[{{(]\s*{re.escape(key)}\s*,", source.text, re.IGNORECASE))
    return _spot(source, found[-1 if last else 0].start()) if key and found else Place(source.path)


def _spot(source: Source, offset: int) -> Place:
    before = source.text[:offset]
    return Place(source.path, before.count("\n") + 1, offset - before.rfind("\n"))
