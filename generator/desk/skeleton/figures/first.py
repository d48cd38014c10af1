"""A walk in directions drawn by lot: the experiment, the figure drawn from its result, and the numbers it gives.

An experiment that grows has a module of its own, in a folder beside the essay, and the figure imports it from there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.drawing import (
    HAIRLINE,
    INK,
    MUTED,
    PAPER,
    Drawing,
    Layout,
    Mark,
    Scale,
    array,
    datum,
    disc,
    figure,
    fmt,
    line,
    numbers,
    role,
    text,
    when,
)

STEPS, WALKERS = 100, 2000
WALKER = role("walker")
SPREAD = 14  # steps from home to the edge of the drawing
HALF = 150  # px, the same
CIRCLE = "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z"


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What came of it. Once made, nobody changes it."""

    walk: np.ndarray[Any, Any]  # where one walker is after 0, 1, ... steps: (steps + 1, 2)
    far: np.ndarray[Any, Any]  # root mean square distance of all walkers from home: (steps + 1,)


def run() -> Result:
    """Let everybody walk. No clock, no files, and chance from a seed: the result is the same every time."""
    angles = np.random.default_rng(42).uniform(0, 2 * np.pi, (WALKERS, STEPS))
    steps = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    places = np.concatenate([np.zeros((WALKERS, 1, 2)), steps.cumsum(axis=1)], axis=1)
    return Result(walk=places[0], far=np.sqrt((places**2).sum(axis=-1).mean(axis=0)))


@figure("walk", data=run)
def walk_figure(result: Result, page: Layout) -> Drawing:
    """The path of one walker round home, and a ring as far out as walkers are after as many steps."""
    n = page.slider("steps", 64, 1, STEPS, 1, "Steps", format="d", role="walker")
    far = page.let("far", array(result.far.round(3).tolist())[n])
    middle = page.width / 2
    across, down = Scale(-SPREAD, SPREAD, middle - HALF, middle + HALF), Scale(-SPREAD, SPREAD, 2 * HALF, 0)
    xs, ys = [
        [round(s(v), 1) for v in values]
        for s, values in zip((across, down), result.walk.T.tolist(), strict=True)
    ]
    reach = far * (HALF / SPREAD)
    return (
        page.draw(
            2 * HALF,
            line(
                CIRCLE,
                x=middle,
                y=HALF,
                size=4 * reach * reach,
                stroke=MUTED,
                stroke_width=1,
                stroke_dash=[3, 4],
            ),
            text(middle, reach * -1 + HALF - 12, fmt(far, ".1f"), fill=MUTED, align="center", halo=True),
            _steps(xs, ys, n),
            disc(middle, HALF, 4, fill=PAPER, stroke=INK, stroke_width=1.5),
            disc(array(xs)[n], array(ys)[n], 6, fill=WALKER),
        )
        .says("After ", fmt(n, "d"), " steps walkers are ", fmt(far, ".1f"), " steps from home.")
        .tells(
            "Distance from home",
            ("steps", "distance"),
            [(n, float(result.far[n])) for n in range(0, STEPS + 1, 10)],
        )
    )


def _steps(xs: list[float], ys: list[float], n: Any) -> Mark:
    """Every step of the walk; those that are still ahead are faint."""
    rows = [{"i": i, "d": f"M{xs[i]},{ys[i]}L{xs[i + 1]},{ys[i + 1]}"} for i in range(STEPS)]
    return line(
        datum.d, rows=rows, stroke=when(datum.i < n, WALKER, HAIRLINE), stroke_width=2, stroke_cap="round"
    )


@numbers(run)
def quoted(result: Result) -> dict[str, float | int | str]:
    """The numbers that the text quotes."""
    return {"walk-far": float(result.far[-1]), "walk-walkers": WALKERS}
