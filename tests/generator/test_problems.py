"""A problem is told with its place, its line, and a mark under what is wrong."""

from hypothesis import given
from hypothesis import strategies as st

from generator.problems import BuildFailed, Place, Problem, nearest

PLACE = Place("content/05-softmax.md", 42, 12)


def test_a_problem_points_at_the_fault():
    problem = Problem(PLACE, "no figure is named 'sofmax'", ":::{figure} sofmax", "did you mean 'softmax'?")
    assert str(problem).splitlines() == [
        "content/05-softmax.md:42:12: no figure is named 'sofmax'",
        "   42 | :::{figure} sofmax",
        "      |            ^ did you mean 'softmax'?",
    ]


def test_a_warning_says_so():
    assert (
        str(Problem(PLACE, "never used", severity="warning"))
        == "content/05-softmax.md:42:12: warning: never used"
    )


@given(st.text(st.sampled_from("ab "), min_size=1, max_size=400), st.data())
def test_a_long_line_is_cut_round_the_fault(line, data):
    column = data.draw(st.integers(1, len(line)))
    shown, mark = str(Problem(Place("a.md", 7, column), "wrong", line)).splitlines()[1:]
    assert shown[mark.index("^")] == line[column - 1]
    assert len(line) > 96 or shown.removeprefix("    7 | ") == line


def test_the_nearest_name_is_offered_if_one_is_near():
    assert nearest("sofmax", ["softmax", "width"]) == "did you mean 'softmax'?"
    assert nearest("zebra", ["softmax", "width"]) == ""


def test_a_failed_build_tells_all_its_problems():
    assert str(BuildFailed([Problem(PLACE, "one"), Problem(PLACE, "two")])).count("content/05") == 2
