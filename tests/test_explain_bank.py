"""Who holds the bank and why, the shuffle, who is next, void deals and gaps, retold.

In: two deals in a record. Out: the sentences that open and close a deal. The cases written in text are the
sessions of one audit.
"""

from __future__ import annotations

import textwrap
import zlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from telling import HEAD, QUIET_HANDS, against, cases, everything, said, story

import pontoon_ledger as pontoon
from pontoon_ledger.explain import explain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.explain import Explanation


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., Explanation]:
    """Write a deal and explain it."""
    return partial(story, tmp_path)


QUIET = against(*QUIET_HANDS)

PONTOONS = against("Th 7d, stick", "bet 0.20, Ac Kc, pontoon", "bet 0.20, As Ks, pontoon")

PONTOON = "bet 0.20, Ac Kc"

DEALS = {
    "quiet": QUIET,
    "void": QUIET.replace("- hands", "- void: misdeal\n  hands"),
    "quiet, then a gap": QUIET + "- gap: true\n  bank: Bob\n",
    "pontoons": PONTOONS,
    "void pontoons": PONTOONS.replace("- hands", "- void: true\n  hands"),
    "one pontoon": against("Th 7d, stick", PONTOON),
    "bank pontoon too": against("Th Ad", PONTOON),
    "bank unknown": against("", PONTOON),
    "a card unknown": against("Th 7d, stick", "bet 0.20, Tc x"),
    "unreadable": against("Th 7d, stick", "bet 0.20, Tc 5z"),
}

HOLDERS = cases(
    """
    quiet |  |
    = Ann keeps the bank: no pontoon won it in the deal before
    pontoons |  |
    = Bob holds the bank: Bob and Cat had pontoons in the deal before, Bob being the first from Ann's
    = left
    pontoons | bank: Cat |
    = Cat holds the bank, as the record says
    pontoons | bank: Ann |
    = P402: the bank stayed with Ann, though a pontoon won it for Bob
    pontoons |  | {bank_passes: never}
    = Ann keeps the bank: these rules never pass it on
    quiet |  | {bank_passes: each_deal}
    = Bob holds the bank, the next in the deal from Ann's left: these rules pass it on each deal
    quiet | bank: Dan | {bank_passes: each_deal}
    = Dan holds the bank, as the record says; these rules: it passes to the next seat each deal
    quiet | bank: Dan, price: 0 |
    = Dan holds the bank: Ann handed it over for nothing
    quiet | bank: Dan, price: 0.50 |
    = Dan holds the bank: bought from Ann for 0.50
    quiet | bank: Ann, price: 0.50 |
    = Ann holds the bank; a price of 0.50 is written, but there was no sale
    quiet | bank: Dan, price: 0.50 | {bank_sale: false}
    = P404: the bank was sold, but selling it is off
    a card unknown |  |
    = by what is written it may be Bob or Ann
    a card unknown | bank: Bob |
    = Bob holds the bank: a pontoon in the deal before may have won it
    a card unknown | bank: Ann |
    = Ann holds the bank, as the record says; who had won it cannot be told
    void |  |
    = Ann keeps the bank: the deal before was void
    quiet | gap: true |
    = who holds the bank is not known: nobody is named
    quiet | gap: true, bank: Dan |
    = Dan holds the bank: the record names Dan as the first to hold it
    unreadable |  |
    = who holds the bank is not known: something before this could not be read
    quiet | bank: Bobb |
    = who holds the bank is not known: what is written of it cannot be read
    """
)


def two_deals(first: str, fields: str) -> str:
    pairs = [pair.strip() for pair in fields.split(",") if pair.strip()]
    second = "".join(f"  {pair}\n" for pair in pairs)
    hands = "  hands:\n    Eve: bet 0.20, Tc 8c, stick\n    Bob: 8c 9s, stick\n"
    return DEALS[first] + (second + hands).replace("  ", "- ", 1)


@pytest.mark.parametrize(("first", "fields", "rules", "text"), HOLDERS)
def test_who_holds_the_bank_and_why(all_told: Any, first: str, fields: str, rules: str, text: str) -> None:
    assert text in all_told(two_deals(first, fields), rules, "2")


def test_a_banker_who_stakes_against_himself(tell: Any) -> None:
    story = tell("- hands:\n    Ann: bet 0.20, Tc 9c, stick\n    Bob: bet 0.20, Ts 8c, stick\n")
    assert "who holds the bank is not known: Ann should hold it, but stakes against it" in everything(story)
    assert story.bank is None and story.hands[-1].heading == "The bank"


SHUFFLES = cases(
    """
    quiet | shuffled: true |
    = 6.1 P104: shuffled, although nothing called for it
    quiet | shuffled: false |
    = 6.1 the pack was not shuffled, and nothing called for it
    pontoons | shuffled: false |
    = 6.2 P103: not shuffled, although the deal before called for it
    pontoons | shuffled: true |
    = 6.2 the pack was shuffled, as was due
    quiet | shuffled: true | {shuffle_after: every_deal}
    = 6.2 the pack was shuffled, as was due (these rules: shuffle_after every_deal)
    a card unknown | shuffled: true |
    = 6.2 the pack was shuffled; whether one was due cannot be told
    """
)


def with_a_shuffle(first: str, field: str) -> str:
    second = f"- {field}\n  bank: Bob\n  hands:\n    Cat: bet 0.20, Tc 8c, stick\n    Bob: 8c 9s, stick\n"
    return DEALS[first] + second


@pytest.mark.parametrize(("first", "field", "rules", "text"), SHUFFLES)
def test_the_shuffle(all_told: Any, first: str, field: str, rules: str, text: str) -> None:
    assert text in all_told(with_a_shuffle(first, field), rules, "2")


NEXT = cases(
    """
    quiet |
    = next the bank would stay with Ann: no pontoon won it
    one pontoon |
    = next the bank would go to Bob, who won it by a pontoon
    pontoons |
    = next the bank would go to Bob, who won it by a pontoon, the first of Bob and Cat from Ann's left
    pontoons | {bank_passes: never}
    = next the bank would stay with Ann: these rules never pass it on
    quiet | {bank_passes: each_deal}
    = next the bank would pass to Bob, if in the deal
    bank pontoon too |
    = next the bank would stay with Ann, who had a pontoon
    bank unknown |
    = who would hold the bank next cannot be told
    void pontoons |
    = next the bank would stay with Ann: the deal is void
    quiet, then a gap |
    = what came next was not written
    """
)


@pytest.mark.parametrize(("deal", "rules", "text"), NEXT)
def test_who_is_next(all_told: Any, deal: str, rules: str, text: str) -> None:
    assert text in all_told(DEALS[deal], rules, "1")


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """All cases audited together, each the session of its name."""
    folder = tmp_path_factory.mktemp("cases")
    texts = [(two_deals(first, fields), rules) for first, fields, rules, _ in HOLDERS]
    texts += [(with_a_shuffle(first, field), rules) for first, field, rules, _ in SHUFFLES]
    texts += [(DEALS[deal], rules) for deal, rules, _ in NEXT]
    for deals, rules in dict.fromkeys(texts):
        name = name_of(deals, rules)
        head = HEAD.replace("Friday", name) + (f"rules: {rules}\n" if rules else "")
        (folder / f"{name}.yaml").write_text(f"{head}deals:\n{textwrap.dedent(deals)}", encoding="utf-8")
    return pontoon.audit(pontoon.read(folder))


def name_of(deals: str, rules: str) -> str:
    return f"case {zlib.crc32((deals + rules).encode())}"


@pytest.fixture
def all_told(audit: Audit) -> Callable[[str, str, str], str]:
    """The text of a deal of these cases on one line, but for the repairs that are offered."""

    def all_told(deals: str, rules: str, deal: str) -> str:
        story = explain(audit, deal, session=name_of(deals, rules))
        return everything(replace(story, offers=tuple))

    return all_told


def test_each_deal_with_nobody_else_or_no_order(tell: Any) -> None:
    alone = tell(QUIET + "- hands:\n    Ann: 8c 9s, stick\n", "2", rules="{bank_passes: each_deal}")
    assert alone.opening[0].text == "Ann keeps the bank"
    unordered = tell(QUIET, head=HEAD + "order: unknown\n", rules="{bank_passes: each_deal}")
    assert unordered.closing[0].text.startswith("next the bank would pass to the next seat")


def test_a_void_deal(tell: Any) -> None:
    story = tell("- void: cards fell down\n  hands:\n    Bob: bet 0.20, Tc 8c\n    Ann: Th x\n")
    assert said(story)[-1] == "the deal is void, so nothing is due"
    assert story.opening[0].text.startswith("the deal is void (cards fell down): nothing is due")
    assert story.to_json()["hands"][0]["due"] == "0.00"


def test_a_gap_alone(tell: Any) -> None:
    story = tell(QUIET + "- gap: true\n  bank: Dan\n", "2")
    assert story.bank == "Dan" and said(story) == []
    assert "no hands are written in this deal" in everything(story)
