"""Claims of "No peeking ahead" about the cache: the counts are those of a real run, and the output is the same."""

import numpy as np
import pytest

from attention.cache import Cache, decode
from attention.experiments import kv_cache

X, D, N = 7, 5, 11
WITHOUT, CACHED = 0, 1


class Counting(np.ndarray):
    """An array that counts the multiplications of every matrix product it takes part in."""

    multiplications = 0

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if ufunc is np.matmul:
            left, right = (np.shape(each) for each in inputs)
            Counting.multiplications += int(np.prod(left)) * right[-1]
        plain = [np.asarray(each) for each in inputs]
        if "out" in options:
            options["out"] = tuple(np.asarray(each) for each in options["out"])
        done = getattr(ufunc, method)(*plain, **options)
        return done.view(Counting) if isinstance(done, np.ndarray) else done


def write(x, matrices, cache):
    """The rows of a text that follows what the cache holds, word by word, as they come out of one head."""
    rows = []
    for word in x:
        row, cache = decode(cache, *(word[None] @ matrix for matrix in matrices))
        rows.append(row)
    return np.concatenate(rows), cache


def count(task):
    """What a task gives, and how many multiplications it took."""
    Counting.multiplications = 0
    return task(), Counting.multiplications


@pytest.fixture(scope="module")
def runs():
    """A text written with one cache, and written anew from an empty one for every word: both counted."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((N, X)).view(Counting)
    matrices = [rng.standard_normal((X, D)) for _ in "qkv"]
    empty = Cache.empty(width=D, value_width=D)
    cached, work = [], {WITHOUT: [], CACHED: []}
    cache = empty
    for n in range(1, N + 1):
        (again, _), without = count(lambda n=n: write(x[:n], matrices, empty))
        (row, cache), with_cache = count(lambda n=n, cache=cache: write(x[n - 1 : n], matrices, cache))
        cached.append(row)
        work[WITHOUT].append(without)
        work[CACHED].append(with_cache)
    return again, np.concatenate(cached), work, cache


def small():
    return kv_cache.run(kv_cache.Config(width=X, head_width=D, lengths=tuple(range(1, N + 1))))


@pytest.mark.parametrize("way", [WITHOUT, CACHED])
def test_the_counts_are_those_of_a_real_run(runs, way):
    _, _, work, _ = runs
    assert small().multiplications[way].tolist() == work[way]
    assert small().so_far[way].tolist() == np.cumsum(work[way]).tolist()


def test_the_cache_changes_no_output(runs):
    again, cached, _, _ = runs
    np.testing.assert_array_equal(cached, again)  # the same sums in the same order


def test_the_cache_holds_a_key_and_a_value_for_each_word(runs):
    *_, cache = runs
    result = small()
    assert cache.keys.size + cache.values.size == result.kept[-1] * D
    halves = [each.astype(np.float16) for each in (cache.keys, cache.values)]
    assert sum(half.nbytes for half in halves) == result.head_bytes[-1]


def test_with_the_cache_the_whole_text_costs_what_its_last_word_costs_without():
    result = kv_cache.run()
    assert result.so_far[CACHED].tolist() == result.multiplications[WITHOUT].tolist()


def test_a_new_word_makes_three_lists_and_a_row_of_scores():
    result = kv_cache.run()
    assert (result.lists[CACHED] == 3).all()
    assert result.scores[CACHED].tolist() == result.lengths.tolist()
    assert result.lists[WITHOUT].tolist() == (3 * result.lengths).tolist()
    at = result.lengths.tolist().index(11)
    assert result.scores[WITHOUT, at] == 66  # the triangle of the figure before


def test_the_work_saved_and_the_memory_it_takes():
    result = kv_cache.run()
    at = {n: k for k, n in enumerate(result.lengths.tolist())}
    assert result.multiplications[:, at[11]].tolist() == [1_089_792, 99_712]
    assert result.times[:, at[2000]] == pytest.approx([1277.8, 812.0], abs=0.05)  # printed to a tenth
    assert result.spared[at[1]] == 0
    assert result.head_bytes[at[1]] == 256
    assert result.model_bytes[at[1]] == 12 * 1024
    assert result.megabytes[at[2000]] == pytest.approx(24.576, rel=1e-12)
