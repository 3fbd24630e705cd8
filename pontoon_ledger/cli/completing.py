"""What a shell may offer where the tabulator is pressed: sessions, players, codes, options of the rules.

In: what has been typed of the word, and the ledger that the line names. Out: words. Whatever is wrong
with the ledger, there is nothing to offer, and nothing is said in the middle of a line.
"""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.store import Ledger


def sessions(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the sessions of the ledger."""
    return _matching(_asked(ctx, lambda ledger: ledger.sessions()["session"].to_list()), incomplete)


def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the players of the ledger under the names that are shown."""
    return _matching(_asked(ctx, lambda ledger: sorted(set(ledger.spellings().values()))), incomplete)


def codes(incomplete: str) -> list[str]:
    """Offer the codes of findings, the last of a list that is being typed.

    >>> codes("p60"), codes("P101,P602")
    (['P601', 'P602', 'P603'], ['P101,P602'])
    """
    from pontoon_ledger.codes import CODES

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + code for code in CODES if code.startswith(last.upper())]


def rules(incomplete: str) -> list[str]:
    """Offer presets and options with their values, the last of a list that is being typed.

    >>> rules("pag"), rules("pagat, ties=p")
    (['pagat'], ['pagat, ties=push'])
    """
    from pontoon_ledger.rules import OPTIONS, PRESETS, spoken

    before, comma, last = incomplete.rpartition(",")
    space = last[: len(last) - len(last.lstrip())]
    known = [
        *(() if comma else PRESETS),
        *(f"{name}={spoken(v)}" for name, vs in OPTIONS.items() for v in vs),
    ]
    return _matching((before + comma + space + word for word in known), incomplete)


def topics(incomplete: str) -> list[str]:
    """Offer what `pontoon rules` can be asked for.

    >>> topics("stick"), topics("P205")
    (['stick_on'], ['P205'])
    """
    from pontoon_ledger.codes import CODES
    from pontoon_ledger.rules import OPTIONS, PRESETS

    return _matching([*CODES, *OPTIONS, *PRESETS], incomplete)


def formats(incomplete: str) -> list[str]:
    """Offer the forms of output.

    >>> formats("j")
    ['json']
    """
    from pontoon_ledger.cli.options import Format

    return _matching(map(str, Format), incomplete)


def _matching(words: Iterable[str], incomplete: str) -> list[str]:
    """The words that begin so, whatever the case, as the shell can take them."""
    begun = fold(incomplete)
    return [_as_typed(word) for word in words if fold(word).startswith(begun)]


def _as_typed(word: str) -> str:
    """A word as it is typed: bash puts in what it is given, and would take it for several words."""
    if os.environ.get("_PONTOON_COMPLETE") != "complete_bash":
        return word
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", word)


def _asked(ctx: typer.Context, question: "Callable[[Ledger], list[str]]") -> list[str]:
    """What the ledger of the line answers; nothing where there is none that can be read."""
    from pontoon_ledger.cli.options import DEFAULT_DB
    from pontoon_ledger.store import Ledger, LedgerError

    db = ctx.params.get("db") or os.environ.get("PONTOON_DB") or DEFAULT_DB
    if not Path(db).is_file():
        return []
    try:
        with Ledger(db, read_only=True) as ledger:
            return question(ledger)
    except LedgerError:
        return []
