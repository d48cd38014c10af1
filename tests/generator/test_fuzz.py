"""Whatever stands in an essay's files, a page or a list of problems comes of it, and each problem has a place.

Files go the whole way here, from the disk to the page. `pytest --hypothesis-profile=long` looks further.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.build import compose
from generator.load import load
from generator.model import Essay
from generator.problems import BuildFailed, Problem
from generator.render import render
from tests.generator.gallery import FIGURES, gallery_for
from tests.generator.html import elements, mistakes

TOML = b"""\
title = "Juggling"
subtitle = "by numbers"
description = "A case."
authors = ["A. Author"]
date = 2026-11-29
licence = "CC BY 4.0"

[roles.throw]
macro = "throw"
line = "solid"
light = "#b8560f"
dark = "#f0a650"
"""
Hold = Callable[[Mapping[str, bytes]], None]
FILES = {
    "essay.toml": TOML,
    "index.md": b"An abstract [@lob].\n",
    "01-arcs.md": b"---\ntitle: Arcs\n---\nText.\n",
    "glossary.md": b":::{glossary}\nArc\n: What a ball describes.\n:::\n",
    "references.bib": b"@misc{lob, title={Lob}, author={Lob, Ann}, year={2001}}\n",
}


def outcome(
    files: Mapping[str, bytes], folder: Path, cache_dir: Path
) -> Mapping[str, bytes] | tuple[Problem, ...]:
    """The site, or everything that is wrong, of an essay with these files besides the usual ones."""
    content = folder / "content"
    drawn = {f"figures/{name}.py": b"\n" * 11 for name in (*FIGURES, "numbers")}
    for name, data in {**drawn, **FILES, **files}.items():
        (content / name).parent.mkdir(parents=True, exist_ok=True)
        (content / name).write_bytes(data)
    sources = load(content)
    try:
        essay = compose(
            sources, gallery_for(" ".join(text.text for text in sources.texts)), folder, strict=False
        )
    except BuildFailed as failure:
        return failure.problems
    return render(_with_few_faces(essay), folder, cache_dir)


def _with_few_faces(essay: Essay) -> Essay:
    """Cutting a face to the formulas' letters takes a second, and is tested elsewhere."""
    return replace(essay, formula_characters=frozenset())


@pytest.fixture(scope="module")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Hold:
    """Holds an essay to what must be true of every one."""
    cache_dir = tmp_path_factory.mktemp("cache")

    def hold(files: Mapping[str, bytes]) -> None:
        with TemporaryDirectory() as folder, chdir(folder):
            found = outcome(files, Path(folder), cache_dir)
            if isinstance(found, tuple):
                assert any(problem.severity == "error" for problem in found)
                for problem in found:
                    _hold_place(problem)
            else:
                _hold_page(found["index.html"].decode())

    return hold


def _hold_place(problem: Problem) -> None:
    """The place is one in the file: its line is there, and its column no further than just behind the line."""
    place = problem.place
    assert problem.message
    assert str(problem).startswith(f"{place.path}:{place.line}:{place.column}: ")
    text = Path(place.path).read_bytes().decode("utf-8-sig", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert 1 <= place.line <= len(lines), problem
    assert 1 <= place.column <= len(lines[place.line - 1]) + 1, problem


def _hold_page(page: str) -> None:
    """The page is right as HTML, and does nothing that the theme does not do."""
    assert mistakes(page) == []
    for tag, attributes in elements(page):
        assert tag not in ("iframe", "object", "embed", "base", "form", "style")
        is_ours = attributes.get("src", "").startswith("assets/") or "ld+json" in attributes.get("type", "")
        assert tag != "script" or is_ours
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        assert not attributes.get("href", "").lower().startswith(("javascript:", "vbscript:"))


# ── Markdown ─────────────────────────────────────────────────────────────────────────────────────

ODD = "\t\u00a0\u200b\u2028\u2029\ufeff\u202e\u0301\ue000\U0001d4b3é漢’\ufffd"
HOSTILE = (
    "<script>alert(1)</script>", "</script>", "<!--", "-->", "<![CDATA[", "]]>", "<b onclick=x>", "</div></main>",
    "<svg/onload=x>", "<style>*{}</style>", "&lt;script&gt;", "&#60;", "&#0;", "&#xD800;", "&#1;", "{{ 7*7 }}",
    "{% x %}", "${x}", "javascript:alert(1)", '" onmouseover="x', "' x='", "\\", "`", "%00", "%ED%A0%80", "\\0",
)  # fmt: skip
NAMES = (
    "arc", "juggle", "siteswap", "arcs", "lob", "throw", "drop", "city", "hands", "a", "b", "nope", "Arc",
)  # fmt: skip
words = st.one_of(st.sampled_from(NAMES), st.sampled_from(HOSTILE), st.text(ODD + "ab 1$|:", max_size=5))
targets = st.one_of(
    st.sampled_from((
        "#arcs", "#fig-juggle?height=1", "#fig-juggle?jugglers=%3Cb%3E", "#fig-arc", "#eq-a", "https://example.org/?a=b&c",
        "code/", "code/content/01-arcs.md", "index.md", "HTTP://example.org", "javascript:alert(1)", "data:text/html,x",
        "//example.org", "<a b>", "..", "/", "content/essay.toml", "mailto:a@b", "x.png", "#term-arc",
    )),
    words.map(lambda word: f"<{word}>"),
)  # fmt: skip
formulas = st.lists(
    st.sampled_from((
        "x", "_", "^", "{", "}", r"\frac{a}{b}", r"\throw{x}", r"\mathrm{max}", r"\foo", "&", r"\\", r"\left(",
        r"\right)", r"\begin{cases}", r"\end{cases}", "<", ">", r"\text{</math><script>}", "%", "#", "'", r"\$", " ",
        r"\label{a}", r"\sqrt", "é", "\u2028", r"\mathbb{R}", r"\color{red}", r"\href{javascript:x}{y}", "~",
    )),
    max_size=6,
).map("".join)  # fmt: skip


def inlines(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Running text with something in it."""
    return st.one_of(
        st.builds("*{}* **{}**".format, inner, words),
        st.builds("[{}]({})".format, inner, targets),
        st.builds('![{}]({} "{}")'.format, inner, targets, words),
        st.builds("[{}]{{.{}}}".format, inner, words),
        st.builds("[{}]{{{}}}".format, inner, words),
        st.builds("^[{}]".format, inner),
        st.builds("[^{}]".format, words),
        st.builds("[@{}; @lob, {}]".format, words, inner),
        st.builds("${}$".format, formulas),
        st.builds("$${}$$".format, formulas),
        st.builds(
            "{{num}}`{}:{}`".format,
            words,
            st.sampled_from((".2f", "d", "words", ",d", "s", "%", ".1e", "{}")),
        ),
        st.builds("{{term}}`{}<{}>`".format, words, words),
        st.builds("{{{}}}`{}`".format, words, words),
        st.builds("`{}`".format, words),
        st.lists(inner, max_size=4).map(" ".join),
    )


lines = st.recursive(words, inlines, max_leaves=8)


def indented(text: str, by: str) -> str:
    """The text as it stands in a list or a quotation."""
    return text.replace("\n", f"\n{by}")


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A block with something in it."""
    names = st.sampled_from(
        ("details", "try", "howto", "short", "glossary", "figure", "code", "nope", "", "a b")
    )
    colons = st.sampled_from((":::", "::::", ":::::"))
    return st.one_of(
        st.builds("{0}{{{1}}} {2}\n{3}\n{0}".format, colons, names, lines, inner),
        st.builds(":::{{figure}} {} {}\n{}\n:::".format, st.sampled_from(NAMES), lines, inner),
        st.builds("> {}".format, inner.map(lambda text: indented(text, "> "))),
        st.builds("- {}".format, inner.map(lambda text: indented(text, "  "))),
        st.builds("7. {}".format, inner.map(lambda text: indented(text, "   "))),
        st.builds("[^{}]: {}".format, words, inner.map(lambda text: indented(text, "    "))),
        st.builds("{}\n: {}".format, lines, inner.map(lambda text: indented(text, "  "))),
        st.lists(inner, max_size=4).map("\n\n".join),
    )


leaves = st.one_of(
    lines,
    st.builds("{} {}".format, st.sampled_from(("##", "###", "#", "####")), lines),
    st.builds("$$\n{}\n$$ ({})".format, formulas, words),
    st.builds("$$ {}".format, formulas),
    st.builds("```{}\n{}\n```".format, words, words),
    st.builds("| {} | {} |\n|---|:-:|\n| {} | {} |".format, lines, lines, lines, lines),
    st.builds("[{}]: {}".format, words, words),
    st.sampled_from(
        ("---", ":::", "    code", "***", "```", "***a", "&nbsp;", "## n1", "## Fig arc", "## Code 1")
    ),
)
documents = st.recursive(leaves, blocks, max_leaves=10)


@given(
    documents,
    documents,
    lines,
    st.sampled_from((b"\n", b"\r\n", b"\r")),
    st.sampled_from((b"", b"\xef\xbb\xbf")),
)
def test_any_document(hold: Hold, front: str, text: str, title: str, end: bytes, mark: bytes) -> None:
    section = f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n---\n{text}\n"
    hold({"index.md": _saved(front, end, mark), "01-arcs.md": _saved(section, end, mark)})


@given(documents)
def test_any_glossary_and_colophon(hold: Hold, text: str) -> None:
    hold({"glossary.md": text.encode(), "colophon.md": text.encode()})


def _saved(text: str, end: bytes, mark: bytes) -> bytes:
    return mark + text.encode().replace(b"\n", end)


@given(st.sampled_from(sorted(FILES)), st.binary(max_size=60), st.integers(0, 10**6))
def test_any_bytes_anywhere_in_a_file(hold: Hold, name: str, harm: bytes, where: int) -> None:
    data = FILES[name]
    spot = where % (len(data) + 1)
    hold({name: data[:spot] + harm + data[spot:]})


# ── front matter, settings, references ───────────────────────────────────────────────────────────

YAML = (
    "title", "part", "short", ": ", ":", "\n", "\n  ", "- ", "? ", "[", "]", "{", "}", ", ", "&a ", "*a", "|", ">",
    "'", '"', "!!python/name:os.x ", "!!binary ", "\\", "\\n", "\\x01", "\\ud800", "#", "%", "@", "`", "---", "...",
    "<<", "~", "\t", "2026-11-29", "$x$", "{num}`nope`", "[^a]", "x", "é", " ",
)  # fmt: skip
yaml = st.lists(st.sampled_from(YAML), max_size=5).map("".join)


@given(st.one_of(lines, yaml), st.one_of(lines, yaml), st.one_of(st.just(""), yaml))
def test_any_front_matter(hold: Hold, title: str, part: str, rest: str) -> None:
    hold({"01-arcs.md": f"---\ntitle: {title}\npart: {part}\n{rest}\n---\nText.\n".encode()})


TEXTS = ('"<script>"', '"\\u0001"', '"\\""', "'''\n'''", '"\U0001d4b3"', '""')
SETTINGS = {
    "title": (*TEXTS, '"404"', '"</title>"', '"\\u2028"', "1"),
    "description": (*TEXTS, '"]]>"', "true", "[]"),
    "authors": ("[]", '["<b>", "a and b"]', "[1]", '[""]', '"x"', '[" Ö "]'),
    "date": ("2026-02-30", "10:00:00", "2026-11-29T10:00:00Z", '"0001-01-01"', '"x"', "1"),
    "language": ('"de"', '"\\" onload=\\"x"', '""', "1"),
    "address": ('"https://example.org/"', '"https://[/"', '"javascript:x"', '"x"', "1"),
    "repository": ('"https://example.org/a/b"', '"http://"', "{}"),
    "picture": ('"arc"', '"nope"', '""', "1"),
    "roles.throw.macro": ('"x"', '"frac"', '"begin"', '"é"', "[1]", "{}"),
    "roles.throw.light": ('"#123456"', '"red"', "1", '"#12345g"'),
    "roles.catch": ("1", "[[]]", '{macro = "x", line = "solid", light = "#000000", dark = "#ffffff"}', "{}"),
    '"<b>"': ("1",),
    "titel.x": ("nan",),
}
changes = st.fixed_dictionaries({}, optional={key: st.sampled_from(SETTINGS[key]) for key in SETTINGS})


@given(changes, st.one_of(st.just(""), st.text("=[]\"'{}#,. ab1\\\n", max_size=9)))
def test_any_settings(hold: Hold, changed: dict[str, str], rest: str) -> None:
    told = {
        "title": '"Juggling"', "subtitle": '"by numbers"', "description": '"A case."', "authors": '["A. Author"]',
        "date": "2026-11-29", "licence": '"CC BY 4.0"', "roles.throw.macro": '"throw"', "roles.throw.line": '"solid"',
        "roles.throw.light": '"#b8560f"', "roles.throw.dark": '"#f0a650"',
    }  # fmt: skip
    text = "".join(f"{key} = {value}\n" for key, value in (told | changed).items())
    hold({"essay.toml": (text + rest).encode()})


TEX = (
    "Ann", "and", "others", "{x}", "\\'e", "\\'{\\i}", "{\\L}", "\\ss{}", "\\", "\\foo", "$x$", "$\\foo$", "$", "<b>",
    "&", "\\&", "'", '"', "http://[", "https://example.org/<c>", "10.1/<>", "\ue000", "--", ",", "2001", "é", "~", "%",
    "@", "#", "(", "\n",
)  # fmt: skip
FIELDS = (
    "author", "year", "url", "doi", "eprint", "pages", "journal", "volume", "number", "booktitle", "publisher", "nope",
)  # fmt: skip
tex = st.lists(st.sampled_from(TEX), max_size=4).map(" ".join)
fields = st.dictionaries(st.sampled_from(FIELDS), tex, max_size=5).map(
    lambda told: ", ".join(f"{name} = {{{value}}}" for name, value in told.items())
)
works = st.builds("@misc{{{}, {}}}".format, st.sampled_from(("lob", "ann", "a b", "")), fields)
BIBTEX = (
    "@misc{lob, ", "@string{s = ", "@comment{", "@preamble{", "@", "{", "}", "(", ")", "title=", ",", '"', "#", "s",
    "\n",
)  # fmt: skip
scraps = st.lists(st.sampled_from(BIBTEX), max_size=9).map("".join)


@given(tex, fields, st.one_of(st.just(""), works, scraps))
def test_any_references(hold: Hold, title: str, told: str, rest: str) -> None:
    hold({"references.bib": f"@misc{{lob, title={{T {title}}}, {told}}}\n{rest}".encode()})


# ── what is too much ─────────────────────────────────────────────────────────────────────────────


def repeated(opening: str, inner: str, closing: str, times: int = 3001) -> Iterator[bytes]:
    """Something in something in something, with and without the ends of it all."""
    yield (opening * times + inner).encode()
    yield (opening * times + inner + closing * times).encode()


DEEP = {
    "essay.toml": [TOML + b"\nx = " + data for data in repeated("[", "", "]")],
    "01-arcs.md": [b"---\ntitle: " + data + b"\n---\n" for data in repeated("[", "", "]", 1009)],
    "references.bib": [b"@misc{lob, title=" + data + b"}" for data in repeated("{", "x", "}")],
    "index.md": [
        data
        for parts in (
            ("> ", "x", ""), ("- ", "x", ""), ("*a **b ", "x", "** *"), ("^[", "x", "]"), ("![", "x", "](y)"),
            ("${", "x", "}$"), (r"$\frac{", "x", "}{y}$"), (r"$\left(", "x", r"\right)$"), ("[@", "lob", "]"),
        )
        for data in repeated(*parts, times=401)
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "number"), [(name, i) for name in DEEP for i in range(len(DEEP[name]))])
def test_nothing_is_too_deep(hold: Hold, name: str, number: int) -> None:
    hold({name: DEEP[name][number]})


@pytest.mark.parametrize(
    "word", ["a" * 100_003, "$x$" + "a" * 100_003, "a\u00a0" * 50_021, "[" * 2003, "`" * 50_021]
)
def test_no_line_is_too_long(hold: Hold, word: str) -> None:
    hold({"index.md": word.encode()})
