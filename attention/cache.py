"""The key-value cache: what need not be computed again, word by word (Shazeer 2019, section 2.4)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention import masks
from attention.arrays import Array
from attention.checks import mismatch
from attention.heads import attend


@dataclass(frozen=True, slots=True, eq=False)
class Cache:
    """Keys and values of every position so far. A cache is never changed: `append` gives a longer one."""

    keys: Float[Array, "*n S D"]
    values: Float[Array, "*n S Dv"]

    @classmethod
    def empty(
        cls, *leading: int, width: int, value_width: int, dtype: type[np.floating] = np.float64
    ) -> "Cache":
        """A cache that remembers nothing yet, for leading axes such as batch and key heads."""
        return cls(np.zeros((*leading, 0, width), dtype), np.zeros((*leading, 0, value_width), dtype))

    def __len__(self) -> int:
        return int(self.keys.shape[-2])

    def append(self, keys: Float[Array, "*n T D"], values: Float[Array, "*n T Dv"]) -> "Cache":
        """This cache, and after it the keys and values of T more positions."""
        for name, new, old in (("keys", keys, self.keys), ("values", values, self.values)):
            if new.shape[:-2] != old.shape[:-2] or new.shape[-1] != old.shape[-1]:
                raise mismatch(name, f"shape {new.shape}", f"that of the cache but for S, {old.shape}")
        if keys.shape[-2] != values.shape[-2]:
            raise mismatch("values", f"S = {values.shape[-2]}", f"as many as keys, S = {keys.shape[-2]}")
        return Cache(
            np.concatenate([self.keys, keys], axis=-2), np.concatenate([self.values, values], axis=-2)
        )


def decode(
    cache: Cache, q: Float[Array, "*n T D"], k: Float[Array, "*g T D"], v: Float[Array, "*g T Dv"]
) -> tuple[Float[Array, "*n T Dv"], Cache]:
    """Causal attention of T new positions to the cache and themselves; also gives the longer cache."""
    past = len(cache)
    cache = cache.append(k, v)
    mask = masks.causal(q.shape[-2], len(cache), past)
    return attend(q, cache.keys, cache.values, mask), cache
