"""A deal told step by step, as the people at the table would tell it (`pontoon explain`).

In: an audit and the label of a deal. Out: an `Explanation`, as lines or as JSON.
"""

from pontoon_ledger.explain.model import Debt, ExplainError, Explanation, HandStory, Step
from pontoon_ledger.explain.telling import explain

__all__ = ["Debt", "ExplainError", "Explanation", "HandStory", "Step", "explain"]
