"""A small essay by hand, on tides: every kind of control, note, citation and formula that a page can hold.

Its figure has a Vega spec written out, with a drag, a timer, a live sentence and all six kinds of control.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from typing import Any

import vl_convert

from generator.model import (
    Control,
    Essay,
    Figure,
    Gallery,
    Picture,
    PlacedFigure,
    Reference,
    Role,
    Section,
    Settings,
    SourceRef,
    Table,
)
from generator.problems import Place

ROLES = (
    Role("moon", "moon", "solid", "#1f5fd0", "#6f9eff"),
    Role("sun", "sun", "dashed", "#b8560f", "#f0a650"),
)
SETTINGS = Settings(
    title="Tides, worked out",
    subtitle="Two pulls, one sea",
    description="Why the sea rises twice a day.",
    authors=("Ada Example", "the project’s contributors"),
    date="2026-11-29",
    licence="CC BY 4.0",
    roles=ROLES,
)
CONTROLS = (
    Control("pull", "slider", "Pull", 1.5, 0.0, 3.0, 0.5, format=".2f", role="moon"),
    Control("body", "choice", "Body", "moon", options=(("moon", "the Moon"), ("sun", "the Sun"))),
    Control("spring", "toggle", "Spring tide", False),
    Control(
        "hour", "step", "Hour", 2, 0, 4, 1, options=tuple((i, f"{6 * i}:00") for i in range(5)), group="Time"
    ),
    Control("running", "play", "the tide", False, group="Time"),
    Control("place", "text", "Name of the place", "Saint-Malo & Dinard", high=23),
    Control("drag", "slider", "Depth", 40, 0, 80, 1, format="d", folded=True, group="Place"),
)


def lever_spec(width: int) -> dict[str, Any]:
    """A handle that can be dragged along a line, a bar for the pull, a clock, and a sentence."""
    move = "clamp(round(x()),0,80)"
    return {
        "$schema": "https://vega.github.io/schema/vega/v6.json",
        "width": width,
        "height": 120,
        "padding": 0,
        "autosize": "none",
        "background": "transparent",
        "description": "A handle on a line & a bar under it.",
        "config": {"events": {"defaults": {"prevent": False}}},
        "signals": [
            {"name": "pull", "value": 1.5},
            {"name": "body", "value": "moon"},
            {"name": "spring", "value": False},
            {"name": "place", "value": "Saint-Malo & Dinard"},
            {"name": "hour_last", "update": "min(4, length(place))"},
            {"name": "running", "value": False},
            {"name": "calm", "value": False},
            {
                "name": "hour",
                "value": 2,
                "on": [
                    {"events": {"type": "timer", "throttle": 50}, "update": "running ? (hour + 1) % 5 : hour"}
                ],
            },
            {
                "name": "drag",
                "value": 40,
                "on": [
                    {
                        "events": {
                            "source": "window",
                            "type": "pointermove",
                            "consume": True,
                            "between": [
                                {"type": "pointerdown", "markname": "handle"},
                                {"source": "window", "type": "pointerup"},
                            ],
                        },
                        "update": move,
                    },
                    {
                        "events": {"type": "touchstart", "markname": "handle", "consume": True},
                        "update": "drag",
                    },
                ],
            },
            {
                "name": "says",
                "update": "['The pull of the ' + body + ' is ', format(pull * (spring ? 2 : 1), '.2f'),"
                " ' at depth ', '' + drag, '.']",
            },
        ],
        "marks": [
            {
                "type": "rect",
                "aria": False,
                "interactive": False,
                "encode": {
                    "update": {
                        "x": {"value": 0},
                        "y": {"value": 80},
                        "height": {"value": 20},
                        "width": {"signal": f"pull * {width / 3}"},
                        "fill": {"signal": "body == 'moon' ? 'var(--moon)' : 'var(--sun)'"},
                    }
                },
            },
            {
                "type": "symbol",
                "aria": False,
                "name": "handle",
                "encode": {
                    "update": {
                        "x": {"signal": "drag"},
                        "y": {"value": 30},
                        "size": {"value": 1600},
                        "fill": {"value": "color-mix(in oklab, var(--ink) 50%, var(--paper))"},
                    }
                },
            },
            {
                "type": "text",
                "aria": False,
                "interactive": False,
                "encode": {
                    "update": {
                        "x": {"value": width},
                        "y": {"value": 70},
                        "align": {"value": "right"},
                        "text": {"signal": "'a < b & ' + hour"},
                        "font": {"value": "Essay Sans"},
                        "fontSize": {"value": 14},
                        "fill": {"value": "var(--ink)"},
                    }
                },
            },
        ],
    }


def picture(width: int) -> Picture:
    """One layout of the lever."""
    spec = lever_spec(width)
    return Picture(width, 120, vl_convert.vega_to_svg(spec), json.dumps(spec))


@functools.cache
def lever(name: str = "lever", wide: int = 576) -> Figure:
    """The figure with every kind of control."""
    return Figure(
        name=name,
        alt="A handle on a line & a bar under it.",
        wide=picture(wide),
        narrow=picture(320),
        controls=CONTROLS,
        says=("The pull of the moon is ", "1.50", " at depth ", "40", "."),
        table=Table("Pull by hour", ("Hour", "Pull", "Depth"), (("0:00", 1.5, 40), ("6:00", -0.25, None))),
        chart=SourceRef("generator/palette.py", 17, 20),
        experiment=SourceRef("generator/model.py", 28, 30),
        test=SourceRef("tests/generator/sample.py"),
    )


def placed(figure: Figure, number: int) -> PlacedFigure:
    """The figure where the text puts it."""
    caption = "<p>The bar is the pull of the <i>body</i> chosen.</p>"
    return PlacedFigure(figure, number, "A pull moves water", caption, Place("content/01-pulls.md", 7))


FRONT = """<div class="abstract"><p>The sea rises twice a day.</p></div>
<div class="howto"><p><em>How to read.</em> The text is enough by itself.</p></div>
"""
SHORT = """<section class="short" aria-labelledby="short-h">
<h2 id="short-h">The short version</h2>
<ol><li><p>The Moon pulls. <a href="#pulls">Section 1</a></p></li>
<li><p>So does the Sun. <a href="#heights">Section 2</a></p></li></ol>
</section>
"""
PULLS = """<div class="noted"><p>The <span class="role moon">Moon</span> pulls harder than the
<span class="role sun">Sun</span>,<a class="nref" id="n1r" href="#n1" role="doc-noteref"
aria-label="Note 1">1</a>
as Laplace knew.\u2060<a class="cite" id="cite-laplace1776-1" href="#ref-laplace1776" role="doc-biblioref"
aria-label="Reference 1">[1]</a> See <a href="#eq-pull">Formula 1</a>.</p>
<aside class="note" id="n1" role="note"><a class="n" href="#n1r"
aria-label="Back to the text at note 1">1</a>By a factor of about two.</aside></div>
<p>The sea rises and falls: the <dfn id="term-tide">tide</dfn>.\u2060<span class="cites"><a
class="cite" id="cite-laplace1776-2" href="#ref-laplace1776" role="doc-biblioref"
aria-label="Reference 1">[1,</a>\u2060 <a class="cite" id="cite-bernoulli1741-1" href="#ref-bernoulli1741"
role="doc-biblioref" aria-label="Reference 2">2]</a></span></p>
<div class="eq" id="eq-pull"><div class="scroll" role="group" aria-label="Formula 1"><math display="block">
<mi class="moon">F</mi><mo>=</mo><mfrac><mi>a</mi><msup><mi>r</mi><mn>3</mn></msup></mfrac></math></div>
<span class="eqno">(1)</span></div>
<div class="scroll"><table>
<thead><tr><th scope="col">Body</th><th scope="col" class="right">Pull</th></tr></thead>
<tbody><tr><td>Moon</td><td class="right">2.2</td></tr></tbody></table></div>
"""
HEIGHTS = """<p>A <a href="#fig-lever" data-set="pull=3&amp;body=sun&amp;spring=true">stronger pull</a>,
in <a href="code/generator/palette.py.html#L17">the code</a>. A <a class="term" href="#term-tide">tide</a> is that
of <a href="#pulls">Section 1</a>, drawn in <a href="#fig-overview">Figure 1</a>.</p>
<figure class="code" id="code-1"><figcaption><b>Code 1</b> · problems.py</figcaption>
<pre class="hl" role="region" aria-label="Code 1"><code><span class="linenos">28</span><span
class="p-k">def</span> tide(): ...</code></pre></figure>
"""
GLOSSARY = """<dl class="glossary"><dt id="glossary-tide">tide</dt>
<dd>The rise and fall of the sea. <a class="back" href="#term-tide">Section 1</a></dd></dl>
"""
CURIOUS = """<details class="more"><summary><b>For the curious:</b> <span>why twice</span></summary><div>
<p>There are two bulges.</p>
"""
AFTER = """</div></details>
<div class="try"><h3>Try it</h3><p>How many tides has a week?</p>
<details class="more"><summary><span>Answer</span></summary><div><p>About 13.</p></div></details></div>
"""


def essay(**changes: Any) -> Essay:
    """The essay, resolved; `changes` are fields of its settings."""
    settings = dataclasses.replace(SETTINGS, **changes)
    heights = (HEIGHTS, placed(lever(), 2), CURIOUS, placed(lever("folded"), 3), AFTER)
    return Essay(
        settings=settings,
        front=(FRONT, placed(lever("overview", 760), 1), SHORT),
        sections=(
            Section("pulls", 1, "Two <em>pulls</em>", "Two pulls", "Two pulls", "Part one", (PULLS,)),
            Section("heights", 2, "Heights", "Heights", "Heights", "Part two", heights),
        ),
        colophon=("<h2>How this page was made</h2>\n<p>By hand.</p>",),
        references=(
            Reference(
                "laplace1776",
                1,
                "P.-S. Laplace. <i>Recherches</i>. 1776.",
                ("cite-laplace1776-1", "cite-laplace1776-2"),
            ),
            Reference("bernoulli1741", 2, "D. Bernoulli. <i>Traité</i>. 1741.", ("cite-bernoulli1741-1",)),
        ),
        glossary=(GLOSSARY,),
        listed_sources=("generator/palette.py",),
        formula_characters=frozenset("𝐹𝑎𝑟=3"),
    )


replaced = dataclasses.replace  # an essay or a section with some fields changed


def gallery() -> Gallery:
    """The figures of the essay, by name."""
    return Gallery(
        figures={figure.name: figure for figure in (lever("overview", 760), lever(), lever("folded"))}
    )
