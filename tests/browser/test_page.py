"""The page as a reader meets it: from a file or a host, without scripts, narrow, dark, on paper."""

from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven_all, figures, picture, show, sideways, stir


def single(site: Path) -> Path:
    """The page in one file: the only other page at the top of the site, but for that of what is not there."""
    (path,) = (path for path in site.glob("*.html") if path.name not in ("index.html", "404.html"))
    return path


# ── where it is read from ────────────────────────────────────────────────────────────────────────


def asked(page: Page) -> list[str]:
    """The addresses that a page asks for from now on, but for those that are data themselves."""
    addresses: list[str] = []
    page.on("request", lambda told: None if told.url.startswith("data:") else addresses.append(told.url))
    return addresses


def test_it_lives_from_a_file(site: Path, reader: Reader) -> None:
    page = reader("about:blank")
    addresses = asked(page)
    for path in (site / "index.html", next((site / "code").rglob("*.html")), site / "404.html"):
        page.goto(path.as_uri())
        assert enliven_all(page) or path.name != "index.html"
    assert [url for url in addresses if not url.startswith(f"{site.as_uri()}/")] == []


def test_it_lives_in_a_folder_of_a_host_and_asks_nothing_of_others(
    site: Path, host: str, reader: Reader
) -> None:
    page = reader("about:blank")
    addresses = asked(page)
    failed: list[str] = []
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    home = f"{host}/a/b/{site.name}/"
    source = next((site / "code").rglob("*.html")).relative_to(site).as_posix()
    for name in ("", source, "404.html"):
        page.goto(home + name)
        assert enliven_all(page) or name
    assert [url for url in addresses if not url.startswith(home)] == []
    assert failed == []


def test_it_lives_in_one_file_alone(site: Path, reader: Reader, tmp_path: Path) -> None:
    alone = tmp_path / "mailed.html"
    alone.write_bytes(single(site).read_bytes())
    page = reader("about:blank")
    addresses = asked(page)
    page.goto(alone.as_uri())
    assert enliven_all(page)
    assert addresses == [alone.as_uri()]


def test_nothing_is_loaded_for_figures_that_are_far_away(tides: Path, host: str, reader: Reader) -> None:
    page = reader("about:blank", height=300)
    addresses = asked(page)
    page.goto(f"{host}/a/b/{tides.name}/")
    stir(page)
    page.wait_for_function("() => document.querySelector('#fig-overview').vegaView")
    assert [url for url in addresses if "/lever-" in url or "/folded-" in url] == []


def test_until_the_reader_stirs_no_runtime_is_loaded(tides: Path, host: str, reader: Reader) -> None:
    page = reader("about:blank", height=300)
    addresses = asked(page)
    page.goto(f"{host}/a/b/{tides.name}/", wait_until="networkidle")
    assert [url for url in addresses if "/vega-" in url] == []
    stir(page)
    page.wait_for_function("() => window.vega")
    assert len([url for url in addresses if "/vega-" in url]) == 1


@pytest.mark.parametrize(
    "way", ["an address", "a link", "an address changed by hand", "the page loaded again"]
)
def test_a_place_is_found_though_nothing_before_it_was_laid_out(
    essay: Path, reader: Reader, way: str
) -> None:
    page = reader((essay / "index.html").as_uri() + ("#evidence" if way == "an address" else ""), width=820)
    if way == "an address changed by hand":
        page.evaluate("() => { location.hash = '#evidence' }")
    elif way != "an address":
        page.locator(".contents summary").click()
        page.locator(".contents a[href='#evidence']").click()
    if way == "the page loaded again":
        page.wait_for_function(_AT_EVIDENCE)
        page.reload()
    stir(page)
    page.wait_for_function(_AT_EVIDENCE)  # smoothly, so it takes a moment
    page.wait_for_timeout(300)
    assert page.evaluate(_AT_EVIDENCE)


# Under the bar at the top, 4.5 rem; two lines more or less, for the formulas' face may come while the page scrolls.
_AT_EVIDENCE = "() => Math.abs(document.getElementById('evidence').getBoundingClientRect().top - 72) < 60"


def test_the_single_file_gives_its_downloads(tides: Path, reader: Reader) -> None:
    page = reader(single(tides))
    with page.expect_download() as download:
        page.locator("#fig-lever .links a", has_text="CSV").click()
    assert download.value.suggested_filename == "lever.csv"
    assert download.value.path().read_bytes() == (tides / "data" / "lever.csv").read_bytes()


# ── without scripts ──────────────────────────────────────────────────────────────────────────────


def test_without_scripts_everything_is_there(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html", java_script_enabled=False)
    assert page.locator("main p").count() > 3
    assert page.locator("math").count() > 0
    found = figures(page)
    assert found
    for figure in found:
        expect(figure.locator(".say")).not_to_be_empty()
        expect(figure.locator("table tr").nth(1)).to_be_attached()
        if figure.locator("xpath=ancestor::details").count() == 0:
            expect(figure.locator(".at-wide svg")).to_be_visible()
            expect(figure.locator(".controls")).to_be_hidden()  # they would do nothing


def test_without_scripts_the_colors_can_be_switched(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", java_script_enabled=False, color_scheme="light")
    light = paper(page)
    page.get_by_text("Dark", exact=True).click()
    assert paper(page) != light


# ── narrow ───────────────────────────────────────────────────────────────────────────────────────


def test_the_page_never_scrolls_sideways(site: Path, reader: Reader) -> None:
    """At every width where the layout changes, and on either side; with all that is folded open."""
    page = reader(site / "index.html")
    for details in page.locator("main details").all():
        details.evaluate("element => { element.open = true }")
    for width in (320, 360, 375, 414, 615, 616, 799, 800, 820, 959, 960, 1280, 1407, 1408, 1680):
        page.set_viewport_size({"width": width, "height": 800})
        assert sideways(page) == 0, width
        if width in (320, 616, 800, 960):  # the first at which another picture shows, or stands elsewhere
            enliven_all(page)
            assert sideways(page) == 0, f"{width}, live"


@pytest.mark.parametrize("width", [320, 360, 615, 616, 799, 800, 960, 1280])
def test_the_picture_that_shows_lies_within_the_window(site: Path, reader: Reader, width: int) -> None:
    page = reader(site / "index.html", width=width)
    for figure in figures(page):
        show(figure)
        box = picture(figure)
        wide = width >= (800 if "span" in (figure.get_attribute("class") or "") else 616)
        assert (box["width"] > 320) == wide
        assert box["left"] >= 0
        assert box["right"] <= width


def test_what_scrolls_within_the_page_can_be_focused(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html", width=320)
    for details in page.locator("main details").all():
        details.evaluate("element => { element.open = true }")
    stir(page)
    page.wait_for_timeout(100)  # the observer of sizes reports after the next layout
    stuck = page.evaluate(
        """[...document.querySelectorAll("*")].filter(box => {
            const { overflowX } = getComputedStyle(box);
            const scrolls = box.scrollWidth > box.clientWidth + 1 && ["auto", "scroll"].includes(overflowX);
            return scrolls && box.tabIndex < 0;
        }).map(box => box.outerHTML.slice(0, 80))"""
    )
    assert stuck == []


# ── colors ───────────────────────────────────────────────────────────────────────────────────────


def paper(page: Page) -> str:
    """The color of the ground."""
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_page_follows_the_reader_s_system(tides: Path, reader: Reader) -> None:
    grounds = {
        scheme: paper(reader(tides / "index.html", color_scheme=scheme)) for scheme in ("light", "dark")
    }
    assert grounds == {"light": "rgb(253, 252, 249)", "dark": "rgb(21, 22, 26)"}


def test_the_switch_outweighs_the_system_and_is_remembered(tides: Path, host: str, reader: Reader) -> None:
    page = reader(f"{host}/a/b/{tides.name}/", color_scheme="light")
    page.get_by_text("Dark", exact=True).click()
    assert paper(page) == "rgb(21, 22, 26)"
    page.reload()
    expect(page.locator("#theme-dark")).to_be_checked()
    assert paper(page) == "rgb(21, 22, 26)"
    page.goto(f"{host}/a/b/{tides.name}/code/generator/palette.py.html")  # source pages follow
    assert paper(page) == "rgb(21, 22, 26)"
    page.get_by_text("Auto", exact=True).click()
    assert paper(page) == "rgb(253, 252, 249)"


def test_live_figures_follow_the_switch(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", color_scheme="light")
    (figure, *_) = enliven_all(page)
    bar = figure.locator(".at-wide path[fill='var(--moon)']").first
    expect(bar).to_have_css("fill", "rgb(31, 95, 208)")
    page.get_by_text("Dark", exact=True).click()
    expect(bar).to_have_css("fill", "rgb(111, 158, 255)")  # waits: a rested figure may come alive just then


# ── paper ────────────────────────────────────────────────────────────────────────────────────────


def test_on_paper_it_is_light_and_opens_what_is_folded(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", color_scheme="dark")
    page.get_by_text("Dark", exact=True).click()
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('main p')).color") == "rgb(28, 27, 26)"
    expect(page.get_by_text("There are two bulges.")).to_be_visible()
    expect(page.get_by_text("About 13.")).to_be_visible()
    expect(page.locator(".note").first).to_be_visible()
    for hidden in (".controls", ".links", ".toc", ".theme", ".data"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.pdf()[:5] == b"%PDF-"


def test_on_paper_figures_stand_as_the_text_has_them(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html")
    lever = enliven_all(page)[1]
    lever.locator("#lever-pull").fill("3")
    moved = lever.get_by_text("The pull of the moon is 3.00 at depth 40.")
    expect(moved).to_be_visible()
    bar = "path[fill='var(--moon)']:visible"
    assert lever.locator(bar).evaluate("bar => bar.getBBox().width") == 576
    page.emulate_media(media="print")
    expect(moved).to_be_hidden()
    expect(lever.get_by_text("The pull of the moon is 1.50 at depth 40.")).to_be_visible()
    assert lever.locator(bar).evaluate("bar => bar.getBBox().width") == 288
    page.emulate_media(media="screen")
    expect(moved).to_be_visible()


def test_on_paper_a_wide_picture_fits(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html", width=567, height=800)  # 150 mm, the column on A4
    page.emulate_media(media="print")
    for figure in figures(page):
        box = figure.locator(".at-wide svg:visible").bounding_box()
        assert box is not None
        assert 300 < box["width"] <= 567
    assert sideways(page) == 0


# ── finding one's way ────────────────────────────────────────────────────────────────────────────


def test_the_contents_open_and_close_by_keyboard(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=820)
    contents, summary = page.locator(".contents"), page.locator(".contents summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(contents).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.locator(".contents a[href='#pulls']")).to_be_focused()
    page.keyboard.press("Escape")
    expect(contents).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(contents).not_to_have_attribute("open", "")
    assert page.url.endswith("#heights")


@pytest.mark.parametrize("width", [820, 1680])
def test_the_contents_follow_the_reading(site: Path, reader: Reader, width: int) -> None:
    page = reader(site / "index.html", width=width)
    for section in page.locator("main section[id]:has(h2 .no)").all():
        section.evaluate("element => element.scrollIntoView({ behavior: 'instant' })")
        name = section.get_attribute("id")
        expect(page.locator(f".contents a[href='#{name}']")).to_have_attribute("aria-current", "location")
        assert page.locator(".contents [aria-current]").count() == 1
        if width == 820:
            number = section.locator("h2 .no").inner_text()
            expect(page.locator("#here")).to_contain_text(f"{number} · ")


def test_the_contents_lead_to_a_section_and_close(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=820)
    page.locator(".contents summary").click()
    page.locator(".contents a[href='#heights']").click()
    expect(page.locator(".contents")).not_to_have_attribute("open", "")
    page.wait_for_function(
        "() => Math.abs(document.querySelector('#heights').getBoundingClientRect().top) < 400"
    )


def test_a_reference_leads_back_to_its_citations(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    for link in page.locator(".refs .back a").all():
        target = page.locator(unquote(link.get_attribute("href") or ""))
        expect(target).to_have_class("cite")


def test_a_note_stands_beside_its_paragraph_on_a_wide_screen_and_below_it_on_a_narrow_one(
    tides: Path, reader: Reader
) -> None:
    wide, narrow = (reader(tides / "index.html", width=width) for width in (1280, 820))
    for page, beside in ((wide, True), (narrow, False)):
        paragraph, note = page.locator(".noted > p").bounding_box(), page.locator(".note").bounding_box()
        assert paragraph is not None
        assert note is not None
        assert (note["x"] >= paragraph["x"] + paragraph["width"]) == beside
        assert (note["y"] < paragraph["y"] + 30) == beside  # within its first line


def test_the_first_tab_leads_past_the_front_page(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()


def test_a_source_line_has_an_address(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html")
    page.get_by_role("link", name="the code", exact=True).click()
    assert page.url.endswith("/code/generator/palette.py.html#L17")
    expect(page.locator("#L17")).to_contain_text("def palette(")
    expect(page.locator("#L17")).to_be_in_viewport()
    page.get_by_role("link", name="Tides, worked out").click()
    expect(page).to_have_title("Tides, worked out")


def test_a_term_leads_to_where_it_is_defined_and_the_glossary_does_as_well(
    essay: Path, reader: Reader
) -> None:
    page = reader(essay / "index.html")
    terms = page.locator(".glossary dt")
    assert terms.count() > 20
    for term in terms.all():
        ident = (term.get_attribute("id") or "").replace("glossary-", "term-")
        assert page.locator(f"dfn#{ident}").count() == 1
        expect(page.locator(f"#glossary .back[href='#{ident}']")).to_be_visible()
    for link in page.locator("a.term").all():
        assert page.locator(f"dfn{link.get_attribute('href')}").count() == 1


def test_what_is_to_be_copied_can_be(tides: Path, host: str, reader: Reader) -> None:
    page = reader(f"{host}/a/b/{tides.name}/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#bibtex").text_content()


def test_forced_colors_keep_the_lines_of_the_roles(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", forced_colors="active")
    sun = page.locator(".role.sun").first
    assert sun.evaluate("word => getComputedStyle(word).textDecorationStyle") == "dashed"
    assert (
        page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sun').trim()")
        == "CanvasText"
    )
