"""The two forms of the page: a site of files that link to each other, and one file with everything inside."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup, escape

from generator.model import Figure, Settings
from generator.page.assets import LAYOUTS, Assets, spec_path, spec_text
from generator.page.stylesheet import stylesheet

_TYPES = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
          "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif"}  # fmt: skip
_LINK = re.compile(r'<a\b([^>]*?)\shref="((?:code|data|pictures)/[^"]*)"([^>]*)>(.*?)</a>', re.DOTALL)
_IMAGE = re.compile(r'(<img\b[^>]*?\ssrc=")([^":]*)(")')
SITE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Edition:
    """One form of the page."""

    policy: str
    head: Markup  # what it loads before the text
    tail: Markup  # what it carries after the text
    runtime: str  # the address of the runtime, or nothing where it is carried
    address: Callable[
        [str], str
    ]  # from an address within the site to one in this form; "" where there is none

    def text(self, html: str) -> Markup:
        """A piece of text with its links led where this form has what they name; other links become plain text."""

        def link(match: re.Match[str]) -> str:
            before, path, after, inside = match.groups()
            address = self.address(path)
            return f'<a{before} href="{escape(address)}"{after}>{inside}</a>' if address else inside

        def image(match: re.Match[str]) -> str:
            return f"{match[1]}{escape(self.address(match[2]))}{match[3]}"

        return Markup(_IMAGE.sub(image, _LINK.sub(link, html)))


def site_edition(assets: Assets, prefix: str = "") -> Edition:
    """The page as a site; `prefix` leads from a page in a folder back to the top."""
    head = Markup('<link rel="stylesheet" href="{0}{1}">\n<script src="{0}{2}" defer></script>').format(
        prefix, assets.style_path, assets.script_path
    )
    return Edition(SITE_POLICY, head, Markup(), prefix + assets.runtime_path, lambda path: prefix + path)


def single_edition(
    settings: Settings, assets: Assets, figures: Iterable[Figure], files: Mapping[str, bytes]
) -> Edition:
    """The page in one file: style, scripts, faces, specs and downloads inside, sources left to the repository."""
    figures = tuple(figures)
    style = stylesheet(
        settings.roles, {name: _data("font/woff2", data) for name, data in assets.faces.items()}
    )
    style = f"\n{style}"
    specs = {
        spec_path(figure, layout): f"#spec-{figure.name}-{layout}" for figure in figures for layout in LAYOUTS
    }
    blocks = [
        f'<script type="application/json" id="spec-{figure.name}-{layout}">{spec_text(figure, layout)}</script>'
        for figure in figures
        for layout in LAYOUTS
    ]
    scripts = (assets.runtime, assets.script) if figures else (assets.script,)
    blocks += [f"<script>{script}</script>" for script in scripts]
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_digest, scripts))}; style-src {_digest(style)};"
        " img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )
    head = Markup(f"<style>{style}</style>")

    def address(path: str) -> str:
        if path in specs:
            return specs[path]
        if path.startswith("code/"):
            return repository_address(settings, path)
        data = files[path]
        return _data(_TYPES.get(path.rpartition(".")[2].lower(), "application/octet-stream"), data)

    return Edition(policy, head, Markup("\n".join(blocks)), "", address)


def repository_address(settings: Settings, path: str) -> str:
    """Where the repository shows the file of a source page such as code/a/b.py.html#L12; "" without one."""
    match = re.fullmatch(r"code/(.*)\.html(#.*)?", path)
    if not settings.repository or match is None:
        return ""
    return f"{settings.repository.rstrip('/')}/blob/HEAD/{quote(match[1])}{match[2] or ''}"


def _data(kind: str, data: bytes) -> str:
    """Some bytes as an address: text stays text, which packs better."""
    if kind.startswith(("text/", "application/json", "image/svg")):
        return f"data:{kind};charset=utf-8,{quote(data.decode())}"
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
