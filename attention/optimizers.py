"""Going downhill: momentum (Polyak 1964), Adam (Kingma & Ba 2015, algorithm 1), and clipping.

Parameters and gradients are dictionaries with the same names. Nothing is changed in place: each step gives
new ones.
"""

import math
from dataclasses import dataclass

import numpy as np

from attention.arrays import Array
from attention.checks import check_positive

Parameters = dict[str, Array]


def clip(gradients: Parameters, largest: float) -> Parameters:
    """The same direction, no longer than `largest` over all parameters (Pascanu et al. 2013, algorithm 1)."""
    check_positive("largest", largest)
    length = math.sqrt(sum(float(np.vdot(g, g)) for g in gradients.values()))
    if length <= largest:
        return gradients
    return {name: g * g.dtype.type(largest / length) for name, g in gradients.items()}


def momentum(
    parameters: Parameters, gradients: Parameters, velocity: Parameters, rate: float, keep: float = 0.9
) -> tuple[Parameters, Parameters]:
    """One step: velocity ← keep · velocity − rate · gradient; then move by the velocity. Gives both."""
    velocity = {name: keep * velocity[name] - rate * g for name, g in gradients.items()}
    return {name: p + velocity[name] for name, p in parameters.items()}, velocity


@dataclass(frozen=True, slots=True)
class Adam:
    """Running means of the gradients and of their squares, after `steps` steps."""

    first: Parameters
    second: Parameters
    steps: int = 0
    keep_first: float = 0.9
    keep_second: float = 0.999
    epsilon: float = 1e-8


def adam(parameters: Parameters, gradients: Parameters, state: Adam, rate: float) -> tuple[Parameters, Adam]:
    """One step by first mean / √second mean, both corrected for their start at zero. Gives the state too."""
    steps, b1, b2 = state.steps + 1, state.keep_first, state.keep_second
    first = {name: b1 * state.first[name] + (1 - b1) * g for name, g in gradients.items()}
    second = {name: b2 * state.second[name] + (1 - b2) * g * g for name, g in gradients.items()}
    step, unbiased = rate / (1 - b1**steps), 1 / (1 - b2**steps)
    moved = {
        name: p - step * first[name] / (np.sqrt(unbiased * second[name]) + state.epsilon)
        for name, p in parameters.items()
    }
    return moved, Adam(first, second, steps, b1, b2, state.epsilon)


def zeros_like(parameters: Parameters) -> Parameters:
    """Where momentum and Adam begin."""
    return {name: np.zeros_like(p) for name, p in parameters.items()}
