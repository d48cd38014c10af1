"""The runtime: one plain script, bundled out of the locked package."""

from pathlib import Path

import pytest

from generator.problems import BuildFailed
from generator.web import runtime
from generator.web.runtime import runtime_script


def test_the_runtime_is_a_script_of_its_own_scope(tmp_path: Path) -> None:
    script = runtime_script(tmp_path).decode()
    assert script.startswith("(()=>{")
    assert script.endswith("})();\n")
    assert "window.vega={parse:" in script
    for word in ("import ", "import(", "export ", "eval(", "</script", "XMLHttpRequest"):
        assert word not in script, word


def test_a_damaged_entry_of_the_cache_is_bundled_again(tmp_path: Path) -> None:
    script = runtime_script(tmp_path)
    (entry,) = (tmp_path / "web" / "runtime").iterdir()
    entry.write_bytes(entry.read_bytes()[:1000])
    assert runtime_script(tmp_path) == script


def test_another_version_of_the_package_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "_VERSION", "1.8.0")
    with pytest.raises(
        BuildFailed, match=r"vl-convert-python is \S+, and the page's runtime is known to lie in 1\.8\.0"
    ):
        runtime_script(tmp_path)
