"""The same record under other rules: which findings come and go, whose balance changes.

In: records and a setting of options. Out: `WhatIf`. Which settings fit a record best is asked in
`inference.py`, which crosses records with settings by what stands here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.auditing import Audit, audit
from pontoon_ledger.balances import settle
from pontoon_ledger.records.model import OPTION_TYPES, Records
from pontoon_ledger.rules import OPTIONS, PRESETS, Value, parse_spec, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACE = ("code", "file", "line", "column", "deal_idx", "player", "hand")
_WHO = ("player", "account", "currency", "decimals")
Setting = tuple[tuple[str, Value], ...]
"""Options and the values they are set to, on top of the rules that each session names."""


def setting_of(spec: str) -> Setting:
    """What a text changes: its options alone, or every option where it names a preset; raises OptionError.

    >>> setting_of("stick_on=16, ties=push")
    (('stick_on', 16), ('ties', 'push'))
    >>> len(setting_of("wikipedia")) == len(OPTIONS)
    True
    """
    rules = parse_spec(spec)
    words = set(re.findall(r"\w+", spec))
    whole = any(word.casefold() in PRESETS for word in words)
    return tuple((name, getattr(rules, name)) for name in OPTIONS if whole or name in words)


def spoken_setting(setting: Setting) -> str:
    """A setting in words.

    >>> spoken_setting((("stick_on", 16), ("peek", False))), spoken_setting(())
    ('stick_on 16, peek false', 'the rules as written')
    """
    return ", ".join(f"{name} {spoken(value)}" for name, value in setting) or "the rules as written"


def under_rules(records: Records, setting: Setting) -> Records:
    """The records with some options changed, all else as each session has it."""
    columns = [pl.lit(value, dtype=OPTION_TYPES[name]).alias(name) for name, value in setting]
    return replace(records, sessions=records.sessions.with_columns(columns))


class WhatIf(Struct, frozen=True):
    """Two audits of one record: `gone`, `come` are findings, `altered` those that say something else now.

    `altered` has the findings of the second audit with the first one's `message_before`; `balances`
    those that change: `player, account, currency, decimals, before, after`, null where not known.
    """

    before: Audit
    after: Audit
    gone: pl.DataFrame
    come: pl.DataFrame
    altered: pl.DataFrame
    balances: pl.DataFrame

    @property
    def findings(self) -> int:
        """How many findings come, go or say something else."""
        return len(self.gone) + len(self.come) + len(self.altered)

    @property
    def same(self) -> bool:
        """Whether the other rules change nothing that the record shows."""
        return self.findings == 0 and self.balances.is_empty()


def what_if(before: Audit, setting: Setting) -> WhatIf:
    """Compare an audit with that of the same records under other rules."""
    after = audit(under_rules(before.records, setting))
    words = [*_PLACE, "message", "waived"]
    left, new = (
        _without(before.findings, after.findings, words),
        _without(after.findings, before.findings, words),
    )
    old = left.select(*_PLACE, message_before="message").unique(list(_PLACE), keep="first")
    altered = new.join(old, on=_PLACE, how="inner", nulls_equal=True, maintain_order="left")
    gone, come = _without(left, altered, _PLACE), _without(new, altered, _PLACE)
    return WhatIf(before, after, gone, come, altered, _changed_balances(before, after))


def _without(findings: pl.DataFrame, others: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    return findings.join(others, on=keys, how="anti", nulls_equal=True, maintain_order="left")


def _changed_balances(before: Audit, after: Audit) -> pl.DataFrame:
    """The balances that differ; who is in one settlement alone has nothing to get in the other."""
    mine, theirs = (
        settle(each).balances.select(*_WHO, pl.col("balance").alias(name), pl.lit(True).alias(f"in_{name}"))
        for each, name in ((before, "before"), (after, "after"))
    )
    both = mine.join(
        theirs, on=_WHO, how="full", coalesce=True, nulls_equal=True, maintain_order="left_right"
    ).select(
        *_WHO,
        *(pl.when(f"in_{name}").then(name).otherwise(0).alias(name) for name in ("before", "after")),
    )
    return both.filter(pl.col("before").ne_missing(pl.col("after")))


def crossed(records: Records, settings: Sequence[Setting]) -> Records:
    """The records once for each setting: one frame, sessions and deals numbered on.

    What the play does not hang on (tallies, cash, debts, faults, aliases) is left out.
    """
    sessions, deals = len(records.sessions), len(records.deals)
    frames = {"sessions": pl.concat([under_rules(records, setting).sessions for setting in settings])}
    for name in ("seats", "persons", "deals", "hands", "waivers"):
        frame: pl.DataFrame = getattr(records, name)
        frames[name] = pl.concat([_shifted(frame, n * sessions, n * deals) for n in range(len(settings))])
    empty = {
        name: getattr(records, name).clear() for name in ("tallies", "cash", "debts", "faults", "aliases")
    }
    return replace(records, **frames, **empty)


def _shifted(frame: pl.DataFrame, sessions: int, deals: int) -> pl.DataFrame:
    shifts = {"session_no": sessions, "deal_idx": deals}
    return frame.with_columns(pl.col(name) + by for name, by in shifts.items() if name in frame.columns)
