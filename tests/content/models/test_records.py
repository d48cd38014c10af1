"""What the essay says of the two published models, held to what is recorded of them."""

import numpy as np
import pytest

from content.models import records
from content.models.packages import MINILM, SMOLLM2

HALF = 12  # adjectives of each kind


@pytest.fixture(scope="module")
def minilm() -> records.Minilm:
    return records.minilm()


@pytest.fixture(scope="module")
def smollm2() -> records.Smollm2:
    return records.smollm2()


def test_records_say_where_they_come_from(minilm: records.Minilm, smollm2: records.Smollm2) -> None:
    for record, package in ((minilm, MINILM), (smollm2, SMOLLM2)):
        assert record.provenance["sha256"] == package.sha256
        assert record.provenance["license"] == "Apache-2.0"
        assert record.provenance["computed with"].startswith("numpy ")


# ── the encoder ──────────────────────────────────────────────────────────────────────────────────


def test_all_heads_are_there_and_every_row_is_a_whole(minilm: records.Minilm) -> None:
    assert minilm.weights.shape == (2, 6, 12, 16, 16)
    assert minilm.active.shape == minilm.passive.shape == (2, 2 * HALF, 6, 12)
    # sixteen shares, each rounded to a thousandth
    np.testing.assert_allclose(minilm.weights.sum(-1), 1, atol=16 * 0.0005)


def test_the_sentences_differ_in_one_word(minilm: records.Minilm) -> None:
    first, second = minilm.tokens
    assert [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]] == [("tired", "wide")]
    assert first[:3] == ("[CLS]", "the", "animal")
    assert (first[minilm.pronoun], minilm.nouns) == ("it", (2, 8))


def test_before_the_second_layer_it_knows_nothing_of_the_ending(minilm: records.Minilm) -> None:
    """A first-layer head looks by words and places alone: its ratio of two other words stays."""
    animal, street = (minilm.weights[:, 0, :, minilm.pronoun, noun] for noun in minilm.nouns)
    large = ((animal > 0.05) & (street > 0.05)).all(0)
    assert large.sum() >= 2
    ratio = animal[:, large] / street[:, large]
    # four shares above .05, each off by .0005 at most: a hundredth each
    np.testing.assert_allclose(ratio[0], ratio[1], rtol=0.04)


def test_one_head_looks_one_word_back_and_one_ahead(minilm: records.Minilm) -> None:
    previous, following = minilm.kinds["previous"], minilm.kinds["next"]
    assert previous[0, 2] > 0.995  # told as 1.00
    assert following[1, 8] == pytest.approx(0.73, abs=0.005)
    assert [(previous > 0.5).sum(), (following > 0.5).sum()] == [1, 1]


def test_fifteen_heads_rest_on_the_start(minilm: records.Minilm) -> None:
    assert (minilm.kinds["first"] > 0.5).sum() == 15


def test_the_head_that_leans_most_does_not_flip(minilm: records.Minilm) -> None:
    assert minilm.leaning == (3, 1)
    rows = minilm.weights[:, 3, 1, minilm.pronoun]
    told = [[rows[k, noun] for noun in minilm.nouns] for k in (0, 1)]
    np.testing.assert_allclose(told, [[0.68, 0.05], [0.28, 0.12]], atol=0.005)  # told to two digits


def test_it_tells_adjectives_apart_over_two_dozen(minilm: records.Minilm) -> None:
    of_animal = minilm.active[0, :, 3, 1]
    fit, unfit = of_animal[:HALF], of_animal[HALF:]
    told = [fit.min(), fit.max(), unfit.min(), unfit.max()]
    np.testing.assert_allclose(told, [0.44, 0.69, 0.13, 0.38], atol=0.005)  # told to two digits


def test_in_the_passive_it_takes_the_street_every_time(minilm: records.Minilm) -> None:
    animal, street = minilm.passive[:, :, 3, 1]
    assert (street > animal).all()


def test_without_its_arrows_to_the_nouns_it_still_differs(minilm: records.Minilm) -> None:
    """Told as .12 and .15: the arrows of the picture aren't what brings the adjective in."""
    assert minilm.uncut.lean.shape == (2 * HALF,)
    assert minilm.uncut.difference == pytest.approx(0.121, abs=0.0005)  # told to three digits
    assert minilm.cut["nouns"].lean.shape == (7, 2 * HALF)
    assert minilm.cut["nouns"].difference[-1] == pytest.approx(0.149, abs=0.0005)
    assert minilm.cut["nouns"].apart[-1] == pytest.approx(0.9, abs=0.005)  # told to two digits
    assert (minilm.cut["nouns"].share[-1] == 0).all()


def test_without_one_arrow_in_one_layer_the_difference_is_gone(minilm: records.Minilm) -> None:
    cut = minilm.cut["adjective"]
    assert cut.difference[2] == pytest.approx(0.005, abs=0.0005)  # told to three digits
    assert cut.apart[2] < 0.6
    # any other single layer leaves more than four fifths of it
    assert np.delete(cut.difference, [2, 6]).min() > 0.8 * minilm.uncut.difference


def test_its_neighbors_are_no_matter(minilm: records.Minilm) -> None:
    assert minilm.cut["beside"].difference[-1] > 0.8 * minilm.uncut.difference


def test_what_is_uncut_is_what_the_heads_were_recorded_with(minilm: records.Minilm) -> None:
    np.testing.assert_array_equal(minilm.uncut.share, minilm.active[0, :, 3, 1])


# ── the decoder ──────────────────────────────────────────────────────────────────────────────────


def test_the_first_time_costs_more_than_a_blind_guess(smollm2: records.Smollm2) -> None:
    assert smollm2.first[0] > smollm2.blind + 1
    assert smollm2.blind == pytest.approx(np.log(49152), abs=5e-5)  # four digits are kept


def test_the_second_time_costs_a_fifth(smollm2: records.Smollm2) -> None:
    assert smollm2.first[0] == pytest.approx(11.9, abs=0.05)
    assert smollm2.second[0] == pytest.approx(2.5, abs=0.05)


def test_the_first_word_of_the_second_reading_is_as_hard_as_any(smollm2: records.Smollm2) -> None:
    """Nothing says that the list begins again: what copies needs one word to go by."""
    assert smollm2.losses[0, smollm2.length - 1] > 9


def test_a_few_heads_look_at_what_followed(smollm2: records.Smollm2) -> None:
    assert smollm2.scores.shape == (30, 9)
    assert (smollm2.scores > 0.5).sum() == 5
    assert smollm2.cut[1] == ((18, 6), (17, 4), (17, 3), (17, 5))
    order = np.sort(smollm2.scores, axis=None)[::-1]
    assert [smollm2.scores[head] for head in smollm2.cut[1]] == order[:4].tolist()


def test_others_are_drawn_from_heads_that_hardly_do(smollm2: records.Smollm2) -> None:
    assert [len(cut) for cut in smollm2.cut] == [0, 4, 8, 8, 8, 8, 8, 8]
    assert max(smollm2.scores[head] for cut in smollm2.cut[2:] for head in cut) < 0.08
    assert (smollm2.scores < 0.08).sum() == smollm2.weak


def test_cutting_the_strongest_costs_more_than_any_draw_of_twice_as_many(smollm2: records.Smollm2) -> None:
    assert smollm2.second[1] == pytest.approx(6.6, abs=0.05)
    assert smollm2.second[2:].max() < smollm2.second[1] - 0.5


def test_copying_is_weakened_and_not_gone(smollm2: records.Smollm2) -> None:
    assert smollm2.second[1] < smollm2.first[1] - 4
