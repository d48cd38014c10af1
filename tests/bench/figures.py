"""How long a figure takes to come alive, and to follow a control, on this machine and on one four times as slow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Locator, Page

from tests.bench.host import host
from tests.bench.table import Measured, Row, show
from tests.browser import chromium, driving

_SLOWER = (1, 4)
_MOVES = 40
_MOST_UPDATE = 16.0  # milliseconds at the 95th percentile: one frame

# A figure's life: from when it is near the window, as the page reckons it, to its live picture.
_WATCH = """
addEventListener("DOMContentLoaded", () => {
  window.lives = {};
  const near = new Map();
  const arriving = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting, time } of changes) {
      if (isIntersecting && !near.has(target)) near.set(target, time);
    }
  }, { rootMargin: "400px" });
  for (const figure of document.querySelectorAll(".fig[data-figure]")) {
    arriving.observe(figure);
    new MutationObserver((_, observer) => {
      if (!figure.vegaView) return;
      window.lives[figure.dataset.figure] = performance.now() - near.get(figure);
      observer.disconnect();
    }).observe(figure.querySelector(".plot"), { childList: true, subtree: true });
  }
});
"""
# Moves a figure's controls, as a reader does, to one place after another; gives how long each picture took.
_MOVE = """async (element, moves) => {
  const view = element.vegaView;
  const places = [];
  for (const control of element.querySelectorAll("[data-signal]")) {
    if (control.type === "range") {
      const count = Math.round((control.max - control.min) / control.step);
      places.push(...Array.from({ length: count + 1 }, (_, i) =>
        [control, () => { control.value = Number(control.min) + i * control.step; }]));
    } else if (control.type === "checkbox") {
      places.push([control, () => { control.checked = !control.checked; }]);
    } else if (control.type === "fieldset") {
      for (const radio of control.querySelectorAll("input")) places.push([radio, () => { radio.checked = true; }]);
    }
  }
  const took = [];
  for (let i = 0; i < moves; i++) {
    const [control, set] = places[(i * 7919) % places.length]; // a prime: each place in its turn, far from the last
    set();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const start = performance.now();
    control.dispatchEvent(new Event("input", { bubbles: true }));
    await view.runAsync();
    took.push(performance.now() - start);
  }
  return took;
}"""


@dataclass(frozen=True, slots=True)
class _Times:
    """What one figure takes, in milliseconds."""

    life: float
    updates: tuple[float, ...]  # none where nothing can be moved but by typing

    def percentile(self, share: float) -> float:
        return float(np.percentile(self.updates, share)) if self.updates else 0.0


def bench(site: Path) -> None:
    """Print both times of every figure."""
    with host(site) as address, chromium.browser() as started:
        found = [_measure(started, address, slower) for slower in _SLOWER]
    columns = (
        "Figures, ms",
        *(f"{what}, {slower}×" for slower in _SLOWER for what in ("life", "p50", "p95")),
    )
    show(f"Time to life, and to follow a control (p95 ≤ {_MOST_UPDATE:.0f})", columns, _rows(found))


def _measure(browser: Browser, address: str, slower: int) -> dict[str, _Times]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(_WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(address)
    times = {
        str(figure.get_attribute("data-figure")): _times(page, figure) for figure in driving.figures(page)
    }
    page.close()
    return times


def _times(page: Page, figure: Locator) -> _Times:
    driving.enliven(figure)
    life = page.evaluate("name => window.lives[name]", figure.get_attribute("data-figure"))
    return _Times(life, tuple(figure.evaluate(_MOVE, _MOVES)))


def _rows(found: list[dict[str, _Times]]) -> Iterator[Row]:
    for name in found[0]:
        yield name, *(cell for times in found for cell in _cells(times[name]))
    for what, share in (("median figure", 50), ("slowest figure", 100)):
        yield (
            what,
            *(f"{np.percentile(c, share):.1f}" for times in found for c in _columns(list(times.values()))),
        )


def _cells(times: _Times) -> tuple[str | Measured, ...]:
    slow = Measured(times.percentile(95), "{:.1f}", most=_MOST_UPDATE)
    return f"{times.life:.0f}", f"{times.percentile(50):.1f}", slow


def _columns(times: list[_Times]) -> Iterator[list[float]]:
    yield [each.life for each in times]
    for share in (50, 95):
        yield [each.percentile(share) for each in times]
