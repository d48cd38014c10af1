"""The site of the sample essay: every file is there, every address leads somewhere, none leads outside."""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest

from generator.model import Essay
from generator.render import counted, letter, render
from tests.generator import sample
from tests.generator.html import elements, values

PROJECT = Path(__file__).parents[2]
HOME = "https://example.org/a/tides/"
NAMES = ("overview", "lever", "folded")
Site = Mapping[str, bytes]


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def site(cache_dir: Path) -> Site:
    return rendered(sample.essay(), cache_dir)


@pytest.fixture(scope="module")
def published(cache_dir: Path) -> Site:
    return rendered(sample.essay(address=HOME), cache_dir)


def rendered(essay: Essay, cache_dir: Path) -> Site:
    return render(essay, PROJECT, cache_dir)


def page(site: Site, path: str = "index.html") -> str:
    return site[path].decode()


def test_the_site_has_the_page_the_single_file_and_what_they_link_to(site: Site) -> None:
    plain = {re.sub(r"-[0-9a-f]{10}\.", ".", path) for path in site}
    assert plain == {
        "index.html",
        "tides.html",
        "404.html",
        "_headers",
        ".nojekyll",
        "code/generator/palette.py.html",
        "code/generator/model.py.html",
        "code/tests/generator/sample.py.html",
        "assets/essay.css",
        "assets/page.js",
        "assets/vega.js",
        *(f"assets/figures/{name}-{layout}.js" for name in NAMES for layout in ("wide", "narrow")),
        *(f"data/{name}.{suffix}" for name in NAMES for suffix in ("csv", "json")),
        *(f"pictures/fig-{name}.{suffix}" for name in NAMES for suffix in ("svg", "vg.json")),
        *(f"assets/{face}.woff2" for face in FACES),
    }


FACES = (
    "stix-two-text-regular",
    "stix-two-text-italic",
    "stix-two-text-semibold",
    "stix-two-math",
    "essay-sans",
    "essay-mono-regular",
    "essay-mono-semibold",
)


def test_the_same_essay_gives_the_same_bytes(site: Site, cache_dir: Path, tmp_path: Path) -> None:
    assert rendered(sample.essay(), cache_dir) == site  # from the cache
    assert rendered(sample.essay(), tmp_path) == site  # and without


def test_every_address_leads_to_a_file_of_the_site(site: Site) -> None:
    for path in (path for path in site if path.endswith(".html")):
        text = page(site, path)
        addresses = [*values(text, "href"), *values(text, "src"), *values(text, "data-runtime")]
        addresses += [value for value in values(text, "data-spec") if not value.startswith("#")]
        ids = set(values(text, "id"))
        for address in addresses:
            file, _, fragment = address.partition("#")
            if address.startswith("data:"):
                continue
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(file))) if file else path
            )
            assert target in site, f"{path} links to {address}"
            if fragment:
                assert fragment in (ids if target == path else values(page(site, target), "id")), address


def test_ids_are_unique(site: Site) -> None:
    for path in (path for path in site if path.endswith(".html")):
        ids = values(page(site, path), "id")
        assert sorted(ids) == sorted(set(ids)), path


def test_references_within_a_page_resolve(site: Site) -> None:
    for path in ("index.html", "tides.html"):
        text = page(site, path)
        ids = set(values(text, "id"))
        for attribute in ("aria-labelledby", "for", "list"):
            assert set(values(text, attribute)) <= ids, f"{path}: {attribute}"


def test_no_style_and_no_handler_stands_in_an_attribute(site: Site) -> None:
    for path in ("index.html", "tides.html", "code/generator/model.py.html"):
        for tag, attributes in elements(page(site, path)):
            assert not [name for name in attributes if name == "style" or name.startswith("on")], (path, tag)


def test_the_policy_of_the_site_allows_its_own_files_only(site: Site) -> None:
    for path in ("index.html", "code/generator/model.py.html"):
        policy = next(a["content"] for t, a in elements(page(site, path)) if "http-equiv" in a)
        assert policy == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
            " base-uri 'none'; form-action 'none'"
        )
    assert not re.search(r"<script(?! src=| type=\"application/ld\+json\")|<style", page(site))


def test_the_single_file_carries_everything_and_names_its_scripts_by_digest(site: Site) -> None:
    text = page(site, "tides.html")
    policy = next(attributes["content"] for _, attributes in elements(text) if "http-equiv" in attributes)
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert (len(scripts), len(styles)) == (2, 1)
    for inline in (*scripts, *styles):
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert not values(text, "src")
    assert all(address.startswith(("#", "data:")) for address in values(text, "href"))
    assert "url(" in styles[0]
    assert set(re.findall(r"url\(\"?(\w+:)", styles[0])) == {"data:"}


def test_the_single_file_holds_each_spec_as_data(site: Site) -> None:
    text = page(site, "tides.html")
    for name in NAMES:
        for layout, width in (("wide", 760 if name == "overview" else 576), ("narrow", 320)):
            block = re.search(rf'type="application/json" id="spec-{name}-{layout}">(.*?)</script>', text)
            assert block is not None
            assert "<" not in block[1]
            assert json.loads(block[1]) == sample.lever_spec(width)


def test_sources_are_linked_from_the_single_file_only_where_there_is_a_repository(
    site: Site, cache_dir: Path
) -> None:
    assert "chart</a>" not in page(site, "tides.html")
    assert "\nin the code. A " in page(site, "tides.html")
    elsewhere = rendered(sample.essay(repository="https://example.org/tides/"), cache_dir)
    assert 'href="https://example.org/tides/blob/HEAD/generator/palette.py#L17">chart</a>' in page(
        elsewhere, "tides.html"
    )
    assert 'in <a href="https://example.org/tides/blob/HEAD/generator/palette.py#L17">the code</a>' in page(
        elsewhere, "tides.html"
    )
    assert 'href="code/generator/palette.py.html#L17">the code</a>' in page(elsewhere)


def test_downloads_of_the_single_file_are_the_files_of_the_site(site: Site) -> None:
    links = {
        attributes["download"]: attributes["href"]
        for _, attributes in elements(page(site, "tides.html"))
        if "download" in attributes
    }
    assert unquote(links["lever.csv"]).partition(",")[2].encode() == site["data/lever.csv"]
    assert unquote(links["lever.json"]).partition(",")[2].encode() == site["data/lever.json"]
    assert unquote(links["fig-lever.svg"]).partition(",")[2].encode() == site["pictures/fig-lever.svg"]


def test_both_forms_say_the_same(site: Site) -> None:
    def words(path: str) -> str:
        body = page(site, path).partition("<body")[2]
        body = re.sub(r"<script.*?</script>|<ul class=\"links\".*?</ul>", "", body, flags=re.DOTALL)
        return " ".join(re.sub(r"<[^>]*>", "", body.partition(">")[2]).split())

    assert words("index.html") == words("tides.html")


def test_what_needs_an_address_is_made_where_there_is_one(published: Site, site: Site) -> None:
    plain = {re.sub(r"-[0-9a-f]{10}\.", ".", path) for path in published.keys() - site.keys()}
    assert plain == {"feed.xml", "sitemap.xml", "robots.txt", "assets/share.png"}
    assert not site.keys() - published.keys()
    for path in ("index.html", "tides.html"):
        assert HOME not in page(site, path)
        links = {a["rel"]: a["href"] for tag, a in elements(page(published, path)) if tag == "link"}
        assert links["canonical"] == HOME
        assert links["alternate"] == f"{HOME}feed.xml"
        [picture] = [
            a["content"] for _, a in elements(page(published, path)) if a.get("property") == "og:image"
        ]
        assert picture.removeprefix(HOME) in published
    source = "code/generator/model.py.html"
    assert f'<link rel="canonical" href="{HOME}{source}">' in page(published, source)


def test_no_page_needs_the_host_to_lie_at_the_address(published: Site) -> None:
    """Whoever looks at the site before it is published sees all of it."""
    for path in (path for path in published if path.endswith(".html") and path != "404.html"):
        loaded = [
            a.get("src") or a.get("href", "")
            for tag, a in elements(page(published, path))
            if tag in ("script", "img") or (tag == "link" and a["rel"] == "stylesheet")
        ]
        assert not [address for address in loaded if address.startswith("http")]


def test_the_page_of_what_is_not_there_stands_at_any_depth(published: Site, site: Site) -> None:
    for text in (page(published, "404.html"), page(site, "404.html")):
        policy = next(a["content"] for _, a in elements(text) if "http-equiv" in a)
        [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy
        assert "url(" not in style
        assert not values(text, "src")
    assert [a["href"] for tag, a in elements(page(published, "404.html")) if tag == "a"] == [HOME]
    assert not [tag for tag, _ in elements(page(site, "404.html")) if tag == "a"]


def test_an_own_picture_is_carried_by_both_forms(cache_dir: Path) -> None:
    essay = sample.essay()
    body = ('<p><img src="pictures/a%20b.png" alt="A buoy" width="1" height="1"></p>',)
    section = sample.replaced(essay.sections[0], body=body)
    image = bytes.fromhex("89504e470d0a1a0a")
    changed = sample.replaced(essay, sections=(section,), pictures={"pictures/a b.png": image})
    site = rendered(changed, cache_dir)
    assert site["pictures/a b.png"] == image
    assert '<img src="pictures/a%20b.png"' in page(site)
    assert f'<img src="data:image/png;base64,{base64.b64encode(image).decode()}"' in page(site, "tides.html")


def test_a_figure_stands_in_reading_order(site: Site) -> None:
    figure = page(site).partition('id="fig-lever"')[2].partition("</figure>")[0]
    order = [
        'class="fig-head"',
        'class="plot"',
        'class="controls"',
        'class="say"',
        'class="caption"',
        'class="links"',
    ]
    places = [figure.index(part) for part in [*order, 'class="more data"']]
    assert places == sorted(places)


def test_the_contents_name_every_section_under_its_part(site: Site) -> None:
    contents = page(site).partition('<nav class="toc"')[2].partition("</nav>")[0]
    assert re.findall(r'class="of">([^<]*)|href="#([^"]*)"', contents) == [
        ("Part one", ""),
        ("", "pulls"),
        ("Part two", ""),
        ("", "heights"),
        ("", "glossary"),
        ("", "references"),
    ]


def test_an_essay_without_sections_figures_or_references_is_a_page(cache_dir: Path) -> None:
    bare = sample.replaced(
        sample.essay(), front=("<p>Soon.</p>",), sections=(), references=(), colophon=(), listed_sources=()
    )
    site = rendered(bare, cache_dir)
    assert "0 sections, 0 figures" in page(site)
    assert not [path for path in site if path.startswith(("code/", "data/", "assets/figures/"))]
    assert page(site, "tides.html").count("<script>") == 1  # no figure, no runtime


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (4096, "4,096 rows")])
def test_counted(number: int, text: str) -> None:
    assert counted(number, "row") == text


@pytest.mark.parametrize(("index", "text"), [(0, "a"), (25, "z"), (26, "aa"), (701, "zz"), (702, "aaa")])
def test_letter(index: int, text: str) -> None:
    assert letter(index) == text
