"""Claims of "Words as points"."""

from dataclasses import replace

import numpy as np
import pytest

from attention.experiments.words import GROUPS, SENTENCES, Config, run

TWO, SIX, ALL = 1, 5, -1  # places along axis K: so many directions kept
TWO_DIGITS = 0.005  # the essay prints two


@pytest.fixture(scope="module")
def result():
    return run()


@pytest.fixture(scope="module")
def at(result):
    return {word: place for place, word in enumerate(result.words)}


def test_27_sentences_with_74_different_words_give_148_numbers_a_word(result):
    assert (len(SENTENCES), len(result.vocabulary), result.table.shape) == (27, 74, (16, 148))
    assert result.tokens == sum(len(sentence.split()) for sentence in SENTENCES)


def test_the_map_has_three_clean_groups(result):
    """Silhouettes: 1 where a word lies much nearer to its own group than to the next one, 0 in between."""
    group = np.repeat(range(3), [len(words) for _, words in GROUPS])
    own = group[:, None] == group
    means = np.array([result.map_distances[:, group == g].mean(1) for g in range(3)]).T
    inside = (result.map_distances * own).sum(1) / (own.sum(1) - 1)
    outside = np.where(np.eye(3, dtype=bool)[group], np.inf, means).min(1)
    silhouettes = (outside - inside) / np.maximum(outside, inside)
    assert silhouettes.mean() == pytest.approx(0.72, abs=TWO_DIGITS)
    assert silhouettes.min() > 0.6  # no word is torn between two
    nearest = (result.map_distances + np.diag([np.inf] * 16)).argmin(1)
    assert (group[nearest] == group).all()


def test_two_directions_carry_28_percent(result):
    assert result.share[:2].sum() == pytest.approx(0.28, abs=TWO_DIGITS)
    assert result.share.sum() == pytest.approx(1, rel=1e-12)
    assert (np.diff(result.share) <= 0).all()


def test_tired_and_wide_are_near_on_the_map_and_share_nothing_in_full(result, at):
    tired, wide = at["tired"], at["wide"]
    assert not (result.table[tired] * result.table[wide]).any()
    assert result.cosines[tired, wide] == 0
    on_map, in_full = result.map_distances[tired], result.full_distances[tired]
    assert (on_map < on_map[wide]).sum() == 2  # itself and "sleepy"
    assert on_map[wide] < np.median(on_map) / 3
    assert (in_full < in_full[wide]).sum() > 6  # itself and a good part of the others
    assert in_full[wide] > 1.5 * in_full[at["sleepy"]]
    assert result.kept_cosines[TWO, tired, wide] == pytest.approx(0.98, abs=TWO_DIGITS)


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("tired", {"sleepy": 0.56}),
        ("wide", {"busy": 0.43}),
        ("cat", {"horse": 0.46, "dog": 0.33}),
        ("street", {"park": 0.61, "road": 0.49, "river": 0.38}),
    ],
)
def test_neighbors_in_the_full_list(result, at, word, nearest):
    found = result.kept_nearest[ALL, at[word]][: len(nearest)]
    assert [result.words[i] for i in found] == list(nearest)
    assert result.cosines[at[word], found] == pytest.approx(list(nearest.values()), abs=TWO_DIGITS)
    told = dict(result.nearest_of_all[at[word]][: len(nearest)])
    assert told == pytest.approx(nearest, abs=TWO_DIGITS)


def test_a_word_is_told_by_what_stands_beside_it(result, at):
    beside = {word: (result.before[i], result.after[i]) for word, i in at.items()}
    assert beside["tired"] == (("a", "and"), ("dog",))
    assert beside["sleepy"] == (("a",), ("cat", "dog"))
    assert beside["wide"] == (("too",), ("to",))
    assert set(beside["wide"][0]) < set(beside["busy"][0])
    assert set(beside["wide"][1]) < set(beside["busy"][1])


def test_accidents_of_a_small_corpus(result, at):
    """They ran or walked as well: to the counts, a dog is as much like children as like a cat."""
    dog = dict(result.nearest_of_all[at["dog"]])
    assert set(dog) == {"cat", "children", "they"}
    assert dog["children"] == pytest.approx(dog["they"], rel=1e-12)
    assert dog["children"] == pytest.approx(dog["cat"], abs=0.01)  # .326 and .334
    assert result.cosines[at["dog"], at["horse"]] < 0.05
    assert result.nearest_of_all[at["hungry"]][0] == ("so", pytest.approx(0.33, abs=TWO_DIGITS))


def test_squeezing_makes_neighbors(result, at):
    tired, wide, sleepy, busy = (at[word] for word in ("tired", "wide", "sleepy", "busy"))
    kept = result.kept_cosines
    assert (kept[:3, tired, wide] > 0.97).all()  # up to three directions they are one
    assert kept[3, tired, wide] == pytest.approx(0.45, abs=TWO_DIGITS)
    assert kept[4, tired, wide] == pytest.approx(0.08, abs=TWO_DIGITS)
    assert (np.abs(kept[SIX:, tired, wide]) < 0.05).all()
    for k, (first, second) in {TWO: ("sleepy", "wide"), ALL: ("sleepy", "busy")}.items():
        assert [result.words[i] for i in result.kept_nearest[k, tired, :2]] == [first, second]
    # The real neighbors are drawn too near as well, until the direction that tells them apart is kept.
    assert (kept[:12, tired, sleepy] > 0.99).all()
    assert (kept[:8, wide, busy] > 0.93).all()
    assert result.share[:12].sum() > 0.95


def test_with_all_directions_the_lists_are_whole_again(result):
    assert len(result.share) == len(result.words) - 1
    np.testing.assert_allclose(result.kept_cosines[ALL], result.cosines, atol=1e-12)
    whole = np.linalg.norm(result.table - result.table.mean(0), axis=1)
    assert (np.linalg.norm(result.points, axis=1) < whole).all()


def test_no_word_names_itself_as_a_neighbor(result):
    for k in range(len(result.share)):
        for i, found in enumerate(result.kept_nearest[k]):
            assert i not in found
            assert (np.diff(result.kept_cosines[k, i, found]) < 1e-9).all()  # nearest first, equal ones aside


def test_a_corpus_with_another_number_of_words_is_refused():
    shorter = SENTENCES[:-1]
    with pytest.raises(ValueError, match=r"sentences: got 70 different words, wanted 74 of them"):
        run(Config(sentences=shorter))


def test_a_word_that_is_not_in_the_corpus_is_refused():
    groups = (*GROUPS[:2], ("describing words", ("tired", "narrow", "long")))
    with pytest.raises(
        ValueError, match=r"groups: got 'long', 'narrow', wanted words that the sentences have"
    ):
        run(replace(Config(), groups=groups))
