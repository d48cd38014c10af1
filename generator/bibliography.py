"""references.bib to entries of a reference list: names and TeX accents decoded, links encoded once."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

import pybtex.errors
from pybtex.database import Entry, Person
from pybtex.database.input.bibtex import Parser
from pybtex.richtext import Text
from pybtex.scanner import PrematureEOF, PybtexSyntaxError

from generator.formulas import FormulaError
from generator.model import Source
from generator.problems import Place, Problem

_ON_CARD = 3  # authors named on a card before "and others"
_FORMULA = re.compile(r"\$([^$]+)\$")
_TEX = re.compile(r"[\\{}~`]|--|''")
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
        parts = (_sentence(_listed(self.authors)), f"<i>{self.title}</i>", self.where, ", ".join(links))
        return _joined(parts)

    def card(self) -> str:
        """The short form that a citation shows."""
        few = self.authors if len(self.authors) <= _ON_CARD else (self.authors[0], "others")
        return f"<b>{self.title}</b>{_joined((_sentence(_listed(few)), self.where))}"


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
    works = {}
    for key, entry in data.entries.items():
        works[key], faults = _work(key, entry, formula)
        place = _place(source, key)
        problems += (Problem(place, f"entry '{key}': {fault}") for fault in faults)
    named = re.findall(r"@\w+\s*[{(]\s*([^\s,{}]+)", source.text)
    damaged = frozenset(named) - works.keys()
    return Bibliography(works, damaged, tuple(problems))


# ── one entry ────────────────────────────────────────────────────────────────────────────────────


def _work(key: str, entry: Entry, formula: Callable[[str], str]) -> tuple[Work, list[str]]:
    faults: list[str] = []

    def text(name: str) -> str:
        value, fault = _decoded(entry.fields.get(name, ""), formula)
        if fault:
            faults.append(f"{name}: {fault}")
        return value

    if "title" not in entry.fields:
        faults.append("it has no title")
    authors = tuple(_name(person, faults) for person in entry.persons.get("author", ()))
    fields = {name: text(name) for name in _SHOWN if name in entry.fields}
    work = Work(
        key=key,
        authors=authors,
        title=fields.get("title", ""),
        where=_sentence(", ".join(_where(fields))),
        links=tuple(_links(entry.fields, faults)),
    )
    return work, faults


_SHOWN = (
    "title", "journal", "booktitle", "series", "volume", "number", "pages",
    "school", "institution", "howpublished", "publisher", "year",
)  # fmt: skip
_ADDRESSES = ("doi", "url", "eprint", "archiveprefix")


def _decoded(tex: str, formula: Callable[[str], str]) -> tuple[str, str]:
    """HTML of a field's TeX, and what could not be read of it."""
    formulas = _FORMULA.findall(tex)
    # A formula waits as one private character: the decoder would take its commands for accents.
    marked = _FORMULA.sub(lambda match: chr(0xE000 + formulas.index(match[1])), tex)
    try:  # most fields have no TeX in them, and decoding is what takes the time
        plain = str(Text.from_latex(marked)) if _TEX.search(marked) else marked
    except PybtexSyntaxError as error:
        return html.escape(tex), f"{error}"
    unknown = re.search(r"\\[A-Za-z]+", plain)
    shown = html.escape(" ".join(plain.split(" ")).strip(), quote=False).replace("'", "’")
    try:
        for index, inner in enumerate(formulas):
            shown = shown.replace(chr(0xE000 + index), formula(inner))
    except FormulaError as error:
        return shown, f"in its formula: {error.message}"
    return shown, f"'{unknown[0]}' is not understood here" if unknown else ""


def _name(person: Person, faults: list[str]) -> str:
    """Initials and family name; a name of one word, or one in braces, whole."""
    given = [_plain(part, faults) for part in (*person.first_names, *person.middle_names)]
    family = [_plain(part, faults) for part in (*person.prelast_names, *person.last_names)]
    lineage = [_plain(part, faults) for part in person.lineage_names]
    initials = ["-".join(f"{part[0]}." for part in name.split("-") if part) for name in given]
    name = " ".join([*initials, *family])
    return ", ".join([name, *lineage])


def _plain(part: str, faults: list[str]) -> str:
    text, fault = _decoded(part, html.escape)
    if fault:
        faults.append(f"author: {fault}")
    return text


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
    if "year" in fields:
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
        parts = urlsplit(values["url"])
        if parts.scheme not in ("http", "https") or not parts.hostname:
            faults.append(f"'{values['url']}' is not an address")
        else:
            yield quote(values["url"], safe=_URL_SAFE), parts.hostname.removeprefix("www.")


def _listed(names: tuple[str, ...]) -> str:
    if names and names[-1] == "others" and len(names) > 1:
        return f"{', '.join(names[:-1])} and others"
    return ", ".join(names)


def _sentence(text: str) -> str:
    """The text with its full stop, unless it is empty or ends a sentence already."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _joined(parts: tuple[str, ...]) -> str:
    *heads, last = (part for part in parts if part)
    return " ".join([*(_closed(head) for head in heads), last])


def _closed(part: str) -> str:
    """A title ends with its own mark or with a full stop."""
    ends = re.sub(r"<[^>]*>", "", part)
    return part if ends.endswith((".", "!", "?")) else f"{part}."


# ── places ───────────────────────────────────────────────────────────────────────────────────────


def _syntax_problem(source: Source, error: Exception) -> Problem:
    if not isinstance(error, PybtexSyntaxError):  # a repeated entry or field
        key = re.search(r"(?:entry: |key )(\S+)", str(error))
        return Problem(_place(source, key[1] if key else "", last="repeated" in str(error)), str(error))
    entry_start, _, position = error.error_context_info
    if isinstance(error, PrematureEOF):
        return Problem(_spot(source, entry_start), "this is not BibTeX: the entry is not closed")
    message = str(error).partition(": ")[2]
    return Problem(_spot(source, position), f"this is not BibTeX: {message}")


def _place(source: Source, key: str, *, last: bool = False) -> Place:
    """Where the entry with this key begins: the first of that name, or the last."""
    found = list(re.finditer(rf"@\w+\s*[{{(]\s*{re.escape(key)}\s*,", source.text, re.IGNORECASE))
    return _spot(source, found[-1 if last else 0].start()) if key and found else Place(source.path)


def _spot(source: Source, offset: int) -> Place:
    before = source.text[:offset]
    return Place(source.path, before.count("\n") + 1, offset - before.rfind("\n"))
