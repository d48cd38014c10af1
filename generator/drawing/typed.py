"""How wide a text is that only the reader knows: Vega cannot measure, so letters are counted by how wide they are."""

from __future__ import annotations

from generator.drawing.expressions import Expression, code, raw, total
from generator.drawing.letters import width_of

_USUAL = "abdeghknopquvxyz"  # taken for every letter that is in no group
_GROUPS = ("ijl.,:;!'\u2019", "frt", "cs", "mwMW", "ABCDEFGHIJKLNOPQRSTUVXYZ")


def typed_width(content: Expression, size: float = 1) -> Expression:
    """About the width of a text in pixels, to a pixel or two in a word."""
    usual = _mean(_USUAL)
    extra = [_count(content, group) * round(_mean(group) - usual, 4) for group in _GROUPS]
    width: Expression = (raw(f"length({code(content)})") * round(usual, 4) + total(extra)) * size
    return width


def _mean(letters: str) -> float:
    return width_of(letters) / 14 / len(letters)


def _count(content: Expression, letters: str) -> Expression:
    """How many letters of a text are among these."""
    text = code(content)
    return raw(f"(length({text})-length(replace({text},regexp({code(f'[{letters}]')},'g'),'')))")
