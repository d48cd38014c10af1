"""All texts to one essay: every name and number resolved, every fault of one run told together."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from generator.bibliography import Bibliography, read_bibliography
from generator.formulas import Formula, typesetter
from generator.html import body
from generator.inline import line
from generator.load import Sources
from generator.model import Essay, Gallery, Piece, Reference, Role, Section, Settings, Source
from generator.names import Names, survey
from generator.page import Ledger, Library, Page
from generator.parse import Text
from generator.problems import BuildFailed, Place, Problem, nearest
from generator.settings import key_place
from generator.tree import is_term, walk

_NO_SETTINGS = Settings(title="", subtitle="", description="", authors=(), date="", licence="")
_NOT_IN_TITLES = {"footnote_ref": "a note", "citations": "a citation", "link": "a link", "image": "a picture"}


def resolve(sources: Sources, texts: Sequence[Text], gallery: Gallery, project: Path) -> Essay:
    """The essay, or BuildFailed with everything that is wrong with it."""
    settings = sources.settings
    setter = typesetter(settings.roles) if settings else None
    ledger = Ledger()
    bibliography = _bibliography(sources.references, settings.roles if settings else None, ledger)
    names = survey(texts, gallery)
    library = Library(
        names=names,
        gallery=gallery,
        roles=frozenset(role.name for role in settings.roles) if settings else None,
        typesetter=setter,
        works=bibliography.works,
        damaged=bibliography.damaged,
        folder=sources.folder,
        project=project,
    )
    essay = _essay(settings or _NO_SETTINGS, texts, library, ledger)
    problems = [
        *sources.problems,
        *(problem for text in texts for problem in text.problems),
        *gallery.problems,
        *bibliography.problems,
        *names.problems,
        *ledger.problems,
        *_unused(gallery, names, ledger),
        *_unplaced(sources, gallery, names),
    ]
    told = _told(problems, sources.plain)
    if any(problem.severity == "error" for problem in told):
        raise BuildFailed(told)
    return replace(essay, warnings=told)


def _essay(settings: Settings, texts: Sequence[Text], library: Library, ledger: Ledger) -> Essay:
    """Set every text, in reading order."""
    front: tuple[Piece, ...] = ()
    glossary: tuple[Piece, ...] = ()
    colophon: tuple[Piece, ...] = ()
    sections: list[Section] = []
    part = ""
    for text in texts:
        page = Page(text, library, ledger)
        if text.kind == "front":
            front = body(page)
        elif text.kind == "glossary":
            glossary = body(page)
        elif text.kind == "colophon":
            colophon = body(page)
        else:
            part = text.front.part or part
            sections.append(_section(page, part))
    return Essay(
        settings=settings,
        front=front,
        sections=tuple(sections),
        colophon=colophon,
        glossary=glossary,
        references=tuple(_references(library, ledger)),
        listed_sources=tuple(sorted(ledger.sources)),
        formula_characters=frozenset(ledger.characters),
        formula_styles=dict(sorted(ledger.styles.items())),
        pictures=dict(sorted(ledger.files.items())),
    )


def _section(page: Page, part: str) -> Section:
    text = page.text
    title = line(text.front.title, page) if text.front.title else ""
    for node in walk((text.front.title,) if text.front.title else ()):
        if kind := _NOT_IN_TITLES.get(node.type) or ("a term" if is_term(node) else ""):
            page.fault(node, f"{kind} does not belong in a section's title")
    return Section(
        id=text.id,
        number=page.library.names.sections[text.id],
        title=title,
        plain_title=_without_tags(title),
        short=text.front.short or _without_tags(title),
        part=part,
        body=body(page),
    )


def _without_tags(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text))


# ── references ───────────────────────────────────────────────────────────────────────────────────


def _bibliography(source: Source | None, roles: tuple[Role, ...] | None, ledger: Ledger) -> Bibliography:
    if source is None:
        return Bibliography()
    bibliography, formulas = _works(source, roles)
    for formula in formulas:
        ledger.keep(formula)
    return bibliography


@lru_cache(maxsize=4)  # a process that builds again and again reads only what has changed
def _works(source: Source, roles: tuple[Role, ...] | None) -> tuple[Bibliography, tuple[Formula, ...]]:
    """What a BibTeX file tells, and the formulas in its titles."""
    setter = typesetter(roles) if roles is not None else None
    formulas: list[Formula] = []

    def formula(tex: str) -> str:
        if setter is None:
            return ""
        formulas.append(setter.set(tex, display=False))
        return formulas[-1].mathml

    return read_bibliography(source, formula), tuple(formulas)


def _references(library: Library, ledger: Ledger) -> Iterator[Reference]:
    for number, (key, mentions) in enumerate(ledger.citations.items(), start=1):
        work = library.works[key]
        yield Reference(key, number, work.reference(), tuple(mentions))


# ── problems ─────────────────────────────────────────────────────────────────────────────────────


def _unused(gallery: Gallery, names: Names, ledger: Ledger) -> Iterator[Problem]:
    """What was made and is never shown."""
    for name, figure in gallery.figures.items():
        if name not in names.figures:
            place = Place(figure.chart.path, figure.chart.first)
            yield Problem(place, f"figure '{name}' is never placed", severity="warning")
    for name, number in gallery.numbers.items():
        if name not in ledger.quoted:
            place = Place(number.origin.path, number.origin.first)
            yield Problem(place, f"number '{name}' is never quoted", severity="warning")
    for name, term in names.terms.items():
        if name not in ledger.terms:
            yield Problem(term.place, f"term '{term.text}' is never mentioned", severity="warning")


def _unplaced(sources: Sources, gallery: Gallery, names: Names) -> Iterator[Problem]:
    """A picture in essay.toml that no text places."""
    name = sources.settings.picture if sources.settings else ""
    if name and name not in names.figures and not gallery.failed_to_give(name):
        [source] = [source for source in sources.plain if source.path.endswith(".toml")]
        hint = nearest(name, names.figures)
        yield Problem(key_place(source, "picture"), f"no text places a figure named '{name}'", hint=hint)


def _told(problems: Iterable[Problem], sources: Iterable[Source]) -> tuple[Problem, ...]:
    """The problems in the order of their places, each once, with the lines that they are about."""
    lines = {source.path: source.text.split("\n") for source in sources}
    quoted = (_quoting(problem, lines.get(problem.place.path, [])) for problem in problems)
    return tuple(sorted(dict.fromkeys(quoted), key=lambda problem: (problem.place, problem.message)))


def _quoting(problem: Problem, lines: Sequence[str]) -> Problem:
    number = problem.place.line - 1
    line = lines[number] if number < len(lines) else ""
    return problem if problem.source_line else replace(problem, source_line=line)
