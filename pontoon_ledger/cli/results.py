"""The results of `audit` into the ledger, batch by batch, each with the texts that it was made of.

In: folders of results. Out: what became of each file and session.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pontoon_ledger.cli.ledgers import open_ledger
from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.screen import TroubleError

if TYPE_CHECKING:
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.render.adding import FileTold
    from pontoon_ledger.store.model import AddResult, SessionResult


def are_results(paths: Sequence[str], options: "ReadOptions") -> bool:
    """Whether all paths are folders of results; a usage error where some are, or with options of reading."""
    from pontoon_ledger.scale.stored import is_results

    told = [is_results(path) for path in paths]
    if any(told) and not all(told):
        raise misuse(
            "results of pontoon audit and records cannot be added at once", "add one after the other"
        )
    if any(told) and options != type(options)():
        raise misuse("what was audited already takes no options of reading", "pontoon audit takes them")
    return all(told)


def add_results(
    folders: Sequence[str], db: str, tell: Callable[[str], None], *, replacing: bool
) -> tuple[list["FileTold"], "AddResult"]:
    """Take the results into the ledger, a transaction a batch; adding them again goes on with the rest."""
    from pontoon_ledger.render.adding import files_told
    from pontoon_ledger.scale import UnfitFolderError
    from pontoon_ledger.scale.stored import audits_of
    from pontoon_ledger.store.model import AddResult

    files: list[FileTold] = []
    sessions: list[SessionResult] = []
    with open_ledger(db, write=True) as ledger:
        for folder in folders:
            try:
                for number, audit in enumerate(audits_of(folder), start=1):
                    tell(f"writing batch {number} of {folder}")
                    result = ledger.add(audit, replace=replacing) if audit.sessions.height else AddResult()
                    files += files_told(audit, result)
                    sessions += result.sessions
            except UnfitFolderError as error:
                raise TroubleError(str(error)) from None
    return files, AddResult(tuple(sessions))
