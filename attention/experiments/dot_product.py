"""When do two lists of numbers agree? The dot product, as arithmetic and as lengths and an angle."""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.arrays import Array


@dataclass(frozen=True, slots=True)
class Config:
    """Two arrows in the plane, by their tips."""

    a: tuple[float, float] = (3.0, 1.0)
    b: tuple[float, float] = (1.0, 2.5)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """One dot product, taken apart."""

    config: Config
    products: Float[Array, " D"]  # part by part
    dot: float  # their sum
    length_a: float
    length_b: float
    cosine: float  # of the angle between them; 0 where one of them has no length
    angle: float  # in degrees
    shadow: float  # how far b reaches along a: dot / length_a, negative when it points away; 0 for no a
    foot: Float[Array, " D"]  # where b's shadow on the line through a ends


def run(config: Config = Config()) -> Result:
    """Multiply part by part and add; then find the same number as length × shadow."""
    a, b = np.array(config.a, dtype=float), np.array(config.b, dtype=float)
    products = a * b
    dot, length_a, length_b = float(products.sum()), math.hypot(*a), math.hypot(*b)
    cosine = float(a / length_a @ b / length_b) if length_a and length_b else 0.0
    shadow = dot / length_a if length_a else 0.0
    return Result(
        config=config,
        products=products,
        dot=dot,
        length_a=length_a,
        length_b=length_b,
        cosine=cosine,
        angle=math.degrees(math.acos(max(-1.0, min(1.0, cosine)))),
        shadow=shadow,
        foot=shadow * a / length_a if length_a else np.zeros_like(a),
    )
