"""Claims of "Paying less" about caches, held to what the papers say and to the library's own cache."""

import numpy as np

from attention.cache import Cache
from attention.experiments import kv_size

KIB = 1024
RESULT = kv_size.run()
NAMES = [model.name for model in RESULT.config.models]


def kib(of, name):
    return of[NAMES.index(name)] / KIB


def test_a_word_takes_what_the_papers_sizes_give():
    assert {name: kib(RESULT.word_bytes, name) for name in NAMES} == {
        "GPT-3": 4608,
        "Llama 2 7B": 512,
        "Llama 2 70B": 320,
        "Llama 3.1 8B": 128,
        "Llama 3.1 70B": 320,
        "Llama 3.1 405B": 504,
        "PaLM 540B": 118,
    }


def test_without_sharing_it_would_take_as_many_times_more():
    assert (RESULT.unshared_bytes == RESULT.sharing * RESULT.word_bytes).all()
    assert kib(RESULT.unshared_bytes, "Llama 2 70B") == 2560
    assert kib(RESULT.unshared_bytes, "PaLM 540B") == 5664


def test_heads_share_evenly():
    assert all(model.heads % model.key_heads == 0 for model in RESULT.config.models)


def test_the_largest_llama_keeps_less_than_the_smallest_of_the_generation_before():
    assert kib(RESULT.word_bytes, "Llama 3.1 405B") < kib(RESULT.word_bytes, "Llama 2 7B")


def test_the_librarys_cache_holds_as_much():
    words, layers, groups, width = 7, 3, 2, 5
    model = kv_size.Model("small", layers, heads=6, key_heads=groups, head_width=width, width=11)
    result = kv_size.run(kv_size.Config(models=(model,), lengths=(words,)))
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(layers * groups):
        cache = Cache.empty(width=width, value_width=width)
        for _ in range(words):
            cache = cache.append(*rng.standard_normal((2, 1, width)))
        held += sum(each.astype(np.float16).nbytes for each in (cache.keys, cache.values))
    assert result.cache_bytes.item() == held
