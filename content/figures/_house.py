"""What the essay's figures share: the hues of the four roles, words told apart, and results held to the text."""

from collections.abc import Mapping, Sequence

from generator.drawing import role

QUERY, KEY, VALUE, OUTPUT = map(role, ("query", "key", "value", "output"))
KEY_DASH = [1.5, 3]  # a key's line is dotted, as its underline is
VALUE_DASH = [5, 4]  # a value's is dashed


def insist(section: int, claims: Mapping[str, object]) -> None:
    """ValueError where a result no longer bears out what the text says: training may end otherwise elsewhere."""
    if broken := [claim for claim, holds in claims.items() if not holds]:
        raise ValueError(f"section {section} says what this result does not: {'; '.join(broken)}")


def told_apart(words: Sequence[str]) -> tuple[str, ...]:
    """The words, the second of two equal ones marked as such."""
    return tuple(f"{word} (again)" if word in words[:j] else word for j, word in enumerate(words))
