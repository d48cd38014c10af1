"""Two toy languages that say the same in another order: what a translator can learn within seconds.

A sentence is a string of phrases. A phrase is a noun after up to two adjectives, or one other word. Every word
has one counterpart, and phrases keep their order; but in the other language the noun comes first and its
adjectives follow, the nearest first: "small old house" becomes "dom vesh tik".
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from attention.arrays import Array
from attention.checks import mismatch

ADJECTIVES = {
    "tired": "lun",
    "wide": "pado",
    "small": "tik",
    "old": "vesh",
    "big": "gora",
    "cold": "fri",
    "dark": "nok",
    "red": "rubi",
}
NOUNS = {
    "animal": "mor",
    "street": "vial",
    "house": "dom",
    "dog": "bau",
    "cat": "miu",
    "river": "rivo",
    "tree": "arbo",
    "bird": "pip",
}
OTHERS = {
    "the": "la",
    "a": "un",
    "crossed": "tras",
    "near": "ap",
    "and": "e",
    "but": "mas",
    "saw": "vid",
    "under": "sot",
}
LEXICON = ADJECTIVES | NOUNS | OTHERS
SOURCE, TARGET = tuple(LEXICON), tuple(LEXICON.values())  # a word and its translation have the same number

_KIND = np.repeat(np.arange(3), 8)  # of each word
_ADJECTIVE, _NOUN, _OTHER = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """Sentences of one length, and what they become."""

    source: Int[Array, "B N"]
    target: Int[Array, "B N"]
    order: Int[Array, "B N"]  # which source word each target word translates


def random_sentences(rng: np.random.Generator, count: int, length: int) -> Sentences:
    """Sentences of phrases that are all equally likely, the last cut to fit."""
    words = np.empty((count, length), dtype=int)
    left, other = np.zeros(count, dtype=int), np.zeros(count, dtype=bool)
    for place in range(length):
        begins, drawn = left == 0, rng.integers(4, size=count)  # one other word, or a phrase of 1 to 3
        left = np.where(begins, np.clip(drawn, 1, length - place), left)
        other = np.where(begins, drawn == 0, other)
        kind = np.where(other, _OTHER, np.where(left == 1, _NOUN, _ADJECTIVE))
        words[:, place] = 8 * kind + rng.integers(8, size=count)
        left -= 1
    return translated(words)


def translated(source: Int[Array, "B N"]) -> Sentences:
    """The sentences with their translations: in each phrase the words change places, last for first."""
    places = np.arange(source.shape[1])
    ends = np.where(_KIND[source] == _ADJECTIVE, source.shape[1], places)
    ends = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]  # where each word's phrase ends
    order = np.lexsort((np.broadcast_to(-places, ends.shape), ends))
    return Sentences(source, np.take_along_axis(source, order, axis=1), order)


def numbered(sentence: str) -> Int[Array, " N"]:
    """The numbers of a source sentence's words."""
    unknown = [word for word in sentence.split() if word not in LEXICON]
    if unknown:
        raise mismatch("words", ", ".join(unknown), f"some of {', '.join(LEXICON)}")
    return np.array([SOURCE.index(word) for word in sentence.split()])
