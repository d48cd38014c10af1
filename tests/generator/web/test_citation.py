"""How the essay is cited, and what its single file is called."""

import pytest
from pybtex.database import parse_string

from generator.web.citation import bibtex, single_file_name, slug, spoken_date
from tests.generator import sample


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Attention, worked out", "attention.html"),
        ("Über Gezeiten", "uber.html"),
        ("Index of all tides", "essay.html"),  # index.html is taken
        ("404 tides", "essay.html"),  # so is 404.html
        ("潮汐", "essay.html"),
    ],
)
def test_the_single_file_is_named_after_the_first_word(title: str, name: str) -> None:
    assert single_file_name(title) == name


def test_a_date_is_spoken() -> None:
    assert spoken_date("2026-03-01") == "March 1, 2026"


def test_slug() -> None:
    assert slug("Tides, worked out: 1 & 2") == "tides-worked-out-1-2"


def test_the_entry_is_bibtex_and_keeps_names_whole() -> None:
    settings = sample.replaced(
        sample.SETTINGS,
        title="Tides & time 50%",
        authors=("Ada Example", "The contributors to Tides, worked out"),
        address="https://example.org/tides_1/",
    )
    entry = parse_string(bibtex(settings), "bibtex").entries["tides-time-502026"]
    people = entry.persons["author"]
    assert str(people[0]) == "Example, Ada"
    assert people[1].last_names == ["{The contributors to Tides, worked out}"]
    assert entry.fields["title"] == r"{Tides \& time 50\%}"
    assert entry.fields["year"] == "2026"
    assert entry.fields["url"] == "https://example.org/tides_1/"
