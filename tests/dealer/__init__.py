"""An independent dealer: plays legal sessions of Pontoon and knows every answer.

In: a random source and house rules. Out: `Session`s, their records as YAML and CSV, and plain
scalar functions to hold single hands against. Knows nothing of the package under test.
"""

from dealer.brute import completions, settle, settle_shoot
from dealer.knobs import Habits, Knobs
from dealer.model import Coin, Deal, Hand, Move, Session
from dealer.play import play_session
from dealer.rules import EXTRAS, NOT_YET, OPTIONS, PRESETS, complete, preset, random_rules
from dealer.spell import Style
from dealer.table import to_csv, to_csv_alone
from dealer.write import to_yaml

__all__ = [
    "EXTRAS",
    "NOT_YET",
    "OPTIONS",
    "PRESETS",
    "Coin",
    "Deal",
    "Habits",
    "Hand",
    "Knobs",
    "Move",
    "Session",
    "Style",
    "complete",
    "completions",
    "play_session",
    "preset",
    "random_rules",
    "settle",
    "settle_shoot",
    "to_csv",
    "to_csv_alone",
    "to_yaml",
]
