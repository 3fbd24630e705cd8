"""What would make a deal fit: single changes of the record, offered to people and never applied.

In: an audit and the label of a deal. Out: `Repair`s, smallest first, and the house rules under which
a finding would be none.
"""

from pontoon_ledger.repairs.model import Repair
from pontoon_ledger.repairs.search import readings, repairs, weigh

__all__ = ["Repair", "readings", "repairs", "weigh"]
