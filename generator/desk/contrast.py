"""Whether colors can be told from what they stand on, on paper and in the dark (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from generator.model import Role, Source
from generator.palette import Scheme, palette
from generator.problems import Problem
from generator.settings import key_place

_TEXT, _MARK = 4.5, 3.0
_READ = ("ink", "muted")  # the theme's colors of text, on either ground; hairlines are no more than ornament


def contrasts(roles: Sequence[Role], settings: Source, tokens: Source) -> Iterator[Problem]:
    """Colors too near to their ground; the two sources are where they are set, the essay's and the theme's."""
    for scheme in get_args(Scheme):
        colors = palette(roles, scheme)
        wanted = [(name, ground, _TEXT) for name in _READ for ground in ("paper", "wash")]
        for role in roles:  # words are set in them on paper, and marks drawn on both
            wanted += [(role.name, "paper", _TEXT), (role.name, "wash", _MARK)]
        for name, ground, least in wanted:
            got = contrast(colors[name], colors[ground])
            if got < least:
                told = f"{name} on {ground} has a contrast of {got:.2f}: {least:g} is the least"
                yield _told(f"{told} ({scheme})", name, scheme, roles, settings, tokens)


def contrast(one: str, other: str) -> float:
    """The contrast of two colors written #rrggbb, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _told(
    message: str, name: str, scheme: Scheme, roles: Sequence[Role], settings: Source, tokens: Source
) -> Problem:
    """The problem at the line that sets the color."""
    is_role = any(role.name == name for role in roles)
    source, header, key = (settings, f"[roles.{name}]", scheme) if is_role else (tokens, f"[{scheme}]", name)
    place = key_place(source, key, key_place(source, header).line)
    return Problem(place, message, source.text.split("\n")[place.line - 1])


def _luminance(color: str) -> float:
    red, green, blue = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
