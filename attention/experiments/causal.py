"""Which rows change when a word is added? The sentence written word by word, with and without a mask.

The causal mask forbids looking ahead (Vaswani et al. 2017, section 3.2.3). It holds in every layer, so also in
the earlier one that copies what the last word describes into "it": under the mask there is nothing to copy.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Bool, Float

from attention.arrays import Array
from attention.experiments import winograd
from attention.heads import attention_weights
from attention.masks import causal

_DESCRIBES = slice(2, 4)  # the numbers of a word that say what it describes


@dataclass(frozen=True, slots=True)
class Config:
    """The head that reads the sentence as it grows."""

    head: winograd.Config = field(default_factory=winograd.Config)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The weights after each word: axis M without and with the mask, axis P for how many words are written, less 1."""

    config: Config
    words: tuple[str, ...]
    pronoun: int  # where "it" stands
    seen: Bool[Array, "N N"]  # who may look at whom under the mask
    weights: Float[Array, "M P N N"]  # zero where a word is not yet written, or hidden by the mask
    changed: Bool[Array, "M P N"]  # rows written before that are no longer what they were one word ago
    moved: Float[Array, "M P N"]  # how much of a row's attention lies elsewhere than one word ago


def run(config: Config = Config()) -> Result:
    """Write the sentence word by word, in both ways."""
    head = winograd.run(config.head)
    x, n = head.uncopied[0], len(head.words)
    weights = np.zeros((2, n, n, n))
    for masked in (0, 1):
        for last in range(n):
            seen = slice(0, last + 1)
            weights[masked, last, seen, seen] = _read(x[seen], head, bool(masked))
    before = np.concatenate([np.zeros((2, 1, n, n)), weights[:, :-1]], axis=1)
    old = np.tri(n, k=-1, dtype=bool)  # after word p, the rows of the words before it
    return Result(
        config=config,
        words=head.words,
        pronoun=head.pronoun,
        seen=causal(n, n),
        weights=weights,
        changed=old & (weights != before).any(axis=-1),
        moved=np.where(old, np.maximum(weights - before, 0).sum(axis=-1), 0),
    )


def _read(x: Float[Array, "T X"], head: winograd.Result, masked: bool) -> Float[Array, "T T"]:
    """The weights of a text that ends here: first the copy into "it", from the last word it may see, then the head."""
    x = x.copy()
    if len(x) > head.pronoun:
        source = head.pronoun if masked else len(x) - 1
        x[head.pronoun, _DESCRIBES] += head.config.copied * x[source, _DESCRIBES]
    mask = causal(len(x), len(x)) if masked else None
    return attention_weights(x @ head.query_matrix, x @ head.key_matrix, mask)
