"""A classifier with attention: where did it look, and did that decide? (Jain & Wallace 2019, section 2.)

Each word becomes a vector, on its own or read both ways; additive attention weighs the vectors; their
weighted sum says yes or no. The weights may be given from outside, and may have a gradient of their own,
for an adversary.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.encoder import Encoded, encode, encode_backward, random_encoder
from attention.optimizers import Parameters
from attention.scores import summed_outer
from attention.softmax import softmax, softmax_backward


@dataclass(frozen=True, slots=True)
class Architecture:
    """The sizes, and how words become vectors."""

    vocabulary: int = 200
    width: int = 16  # a vector has twice as many numbers
    hidden: int = 16
    reader: Literal["alone", "both ways"] = "alone"


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What was computed for a batch of sentences."""

    tokens: Int[Array, "B S"]
    read: Encoded | None  # none where each word is read alone
    vectors: Float[Array, "B S C"]
    hidden: Float[Array, "B S A"] | None  # none where the weights were given
    weights: Float[Array, "B S"]
    votes: Float[Array, "B S"]  # what each word says for yes
    logits: Float[Array, " B"]


def random_classifier(rng: np.random.Generator, a: Architecture) -> Parameters:
    """Parameters that know nothing yet."""
    c = 2 * a.width
    shapes = {"hidden": (c, a.hidden), "score": (a.hidden,), "vote": (c,)}
    p = {name: rng.standard_normal(shape) / np.sqrt(shape[0]) for name, shape in shapes.items()}
    p |= {"hidden_bias": np.zeros(a.hidden), "vote_bias": np.zeros(1)}
    if a.reader == "both ways":
        return p | random_encoder(rng, a.vocabulary, a.width)
    return p | {"embed": 0.3 * rng.standard_normal((a.vocabulary, c))}


def classify(
    p: Parameters, a: Architecture, tokens: Int[Array, "B S"], weights: Float[Array, "B S"] | None = None
) -> Trace:
    """Read, look, decide; with `weights` it looks where it is told to."""
    read = encode(p, tokens) if a.reader == "both ways" else None
    vectors = p["embed"][tokens] if read is None else read.states
    hidden = None
    if weights is None:
        hidden = np.tanh(vectors @ p["hidden"] + p["hidden_bias"])
        weights = softmax(hidden @ p["score"])
    votes = vectors @ p["vote"]
    return Trace(tokens, read, vectors, hidden, weights, votes, (weights * votes).sum(1) + p["vote_bias"])


def losses(logits: Float[Array, " B"], targets: Float[Array, " B"]) -> Float[Array, " B"]:
    """Cross-entropy of a yes with probability σ(logit); targets from 0 to 1."""
    return np.logaddexp(0, logits) - targets * logits


def backward(
    p: Parameters, trace: Trace, dlogits: Float[Array, " B"], dweights: Float[Array, "B S"] | None = None
) -> Parameters:
    """Gradients of every parameter, given those of the logits and, where the loss has any, of the weights."""
    along = dlogits[:, None] * trace.weights
    g = {"vote": summed_outer(along[..., None], trace.vectors)[0], "vote_bias": dlogits.sum(keepdims=True)}
    dvectors = along[..., None] * p["vote"]
    g |= {name: np.zeros_like(p[name]) for name in ("score", "hidden", "hidden_bias")}
    if trace.hidden is not None:
        upstream = dlogits[:, None] * trace.votes + (0 if dweights is None else dweights)
        dscores = softmax_backward(trace.weights, upstream)
        dhidden = dscores[..., None] * p["score"] * (1 - trace.hidden**2)
        g["score"] = summed_outer(dscores[..., None], trace.hidden)[0]
        g["hidden"], g["hidden_bias"] = summed_outer(trace.vectors, dhidden), dhidden.sum((0, 1))
        dvectors = dvectors + dhidden @ p["hidden"].T
    if trace.read is not None:
        return g | encode_backward(p, trace.read, dvectors, np.zeros_like(trace.read.summary))
    one_hot = np.eye(len(p["embed"]))[trace.tokens]
    return g | {"embed": summed_outer(one_hot, dvectors)}
