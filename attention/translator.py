"""Translation by recurrent networks: from one fixed vector, or with attention over the source.

Sutskever et al. 2014 and Cho et al. 2014 (fixed vector); Bahdanau et al. 2015 (additive, looking with the
state before); Luong et al. 2015 (dot, general, concat, looking with the state after). Backward runs through
time.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Int

from attention import scores
from attention.arrays import Array
from attention.encoder import Encoded, encode, encode_backward, random_encoder
from attention.gru import Step, gru_step, gru_step_backward
from attention.losses import cross_entropy, cross_entropy_backward
from attention.optimizers import Parameters, zeros_like
from attention.softmax import softmax, softmax_backward

Score = Literal["fixed", "additive", "dot", "general", "concat"]


@dataclass(frozen=True, slots=True)
class Architecture:
    """The sizes, how a state is scored against the source, and which state looks."""

    source: int = 24  # words
    target: int = 24
    width: int = 32  # E, of the encoder in each direction; the decoder has D = 2E, as has a source vector
    hidden: int = 32  # A, of the additive and concat scores
    score: Score = "additive"
    look: Literal["before", "after"] = "before"  # the decoder's step


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """One step of the decoder."""

    previous: Int[Array, " B"]  # the word it was given
    state: Float[Array, "B D"]
    context: Float[Array, "B D"]
    weights: Float[Array, "B S"] | None  # none with a fixed vector
    step: Step


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A batch of sentences, read and written."""

    source: Encoded
    start: Float[Array, "B D"]  # the decoder's first state
    written: tuple[Written, ...]
    logits: Float[Array, "B T V"]

    def alignment(self) -> Float[Array, "B T S"] | None:
        """Where each written word looked."""
        rows = [w.weights for w in self.written if w.weights is not None]
        return np.stack(rows, axis=1) if rows else None


def random_translator(
    rng: np.random.Generator, a: Architecture, dtype: type[np.floating] = np.float32
) -> Parameters:
    """Parameters that keep unit variance, biases at zero."""
    d = 2 * a.width
    shapes = {"start": (d, d), "decoder_recurrent": (d, 3 * d), "state_out": (d, a.target)}
    shapes |= {"context_out": (d, a.target)}
    if a.look == "before":
        shapes["context_in"] = (d, 3 * d)
    if a.score == "additive":
        shapes |= {"score_query": (d, a.hidden), "score_key": (d, a.hidden), "score_out": (a.hidden, 1)}
    elif a.score == "general":
        shapes["score_matrix"] = (d, d)
    elif a.score == "concat":
        shapes |= {"score_matrix": (2 * d, a.hidden), "score_out": (a.hidden, 1)}
    p = random_encoder(rng, a.source, a.width)
    p |= {name: rng.standard_normal(shape) / np.sqrt(shape[0]) for name, shape in shapes.items()}
    p["decoder_input"] = rng.standard_normal((a.target + 1, 3 * d)) / 2  # the last row begins a sentence
    p |= {"start_bias": np.zeros(d), "decoder_bias": np.zeros(3 * d), "out_bias": np.zeros(a.target)}
    return {name: value.astype(dtype) for name, value in p.items()}


def translate(
    p: Parameters, a: Architecture, source: Int[Array, "B S"], target: Int[Array, "B T"] | None = None
) -> Trace:
    """Write as many words as were read, fed the target (in training) or else its own best guesses."""
    read = encode(p, source)
    start = state = np.tanh(read.summary @ p["start"] + p["start_bias"])
    previous = np.full(len(source), a.target)
    written, logits = [], []
    for t in range(source.shape[1] if target is None else target.shape[1]):
        now = _write(p, a, read, previous, state)
        state = now.state
        logits.append(state @ p["state_out"] + now.context @ p["context_out"] + p["out_bias"])
        previous = logits[-1].argmax(-1) if target is None else target[:, t]
        written.append(now)
    return Trace(read, start, tuple(written), np.stack(logits, axis=1))


def loss(trace: Trace, target: Int[Array, "B T"]) -> float:
    """Mean loss of a written word."""
    return float(cross_entropy(trace.logits, target).mean())


def backward(p: Parameters, a: Architecture, trace: Trace, target: Int[Array, "B T"]) -> Parameters:
    """Gradients of `loss` for every parameter, back through time."""
    g = _Gradients(zeros_like(p), np.zeros_like(trace.source.states), np.zeros_like(trace.source.summary))
    each = np.full(target.shape, 1 / target.size, trace.logits.dtype)
    dlogits = cross_entropy_backward(trace.logits, target, each)
    dstates, dcontexts = dlogits @ p["state_out"].T, dlogits @ p["context_out"].T
    dstate, dinputs = np.zeros_like(trace.start), []
    for t in reversed(range(len(trace.written))):
        now = trace.written[t]
        dinput, dstate = _write_backward(p, a, trace.source, now, dstate + dstates[:, t], dcontexts[:, t], g)
        dinputs.append(dinput)
    _add_shared(a, trace, dlogits, np.stack(dinputs[::-1], axis=1), g)
    dstart = dstate * (1 - trace.start**2)
    g.add(start=trace.source.summary.T @ dstart, start_bias=dstart.sum(0))
    g.summary += dstart @ p["start"].T
    return g.parameters | encode_backward(p, trace.source, g.states, g.summary)


@dataclass(slots=True, eq=False)
class _Gradients:
    """Sums that grow as the steps are gone back through."""

    parameters: Parameters
    states: Array  # of the source
    summary: Array

    def add(self, **found: Array) -> None:
        for name, gradient in found.items():
            self.parameters[name] += gradient


def _write(p: Parameters, a: Architecture, read: Encoded, previous: Array, state: Array) -> Written:
    inputs = p["decoder_input"][previous] + p["decoder_bias"]
    context, weights = _look(p, a, read, state) if a.look == "before" else (None, None)
    if context is not None:
        inputs = inputs + context @ p["context_in"]
    state, step = gru_step(inputs, state, p["decoder_recurrent"])
    if context is None:
        context, weights = _look(p, a, read, state)
    return Written(previous, state, context, weights, step)


def _write_backward(
    p: Parameters, a: Architecture, read: Encoded, now: Written, dstate: Array, dcontext: Array, g: _Gradients
) -> tuple[Array, Array]:
    """Gradients of a step's inputs and of the state before it, given those of the state after and the context."""
    if a.look == "after":
        dstate = dstate + _look_backward(p, a, read, now, now.state, dcontext, g)
    dinputs, drecurrent, dbefore = gru_step_backward(dstate, now.step, p["decoder_recurrent"])
    g.add(decoder_recurrent=drecurrent)
    if a.look == "before":
        dcontext = dcontext + dinputs @ p["context_in"].T
        dbefore = dbefore + _look_backward(p, a, read, now, now.step.before, dcontext, g)
    return dinputs, dbefore


def _add_shared(a: Architecture, trace: Trace, dlogits: Array, dinputs: Array, g: _Gradients) -> None:
    """Add the gradients of what every step shares, all steps at once."""
    states, contexts = (np.stack([getattr(w, x) for w in trace.written], 1) for x in ("state", "context"))
    g.add(state_out=scores.summed_outer(states, dlogits), out_bias=dlogits.sum((0, 1)))
    g.add(context_out=scores.summed_outer(contexts, dlogits))
    one_hot = np.eye(a.target + 1, dtype=dinputs.dtype)[np.stack([w.previous for w in trace.written], 1)]
    g.add(decoder_input=scores.summed_outer(one_hot, dinputs), decoder_bias=dinputs.sum((0, 1)))
    if a.look == "before":
        g.add(context_in=scores.summed_outer(contexts, dinputs))


def _look(p: Parameters, a: Architecture, read: Encoded, state: Array) -> tuple[Array, Array | None]:
    """The context for a state, and the weights that made it."""
    if a.score == "fixed":
        return read.summary, None
    weights = softmax(_score(p, a, state[:, None], read.states))
    return (weights @ read.states)[:, 0], weights[:, 0]


def _look_backward(
    p: Parameters, a: Architecture, read: Encoded, now: Written, state: Array, dcontext: Array, g: _Gradients
) -> Array:
    """Gradient of the state that looked."""
    if now.weights is None:
        g.summary += dcontext
        return np.zeros_like(state)
    dweights = (read.states @ dcontext[..., None])[..., 0]
    dscores = softmax_backward(now.weights, dweights)[:, None]
    dstate, dkeys = _score_backward(p, a, state[:, None], read.states, dscores, g)
    g.states += now.weights[..., None] * dcontext[:, None] + dkeys
    return dstate[:, 0]


def _score(p: Parameters, a: Architecture, q: Array, k: Array) -> Array:
    match a.score:
        case "additive":
            return scores.additive_scores(q, k, p["score_query"], p["score_key"], p["score_out"][:, 0])
        case "general":
            return scores.general_scores(q, p["score_matrix"], k)
        case "concat":
            return scores.concat_scores(q, k, p["score_matrix"], p["score_out"][:, 0])
        case _:
            return scores.dot_scores(q, k)


def _score_backward(
    p: Parameters, a: Architecture, q: Array, k: Array, upstream: Array, g: _Gradients
) -> tuple[Array, Array]:
    """Gradients of query and keys; those of the score's own matrices are added to `g`."""
    match a.score:
        case "additive":
            w, u, v = p["score_query"], p["score_key"], p["score_out"][:, 0]
            dq, dk, dw, du, dv = scores.additive_backward(q, k, w, u, v, upstream)
            g.add(score_query=dw, score_key=du, score_out=dv[:, None])
        case "general":
            dq, dw, dk = scores.general_backward(q, p["score_matrix"], k, upstream)
            g.add(score_matrix=dw)
        case "concat":
            dq, dk, dw, dv = scores.concat_backward(q, k, p["score_matrix"], p["score_out"][:, 0], upstream)
            g.add(score_matrix=dw, score_out=dv[:, None])
        case _:
            dq, dk = scores.dot_backward(q, k, upstream)
    return dq, dk
