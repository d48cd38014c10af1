"""The packed twins: each unpacks to its file, the same twice, and only what changed is packed again."""

import gzip
from pathlib import Path

import brotli

from generator.packing import packed

PAGE = b"<p>The sea comes and goes.</p>\n" * 101
FILES = {
    "index.html": PAGE,
    "assets/page-0123456789.js": b"let tide = 1;\n" * 103,
    "data/spring.csv": b"1,2\n" * 307,
    "data/short.csv": b"1,2\n",
    "assets/face-0123456789.woff2": bytes(range(256)) * 7,
    "_headers": b"/*\n  X: y\n" * 211,
}
TEXTS = ("index.html", "assets/page-0123456789.js", "data/spring.csv")


def kept(cache_dir: Path) -> dict[str, int]:
    """The entries of the cache, with the time of their writing."""
    paths = (path for path in cache_dir.rglob("*") if path.is_file())
    return {str(path.relative_to(cache_dir)): path.stat().st_mtime_ns for path in paths}


def test_every_text_worth_it_has_two_twins_that_unpack_to_it(tmp_path: Path) -> None:
    twins = packed(FILES, tmp_path)
    assert twins.keys() == {path + ending for path in TEXTS for ending in (".gz", ".br")}
    for path in TEXTS:
        assert gzip.decompress(twins[path + ".gz"]) == FILES[path]
        assert brotli.decompress(twins[path + ".br"]) == FILES[path]
        assert all(len(twins[path + ending]) < len(FILES[path]) / 3 for ending in (".gz", ".br"))


def test_the_same_file_has_the_same_twins_whenever_it_is_packed(tmp_path: Path) -> None:
    first = packed(FILES, tmp_path / "one")
    assert packed(FILES, tmp_path / "one") == first
    assert packed(FILES, tmp_path / "two") == first
    assert first["index.html.gz"][4:8] == bytes(4)  # RFC 1952: no time


def test_only_what_changed_is_packed_and_old_versions_do_not_pile_up(tmp_path: Path) -> None:
    packed(FILES, tmp_path)
    before = kept(tmp_path)
    for word in range(11):
        packed({**FILES, "index.html": PAGE + b"%d" % word}, tmp_path)
    after = kept(tmp_path)
    assert {name for name in before if "index.html" not in name} == {
        name for name in after if "index.html" not in name
    }
    assert all(after[name] == before[name] for name in before.keys() & after.keys())
    assert len([name for name in after if "index.html.gz" in name]) <= 4


def test_an_asset_goes_by_its_name_without_the_digest(tmp_path: Path) -> None:
    packed(FILES, tmp_path)
    assert (tmp_path / "web/packed/assets/page.js.br").is_dir()


def test_a_large_page_is_packed_too(tmp_path: Path) -> None:
    large = {"whole.html": b"".join(b"<p>%d</p>" % n for n in range(200_003))}
    twins = packed(large, tmp_path)
    assert gzip.decompress(twins["whole.html.gz"]) == large["whole.html"]
    assert brotli.decompress(twins["whole.html.br"]) == large["whole.html"]
