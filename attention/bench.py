"""How fast, and in how much memory: `python -m attention.bench` prints a table.

Every time is the best of several runs in this one process. PyTorch's own attention stands beside ours where
it is installed. For one thread set OPENBLAS_NUM_THREADS=1 (and OMP_NUM_THREADS=1) first.
"""

import importlib
import importlib.util
import math
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
from jaxtyping import Float

from attention import transformer
from attention.arrays import Array
from attention.flash import flash
from attention.heads import attend
from attention.masks import CAUSAL, Reach, causal
from attention.optimizers import Adam, adam, clip, zeros_like

HEADS, WIDTH = 8, 64
LENGTHS = (256, 1024, 4096)
MEMORY_LENGTHS = (1024, 2048, 4096, 8192, 16384, 32768)
LEAST_SECONDS = 1.0  # spent on each time, but for the first run

Shaped = Float[Array, "B H T D"]


def main() -> None:
    """Print times, memory, and the length of a training step."""
    rng = np.random.default_rng(0)
    print(f"milliseconds; batch 1, {HEADS} heads, width {WIDTH}, float32, as many keys as queries\n")
    columns = ("two products", "plain numpy", "attend", "flash", "PyTorch", "flash / PyTorch")
    print(_row("", *columns))
    for length in LENGTHS:
        q, k, v = rng.standard_normal((3, 1, HEADS, length, WIDTH), dtype=np.float32)
        for ahead in (True, False):
            print(_row(f"{length:,} {'full' if ahead else 'causal'}", *_times(q, k, v, is_causal=not ahead)))
    print("\nextra memory of flash beyond its output, one head, causal\n")
    for length in MEMORY_LENGTHS:
        q, k, v = rng.standard_normal((3, 1, 1, length, WIDTH), dtype=np.float32)
        print(_row(f"{length:,}", f"{_extra_memory(q, k, v) / 2**20:.2f} MiB"))
    print("\na training step of the induction model (batch 32, 40 tokens, width 32, 2 layers)\n")
    print(_row("", f"{1000 * _training_step(rng):.1f} ms"))


def _times(q: Shaped, k: Shaped, v: Shaped, is_causal: bool) -> tuple[str, ...]:
    mask = causal(q.shape[-2], k.shape[-2]) if is_causal else None
    reach = CAUSAL if is_causal else Reach()
    seconds = [
        _best(lambda: (q @ np.swapaxes(k, -1, -2)) @ v),
        _best(lambda: _plain(q, k, v, mask)),
        _best(lambda: attend(q, k, v, mask)),
        _best(lambda: flash(q, k, v, reach=reach)),
    ]
    peer = _pytorch(q, k, v, is_causal)
    if peer is None:
        return (*(f"{1000 * s:.1f}" for s in seconds), "–", "–")
    seconds.append(_best(peer))
    return (*(f"{1000 * s:.1f}" for s in seconds), f"{seconds[-2] / seconds[-1]:.2f}")


def _plain(q: Shaped, k: Shaped, v: Shaped, mask: Array | None) -> Shaped:
    """Attention as one writes it first."""
    scores = q @ np.swapaxes(k, -1, -2) / np.float32(math.sqrt(q.shape[-1]))
    if mask is not None:
        scores = np.where(mask, scores, np.float32(-np.inf))
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    weights: Array = exponentials / exponentials.sum(-1, keepdims=True)
    return weights @ v


def _pytorch(q: Shaped, k: Shaped, v: Shaped, is_causal: bool) -> Callable[[], object] | None:
    if importlib.util.find_spec("torch") is None:
        return None
    torch = importlib.import_module("torch")
    tensors = [torch.from_numpy(x) for x in (q, k, v)]
    peer = torch.nn.functional.scaled_dot_product_attention
    return lambda: peer(*tensors, is_causal=is_causal)


def _best(work: Callable[[], object]) -> float:
    work()
    best, spent = math.inf, 0.0
    while spent < LEAST_SECONDS:
        start = time.perf_counter()
        work()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    return best


def _extra_memory(q: Shaped, k: Shaped, v: Shaped) -> int:
    tracemalloc.start()
    out = flash(q, k, v, reach=CAUSAL)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most - out.nbytes


def _training_step(rng: np.random.Generator) -> float:
    a = transformer.Architecture()
    p = transformer.random_transformer(rng, a)
    state = Adam(zeros_like(p), zeros_like(p))
    tokens = rng.integers(a.vocabulary, size=(32, 40))

    def step() -> None:
        gradients = transformer.backward(p, a, transformer.forward(p, a, tokens))
        adam(p, clip(gradients, 1.0), state, rate=3e-3)

    return _best(step)


def _row(*cells: str) -> str:
    return f"{cells[0]:<14}" + "".join(f"{cell:>17}" for cell in cells[1:])


if __name__ == "__main__":
    main()
