"""The one stylesheet: faces, colors and roles are generated, the rules are the theme's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.model import Essay, Role
from generator.palette import THEME, palette
from generator.web.faces import FACES

# The underline of a role, so that it never rests on hue alone; thicknesses make the four look equally heavy.
_UNDERLINES = {"solid": "1.5px", "dotted": "2px", "dashed": "1.5px", "double": "1px"}


def stylesheet(essay: Essay, addresses: Mapping[str, str]) -> str:
    """The stylesheet of an essay whose face files stand at the given addresses, by file name."""
    roles = essay.settings.roles
    rules = (THEME / "essay.css").read_text(encoding="utf-8")
    formulas = (f"math .{name} {{ {style} }}" for name, style in essay.formula_styles.items())
    return "\n".join((*_font_faces(addresses), *_colors(roles), *map(_role, roles), *formulas, rules))


def plain_stylesheet(roles: tuple[Role, ...]) -> str:
    """The stylesheet of a page that can load no other file: the colors, and the faces that its reader has."""
    return "\n".join((*_colors(roles), (THEME / "404.css").read_text(encoding="utf-8")))


def _font_faces(addresses: Mapping[str, str]) -> Iterable[str]:
    for face in FACES:
        yield (
            f'@font-face {{ font-family: "{face.family}"; src: url("{addresses[face.file]}") format("woff2");'
            f" font-weight: {face.weight}; font-style: {face.style}; font-display: swap; }}"
        )


def _colors(roles: tuple[Role, ...]) -> Iterable[str]:
    """Each color once for both schemes: the switch only changes color-scheme."""
    light, dark = palette(roles, "light"), palette(roles, "dark")
    yield ":root {\n  color-scheme: light dark;"
    yield from (f"  --{name}: light-dark({light[name]}, {dark[name]});" for name in light)
    yield "}\n@media (forced-colors: active) {\n  :root {"
    yield from (f"    --{name}: {'Canvas' if name in ('paper', 'wash') else 'CanvasText'};" for name in light)
    yield "  }\n}"


def _role(role: Role) -> str:
    return (
        f".role.{role.name}, math .{role.name} {{ color: var(--{role.name}); }}\n"
        f".role.{role.name} {{ text-decoration: underline {role.line} {_UNDERLINES[role.line]}; }}"
    )
