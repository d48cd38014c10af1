"""The colors of an essay by name: the theme's tokens and the hues of its roles, on paper and in the dark."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from generator.model import Role

THEME = Path(__file__).parent / "theme"
Scheme = Literal["light", "dark"]


def palette(roles: Iterable[Role], scheme: Scheme) -> Mapping[str, str]:
    """Every color by the name of its CSS variable: the theme's, then the essay's roles."""
    hues = {role.name: role.light if scheme == "light" else role.dark for role in roles}
    return {**_tokens()[scheme], **hues}


@functools.cache
def _tokens() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((THEME / "tokens.toml").read_text(encoding="utf-8"))
