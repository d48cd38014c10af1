"""A peer's suite: the ONNX backend node tests of the operators that the essay teaches.

The expected values, the inputs and the tolerances are ONNX's. What stands here only translates its inputs
and attributes to the arguments of our functions. Variants named `_expanded` repeat a case in other operators.
"""

import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # making the cases of other operators overflows on purpose
    import onnx
    from onnx.backend.test.case.node import collect_testcases
    from onnx.backend.test.runner import Runner
    from onnx.reference import ReferenceEvaluator

    CASES = [case for case in collect_testcases(None) if "_expanded" not in case.name]

from attention import masks
from attention.activations import gelu, gelu_tanh
from attention.arrays import Array
from attention.cache import Cache
from attention.heads import attend, attention_weights, head_scores, merge_heads, split_heads
from attention.linear import linear_recurrent
from attention.norms import layer_norm, rms_norm, standardize
from attention.positions import rotate
from attention.scores import soft_cap
from attention.softmax import log_softmax, masked_in_place, softmax

Attributes = dict[str, Any]


def run_softmax(inputs: list[Array], axis: int = -1) -> list[Array]:
    return [softmax(inputs[0], axis)]


def run_log_softmax(inputs: list[Array], axis: int = -1) -> list[Array]:
    return [log_softmax(inputs[0], axis)]


def run_gelu(inputs: list[Array], approximate: str = "none") -> list[Array]:
    return [{"none": gelu, "tanh": gelu_tanh}[approximate](inputs[0])]


def run_layer_norm(inputs: list[Array], axis: int = -1, epsilon: float = 1e-5) -> list[Array]:
    x, gain, bias = inputs
    _, mean, inverse_spread = standardize(x, axis, epsilon)
    return [layer_norm(x, gain, bias, axis, epsilon), mean, inverse_spread]


def run_rms_norm(inputs: list[Array], axis: int = -1, epsilon: float = 1e-5) -> list[Array]:
    x, gain = inputs
    return [rms_norm(x, gain, axis, epsilon)]


def run_rotary(
    inputs: list[Array | None], interleaved: int = 0, num_heads: int = 0, rotary_embedding_dim: int = 0
) -> list[Array]:
    x, cos, sin, positions = pad(inputs, 4)
    if positions is not None:
        cos, sin = cos[positions], sin[positions]
    heads = split_heads(x, num_heads) if x.ndim == 3 else x
    turned = rotate(heads, cos[:, None], sin[:, None], "pairs" if interleaved else "halves")
    return [merge_heads(turned) if x.ndim == 3 else turned]


def run_attention(
    inputs: list[Array | None],
    q_num_heads: int = 0,
    kv_num_heads: int = 0,
    scale: float | None = None,
    softcap: float = 0.0,
    softmax_precision: int | None = None,
    qk_matmul_output_mode: int = 0,
    **looks: int,
) -> list[Array]:
    q, k, v, mask, past_k, past_v, lengths = pad(inputs, 7)
    flat = q.ndim == 3
    if flat:
        q, k, v = split_heads(q, q_num_heads), split_heads(k, kv_num_heads), split_heads(v, kv_num_heads)
    cache = Cache(k[..., :0, :], v[..., :0, :]) if past_k is None else Cache(past_k, past_v)
    past = len(cache)
    cache = cache.append(k, v)
    mask = whole_mask(mask, q.shape[-2], len(cache), past, lengths, **looks)
    cap = (lambda scores: soft_cap(scores, softcap)) if softcap else None
    y = attend(q, cache.keys, cache.values, mask, scale=scale, score_mod=cap)
    scores = head_scores(q, cache.keys, scale)
    capped = scores if cap is None else cap(scores)
    stages: list[Callable[[], Array]] = [
        lambda: scores,
        lambda: capped,
        lambda: masked_in_place(capped.copy(), mask),
        lambda: attention_weights(q, cache.keys, mask, scale=scale, score_mod=cap),
    ]
    stage = stages[qk_matmul_output_mode]().astype(q.dtype)
    return [merge_heads(y) if flat else y, cache.keys, cache.values, stage]


def whole_mask(
    mask: Array | None,
    queries: int,
    keys: int,
    past: int,
    lengths: Array | None,
    is_causal: int = 0,
    left_window_size: int = -1,
    right_window_size: int = -1,
) -> Array | None:
    """ONNX says where to look by four means; here they become one mask."""
    may = np.ones((queries, keys), dtype=bool)
    start = past if lengths is None else lengths - queries
    if is_causal:
        may = may & masks.causal(queries, keys, start)
    before, after = (None if size < 0 else size for size in (left_window_size, right_window_size))
    may = may & masks.window(queries, keys, before, after, start)
    if lengths is not None:
        may = may & masks.padding(lengths, keys)
    if mask is None:
        return may
    if mask.shape[-1] < keys:  # keys that a mask does not mention may not be seen
        closed = False if mask.dtype == np.bool_ else -np.inf
        mask = np.pad(mask, [(0, 0)] * (mask.ndim - 1) + [(0, keys - mask.shape[-1])], constant_values=closed)
    return may & mask if mask.dtype == np.bool_ else np.where(may, mask.astype(np.float64), -np.inf)


def run_linear_attention(
    inputs: list[Array | None],
    q_num_heads: int,
    kv_num_heads: int,
    scale: float | None = None,
    update_rule: str = "gated_delta",
) -> list[Array]:
    q, k, v, state, decay, rate = pad(inputs, 6)
    out, state = linear_recurrent(
        split_heads(q, q_num_heads),
        split_heads(k, kv_num_heads),
        split_heads(v, kv_num_heads),
        state=state,
        log_decay=None if decay is None else split_heads(decay, kv_num_heads),
        rate=None if rate is None else split_heads(rate, rate.shape[-1]),
        scale=scale,
    )
    return [merge_heads(out), state]


def run_flex_attention(
    inputs: list[Array],
    scale: float | None = None,
    score_mod: onnx.GraphProto | None = None,
    prob_mod: onnx.GraphProto | None = None,
) -> list[Array]:
    q, k, v = inputs
    return [attend(q, k, v, scale=scale, score_mod=function(score_mod), weight_mod=function(prob_mod))]


def function(graph: onnx.GraphProto | None) -> Callable[[Array], Array] | None:
    """A sub-graph as a function, evaluated by ONNX's own reference."""
    if graph is None:
        return None
    opset = onnx.helper.make_opsetid("", onnx.defs.onnx_opset_version())
    evaluator = ReferenceEvaluator(onnx.helper.make_model(graph, opset_imports=[opset]))
    return lambda x: evaluator.run(None, {graph.input[0].name: x})[0]


OPERATORS: dict[str, tuple[int, Callable[..., list[Array]]]] = {  # how many cases onnx 1.23 has, and our part
    "Attention": (93, run_attention),
    "FlexAttention": (11, run_flex_attention),
    "Gelu": (4, run_gelu),
    "LayerNormalization": (19, run_layer_norm),
    "LinearAttention": (14, run_linear_attention),
    "LogSoftmax": (7, run_log_softmax),
    "RMSNormalization": (19, run_rms_norm),
    "RotaryEmbedding": (8, run_rotary),
    "Softmax": (7, run_softmax),
}


def operator(case: Any) -> str:
    nodes = case.model.graph.node
    return nodes[0].op_type if len(nodes) == 1 else ""


def pad(inputs: list[Array | None], count: int) -> list[Any]:
    """ONNX leaves out trailing inputs that are not given."""
    return inputs + [None] * (count - len(inputs))


def attributes(node: onnx.NodeProto) -> Attributes:
    values = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    return {name: value.decode() if isinstance(value, bytes) else value for name, value in values.items()}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name) for case in CASES if operator(case) in OPERATORS]
)
def test_node(case: Any) -> None:
    node = case.model.graph.node[0]
    _, run = OPERATORS[node.op_type]
    for given, wanted in case.data_sets:
        arrays = iter(given)
        inputs = [next(arrays) if name else None for name in node.input]
        outputs = run(inputs, **attributes(node))
        named = [out for out, name in zip(outputs, node.output, strict=False) if name]
        Runner.assert_similar_outputs(wanted, named, rtol=case.rtol, atol=case.atol)


def test_no_case_is_left_out() -> None:
    found = Counter(operator(case) for case in CASES if operator(case) in OPERATORS)
    assert found == {name: count for name, (count, _) in OPERATORS.items()}
