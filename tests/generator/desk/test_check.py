"""A built site that is in order, and one for each thing that can be wrong with it."""

import base64
import random
from pathlib import Path

import pytest

from generator.desk.check import check, external_links
from generator.desk.contrast import contrast, contrasts
from generator.desk.weight import BUDGETS, sent
from generator.model import Role, Source
from generator.palette import THEME
from generator.render import render
from tests.generator import sample

ROOT = Path(__file__).parents[3]
ADDRESS = "https://tides.example/essay"
SETTINGS = sample.replaced(sample.SETTINGS, address=ADDRESS)
Pages = dict[str, bytes]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The sample's site, published somewhere."""
    return dict(render(sample.essay(address=ADDRESS), ROOT, tmp_path_factory.mktemp("cache")))


def found(site: Pages, name: str, *changes: tuple[str, str]) -> list[str]:
    """What is wrong once a page is changed."""
    text = site[name].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    problems = check({**site, name: text.encode()}, SETTINGS)
    return [
        f"{problem.place.path}: {problem.message}" + (f" ({problem.hint})" if problem.hint else "")
        for problem in problems
    ]


def test_a_site_as_rendered_is_in_order(site: Pages) -> None:
    assert check(site, SETTINGS) == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('href="#eq-pull"', 'href="#eq-pul"'), "nothing here has the id 'eq-pul' (did you mean 'eq-pull'?)"),
        (('href="code/generator/palette.py.html#L17"', 'href="code/generator/palette.py.html#L1700"'),
         "nothing in 'code/generator/palette.py.html' has the id 'L1700' (did you mean 'L17'?)"),
        (('href="data/lever.csv"', 'href="data/levr.csv"'),
         "'data/levr.csv' leads to 'data/levr.csv', which is not in the site (did you mean 'data/lever.csv'?)"),
        (('href="data/lever.csv"', 'href="/data/lever.csv"'),
         "'/data/lever.csv' leads to the top of the host: under a sub-path, that is another site"),
        (('href="data/lever.csv"', 'href="../lever.csv"'), "'../lever.csv' leads out of the site"),
        (('href="data/lever.csv"', f'href="{ADDRESS}/nowhere"'),
         f"'{ADDRESS}/nowhere' leads to 'nowhere', which is not in the site"),
        (('aria-labelledby="short-h"', 'aria-labelledby="short-g"'),
         "aria-labelledby names 'short-g', and no element here has that id (did you mean 'short-h'?)"),
        (('<html lang="en">', "<html>"), "the page does not say its language"),
        (('<meta name="viewport"', '<meta name="viewpoint"'),
         "the page does not say how wide it wants to be shown: phones would shrink it"),
        (("Why the sea rises twice a day.", ""), "the page has no description"),
        (("Why the sea rises twice a day.", "x" * 331), "the description has 331 characters; 320 are the most"),
        (('rel="canonical" href="https://tides', 'rel="canonical" href="https://tide'),
         f"the canonical address is not {ADDRESS}"),
        (("<title>Tides, worked out</title>", "<title></title>"), "the page has no title"),
        (("<h2 ", "<h1 "), "a page has one heading of the first rank, this one has 2"),
    ],
)  # fmt: skip
def test_a_fault_of_the_page_is_found(site: Pages, change: tuple[str, str], message: str) -> None:
    assert f"site/index.html: {message}" in found(site, "index.html", change)


def test_an_id_is_given_once(site: Pages) -> None:
    [problem] = found(site, "index.html", ('id="n1r"', 'id="n1"'), ('href="#n1r"', 'href="#n1"'))
    assert problem.startswith("site/index.html: the id 'n1' is taken already, at ")


def test_a_problem_has_its_place_and_its_line(site: Pages) -> None:
    text = site["index.html"].decode().replace('href="#eq-pull"', 'href="#eq"')
    [problem] = check({**site, "index.html": text.encode()}, SETTINGS, "out/site")
    line = text.split("\n")[problem.place.line - 1]
    assert line[problem.place.column - 1 :].startswith('<a href="#eq"')
    assert str(problem).startswith(f"out/site/index.html:{problem.place.line}:")
    assert problem.source_line == line


def test_all_is_told_at_once(site: Pages) -> None:
    problems = found(
        {**site, "data/lever.json": b"{", "pictures/fig-lever.svg": b"<svg>\n<g></svg>"},
        "index.html",
        ('href="#eq-pull"', 'href="#eq-pul"'),
        ('<html lang="en">', "<html>"),
    )
    assert problems == [
        "site/data/lever.json: this is not JSON: Expecting property name enclosed in double quotes",
        "site/index.html: the page does not say its language",
        "site/index.html: nothing here has the id 'eq-pul' (did you mean 'eq-pull'?)",
        "site/pictures/fig-lever.svg: this is not well-formed XML: mismatched tag",
    ]


@pytest.mark.parametrize("kind", [".css", "sitemap.xml"])
def test_what_other_files_ask_for_is_there(site: Pages, kind: str) -> None:
    name = next(name for name in site if name.endswith(kind))
    change = ("essay-mono", "essay-nomo") if kind == ".css" else ("/code/", "/cod/")
    [problem] = found(site, name, change)
    assert "not in the site" in problem


def test_a_page_too_heavy_is_told(site: Pages) -> None:
    noise = base64.b64encode(random.Random(7).randbytes(400_000)).decode()
    heavy = f"<p>{noise}</p></main>"
    budget = BUDGETS[0]
    assert sent(heavy.encode()) / 1000 > budget.most
    [problem] = found(site, "index.html", ("</main>", heavy))
    assert problem.endswith(f"kB packed, and {budget.most:g} are the most")


def test_links_that_lead_elsewhere_are_listed(site: Pages) -> None:
    page = site["index.html"].replace(b"</main>", b'<a href="https://doi.org/10.1000/7">7</a></main>')
    assert external_links({**site, "index.html": page}, SETTINGS) == {
        "https://doi.org/10.1000/7": "index.html"
    }


def test_an_empty_folder_is_no_site() -> None:
    [problem] = check({}, SETTINGS)
    assert str(problem) == "site/index.html:1:1: there is no such page: build the site first"


# ── contrast ─────────────────────────────────────────────────────────────────────────────────────


def sources(light: str) -> tuple[Role, Source, Source]:
    text = (
        f'title = "a"\n\n[roles.moon]\nmacro = "moon"\nline = "solid"\nlight = "{light}"\ndark = "#6f9eff"\n'
    )
    tokens = Source("tokens.toml", (THEME / "tokens.toml").read_text())
    return Role("moon", "moon", "solid", light, "#6f9eff"), Source("essay.toml", text), tokens


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(
        4.48, abs=0.005
    )  # the well-known gray that just fails


@pytest.mark.parametrize(("light", "count"), [("#1f5fd0", 0), ("#7a9fe0", 2), ("#3f7fe0", 1)])
def test_a_role_too_pale_is_told_at_its_line(light: str, count: int) -> None:
    role, settings, tokens = sources(light)
    problems = list(contrasts([role], settings, tokens))
    assert len(problems) == count
    for problem in problems:
        assert (str(problem.place), problem.source_line) == ("essay.toml:6:1", f'light = "{light}"')
