"""Whether what was computed anew agrees with what is recorded, and where it doesn't."""

from collections.abc import Iterator, Mapping
from typing import Any

# Float32 sums differ in their last digits from machine to machine, by up to 1e-5 here; the rest is rounding.
WHOLE = 1  # whole numbers are thousandths
REAL = 0.001  # shares of 1, and losses of up to 12


def differences(recorded: Any, computed: Any, where: str = "") -> Iterator[str]:
    """A line for each place where the two differ by more than the tolerance."""
    if isinstance(recorded, Mapping) and isinstance(computed, Mapping):
        for name in dict.fromkeys((*recorded, *computed)):
            yield from differences(recorded.get(name), computed.get(name), f"{where}.{name}".lstrip("."))
    elif _is_list(recorded) and _is_list(computed) and len(recorded) == len(computed):
        for place, (before, now) in enumerate(zip(recorded, computed, strict=True)):
            yield from differences(before, now, f"{where}[{place}]")
    elif not _agree(recorded, computed):
        yield f"{where}: recorded {_short(recorded)}, computed {_short(computed)}"


def _agree(recorded: Any, computed: Any) -> bool:
    if isinstance(recorded, float) and isinstance(computed, float | int):
        return abs(recorded - computed) <= REAL
    if isinstance(recorded, int) and isinstance(computed, int):
        return abs(recorded - computed) <= WHOLE
    return bool(recorded == computed)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
