"""The gated recurrent unit (Cho et al. 2014, section 2.3), with the reset gate after the matrix.

r = σ(i_r + h U_r), z = σ(i_z + h U_z), n = tanh(i_n + r · h U_n), h' = z · h + (1 − z) · n, where i is what
the input sends to the three: reset gate, update gate, new state, side by side in 3D columns. The paper has
the reset gate before the matrix U_n; after it, one matrix product serves all three.
"""

from typing import NamedTuple

import numpy as np
from jaxtyping import Float

from attention.activations import sigmoid
from attention.arrays import Array


class Step(NamedTuple):
    """What one step leaves behind for its gradient."""

    before: Array
    reset: Array
    update: Array
    new: Array
    recalled: Array  # h U_n


def gru_step(
    inputs: Float[Array, "*n B D3"], state: Float[Array, "*n B D"], recurrent: Float[Array, "*n D D3"]
) -> tuple[Float[Array, "*n B D"], Step]:
    """The next state, and what its gradient needs."""
    width = state.shape[-1]
    own = state @ recurrent
    gates = sigmoid(inputs[..., : 2 * width] + own[..., : 2 * width])
    reset, update = gates[..., :width], gates[..., width:]
    recalled = own[..., 2 * width :]
    new = np.tanh(inputs[..., 2 * width :] + reset * recalled)
    return new + update * (state - new), Step(state, reset, update, new, recalled)


def gru_step_backward(
    upstream: Float[Array, "*n B D"], step: Step, recurrent: Float[Array, "*n D D3"]
) -> tuple[Float[Array, "*n B D3"], Float[Array, "*n D D3"], Float[Array, "*n B D"]]:
    """Gradients of the inputs, of the recurrent matrix, and of the state before."""
    dnew = upstream * (1 - step.update) * (1 - step.new**2)
    dupdate = upstream * (step.before - step.new) * step.update * (1 - step.update)
    dreset = dnew * step.recalled * step.reset * (1 - step.reset)
    dinputs = np.concatenate([dreset, dupdate, dnew], axis=-1)
    down = np.concatenate([dreset, dupdate, dnew * step.reset], axis=-1)
    dstate = upstream * step.update + down @ np.swapaxes(recurrent, -1, -2)
    return dinputs, np.swapaxes(step.before, -1, -2) @ down, dstate


def gru(
    inputs: Float[Array, "T *n B D3"], state: Float[Array, "*n B D"], recurrent: Float[Array, "*n D D3"]
) -> tuple[Float[Array, "T *n B D"], list[Step]]:
    """The state after each step; time is the first axis."""
    states, steps = [], []
    for now in inputs:
        state, step = gru_step(now, state, recurrent)
        states.append(state)
        steps.append(step)
    return np.stack(states), steps


def gru_backward(
    upstream: Float[Array, "T *n B D"], steps: list[Step], recurrent: Float[Array, "*n D D3"]
) -> tuple[Float[Array, "T *n B D3"], Float[Array, "*n D D3"], Float[Array, "*n B D"]]:
    """Gradients of the inputs, the recurrent matrix and the first state, given those of every state."""
    dstate, drecurrent = np.zeros_like(upstream[0]), np.zeros_like(recurrent)
    dinputs = []
    for arriving, step in zip(upstream[::-1], reversed(steps), strict=True):
        now, matrix, dstate = gru_step_backward(dstate + arriving, step, recurrent)
        dinputs.append(now)
        drecurrent += matrix
    return np.stack(dinputs[::-1]), drecurrent, dstate
