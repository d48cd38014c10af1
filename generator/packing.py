"""Packed twins: beside each text of the site, what a host sends to a browser that reads gzip or Brotli.

Packing well is slow, so what is packed is kept, and the pages, which any word changes, are packed less hard.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from generator import cache

_TEXTS = {".css", ".csv", ".html", ".js", ".json", ".svg", ".xml"}
_DIGEST = re.compile(r"-[0-9a-f]{10}(?=\.\w+$)")
_LEAST = 1024  # bytes: what fits into one packet gains nothing
_LARGE = 2**21  # bytes: from here on every step of quality is felt in a build


def packed(files: Mapping[str, bytes], cache_dir: Path) -> dict[str, bytes]:
    """The twins of a site's files, by path."""
    packers = {"code": _SELF, "zlib": zlib.ZLIB_RUNTIME_VERSION, "brotli": version("brotli")}
    texts = [path for path in files if PurePosixPath(path).suffix in _TEXTS and len(files[path]) >= _LEAST]
    twins: dict[str, bytes] = {}
    stale: dict[tuple[str, str], cache.Recipe] = {}
    for path in texts:
        name = f"web/packed/{_DIGEST.sub('', path)}"  # all versions of a file under one name, so that old ones go
        inputs = {"text": cache.digest(files[path]), **packers}
        for ending in TWINS:
            recipe = cache.Recipe(name + ending, inputs)
            kept = cache.get(cache_dir, recipe)
            if kept is None:
                stale[path, ending] = recipe
            else:
                twins[path + ending] = kept
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # both packers let go of the interpreter
        done = pool.map(lambda twin: _PACKERS[twin[1]](twin[0], files[twin[0]]), stale)
        for ((path, ending), recipe), data in zip(stale.items(), done, strict=True):
            twins[path + ending] = data
            cache.put(cache_dir, recipe, data)
    return twins


def _gzip(_path: str, data: bytes) -> bytes:
    """Without a time in the header, and with the same header on every system."""
    packer = zlib.compressobj(9 if len(data) < _LARGE else 6, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def _brotli(path: str, data: bytes) -> bytes:
    import brotli

    is_for_good = path.startswith("assets/")
    quality = 11 if is_for_good else 9 if len(data) < _LARGE else 5
    twin: bytes = brotli.compress(data, mode=brotli.MODE_TEXT, quality=quality)
    return twin


_PACKERS = {".gz": _gzip, ".br": _brotli}
TWINS = tuple(_PACKERS)
_SELF = cache.digest(Path(__file__).read_bytes())
