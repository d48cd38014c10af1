"""The part of Vega that live figures need, as one plain script: `window.vega`, without eval.

The modules lie inside vl-convert-python. Their addresses are its internals, so its version is locked, and
whoever moves on to another one is told here what no longer fits.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from generator import cache
from generator.problems import BuildFailed, Place, Problem

_PACKAGE, _VERSION = "vl-convert-python", "1.9.0.post1"
_TRANSFORMS = (
    "vega-transforms@5.1.0",
    "vega-view-transforms@5.1.0",
    "vega-encode@5.1.0",
)
_EXPORTS = {
    "parse": "vega-parser@7.1.0",
    "View": "vega-view@6.1.0",
    "expressionInterpreter": "vega-interpreter@2.0.0",
}
_DATAFLOW = "vega-dataflow@6.1.0"


def runtime_script(cache_dir: Path) -> bytes:
    """The runtime, bundled once for each version of the package that it comes out of."""
    inputs = {_PACKAGE: version(_PACKAGE), "code": cache.digest(Path(__file__).read_bytes())}
    recipe = cache.Recipe("web/runtime", inputs)
    kept = cache.get(cache_dir, recipe)
    if kept is None:
        kept = _bundle(_snippet()).encode()
        cache.put(cache_dir, recipe, kept)
    return kept


def _snippet() -> str:
    """What the bundle exports, as a module: only the transforms, the parser, the view and the interpreter."""
    lines = [f'import {{ transforms }} from "/npm/{_DATAFLOW}/+esm";']
    lines += [f'import * as t{i} from "/npm/{module}/+esm";' for i, module in enumerate(_TRANSFORMS)]
    lines += [f'import {{ {name} }} from "/npm/{module}/+esm";' for name, module in _EXPORTS.items()]
    lines += [f"Object.assign(transforms, {', '.join(f't{i}' for i in range(len(_TRANSFORMS)))});"]
    lines += [f"window.vega = {{ {', '.join(_EXPORTS)} }};"]
    return "\n".join(lines)


def _bundle(snippet: str) -> str:
    import vl_convert

    if version(_PACKAGE) != _VERSION:
        _refuse(f"{_PACKAGE} is {version(_PACKAGE)}, and the page's runtime is known to lie in {_VERSION}")
    bundle = vl_convert.javascript_bundle(snippet)
    exports = r"window\.vega=\{" + ",".join(rf"{name}:[\w$]+" for name in _EXPORTS) + r"\}"
    if not re.search(exports, bundle) or "</script" in bundle or re.search(r"\beval\(", bundle):
        _refuse(f"{_PACKAGE} {_VERSION} bundles Vega in a way that the page cannot use")
    return f"(()=>{{{bundle}}})();\n"


def _refuse(message: str) -> NoReturn:
    raise BuildFailed([Problem(Place("pyproject.toml"), message, hint="see generator/web/runtime.py")])
