"""The ledger: audited sessions kept in a DuckDB database.

In: audits, or SQL questions. Out: what became of each session, and polars frames.
"""

from pontoon_ledger.store.ledger import Ledger, Stats
from pontoon_ledger.store.model import AddResult, LedgerError, SessionResult

__all__ = ["AddResult", "Ledger", "LedgerError", "SessionResult", "Stats"]
