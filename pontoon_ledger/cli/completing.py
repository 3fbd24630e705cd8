"""What a shell may offer where the tabulator is pressed: sessions, players, codes, options of the rules.

In: what has been typed of the word, and the ledger or the records that the line names. Out: words. Whatever
is wrong with those, there is nothing to offer, and nothing is said in the middle of a line.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pontoon_ledger.words import fold

if TYPE_CHECKING:
    from pontoon_ledger.records.model import Records
    from pontoon_ledger.store import Ledger


def sessions(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the sessions of the ledger."""
    return _matching(_asked(ctx, lambda ledger: ledger.sessions()["session"].to_list()), incomplete)


def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the players of the records that the line names, else of the ledger under the names shown."""
    params = ctx.params
    named = [params.get("path"), *(params.get("paths") or ()), *(params.get("words") or ())]
    files = [one for one in named if one and Path(one).is_file()]
    if files:
        from pontoon_ledger.records import read

        return _matching(_names(read(files)), incomplete)
    if session := params.get("path"):
        return _matching(_asked(ctx, lambda ledger: _names(ledger.records([session]))), incomplete)
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


def currencies(incomplete: str) -> list[str]:
    """Offer the codes of currencies.

    >>> currencies("gb")
    ['GBP']
    """
    from pontoon_ledger.currency import known_codes

    return _matching(known_codes(), incomplete)


def one_of(words: Sequence[str]) -> Callable[[str], list[str]]:
    """Offer the few words that an option takes.

    >>> one_of(("session", "month"))("m")
    ['month']
    """

    def offer(incomplete: str) -> list[str]:
        return _matching(words, incomplete)

    return offer


def session_files(incomplete: str) -> list[str]:
    """Offer the files that deals can be recorded into, of the folder that is being typed.

    With none there the shell offers whatever files there are, and so its folders.
    """
    folder, slash, begun = incomplete.rpartition("/")
    try:
        names = sorted(one.name for one in Path(folder + slash or ".").iterdir())
    except OSError:
        return []
    found = [name for name in names if name.startswith(begun) and name.endswith((".yaml", ".yml"))]
    return [_as_typed(folder + slash + name) for name in found]


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
    match _quote_begun():
        case "'":
            return word.replace("'", r"'\''")
        case '"':
            return re.sub(r'(["$`\\])', r"\\\1", word)
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", word)


def _quote_begun() -> str:
    """The quotation mark that the word being typed begins with."""
    words, at = os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", "")
    word = words[int(at)] if at.isdecimal() and int(at) < len(words) else ""
    return word[:1] if word[:1] in ("'", '"') else ""


def _names(records: "Records") -> list[str]:
    return records.seats["player"].unique(maintain_order=True).to_list()


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
