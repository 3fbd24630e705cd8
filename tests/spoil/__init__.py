"""The spoilt-record kit: clean sessions of the dealer, each with one fault of a known kind.

In: a kind, how many. Out: records and what must be found in each. Knows nothing of the package under test.
"""

from spoil import (
    bank_kinds,
    clause_kinds,
    ending_kinds,
    pack_kinds,
    payout_kinds,
    play_kinds,
    record_kinds,
    shoot_kinds,
    split_kinds,
)
from spoil.draft import Draft, Expected, Spoilt
from spoil.register import HAND_KINDS, KINDS, Kind, spoil
from spoil.scenes import SEED, evening

MODULES = (
    record_kinds,
    clause_kinds,
    pack_kinds,
    play_kinds,
    split_kinds,
    ending_kinds,
    payout_kinds,
    bank_kinds,
    shoot_kinds,
)
"""Importing them fills the register."""

__all__ = [
    "HAND_KINDS",
    "KINDS",
    "MODULES",
    "SEED",
    "Draft",
    "Expected",
    "Kind",
    "Spoilt",
    "evening",
    "spoil",
]
