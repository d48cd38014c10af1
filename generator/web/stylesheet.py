"""The one stylesheet: faces, colors and roles are generated, the rules are the theme's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.model import Essay, Role
from generator.palette import THEME, palette
from generator.web.faces import FACES

# The underline of a role, so that it never rests on hue alone; thicknesses make the four look equally heavy.
_UNDERLINES = {"solid": "1.5px", "dotted": "2px", "dashed": "1.5px", "double": "1px"}

# A lit role: its words and letters stand on a tint of its hue, in ink, since hue on tint reads badly; its marks glow.
# The outline is seen where the reader's colors are forced, which take all else away.
_TINT = "color-mix(in oklab, var(--lit) 20%, transparent)"
_LIT_TEXT = f"color: var(--ink); background: {_TINT}; box-shadow: 0 0 0 .12em {_TINT}; outline: 1px solid transparent;"
_LIT_MARK = "filter: drop-shadow(0 0 3px var(--lit));"


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
    """A role's hue and line, and how it looks in a section where it is lit."""
    name = role.name
    lit = f'[data-lit="{name}"]'
    return (
        f".role.{name}, math .{name} {{ color: var(--{name}); }}\n"
        f".role.{name} {{ text-decoration: underline {role.line} {_UNDERLINES[role.line]}; }}\n"
        f"{lit} {{ --lit: var(--{name}); }}\n"
        f"{lit} :is(.role.{name}, math .{name}) {{ {_LIT_TEXT} }}\n"
        f'{lit} .plot :is([fill="var(--{name})"], [stroke="var(--{name})"]) {{ {_LIT_MARK} }}'
    )
