"""What hledger and beancount make of a journal, and what the ledger says that it must be.

In: a journal's path, a ledger. Out: balances as exact decimals by account and commodity, those of 0 left
out. hledger may be missing on a desk; where CI is set in the environment it may not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from pontoon_ledger.export.names import account_of

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.store import Ledger

Balances = dict[tuple[str, str], Decimal]

needs_hledger = pytest.mark.skipif(
    shutil.which("hledger") is None and not os.environ.get("CI"), reason="hledger is not installed"
)
_UTF8 = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}


def ledger_balances(ledger: Ledger) -> Balances:
    """Every balance that is known; where nobody knows who was paid, none of that currency is."""
    rows = ledger.query("SELECT player, account, currency, decimals, balance FROM balances").rows()
    lost = {(code, places) for player, _, code, places, _ in rows if player is None}
    kinds = Counter(code for code, _ in {(row[2], row[3]) for row in rows})
    found: Balances = {}
    for player, own, code, places, held in rows:
        if held and (code, places) not in lost:
            suffix = f"-{places}D" if kinds[code] > 1 else ""
            found[account_of(player, account=own), f"{code or 'MONEY'}{suffix}"] = held
    return found


def hledger(path: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run hledger on a journal."""
    return subprocess.run(
        ["hledger", "-f", str(path), *args],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **_UTF8},
        check=False,
        timeout=120,
    )


def hledger_check(path: Path) -> str:
    """What hledger has against a journal, by its strictest checks; empty where all is well."""
    done = hledger(path, "check", "--strict", "ordereddates")
    return done.stderr if done.returncode else ""


def hledger_balances(path: Path) -> Balances:
    """The balances of all accounts as hledger reckons them."""
    done = hledger(path, "balance", "--flat", "--no-total", "--output-format=json")
    assert not done.returncode, done.stderr
    found: Balances = {}
    for account, _, _, amounts in json.loads(done.stdout)[0]:
        for amount in amounts:
            quantity = amount["aquantity"]
            held = Decimal(quantity["decimalMantissa"]).scaleb(-quantity["decimalPlaces"])
            if held:
                found[account, amount["acommodity"].strip('"')] = held
    return found


def beancount_check(path: Path) -> str:
    """What `bean-check` has against a journal; empty where all is well."""
    script = "from beancount.scripts.check import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "--no-cache", str(path)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr if done.returncode or done.stderr else ""


def beancount_entries(path: Path) -> list:
    """The directives of a journal as beancount reads them; it may have nothing against them."""
    from beancount import loader

    entries, errors, _ = loader.load_string(path.read_text(encoding="utf-8"))
    assert errors == []
    return entries


def beancount_balances(path: Path) -> Balances:
    """The balances of all accounts as beancount reckons them."""
    from beancount.core import realization

    found: Balances = defaultdict(Decimal)
    for account in realization.iter_children(realization.realize(beancount_entries(path))):
        for position in account.balance:
            found[account.account, position.units.currency] += position.units.number
    return {key: held for key, held in found.items() if held}
