"""The picture beside a link: a PNG of the size that the networks ask for, of the figure that the essay names."""

from pathlib import Path

from generator.pictures import picture_size
from generator.web.share import share
from tests.generator import sample

FIGURES = (sample.lever("overview", 760), sample.lever())


def test_it_is_a_picture_of_its_size_and_the_same_twice(tmp_path: Path) -> None:
    made = share(sample.SETTINGS, FIGURES, tmp_path / "one")
    assert made is not None
    told, image = made
    assert picture_size(image) == (told.width, told.height) == (1200, 630)
    assert told.alt == FIGURES[0].alt
    assert share(sample.SETTINGS, FIGURES, tmp_path / "one") == made
    assert share(sample.SETTINGS, FIGURES, tmp_path / "two") == made


def test_it_shows_the_figure_that_the_essay_names(tmp_path: Path) -> None:
    first, named, alone = (
        share(settings, figures, tmp_path)
        for settings, figures in (
            (sample.SETTINGS, FIGURES),
            (sample.replaced(sample.SETTINGS, picture="lever"), FIGURES),
            (sample.SETTINGS, FIGURES[1:]),
        )
    )
    assert first != named == alone


def test_a_long_title_and_one_with_markup_are_drawn(tmp_path: Path) -> None:
    settings = sample.replaced(sample.SETTINGS, title="Tides & <currents> " * 7)
    made = share(settings, FIGURES, tmp_path)
    assert made is not None
    assert picture_size(made[1]) == (1200, 630)


def test_without_a_figure_there_is_none(tmp_path: Path) -> None:
    assert share(sample.SETTINGS, (), tmp_path) is None
