"""Repairs: of a clean session with one fault the true repair is offered, and no offer makes another fault."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import pytest
from dealer import play_session, to_yaml
from telling import against, everything, judge, story

import pontoon_ledger as pontoon
from pontoon_ledger.repairs import readings, repairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dealer import Deal, Hand, Session

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.repairs import Repair

PLAYS = {"verb", "amount", "card", "clause", "ending"}
FEW = 2


@dataclass(frozen=True)
class Fault:
    """A record with one fault: its text, the deal, the words that are right."""

    text: str
    deal: Deal
    player: str
    right: str


@cache
def evening(seed: int) -> tuple[Session, str]:
    session = play_session(random.Random(seed), deals=6, players=4, awkward=False, labels=0.0, pay=1.0)
    return session, to_yaml(session)


def hands(kind: str) -> Iterator[tuple[Session, str, Deal, Hand]]:
    """Hands of players in which a clause of this kind is written, of many evenings, the second deal on."""
    for seed in range(60):
        session, text = evening(seed)
        for deal in session.deals[1:]:
            for hand in deal.hands:
                if (deal.no, hand.player, hand.number, kind) in session.places and hand.written == "own":
                    yield session, text, deal, hand


def changed(text: str, place: tuple[int, int, int], new: str) -> tuple[str, str]:
    """The text with other words in a place, and the words that stood there."""
    lines = text.split("\n")
    line, start, end = place
    old = lines[line - 1][start - 1 : end - 1]
    lines[line - 1] = lines[line - 1][: start - 1] + new + lines[line - 1][end - 1 :]
    return "\n".join(lines), old


def planted(kind: str, spoil: Callable[[str], str | None]) -> Iterator[Fault]:
    """Faults made by changing one clause of a hand; the hand's row as it was is the right one."""
    for session, text, deal, hand in hands(kind):
        row = changed(text, session.places[deal.no, hand.player, hand.number, "row"], "")[1]
        place = session.places[deal.no, hand.player, hand.number, kind]
        new = spoil(changed(text, place, "")[1])
        if new is not None:
            yield Fault(changed(text, place, new)[0], deal, hand.player, row)


def audited(folder: Path, text: str) -> Audit:
    path = folder / "evening.yaml"
    path.write_text(text, encoding="utf-8")
    return pontoon.audit(pontoon.read(path))


def found(audit: Audit) -> Counter[tuple[object, ...]]:
    return Counter(audit.findings.select("code", "deal", "player", "hand").iter_rows())


def check(folder: Path, faults: Iterator[Fault], is_true: Callable[[Fault, Repair], bool]) -> None:
    """Of the first few faults that are found in their deal, the true repair is offered; each offer holds."""
    tried = 0
    for fault in faults:
        audit = audited(folder, fault.text)
        wrong = audit.findings.filter(severity="E")
        if wrong.is_empty() or wrong["deal"].unique().to_list() != [fault.deal.label]:
            continue
        offered = repairs(audit, fault.deal.label)
        said = [f"{repair} [{repair.after}]" for repair in offered]
        assert any(is_true(fault, repair) for repair in offered), (
            wrong["message"].to_list(),
            fault.right,
            said,
        )
        assert len(offered) <= 8
        for repair in offered:
            if repair.kind in PLAYS:
                assert fault.text.count(repair.before) == 1
                after = audited(folder, fault.text.replace(repair.before, repair.after))
                assert not found(after) - found(audit), str(repair)
                assert found(audit).total() - found(after).total() == repair.removes
        tried += 1
        if tried == FEW:
            return
    raise AssertionError("no evening has room for this fault")


def restores(fault: Fault, repair: Repair) -> bool:
    return repair.after == fault.right and repair.left == 0


def test_a_wrong_amount(tmp_path: Path) -> None:
    check(tmp_path, planted("result", lambda old: old.replace(".", "") if "." in old else None), restores)


def test_won_for_lost(tmp_path: Path) -> None:
    def spoil(old: str) -> str | None:
        verb, _, amount = old.partition(" ")
        return f"{ {'won': 'lost', 'lost': 'won'}[verb] } {amount}" if amount else None

    def is_true(fault: Fault, repair: Repair) -> bool:
        return repair.kind == "verb" and restores(fault, repair)

    check(tmp_path, planted("result", spoil), is_true)


def test_a_bet_misread(tmp_path: Path) -> None:
    def is_true(fault: Fault, repair: Repair) -> bool:
        words = fault.right.split(", ")[0].split()
        return repair.kind == "amount" and "bet" in repair.sentence and words[1] in repair.choices

    def spoil(old: str) -> str:
        return f"{old}0" if "." not in old else old.replace(".", "")

    check(tmp_path, planted("bet", spoil), is_true)


def test_a_price_misread(tmp_path: Path) -> None:
    def spoil(old: str) -> str | None:
        verb, *rest = old.split()
        return f"{verb} {rest[0].replace('.', '')} {rest[1]}" if verb == "buy" and "." in rest[0] else None

    check(tmp_path, planted("third", spoil), lambda f, r: "price" in r.sentence and r.left == 0)


def points(card: str) -> str:
    return "T" if card[0] in "JQK" else card[0]


def test_a_card_misread(tmp_path: Path) -> None:
    def faults() -> Iterator[Fault]:
        for session, text, deal, hand in hands("third"):
            place = session.places[deal.no, hand.player, hand.number, "third"]
            old = changed(text, place, "")[1]
            for rank in "2A9K":
                new = old[:-2] + rank + old[-1]
                yield Fault(changed(text, place, new)[0], deal, hand.player, old[-2:])

    def is_true(fault: Fault, repair: Repair) -> bool:
        return repair.kind == "card" and points(fault.right) in {points(card) for card in repair.choices}

    check(tmp_path, faults(), is_true)


def test_the_same_card_twice_is_told_by_its_suit(tmp_path: Path) -> None:
    audit = judge(
        tmp_path, against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, won 0.20", "bet 0.20, Kc 8s, stick")
    )
    offered = repairs(audit, "1")
    assert [r.kind for r in offered[:2]] == ["card", "card"]
    assert all(set(r.choices) >= {"Kd", "Ks"} for r in offered[:2])


def test_a_buy_that_was_a_twist(tmp_path: Path) -> None:
    play = "bet 0.20, 2c 3d, twist 4h, buy 0.20 Ts, stick, lost 0.20"
    audit = judge(tmp_path, against("Kh Td, stick", play))
    assert any(r.after == play.replace("buy 0.20", "twist") for r in repairs(audit, "1"))


def test_a_twist_that_nobody_wrote(tmp_path: Path) -> None:
    audit = judge(tmp_path, against("Kh 7d, stick", "bet 0.20, 2c 3d, twist 4h, stick 19, won 0.20"))
    assert "if Bob twisted any card worth 10 more, everything fits" in map(str, repairs(audit, "1"))


def test_an_ending_that_is_missing(tmp_path: Path) -> None:
    audit = judge(tmp_path, against("Kh 7d, stick", "bet 0.20, Kc 8s, won 0.20"))
    assert "bet 0.20, Kc 8s, stick, won 0.20" in [r.after for r in repairs(audit, "1")]


def test_payments_exchanged(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, won 0.50", "bet 0.50, Tc 8c, stick, won 0.20")
    best = repairs(judge(tmp_path, deals), "1")[0]
    assert (best.kind, best.removes, best.left) == ("payment", 2, 0)
    assert best.after == ("Bob: bet 0.20, Kc 9s, stick, won 0.20\nCat: bet 0.50, Tc 8c, stick, won 0.50")


def test_two_lines_exchanged(tmp_path: Path) -> None:
    rows = "- bank: Ann\n  hands:\n    Bob: Kh 7d, stick\n    Ann: bet 0.20, Kc 9s, stick, won 0.20\n"
    [best] = repairs(judge(tmp_path, rows), "1")
    assert (best.kind, str(best)) == (
        "lines",
        "if the lines of Bob and Ann were exchanged, everything fits",
    )


def test_the_wrong_banker_named(tmp_path: Path) -> None:
    def faults() -> Iterator[Fault]:
        for seed in range(60):
            session, text = evening(seed)
            for deal in session.deals[1:]:
                place = session.places.get((deal.no, None, 0, "bank"))
                outside = [p for p in deal.seats if p not in deal.players and p != deal.bank]
                if place and outside and deal.price is None:
                    yield Fault(changed(text, place, outside[0])[0], deal, outside[0], deal.bank)

    check(tmp_path, faults(), lambda f, r: r.kind == "banker" and f.right in r.choices)


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("shuffled: false", "if the pack was shuffled before this deal, everything fits"),
        ("bank: Bob", "if Bob bought the bank or was given it (a price is missing), everything fits"),
        ("doubled: true", "if the banker did not double, everything fits"),
    ],
)
def test_a_field_of_the_deal(tmp_path: Path, field: str, sentence: str) -> None:
    first = "- hands:\n    Bob: bet 0.20, Ac 8s, stick\n    Ann: Ah Kd, pontoon\n"
    bank, other = ("Bob", "Ann") if "Bob" in field else ("Ann", "Bob")
    second = f"- {field}\n  hands:\n    {other}: bet 0.20, 5c 6d, twist 7h, stick\n    {bank}: Th 9d, stick\n"
    assert sentence in map(str, repairs(judge(tmp_path, first + second), "2"))


def test_a_tally_misread(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, won 0.20") + "  tally: {Bob: 0.30}\n"
    best = repairs(judge(tmp_path, deals), "1")[0]
    assert (best.before, best.after, best.player) == ("0.30", "0.20", "Bob")


def test_what_the_bank_made_of_it(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick, won 0.20", "bet 0.20, Kc 9s, stick, won 0.20")
    assert repairs(judge(tmp_path, deals), "1")[0].after == "Kh 7d, stick, lost 0.20"


def test_of_two_faults_one_goes(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, won 0.30", "bet 0.50, Tc 8c, stick, won 0.10")
    offered = repairs(judge(tmp_path, deals), "1")
    assert {r.player for r in offered} >= {"Bob", "Cat"}
    assert all((r.removes, r.left) == (1, 1) for r in offered)
    assert str(offered[0]).endswith("1 of 2 findings would go")


def test_a_clean_deal_has_none(tmp_path: Path) -> None:
    audit = audited(tmp_path, evening(1)[1])
    assert audit.findings.is_empty()
    assert [repairs(audit, deal) for deal in audit.deals["deal"]] == [[]] * 6
    assert not readings(audit, "1")


def test_a_waived_finding_asks_for_none(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, won 0.30, agreed")
    assert not repairs(judge(tmp_path, deals), "1")


def test_a_table_is_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "friday.csv"
    path.write_text("deal,player,bet,cards,won\n1,Bob,0.20,Kc 9s,-0.20\n1,bank,,Kh 7d,\n", encoding="utf-8")
    kinds = {r.kind: r for r in repairs(pontoon.audit(pontoon.read(path)), "1")}
    assert kinds["verb"].before == "bet 0.20, Kc 9s, result -0.20"
    assert kinds["verb"].after == "bet 0.20, Kc 9s, result +0.20"


def test_the_story_ends_with_what_would_make_it_fit(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, lost 0.20")
    told = story(tmp_path, deals)
    assert "What would make it fit if Bob had won 0.20, everything fits" in everything(told)
    assert set(told.to_json()) == {"session", "deal", "bank", "hands", "owed"}


def test_both_readings_where_a_house_rule_decides(tmp_path: Path) -> None:
    told = everything(
        story(tmp_path, against("Kh 7d, stick", "bet 0.20, Kc 5s, stick"), rules="{stick_on: 16}")
    )
    assert "under stick_on 15 or 0 this would be no fault (P202)" in told


def test_a_clean_story_offers_nothing(tmp_path: Path) -> None:
    assert "What would" not in everything(story(tmp_path, against("Kh 7d, stick", "bet 0.20, Kc 9s, stick")))


def test_nothing_is_written(tmp_path: Path) -> None:
    deals = against("Kh 7d, stick", "bet 0.20, Kc 9s, stick, lost 0.20")
    audit = judge(tmp_path, deals)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert repairs(audit, "1")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
