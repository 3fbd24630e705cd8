"""The end of a hand: how it compares with the bank's, what is due, what was recorded.

In: the table and the row of a player's hand. Out: the last steps of its story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.explain.model import Step
from pontoon_ledger.explain.notes import label, told
from pontoon_ledger.explain.phrases import TIMES, class_name, class_words, listed, members
from pontoon_ledger.explain.shooting import shots_settled
from pontoon_ledger.replay.due import cannot_meet, multiple
from pontoon_ledger.replay.totals import BIT, BUST, FIVE, PONTOON, ROYAL
from pontoon_ledger.rules import Rules

if TYPE_CHECKING:
    from pontoon_ledger.explain.table import Row, Table

_OF_PAYMENT = ("P301", "P302")


def settled(table: Table, row: Row, findings: list[Row]) -> list[Step]:
    """Tell how the hand compares, what is due, what was recorded, and the findings about it."""
    if row["unread"]:
        return [*_paid(table, row, findings), *map(told, findings)]
    if table.void:
        due = [Step("the deal is void, so nothing is due")]
    else:
        due = [*_compared(table, row), *_due(table, row, findings)]
    rest = [f for f in findings if f["code"] not in (*_OF_PAYMENT, "P303", "P504")]
    shots = shots_settled(table, row, findings)
    return [*due, *_paid(table, row, findings), *shots, *map(told, rest)]


def _compared(table: Table, row: Row) -> list[Step]:
    """Lay the hand beside the bank's."""
    if not row["settled"]:
        return []
    mine, bank = members(row["classes"]), members(row["bank_classes"])
    if mine == [BUST]:
        return [_bust(row)]
    if len(mine) == 1 and len(bank) == 1:
        return [_beside(table, row, mine[0], bank[0])]
    outcomes = _outcomes(table, row, mine, bank)
    if len(outcomes) == 1:
        open_hand = "whatever the bank had" if len(mine) == 1 else "whatever the hand was"
        if len(mine) > 1 and len(bank) > 1:
            open_hand = "whatever the two hands were"
        return [Step(f"{open_hand}, {_whatever(*outcomes.pop())}", "5")]
    return [Step(f"{_my_hand(mine, row['classes'])} against {_bank_hand(bank, row['bank_classes'])}", "5")]


def _outcomes(table: Table, row: Row, mine: list[int], bank: list[int]) -> set[tuple[bool, int]]:
    """List what the hand may be paid, over all pairs that are left open: (of the first stake?, times)."""
    split, doubled = row["split"], row["doubled"]
    pairs = [(p, b) for p in mine for b in bank]
    can = [pair for pair in pairs if not cannot_meet(*pair, split=split, rules=table.rules)]
    return {multiple(p, b, split=split, doubled=doubled, rules=table.rules) for p, b in can or pairs}


def _whatever(of_stake: bool, times: int) -> str:
    verb = "wins" if times > 0 else "loses"
    what = " its first stake" if of_stake else " what was staked"
    return f"the hand {verb} {TIMES[abs(times)]}{what}" if abs(times) > 1 else f"the hand {verb}{what}"


def _my_hand(mine: list[int], classes: int) -> str:
    return class_name(mine[0]) if len(mine) == 1 else f"a hand that may be {class_words(classes)}"


def _bank_hand(bank: list[int], classes: int) -> str:
    if len(bank) == 1:
        return "the bank, which is bust" if bank[0] == BUST else f"the bank's {_of_bank(bank[0])}"
    words = class_words(classes)
    return "a bank whose cards are not known" if words == "anything" else f"a bank that may have {words}"


def _of_bank(one: int) -> str:
    return class_name(one).removeprefix("a ")


def _bust(row: Row) -> Step:
    lost = "twice what was staked, the banker having doubled" if row["doubled"] else "all that was staked"
    return Step(f"a bust hand loses {lost}, whatever the bank has", "3.7")


def _beside(table: Table, row: Row, mine: int, bank: int) -> Step:
    """Compare two known hands."""
    _, times = multiple(mine, bank, split=row["split"], doubled=row["doubled"], rules=table.rules)
    if bank == PONTOON and (table.rules.peek or mine != ROYAL):
        tell = _pontoon_at_once if table.rules.peek else _under_a_pontoon
        return tell(table, mine, times)
    if mine == ROYAL:
        return Step("three sevens beat everything and are paid three times; these rules: royal", "8")
    if mine == bank:
        return _tied(table, row, mine, times)
    name = class_name(mine)
    if times < 0:
        how = f", which takes {TIMES[-times]}{_option(table, 'banker_five_card')}" if bank == FIVE else ""
        return Step(f"{name} loses to the bank's {_of_bank(bank)}{how or _doubled(row, times)}", "5")
    paid = _doubled(row, times)
    if mine in (PONTOON, FIVE):
        paid = f" and is paid {TIMES[times]}{_option(table, _option_of(row, mine))}"
    if bank == BUST:
        return Step(f"the bank is bust: {name} wins{paid}", "5")
    return Step(f"{name} beats the bank's {_of_bank(bank)}{paid}", "5")


def _tied(table: Table, row: Row, mine: int, times: int) -> Step:
    """Tell of a tie (rulebook 5.1)."""
    tie = f"{class_name(mine)} ties with the bank's {_of_bank(mine)}"
    if times == 0:
        return Step(f"{tie}; these rules: ties push, so nothing moves", "5.1")
    if mine == FIVE:
        return Step(
            f"{tie}, ties go to the bank, which takes {TIMES[-times]}{_option(table, 'banker_five_card')}",
            "5.1",
        )
    return Step(f"{tie}, ties go to the bank{_doubled(row, times)}", "5.1")


def _doubled(row: Row, times: int) -> str:
    return ", twice because the banker doubled" if row["doubled"] and abs(times) > 1 else ""


def _option_of(row: Row, mine: int) -> str:
    """Name the option that says what a pontoon or a five-card trick is paid."""
    if mine == FIVE:
        return "five_card_pays"
    return "split_pontoon_pays" if row["split"] else "pontoon_pays"


def _option(table: Table, option: str) -> str:
    """Name a house rule that decides, where it is not the usual one."""
    value = getattr(table.rules, option)
    return "" if value == getattr(Rules(), option) else f" (these rules: {option} {value})"


def _pontoon_at_once(table: Table, mine: int, times: int) -> Step:
    """Tell of a banker's pontoon that ended the deal (rulebook 2.4)."""
    named = _option(table, "pontoon_vs_banker_pontoon" if mine == PONTOON else "banker_pontoon")
    shown = "the banker shows a pontoon at once: "
    if times == 0:
        return Step(f"{shown}a pontoon against it is a push{named}", "2.4")
    own = "a pontoon too" if mine == PONTOON else "the hand"
    return Step(f"{shown}{own} loses {TIMES[-times]} its first stake{named}", "2.4")


def _under_a_pontoon(table: Table, mine: int, times: int) -> Step:
    """Tell of a banker's pontoon shown on the bank's turn (rulebook 5.4)."""
    named = _option(table, "pontoon_vs_banker_pontoon" if mine == PONTOON else "banker_pontoon")
    if times == 0:
        return Step(f"a pontoon against the bank's pontoon is a push{named}", "5.4")
    how = "ties with" if mine == PONTOON else "loses to"
    return Step(f"{class_name(mine)} {how} the bank's pontoon, which takes {TIMES[-times]}{named}", "5.4")


def _due(table: Table, row: Row, findings: list[Row]) -> list[Step]:
    low, high = row["due_low"], row["due_high"]
    if low is not None and low == high:
        return [Step(f"{table.result(low)} is due" if low else "nothing is due either way", "5")]
    codes = [label(f) for f in findings if f["code"] == "P303"]
    code = f" ({codes[0]})" if codes else ""
    why = listed(_missing(table, row))
    because = f", because {why}" if why else ""
    if low is None and high is None:
        return [Step(f"what is due cannot be told{because}{code}", "5")]
    return [Step(f"what is due cannot be told: {table.between(low, high)}{because}{code}", "5")]


def _missing(table: Table, row: Row) -> list[str]:
    """Say what is not written, so that the payment cannot be judged."""
    bank = table.bank_row
    missing = []
    if table.holder is None and bank is None:
        missing.append("it is not known who held the bank")
    elif row["bank_unread"]:
        missing.append("the bank's row cannot be read")
    elif len(members(row["bank_classes"])) > 1:
        unknown_card = bank is not None and bank["listed"]
        missing.append(
            "a card of the bank is not noted" if unknown_card else "the bank's cards are not written"
        )
    if not row["settled"]:
        return missing
    if row["s_low"] != row["s_high"]:
        missing.append("the stake is not written")
    elif row["t_low"] != row["t_high"] and row["classes"] != BIT[PONTOON]:
        missing.append("what the further cards cost is not written")
    if len(members(row["classes"])) > 1:
        missing.append(
            "a card of the hand is not noted" if row["listed"] else "the cards of the hand are not written"
        )
    return missing


def _paid(table: Table, row: Row, findings: list[Row]) -> list[Step]:
    """Tell what was recorded, beside what is due, and the rulings on it."""
    paid = row["recorded"] if row["recorded"] is not None else row["all_recorded"]
    wrong = [f for f in findings if f["code"] in _OF_PAYMENT]
    steps = [told(f) for f in wrong]
    if paid is None:
        return [*steps, *_unpaid(table, row)]
    together = row["recorded"] is None and table.hands_of(row["player"]) > 1
    in_all = " on all of these hands together" if together else ""
    said = f"{table.result(paid)}{in_all}"
    if not wrong:
        steps = [Step(f"the record says {said}{_as_due(row, paid, together=together)}")]
    elif any(f["waived"] for f in wrong):
        steps.append(Step(f"by that ruling {said} stands"))
    if row["agreed"] and not any(f["code"] in (*_OF_PAYMENT, "P304") for f in findings):
        steps.append(Step("the table agreed that this payment stands"))
    if row["owing"] is not None:
        steps.append(Step(f"of that {table.money(row['owing'])} was not handed over yet"))
    return steps


def _unpaid(table: Table, row: Row) -> list[Step]:
    """Tell that no payment is written on the hand, unless none is asked for."""
    if table.void:
        return []
    if any(h["player"] == row["player"] and h["all_recorded"] is not None for h in table.players):
        return [Step("the record says what was paid on all hands of this player together")]
    return [Step("the record does not say what was paid")]


def _as_due(row: Row, paid: int, *, together: bool) -> str:
    low, high = (row["all_low"], row["all_high"]) if together else (row["due_low"], row["due_high"])
    return ", as is due" if low == high == paid else ""
