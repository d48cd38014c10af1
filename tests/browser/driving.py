"""What several tests do to a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page


def figures(page: Page) -> list[Locator]:
    """The figures of a page, in order."""
    return page.locator(".fig[data-figure]").all()


def stir(page: Page) -> None:
    """Do something, as a reader does, and wait until the page is laid out as a whole."""
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('main > section:not(.laid-out)')")


def show(figure: Locator) -> None:
    """Open whatever the figure is folded into, and bring it into view at once."""
    figure.evaluate(
        """element => {
            for (let fold = element; (fold = fold.parentElement.closest("details")); ) fold.open = true;
            element.scrollIntoView({ behavior: "instant", block: "center" });
        }"""
    )


def enliven(figure: Locator) -> None:
    """Bring a figure into view and wait until its view is live."""
    show(figure)
    handle = figure.element_handle()
    figure.page.wait_for_function(
        "el => el.vegaView && !el.vegaView.resting && !el.querySelector('.controls:disabled')", arg=handle
    )


def enliven_all(page: Page) -> list[Locator]:
    """Every figure of a page, live."""
    found = figures(page)
    for figure in found:
        enliven(figure)
    return found


def picture(figure: Locator) -> dict[str, float]:
    """Where the one picture of a figure lies that shows, still or live."""
    boxes = figure.evaluate(
        """element => [...element.querySelectorAll(".plot svg")]
            .map(svg => svg.getBoundingClientRect().toJSON()).filter(box => box.width > 0)"""
    )
    assert len(boxes) == 1
    return dict(boxes[0])


def put(figure: Locator, settings: Mapping[str, Any]) -> None:
    """Set controls as a reader does, through their inputs."""
    for name, value in settings.items():
        control = figure.locator(f"[data-signal='{name}']")
        kind = control.evaluate("control => control.type")
        if kind == "fieldset":
            control.locator(f"input[value='{value}']").check(force=True)
        elif kind == "checkbox":
            control.set_checked(bool(value))
        else:
            for fold in figure.locator(".controls details:not([open])").all():
                fold.evaluate("fold => { fold.open = true; }")
            control.fill(str(value))


def signal(figure: Locator, name: str) -> object:
    """The value of a signal of a live figure, once the view has come to rest."""
    return figure.evaluate("async (element, name) => (await element.vegaView.runAsync()).signal(name)", name)


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
