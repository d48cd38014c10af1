"""Blocks to HTML, interrupted by figures; notes follow the block that mentions them."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator

from generator.inline import children, line, mention_id
from generator.listings import find_listing, highlighted
from generator.model import Piece, PlacedFigure
from generator.names import LABEL, slug
from generator.page import Page
from generator.problems import Fault, nearest
from generator.tree import Node, content_of, directive, place_of, plain, title_of

_UNSEEN = {"front_matter", "footnote_reference", "unclosed_formula", "stray_fence"}
_LOOSE = {"paragraph", "bullet_list", "ordered_list", "blockquote"}


def body(page: Page) -> tuple[Piece, ...]:
    """A whole text, ready for the page."""
    nodes = page.text.body
    return _merged(_front(nodes, page) if page.text.kind == "front" else flow(nodes, page))


def flow(nodes: Iterable[Node], page: Page, *, beside: bool = True) -> Iterator[Piece]:
    """Blocks one after another, each with its notes `beside` it, or simply after it."""
    for node in nodes:
        pieces = list(_block(node, page))
        notes = _notes(page)
        if notes and beside:
            yield from ('<div class="noted">', *pieces, *notes, "</div>\n")
        else:
            yield from (*pieces, *notes)


def _front(nodes: Iterable[Node], page: Page) -> Iterator[Piece]:
    """The front page: what stands in no container is the abstract."""
    inside = False
    for node in nodes:
        if node.type in _UNSEEN:
            continue
        if (node.type in _LOOSE) != inside:
            inside = not inside
            yield '<div class="abstract">' if inside else "</div>\n"
        yield from flow([node], page)
    if inside:
        yield "</div>\n"


def _merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and merged and isinstance(merged[-1], str):
            merged[-1] += piece
        elif piece != "":
            merged.append(piece)
    return tuple(merged)


# ── notes ────────────────────────────────────────────────────────────────────────────────────────


def _notes(page: Page) -> list[Piece]:
    """The notes mentioned since the last were set; one note may mention the next."""
    asides: list[Piece] = []
    while page.ledger.waiting:
        number, label = page.ledger.waiting.pop(0)
        asides += _note(number, label, page)
    return asides


def _note(number: int, label: str, page: Page) -> Iterator[Piece]:
    first_mention = f'href="#{mention_id(number, 1)}" aria-label="Back to the text at note {number}"'
    back = f'<a class="n" {first_mention}>{number}</a>'
    more = "".join(
        f' <a class="back" href="#{mention_id(number, nth)}"'
        f' aria-label="Back to mention {nth} of note {number}">↩{nth}</a>'
        for nth in range(2, page.text.mentions[label] + 1)
    )
    yield f'<aside class="note" id="n{number}" role="note">'
    blocks = page.text.notes[label].children
    match blocks:
        case [Node(type="paragraph") as only]:
            yield f"{back}{line(only.children[0], page)}{more}"
        case [Node(type="paragraph") as first, *rest]:
            yield f"<p>{back}{line(first.children[0], page)}</p>\n"
            for node in rest:
                yield from _block(node, page)
            yield more
        case _:
            yield back
            for node in blocks:
                yield from _block(node, page)
            yield more
    yield "</aside>\n"


# ── blocks ───────────────────────────────────────────────────────────────────────────────────────


def _block(node: Node, page: Page) -> Iterable[Piece]:
    return () if node.type in _UNSEEN else _BLOCKS[node.type](node, page)


def _blocks(nodes: Iterable[Node], page: Page) -> Iterator[Piece]:
    for node in nodes:
        yield from _block(node, page)


def _paragraph(node: Node, page: Page) -> Iterator[Piece]:
    inner = line(node.children[0], page)
    picture = [child.type for child in node.children[0].children] == ["image"]
    yield f"{inner}\n" if picture or node.token.hidden else f"<p>{inner}</p>\n"


def _heading(node: Node, page: Page) -> Iterator[Piece]:
    """Under the title of a section ## is an h3; the front page has its title above all."""
    level = int(node.token.tag[1:]) + (page.text.kind != "front")
    ident = page.library.names.headings[place_of(node, page.text.source.path)]
    yield f'<h{level} id="{ident}">{line(node.children[0], page)}</h{level}>\n'


def _formula(node: Node, page: Page) -> Iterator[Piece]:
    label = node.token.info
    if label and not LABEL.fullmatch(label):
        page.fault(node, f"'{label}' is no label", "a label is lower-case letters, digits and hyphens")
    mathml = page.formula(node, display=True)
    number = page.library.names.formulas.get(label)
    if number is None:
        yield f'<div class="eq"><div class="scroll" role="group" aria-label="Formula">{mathml}</div></div>\n'
    else:
        scroll = f'<div class="scroll" role="group" aria-label="Formula {number}">{mathml}</div>'
        yield f'<div class="eq" id="eq-{label}">{scroll}<span class="eqno">({number})</span></div>\n'


def _fence(node: Node, page: Page) -> Iterator[Piece]:
    language = node.token.info.split()[0] if node.token.info.strip() else "text"
    try:
        code = highlighted(node.content.rstrip("\n"), language)
    except Fault as fault:
        page.fault(node, fault.message, fault.hint, len(node.token.markup))
        return
    yield f'<pre class="hl"><code>{code}</code></pre>\n'


def _list(node: Node, page: Page) -> Iterator[Piece]:
    start = f' start="{node.token.attrs["start"]}"' if "start" in node.token.attrs else ""
    yield f"<{node.token.tag}{start}>\n"
    for item in node.children:
        yield "<li>"
        yield from _blocks(item.children, page)
        yield "</li>\n"
    yield f"</{node.token.tag}>\n"


def _definitions(node: Node, page: Page) -> Iterator[Piece]:
    yield "<dl>\n"
    for child in node.children:
        yield f"<{child.type}>"
        yield from (line(child.children[0], page),) if child.type == "dt" else _blocks(child.children, page)
        yield f"</{child.type}>\n"
    yield "</dl>\n"


def _quotation(node: Node, page: Page) -> Iterator[Piece]:
    yield "<blockquote>\n"
    yield from _blocks(node.children, page)
    yield "</blockquote>\n"


def _table(node: Node, page: Page) -> Iterator[Piece]:
    yield '<div class="scroll"><table>\n'
    for part in node.children:
        yield f"<{part.token.tag}>\n"
        for row in part.children:
            yield f"<tr>{''.join(_cell(cell, page) for cell in row.children)}</tr>\n"
        yield f"</{part.token.tag}>\n"
    yield "</table></div>\n"


def _cell(cell: Node, page: Page) -> str:
    side = str(cell.token.attrs.get("style", "")).removeprefix("text-align:")
    scope = ' scope="col"' if cell.token.tag == "th" else ""
    css = f' class="{side}"' if side else ""
    return f"<{cell.token.tag}{scope}{css}>{line(cell.children[0], page)}</{cell.token.tag}>"


# ── containers ───────────────────────────────────────────────────────────────────────────────────


def _directive(node: Node, page: Page) -> Iterable[Piece]:
    name = directive(node)
    if name in _DIRECTIVES:
        return _DIRECTIVES[name](node, page)
    offset = len(node.token.markup) + node.token.info.index("{") + 1
    page.fault(node, f"no container is named '{name}'", nearest(name, _DIRECTIVES), offset)
    return list(flow(content_of(node), page))


def _title(node: Node, page: Page) -> str:
    title = title_of(node)
    return line(title, page) if title else ""


def _argument_offset(node: Node) -> int:
    """How far from the colons the first word behind a container's name begins."""
    info = node.token.info
    after = info[info.index("}") + 1 :]
    return len(node.token.markup) + len(info) - len(after.lstrip())


def _figure(node: Node, page: Page) -> Iterator[Piece]:
    name = node.meta["argument"]
    figure = page.library.gallery.figures.get(name)
    title = _title(node, page)
    caption = list(flow(content_of(node), page, beside=False))
    pieces = [piece for piece in caption if isinstance(piece, str)]
    if len(pieces) < len(caption):
        page.fault(node, "a caption cannot hold a figure")
    if not name:
        page.fault(node, "this figure has no name", ":::{figure} name Its title", _argument_offset(node))
        return
    if figure is None:
        hint = nearest(name, page.library.gallery.figures)
        if not page.library.gallery.failed_to_give(name):
            page.fault(node, f"no figure is named '{name}'", hint, _argument_offset(node))
        return
    place = place_of(node, page.text.source.path)
    yield PlacedFigure(figure, page.library.names.figures[name], title, "".join(pieces), place)


def _details(node: Node, page: Page) -> Iterator[Piece]:
    """What comes before a colon in the title is its lead: For the curious, say."""
    title = _title(node, page)
    if not title:
        page.fault(node, "this details block has no title", ":::{details} What opens here")
    lead, colon, rest = title.partition(": ")
    summary = f"<span>{title}</span>" if not colon or "<" in lead else f"<b>{lead}:</b> <span>{rest}</span>"
    ident = page.library.names.headings.get(place_of(node, page.text.source.path))
    name = f' id="{ident}"' if ident else ""
    yield f'<details class="more"{name}><summary>{summary}</summary><div>\n'
    yield from flow(content_of(node), page)
    yield "</div></details>\n"


def _try(node: Node, page: Page) -> Iterator[Piece]:
    yield f'<div class="try"><h3>{_title(node, page) or "Try it"}</h3>\n'
    yield from flow(content_of(node), page)
    yield "</div>\n"


def _howto(node: Node, page: Page) -> Iterator[Piece]:
    yield '<div class="howto">\n'
    yield from flow(content_of(node), page)
    yield "</div>\n"


def _short(node: Node, page: Page) -> Iterator[Piece]:
    yield '<section class="short" aria-labelledby="short-h">\n'
    yield f'<h2 id="short-h">{_title(node, page) or "The short version"}</h2>\n<ol>\n'
    for part in content_of(node):
        if part.type not in ("ordered_list", "bullet_list"):
            page.fault(part, "the short version is a list")
            continue
        for item in part.children:
            paragraphs = (
                f"<p>{line(p.children[0], page)}</p>" for p in item.children if p.type == "paragraph"
            )
            yield f"<li>{''.join(paragraphs)}</li>\n"
    yield "</ol>\n"
    yield from _notes(page)
    yield "</section>\n"


def _glossary(node: Node, page: Page) -> Iterator[Piece]:
    """Each term, what it means, and where the text defines it."""
    yield '<dl class="glossary">\n'
    for part in content_of(node):
        if part.type != "dl":
            page.fault(
                part, "a glossary is a list of terms", "a line with the term, under it a line ': meaning'"
            )
        for child in part.children if part.type == "dl" else ():
            if child.type == "dt":
                name = slug(plain(child))
                yield f'<dt id="glossary-{name}">{line(child.children[0], page)}</dt>\n'
            else:
                yield from ("<dd>", *_blocks(child.children, page), _defined(name, page), "</dd>\n")
    yield "</dl>\n"


def _defined(name: str, page: Page) -> str:
    where = page.ledger.terms.get(name)
    return "" if where is None else f'<a class="back" href="#term-{name}">{where or "At the beginning"}</a>'


def _code(node: Node, page: Page) -> Iterator[Piece]:
    try:
        listing = find_listing(page.library.project, node.meta["argument"])
    except Fault as fault:
        page.fault(node, fault.message, fault.hint, _argument_offset(node))
        return
    page.ledger.listings += 1
    page.ledger.sources[listing.path] = None
    number = page.ledger.listings
    href = f"code/{listing.path}.html#L{listing.first}"
    lines = f"{html.escape(listing.path)}, lines {listing.first} to {listing.last}"
    where = f'<a href="{html.escape(href)}">{lines}</a>'
    caption = "".join(_caption(node, page))
    label = " · ".join(filter(None, (f"<b>Code {number}</b>", caption, where)))
    code = highlighted(listing.code, first_line=listing.first)
    yield f'<figure class="code" id="code-{number}"><figcaption>{label}</figcaption>'
    yield f'<pre class="hl" role="region" aria-label="Code {number}"><code>{code}</code></pre></figure>\n'


def _caption(node: Node, page: Page) -> Iterator[str]:
    """The words under which code is shown: one paragraph."""
    for index, part in enumerate(content_of(node)):
        if part.type == "paragraph" and index == 0:
            yield line(part.children[0], page)
        else:
            page.fault(part, "code takes one paragraph as its caption")


_DIRECTIVES: dict[str, Callable[[Node, Page], Iterable[Piece]]] = {
    "figure": _figure,
    "details": _details,
    "try": _try,
    "howto": _howto,
    "short": _short,
    "glossary": _glossary,
    "code": _code,
}

_BLOCKS: dict[str, Callable[[Node, Page], Iterable[Piece]]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "math_block": _formula,
    "fence": _fence,
    "code_block": _fence,
    "hr": lambda _node, _page: ("<hr>\n",),
    "bullet_list": _list,
    "ordered_list": _list,
    "dl": _definitions,
    "blockquote": _quotation,
    "table": _table,
    "container_directive": _directive,
    "inline": lambda node, page: (children(node, page),),
}
