"""The live preview: every saving is built at once, and whoever has the page open sees it, or what is wrong.

This process watches, serves and stays. The press, a process of its own, builds; it is replaced when the generator's
code changes, and when code changes that it is just running. (Changes to the modules of this process itself, which
are few, need another `serve`.)
"""

from __future__ import annotations

import multiprocessing
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from generator.desk.messages import Finished, Job, Message, Printed, Working
from generator.desk.press import run_press
from generator.desk.server import Server
from generator.desk.stage import Stage
from generator.desk.watch import Watch
from generator.problems import Place, Problem, shown
from generator.sources import GENERATOR
from generator.workers import Progress

_PATIENCE = 5.0  # seconds that a press is given to put things away


def serve(job: Job, server: Server, progress: Progress, report: Callable[[Finished], None]) -> None:
    """Build and serve until interrupted, reporting each build as it ends."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    desk = _Desk(job, server.stage)
    try:
        for message in desk.messages():
            if isinstance(message, Working):
                progress(message.name, message.seconds)
            else:
                report(message)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        desk.close()
        server.stage.close()
        server.shutdown()
        server.server_close()


class _Press:
    """The process that builds; what it says goes into a queue, and nothing at its end."""

    def __init__(self, job: Job, say: Callable[[Message | None], None]) -> None:
        fresh = multiprocessing.get_context("spawn")
        self._messages, theirs = fresh.Pipe()
        self._process = fresh.Process(target=run_press, args=(job, theirs))
        # Ctrl-C reaches the whole group. The press and its workers inherit that they pass it over: we end them.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._process.start()
        signal.signal(signal.SIGINT, before)
        theirs.close()
        threading.Thread(target=_read, args=(self._messages, say), daemon=True).start()

    def build(self) -> None:
        """Ask for a build."""
        self._messages.send(True)

    def close(self) -> None:
        """End it, whatever it does; its workers follow."""
        self._process.terminate()
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()


def _read(messages: Connection, say: Callable[[Message | None], None]) -> None:
    try:
        while True:
            say(messages.recv())
    except (EOFError, OSError):
        say(None)


class _Desk:
    """One press, and a watch over the folders that it reads."""

    def __init__(self, job: Job, stage: Stage) -> None:
        self._job, self._stage = job, stage
        self._heard: queue.Queue[tuple[object, Message | frozenset[Path] | None]] = queue.Queue()
        self._watch = Watch(lambda saved: self._heard.put((self._watch, saved)))
        self._press: _Press | None = None
        self._busy = self._again = False  # whether it builds, and whether something was saved meanwhile

    def messages(self) -> Iterator[Working | Finished]:
        """What goes on, for as long as anybody listens."""
        self._watch.follow((self._job.essay_dir, GENERATOR))
        self._build()
        while True:
            source, message = self._heard.get()
            if isinstance(message, frozenset):
                self._saved(message)
            elif source is self._press:
                yield from self._printed(message)

    def close(self) -> None:
        """End the watch and the press."""
        self._watch.close()
        if self._press:
            self._press.close()
        for process in multiprocessing.active_children():  # one whose start was interrupted
            process.kill()

    def _build(self) -> None:
        if self._press is None:
            press = self._press = _Press(self._job, lambda message: self._heard.put((press, message)))
        self._press.build()
        self._busy, self._again = True, False

    def _saved(self, paths: frozenset[Path]) -> None:
        is_own = any(path.is_relative_to(GENERATOR) and path != GENERATOR for path in paths)
        is_running = self._busy and any(path.suffix == ".py" for path in paths)
        if self._press and (is_own or is_running):
            self._press.close()
            self._press, self._busy = None, False
            self._stage.change(work=())
        if self._busy:
            self._again = True
        else:
            self._build()

    def _printed(self, message: Message | None) -> Iterator[Working | Finished]:
        if isinstance(message, Printed):
            self._stage.turn(message.changed, message.gone)
        elif isinstance(message, Working):
            self._stage.change(work=_going_on(self._stage.now.work, message))
            yield message
        elif isinstance(message, Finished):
            yield from self._finished(message)
        else:
            self._press = None
            if self._busy:  # or it has told its last problem before it went
                place = Place(shown(GENERATOR))
                lost = Problem(place, "the process that builds ended early: was it killed, or out of memory?")
                yield from self._finished(Finished(0, (lost,), ()))

    def _finished(self, finished: Finished) -> Iterator[Finished]:
        self._stage.change(problems=finished.problems, work=())
        self._busy = False
        yield finished
        if finished.folders:
            self._watch.follow(finished.folders)
        if self._again:
            self._build()


def _going_on(work: tuple[str, ...], news: Working) -> tuple[str, ...]:
    others = tuple(name for name in work if name != news.name)
    return others if news.seconds is not None else (*others, news.name)
