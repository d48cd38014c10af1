"""The two toy languages: every word has one counterpart, and a noun goes before its adjectives."""

import numpy as np
import pytest

from attention.toy_languages import (
    ADJECTIVES,
    LEXICON,
    NOUNS,
    SOURCE,
    TARGET,
    numbered,
    random_sentences,
    translated,
)


@pytest.fixture
def sentences():
    return random_sentences(np.random.default_rng(0), 4001, 11)


def test_a_noun_goes_before_its_adjectives():
    by_hand = {
        "the small old house": "la dom vesh tik",
        "but the cat saw a big dog and the river": "mas la miu vid un bau gora e la rivo",
        "red cold": "fri rubi",  # no noun to follow: still the last comes first
    }
    for sentence, translation in by_hand.items():
        (target,) = translated(numbered(sentence)[None]).target
        assert " ".join(TARGET[word] for word in target) == translation


def test_every_word_is_translated_once(sentences):
    places = np.sort(sentences.order, axis=1)
    np.testing.assert_array_equal(places, np.broadcast_to(np.arange(11), places.shape))
    np.testing.assert_array_equal(
        np.take_along_axis(sentences.source, sentences.order, axis=1), sentences.target
    )
    assert len(set(TARGET)) == len(set(SOURCE)) == len(LEXICON)


def test_phrases_are_equally_likely(sentences):
    """At the start: another word, a noun, or one with one or two adjectives, a quarter each."""
    kinds = np.array([0 if w in ADJECTIVES else 1 if w in NOUNS else 2 for w in SOURCE])[sentences.source]
    starts = [[2], [1], [0, 1], [0, 0, 1]]
    shares = [(kinds[:, : len(start)] == start).all(1).mean() for start in starts]
    assert sum(shares) == pytest.approx(1)
    np.testing.assert_allclose(shares, 0.25, atol=0.03)  # four standard errors of a quarter of 4,001


def test_no_adjective_is_left_without_its_noun(sentences):
    assert {SOURCE[word] for word in sentences.source[:, -1]} & ADJECTIVES.keys() == set()


def test_adjectives_come_back_to_front(sentences):
    """At most two words are jumped over, and some sentence needs that."""
    assert abs(sentences.order - np.arange(11)).max() == 2


def test_an_unknown_word_is_named():
    with pytest.raises(ValueError, match="words: got hause, wanted some of tired, wide"):
        numbered("the old hause")
