"""Who is who across sessions: renamed, merged, parted, and never two people of one table made one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from command import CLEAN, Door, door
from fake_audit import FRIDAY, Hand, balance, fake_audit, outcomes
from msgspec.structs import replace

from pontoon_ledger.store import Ledger, LedgerError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["door"]

OTHER = replace(
    FRIDAY,
    session="saturday",
    file="saturday.yaml",
    text="deals: [2]\n",
    hands=(Hand(1, "Robert", 25, bank="Eve"), Hand(1, "Eve", None, bank="Eve")),
)


def test_a_renamed_player_is_shown_so_everywhere_and_found_by_either_name() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        assert ledger.rename("bob", "Robert Smith") == "Bob"
        assert balance(ledger) == {"Ann": -30, "Robert Smith": 40, "Cat": -10}
        assert outcomes(ledger, replace(OTHER, hands=(Hand(1, "Robert Smith", 5, bank="Eve"),))) == ["added"]
        assert outcomes(
            ledger,
            replace(OTHER, session="x", file="x.yaml", hands=(Hand(1, "BOB", 1, bank="Eve"),)),
        ) == ["added"]
        assert balance(ledger)["Robert Smith"] == 46
        assert ledger.query("SELECT DISTINCT player FROM hands WHERE session_id = 1 ORDER BY 1").to_series()[
            1
        ] == ("Bob"), "the record's own spelling is history and stays"


def test_the_case_of_a_name_can_be_changed_and_changed_back() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        ledger.rename("Bob", "BOB")
        ledger.rename("bob", "Bob")
        assert set(balance(ledger)) == {"Ann", "Bob", "Cat"}
        assert ledger.query(
            "SELECT kind, spelling FROM aliases WHERE kind = 'rename' ORDER BY alias_id"
        ).rows() == [
            ("rename", "BOB"),
            ("rename", "Bob"),
        ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Bob", "Cat", "pontoon merge"),
        ("Bob", "  ", "to nothing"),
        ("Bob", "Bob", "called so already"),
        ("Bbo", "Rob", "did you mean Bob"),
    ],
)
def test_a_renaming_that_cannot_be_is_refused(old: str, new: str, says: str) -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        with pytest.raises(LedgerError, match=says):
            ledger.rename(old, new)
        assert balance(ledger) == {"Ann": -30, "Bob": 40, "Cat": -10}
        assert ledger.verify().faults == ()


def test_two_players_become_one_and_two_again_with_nothing_lost() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, OTHER)
        apart = balance(ledger)
        hands = ledger.query("SELECT * FROM hands ORDER BY session_id, row_no")
        assert ledger.merge("Robert", "Bob") == ("Robert", "Bob")
        assert balance(ledger) == {"Ann": -30, "Bob": 65, "Cat": -10, "Eve": -25}
        assert ledger.query("SELECT player, hands FROM player_stats WHERE player = 'Bob'").rows() == [
            ("Bob", 2)
        ]
        assert ledger.query("SELECT * FROM hands ORDER BY session_id, row_no").equals(hands), "history stays"
        later = replace(OTHER, session="sunday", file="s.yaml", hands=(Hand(1, "robert", 5, bank="Eve"),))
        assert outcomes(ledger, later) == ["added"]
        assert balance(ledger)["Bob"] == 70
        assert ledger.part("Robert") == ("Robert", "Bob")
        assert balance(ledger) == apart | {"Robert": 30, "Eve": -30}
        assert ledger.verify().faults == ()


def test_a_chain_of_mergings_is_taken_apart_link_by_link() -> None:
    third = replace(OTHER, session="z", file="z.yaml", hands=(Hand(1, "Bert", 3, bank="Eve"),))
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, OTHER, third)
        ledger.merge("Bert", "Robert")
        ledger.merge("Robert", "Bob")
        assert balance(ledger)["Bob"] == 40 + 25 + 3
        ledger.part("Robert")
        assert balance(ledger) | {"Ann": 0, "Cat": 0, "Eve": 0} == {
            "Ann": 0,
            "Cat": 0,
            "Eve": 0,
            "Bob": 40,
            "Robert": 28,
        }
        assert ledger.verify().faults == ()


def test_two_who_sat_together_are_never_made_one() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, OTHER)
        with pytest.raises(LedgerError, match="both play in friday, so they are two people"):
            ledger.merge("Ann", "Bob")
        ledger.merge("Robert", "Bob")
        with pytest.raises(LedgerError, match="both play in"):
            ledger.merge("Eve", "Bob")
        with pytest.raises(LedgerError, match="one person in this ledger already"):
            ledger.merge("Robert", "bob")
        together = replace(
            FRIDAY, session="both", file="b.yaml", hands=(Hand(1, "Bob", 1), Hand(1, "Robert", 1))
        )
        refused = ledger.add(fake_audit(together)).of("refused")
        assert "are one person (Bob)" in (refused[0].reason or "")


def test_a_payment_between_two_keeps_them_apart() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY, OTHER)
        number = ledger.pay("Cat", "Robert", 10, currency=("GBP", 2))
        with pytest.raises(LedgerError, match=f"payment {number} is between Robert and Cat"):
            ledger.merge("Robert", "Cat")
        ledger.take_back(number)
        ledger.merge("Robert", "Cat")
        with pytest.raises(LedgerError, match="cannot pay himself"):
            ledger.pay("Robert", "Cat", 10, currency=("GBP", 2))


def test_a_renaming_holds_when_the_session_is_taken_out_and_added_again() -> None:
    with Ledger.memory() as ledger:
        outcomes(ledger, FRIDAY)
        ledger.rename("Bob", "Robert")
        ledger.remove("friday")
        assert balance(ledger) == {}
        assert outcomes(ledger, FRIDAY) == ["added"]
        assert set(balance(ledger)) == {"Ann", "Robert", "Cat"}


def test_names_fold_by_nfc_and_case() -> None:
    composed, parted = "Zoë", "ZoE\u0308"
    second = replace(FRIDAY, session="b", file="b.yaml", hands=(Hand(1, parted, 5), Hand(1, "Ann", None)))
    with Ledger.memory() as ledger:
        outcomes(ledger, replace(FRIDAY, hands=(Hand(1, composed, 40), Hand(1, "Ann", None))), second)
        assert balance(ledger) == {"Ann": -45, composed: 45}


def test_the_commands(door: Door) -> None:
    door.write("friday.yaml", CLEAN)
    door.write("late.yaml", CLEAN.replace("clean", "late").replace("Bob", "Bobby"))
    assert door("add", ".").status == 0
    assert door("rename", "dan", "Danny").out == "Dan is shown as Danny from now on\n"
    assert door("merge", "Bobby", "Bob").out == "Bobby is Bob from now on, in every session\n"
    assert "Bob               0.80" in door("balance").out
    assert door("balance", "--player", "bobby").out.count("Bob") == 1
    assert door("merge", "Bob", "Danny").err == (
        "pontoon: Bob and Danny both play in clean, so they are two people\n"
    )
    assert door("merge", "--undo", "Bobby").out == "Bobby and Bob are two people again\n"
    assert door("merge", "--undo", "Bobby").status == 2
    ran = door("merge", "Bob")
    assert (ran.status, "such as: pontoon merge" in ran.err) == (2, True)
    assert door("rename", "Nobody", "X").err == "pontoon: nobody in this ledger is called Nobody\n"


def test_an_add_that_fails_leaves_no_half_renaming(tmp_path: Path) -> None:
    path = tmp_path / "pontoon.duckdb"
    Ledger(path).add(fake_audit(FRIDAY))
    with pytest.raises(LedgerError, match="opened for reading only"):
        Ledger(path, read_only=True).rename("Bob", "Rob")
    assert set(balance(Ledger(path))) == {"Ann", "Bob", "Cat"}
