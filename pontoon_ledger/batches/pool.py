"""Where batches are judged: here one after another, or by processes side by side.

In: a function, what all calls have in common, items. Out: the results in the order of the items. This
module imports nothing heavy: a process begins with it, and sets its threads before anything is loaded.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

Common = TypeVar("Common")
Item = TypeVar("Item")
Result = TypeVar("Result")
_AHEAD = 2
_BREATH = 0.2
"""Seconds."""


class LostWorkerError(Exception):
    """A process that judged a batch is gone; the message says so in plain words."""


class Engine(Protocol):
    """Maps a function over items, on whatever machines."""

    def map(
        self, call: Callable[[Common, Item], Result], common: Common, items: Sequence[Item]
    ) -> Iterator[Result]:
        """The results in the order of the items."""


class Here:
    """One item after another, in this process."""

    def map(
        self, call: Callable[[Common, Item], Result], common: Common, items: Sequence[Item]
    ) -> Iterator[Result]:
        """The results in the order of the items.

        >>> list(Here().map(pow, 2, [1, 2, 3]))
        [2, 4, 8]
        """
        return (call(common, item) for item in items)


class Processes:
    """So many processes of this machine; fewer where there are fewer items, none for a single one."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def map(
        self, call: Callable[[Common, Item], Result], common: Common, items: Sequence[Item]
    ) -> Iterator[Result]:
        """The results in the order of the items. LostWorkerError where a process ends before its work.

        However this is left, no process stays behind.
        """
        jobs = min(self.jobs, len(items))
        if jobs < 2:
            yield from Here().map(call, common, items)
            return
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import active_children, get_context

        others = set(active_children())
        executor = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=begin, initargs=(max(cores() // jobs, 1),)
        )
        waiting: deque[Future[Result]] = deque()
        done = False
        try:
            for item in items:
                with _not_interrupted():
                    waiting.append(executor.submit(call, common, item))
                if len(waiting) >= _AHEAD * jobs:
                    yield _result(waiting.popleft())
            while waiting:
                yield _result(waiting.popleft())
            done = True
        except BrokenProcessPool:
            message = "a process that judged some of the files is gone (killed, or out of memory?)"
            raise LostWorkerError(message) from None
        finally:
            for child in set(active_children()) - others if not done else ():
                child.terminate()
            executor.shutdown(cancel_futures=True)


def cores() -> int:
    """How many cores this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _result(future: Future[Result]) -> Result:
    """Wait for a result in short breaths: not everywhere does Ctrl-C cut a wait short."""
    from concurrent.futures import wait

    while not future.done():
        wait([future], timeout=_BREATH)
    return future.result()


def begin(threads: int) -> None:
    """Begin a process: the threads that it may use, and an end when the process that wants its work ends."""
    from multiprocessing import parent_process
    from threading import Thread

    os.environ.setdefault("POLARS_MAX_THREADS", str(threads))
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are begun meanwhile: this one ends them all in good order."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
