"""Every code by itself: a record that breaks that rule alone, there, and its twin that keeps it.

In: small records; `«…»` in the broken one encloses what the finding must underline, `«»` stands at the
beginning of a line where the finding has no clause of its own. Out: exactly that one finding, then none.
"""

# ruff: noqa: N802 - tests carry the names of codes and examples

from __future__ import annotations

import pytest

from rules.records import Verdict, deal, hands, head, judge, judge_each, marked, spots

BANK = "Ann: Kh 7d, stick"
LIMITS = "stakes: {min: 0.10, max: 1.00}"


def row(play: str, *more: str, rules: str = "pagat", bank: str = BANK, extra: str = LIMITS) -> str:
    """A deal in which Bob plays so against Ann, who has 17 unless said otherwise."""
    return deal(f"Bob: {play}", *more, bank, rules=rules, extra=extra)


NOTHING_WON = hands("Bob: bet 0.20, Th 9c, stick", BANK)
BOB_WON = hands("Bob: bet 0.20, Ah Kd, pontoon", "Cat: bet 0.20, Ts 8s, stick", "Ann: Kh 7d, stick")
TWO_WON = hands(
    "Bob: bet 0.20, Ts 8s, stick",
    "Cat: bet 0.20, Ah Kd, pontoon",
    "Dan: bet 0.20, Ac Qd, pontoon",
    "Ann: Kh 7d, stick",
)
Verdicts = dict[str, tuple[Verdict, Verdict]]
NEXT = ("Cat: bet 0.20, 8h 8d, stick", "Dan: bet 0.20, 9h 9d, stick")
SECRET = "\a"

CASES: dict[str, tuple[str, str]] = {
    "P001 a character that no text holds": (
        row(f"bet 0.20, Th 9c, stick, note «{SECRET}»"),
        row("bet 0.20, Th 9c, stick, note"),
    ),
    "P002 a key twice": (
        head(extra="«bank»: Bob") + NOTHING_WON,
        head() + NOTHING_WON,
    ),
    "P002 an anchor": (
        head(extra="date: «&a» 2026-11-27") + NOTHING_WON,
        head(extra="date: 2026-11-27") + NOTHING_WON,
    ),
    "P003 an unknown key": (
        head(extra="«payed»: at the end") + NOTHING_WON,
        head(extra="paid: at the end") + NOTHING_WON,
    ),
    "P003 an unknown option": (
        head("{base: pagat, «stick_onn»: 16}") + NOTHING_WON,
        head("{base: pagat, stick_on: 16}") + NOTHING_WON,
    ),
    "P004 an unknown preset": (
        head("«pagan»") + NOTHING_WON,
        head("pagat") + NOTHING_WON,
    ),
    "P004 an unknown option value": (
        head("{base: pagat, stick_on: «14»}") + NOTHING_WON,
        head("{base: pagat, stick_on: any}") + NOTHING_WON,
    ),
    "P004 a date that is none": (
        head(extra="date: «27/11/2026»") + NOTHING_WON,
        head(extra="date: 2026-11-27") + NOTHING_WON,
    ),
    "P005 a word that is no clause": (
        row("bet 0.20, Th 9c, «stuck»"),
        row("bet 0.20, Th 9c, stick"),
    ),
    "P005 an ending twice": (
        row("bet 0.20, Th 9c, stick, «stick»"),
        row("bet 0.20, Th 9c, stick,"),
    ),
    "P005 one card alone": (
        row("bet 0.20, «Th», stick, won 0.20", "Cat: bet 0.20, Tc 9c, stick"),
        row("bet 0.20, Th x, stick 19, won 0.20", "Cat: bet 0.20, Tc 9c, stick"),
    ),
    "P006 an amount that is none": (
        row("bet «0.2o», Th 9c, stick"),
        row("bet 0.20, Th 9c, stick"),
    ),
    "P006 an amount too fine": (
        row("bet 0.20, Th 9c, stick, won «0.205»"),
        row("bet 0.20, Th 9c, stick, won 0.20"),
    ),
    "P006 a decimal comma or a thousand": (
        row("bet 0.20, Th 9c, stick, won «1,000»"),
        row("bet 0,20, Th 9c, stick, won 0,20"),
    ),
    "P006 no amount": (
        row("bet 0.20, Th 9c, stick, «won»"),
        row("bet 0.20, Th 9c, stick"),
    ),
    "P007 a card that is none": (
        row("bet 0.20, Th «1c», stick"),
        row("bet 0.20, Th 9c, stick"),
    ),
    "P007 a card that is none, bought": (
        row("bet 0.20, 4h 9c, buy 0.20 «1c», stick"),
        row("bet 0.20, 4h 9c, buy 0.20 3c, stick"),
    ),
    "P008 a player without a seat": (
        deal("«Bib»: bet 0.20, Th 9c, stick", BANK),
        deal("Bob: bet 0.20, Th 9c, stick", BANK),
    ),
    "P009 a player twice in a deal": (
        deal("Bob: bet 0.20, Th 9c, stick", "«Bob»: bet 0.20, Td 9d, stick", BANK),
        deal("Bob: bet 0.20, Th 9c, stick", "Cat: bet 0.20, Td 9d, stick", BANK),
    ),
    "P009 a seat twice": (
        head(players="Ann, Bob, «bob»") + NOTHING_WON,
        head(players="Ann, Bob, Rob") + NOTHING_WON,
    ),
    "P009 a deal twice": (
        head()
        + hands("Bob: bet 0.20, Th 9c, stick", BANK, fields="deal: 7")
        + hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7c, stick", fields="deal: «7»"),
        head()
        + hands("Bob: bet 0.20, Th 9c, stick", BANK, fields="deal: 7")
        + hands("Bob: bet 0.20, 8h 9d, stick", "Ann: Kc 7c, stick", fields="deal: 8"),
    ),
    "P010 the banker bets": (
        deal("Bob: bet 0.20, Th 9c, stick", "Ann: «bet 0.20», Kh 7d, stick"),
        deal("Bob: bet 0.20, Th 9c, stick", "Ann: Kh 7d, stick"),
    ),
    "P010 nobody holds the bank": (
        head(bank="") + "«»" + NOTHING_WON,
        head(bank="") + hands("Bob: bet 0.20, Th 9c, stick", BANK, fields="bank: Ann"),
    ),
    "P101 a card twice": (
        deal("Bob: bet 0.20, Kh 9c, stick", "Ann: «Kh» 7d, stick"),
        deal("Bob: bet 0.20, Kh 9c, stick", "Ann: Kd 7d, stick"),
    ),
    "P101 a fifth king": (
        deal("Bob: bet 0.20, K K, stick", "Cat: bet 0.20, K K, stick", "Ann: «K» 7, stick"),
        deal("Bob: bet 0.20, K K, stick", "Cat: bet 0.20, K K, stick", "Ann: Q 7, stick"),
    ),
    "P101 a burned card again": (
        deal("Bob: bet 0.20, burn 9c 4d, Kh 8c, stick", "Ann: Kd «9c», stick", rules="school"),
        deal("Bob: bet 0.20, burn 9c 4d, Kh 8c, stick", "Ann: Kd 9d, stick", rules="school"),
    ),
    "P102 a card again though nothing was shuffled": (
        head() + NOTHING_WON + hands(*NEXT, "Ann: Qc «Kh», stick", fields="shuffled: false"),
        head() + NOTHING_WON + hands(*NEXT, "Ann: Qc Kd, stick", fields="shuffled: false"),
    ),
    "P105 a card again where nobody says": (
        head() + NOTHING_WON + hands(*NEXT, "Ann: Qc «Kh», stick"),
        head() + NOTHING_WON + hands(*NEXT, "Ann: Qc Kd, stick"),
    ),
    "P103 no shuffle after a pontoon": (
        head() + BOB_WON + hands(*NEXT, "Bob: Kc 7c, stick", fields="shuffled: «false»"),
        head() + BOB_WON + hands(*NEXT, "Bob: Kc 7c, stick", fields="shuffled: true"),
    ),
    "P104 a shuffle that nothing called for": (
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="shuffled: «true»"),
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="shuffled: false"),
    ),
    "P201 under the least stake": (
        row("«bet 0.09», Th 9c, stick"),
        row("bet 0.10, Th 9c, stick"),
    ),
    "P201 over the greatest stake": (
        row("«bet 1.01», Th 9c, stick"),
        row("bet 1.00, Th 9c, stick"),
    ),
    "P202 stuck too low": (
        row("bet 0.20, Th 4c, «stick», lost 0.20"),
        row("bet 0.20, Th 5c, stick, lost 0.20"),
    ),
    "P202 stuck too low on a total alone": (
        row("bet 0.20, «stick 14», staked 0.20, lost 0.20"),
        row("bet 0.20, stick 15, staked 0.20, lost 0.20"),
    ),
    "P203 a card at 21": (
        row("bet 0.20, Th 6c, twist 5c, «twist 9d», bust"),
        row("bet 0.20, Th 6c, twist 4c, twist 9d, bust"),
    ),
    "P203 a card on a pontoon": (
        row("bet 0.20, Th Ac, «buy 0.20 5c», stick"),
        row("bet 0.20, Th 9c, buy 0.20 5c, bust"),
    ),
    "P203 a card after a bust": (
        row("bet 0.20, Th 6c, twist 8c, «twist 2d», bust"),
        row("bet 0.20, Th 6c, twist 8c, bust"),
    ),
    "P203 a sixth card": (
        row("bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, buy 0.20 4d, «twist 5d»"),
        row("bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, buy 0.20 4d"),
    ),
    "P203 the banker takes a card at 21": (
        row("bet 0.20, Th 9c, stick", bank="Ann: «Kh 7d 4c 5c», bust"),
        row("bet 0.20, Th 9c, stick", bank="Ann: Kh 7d 4c, stick"),
    ),
    "P204 bought after a twist": (
        row("bet 0.20, 5c 3d, twist 2h, «buy 0.20 9c», stick"),
        row("bet 0.20, 5c 3d, buy 0.20 2h, twist 9c, stick"),
    ),
    "P205 the third card too dear": (
        row("bet 0.20, 5c 9d, «buy 0.41 4h», stick"),
        row("bet 0.20, 5c 9d, buy 0.40 4h, stick"),
    ),
    "P205 the third card too cheap": (
        row("bet 0.20, 5c 9d, «buy 0.19 4h», stick"),
        row("bet 0.20, 5c 9d, buy 0.20 4h, stick"),
    ),
    "P205 the fourth card dearer than the third": (
        row("bet 0.20, 5c 4d, buy 0.30 3h, «buy 0.31 6s», stick"),
        row("bet 0.20, 5c 4d, buy 0.30 3h, buy 0.30 6s, stick"),
    ),
    "P206 the fifth card bought where it is safe": (
        row("bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, «buy 0.20 4d»", rules="{fifth_card: twist_if_safe}"),
        row("bet 0.20, 2h 2c, buy 0.20 2d, buy 0.20 3c, twist 4d", rules="{fifth_card: twist_if_safe}"),
    ),
    "P207 two ranks": (
        row("bet 0.20, Kc 9c, stick", "+ «split 0.20», Qs 9d, stick"),
        row("bet 0.20, Kc 9c, stick", "+ split 0.20, Ks 9d, stick"),
    ),
    "P207 a split with no first hand": (
        deal("Bob: «split 0.20», Kh 9c, stick", BANK.replace("Kh", "Kd")),
        deal("Bob: bet 0.20, Kh 9c, stick", BANK.replace("Kh", "Kd")),
    ),
    "P208 another stake on the split hand": (
        row("bet 0.20, Kc 9c, stick", "+ «split 0.30», Ks 9d, stick"),
        row("bet 0.20, Kc 9c, stick", "+ split 0.20, Ks 9d, stick"),
    ),
    "P209 a fifth hand": (
        row(
            "bet 0.20, 8 9, stick",
            *["+ split 0.20, 8 9, stick"] * 3,
            "+ «split 0.20», x x, stick 18, staked 0.20",
        ),
        row("bet 0.20, 8 9, stick", *["+ split 0.20, 8 9, stick"] * 3),
    ),
    "P210 the total written is another": (
        row("bet 0.20, Th 9c, «stick 18»"),
        row("bet 0.20, Th 9c, stick 19"),
    ),
    "P210 bust that is none": (
        row("bet 0.20, Th 4c, twist 6d, «bust»"),
        row("bet 0.20, Th 4c, twist 8d, bust"),
    ),
    "P210 the banker's total": (
        row("bet 0.20, Th 9c, stick", bank="Ann: Kh 7d, «stick 18»"),
        row("bet 0.20, Th 9c, stick", bank="Ann: Kh 7d, stick 17"),
    ),
    "P211 no ending": (
        row("«bet 0.20, Th 9c, won 0.20»"),
        row("bet 0.20, Th 9c, stick, won 0.20"),
    ),
    "P212 a card though the banker showed a pontoon": (
        row("bet 0.20, Th 5c, «twist 4d»", bank="Ann: Ah Kh, pontoon"),
        row("bet 0.20, Th 5c", bank="Ann: Ah Kh, pontoon"),
    ),
    "P212 an ending though the banker showed a pontoon": (
        row("bet 0.20, Th 9c, «stick»", bank="Ann: Ah Kh, pontoon"),
        row("bet 0.20, Th Ac, pontoon", bank="Ann: Ah Kh, pontoon"),
    ),
    "P212 a split though the banker showed a pontoon": (
        row("bet 0.20, 8h 9c", "+ «split 0.20», 8c 9d", bank="Ann: Ah Kh, pontoon"),
        row("bet 0.20, 8h 8c", bank="Ann: Ah Kh, pontoon"),
    ),
    "P213 the banker stayed too low": (
        row("bet 0.20, Th 9c, stick", rules="{banker_draws_below: 16}", bank="Ann: Kh 5d, «stick»"),
        row("bet 0.20, Th 9c, stick", rules="{banker_draws_below: 16}", bank="Ann: Kh 6d, stick"),
    ),
    "P214 a burn that is not allowed": (
        row("bet 0.20, «burn 9d 4c», Th 9c, stick"),
        row("bet 0.20, burn 9d 4c, Th 9c, stick", rules="{burn: 13}"),
    ),
    "P214 the second pair burned": (
        row("bet 0.20, burn 9d 4c, «burn 9h 5c», Th 9c, stick", rules="{burn: 13}"),
        row("bet 0.20, burn 9d 4c, burn 9h 5c, Th 9c, stick", rules="{burn: 13_14}"),
    ),
    "P215 doubled where that is off": (
        deal("Bob: bet 0.20, Th 9c, stick, won 0.20", BANK, fields="doubled: «true»"),
        deal("Bob: bet 0.20, Th 9c, stick, won 0.20", BANK, fields="doubled: false"),
    ),
    "P301 paid too little": (
        row("bet 0.20, 5c 9d, buy 0.20 4h, stick, «won 0.20»"),
        row("bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.40"),
    ),
    "P301 paid in all too much": (
        row("bet 0.20, 8h 3c, twist 9d, stick, «all won 0.60»", "+ split 0.20, 8s Th, stick"),
        row("bet 0.20, 8h 3c, twist 9d, stick, all won 0.40", "+ split 0.20, 8s Th, stick"),
    ),
    "P302 paid the wrong way": (
        row("bet 0.20, Th 6d, stick, «won 0.20»"),
        row("bet 0.20, Th 6d, stick, lost 0.20"),
    ),
    "P303 the stake is not written": (
        deal("Bob: Th 9c, stick, «won 0.20»", BANK),
        deal("Bob: bet 0.20, Th 9c, stick, won 0.20", BANK),
    ),
    "P303 the bank's cards are not written": (
        deal("Bob: «bet 0.20, Th 9c, stick»"),
        deal("Bob: bet 0.20, Th 9c, stick", "Ann: bust"),
    ),
    "P304 agreed on what is due": (
        row("bet 0.20, Th 9c, stick, won 0.20, «agreed»"),
        row("bet 0.20, Th 9c, stick, won 0.20"),
    ),
    "P304 a waiver with nothing to waive": (
        head() + hands("Bob: bet 0.20, Th 9c, stick", BANK, fields="waive: {«P301»: forgotten}"),
        head() + hands("Bob: bet 0.20, Th 9c, stick, won 0.10", BANK, fields="waive: {P301: forgotten}"),
    ),
    "P401 the bank to one without a claim": (
        head()
        + NOTHING_WON
        + hands("Bob: bet 0.20, 8h 8d, stick", "Cat: Kc 7c, stick", fields="bank: «Cat»"),
        head() + NOTHING_WON + hands("Bob: bet 0.20, 8h 8d, stick", "Ann: Kc 7c, stick", fields="bank: Ann"),
    ),
    "P402 the bank stayed": (
        head() + BOB_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="bank: «Ann»"),
        head() + BOB_WON + hands(*NEXT, "Bob: Kc 7c, stick", fields="bank: Bob"),
    ),
    "P403 the bank to the second claim": (
        head() + TWO_WON + hands("Bob: bet 0.20, 8h 8d, stick", "Dan: Kc 7c, stick", fields="bank: «Dan»"),
        head() + TWO_WON + hands("Bob: bet 0.20, 8h 8d, stick", "Cat: Kc 7c, stick", fields="bank: Cat"),
    ),
    "P404 sold where sales are off": (
        head("{bank_sale: false}")
        + NOTHING_WON
        + hands(*NEXT, "Bob: Kc 7c, stick", fields="bank: Bob\nprice: «0.50»"),
        head() + NOTHING_WON + hands(*NEXT, "Bob: Kc 7c, stick", fields="bank: Bob\nprice: 0.50"),
    ),
    "P404 sold to oneself": (
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="bank: Ann\nprice: «0.50»"),
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="bank: Ann"),
    ),
    "P404 a price and no buyer": (
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick", fields="price: «0.50»"),
        head() + NOTHING_WON + hands(*NEXT, "Ann: Kc 7c, stick"),
    ),
    "P602 the bank's result is not what the players lost": (
        deal("Bob: bet 0.20, Th 9c, stick, won 0.20", "Ann: Kh 7d, stick, «lost 0.30»"),
        deal("Bob: bet 0.20, Th 9c, stick, won 0.20", "Ann: Kh 7d, stick, lost 0.20"),
    ),
    "P603 a tally that is off": (
        head()
        + hands("Bob: bet 0.20, Th 9c, stick, won 0.20", BANK, fields="tally: {Bob: «0.30», Ann: -0.20}"),
        head()
        + hands("Bob: bet 0.20, Th 9c, stick, won 0.20", BANK, fields="tally: {Bob: 0.20, Ann: -0.20}"),
    ),
}

LINE_ONLY: dict[str, tuple[str, str]] = {
    "P601 chips cashed in that were not won": (
        head(extra="cash:\n«»  Bob: {in: 5.00, out: 5.10}") + NOTHING_WON,
        head(extra="cash:\n  Bob: {in: 5.00, out: 5.20}") + NOTHING_WON,
    ),
}
"""The line is promised, the column is not."""


@pytest.fixture(scope="module", name="verdicts")
def _verdicts() -> Verdicts:
    cases = CASES | LINE_ONLY
    broken = judge_each(marked(text)[0] for text, _ in cases.values())
    kept = judge_each(text for _, text in cases.values())
    return dict(zip(cases, zip(broken, kept, strict=True), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_the_broken_record_has_this_one_finding_there(case: str, verdicts: Verdicts) -> None:
    (place,) = marked(CASES[case][0])[1]
    found = spots(verdicts[case][0])
    if case.startswith("P010 nobody"):
        assert [spot[:2] for spot in found] == [(case[:4], place[0])]
    else:
        assert found == [(case[:4], *place)]


@pytest.mark.parametrize("case", LINE_ONLY)
def test_the_broken_record_has_this_one_finding_on_that_line(case: str, verdicts: Verdicts) -> None:
    (place,) = marked(LINE_ONLY[case][0])[1]
    assert [spot[:2] for spot in spots(verdicts[case][0])] == [(case[:4], place[0])]


@pytest.mark.parametrize("case", CASES | LINE_ONLY)
def test_its_twin_has_no_finding_that_is_not_waived(case: str, verdicts: Verdicts) -> None:
    found = verdicts[case][1].findings
    assert found.filter(found["waived"].is_null())["code"].to_list() == []


def test_every_code_that_can_be_found_is_among_them() -> None:
    wanted = {
        *(f"P{n:03}" for n in range(1, 11)),
        *(f"P{n}" for n in range(101, 106)),
        *(f"P{n}" for n in range(201, 216)),
        *(f"P{n}" for n in (301, 302, 303, 304, 401, 402, 403, 404, 601, 602, 603)),
    }
    assert {case[:4] for case in CASES | LINE_ONLY} == wanted


def test_P001_a_file_that_is_not_there() -> None:
    audit = judge("")
    assert audit.findings["code"].to_list() == ["P001"]
