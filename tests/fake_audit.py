"""Audits made up for the tests of the ledger: frames of the promised columns without a reader.

In: evenings as few words as a test needs, or a size. Out: an object with an audit's frames.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pontoon_ledger.records.model import SCHEMAS, Records, Source, frame
from pontoon_ledger.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

    from pontoon_ledger.store import Ledger

OPTIONS = asdict(Rules())
INT, TEXT, TRUTH, MONEY = pl.Int32, pl.String, pl.Boolean, pl.Int64
DEALS = {
    "session_no": INT, "deal_no": INT, "deal": TEXT, "holder": TEXT, "void": TEXT, "gap": TRUTH,
    "price": MONEY, "doubled": TRUTH, "file_no": INT, "line": INT,
}  # fmt: skip
HANDS = {
    "session_no": INT, "session": TEXT, "deal_no": INT, "deal": TEXT, "player": TEXT, "hand": pl.Int8,
    "banker": TRUTH, "bank": TEXT, "split": TRUTH, "bet": MONEY, **{f"c{k}": TEXT for k in range(1, 6)},
    "cards": pl.Int8, "how3": TEXT, "how4": TEXT, "how5": TEXT, "price3": MONEY, "price4": MONEY,
    "price5": MONEY, "ending": TEXT, "total": pl.Int8, "class": TEXT, "stake": MONEY, "due": MONEY,
    "shoot_due": MONEY, "recorded": MONEY, "shoot_recorded": MONEY, "counts": MONEY, "note": TEXT,
    "file": TEXT, "line": INT,
}  # fmt: skip
FINDINGS = {
    "code": TEXT, "severity": TEXT, "file": TEXT, "line": INT, "column": INT, "end_column": INT,
    "session": TEXT, "session_no": INT, "deal": TEXT, "deal_no": INT, "player": TEXT, "hand": pl.Int8,
    "message": TEXT, "found": TEXT, "expected": TEXT, "help": TEXT, "rule": TEXT,
    "owed_from": TEXT, "owed_to": TEXT, "owed_amount": MONEY, "waived": TEXT,
}  # fmt: skip
TRANSFERS = {
    "session_no": INT, "deal_no": INT, "kind": TEXT, "payer": TEXT, "payee": TEXT, "payer_account": TRUTH,
    "payee_account": TRUTH, "recorded": MONEY, "due": MONEY, "counts": MONEY,
}  # fmt: skip


class Hand(Struct, frozen=True):
    """One hand; a row of the banker where player and bank are the same."""

    deal_no: int
    player: str
    counts: int | None = 0
    bank: str | None = "Ann"
    klass: str | None = "18"
    stake: int | None = 10
    split: bool = False
    recorded: int | None = None
    line: int = 10


class Evening(Struct, frozen=True):
    """One session."""

    session: str = "friday"
    hands: tuple[Hand, ...] = (Hand(1, "Bob", 40), Hand(1, "Cat", -10), Hand(1, "Ann", None))
    date: str | None = "2026-11-27"
    file: str = "friday.yaml"
    text: str = "deals: []\n"
    currency: str | None = "GBP"
    decimals: int = 2
    fault: str | None = None
    aliases: tuple[tuple[str, str], ...] = ()
    moves: tuple[dict[str, Any], ...] = ()
    deals: dict[int, dict[str, Any]] = field(default_factory=dict)
    table: tuple[str, str] | None = None


class FakeAudit(Struct, frozen=True):
    """What the ledger looks at."""

    records: Records
    sessions: pl.DataFrame
    deals: pl.DataFrame
    hands: pl.DataFrame
    findings: pl.DataFrame
    transfers: pl.DataFrame


def fake_audit(*evenings: Evening) -> FakeAudit:
    """An audit of some small evenings."""
    sources: dict[str, Source] = {}
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in ("sessions", "deals", "hands", "findings")}
    rows |= {"transfers": [], "heads": [], "tables": [], "aliases": []}
    for number, evening in enumerate(evenings):
        _fill(rows, sources, number, evening)
    empty = {name: frame(name) for name in SCHEMAS}
    records = Records(
        tuple(sources.values()),
        **empty
        | {
            "sessions": pl.DataFrame(rows["heads"], schema={"file_no": INT}),
            "deals": pl.DataFrame(rows["tables"], schema={"session_no": INT, "file_no": INT}),
            "aliases": pl.DataFrame(rows["aliases"], schema=SCHEMAS["aliases"]),
        },
    )
    return FakeAudit(
        records,
        pl.DataFrame(rows["sessions"]).cast(
            {"session_no": INT, "decimals": pl.Int8, "date": TEXT, "currency": TEXT}
        ),
        pl.DataFrame(rows["deals"], schema=DEALS),
        pl.DataFrame(rows["hands"], schema=HANDS),
        pl.DataFrame(rows["findings"], schema=FINDINGS),
        pl.DataFrame(rows["transfers"], schema=TRANSFERS),
    )


def _fill(
    rows: dict[str, list[dict[str, Any]]], sources: dict[str, Source], number: int, evening: Evening
) -> None:
    files = [_source(sources, evening.file, evening.text)]
    if evening.table:
        files.append(_source(sources, *evening.table))
    here = {"session_no": number, "file": evening.file}
    banks = {hand.deal_no: hand.bank for hand in evening.hands}
    open_deals = {hand.deal_no for hand in evening.hands if hand.counts is None and hand.player != hand.bank}
    rows["heads"].append({"file_no": files[0]})
    rows["tables"].append({"session_no": number, "file_no": files[-1]})
    rows["aliases"] += [
        {"session_no": number, "player": who, "alias": alias} for who, alias in evening.aliases
    ]
    rows["sessions"].append(
        here
        | {"session": evening.session, "date": evening.date, "currency": evening.currency}
        | {"decimals": evening.decimals, "whole": True, "deals": len(banks), "hands": len(evening.hands)}
        | {"judged": len(banks) - len(open_deals), "undecided": len(open_deals), "unreadable": 0}
        | {"has_faults": evening.fault is not None, "complete": not open_deals, "rules": "pagat"}
        | OPTIONS
    )
    if evening.fault:
        place = {"line": 7, "column": 1, "end_column": 2, "session": evening.session}
        rows["findings"].append(
            here | place | {"code": evening.fault, "severity": "E", "message": "cannot be read"}
        )
    for deal_no, bank in banks.items():
        deal = {"session_no": number, "deal_no": deal_no, "deal": str(deal_no), "holder": bank, "line": 5}
        rows["deals"].append(deal | {"file_no": files[-1]} | evening.deals.get(deal_no, {}))
    for hand in evening.hands:
        banker = hand.player == hand.bank
        money = {"counts": hand.counts, "due": hand.counts, "recorded": hand.recorded}
        deal = {"deal_no": hand.deal_no, "deal": str(hand.deal_no)}
        rows["hands"].append(
            here
            | deal
            | ({} if banker else money)
            | {
                "session": evening.session,
                "player": hand.player,
                "hand": 1,
                "banker": banker,
                "bank": hand.bank,
            }
            | {"split": hand.split, "class": hand.klass, "stake": hand.stake, "line": hand.line}
        )
        if not banker:
            move = {"deal_no": hand.deal_no, "kind": "hand", "payer": hand.bank, "payee": hand.player}
            rows["transfers"].append(_move(number, move | money))
    rows["transfers"] += [_move(number, move) for move in evening.moves]


def _source(sources: dict[str, Source], path: str, text: str) -> int:
    kind = path.rpartition(".")[2]
    sources.setdefault(path, Source(path, kind, text, sha256(text.encode()).hexdigest()))
    return list(sources).index(path)


def _move(number: int, move: dict[str, Any]) -> dict[str, Any]:
    accounts = {f"{side}_account": move[side] in {"kitty", "box"} for side in ("payer", "payee")}
    return {"session_no": number} | accounts | move


def large_audit(sessions: int, deals: int, *, text: str = "deal,player,play\n") -> FakeAudit:
    """An audit of `sessions` evenings of `deals` deals each, five hands a deal, out of one CSV."""
    names = pl.lit(pl.Series(["Ann", "Bob", "Cat", "Dan", "Eve"]))
    cards = pl.lit(pl.Series([rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]))
    row = pl.col("row")
    made = row.hash(7)
    hands = pl.DataFrame({"row": pl.int_range(sessions * deals * 5, dtype=INT, eager=True)}).select(
        session_no=(row // (5 * deals)).cast(INT),
        session=pl.format("evening {}", row // (5 * deals) + 1),
        deal_no=(row // 5 % deals + 1).cast(INT),
        deal=(row // 5 % deals + 1).cast(TEXT),
        player=names.gather(row % 5),
        hand=pl.lit(1, dtype=pl.Int8),
        banker=row % 5 == 0,
        bank=pl.lit("Ann"),
        split=pl.lit(False),
        bet=(made % 9 + 1).cast(MONEY) * 10,
        **{
            f"c{k}": pl.when(made % 2 ** (k - 1) == 0).then(cards.gather(row.hash(k) % 52))
            for k in range(1, 6)
        },
        cards=pl.lit(3, dtype=pl.Int8),
        how3=pl.when(made % 4 == 0).then(pl.lit("buy")),
        how4=pl.when(made % 8 == 0).then(pl.lit("twist")),
        how5=pl.lit(None, dtype=TEXT),
        price3=pl.when(made % 4 == 0).then(pl.lit(20, dtype=MONEY)),
        price4=pl.lit(None, dtype=MONEY),
        price5=pl.lit(None, dtype=MONEY),
        ending=pl.lit("stick"),
        total=(made % 17 + 5).cast(pl.Int8),
        **{"class": (made % 17 + 5).cast(TEXT)},
        stake=(made % 9 + 1).cast(MONEY) * 10,
        due=pl.when(row % 5 != 0).then(((made % 41).cast(MONEY) - 20) * 10),
        shoot_due=pl.lit(None, dtype=MONEY),
        recorded=pl.when(row % 5 != 0).then(((made % 41).cast(MONEY) - 20) * 10),
        shoot_recorded=pl.lit(None, dtype=MONEY),
        counts=pl.when(row % 5 != 0).then(((made % 41).cast(MONEY) - 20) * 10),
        note=pl.lit(None, dtype=TEXT),
        file=pl.lit("season.csv"),
        line=row + 2,
    )
    fixed = {
        "currency": "GBP",
        "decimals": 2,
        "file": "season.csv",
        "whole": True,
        "deals": deals,
        "rules": "pagat",
    }
    fixed |= {"hands": deals * 5, "judged": deals, "undecided": 0, "unreadable": 0, "has_faults": False}
    heads = pl.DataFrame({"session_no": pl.int_range(sessions, dtype=INT, eager=True)}).with_columns(
        session=pl.format("evening {}", pl.col("session_no") + 1),
        date=pl.lit("2026-11-27"),
        **{name: pl.lit(value) for name, value in (fixed | {"complete": True} | OPTIONS).items()},
    )
    banks = hands.filter("banker").select(
        "session_no", "deal_no", "deal", holder="bank", void=pl.lit(None, dtype=TEXT), gap=pl.lit(False),
        price=pl.lit(None, dtype=MONEY), doubled=pl.lit(False), file_no=pl.col("deal_no") * 0, line="line",
    )  # fmt: skip
    moves = hands.filter(~pl.col("banker")).select(
        "session_no", "deal_no", kind=pl.lit("hand"), payer="bank", payee="player",
        payer_account=pl.lit(False), payee_account=pl.lit(False), recorded="recorded", due="due",
        counts="counts",
    )  # fmt: skip
    tables = {name: frame(name) for name in SCHEMAS}
    tables["sessions"] = heads.select(file_no=pl.col("session_no") * 0)
    tables["deals"] = heads.select("session_no", file_no=pl.lit(0, dtype=INT))
    records = Records((Source("season.csv", "csv", text, sha256(text.encode()).hexdigest()),), **tables)
    return FakeAudit(records, heads, banks, hands, pl.DataFrame(schema=FINDINGS), moves)


FRIDAY = Evening()
LATER = replace(FRIDAY, hands=(Hand(1, "Bob", 70), Hand(1, "Cat", -10)), text="deals: [1]\n")


def outcomes(ledger: Ledger, *evenings: Evening, replacing: bool = False) -> list[str]:
    """Add some small evenings; what became of each."""
    return [one.outcome for one in ledger.add(fake_audit(*evenings), replace=replacing).sessions]


def balance(ledger: Ledger) -> dict[str, int | None]:
    """Everybody's balance in minor units."""
    return dict(ledger.balances().select("player", "balance").rows())


def digest(path: Path) -> str:
    """A hash of the file, to see that nobody wrote into it."""
    return sha256(path.read_bytes()).hexdigest()
