"""How do scores become shares? Softmax in its two steps, on the scores of "it" in the hand-built head."""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from attention.arrays import Array
from attention.experiments import winograd
from attention.softmax import softmax


@dataclass(frozen=True, slots=True)
class Config:
    """The head that gives the scores, and the temperatures they are read at."""

    head: winograd.Config = field(default_factory=winograd.Config)
    temperatures: tuple[float, ...] = (1.0, 0.25, 0.5, 2.0, 4.0, 8.0)  # the plain softmax first
    digits: int = 2  # the scores are rounded, so that a reader can do the sums again from what is printed


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Both steps at every temperature, for the eleven words of the sentence."""

    config: Config
    words: tuple[str, ...]
    scores: Float[Array, " N"]
    temperatures: Float[Array, " K"]
    exponentials: Float[Array, "K N"]  # step one: exp(score / temperature)
    totals: Float[Array, " K"]
    weights: Float[Array, "K N"]  # step two: each exponential over the total
    ratio_of_one: float  # how many times the weight a score earns that is 1 higher (at temperature 1)
    ratio_of_three: float  # and 3 higher


def run(config: Config = Config()) -> Result:
    """Exponentiate and divide, at every temperature."""
    head = winograd.run(config.head)
    scores = head.scores[0, head.pronoun].round(config.digits)
    temperatures = np.array(config.temperatures)
    exponentials = np.exp(scores / temperatures[:, None])
    base, one_higher, three_higher = softmax(np.array([0.0, 1.0, 3.0]))
    return Result(
        config=config,
        words=head.words,
        scores=scores,
        temperatures=temperatures,
        exponentials=exponentials,
        totals=exponentials.sum(axis=1),
        weights=np.stack([softmax(scores, temperature=t) for t in config.temperatures]),
        ratio_of_one=float(one_higher / base),
        ratio_of_three=float(three_higher / base),
    )
