"""A recurrent encoder that reads a sentence both ways (Bahdanau et al. 2015, section 3.2)."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from attention.arrays import Array
from attention.gru import Step, gru, gru_backward
from attention.optimizers import Parameters
from attention.scores import summed_outer


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A sentence once read: the first half of each vector comes from the left, the second from the right."""

    tokens: Int[Array, "B S"]
    states: Float[Array, "B S C"]  # one vector a word
    summary: Float[Array, "B C"]  # both last states: one vector for the whole sentence
    steps: list[Step]


def random_encoder(rng: np.random.Generator, vocabulary: int, width: int) -> Parameters:
    """Parameters of two recurrent readers of `width` numbers each."""
    return {
        "encoder_input": rng.standard_normal((2, vocabulary, 3 * width)) / 2,
        "encoder_recurrent": rng.standard_normal((2, width, 3 * width)) / np.sqrt(width),
        "encoder_bias": np.zeros((2, 1, 3 * width)),
    }


def encode(p: Parameters, tokens: Int[Array, "B S"]) -> Encoded:
    """Read the tokens from the left and from the right."""
    both = np.stack([tokens, tokens[:, ::-1]])
    inputs = p["encoder_input"][np.arange(2)[:, None, None], both] + p["encoder_bias"][:, :, None]
    start = np.zeros((2, len(tokens), p["encoder_recurrent"].shape[1]), inputs.dtype)
    states, steps = gru(np.moveaxis(inputs, 2, 0), start, p["encoder_recurrent"])
    aligned = np.concatenate([states[:, 0], states[::-1, 1]], axis=-1)
    summary = np.concatenate([states[-1, 0], states[-1, 1]], axis=-1)
    return Encoded(tokens, np.ascontiguousarray(np.swapaxes(aligned, 0, 1)), summary, steps)


def encode_backward(
    p: Parameters, encoded: Encoded, dstates: Float[Array, "B S C"], dsummary: Float[Array, "B C"]
) -> Parameters:
    """Gradients of the encoder's parameters."""
    width = dsummary.shape[-1] // 2
    by_time = np.swapaxes(dstates, 0, 1)
    arriving = np.stack([by_time[..., :width], by_time[::-1, :, width:]], axis=1)
    arriving[-1] += np.stack([dsummary[:, :width], dsummary[:, width:]])
    dinputs, drecurrent, _ = gru_backward(arriving, encoded.steps, p["encoder_recurrent"])
    dinputs = np.moveaxis(dinputs, 0, 2)  # [2 B S 3E]
    one_hot = np.eye(p["encoder_input"].shape[1], dtype=dinputs.dtype)
    both = encoded.tokens, encoded.tokens[:, ::-1]
    return {
        "encoder_input": np.stack([summed_outer(one_hot[t], d) for t, d in zip(both, dinputs, strict=True)]),
        "encoder_recurrent": drecurrent,
        "encoder_bias": dinputs.sum((1, 2))[:, None],
    }
