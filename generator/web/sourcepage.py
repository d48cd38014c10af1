"""Source pages: the files that figures and text link to, highlighted, every line with an address."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from generator import cache


def highlighted_lines(path: str, text: str, cache_dir: Path) -> list[str]:
    """The lines of a file as HTML, each whole in itself."""
    inputs = {
        path: cache.digest(text.encode()),
        "code": cache.digest(Path(__file__).read_bytes()),
        "pygments": version("pygments"),
    }
    recipe = cache.Recipe(f"web/sources/{path}", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _highlight(path, text).encode()
        cache.put(cache_dir, recipe, kept)
    return kept.decode().split("\n")


def _highlight(path: str, text: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import TextLexer, get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    return highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="p-")).removesuffix("\n")
