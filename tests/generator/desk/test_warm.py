"""A build in a process that has built before gives what a first build gives."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.desk.messages import Job, Message, Printed, Working
from generator.desk.warm import Warm
from tests.generator.project import Tides


class Reader:
    """Keeps what a press sends."""

    def __init__(self, tides: Tides) -> None:
        self.pages: dict[str, bytes] = {}
        self.last: list[Message] = []
        self.warm = Warm(Job(tides.content, tides.cache), self.last.append)

    def build(self) -> list[str]:
        """Build, take the pages, and give what is wrong."""
        self.last.clear()
        problems = self.warm.build()
        for message in self.last:
            if isinstance(message, Printed):
                kept = {name: data for name, data in self.pages.items() if name not in message.gone}
                self.pages = {**kept, **message.changed}
        places = (problem.place for problem in problems)
        return [f"{Path(place.path).name}:{place.line}:{place.column}" for place in places]

    def changed(self) -> set[str]:
        """The pages of the last build that were new."""
        return {name for message in self.last if isinstance(message, Printed) for name in message.changed}

    def worked(self) -> bool:
        """Whether the last build had long work to do."""
        return any(isinstance(message, Working) for message in self.last)


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Tides:
    return Tides(tmp_path_factory.mktemp("tides"))


def cold(tides: Tides) -> Mapping[str, bytes]:
    """What a first build gives now."""
    reader = Reader(tides)
    assert reader.build() == []
    return reader.pages


def test_only_what_changed_is_done_and_sent(tides: Tides) -> None:
    reader = Reader(tides)
    assert (reader.build(), reader.worked()) == ([], True)
    assert (reader.build(), reader.changed(), reader.worked()) == ([], set(), False)
    tides.edit("content/index.md", "comes and goes", "goes and comes")
    assert reader.build() == []
    assert reader.changed() == {"index.html", "tides.html"}
    assert isinstance(reader.last[0], Printed)
    assert "index.html" in reader.last[0].changed  # the page comes before all that it links to
    tides.edit("tides/pull.py", "3", "7")
    assert (reader.build(), reader.worked()) == ([], True)
    assert {"index.html", "data/neap.csv"} < reader.changed()
    assert reader.pages == cold(tides)


def test_a_fault_sends_nothing_and_leaves_nothing_behind(tides: Tides) -> None:
    reader = Reader(tides)
    reader.build()
    text = (tides.folder / "content/01-spring.md").read_text()
    tides.edit("content/01-spring.md", "[@newton1687]", "[@newton]")
    for _ in range(2):
        assert (reader.build(), reader.changed()) == (["01-spring.md:5:88"], set())
    tides.write("content/01-spring.md", text)
    assert (reader.build(), reader.changed()) == ([], set())
    tides.edit("content/references.bib", "Principia", "Opticks")
    assert reader.build() == []
    assert b"Opticks" in reader.pages["index.html"]


def test_what_is_gone_is_taken_away(tides: Tides) -> None:
    reader = Reader(tides)
    reader.build()
    test = Path("tests/tides/experiments/test_spring.py")
    assert f"code/{test}.html" in reader.pages
    (tides.folder / test).unlink()
    assert reader.build() == []
    assert f"code/{test}.html" not in reader.pages
    assert reader.pages == cold(tides)
