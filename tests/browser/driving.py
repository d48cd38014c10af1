"""What several tests do to a page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def figures(page: Page) -> list[Locator]:
    """The figures of a page, in order."""
    return page.locator(".fig[data-figure]").all()


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


def signal(figure: Locator, name: str) -> object:
    """The value of a signal of a live figure, once the view has come to rest."""
    return figure.evaluate("async (element, name) => (await element.vegaView.runAsync()).signal(name)", name)


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
