"""What a reader can take away from a figure: numbers as CSV and JSON, picture as SVG, live picture as Vega."""

from __future__ import annotations

import csv
import functools
import io
import json
import math
import re
from collections.abc import Mapping

from generator.model import Figure, Table


def table_csv(table: Table) -> bytes:
    """The table with a header line, every number in full."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue().encode()


def table_json(figure: Figure) -> bytes:
    """The table and what it is of. A number that JSON has no word for is refused."""
    table = figure.table
    told = {"figure": figure.name, "caption": table.caption, "columns": table.columns, "rows": table.rows}
    return json.dumps(told, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def picture_svg(svg: str, colors: Mapping[str, str]) -> bytes:
    """A picture that stands alone: colors instead of variables, paper under it, a face that any reader has."""
    plain = _without_variables(svg, colors)
    root = re.match(r"<svg\b[^>]*>", plain)
    if root is None:
        raise ValueError(f"expected an <svg> element, got {svg[:40]!r}")
    head = (
        root[0]
        if " xmlns=" in root[0]
        else root[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )
    head = re.sub(r'(font-family="[^"]*)"', r'\1, sans-serif"', head)
    ground = f'<rect width="100%" height="100%" fill="{colors["paper"]}"/>'
    return (head + ground + plain[root.end() :] + "\n").encode()


def vega_json(spec: str, colors: Mapping[str, str]) -> bytes:
    """A live picture for other programs that read Vega: likewise, and with its own ground."""
    plain = json.loads(_without_variables(spec, colors)) | {"background": colors["paper"]}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _without_variables(text: str, colors: Mapping[str, str]) -> str:
    return _MIX.sub(_mixed, re.sub(r"var\(--([\w-]+)\)", lambda name: colors[name[1]], text))


# ── color-mix(in oklab, A p%, B), which few programs besides browsers read ────────────────────────

_MIX = re.compile(r"color-mix\(in oklab, (#[0-9a-fA-F]{6}) ([\d.]+)%, (#[0-9a-fA-F]{6})\)")
_Triple = tuple[float, float, float]
# Björn Ottosson, "A perceptual color space for image processing" (2020).
_TO_CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
             (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip
_TO_LAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
           (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip
_FROM_LAB = ((1.0, 0.3963377774, 0.2158037573), (1.0, -0.1055613458, -0.0638541728),
             (1.0, -0.0894841775, -1.2914855480))  # fmt: skip
_FROM_CONES = ((4.0767416621, -3.3077115913, 0.2309699292), (-1.2684380046, 2.6097574011, -0.3413193965),
               (-0.0041960863, -0.7034186147, 1.7076147010))  # fmt: skip


def _mixed(match: re.Match[str]) -> str:
    return _mix(match[1], float(match[2]) / 100, match[3])


@functools.cache  # figures use few mixtures, and each of them often
def _mix(one: str, share: float, other: str) -> str:
    first, second = _oklab(one), _oklab(other)
    lab = tuple(share * a + (1 - share) * b for a, b in zip(first, second, strict=True))
    cones = _times(_FROM_LAB, lab)
    light = _times(_FROM_CONES, tuple(cone**3 for cone in cones))
    return "#" + "".join(f"{round(255 * _encoded(min(max(part, 0.0), 1.0))):02x}" for part in light)


def _oklab(color: str) -> tuple[float, ...]:
    light = tuple(_decoded(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return _times(_TO_LAB, tuple(math.cbrt(cone) for cone in _times(_TO_CONES, light)))


def _times(matrix: tuple[_Triple, _Triple, _Triple], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _decoded(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encoded(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
