"""Who bites whom? One head, built by hand, on the same words in every order, with and without positions.

Without positions a word's row is the same wherever the words stand: the rows are merely shuffled. With sines and
cosines added to the words (Vaswani et al. 2017, section 3.5), the head can ask for the word before.

Each word is sixteen numbers, as many as a position. What a word says lies in the slowest waves, which hardly move
in so short a text; the head reads where it stands off the quickest.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from jaxtyping import Bool, Float, Int

from attention.arrays import Array
from attention.heads import attend, attention_weights
from attention.positions import angles, rotate, sinusoids

WORDS = ("dog", "bites", "man")
WIDTH = 16
_ROUNDING = 1e-12
_QUICK = 8  # numbers, the sines and cosines of the four quickest waves
_BITER, _DEED, _DOG, _MAN = 8, 10, 12, 14  # which number of a word says what

_SAYS = {
    "dog": {_BITER: 1.0, _DOG: 1.0},
    "bites": {_DEED: 1.0},
    "man": {_BITER: 0.75, _MAN: 1.0},  # dogs bite more often
}


@dataclass(frozen=True, slots=True)
class Config:
    """How strongly the head asks."""

    deed: float = 12.0  # of "bites": who bites?
    biter: float = 6.0  # of the others: what happens?
    before: float = 10.0  # of every word: what stands right before me?


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The head without and with positions (axis M), in all orders (axis P); rows and columns go by word, not place."""

    config: Config
    words: tuple[str, ...]
    verb: int  # the word that asks who bites
    orders: Int[Array, "P N"]  # the words as they stand, first to last; the first order is that of `words`
    places: Int[Array, "P N"]  # where each word stands
    weights: Float[Array, "M P N N"]  # [..., looking word, word looked at]
    outputs: Float[Array, "M P N 2"]  # (how much dog, how much man) each word takes home
    moved: Float[Array, "M P N"]  # how much of a word's attention lies elsewhere than in the first order
    changed: Bool[Array, "M P N"]  # whether that is more than rounding


def run(config: Config = Config()) -> Result:
    """Send all six orders through the head, both ways."""
    n = len(WORDS)
    orders = np.array(list(permutations(range(n))))
    places = orders.argsort(axis=1)
    alone = np.array([[_SAYS[word].get(number, 0.0) for number in range(WIDTH)] for word in WORDS])[orders]
    x = np.stack([alone, alone + sinusoids(np.arange(n), WIDTH)])
    w_q, w_k, w_v = _matrices(config)
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    rows, columns = places[None, :, :, None], places[None, :, None, :]
    weights = np.take_along_axis(np.take_along_axis(attention_weights(q, k), rows, 2), columns, 3)
    moved = np.maximum(weights - weights[:, :1], 0).sum(axis=-1)
    return Result(
        config=config,
        words=WORDS,
        verb=WORDS.index("bites"),
        orders=orders,
        places=places,
        weights=weights,
        outputs=np.take_along_axis(attend(q, k, v), rows, 2),
        moved=moved,
        changed=moved > _ROUNDING,
    )


def _matrices(config: Config) -> tuple[Float[Array, "X D"], Float[Array, "X D"], Float[Array, "X Dv"]]:
    """Queries ask for a place, for one who bites, for a deed; keys say place and word; values hand the word over."""
    number = np.eye(WIDTH)
    back = angles(np.ones(WIDTH), WIDTH)  # the sine and cosine of a place, turned back to the place before
    before = rotate(number, np.cos(back), np.sin(back))[:, :_QUICK]
    return (
        np.hstack(
            [config.before * before, config.deed * number[:, [_DEED]], config.biter * number[:, [_BITER]]]
        ),
        np.hstack([number[:, :_QUICK], number[:, [_BITER, _DEED]]]),
        number[:, [_DOG, _MAN]],
    )
