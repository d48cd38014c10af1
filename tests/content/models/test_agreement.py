"""Records are compared entry by entry."""

import pytest

from content.models.agreement import differences

RECORD = {"words": ["it", "was"], "shares": [[677, 50], [281, 121]], "loss": 2.5131}


def test_a_record_agrees_with_itself() -> None:
    assert list(differences(RECORD, RECORD)) == []


@pytest.mark.parametrize(
    "change",
    [{"shares": [[676, 51], [282, 120]]}, {"loss": 2.5136}, {"loss": 2.5122}, {"words": ("it", "was")}],
)
def test_the_last_digit_may_differ(change: dict[str, object]) -> None:
    assert list(differences(RECORD, RECORD | change)) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"shares": [[677, 50], [279, 121]]}, "shares[1][0]: recorded 281, computed 279"),
        ({"loss": 2.515}, "loss: recorded 2.5131, computed 2.515"),
        ({"loss": float("nan")}, "loss: recorded 2.5131, computed nan"),
        ({"words": ["it", "is"]}, "words[1]: recorded 'was', computed 'is'"),
        ({"words": ["it"]}, "words: recorded ['it', 'was'], computed ['it']"),
        ({"more": 1}, "more: recorded None, computed 1"),
    ],
)
def test_what_differs_is_told_where_it_stands(change: dict[str, object], told: str) -> None:
    assert list(differences(RECORD, RECORD | change)) == [told]


def test_what_is_no_longer_computed_is_told() -> None:
    assert list(differences(RECORD, {"words": ["it", "was"], "loss": 2.5131})) == [
        "shares: recorded [[677, 50], [281, 121]], computed None"
    ]
