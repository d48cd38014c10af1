"""Path data in fewer characters: every point told from the one before it, in tenths of a pixel.

Steps repeat where places don't, so that a page of pictures packs to three quarters of its size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_LEADING_ZERO = re.compile(r"(?<!\d)0\.")
_POINTS = {"M": 1, "L": 1, "Q": 2, "C": 3}  # so many points to a command, the last one its end

Point = tuple[int, int]  # in tenths of a pixel


def in_steps(path: str) -> str:
    """A path as Vega writes it (M, L, Q, C, h, v, Z), each point told from the one before.

    Points are rounded first and steps taken between rounded ones, so that no error adds up. KeyError for a
    command that Vega does not write.
    """
    start = here = (0, 0)
    exact = (0.0, 0.0)
    written = []
    for letter, numbers in _commands(path):
        if letter == "Z":
            here, exact = start, (start[0] / 10, start[1] / 10)
            written.append("z")
            continue
        places = _places(letter, numbers, exact)
        points = [(round(10 * x), round(10 * y)) for x, y in places]
        written.append(_step(letter, here, points))
        here, exact = points[-1], places[-1]
        start = here if letter == "M" else start
    return "".join(written)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers, and each of a row of the same kind by itself."""
    for letter, rest in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        many = 1 if letter in "hvZ" else 2 * _POINTS[letter]
        for first in range(0, len(numbers) or 1, many):
            yield letter, numbers[first : first + many]


def _places(letter: str, numbers: list[float], here: tuple[float, float]) -> list[tuple[float, float]]:
    """The points of a command as places. Sides of rectangles are all that Vega tells in steps."""
    if letter == "h":
        return [(here[0] + numbers[0], here[1])]
    if letter == "v":
        return [(here[0], here[1] + numbers[0])]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _step(letter: str, here: Point, points: list[Point]) -> str:
    """A command in steps; a line along an axis needs one number only."""
    steps = [(x - here[0], y - here[1]) for x, y in points]
    if letter not in "Lhv":
        return letter.lower() + _joined(number for step in steps for number in step)
    across, down = steps[0]
    if down == 0:
        return f"h{_joined([across])}"
    return f"v{_joined([down])}" if across == 0 else f"l{_joined(steps[0])}"


def _joined(tenths: Iterable[int]) -> str:
    """Numbers in a row, with a space where no sign parts them."""
    row = " ".join(f"{number / 10:g}" for number in tenths)
    return _LEADING_ZERO.sub(".", row).replace(" -", "-")
