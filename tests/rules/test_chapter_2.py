"""Chapter 2: stakes, the banker's doubling, the pontoon shown at once.

In: records of single deals. Out: findings and dues.
"""

from __future__ import annotations

from rules.records import codes, deal, due, dues, hands, head, judge, series

K17 = "Ann: Kh 7d, stick"
LIMITS = "stakes: {min: 0.10, max: 1.00}"


def test_2_1_the_limits_themselves_are_allowed() -> None:
    audit = judge(deal("Bob: bet 0.10, T 9, stick", "Cat: bet 1.00, T 9, stick", K17, extra=LIMITS))
    assert codes(audit) == []


def test_2_1_the_limits_bind_the_first_stake_alone() -> None:
    rows = ("Bob: bet 1.00, 8h 3c, buy 2.00 8d, stick", "+ split 1.00, 8s 3d, buy 2.00 7s, stick", K17)
    assert codes(judge(deal(*rows, extra=LIMITS))) == []


def test_2_1_a_stake_out_of_bounds_is_settled_all_the_same() -> None:
    audit = judge(deal("Bob: bet 2.00, T 9, stick", "Cat: bet 0.05, T 6, stick", K17, extra=LIMITS))
    assert codes(audit) == ["P201", "P201"]
    assert [due(audit, 1, name) for name in ("Bob", "Cat")] == [200, -5]


def test_2_1_without_limits_any_stake_is_allowed() -> None:
    assert codes(judge(deal("Bob: bet 0.01, T 9, stick", "Cat: bet 500, T 9, stick", K17))) == []


def test_2_1_one_limit_alone_binds_one_side() -> None:
    rows = ("Bob: bet 0.01, T 9, stick", "Cat: bet 500, T 9, stick", K17)
    low = judge(deal(*rows, extra="stakes: {min: 0.10}"))
    assert low.findings.select("code", "player").rows() == [("P201", "Bob")]
    high = judge(deal(*rows, extra="stakes: {max: 1.00}"))
    assert high.findings.select("code", "player").rows() == [("P201", "Cat")]


def doubled(*plays: tuple[str, str], **options: object) -> list[int | None]:
    """What is due to Bob in deals that the banker doubled."""
    text = series(*plays, banker_doubles=True, **options)
    audit = judge(text.replace("  - hands:", "  - doubled: true\n    hands:"))
    assert codes(audit) == []
    return dues(audit)


FIVE = "2 2, twist 2, twist 3, twist 2"


def test_2_2_every_multiple_of_one_becomes_two_busts_included() -> None:
    plays = [("T 9, stick", "K 7, stick"), ("T 6, stick", "K 7, stick"), ("T 6, twist 9, bust", "K 7, stick")]
    plays += [
        ("T 7, stick", "K 7, stick"),
        ("T 6, stick", "K 6 9, bust"),
        ("9 5, buy 0.20 4, stick", "K 7, stick"),
    ]
    assert doubled(*plays) == [40, -40, -40, -40, 40, 80]


def test_2_2_multiples_of_two_stay() -> None:
    plays = [
        ("A K", "K 7, stick"),
        (FIVE, "K 7, stick"),
        ("T 9, stick", "2 2 3 3 3"),
        ("T 9", "A K"),
        ("A K", "A K"),
    ]
    assert doubled(*plays) == [40, 40, -40, -40, -40]


def test_2_2_options_of_one_become_two_and_of_nothing_and_three_stay() -> None:
    assert doubled(("T 9", "A K"), banker_pontoon=1) == [-40]
    assert doubled(("T 9", "A K"), banker_pontoon=3) == [-60]
    assert doubled(("A K", "A K"), pontoon_vs_banker_pontoon=0) == [0]
    assert doubled(("A K", "A K"), pontoon_vs_banker_pontoon=1) == [-40]
    assert doubled(("A K", "K 7, stick"), pontoon_pays=1) == [40]
    assert doubled(("A K", "K 7, stick"), pontoon_pays=3) == [60]
    assert doubled((FIVE, "K 7, stick"), five_card_pays=1) == [40]
    assert doubled(("T 9, stick", "2 2 3 3 3"), banker_five_card=1) == [-40]
    assert doubled(("T 7, stick", "K 7, stick"), ties="push") == [0]


def test_2_2_limits_and_prices_keep_to_the_stake() -> None:
    rows = ("Bob: bet 1.00, 9c 5d, buy 2.01 4h, stick", K17)
    audit = judge(deal(*rows, rules="{banker_doubles: true}", extra=LIMITS, fields="doubled: true"))
    assert codes(audit) == ["P205"]
    assert due(audit, 1, "Bob") == 602


def test_2_2_only_the_deal_that_was_doubled() -> None:
    plain = hands("Bob: bet 0.20, T 9, stick", K17)
    text = (
        head("{banker_doubles: true}")
        + plain
        + hands("Bob: bet 0.20, T 9, stick", K17, fields="doubled: yes")
        + plain
    )
    assert dues(judge(text)) == [20, 40, 20]


def test_2_4_a_pontoon_shown_at_once_takes_from_every_stake() -> None:
    audit = judge(deal("Bob: bet 0.20, T 9", "Cat: bet 0.30, A J", "Dan: bet 0.50", "Ann: A K"))
    assert [due(audit, 1, name) for name in ("Bob", "Cat", "Dan")] == [-40, -60, -100]
    assert codes(audit) == []


def test_2_4_whoever_played_on_is_settled_on_his_first_stake() -> None:
    turns = {
        "Bob: bet 0.20, 5 4, buy 0.40 2, stick": "P212",
        "Bob: bet 0.20, 5 4, twist 2": "P212",
        "Bob: bet 0.20, T 6, bust": "P210",
        "Bob: bet 0.20, T 6, twist 9, bust": "P212",
        "Bob: bet 0.20, burn 9 4, T 6": "P212",
        "Bob: bet 0.20, T 6, stick": "P212",
    }
    for row, code in turns.items():
        audit = judge(deal(row, "Ann: A K", rules="{burn: 13}"))
        assert code in codes(audit), row
        assert due(audit, 1, "Bob") == -40, row


def test_2_4_without_peek_it_is_shown_on_the_bankers_turn() -> None:
    plays = [
        ("5 4, buy 0.40 T, stick", "A K"),
        ("T 6, twist 9, bust", "A K"),
        ("A J", "A K"),
        ("T 6, buy 0.20 9, bust", "A K"),
    ]
    audit = judge(series(*plays, peek=False))
    assert dues(audit) == [-120, -20, -40, -40]
    assert codes(audit) == []
