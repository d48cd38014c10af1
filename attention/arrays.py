"""Arrays as the rest of the package sees them: one name, and the precision they are computed in.

Axes, everywhere: B batch, H query heads, G key heads (each shared by several query heads), T queries, S keys,
D width, Dv width of a value. Functions that do not care about leading axes write them as `*n`.
"""

import numpy as np

Array = np.ndarray


def working(x: Array) -> Array:
    """x in the precision it is computed in: integers as float64, half precisions as float32."""
    return x.astype(_working_dtype(x.dtype), copy=False)


def result_dtype(*arrays: Array) -> np.dtype:
    """The precision of a result made from `arrays`: theirs, or float64 where all are integers."""
    dtype = np.result_type(*(x.dtype for x in arrays))
    return np.dtype(np.float64) if dtype.kind in "biu" else dtype


def _working_dtype(dtype: np.dtype) -> np.dtype:
    if dtype.kind in "biu":
        return np.dtype(np.float64)
    # Read by size and not by name, so that bfloat16, which numpy itself does not have, is served as well.
    return np.dtype(np.float32) if dtype.itemsize < 4 else dtype
