"""A head that learns to look something up: two small matrices, trained, and values that are fixed.

A question and the pairs it may look at are lists of numbers; the query and key matrices bring both down to
D. The loss is −log of the weight on the pair that holds the answer, so the gradient needs no more than
softmax's.
"""

import math

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.heads import attention_weights
from attention.optimizers import Parameters
from attention.scores import summed_outer


def random_lookup(rng: np.random.Generator, width: int, narrow: int, spread: float = 0.1) -> Parameters:
    """Query and key matrices that know nothing yet."""
    return {name: spread * rng.standard_normal((width, narrow)) for name in ("query", "key")}


def lookup_weights(
    p: Parameters, questions: Float[Array, "B X"], pairs: Float[Array, "B S X"]
) -> Float[Array, "B S"]:
    """Where each question looks."""
    return attention_weights((questions @ p["query"])[:, None], pairs @ p["key"])[:, 0]


def lookup_loss(weights: Float[Array, "B S"], answers: Int[Array, " B"]) -> float:
    """Mean of −log weight on the answer; no weight counts as less than the smallest positive number."""
    right = weights[np.arange(len(answers)), answers]
    return float(-np.log(np.maximum(right, np.finfo(right.dtype).tiny)).mean())


def lookup_gradients(
    p: Parameters, questions: Float[Array, "B X"], pairs: Float[Array, "B S X"], answers: Int[Array, " B"]
) -> Parameters:
    """Gradients of both matrices: of a score it is its weight, less 1 for the answer."""
    q, k = questions @ p["query"], pairs @ p["key"]
    dscores = lookup_weights(p, questions, pairs)
    dscores[np.arange(len(answers)), answers] -= 1
    dscores /= len(answers) * math.sqrt(q.shape[-1])
    dq = (dscores[:, None] @ k)[:, 0]
    dk = dscores[..., None] * q[:, None]
    return {"query": summed_outer(questions, dq), "key": summed_outer(pairs, dk)}
