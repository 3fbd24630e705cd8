"""Who judges batches: the option `--engine` made an engine, and what can go wrong with it told plainly.

In: the words of the option, how many processes. Out: an engine, all of whose processes end with the block.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.screen import TroubleError

if TYPE_CHECKING:
    from pontoon_ledger.batches.pool import Engine


@contextmanager
def engine_of(where: str | None, jobs: int) -> Iterator["Engine"]:
    """Give the engine that is meant: `local` or None, `dask`, or the address of a scheduler of Dask.

    >>> with engine_of("local", 1) as engine:
    ...     list(engine.map(pow, 2, [3]))
    [8]
    """
    from pontoon_ledger.batches.pool import LostWorkerError, Processes

    place = (where or "local").strip()
    if place.lower() not in {"local", "dask"} and "://" not in place:
        raise misuse(
            f"--engine cannot be {place!r}", "write local, dask, or an address such as tcp://host:8786"
        )
    try:
        if place.lower() == "local":
            yield Processes(jobs)
            return
        from pontoon_ledger.scale.dask import NoEngineError, dask_engine

        try:
            with dask_engine(None if place.lower() == "dask" else place, jobs) as engine:
                yield engine
        except NoEngineError as error:
            raise TroubleError(str(error)) from None
    except LostWorkerError as error:
        raise TroubleError(str(error), "--jobs 1 judges without other processes") from None
