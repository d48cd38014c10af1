"""Live figures: they take the place of the still, and inputs, drags, links and sentences stay in step."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Reader
from tests.browser.driving import enliven, enliven_all, figures, picture, show, signal


@pytest.fixture
def lever(tides: Path, reader: Reader) -> Locator:
    """The sample's figure, live."""
    figure = reader(tides / "index.html").locator("#fig-lever")
    enliven(figure)
    return figure


# ── coming alive ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("width", [360, 820, 1280])
def test_a_live_figure_has_the_size_of_its_still(site: Path, reader: Reader, width: int) -> None:
    page = reader(site / "index.html", width=width)
    page.evaluate("document.fonts.ready")
    measure = "element => [element.offsetHeight, element.querySelector('.plot').offsetHeight]"
    still = {name_of(figure): figure.evaluate(measure) for figure in figures(page)}
    folded = {
        name_of(figure) for figure in figures(page) if figure.locator("xpath=ancestor::details").count()
    }
    for figure in enliven_all(page):
        if name_of(figure) not in folded:  # those have no size before they are opened
            assert figure.evaluate(measure) == still[name_of(figure)]


def name_of(figure: Locator) -> str:
    return figure.get_attribute("data-figure") or ""


def test_nothing_moves_while_figures_come_alive(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    page.evaluate(
        """window.shifts = []; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.shifts.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true })"""
    )
    for figure in figures(page):
        if figure.locator("xpath=ancestor::details").count() == 0:
            enliven(figure)
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.shifts")) < 0.001  # CLS is told to three decimals


def test_a_live_figure_says_what_its_still_said(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    said = {name_of(figure): figure.locator(".say").inner_html() for figure in figures(page)}
    for figure in enliven_all(page):
        assert figure.locator(".say").inner_html() == said[name_of(figure)]


def test_a_live_figure_is_described_as_its_still_was(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    told = "element => element.querySelector('.at-wide [aria-label]').getAttribute('aria-label')"
    still = {name_of(figure): figure.evaluate(told) for figure in figures(page)}
    for figure in enliven_all(page):
        name = still[name_of(figure)]
        assert name
        expect(figure.get_by_role("img", name=name, exact=True)).to_be_visible()


def test_live_and_still_draw_the_same_texts(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    texts = """element => [...element.querySelectorAll(".at-wide text")]
        .map(text => text.textContent).filter(Boolean)"""
    still = {name_of(figure): figure.evaluate(texts) for figure in figures(page)}
    for figure in enliven_all(page):
        live = set(figure.evaluate(texts))
        assert set(still[name_of(figure)]) <= live  # unseen ones are left out of a still


def test_a_figure_in_a_fold_comes_alive_when_it_is_opened(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html")
    folded = page.locator("#fig-folded")
    page.locator("summary", has_text="For the curious").evaluate(
        "e => e.scrollIntoView({ behavior: 'instant' })"
    )
    page.wait_for_timeout(300)
    assert folded.evaluate("element => Boolean(element.vegaView)") is False
    page.locator("summary", has_text="For the curious").click()
    enliven(folded)
    box = folded.locator(".at-wide svg:visible").bounding_box()
    assert box is not None
    assert box["width"] == 576


def test_one_broken_figure_does_not_stop_the_others(tides: Path, reader: Reader, tmp_path: Path) -> None:
    whole = tides / "tides.html"
    broken = whole.read_text(encoding="utf-8").replace(
        'id="spec-overview-wide">{', 'id="spec-overview-wide">{"marks":7,"other":', 1
    )
    (tmp_path / "broken.html").write_text(broken, encoding="utf-8")
    heard: list[str] = []
    page = reader(tmp_path / "broken.html", heard=heard)
    enliven(page.locator("#fig-lever"))
    (message,) = heard
    assert "figure overview:" in message


# ── inputs and signals ───────────────────────────────────────────────────────────────────────────


def test_every_control_works_by_keyboard_alone(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    for figure in enliven_all(page):
        for fold in figure.locator(".controls details").all():
            fold.evaluate("element => { element.open = true }")
        for control in figure.locator("[data-signal]").all():
            name = control.get_attribute("data-signal") or ""
            before = signal(figure, name)
            use_by_keyboard(page, control)
            figure.page.wait_for_function(
                "([element, name, before]) => JSON.stringify(element.vegaView.signal(name)) !== before",
                arg=[figure.element_handle(), name, json.dumps(before, separators=(",", ":"))],
            )
            if control.evaluate("element => element.type") == "button":
                use_by_keyboard(page, control)  # do not leave it running


def use_by_keyboard(page: Page, control: Locator) -> None:
    """What a reader without a pointer does to change a control."""
    kind = control.evaluate("element => element.type")
    if kind == "range":
        at_end = control.evaluate("input => Number(input.value) >= Number(input.max)")
        control.focus()
        page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")
    elif kind == "fieldset":
        control.locator("input:checked").focus()
        page.keyboard.press("ArrowDown")
    else:
        control.focus()
        page.keyboard.press("Space")


def test_inputs_set_signals_and_the_sentence(lever: Locator) -> None:
    lever.locator("#lever-pull").fill("2.5")
    assert signal(lever, "pull") == 2.5
    expect(lever.locator("output[for=lever-pull]")).to_have_text("2.50")
    lever.get_by_label("the Sun").check()
    assert signal(lever, "body") == "sun"
    lever.get_by_label("Spring tide").check()
    assert signal(lever, "spring") is True
    expect(lever.locator(".say")).to_have_text("The pull of the sun is 5.00 at depth 40.")
    assert lever.locator(".say b").all_inner_texts() == ["5.00", "40"]


def test_what_is_set_before_a_figure_lives_it_takes_on(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html")
    figure = page.locator("#fig-lever")
    pull = figure.locator("[data-signal=pull]")
    assert pull.is_enabled()
    assert page.evaluate("() => window.vega") is None
    pull.evaluate(
        "input => { input.value = 2.5; input.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.wait_for_function("() => document.querySelector('#fig-lever').vegaView")
    assert signal(figure, "pull") == 2.5


def test_a_stepper_has_buttons_and_reads_out_labels(lever: Locator) -> None:
    lever.get_by_role("button", name="Next: Hour").click()
    assert signal(lever, "hour") == 3
    expect(lever.locator("output[for=lever-hour]")).to_have_text("18:00")
    expect(lever.locator("#lever-hour")).to_have_attribute("aria-valuetext", "18:00")
    for _ in range(2):
        lever.get_by_role("button", name="Next: Hour").click()
    assert signal(lever, "hour") == 4  # the end
    lever.get_by_role("button", name="Previous: Hour").click()
    assert signal(lever, "hour") == 3


def test_a_signal_moves_its_input(lever: Locator) -> None:
    lever.evaluate("element => element.vegaView.signal('pull', 0.5).signal('body', 'sun').runAsync()")
    expect(lever.locator("#lever-pull")).to_have_value("0.5")
    expect(lever.locator("output[for=lever-pull]")).to_have_text("0.50")
    expect(lever.get_by_label("the Sun")).to_be_checked()


def test_play_moves_the_hour_and_pause_stops_it(lever: Locator) -> None:
    play = lever.locator("#lever-running")
    expect(play).to_contain_text("Play")
    play.click()
    expect(play).to_contain_text("Pause")
    expect(lever.locator("output[for=lever-hour]")).not_to_have_text("12:00")
    play.click()
    expect(play).to_contain_text("Play")
    assert signal(lever, "running") is False


def test_reset_goes_back_to_what_the_text_says(lever: Locator) -> None:
    lever.locator("#lever-pull").fill("3")
    lever.get_by_label("the Sun").check()
    lever.get_by_label("Spring tide").check()
    lever.get_by_role("button", name="Next: Hour").click()
    lever.locator("#lever-running").click()
    lever.get_by_role("button", name="Reset").click()
    values = {name: signal(lever, name) for name in ("pull", "body", "spring", "running", "drag")}
    assert values == {"pull": 1.5, "body": "moon", "spring": False, "running": False, "drag": 40}
    assert signal(lever, "hour") == 2
    expect(lever.locator(".say")).to_have_text("The pull of the moon is 1.50 at depth 40.")


def test_the_sentence_is_read_out_when_the_figure_has_come_to_rest(lever: Locator) -> None:
    sentence = lever.locator(".say")
    expect(sentence).to_have_attribute("aria-live", "polite")
    lever.locator("#lever-pull").fill("2")
    expect(sentence).to_have_text("The pull of the moon is 2.00 at depth 40.")
    expect(sentence).to_have_attribute("aria-live", "polite")


# ── hands ────────────────────────────────────────────────────────────────────────────────────────


def test_a_drag_moves_the_slider_and_the_sentence(lever: Locator) -> None:
    x, y = corner(lever)
    mouse = lever.page.mouse
    mouse.move(x + 40, y + 30)
    mouse.down()
    mouse.move(x + 50, y + 60, steps=3)
    assert signal(lever, "drag") == 50
    mouse.move(x + 500, y + 30, steps=5)
    mouse.up()
    mouse.move(x + 10, y + 30)
    assert signal(lever, "drag") == 80  # the end of the line; let go, it stays
    expect(lever.locator("#lever-drag")).to_have_value("80")
    expect(lever.locator(".say")).to_have_text("The pull of the moon is 1.50 at depth 80.")


def corner(figure: Locator) -> tuple[float, float]:
    """Where the picture that shows begins."""
    box = picture(figure)
    return box["left"], box["top"]


def touch(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger from start to end in ten moves."""
    session = page.context.new_cdp_session(page)
    for i in range(11):
        x, y = (a + (b - a) * i / 10 for a, b in zip(start, end, strict=True))
        kind = "touchStart" if i == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_on_the_handle_drags_it_and_beside_it_scrolls_the_page(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=360, height=700, has_touch=True)
    lever = page.locator("#fig-lever")
    enliven(lever)
    page.wait_for_timeout(300)
    top = page.evaluate("scrollY")
    x, y = corner(lever)
    touch(page, (x + 40, y + 30), (x + 65, y - 60))
    assert signal(lever, "drag") == 65
    assert page.evaluate("scrollY") == top
    touch(page, (x + 200, y + 30), (x + 200, y - 120))
    page.wait_for_function(f"() => scrollY > {top} + 50")
    assert signal(lever, "drag") == 65


def test_no_swipe_over_a_picture_is_taken_from_the_page(essay: Path, reader: Reader) -> None:
    page = reader(essay / "index.html", width=360, height=740, has_touch=True)
    for figure in figures(page):
        spec = figure.locator(".at-narrow").get_attribute("data-spec") or ""
        if not re.search("touchstart|pan-y", (essay / spec).read_text(encoding="utf-8")):
            continue  # it hears no finger that moves
        enliven(figure)
        middle = (
            "figure => figure.querySelector('.plot').scrollIntoView({ behavior: 'instant', block: 'center' })"
        )
        figure.evaluate(middle)
        top = page.evaluate("scrollY")
        touch(page, (180, 400), (180, 320))
        page.wait_for_function(f"() => scrollY > {top} + 30")


# ── windows that change ──────────────────────────────────────────────────────────────────────────


def test_the_other_layout_takes_over_with_the_state(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", width=1280)
    lever = page.locator("#fig-lever")
    enliven(lever)
    lever.locator("#lever-pull").fill("3")
    lever.get_by_label("the Sun").check()
    page.set_viewport_size({"width": 400, "height": 800})
    show(lever)
    page.wait_for_function("() => document.querySelector('#fig-lever').vegaView.width() === 320")
    assert (signal(lever, "pull"), signal(lever, "body")) == (3, "sun")
    expect(lever.locator(".at-narrow > div > svg")).to_be_visible()
    lever.locator("#lever-pull").fill("1")
    page.set_viewport_size({"width": 1000, "height": 800})
    show(lever)
    page.wait_for_function("() => document.querySelector('#fig-lever').vegaView.width() === 576")
    assert signal(lever, "pull") == 1


def test_a_figure_with_a_timer_rests_far_away_and_comes_back_as_it_was(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", height=300)
    page.evaluate("document.querySelector('main').style.paddingTop = '4000px'")
    first = page.locator("#fig-overview")
    enliven(first)
    first.locator("#overview-pull").fill("3")
    first.evaluate("element => { window.before = element.vegaView }")
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    page.wait_for_timeout(300)
    show(first)
    page.wait_for_function("() => document.querySelector('#fig-overview').vegaView !== window.before")
    assert signal(first, "pull") == 3


def test_less_motion_is_told_to_the_figure(tides: Path, reader: Reader) -> None:
    for wish, calm in (("reduce", True), ("no-preference", False)):
        page = reader(tides / "index.html", reduced_motion=wish)
        lever = page.locator("#fig-lever")
        enliven(lever)
        assert signal(lever, "calm") is calm
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => document.querySelector('#fig-lever').vegaView.signal('calm')")


# ── links into figures ───────────────────────────────────────────────────────────────────────────


def test_a_link_sets_the_controls_and_shows_the_figure(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", height=400)
    page.get_by_role("link", name="stronger pull").click()
    lever = page.locator("#fig-lever")
    expect(lever).to_be_in_viewport()
    enliven(lever)
    state = {name: signal(lever, name) for name in ("pull", "body", "spring")}
    assert state == {"pull": 3, "body": "sun", "spring": True}
    assert page.url.endswith("#fig-lever?pull=3&body=sun&spring=true")
    expect(lever).to_be_focused()


def test_an_address_with_settings_opens_the_figure_so(tides: Path, host: str, reader: Reader) -> None:
    page = reader(f"{host}/a/b/{tides.name}/#fig-folded?pull=0.5&hour=4&nothing=7", height=400)
    folded = page.locator("#fig-folded")
    expect(folded).to_be_in_viewport()  # its fold was opened
    enliven(folded)
    assert (signal(folded, "pull"), signal(folded, "hour")) == (0.5, 4)


def test_every_link_into_a_figure_of_the_essay_does_what_it_says(site: Path, reader: Reader) -> None:
    page = reader(site / "index.html")
    for link in page.locator("a[data-set]").all():
        link.evaluate(
            "link => { for (let f = link; (f = f.parentElement.closest('details')); ) f.open = true }"
        )
        link.click()
        figure = page.locator(link.get_attribute("href") or "")
        enliven(figure)
        for name, value in link.evaluate("link => [...new URLSearchParams(link.dataset.set)]"):
            found = figure.evaluate("(element, name) => String(element.vegaView.signal(name))", name)
            assert found == value, name


def test_without_scripts_such_a_link_leads_to_the_figure(tides: Path, reader: Reader) -> None:
    page = reader(tides / "index.html", height=400, java_script_enabled=False)
    page.get_by_role("link", name="stronger pull").click()
    assert page.url.endswith("#fig-lever")
    expect(page.locator("#fig-lever")).to_be_in_viewport()
