"""Records tidied: one indentation, keys in order, plays in one spelling, comments where they were.

In: the text of a record. Out: the tidy text, which says the same: both are audited, and where anything
but places differs nothing is given back. A record that cannot be read whole is refused.
"""

from __future__ import annotations

from pontoon_ledger.formatting.record import Beside, format_record
from pontoon_ledger.formatting.tree import NotTidiedError

__all__ = ["Beside", "NotTidiedError", "format_record"]
