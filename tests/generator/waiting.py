"""Waiting for what other processes and threads must do."""

import os
import time
from collections.abc import Callable
from pathlib import Path


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for what must come, and give up only when it clearly will not."""
    for _ in range(6000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def lives(process: int) -> bool:
    """Whether a process runs; one that only waits for its parent to take note of its end does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.is_file() and state.read_text().rpartition(")")[2].split()[0] == "Z")
