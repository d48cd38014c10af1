"""Characters that no page can hold: HTML takes them for mistakes, and XML does not take them at all."""

from __future__ import annotations

import re

_ENDS = "".join(chr(plane + end) for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF))
UNFIT = re.compile(f"[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff\ufdd0-\ufdef{_ENDS}]")
"""Controls, but for tab and line ends; halves of a character; and what Unicode keeps free for ever."""
