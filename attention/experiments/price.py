"""What does looking everywhere cost? Scores, their memory, and the multiplications of attention, by length.

Every word looks at itself and at all before it: n (n + 1) / 2 scores for each head of each layer. Counted beside
them is the work that grows only with n, the products that make queries, keys and values and join the heads. The
models' sizes are those of Grattafiori et al. 2024, table 3. Nothing here is timed.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from attention.arrays import Array
from attention.checks import mismatch
from attention.experiments.kv_size import MODELS, Model

ONE_HEAD = Model("One head", layers=1, heads=1, key_heads=1, head_width=128, width=4096)
LLAMAS = tuple(model for model in MODELS if model.name.startswith("Llama 3.1"))


@dataclass(frozen=True, slots=True)
class Config:
    """The models, and how long their text is."""

    models: tuple[Model, ...] = (ONE_HEAD, *LLAMAS)
    lengths: tuple[int, ...] = (100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
    bytes_per_score: int = 4

    def __post_init__(self) -> None:
        if min(self.lengths) < 1:
            raise mismatch("lengths", min(self.lengths), "1 word or more")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axis M: the models. Axis L: the lengths."""

    config: Config
    lengths: Int[Array, " L"]
    scores: Int[Array, "M L"]
    score_bytes: Int[Array, "M L"]  # were all of them kept at once
    looking: Int[Array, "M L"]  # multiplications for scores, and for mixing values
    making: Int[Array, "M L"]  # for queries, keys, values, and for joining heads
    even: Int[Array, " M"]  # the first length at which looking costs more than making


def run(config: Config = Config()) -> Result:
    """Count for each model and length."""
    lengths = np.array(config.lengths, dtype=np.int64)
    pairs = lengths * (lengths + 1) // 2
    heads = np.array([m.layers * m.heads for m in config.models])
    each = np.array([2 * m.head_width for m in config.models])  # of a score, and of mixing its value in
    word = np.array([word_multiplications(m) for m in config.models])
    scores = heads[:, None] * pairs
    return Result(
        config=config,
        lengths=lengths,
        scores=scores,
        score_bytes=scores * config.bytes_per_score,
        looking=scores * each[:, None],
        making=word[:, None] * lengths,
        # heads · each · n (n + 1) / 2 > word · n
        even=2 * word // (heads * each),
    )


def word_multiplications(model: Model) -> int:
    """Of one word's list with the matrices of queries and keys and values, and of its heads with the last one."""
    queries_and_joining = 2 * model.width * model.heads * model.head_width
    keys_and_values = 2 * model.width * model.key_heads * model.head_width
    return model.layers * (queries_and_joining + keys_and_values)
