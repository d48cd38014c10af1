"""What the colophon counts is what is there, and is counted again when any of it changes."""

from pathlib import Path

from content.figures import colophon
from content.measured import records
from generator.offers import offers
from generator.sources import Sources

HOME = Path(__file__).parents[2]
SOURCES = Sources(HOME)
OFFERS = offers(HOME / "content", SOURCES)
QUOTED = colophon.quoted(records.page())


def test_every_figure_is_counted() -> None:
    assert QUOTED["page-figures"] == sum(len(offer.figures) for offer in OFFERS)


def test_every_experiment_is_counted_once() -> None:
    asked = {each.module for offer in OFFERS for each in offer.experiments}
    experiments = {module for module in asked if module.startswith("attention.experiments.")}
    assert QUOTED["page-experiments"] == len(experiments)


def test_the_count_is_stale_when_a_figure_module_comes_or_changes() -> None:
    inputs = SOURCES.recipe_inputs(["content.figures.colophon"])
    modules = {path.relative_to(HOME).as_posix() for path in (HOME / "content" / "figures").glob("*.py")}
    assert modules <= inputs.keys()
    assert "content/measured/page.json" in inputs
