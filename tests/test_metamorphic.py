"""Changes of a record that must change its audit in a known way, and in no other.

In: sessions of the dealer, clean and with faults. Files in any order, rows in any order, amounts times a
factor, players renamed, YAML against a table, a session cut in two at a gap.
"""

from __future__ import annotations

import csv
import io
import pickle
import random
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import dealer
import polars as pl
import pytest
from msgspec.structs import replace
from spoil import KINDS, SEED, Draft, evening
from spoil.scenes import SCENES

import pontoon_ledger as pontoon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from dealer.model import Session

    from pontoon_ledger.auditing import Audit

EACH = 2
PLAYED = [kind for kind in KINDS.values() if not kind.code.startswith("P0")]
ABOUT = ["session", "deal", "player", "hand", "code", "severity", "waived"]
OWED = ["owed_from", "owed_to", "owed_amount"]
TOLD = [*ABOUT, *OWED, "message", "found", "expected", "help"]
FACTS = ["session", "deal", "player", "hand", "banker", "bank", "class", "total"]
MONEY = ["bet", "stake", "due", "shoot_due", "recorded", "shoot_recorded", "counts"]


def spoilt_sessions() -> list[Session]:
    """Sessions whose facts were spoilt in every way that needs no particular words, and clean ones."""
    made = []
    for kind in PLAYED:
        rng = random.Random(f"{SEED} metamorphic {kind.name}")
        found = 0
        for number in range(60):
            draft = Draft(evening(kind.scene, number), rng, f"{kind.name} {number}")
            if not kind.spoiler(draft):
                continue
            if not draft.in_facts:
                break
            if draft.finish() is not None:
                made.append(draft.session)
                found += 1
            if found == EACH:
                break
    clean = [evening("any", number) for number in range(500, 512)]
    return made + [named(session, f"clean {n}") for n, session in enumerate(clean)]


def named(session: Session, name: str) -> Session:
    """A copy of the session under another name."""
    copy: Session = pickle.loads(pickle.dumps(session))
    copy.name = name
    return copy


def write(folder: Path, texts: Iterable[str]) -> list[Path]:
    """Each text a file."""
    folder.mkdir()
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"{number:04}.yaml")
        paths[-1].write_text(text, encoding="utf-8", newline="")
    return paths


def judged(paths: object) -> Audit:
    return pontoon.audit(pontoon.read(paths))  # type: ignore[arg-type]


def findings(audit: Audit, columns: list[str] = TOLD) -> Counter[tuple[object, ...]]:
    """The findings as a bag, without their places."""
    return Counter(audit.findings.select(columns).iter_rows())


def hands(audit: Audit, columns: list[str] = FACTS + MONEY) -> dict[tuple[object, ...], tuple[object, ...]]:
    """What is known of each hand, by session, deal, player and number."""
    rows = audit.hands.select(columns).rows()
    table = {row[:4]: row[4:] for row in rows}
    assert len(table) == len(rows)
    return table


def nets(audit: Audit) -> dict[tuple[str, str], int | None]:
    """What the play brought each player of each session, as it counts; None where it is open."""
    names = audit.records.sessions["session"].to_list()
    sums: dict[tuple[str, str], int | None] = defaultdict(int)
    moves = audit.transfers.select("session_no", "payer", "payee", "counts")
    for session_no, payer, payee, amount in moves.iter_rows():
        for name, sign in ((payer, -1), (payee, 1)):
            key = names[session_no], name
            before = sums[key]
            sums[key] = None if before is None or amount is None else before + sign * amount
    return dict(sums)


@pytest.fixture(scope="module")
def sessions() -> list[Session]:
    made = spoilt_sessions()
    assert len(made) > 60
    return made


@pytest.fixture(scope="module")
def texts(sessions: list[Session]) -> list[str]:
    return [dealer.to_yaml(session) for session in sessions]


@pytest.fixture(scope="module")
def paths(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write(tmp_path_factory.mktemp("as_they_are") / "all", texts)


@pytest.fixture(scope="module")
def plain(paths: list[Path]) -> Audit:
    audit = judged(paths)
    assert audit.findings["code"].n_unique() > 20
    return audit


def test_files_in_any_order(paths: list[Path], plain: Audit) -> None:
    mixed = random.Random(1).sample(paths, len(paths))
    assert mixed != paths
    other = judged(mixed)
    places = ["file", "line", "column", "end_column"]
    assert findings(other, places + TOLD) == findings(plain, places + TOLD)
    assert hands(other) == hands(plain)
    assert nets(other) == nets(plain)
    balances = [pontoon.settle(audit).balances for audit in (plain, other)]
    by_name = [table.sort("currency", "decimals", "player", "account") for table in balances]
    assert by_name[0].rows() == by_name[1].rows()


def shuffled_rows(text: str, rng: random.Random) -> str:
    """The lines of the head, and the players of each deal, in another order."""
    lines = text.splitlines()
    start = lines.index("deals:")
    out, block = [*rng.sample(lines[:start], start), "deals:"], []
    for line in [*lines[start + 1 :], "end"]:
        if line.startswith("      ") and not line.startswith("        "):
            block.append([line])
        elif line.startswith("        "):
            block[-1].append(line)
        else:
            rng.shuffle(block)
            out += [row for rows in block for row in rows]
            block = []
            out.append(line)
    return "\n".join(out[:-1]) + "\n"


def without_order(audit: Audit) -> Counter[tuple[object, ...]]:
    """The findings but for those on a card, which stand on the later one of two."""
    by_order = pl.col("code").is_in(["P101", "P102", "P105"])
    table = audit.findings.select(
        pl.when(by_order).then(None).otherwise(pl.col(name)).alias(name)
        if name in {"player", "hand"}
        else name
        for name in TOLD
    )
    return Counter(table.iter_rows())


def test_rows_of_a_deal_in_any_order(texts: list[str], plain: Audit, tmp_path: Path) -> None:
    rng = random.Random(2)
    other = judged(write(tmp_path / "all", [shuffled_rows(text, rng) for text in texts]))
    assert without_order(other) == without_order(plain)
    assert hands(other) == hands(plain)
    assert nets(other) == nets(plain)


def change_money(session: Session, factor: int) -> Session:
    """All amounts of the session times a factor."""
    copy = named(session, session.name)
    copy.stakes, copy.kitty = (
        None if pair is None else (pair[0] * factor, pair[1] * factor) for pair in (copy.stakes, copy.kitty)
    )
    for deal in copy.deals:
        deal.kitty *= factor
        deal.carried *= factor
        deal.price = None if deal.price is None else deal.price * factor
        for hand in deal.hands:
            hand.stake, hand.shoot, hand.shoot4 = (x * factor for x in (hand.stake, hand.shoot, hand.shoot4))
            hand.due, hand.shoot_due = hand.due * factor, hand.shoot_due * factor
            for move in hand.moves:
                move.price *= factor
    return copy


@pytest.mark.parametrize("factor", [2, 7, 1000])
def test_all_amounts_times_a_factor(
    factor: int, sessions: list[Session], plain: Audit, tmp_path: Path
) -> None:
    other = judged(write(tmp_path / "all", [dealer.to_yaml(change_money(s, factor)) for s in sessions]))
    about = [*ABOUT, "line", "owed_from", "owed_to"]
    assert findings(other, about) == findings(plain, about)
    times = [pl.col(name) * factor for name in MONEY]
    assert other.hands.select(FACTS + MONEY).rows() == plain.hands.select(*FACTS, *times).rows()
    assert nets(other) == {who: net and net * factor for who, net in nets(plain).items()}


def rename(session: Session, new: Callable[[Any], Any]) -> Session:
    """Everybody under another name."""
    copy = named(session, session.name)
    copy.seats, copy.bank = [new(name) for name in copy.seats], new(copy.bank)
    copy.aka = {new(name): [new(other) for other in more] for name, more in copy.aka.items()}
    for deal in copy.deals:
        deal.bank, deal.seats = new(deal.bank), [new(name) for name in deal.seats]
        for hand in (*deal.hands, deal.bank_hand):
            hand.player = new(hand.player)
    return copy


def test_players_renamed(sessions: list[Session], plain: Audit, tmp_path: Path) -> None:
    def new(name: str | None) -> str | None:
        return name and f"{name[::-1]}-son"

    other = judged(write(tmp_path / "all", [dealer.to_yaml(rename(session, new)) for session in sessions]))

    def told(row: tuple[Any, ...], columns: list[str], names: set[str]) -> tuple[object, ...]:
        pairs = zip(columns, row, strict=True)
        return tuple(new(x) if c in names else x for c, x in pairs)

    about = [*ABOUT, *OWED, "line"]
    who = {"player", "owed_from", "owed_to", "bank"}
    assert findings(other, about) == Counter(
        told(row, about, who) for row in plain.findings.select(about).iter_rows()
    )
    columns = FACTS + MONEY
    assert other.hands.select(columns).rows() == [
        told(row, columns, who) for row in plain.hands.select(columns).iter_rows()
    ]
    before = {(s, name if name == "kitty" else new(name)): net for (s, name), net in nets(plain).items()}
    assert nets(other) == before


def sheets(folder: Path, sessions: Iterable[Session], mix: random.Random | None, *, columns: bool) -> Path:
    """Each session as a head and a table beside it; with `mix` the rows of a deal in another order."""
    folder.mkdir()
    for number, session in enumerate(sessions):
        head, table = dealer.to_csv(session, csv_name=f"{number}.csv", columns=columns)
        if mix:
            table = mixed_rows(table, mix)
        (folder / f"{number}.yaml").write_text(head, encoding="utf-8")
        (folder / f"{number}.csv").write_text(table, encoding="utf-8", newline="")
    return folder


def mixed_rows(table: str, rng: random.Random) -> str:
    """The rows of each deal in another order, those of one player as they were."""
    rows = list(csv.reader(io.StringIO(table)))
    deal, player = rows[0].index("deal"), rows[0].index("player")
    out = [rows[0]]
    for label in dict.fromkeys(row[deal] for row in rows[1:]):
        mine = [row for row in rows[1:] if row[deal] == label]
        order = rng.sample(mine, len(mine))
        waiting = {
            name: [row for row in mine if row[player] == name] for name in {row[player] for row in mine}
        }
        out += [waiting[row[player]].pop(0) for row in order]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(out)
    return text.getvalue()


def of_sessions(audit: Audit, names: set[str]) -> Audit:
    """What the audit has found, judged and moved in the sessions of these names."""
    kept = replace(audit, findings=audit.findings.filter(pl.col("session").is_in(names)))
    numbers = audit.sessions.filter(pl.col("session").is_in(names))["session_no"]
    assert len(numbers) == len(names)
    kept.__dict__["hands"] = audit.hands.filter(pl.col("session").is_in(names))
    kept.__dict__["transfers"] = audit.transfers.filter(pl.col("session_no").is_in(numbers.implode()))
    return kept


@pytest.mark.parametrize("columns", [False, True])
def test_a_record_and_its_table_are_one_audit(
    sessions: list[Session], plain: Audit, tmp_path: Path, columns: bool
) -> None:
    fit = [session for session in sessions if not any(deal.reseated for deal in session.deals)]
    whole = of_sessions(plain, {session.name for session in fit})
    table = judged(sheets(tmp_path / "tables", fit, None, columns=columns))
    mixed = judged(sheets(tmp_path / "mixed", fit, random.Random(3), columns=columns))
    assert whole.findings["code"].n_unique() > 20
    assert findings(table) == findings(whole)
    assert without_order(mixed) == without_order(whole)
    for other in (table, mixed):
        assert hands(other) == hands(whole)
        assert nets(other) == nets(whole)


def cut(session: Session, at: int) -> tuple[Session, Session]:
    """The deals before deal number `at`, a gap, and those from it on, as two sessions."""
    first, second = named(session, f"{session.name} one"), named(session, f"{session.name} two")
    del first.deals[at - 1 :], second.deals[: at - 1]
    for no, deal in enumerate(second.deals, 1):
        deal.no = no
    start = second.deals[0]
    second.seats, second.bank = start.seats, start.bank
    start.gap = start.reseated = False
    start.write_bank = True
    return first, second


def test_a_session_cut_in_two_at_a_gap(tmp_path: Path) -> None:
    whole, halves, moves = [], [], 0
    for kind in PLAYED:
        if not SCENES[kind.scene].knobs.get("gap"):
            continue
        rng = random.Random(f"{SEED} cut {kind.name}")
        for number in range(120):
            session = evening(kind.scene, number)
            gaps = [deal.no for deal in session.deals if deal.gap]
            if len(gaps) != 1:
                continue
            draft = Draft(session, rng, f"{kind.name} {number}")
            if not kind.spoiler(draft) or not draft.in_facts or draft.finish() is None:
                continue
            if len(draft.session.deals) < gaps[0]:
                continue
            for deal in draft.session.deals:
                deal.label = f"deal {deal.no}"
            whole.append(draft.session)
            halves += cut(draft.session, gaps[0])
            break
    assert len(whole) > 10
    one = judged(write(tmp_path / "whole", [dealer.to_yaml(session) for session in whole]))
    two = judged(write(tmp_path / "halves", [dealer.to_yaml(session) for session in halves]))

    def whose(name: object) -> object:
        return str(name).removesuffix(" one").removesuffix(" two")

    assert one.findings.height > 10
    assert findings(one) == Counter(
        (whose(row[0]), *row[1:]) for row in two.findings.select(TOLD).iter_rows()
    )
    assert hands(one) == {(whose(key[0]), *key[1:]): row for key, row in hands(two).items()}
    sums: Counter[object] = Counter()
    for (name, player), net in nets(two).items():
        assert net is not None
        sums[whose(name), player] += net
        moves += 1
    assert moves > 30
    assert dict(sums) == nets(one)
