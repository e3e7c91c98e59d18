"""Work on several threads whose results come in the order of the tasks, and which stops within a moment."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

MOST_THREADS = 1024
NAME = "paskasim"

Task = TypeVar("Task")
Result = TypeVar("Result")
Stop = Callable[[], bool]
"""True when the work is to end: another task failed, or the caller wants no more."""


def default_threads() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def aside(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, done on another thread: a Ctrl-C within the compiler could crash the main one."""
    with ThreadPoolExecutor(1, thread_name_prefix=NAME) as pool:
        return pool.submit(work).result()


def in_order(
    work: Callable[[Task, Stop], Result], tasks: Iterable[Task], threads: int | None = None
) -> Generator[Result, None, None]:
    """Do `work` on each task and yield what it returns, in the order of the tasks.

    A few tasks more than there are threads are under way at once, so that memory stays small. An error of a task is
    raised when its turn comes.

    Parameters
    ----------
    threads
        All cores if not given.
    """
    count = threads or default_threads()
    stopping = False
    with ThreadPoolExecutor(count, thread_name_prefix=NAME) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(work, task, lambda: stopping))
                if len(waiting) > count + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            stopping = True
            for future in waiting:
                future.cancel()
            raise
