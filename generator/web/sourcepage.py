"""Source pages: the files that figures and text link to, highlighted, every line with an address."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from generator import cache


def numbered_source(path: str, text: str, cache_dir: Path) -> str:
    """A file as HTML, each line whole in itself: #L12."""
    inputs = {
        path: cache.digest(text.encode()),
        "code": cache.digest(Path(__file__).read_bytes()),
        "pygments": version("pygments"),
    }
    recipe = cache.Recipe(f"web/sources/{path}", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _numbered(_highlighted(path, text)).encode()
        cache.put(cache_dir, recipe, kept)
    return kept.decode()


def _numbered(code: str) -> str:
    lines = enumerate(code.split("\n"), start=1)
    return "".join(
        f'<span class="line" id="L{n}"><a class="linenos" href="#L{n}">{n}</a>{line}\n</span>'
        for n, line in lines
    )


def _highlighted(path: str, text: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import TextLexer, get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    return highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="p-")).removesuffix("\n")
