"""Whatever an author types, an essay or a list of problems comes of it, each problem at its own place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load import Sources
from generator.model import Essay, Role, Settings, Source
from generator.parse import parse
from generator.problems import BuildFailed, Problem
from generator.resolve import resolve
from tests.generator.gallery import gallery_for

SETTINGS = Settings(
    title="Juggling",
    subtitle="by numbers",
    description="A case.",
    authors=("A. Author",),
    date="2026-11-29",
    licence="CC BY 4.0",
    roles=(Role("throw", "throw", "solid", "#b8560f", "#f0a650"),),
)
REFERENCES = Source("references.bib", "@misc{lob, title={Lob}, author={Lob, Ann}, year={2001}}\n")


def resolved(*texts: Source) -> Essay:
    """The essay of these texts alone."""
    sources = Sources(Path(__file__).parent, SETTINGS, texts, REFERENCES, texts, ())
    gallery = gallery_for(" ".join(text.text for text in texts))
    return resolve(sources, [parse(text) for text in texts], gallery, Path(__file__).parent)


def section(text: str, title: str = "Arcs") -> Source:
    """A section with this text below its front matter."""
    return Source("01-arcs.md", f"---\ntitle: {title}\n---\n{text}")


def problems(*texts: Source) -> tuple[Problem, ...]:
    """What is wrong with these texts."""
    with pytest.raises(BuildFailed) as failure:
        resolved(*texts)
    return failure.value.problems


# Every fault, as text with a bar before the spot that is to be told.
FAULTS = {
    "footnote": "x[^|nope]",
    "citation": "[@lob; @|nope]",
    "number": "{num}`|nope:.1f`",
    "format": "{num}`drop:|.2q`",
    "formula": r"$a + |\nope{b}$",
    "unclosed formula": r"|$\frac{a}{b} and on",
    "role": "[word]{.|thorw}",
    "inline role": "{|nmu}`drop:.1f`",
    "section": "[](|#nope)",
    "figure": "[](|#fig-nope)",
    "labelled formula": "[](|#eq-nope)",
    "file": "[x](|nope.txt)",
    "picture": "![x](|nope.png)",
}
SURROUNDINGS = {
    "alone": "{}",
    "behind text": "Some *text* with `code`, then {} and more.",
    "on a second line": "Some text\nthen {} and more.",
    "indented": "Some text\n   then {} and more.",
    "list": "- one\n- two {}",
    "list in a list": "1. one\n\n   - two\n     goes on {}",
    "quotation": "> said\n> so {}",
    "list in a quotation": "> - said\n>   so {}",
    "heading": "## A {} heading",
    "table": "| a | b |\n|---|---|\n| `\\|` \\| | x {} y |",
    "note": "A note[^n].\n\n[^n]: It says {}",
    "later in a note": "A note[^n].\n\n[^n]: It says\n\n    this: {}",
    "inline note": "A note ^[in it {} here].",
    "details": ":::{{details}} Title\nText {}\n:::",
    "title": ":::{{details}} A {} title\nText\n:::",
    "nested": "::::{{try}}\nQuestion\n\n:::{{details}} Answer\n- It is {}\n:::\n::::",
    "stressed": "Text **bold *and {} so* on**.",
    "after letters beyond ASCII": "Über 𝒳 naïve — {}",
}


@pytest.mark.parametrize("where", SURROUNDINGS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_told_at_its_place(fault: str, where: str) -> None:
    marked = section(SURROUNDINGS[where].format(FAULTS[fault])).text
    spot = _spot(marked, FAULTS[fault])
    text = marked[:spot] + marked[spot + 1 :]
    before = text[:spot]
    errors = [problem for problem in problems(Source("01-arcs.md", text)) if problem.severity == "error"]
    assert [(error.place.line, error.place.column) for error in errors] == [
        (before.count("\n") + 1, len(before) - before.rfind("\n"))
    ]
    assert errors[0].source_line == text.split("\n")[errors[0].place.line - 1]


def _spot(marked: str, fault: str) -> int:
    return marked.index(fault) + fault.index("|")


WORDS = r"""
$ $$ ` ``` ~~~ : ::: :::: {num} {figure} {code} {details} {try} {short} {howto} {} [ ] ( ) [^ [^a] [^a]: ^[ [@
[@lob] ; @ , {. {.throw} # ## ### > - 1. * _ ** | |-| \ \| \frac \throw{x} x^{2} & <b> <!-- --> arc juggle
drop:.1f :.2q [](#fig-arc) [](#fig-juggle?height=1) [](#arcs) ![x](y.png) (label) --- === ... ' " tests word
"""
MARKUP = st.sampled_from(WORDS.split())
GLUE = st.sampled_from(["", "", " ", "\n", "\n\n", "\n    ", "\t"])


@settings(deadline=None, max_examples=400)
@given(st.lists(st.tuples(MARKUP, GLUE), max_size=24))
def test_no_text_is_answered_with_a_traceback(pieces: list[tuple[str, str]]) -> None:
    text = "".join(part for piece in pieces for part in piece)
    outcome = essay_or_problems(Source("index.md", text), section(text))
    if isinstance(outcome, Essay):
        assert [part.id for part in outcome.sections] == ["arcs"]
    else:
        assert any(problem.severity == "error" for problem in outcome)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_title_is_answered_with_a_traceback(title: str) -> None:
    outcome = essay_or_problems(section("Text.", title.replace("\r", "\n")))
    assert len(outcome.sections) == 1 if isinstance(outcome, Essay) else outcome


def essay_or_problems(*texts: Source) -> Essay | tuple[Problem, ...]:
    """The essay, or everything that is wrong with it."""
    try:
        return resolved(*texts)
    except BuildFailed as failure:
        return failure.problems
