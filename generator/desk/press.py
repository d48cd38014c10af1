"""The process that builds for the preview, again and again, and keeps what has not changed.

It is replaced by a new one when the generator's own code changes. Most of that is imported only as `run_press`
begins, so that a fault in it is told like any other.
"""

from __future__ import annotations

import linecache
import multiprocessing
import signal
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn

from generator.desk.messages import Finished, Job
from generator.problems import Place, Problem, shown


def run_press(job: Job, messages: Connection) -> None:
    """Build once for every word from the other end, until there is no other end."""
    signal.signal(signal.SIGTERM, _leave)
    started = time.perf_counter()
    try:
        from generator.baking import follow_parent
        from generator.desk.warm import Warm

        follow_parent()
        warm = Warm(job, messages.send)
        while messages.recv():
            started = time.perf_counter()
            problems = warm.build()
            messages.send(Finished(time.perf_counter() - started, problems, warm.folders))
    except EOFError:
        return
    except Exception as error:  # a fault of the generator's own: the next press starts afresh
        messages.send(Finished(time.perf_counter() - started, (_own_fault(error),), ()))


def _leave(*_: object) -> NoReturn:
    """End at once, and every worker with us, but put away what the system would otherwise be left with."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    for worker in multiprocessing.active_children():
        worker.kill()
    raise SystemExit


def _own_fault(error: Exception) -> Problem:
    """What is wrong with the generator, at the innermost line."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename:
        place = Place(shown(Path(error.filename)), error.lineno or 1, error.offset or 1)
        return Problem(place, f"SyntaxError: {error.msg}", (error.text or "").rstrip())
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = Place(shown(Path(frame.filename)), frame.lineno or 1, (frame.colno or 0) + 1)
    return Problem(place, message, linecache.getline(frame.filename, frame.lineno or 1).rstrip())
