"""The Markdown that authors write: CommonMark, tables, and the conventions of MyST and Pandoc.

HTML is off: it is shown as text, so that nothing an author or a datum says can end or swallow the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.utils import is_code_block

_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}

_DIRECTIVE = re.compile(r"\s*\{([^{}]*)\}[ \t]*(.*?)[ \t]*$")
_FORMULA_END = re.compile(r"\$\$[ \t]*(?:\(([^()]*)\))?[ \t]*$")
# No space inside the dollars and no digit outside them: money is no formula. Nor is "$5 and then ($x$".
_FORMULA = re.compile(
    r"(?<!\d)\$(?![\s$])(?!\d[^$]*\s[A-Za-z]{2,}\s)((?:[^$\\`]|\\.)+)(?<!\s)\$(?!\d)", re.DOTALL
)
_DISPLAY_IN_LINE = re.compile(r"\$\$(?:[^$\n]*\$\$)?")
_LONE_DOLLAR = re.compile(r"\$(?![\s\d])[^\n`]*?\\[A-Za-z]")
_DASHES = re.compile(r"(?<![-!])---?(?![->])")
_YEARS = re.compile(r"(?<!\w)'(?=\d\d)")
_CITATIONS = re.compile(r"\[(@[^\[\]]*)\](?!\()")
_CITATION = re.compile(r"\s*@(\w(?:[\w:.+/-]*\w)?)\s*(?:,\s*(.*\S))?\s*", re.DOTALL)


@cache
def markdown() -> MarkdownIt:
    """The one parser of every text."""
    md = MarkdownIt("commonmark", {"html": False, "typographer": True}).enable(["table", "smartquotes"])
    md.use(front_matter_plugin).use(myst_role_plugin).use(deflist_plugin)
    md.use(footnote_plugin, inline=True, move_to_end=False, always_match_refs=True)
    md.use(container_plugin, "directive", validate=lambda info, _markup: bool(_DIRECTIVE.match(info)))
    md.use(attrs_plugin, after=(), spans=True)
    md.block.ruler.before("fence", "display_formula", _display_formula, _INTERRUPTS)
    md.block.ruler.after("container_directive", "stray_fence", _stray_fence, _INTERRUPTS)
    md.inline.ruler.before("escape", "formula", _formula)
    md.inline.ruler.after("formula", "unclosed_formula", _unclosed_formula)
    md.inline.ruler.before("link", "citations", _citations)
    md.core.ruler.after("block", "directives", _directives)
    md.core.ruler.after("inline", "inline_notes", _inline_notes)
    md.core.ruler.after("smartquotes", "dashes", _dashes)
    for rule in md.inline.ruler.__rules__:
        if rule.name not in ("text", "newline", "escape", "entity"):  # the many that can hold no fault
            rule.fn = _placed(rule.fn)
    return md


def _placed(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The rule, noting in each token that it makes which part of the text it was made from."""

    def placed(state: StateInline, silent: bool) -> bool:
        known, start = len(state.tokens), state.pos
        matched = rule(state, silent)
        for token in state.tokens[known:]:
            token.meta.setdefault("pos", start)
            token.meta.setdefault("end", state.pos)
        return matched

    return placed


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _display_formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`$$ … $$ (label)`, on one line or several; it may interrupt a paragraph. Blank lines end the search."""
    if is_code_block(state, start) or not _line(state, start).startswith("$$"):
        return False
    if silent:
        return True
    lines: list[str] = []
    closing = None
    number = start
    while number < end and not closing:
        line = _line(state, number)[0 if lines else 2 :]
        if (not line.strip() and lines) or state.sCount[number] < state.blkIndent:
            break
        closing = _FORMULA_END.search(line)
        lines.append(line[: closing.start()] if closing else line)
        number += 1
    state.line = number if closing else start + 1
    token = state.push("math_block" if closing else "unclosed_formula", "math", 0)
    token.block = True
    token.map = [start, state.line]
    token.content = "\n".join(lines)
    token.info = (closing.group(1) or "").strip() if closing else ""
    return True


def _stray_fence(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """A line of colons that neither opens nor closes a container: always a mistake."""
    if is_code_block(state, start) or not _line(state, start).startswith(":::"):
        return False
    if not silent:
        state.line = start + 1
        token = state.push("stray_fence", "", 0)
        token.map = [start, state.line]
        token.content = _line(state, start)
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    match = _FORMULA.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = match.group(1)
    state.pos = match.end()
    return True


def _unclosed_formula(state: StateInline, silent: bool) -> bool:
    r"""A `$` that closes nowhere, though a \command after it says it was meant; `$5` and `$HOME` are text."""
    display = _DISPLAY_IN_LINE.match(state.src, state.pos)
    if not display and not _LONE_DOLLAR.match(state.src, state.pos):
        return False
    if not silent:
        state.push("misplaced_formula" if display else "unclosed_formula", "", 0)
    state.pos = display.end() if display else state.pos + 1
    return True


def _citations(state: StateInline, silent: bool) -> bool:
    """`[@key]`, `[@key, p. 3; @other]`: each as (offset, key, locator); no key where it cannot be read."""
    match = _CITATIONS.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        offset, cited = 1, []
        for part in match.group(1).split(";"):
            single = _CITATION.fullmatch(part)
            key, locator = (single.group(1), single.group(2) or "") if single else ("", "")
            cited.append((offset + len(part) - len(part.lstrip()), key, " ".join(locator.split())))
            offset += len(part) + 1
        state.push("citations", "", 0).meta["cited"] = cited
    state.pos = match.end()
    return True


def _directives(state: StateCore) -> None:
    """Read `:::{name} …`; what follows the name becomes the container's first child, a line of Markdown."""
    tokens: list[Token] = []
    for token in state.tokens:
        tokens.append(token)
        match = _DIRECTIVE.match(token.info) if token.type == "container_directive_open" else None
        if match and token.map:
            token.meta["name"], token.meta["argument"] = match.groups()
            title = "" if token.meta["name"] == "code" else match.group(2)
            if token.meta["name"] == "figure":
                token.meta["argument"], _, title = match.group(2).partition(" ")
            first = token.map[0]
            if title.strip():
                line = Token("inline", "", 0, map=[first, first + 1], content=title.strip(), children=[])
                line.meta["title"] = True
                tokens.append(line)
    state.tokens = tokens


def _inline_notes(state: StateCore) -> None:
    """Make each `^[note]` a definition like that of `[^note]`, with a label that no author can write."""
    texts = state.env.get("footnotes", {}).get("list", {})
    pending = [token for token in state.tokens if token.type == "inline"]
    while pending:
        parent = pending.pop(0)
        for ref, offset in _mentions(parent):
            if "label" not in ref.meta:
                ref.meta["label"] = f"^{ref.meta['id']}"
                text = Token("inline", "", 0, content=texts[ref.meta["id"]]["content"])
                text.children = texts[ref.meta["id"]]["tokens"]
                text.meta["within"] = (parent, offset + len("^["))
                state.tokens += _definition(ref.meta["label"], text)
                pending.append(text)


def _mentions(parent: Token, before: int = 0) -> Iterator[tuple[Token, int]]:
    """The mentions of notes in a line and in the descriptions of its pictures, and where they begin."""
    for child in parent.children or []:
        if child.type == "footnote_ref":
            yield child, before + child.meta["pos"]
        elif child.type == "image":
            yield from _mentions(child, before + child.meta["pos"] + len("!["))


def _definition(label: str, text: Token) -> tuple[Token, ...]:
    return (
        Token("footnote_reference_open", "", 1, meta={"label": label}),
        Token("paragraph_open", "p", 1),
        text,
        Token("paragraph_close", "p", -1),
        Token("footnote_reference_close", "", -1),
    )


def _dashes(state: StateCore) -> None:
    """`--`, `---`, `...` and `'90s` in running text; not (c), which may well be a third point."""
    for token in state.tokens:
        previous = None
        for child in token.children or []:
            if child.type == "text" and not (previous and previous.markup == "autolink"):
                text = _DASHES.sub(lambda match: "—" if match[0] == "---" else "–", child.content)
                child.content = _YEARS.sub("’", text.replace("...", "…"))
            previous = child
