"""The long work in processes of its own, one for each core: experiments first, each figure when it can be."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from generator import cache
from generator.baking import SETTLED, Bench, Done, bake_module, follow_parent, run_experiment
from generator.cache import Recipe
from generator.offers import Offer
from generator.problems import Place, Problem, shown

Progress = Callable[[str, float | None], None]  # a piece of work begins; later, the seconds that it took


def silent(name: str, seconds: float | None) -> None:
    """Progress that nobody watches."""


def work(stale: Mapping[Offer, Recipe], bench: Bench, progress: Progress) -> dict[str, Done]:
    """Run the experiments that are lacking, and bake each module as soon as its results are there.

    What came of each is told by name. A module whose experiment failed is not begun, and has no entry.
    """
    first_asked = reversed([experiment for offer in stale for experiment in offer.experiments])
    asked = {experiment.name: experiment for experiment in first_asked}
    lacking = {name for name in asked if cache.get(bench.cache_dir, bench.recipes[name]) is None}
    weightiest = sorted(
        lacking, key=lambda name: (-len(bench.recipes[name].inputs), name)
    )  # likely the longest
    finished: dict[str, Done] = {}
    with _workers(len(stale) + len(lacking), progress) as begin:
        running = {begin(name, run_experiment, asked[name], bench): name for name in weightiest}
        ahead = list(stale)
        while ahead or running:
            for offer in [offer for offer in ahead if _needs(offer) & lacking <= finished.keys()]:
                ahead.remove(offer)
                if not any(finished[name].problems for name in _needs(offer) & lacking):
                    running[begin(offer.module, bake_module, offer, stale[offer], bench)] = offer.module
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                finished[name] = _outcome(future, name, bench)
                progress(name, finished[name].seconds)
    return finished


def _needs(offer: Offer) -> set[str]:
    return {experiment.name for experiment in offer.experiments}


@contextmanager
def _workers(jobs: int, progress: Progress) -> Iterator[Callable[..., Future[Done]]]:
    """A way to begin work in fresh processes; what has not begun on leaving is dropped."""
    processes = min(jobs, os.cpu_count() or 1)
    fresh = multiprocessing.get_context("spawn")
    before = {name: os.environ.get(name) for name in SETTLED}
    os.environ.update(SETTLED)
    pool = ProcessPoolExecutor(processes, mp_context=fresh, initializer=follow_parent)

    def begin(name: str, job: Callable[..., Done], *arguments: object) -> Future[Done]:
        progress(name, None)
        try:
            return pool.submit(job, *arguments)
        except BrokenProcessPool as error:
            failed: Future[Done] = Future()
            failed.set_exception(error)
            return failed

    try:
        yield begin
    finally:
        pool.shutdown(cancel_futures=True)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _outcome(future: Future[Done], name: str, bench: Bench) -> Done:
    try:
        return future.result()
    except BrokenProcessPool:
        place = Place(shown(bench.project / name.replace(".", "/")))
        return Done(0, (Problem(place, "a worker process ended early: was it killed, or out of memory?"),))
