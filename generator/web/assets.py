"""The files under assets/: a digest of its bytes in each one's name lets a host keep it for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator import cache
from generator.model import Essay, Figure
from generator.palette import THEME
from generator.web.faces import face_files
from generator.web.runtime import runtime_script
from generator.web.stylesheet import stylesheet

FOLDER = "assets"
LAYOUTS = ("wide", "narrow")


@dataclass(frozen=True, slots=True)
class Assets:
    """What the page loads: texts for a page that carries everything inside, files for one that does not."""

    faces: Mapping[str, bytes]  # by the name that the theme gives the file
    script: str
    runtime: str
    runtime_path: str
    script_path: str
    style_path: str
    files: Mapping[str, bytes]  # by path within the site


def collect_assets(essay: Essay, cache_dir: Path) -> Assets:
    """The look and the scripts of an essay."""
    faces = face_files(essay.formula_characters, cache_dir)
    face_paths = {name: _hashed(name, data) for name, data in faces.items()}
    beside = {name: path.removeprefix(f"{FOLDER}/") for name, path in face_paths.items()}
    style = stylesheet(essay, beside).encode()
    script = page_script().encode()
    runtime = runtime_script(cache_dir)
    paths = {"essay.css": style, "page.js": script, "vega.js": runtime}
    style_path, script_path, runtime_path = (_hashed(name, data) for name, data in paths.items())
    files = {face_paths[name]: data for name, data in faces.items()}
    files |= {style_path: style, script_path: script, runtime_path: runtime}
    return Assets(faces, script.decode(), runtime.decode(), runtime_path, script_path, style_path, files)


def page_script() -> str:
    """The theme's scripts in the order of their names, joined in one closure: the later use what the earlier name."""
    parts = [path.read_text(encoding="utf-8") for path in sorted((THEME / "scripts").glob("*.js"))]
    return "\n".join(['"use strict";\n(() => {\n', *parts, "})();\n"])


def spec_text(figure: Figure, layout: str) -> str:
    """The spec of a figure's layout as JSON that neither ends nor opens an element of the page."""
    spec = figure.wide.spec if layout == "wide" else figure.narrow.spec
    return spec.replace("<", r"\u003c")


def spec_script(figure: Figure, layout: str) -> bytes:
    """The same as a plain script, which a page may load from a file where it may not fetch."""
    return f'essay.spec("{figure.name}","{layout}",{spec_text(figure, layout)});\n'.encode()


def spec_path(figure: Figure, layout: str) -> str:
    """Where the site keeps that script."""
    return _hashed(f"figures/{figure.name}-{layout}.js", spec_script(figure, layout))


def _hashed(name: str, data: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{FOLDER}/{stem}-{cache.digest(data)[:10]}.{suffix}"
