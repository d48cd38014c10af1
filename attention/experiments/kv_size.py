"""How large are the caches of published models? Counted from their layers, heads and widths.

Query heads may share the keys and values they look at: all of them one pair (Shazeer 2019), or each group one
(Ainslie et al. 2023). The sizes are those of Brown et al. 2020 (table 2.1), Touvron et al. 2023 (table 1),
Chowdhery et al. 2023 (table 1) and Grattafiori et al. 2024 (table 3).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from attention.arrays import Array
from attention.checks import mismatch


@dataclass(frozen=True, slots=True)
class Model:
    """A published model's attention."""

    name: str
    layers: int
    heads: int  # query heads of a layer
    key_heads: int  # keys and values of a layer
    head_width: int
    width: int  # of a word's list

    def __post_init__(self) -> None:
        if self.key_heads < 1 or self.heads % self.key_heads:
            raise mismatch("key heads G", self.key_heads, f"a divisor of the query heads, H = {self.heads}")


MODELS = (
    Model("GPT-3", 96, 96, 96, 128, 12288),
    Model("Llama 2 7B", 32, 32, 32, 128, 4096),
    Model("Llama 2 70B", 80, 64, 8, 128, 8192),
    Model("Llama 3.1 8B", 32, 32, 8, 128, 4096),
    Model("Llama 3.1 70B", 80, 64, 8, 128, 8192),
    Model("Llama 3.1 405B", 126, 128, 8, 128, 16384),
    Model("PaLM 540B", 118, 48, 1, 256, 18432),
)


@dataclass(frozen=True, slots=True)
class Config:
    """The models, and how much they have read; every layer keeps every word."""

    models: tuple[Model, ...] = MODELS
    lengths: tuple[int, ...] = (1, 10, 100, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000)
    bytes_per_number: int = 2

    def __post_init__(self) -> None:
        if min(self.lengths) < 1:
            raise mismatch("lengths", min(self.lengths), "1 word or more")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """Axis M: the models. Axis L: how many words, or pieces of words, are kept."""

    config: Config
    lengths: Int[Array, " L"]
    word_bytes: Int[Array, " M"]  # one word's keys and values, in all layers
    unshared_bytes: Int[Array, " M"]  # the same, had every query head its own
    sharing: Int[Array, " M"]  # query heads that share one pair
    cache_bytes: Int[Array, "M L"]
    unshared_cache_bytes: Int[Array, "M L"]


def run(config: Config = Config()) -> Result:
    """Count for each model."""
    lengths = np.array(config.lengths, dtype=np.int64)
    word = np.array([word_bytes(m, m.key_heads, config.bytes_per_number) for m in config.models])
    unshared = np.array([word_bytes(m, m.heads, config.bytes_per_number) for m in config.models])
    return Result(
        config=config,
        lengths=lengths,
        word_bytes=word,
        unshared_bytes=unshared,
        sharing=np.array([m.heads // m.key_heads for m in config.models]),
        cache_bytes=word[:, None] * lengths,
        unshared_cache_bytes=unshared[:, None] * lengths,
    )


def word_bytes(model: Model, key_heads: int, bytes_per_number: int) -> int:
    """A key and a value for each key head, in each layer."""
    return model.layers * 2 * key_heads * model.head_width * bytes_per_number
