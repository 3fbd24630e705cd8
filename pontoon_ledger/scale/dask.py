"""Dask Distributed as an engine: processes of this machine, or a cluster that is there already.

In: the address of a scheduler, or how many processes. Out: an engine that maps as those of `batches.pool`.
A batch whose worker is lost is given to another one.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pontoon_ledger.batches.pool import LostWorkerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pontoon_ledger.batches.pool import Common, Item, Result

_AHEAD = 4
_SECONDS = 10


class NoEngineError(Exception):
    """The engine is not there: not installed, or not to be reached. The message says what to do."""


class Dask:
    """Batches judged by the workers of a client."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def map(
        self, call: Callable[[Common, Item], Result], common: Common, items: Sequence[Item]
    ) -> Iterator[Result]:
        """The results in the order of the items; LostWorkerError where one batch has cost several workers."""
        killed = _distributed().KilledWorker
        waiting: deque[Any] = deque()
        most = _AHEAD * max(sum(self.client.nthreads().values()), 1)
        try:
            for item in items:
                waiting.append(self.client.submit(call, common, item, pure=False))
                if len(waiting) >= most:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except killed:
            message = "several workers were lost over the same files (killed, or out of memory?)"
            raise LostWorkerError(message) from None
        finally:
            self.client.cancel(list(waiting))


@contextmanager
def dask_engine(address: str | None, jobs: int) -> Iterator[Dask]:
    """Connect with the scheduler at `address`, or begin so many processes here; all is closed at the end."""
    dask = _distributed()
    if address is None:
        with (
            dask.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=50,
                env={"POLARS_MAX_THREADS": "1"},
            ) as cluster,
            dask.Client(cluster) as client,
        ):
            yield Dask(client)
        return
    try:
        client = dask.Client(address, timeout=_SECONDS)
    except (OSError, ValueError, TimeoutError):
        raise NoEngineError(f"there is no Dask scheduler at {address} that answers") from None
    with client:
        _alike(client, address)
        yield Dask(client)


def _alike(client: Any, address: str) -> None:
    """See to it that all workers judge as this program does."""
    import pontoon_ledger

    if not client.nthreads():
        raise NoEngineError(f"the scheduler at {address} has no workers")
    try:
        versions = set(client.run(_version).values())
    except Exception as error:
        if "ModuleNotFoundError" not in repr(error):
            raise
        versions = {"none"}
    mine = pontoon_ledger.__version__
    if versions != {mine}:
        told = ", ".join(sorted(versions))
        raise NoEngineError(f"this is pontoon_ledger {mine}, and the workers at {address} have: {told}")


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        message = "Dask Distributed is not installed: pip install 'pontoon-ledger[scale]'"
        raise NoEngineError(message) from None


def _version() -> str:
    import pontoon_ledger

    return pontoon_ledger.__version__
