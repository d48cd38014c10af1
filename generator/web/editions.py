"""The two forms of the page: a site of files that link to each other, and one file with everything inside."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from markupsafe import Markup, escape

from generator.model import Essay, Figure, Settings
from generator.web.assets import LAYOUTS, Assets, spec_path, spec_text
from generator.web.stylesheet import stylesheet

_TYPES = {
    "txt": "text/plain",
    "csv": "text/csv",
    "json": "application/json",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
}
_LINK = re.compile(r'<a\b([^>]*?)\shref="([^"#:][^":]*)"([^>]*)>(.*?)</a>', re.DOTALL)
_IMAGE = re.compile(r'(<img\b[^>]*?\ssrc=")([^":]*)(")')
_IN_ADDRESSES = frozenset(f"{string.ascii_letters}{string.digits}!$()*+,;=:@/?._~-".encode())
_COMMON = "base-uri 'none'; form-action 'none'"
_SITE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    + _COMMON
)
_SINGLE_POLICY = "default-src 'none'; script-src {}; style-src {}; img-src data:; font-src data:; " + _COMMON

_PLAIN_POLICY = "default-src 'none'; style-src {}; img-src data:; " + _COMMON


@dataclass(frozen=True, slots=True)
class Edition:
    """One form of the page."""

    policy: str
    head: Markup  # what it loads before the text
    tail: Markup  # what it carries after the text
    runtime: str  # the address of the runtime, or nothing where it is carried
    spec: Callable[[Figure, str], str]  # the address of the spec of a figure's layout
    address: Callable[
        [str], str
    ]  # from an address within the site to one in this form; "" where there is none

    def text(self, html: str) -> Markup:
        """A piece of text whose links lead to what this form has; those that cannot are plain text."""

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
    return Edition(
        policy=_SITE_POLICY,
        head=head,
        tail=Markup(),
        runtime=prefix + assets.runtime_path,
        spec=lambda figure, layout: prefix + spec_path(figure, layout),
        address=lambda path: prefix + path,
    )


def single_edition(
    essay: Essay, assets: Assets, figures: Sequence[Figure], files: Mapping[str, bytes]
) -> Edition:
    """The page in one file: everything inside but the sources, which the repository shows if there is one."""
    faces = {name: _data_address(name, data) for name, data in assets.faces.items()}
    style = f"\n{stylesheet(essay, faces)}"
    scripts = (assets.runtime, assets.script) if figures else (assets.script,)
    blocks = itertools.starmap(_spec_block, itertools.product(figures, LAYOUTS))

    def address(path: str) -> str:
        if path.startswith("code/"):
            return repository_address(essay.settings, path)
        if path.endswith(".vg.json"):
            return ""  # what the page carries already would be as much again
        return _data_address(path, files[unquote(path)])

    return Edition(
        policy=_SINGLE_POLICY.format(" ".join(map(_digest, scripts)), _digest(style)),
        head=Markup(f"<style>{style}</style>"),
        tail=Markup("\n".join([*blocks, *(f"<script>{script}</script>" for script in scripts)])),
        runtime="",
        spec=lambda figure, layout: f"#{_spec_id(figure, layout)}",
        address=address,
    )


def plain_edition(style: str) -> Edition:
    """A page that may stand anywhere, so it loads nothing and leads nowhere by itself."""
    return Edition(
        policy=_PLAIN_POLICY.format(_digest(style)),
        head=Markup(f"<style>{style}</style>"),
        tail=Markup(),
        runtime="",
        spec=lambda _figure, _layout: "",
        address=lambda _path: "",
    )


def repository_address(settings: Settings, path: str) -> str:
    """Where the repository shows the file of a source page such as code/a/b.py.html#L12; "" without one."""
    match = re.fullmatch(r"code/(.*)\.html(#.*)?", path)
    if not settings.repository or match is None:
        return ""
    return f"{settings.repository.rstrip('/')}/blob/HEAD/{quote(match[1])}{match[2] or ''}"


def _spec_id(figure: Figure, layout: str) -> str:
    return f"spec-{figure.name}-{layout}"


def _spec_block(figure: Figure, layout: str) -> str:
    spec = spec_text(figure, layout)
    return f'<script type="application/json" id="{_spec_id(figure, layout)}">{spec}</script>'


def _data_address(path: str, data: bytes) -> str:
    """Some bytes as an address: text stays text, which packs better."""
    kind = _TYPES.get(path.rpartition(".")[2].lower(), "application/octet-stream")
    if kind.startswith(("text/", "application/json", "image/svg")):
        return f"data:{kind};charset=utf-8,{_escaped(data).decode()}"
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def _escaped(data: bytes) -> bytes:
    """The bytes as an address may hold them. The percent sign comes first, or it would escape the others' again."""
    for byte in sorted(set(data) - _IN_ADDRESSES, key=lambda byte: byte != ord("%")):
        data = data.replace(b"%c" % byte, b"%%%02X" % byte)
    return data


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
