"""References: every brace form of every accent, links encoded once, broken files told by line."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.bibliography import Work, read_bibliography
from generator.model import Source


def work(fields: str) -> Work:
    """The one entry with these fields."""
    bibliography = read_bibliography(Source("r.bib", f"@misc{{key, {fields}}}"), html.escape)
    assert bibliography.problems == ()
    return bibliography.works["key"]


@pytest.mark.parametrize(
    ("tex", "letter"),
    [
        (r"{\"e}", "ë"), (r"\"{e}", "ë"), (r"\"e", "ë"), (r"{\"{e}}", "ë"),
        (r"{\'o}", "ó"), (r"\'{o}", "ó"), (r"\'o", "ó"), (r"{\'{o}}", "ó"),
        (r"{\"o}", "ö"), (r"\"{o}", "ö"), (r"\"o", "ö"), (r"{\"{o}}", "ö"),
        (r"{\c{c}}", "ç"), (r"\c{c}", "ç"), (r"{\c c}", "ç"),
        (r"{\L}", "Ł"), (r"\L{}", "Ł"), (r"{\ss}", "ß"), (r"\ss{}", "ß"),
        (r"{\'\i}", "í"), (r"\'{\i}", "í"), (r"{\'{\i}}", "í"), (r"\v{s}", "š"), ("é", "é"),
    ],
)  # fmt: skip
def test_accents_in_every_brace_form(tex: str, letter: str) -> None:
    made = work(f"title={{Na{tex}ve}}, author={{Na{tex}me, {tex}va}}, year={{2020}}")
    assert made.title == f"Na{letter}ve"
    assert made.authors == (f"{letter}.\u00a0Na{letter}me",)


@pytest.mark.parametrize(
    ("bibtex", "name"),
    [
        ("Plato", "Plato"),
        ("{{Project contributors}}", "Project contributors"),
        ("{The GNU Team}", "The GNU Team"),
        ("Knuth, Donald E.", "D.\u00a0E.\u00a0Knuth"),
        ("Donald E. Knuth", "D.\u00a0E.\u00a0Knuth"),
        ("Luong, Minh-Thang", "M.-T.\u00a0Luong"),
        ("de la Cruz, Ana", "A.\u00a0de\u00a0la\u00a0Cruz"),
        ("King, Jr., Martin", "M.\u00a0King, Jr."),
        (r"Sons, \& Daughters", "&amp;.\u00a0D.\u00a0Sons"),
    ],
)
def test_names(bibtex: str, name: str) -> None:
    assert work(f"title={{T}}, author={{{bibtex}}}").authors == (name,)


def test_others_are_others() -> None:
    assert (
        work("title={T}, author={A, B and others}, year={2001}").reference()
        == "B.\u00a0A and others. <i>T</i>. 2001."
    )


def test_no_author_leaves_no_stray_stop() -> None:
    made = work("title={Whose?}, year={1999}")
    assert made.reference() == "<i>Whose?</i> 1999."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (r"title={T \foo}", r"title: '\foo' is not understood here"),
        ("title={T\\}", "title: '\\' is not understood here"),
        ("title={T}, url={http://[}", "'http://[' is not an address"),
        ("title={T}, url={ftp://example.org}", "'ftp://example.org' is not an address"),
    ],
)
def test_what_cannot_be_read_is_told(fields: str, message: str) -> None:
    bibliography = read_bibliography(Source("r.bib", f"@misc{{key, {fields}}}"), html.escape)
    assert [problem.message for problem in bibliography.problems] == [f"entry 'key': {message}"]


@given(st.text(alphabet="abc19/<>&\"'();:é", min_size=1, max_size=20))
def test_a_doi_is_shown_as_it_is_and_encoded_once(suffix: str) -> None:
    made = work(f"title={{T}}, doi={{10.1000/{suffix}}}")
    match = re.search(r'<a href="([^"]*)">([^<]*)</a>', made.reference())
    assert match is not None
    address, text = match.groups()
    assert html.unescape(text) == f"doi:10.1000/{suffix}"
    assert re.fullmatch(r"https://doi\.org/10\.1000/(?:[\w./:;()~-]|%[0-9A-F]{2})*", html.unescape(address))


@given(st.text(max_size=80))
def test_no_file_is_answered_with_a_traceback(text: str) -> None:
    bibliography = read_bibliography(Source("r.bib", f"@misc{{a, title={{T}}}}\n{text}"), html.escape)
    last = text.count("\n") + 2
    assert "a" in bibliography.works
    assert all(1 <= problem.place.line <= last for problem in bibliography.problems)
