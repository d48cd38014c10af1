"""Long work, shown on a terminal while it goes on."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn


class Board:
    """A line for each piece of work: turning while it goes on, with its seconds once it is done.

    Nothing is shown while no work goes on.
    """

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._progress = Progress(*columns, console=self._console, transient=True)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def tell(self, name: str, seconds: float | None) -> None:
        """A piece of work begins, or is done in so many seconds."""
        if seconds is None:
            self._progress.start()
            self._tasks[name] = self._progress.add_task(name)
        else:
            self._progress.remove_task(self._tasks.pop(name))
            if not self._tasks:
                self._progress.stop()
            self._console.print(f"{seconds:6.1f} s  {name}", highlight=False)
