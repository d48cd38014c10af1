"""What a host is told: headers by path, robots, and the list of pages."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from generator.render import render
from tests.generator import sample
from tests.generator.html import elements

PROJECT = Path(__file__).parents[3]
HOME = "https://example.org/a/tides/"
Rules = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def site(kept: Path) -> dict[str, bytes]:
    return dict(render(sample.essay(address=HOME), PROJECT, kept))


@pytest.fixture(scope="module")
def rules(site: dict[str, bytes]) -> Rules:
    """The headers by path, read as Netlify and Cloudflare document them: a path, then its headers, indented."""
    read: Rules = {}
    path = ""
    for line in site["_headers"].decode().splitlines():
        if line.startswith(" "):
            name, _, value = line.partition(":")
            read[path][name.strip()] = value.strip()
        else:
            path = line
            assert path.startswith("/")
            assert path not in read
            read[path] = {}
    return read


def sent(rules: Rules, path: str, name: str) -> list[str]:
    """What a host sends with a path: everything that a rule for it says."""
    told = []
    for pattern, headers in rules.items():
        matches = path.startswith(pattern[:-1]) if pattern.endswith("*") else path == pattern
        if matches and name in headers:
            told.append(headers[name])
    return told


def test_every_file_is_kept_as_long_as_its_name_allows(site: dict[str, bytes], rules: Rules) -> None:
    for path in ("", *site):
        if path not in ("_headers", ".nojekyll"):
            [told] = sent(rules, f"/{path}", "Cache-Control")
            assert ("immutable" in told) == path.startswith("assets/"), path


def test_every_path_is_sent_as_what_it_is_and_framed_by_nobody_else(rules: Rules) -> None:
    for path in ("/", "/index.html", "/data/lever.csv", "/no/such/page"):
        assert sent(rules, path, "X-Content-Type-Options") == ["nosniff"]
        assert sent(rules, path, "Referrer-Policy") == ["strict-origin-when-cross-origin"]
        assert "frame-ancestors 'self'" in sent(rules, path, "Content-Security-Policy")


def test_the_policy_of_a_page_is_the_one_that_it_states(site: dict[str, bytes], rules: Rules) -> None:
    for path in ("index.html", "tides.html", "code/generator/model.py.html"):
        [stated] = [a["content"] for _, a in elements(site[path].decode()) if "http-equiv" in a]
        assert stated in sent(rules, f"/{path}", "Content-Security-Policy")
    assert sent(rules, "/", "Content-Security-Policy") == sent(
        rules, "/index.html", "Content-Security-Policy"
    )


def test_robots_may_come_and_are_shown_the_way(site: dict[str, bytes]) -> None:
    assert site["robots.txt"].decode() == f"User-agent: *\nAllow: /\nSitemap: {HOME}sitemap.xml\n"


def test_the_map_of_the_site_lists_its_pages(site: dict[str, bytes]) -> None:
    root = ET.fromstring(site["sitemap.xml"])
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    pages = [path for path in site if path.startswith("code/")]
    assert root.tag == f"{name}urlset"
    assert [url.text for url in root.iter(f"{name}loc")] == [HOME, *(f"{HOME}{path}" for path in pages)]
