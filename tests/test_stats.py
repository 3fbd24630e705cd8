"""The statistics on small evenings made by hand: what is not known, what is left out, what is kept apart."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from command import ROOT

import pontoon_ledger
from pontoon_ledger.resources import schema_text
from pontoon_ledger.store import Ledger
from pontoon_ledger.store.statistics import Statistics, statistics, unknown_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl

Row = dict[str, Any]
Keep = Callable[..., Ledger] if TYPE_CHECKING else Any

HEAD = """\
session: {name}
date: 2026-11-27
currency: GBP
players: [Ann, Bob, Cat, Dan]
bank: Ann
deals:
"""


@pytest.fixture
def keep(tmp_path: Path) -> Iterator[Callable[..., Ledger]]:
    """A ledger of some records, given as texts."""
    with Ledger(tmp_path / "pontoon.duckdb") as ledger:

        def keep(*records: str) -> Ledger:
            paths = []
            for number, record in enumerate(records):
                paths.append(tmp_path / f"{number}.yaml")
                paths[-1].write_text(record, encoding="utf-8")
            result = ledger.add(pontoon_ledger.audit(pontoon_ledger.read(paths)))
            assert result.complete, result
            return ledger

        yield keep


@pytest.fixture(scope="module")
def schema() -> Iterator[duckdb.DuckDBPyConnection]:
    """All tables, views and macros of a ledger, with their comments and without a session."""
    with duckdb.connect() as connection:
        connection.execute(schema_text("ledger.sql"))
        yield connection


def evening(*deals: str, name: str = "friday", head: str = HEAD) -> str:
    """A session of deals: each the lines of its hands, with what stands above them after a colon."""
    lines = []
    for deal in deals:
        above, _, hands = deal.rpartition("::")
        rows = [f"      {row.strip()}" for row in hands.strip().splitlines()]
        fields = [f"    {row.strip()}" for row in above.split("|") if row.strip()]
        lines += ["  -", *fields, "    hands:", *rows]
    return head.replace("{name}", name) + "\n".join(lines) + "\n"


@cache
def whole(ledger: Ledger, view: str) -> pl.DataFrame:
    return ledger.query(f"FROM {view}")


def row(ledger: Ledger, view: str, **key: Any) -> Row:
    """The one row of a view with that key; a view is asked once, so ask when all is in the ledger."""
    rows = whole(ledger, view).filter(**key).rows(named=True)
    assert len(rows) == 1, rows
    return rows[0]


def picked(found: Row, names: str) -> tuple[Any, ...]:
    """Some cells of a row."""
    return tuple(found[name] for name in names.split())


PLAIN = """
    Bob: bet 0.20, 5c 9d, buy 0.40 4h, stick, won 0.60
    Cat: bet 0.10, 8h 3c, twist 9h, stick, won 0.10
    Dan: bet 0.50, Th 6d, stick, lost 0.50
    Ann: Kh 7d, stick
"""
PARTIAL = """
    Bob: bet 0.20, 5c 9d 4h, stick, won 0.20
    Cat: bet 0.10, stick, won 0.10
    Dan: lost 0.50
    Ann: Kh 7d, stick
"""
SHOWN = """
    Bob: bet 0.20, Ac Kd, lost 0.40
    Cat: bet 0.10, 8h 8c, lost 0.20
    Dan: bet 0.50, Th 4d, lost 1.00
    Ann: Ah Jd, pontoon
"""
SPLIT = """
    Bob: [ "bet 0.20, Ac Kd, pontoon, won 0.40", "split 0.20, As 5d, twist 9c, stick, lost 0.20" ]
    Cat: bet 0.10, 8h 8c, stick, lost 0.10
    Ann: Kh 7d, stick
"""


def test_wilson_intervals_are_those_that_were_published(schema: duckdb.DuckDBPyConnection) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, the score method."""
    published = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0, 0.1611)}
    published |= {(1, 29): (0.0061, 0.1718)}
    for (k, n), ends in published.items():
        (told,) = schema.sql(f"SELECT wilson_low({k}, {n}), wilson_high({k}, {n})").fetchall()
        assert tuple(round(end, 4) for end in told) == ends
    assert schema.sql("SELECT wilson_low(0, 0), wilson_high(0, 0)").fetchall() == [(None, None)]
    assert schema.sql("SELECT wilson_low(0, 7), wilson_high(7, 7)").fetchall() == [(0.0, 1.0)]


def test_two_cards_are_a_pontoon_as_often_as_the_packs_say(schema: duckdb.DuckDBPyConnection) -> None:
    (told,) = schema.sql("SELECT pontoon_chance(1), pontoon_chance(2)").fetchall()
    assert told == pytest.approx((64 / 1326, (4 * 2 * 16 * 2) / (104 * 103 / 2)))


def test_every_macro_has_a_comment_and_money_is_decimal(schema: duckdb.DuckDBPyConnection) -> None:
    bare = schema.execute(
        "SELECT function_name FROM duckdb_functions() WHERE NOT internal AND comment IS NULL"
    )
    assert bare.fetchall() == []
    kinds = dict(
        schema.execute(
            "SELECT DISTINCT column_name, data_type FROM duckdb_columns() JOIN duckdb_views() "
            "ON view_name = table_name WHERE column_name IN "
            "('staked', 'net', 'shoot_net', 'spent', 'earned', 'bought_for', 'biggest_win')"
        ).fetchall()
    )
    assert len(kinds) == 7
    assert all(kind.startswith("DECIMAL") for kind in kinds.values()), kinds


def test_a_plain_evening(keep: Keep) -> None:
    ledger = keep(evening(PLAIN))
    bob = row(ledger, "card_purchases", player="Bob", card=3)
    assert picked(bob, "hands chances could_buy bought spent price_in_stakes priced") == (
        *(1, 1, 1, 1),
        Decimal("0.4"),
        *(2.0, 1),
    )
    assert picked(row(ledger, "player_stats", player="Bob"), "staked net return_on_stakes return_hands") == (
        *(Decimal("0.6"), Decimal("0.6")),
        *(Decimal(1), 1),
    )
    assert row(ledger, "banker_stats")["return_on_stakes"] == Decimal("-0.166667")
    cat = row(ledger, "card_purchases", player="Cat", card=4)
    assert picked(cat, "chances could_buy could_buy_unknown not_taken") == (1, 0, 0, 1)
    assert unknown_counts(statistics(ledger)) == {}


def test_what_is_not_known_is_in_no_n_and_in_no_sum(keep: Keep) -> None:
    ledger = keep(evening(PARTIAL))
    rates = {
        (one["player"], one["rate"]): picked(one, "k n unknown")
        for one in ledger.query("FROM rates WHERE role = 'player'").iter_rows(named=True)
    }
    assert rates["Bob", "pontoons"] == (0, 1, 0)
    assert rates["Cat", "pontoons"] == (0, 1, 0), "a hand that stuck unseen was no pontoon"
    assert rates["Dan", "pontoons"] == (0, 0, 1)
    assert rates["Cat", "busts"] == (0, 0, 1)
    assert rates["Dan", "splits"] == (0, 0, 1)
    assert rates["Dan", "hands won"] == (0, 1, 0)
    bob = row(ledger, "card_purchases", player="Bob", card=3)
    assert picked(bob, "chances could_buy bought twisted how_unknown not_taken") == (1, 1, 0, 0, 1, 0)
    assert picked(row(ledger, "card_purchases", player="Bob", card=4), "chances could_buy_unknown") == (1, 1)
    assert picked(row(ledger, "card_purchases", player="Dan", card=3), "chances unknown") == (0, 1)
    assert row(ledger, "player_vs_banker", player="Dan")["staked"] is None
    assert row(ledger, "stats_by", per="role", player="Dan")["return_hands"] == 0
    assert ledger.query("FROM stick_totals WHERE player = 'Cat'").is_empty()
    assert unknown_counts(statistics(ledger)) == {
        "stakes": 3,
        "classes": 2,
        "whether a third card might be taken": 2,
        "how a card was taken": 1,
    }


def test_under_a_pontoon_shown_at_once_nobody_has_a_turn(keep: Keep) -> None:
    ledger = keep(
        evening(SHOWN), evening(SHOWN, name="late", head=HEAD.replace("bank:", "rules: {peek: false}\nbank:"))
    )
    rates = {
        (one["player"], one["role"], one["rate"]): picked(one, "k n unknown")
        for one in ledger.query("FROM rates").iter_rows(named=True)
    }
    assert rates["Bob", "player", "pontoons"] == (2, 2, 0)
    assert rates["Ann", "banker", "pontoons"] == (2, 2, 0)
    assert rates["Cat", "player", "busts"] == (0, 1, 0), "with peek there was no turn"
    assert rates["Cat", "player", "splits"] == (0, 1, 0)
    assert row(ledger, "stick_totals", player="Dan", total=14)["n"] == 1
    assert row(ledger, "card_purchases", player="Cat", card=3)["chances"] == 1


def test_where_the_bank_may_have_shown_a_pontoon_turns_are_not_known(keep: Keep) -> None:
    ledger = keep(evening("Bob: bet 0.20, 5c 9d, lost 0.40"))
    assert picked(row(ledger, "rates", player="Bob", rate="busts"), "k n unknown") == (0, 0, 1)
    assert picked(row(ledger, "rates", player="Ann", rate="pontoons"), "k n unknown") == (0, 0, 1)
    assert picked(row(ledger, "card_purchases", card=3), "chances unknown") == (0, 1)
    assert row(ledger, "banker_stats")["classes_unknown"] == 1


def test_a_bank_that_need_not_play_is_not_unknown(keep: Keep) -> None:
    ledger = keep(evening("Bob: bet 0.20, Tc 9d, twist Kd, bust, lost 0.20"))
    assert row(ledger, "banker_stats")["classes_unknown"] == 0
    assert picked(row(ledger, "rates", player="Ann", rate="pontoons"), "k n unknown") == (0, 1, 0)
    assert picked(row(ledger, "rates", player="Ann", rate="busts"), "k n unknown") == (0, 0, 0)


def test_a_split_pair_was_no_pontoon_and_its_hands_are_hands(keep: Keep) -> None:
    ledger = keep(evening(SPLIT))
    assert picked(row(ledger, "player_stats", player="Bob"), "deals hands splits pontoons") == (1, 2, 2, 1)
    assert picked(row(ledger, "rates", player="Bob", rate="pontoons"), "k n") == (0, 1)
    assert picked(row(ledger, "rates", player="Bob", rate="splits"), "k n") == (1, 1)
    assert picked(row(ledger, "rates", player="Cat", rate="splits"), "k n") == (0, 1)
    assert row(ledger, "extremes", player="Bob")["biggest_win"] == Decimal("0.2"), (
        "hands of a deal go together"
    )


def test_where_pairs_may_be_burned_no_rate_of_pontoons_is_expected(keep: Keep) -> None:
    burning = evening(PLAIN, name="burning", head=HEAD.replace("bank:", "rules: {burn: 13}\nbank:"))
    ledger = keep(evening(PLAIN), burning)
    assert row(ledger, "rates", player="Bob", rate="pontoons")["expected"] is None
    assert row(ledger, "rates", player="Ann", rate="pontoons")["expected"] == pytest.approx(64 / 1326)
    together = statistics(ledger).together.filter(rate="pontoons")
    assert together.select("role", "n", "expected").rows() == [
        ("player", 6, None),
        ("banker", 2, pytest.approx(64 / 1326)),
    ]


def test_void_deals_count_nowhere_and_gaps_end_runs_and_turns(keep: Keep) -> None:
    ledger = keep(
        evening(
            PLAIN,
            "void: misdeal::" + "Bob: bet 0.20, 5c 9d",
            PLAIN,
            "gap: true|bank: Ann::" + PLAIN,
            "Bob: bet 0.20, stick 15, lost 0.20\nAnn: stick 18",
        )
    )
    assert picked(row(ledger, "player_stats", player="Bob"), "deals hands wins") == (4, 4, 3)
    runs = row(ledger, "extremes", player="Bob")
    assert picked(runs, "longest_winning_run winning_from longest_losing_run deals") == (2, "1", 1, 4)
    turns = ledger.query("SELECT first_deal, last_deal, deals, hands FROM tenures").rows()
    assert turns == [("1", "3", 2, 6), ("4", "5", 2, 4)]
    assert row(ledger, "banker_stats")["tenures"] == 2


def test_a_result_that_is_not_known_ends_a_run_and_is_no_best_deal(keep: Keep) -> None:
    won, unseen = "Bob: bet 0.20, stick 18, won 0.20\nAnn: stick 17", "Bob: bet 0.20, stick\nAnn: stick 17"
    ledger = keep(evening(won, won, unseen, won))
    told = row(ledger, "extremes", player="Bob")
    assert picked(told, "deals unknown longest_winning_run winning_from biggest_loss") == (3, 1, 2, "1", None)
    assert row(ledger, "tenures")["net"] is None
    assert row(ledger, "tenures")["earned"] is None
    assert picked(row(ledger, "banker_stats"), "net net_unknown") == (Decimal("-0.6"), 1)


def test_a_result_of_several_hands_together_is_in_the_net(keep: Keep) -> None:
    together = SPLIT.replace("won 0.40", "").replace(", lost 0.20", ", all won 0.20")
    ledger = keep(evening(together.replace("Ann: Kh 7d, stick", "")))
    told = row(ledger, "player_stats", player="Bob")
    assert picked(told, "net net_unknown results_unknown") == (Decimal("0.2"), 0, 1)
    assert picked(row(ledger, "extremes", player="Bob"), "biggest_win unknown") == (Decimal("0.2"), 0)


def test_a_bank_sold_back_at_once_begins_another_turn(keep: Keep) -> None:
    won_by_bob = "Bob: bet 0.20, Ac Kd, pontoon, won 0.40\nAnn: Kh 7d, stick"
    ledger = keep(
        evening(
            won_by_bob,
            "bank: Ann|price: 1.50::Bob: bet 0.20, stick 18, won 0.20\nAnn: stick 17",
            "bank: Cat|price: 0::Bob: bet 0.20, stick 15, lost 0.20\nCat: stick 17",
        )
    )
    turns = ledger.query(
        "SELECT banker, bought_from, bought_for, sold_for, net, earned FROM tenures ORDER BY tenure"
    ).rows()
    pence = [(*one[:2], *(None if cell is None else int(cell * 100) for cell in one[2:])) for one in turns]
    assert pence == [
        ("Ann", None, None, None, -40, -40),
        ("Ann", "Bob", 150, 0, -20, -170),
        ("Cat", "Ann", 0, None, 20, 20),
    ]
    ann, bob = (row(ledger, "banker_stats", banker=name) for name in ("Ann", "Bob"))
    assert picked(ann, "tenures banks_bought banks_sold") == (2, 1, 1)
    assert picked(ann, "bought_for bought_earned") == (Decimal("1.5"), Decimal("-1.7"))
    assert picked(bob, "sessions tenures deals banks_sold sold_for") == (0, 0, 0, 1, Decimal("1.5"))


def test_people_are_one_after_a_merging_and_currencies_are_never_added(keep: Keep) -> None:
    euros = evening(PLAIN, name="paris").replace("GBP", "EUR").replace("Bob", "Robert")
    nameless = evening(PLAIN, name="bare").replace("currency: GBP\n", "")
    ledger = keep(evening(PLAIN), euros, nameless)
    ledger.merge("Robert", "Bob")
    told = ledger.query("SELECT currency, net FROM player_stats WHERE player = 'Bob'").rows()
    assert told == [("EUR", Decimal("0.6")), ("GBP", Decimal("0.6")), (None, Decimal("0.6"))]
    assert row(ledger, "rates", player="Bob", rate="hands won")["n"] == 3
    assert ledger.query("FROM player_stats WHERE player = 'Robert'").is_empty()
    assert ledger.query("FROM banker_stats")["currency"].to_list() == ["EUR", "GBP", None]
    both = ledger.query("SELECT count(*), count(DISTINCT currency) FROM stats_by WHERE per = 'role'").row(0)
    assert both == (12, 2)


def test_the_figures_by_month_tell_undated_sessions_apart(keep: Keep) -> None:
    undated = evening(PLAIN, name="undated").replace("date: 2026-11-27\n", "")
    later = evening(PLAIN, name="later").replace("11-27", "12-01")
    ledger = keep(evening(PLAIN), evening(PLAIN, name="saturday").replace("27", "28"), later, undated)
    told = ledger.query("SELECT month, sessions, hands FROM stats_by WHERE per = 'month' AND player = 'Bob'")
    assert told.rows() == [("2026-11", 2, 2), ("2026-12", 1, 1), (None, 1, 1)]


def test_a_seat_played_for_others_plays_as_itself(keep: Keep) -> None:
    head = HEAD.replace("Dan]", "{name: Cat+Dan, for: [Cat, Dan]}]")
    ledger = keep(evening(PLAIN.replace("Dan:", "Cat+Dan:"), head=head))
    assert row(ledger, "player_stats", player="Cat+Dan")["net"] == Decimal("-0.5")
    assert row(ledger, "player_stats", player="Cat")["net"] == Decimal("0.1")
    assert ledger.query("FROM player_stats WHERE player = 'Dan'").is_empty()


def test_a_banker_whom_nobody_knows_has_no_row_and_a_row_that_may_be_the_banks_is_no_hand(keep: Keep) -> None:
    """Bob's hand may have been a pontoon, so nobody can tell who banks the second deal."""
    ledger = keep(
        evening(
            "Bob: bet 0.20, won 0.20\nAnn: stick 17",
            "Bob: bet 0.20, 5c 9d, twist 4c, stick, won 0.20\nCat: bet 0.10, won 0.10\nAnn: stick 17",
        )
    )
    assert ledger.query("SELECT player, banker, deals, hands FROM player_vs_banker").rows() == [
        ("Bob", "Ann", 1, 1),
        ("Bob", None, 1, 1),
        ("Cat", None, 1, 1),
    ]
    assert ledger.query("FROM player_stats WHERE player = 'Ann'").is_empty()
    assert picked(row(ledger, "player_stats", player="Bob"), "deals net_unknown") == (2, 0)
    assert picked(row(ledger, "extremes", player="Bob"), "deals longest_winning_run") == (2, 2)
    assert picked(row(ledger, "banker_stats"), "banker deals net") == ("Ann", 1, Decimal("-0.2"))
    assert row(ledger, "tenures")["last_deal"] == "1"


def test_wrong_payments_say_whom_they_favoured(keep: Keep) -> None:
    shoot = HEAD.replace("bank:", "rules: {shoot: true}\nbank:")
    ledger = keep(
        evening(
            "waive: {P302: let it be}::" + PLAIN.replace("lost 0.50", "won 0.50"),
            PLAIN.replace("won 0.60", "won 0.20").replace("won 0.10", "won 0.30"),
            "Bob: bet 0.20, stick 15, won 5.00\nAnn: stick",
            "price: 1.00::" + PLAIN,
        ),
        evening(
            "kitty: 1.00::Bob: bet 0.20, shoot 0.50, 5c 9d, twist 4h, stick, won 0.20, shoot lost 0.50"
            "\nAnn: Kh 7d",
            name="shooting",
            head=shoot,
        ),
    )
    names = "session deal_no code kind gained gained_as lost amount waived"
    told = ledger.query(f"SELECT {names.replace(' ', ', ')} FROM payout_mistakes").rows()
    pence = [(*one[:-2], None if one[-2] is None else int(one[-2] * 100), one[-1]) for one in told]
    assert pence == [
        ("friday", 1, "P302", "wrong way", "Dan", "player", "Ann", 100, "let it be"),
        ("friday", 2, "P301", "wrong amount", "Ann", "banker", "Bob", 40, None),
        ("friday", 2, "P301", "wrong amount", "Cat", "player", "Ann", 20, None),
        ("friday", 3, "P301", "wrong amount", None, None, None, None, None),
        ("friday", 4, "P404", "sale of the bank", None, None, None, None, None),
        ("shooting", 1, "P504", "shoot bet", "Ann", "banker", "Bob", 100, None),
    ]
    assert unknown_counts(statistics(ledger))["amounts of wrong payments"] == 1


def test_a_sale_where_none_may_be_favours_the_seller(keep: Keep) -> None:
    head = HEAD.replace("bank:", "rules: {bank_sale: false}\nbank:")
    ledger = keep(evening(PLAIN, "bank: Dan|price: 1.00::Bob: bet 0.20, stick 18\nDan: stick 17", head=head))
    told = row(ledger, "payout_mistakes")
    assert picked(told, "code gained lost amount") == ("P404", "Ann", "Dan", Decimal(1))


def test_one_player_is_shown_as_himself(keep: Keep) -> None:
    ledger = keep(evening(PARTIAL))
    found = statistics(ledger, "Ann")
    assert found.players.is_empty()
    assert found.against["player"].to_list() == ["Bob", "Cat", "Dan"]
    assert found.rates["role"].unique().to_list() == ["banker"]
    assert unknown_counts(found) == {"stakes": 3}


def test_the_page_on_statistics_names_every_table_and_column(schema: duckdb.DuckDBPyConnection) -> None:
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    views = ("player_stats", "banker_stats", "stats_by", "rates", "card_purchases", "stick_totals", "tenures")
    views += ("extremes", "player_vs_banker", "payout_mistakes")
    found = schema.execute("SELECT table_name, column_name FROM duckdb_columns()").fetchall()
    assert set(views) <= {view for view, _ in found}
    for word in (*views, *Statistics._fields, "wilson_low", "wilson_high"):
        assert word in page, word
    unnamed = {name for view, name in found if view == "card_purchases" and f"`{name}`" not in page}
    assert unnamed <= {"player", "currency", "decimals", "card"}


def test_counts_hang_together_however_little_is_written(tmp_path: Path) -> None:
    with Ledger(tmp_path / "pontoon.duckdb") as ledger:
        names = ("many-splits", "money-only", "shoot-night", "totals-only", "winners-cards")
        records = pontoon_ledger.read([ROOT / "sample_logs" / f"{name}.yaml" for name in names])
        ledger.add(pontoon_ledger.audit(records))
        wrong = {
            "player_stats": "wins + losses + pushes + results_unknown <> hands OR return_hands > hands",
            "banker_stats": "wins + losses + pushes + results_unknown <> hands_against",
            "rates": "k > n OR share NOT BETWEEN low AND high",
            "card_purchases": "bought > could_buy OR could_buy + could_buy_unknown > chances "
            "OR not_taken < 0 OR chances + unknown > hands OR priced > bought",
            "stick_totals": "hands > n OR total NOT BETWEEN 2 AND 21",
            "extremes": "biggest_win <= 0 OR biggest_loss >= 0 OR longest_winning_run > deals",
        }
        for view, condition in wrong.items():
            counts = ledger.query(f"SELECT count(*) FILTER ({condition}), count(*) > 0 FROM {view}")
            assert counts.row(0) == (0, True), view
        sums = "SELECT currency, sum(net) AS net FROM stats_by WHERE per = 'role' AND role = '{}' GROUP BY 1"
        players, bankers = (dict(ledger.query(sums.format(role)).rows()) for role in ("player", "banker"))
        assert players == {code: -net for code, net in bankers.items()}
