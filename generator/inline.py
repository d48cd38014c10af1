"""Running text to HTML: one function for each kind of thing that can stand in a line."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable
from urllib.parse import quote

from generator.drawn import drawn
from generator.links import decoded, essay_file, resolve_link
from generator.names import slug
from generator.page import Page
from generator.palette import palette
from generator.pictures import KINDS, picture_size
from generator.problems import Fault, nearest
from generator.tree import Node, is_term, plain, walk

WORD_JOINER = "\u2060"  # a bracket or number after it never begins a line

_GLUED = re.compile(r'(?<![^\s<>–—])([^\s<>–—]*)(<math\b.*?</math>)((?:[^\s<>–—]|<a class="nref".*?</a>)*)')
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_TERM = re.compile(r"(.*\S)\s*<([^<>]+)>\s*", re.DOTALL)
_LINKED = ("link", "footnote_ref", "citations")
_POWER = re.compile(r"([^e]+)e([+-])0*(\d+)")


def line(node: Node, page: Page) -> str:
    """A line of Markdown, formulas held together with what touches them (browsers break there)."""
    return _GLUED.sub(_glue, children(node, page))


def children(node: Node, page: Page) -> str:
    """What stands in a node, as HTML. A citation is raised, so the space typed before it goes."""
    parts: list[str] = []
    for child in node.children:
        if child.type == "citations" and parts:
            parts[-1] = parts[-1].rstrip()
        parts.append(_KINDS[child.type](child, page))
    return "".join(parts)


def _glue(match: re.Match[str]) -> str:
    before, formula, after = match.groups()
    return f'<span class="nb">{match[0]}</span>' if before or after else str(formula)


def _text(node: Node, _page: Page) -> str:
    return html.escape(node.content, quote=False)


def _code(node: Node, _page: Page) -> str:
    return f"<code>{html.escape(node.content, quote=False)}</code>"


def _tagged(tag: str) -> Callable[[Node, Page], str]:
    return lambda node, page: f"<{tag}>{children(node, page)}</{tag}>"


def _math(node: Node, page: Page) -> str:
    return page.formula(node)


def _link(node: Node, page: Page) -> str:
    library = page.library
    href = str(node.token.attrs["href"])
    for inner in walk(node.children):
        if inner.type in _LINKED or is_term(inner):
            page.fault(inner, "a link cannot stand inside a link")
    try:
        target = resolve_link(href, library)
    except Fault as fault:
        if not library.gallery.failed_to_give(href.removeprefix("#fig-").partition("?")[0]):
            page.fault(node, fault.message, fault.hint, node.meta["target"])
        return children(node, page)
    if target.source:
        page.ledger.sources[target.source] = None
    if target.file:
        page.ledger.files[target.file] = (library.folder / target.file).read_bytes()
    state = f' data-set="{html.escape(target.state)}"' if target.state else ""
    state += _spoken(node, page)
    text = children(node, page) or html.escape(target.text or target.href, quote=False)
    return f'<a href="{html.escape(target.href)}"{state}>{text}</a>'


def _spoken(node: Node, page: Page) -> str:
    """The name that a link's title gives it; a link that is only a formula has no other."""
    title = str(node.token.attrs.get("title", ""))
    if not title and node.children and all(child.type == "math_inline" for child in node.children):
        hint = 'a title says it: [$x$](#eq-x "the formula for x")'
        page.fault(node, "this link is only a formula, and cannot be read aloud", hint)
    return f' aria-label="{html.escape(title)}"' if title else ""


def _image(node: Node, page: Page) -> str:
    src = str(node.token.attrs["src"])
    alt = plain(node)
    target = node.meta["target"]
    for inner in walk(node.children):
        if inner.type in ("footnote_ref", "citations"):
            page.fault(
                inner, "what a picture shows is said in words alone", "a note stands behind the picture"
            )
    if re.match(r"\w+:|//", src):
        page.fault(node, "a picture stands in the essay's folder: the page asks no other host", offset=target)
        return ""
    try:
        path = essay_file(decoded(src), page.library.folder)
    except Fault as fault:
        page.fault(node, fault.message, fault.hint, target)
        return ""
    if not alt:
        page.fault(node, "this picture has no description", "![what it shows](…)")
    data = (page.library.folder / path).read_bytes()
    if path.endswith(".svg"):
        return _drawing(node, data, alt, page)
    size = picture_size(data)
    if size is None:
        page.fault(node, f"'{src}' is no {KINDS}", offset=target)
        return ""
    page.ledger.files[path] = data
    width, height = size
    sizes = f'width="{width}" height="{height}" loading="lazy"'
    return f'<img src="{quote(path)}" alt="{html.escape(alt)}" {sizes}>'


def _drawing(node: Node, data: bytes, alt: str, page: Page) -> str:
    """A drawn picture; nobody knows its colors where essay.toml could not be read."""
    if page.library.roles is None:
        return ""
    try:
        return drawn(data, alt, page.library.roles | palette((), "light").keys())
    except Fault as fault:
        page.fault(node, fault.message, fault.hint, node.meta["target"])
        return ""


def _note(node: Node, page: Page) -> str:
    label = node.meta["label"]
    if label not in page.text.notes:
        return ""
    number = page.note_number(label)
    page.ledger.mentions[number] += 1
    ident = mention_id(number, page.ledger.mentions[number])
    attributes = f'id="{ident}" href="#n{number}" role="doc-noteref" aria-label="Note {number}"'
    return f'<a class="nref" {attributes}>{number}</a>'


def mention_id(number: int, mention: int) -> str:
    """The id of the place where a note is mentioned for the nth time."""
    return f"n{number}r{mention if mention > 1 else ''}"


def _citations(node: Node, page: Page) -> str:
    links: list[tuple[str, str]] = []
    for offset, key, locator in node.meta["cited"]:
        if not key:
            page.fault(node, "this citation cannot be read", "[@key], [@key, p. 3] or [@key; @other]", offset)
        elif key not in page.library.works:
            if key not in page.library.damaged:
                hint = nearest(key, page.library.works)
                page.fault(node, f"references.bib has no entry '{key}'", hint, offset + 1)
        else:
            links.append(_citation(key, locator, page))
    texts = [text for _, text in links]
    if texts:
        texts[0] = f"[{texts[0]}"
        texts[:-1] = [f"{text}," for text in texts[:-1]]
        texts[-1] = f"{texts[-1]}]"
    joined = f"{WORD_JOINER}\u00a0".join(
        f"<a {attributes}>{text}</a>" for (attributes, _), text in zip(links, texts, strict=True)
    )
    together = f'<span class="cites">{joined}</span>' if len(links) > 1 else joined  # they share a card
    return f"{WORD_JOINER}{together}" if together else ""


def _citation(key: str, locator: str, page: Page) -> tuple[str, str]:
    """The attributes of a link to a reference, and its text."""
    mentions = page.ledger.citations[key]
    number = list(page.ledger.citations).index(key) + 1
    ident = f"cite-{key}-{len(mentions) + 1}"
    mentions.append(ident)
    where = html.escape(locator.replace(" ", "\u00a0").replace("--", "–"))
    text = f"{number}, {where}" if where else str(number)
    attributes = f'class="cite" id="{ident}" href="#ref-{key}" role="doc-biblioref"'
    return f'{attributes} aria-label="Reference {text}"', text


def _role(node: Node, page: Page) -> str:
    name = node.meta["name"]
    if name not in _ROLES:
        hint = "{num}`name:.2f` quotes a number, {term}`name` mentions a term"
        page.fault(node, f"no role is named '{{{name}}}'", hint, 1)
        return ""
    return _ROLES[name](node, page)


def _term(node: Node, page: Page) -> str:
    """A term of the glossary: defined at its first mention in the text, a link to there at every other."""
    match = _TERM.fullmatch(node.content)
    text, target = match.groups() if match else (node.content, node.content)
    name, names = slug(target), page.library.names
    if name not in names.terms:
        hint = nearest(target, (term.text for term in names.terms.values()))
        offset = len("{term}`") + (node.content.index("<") + 1 if match else 0)
        page.fault(node, f"no term is named '{target}'", hint or "glossary.md explains the terms", offset)
        return ""
    shown = html.escape(text, quote=False)
    if name in page.ledger.terms:
        return f'<a class="term" href="#term-{name}">{shown}</a>'
    if page.text.kind == "glossary":
        return f'<a class="term" href="#glossary-{name}">{shown}</a>'
    page.ledger.terms[name] = names.anchors.get(page.text.id, "")
    return f'<dfn id="term-{name}">{shown}</dfn>'


def _number(node: Node, page: Page) -> str:
    name, _, spec = node.content.partition(":")
    offset = len("{num}`")
    number = page.library.gallery.numbers.get(name)
    if number is None:
        if not page.library.gallery.failed_to_give(name):
            hint = nearest(name, page.library.gallery.numbers)
            page.fault(node, f"no number is named '{name}'", hint, offset)
        return ""
    page.ledger.quoted.add(name)
    value = number.value
    if isinstance(value, float) and not math.isfinite(value):
        page.fault(node, f"'{name}' is {value}, which is no number to quote", offset=offset)
    elif isinstance(value, float) and not spec:
        page.fault(node, f"'{name}' needs a format", f"{{num}}`{name}:.2f`, say", offset)
    else:
        try:
            return formatted(value, spec)
        except (ValueError, TypeError):
            kind = type(value).__name__
            hint = "such as .2f, .0%, ,d, .1e or words"
            page.fault(node, f"'{spec}' is no format for {value} ({kind})", hint, offset + len(name) + 1)
    return ""


_ROLES: dict[str, Callable[[Node, Page], str]] = {"num": _number, "term": _term}


def formatted(value: float | int | str, spec: str) -> str:
    """The value as prose has it: a true minus sign, powers of ten written out; `words` for a small count."""
    if isinstance(value, str):
        return html.escape(format(value, spec), quote=False)
    if spec == "words" and value in range(len(_WORDS)):
        return _WORDS[int(value)]
    text = format(value, ",d" if spec == "words" else spec)
    power = _POWER.fullmatch(text)
    if power:
        mantissa, sign, exponent = power.groups()
        text = f"{mantissa} × 10<sup>{'-' if sign == '-' else ''}{exponent}</sup>"  # no-break spaces
    return text.replace("-", "−")


def _span(node: Node, page: Page) -> str:
    classes = str(node.token.attrs.get("class", "")).split()
    others = [name for name in node.token.attrs if name != "class"]
    roles = page.library.roles
    if others or len(classes) != 1:
        page.fault(node, "a span has one class, a role's name, and nothing else", "[word]{.role}")
    elif roles is not None and classes[0] not in roles:
        page.fault(node, f"no role is named '{classes[0]}'", nearest(classes[0], roles), _class_offset(node))
    return f'<span class="role {" ".join(classes)}">{children(node, page)}</span>'


def _class_offset(node: Node) -> int:
    """How far into `[word]{.role}` the role's name begins, from its end: the word may hold anything."""
    return int(node.meta["end"] - node.meta["pos"]) - len(str(node.token.attrs["class"])) - 1


def _nothing(_node: Node, _page: Page) -> str:
    """What the parser has found fault with already."""
    return ""


_KINDS: dict[str, Callable[[Node, Page], str]] = {
    "text": _text,
    "text_special": _text,
    "softbreak": lambda _node, _page: "\n",
    "hardbreak": lambda _node, _page: "<br>\n",
    "em": _tagged("em"),
    "strong": _tagged("strong"),
    "code_inline": _code,
    "link": _link,
    "image": _image,
    "math_inline": _math,
    "footnote_ref": _note,
    "citations": _citations,
    "myst_role": _role,
    "span": _span,
    "unclosed_formula": _nothing,
    "misplaced_formula": _nothing,
}
