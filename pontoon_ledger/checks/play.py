"""The play of a hand, rulebook chapters 2 to 4: stakes, buys, twists, splits, burns, endings.

In: the columns of the replay's hands. Out: the checks P201 to P214, one expression a rule.
Of P203, P204, P206 and P205 the first that holds for a card is the one reported.
"""

from __future__ import annotations

from functools import reduce

import polars as pl

from pontoon_ledger.cards import CARD_CODES, points_of, rank_of
from pontoon_ledger.checks.base import (
    Check,
    known_class,
    money,
    name,
    only,
    shown_cards,
    shown_class,
    sure,
)
from pontoon_ledger.notation import Kind
from pontoon_ledger.replay.stakes import dearest, may_be_staked
from pontoon_ledger.replay.totals import BIT, BUST, FIVE, PONTOON, ROYAL, TWENTY_ONE, below
from pontoon_ledger.shape import BOUGHT, TWISTED

ORDINALS = {3: "third", 4: "fourth", 5: "fifth"}
_FULL = BIT[TWENTY_ONE] | BIT[BUST]

read = ~pl.col("unread") & ~pl.col("void")
player = read & pl.col("playing")
shown_pontoon = sure(pl.col("peek") & (pl.col("bank_classes") == BIT[PONTOON]) & ~pl.col("banker"))
FACTS = {"in_play": read & ~shown_pontoon, "player_in_play": player & ~shown_pontoon}
in_play, player_in_play = (pl.col(fact) for fact in FACTS)
later_hand = pl.col("hand") > 1
split_row = later_hand | (pl.col("opening") == Kind.SPLIT)
bet_off_limits = sure((pl.col("bet") < pl.col("stakes_min")) | (pl.col("bet") > pl.col("stakes_max")))
first_bet_off = sure(
    (pl.col("first_bet") < pl.col("stakes_min")) | (pl.col("first_bet") > pl.col("stakes_max"))
)

_RANKS = pl.lit(pl.Series([rank_of(c) for c in range(CARD_CODES)], dtype=pl.Int8))


def _rank(card: pl.Expr) -> pl.Expr:
    return _RANKS.gather(card.cast(pl.Int64))


P201 = Check(
    code="P201",
    broken=player & bet_off_limits & ~sure(split_row),
    message=pl.when(pl.col("bet") < pl.col("stakes_min"))
    .then(
        pl.format(
            "{} bet {}, under the least stake of {}",
            name(),
            money(pl.col("bet")),
            money(pl.col("stakes_min")),
        )
    )
    .otherwise(
        pl.format(
            "{} bet {}, over the greatest stake of {}",
            name(),
            money(pl.col("bet")),
            money(pl.col("stakes_max")),
        )
    ),
    slot="opening",
    found=money(pl.col("bet")),
    expected=pl.when(pl.col("stakes_max").is_null())
    .then(pl.format("{} or more", money(pl.col("stakes_min"))))
    .when(pl.col("stakes_min").is_null())
    .then(pl.format("{} or less", money(pl.col("stakes_max"))))
    .otherwise(pl.format("{} to {}", money(pl.col("stakes_min")), money(pl.col("stakes_max")))),
)

P202 = Check(
    code="P202",
    broken=player_in_play
    & sure(pl.col("ending") == Kind.STICK)
    & ~pl.col("contradicted")
    & sure(
        reduce(
            lambda other, limit: (
                pl.when(pl.col("stick_on") == limit).then(only("classes", below(limit))).otherwise(other)
            ),
            (15, 16),
            pl.lit(False),
        )
    ),
    message=pl.when(known_class("classes"))
    .then(pl.format("{} stuck on {}, which is less than {}", name(), shown_class("classes"), "stick_on"))
    .otherwise(
        pl.format("{} stuck on less than {}, whatever the cards were that nobody noted", name(), "stick_on")
    ),
    slot="ending",
    found=shown_class("classes"),
    expected=pl.format("{} or more", "stick_on"),
)

P203 = tuple(
    Check(
        code="P203",
        broken=in_play & pl.col(f"c{k}").is_not_null() & sure(only(f"totals{k - 1}", _FULL)),
        message=pl.when(pl.col(f"totals{k - 1}") == BIT[BUST])
        .then(pl.format(f"{{}} took a {ORDINALS[k]} card after going bust", name()))
        .when(pl.lit(k == 3) & (pl.col(f"totals{k - 1}") == BIT[TWENTY_ONE]))
        .then(pl.format(f"{{}} took a {ORDINALS[k]} card on a pontoon", name()))
        .otherwise(pl.format(f"{{}} took a {ORDINALS[k]} card on 21", name())),
        slot=ORDINALS[k],
        expected=pl.lit("no further card"),
    )
    for k in (3, 4, 5)
)

P203_EXTRA = Check(
    code="P203",
    broken=in_play & (pl.col("extra") > 0),
    message=pl.format("{} took a card past the fifth", name()),
    slot="extra",
    expected=pl.lit("five cards at most"),
)

_taken_before = {4: pl.col("how3") == TWISTED, 5: (pl.col("how3") == TWISTED) | (pl.col("how4") == TWISTED)}

P204 = tuple(
    Check(
        code="P204",
        broken=player_in_play & sure((pl.col(f"how{k}") == BOUGHT) & _taken_before[k]),
        unless=(P203[k - 3],),
        message=pl.format("{} bought a card after twisting", name()),
        slot=ORDINALS[k],
        expected=pl.lit("a twist"),
    )
    for k in (4, 5)
)

P206 = Check(
    code="P206",
    broken=player_in_play
    & sure((pl.col("how5") == BOUGHT) & (pl.col("fifth_card") == "twist_if_safe") & (pl.col("low4") <= 11)),
    unless=(P203[2], P204[1]),
    message=pl.format("{} bought the fifth card with four cards that come to 11 or less", name()),
    slot="fifth",
    expected=pl.lit("a twist, where four cards come to 11 or less"),
)

_before_price = {3: (P203[0],), 4: (P203[1], P204[0]), 5: (P203[2], P204[1], P206)}


def _price_check(k: int) -> Check:
    price, bound = pl.col(f"price{k}"), pl.col(f"bound{k}")
    bounds = pl.format("{} to {}", money(pl.col("s_low")), money(bound))
    return Check(
        code="P205",
        broken=player_in_play
        & sure((pl.col(f"how{k}") == BOUGHT) & ((price < pl.col("s_low")) | (price > bound))),
        unless=_before_price[k],
        message=pl.format(
            f"{{}} paid {{}} for the {ORDINALS[k]} card; it may cost {{}}", name(), money(price), bounds
        ),
        slot=ORDINALS[k],
        found=money(price),
        expected=bounds,
    )


P205 = tuple(_price_check(k) for k in (3, 4, 5))

_staked, _least = pl.col("staked"), pl.col("t_least")
_most = (
    pl.when("listed")
    .then("t_most")
    .when(only("classes", BIT[PONTOON]))
    .then("s_high")
    .when(only("classes", BIT[ROYAL]))
    .then(pl.col("s_high") + pl.col("bound3"))
    .when(pl.col("classes") & (BIT[FIVE] | BIT[BUST]) == 0)
    .then(pl.col("t_most") - pl.col("bound3"))
    .otherwise("t_most")
)
_past_the_ends = sure((_staked < _least) | (_staked > pl.max_horizontal(_most, _least)))
_all_staked = (
    pl.when(_most <= _least)
    .then(money(_least))
    .when(_past_the_ends)
    .then(pl.format("{} to {}", money(_least), money(_most)))
    .otherwise(pl.format("{} or {} to {}", money(_least), money(_least + pl.col("s_low")), money(_most)))
)

P205_STAKED = Check(
    code="P205",
    broken=player_in_play & (_past_the_ends | ~may_be_staked(_staked, _least, dearest())),
    message=pl.format(
        "{} cannot have staked {} in all; it comes to {}", name(), "staked_said", "can_be_staked"
    ),
    slot="staked",
    where="staked",
    found=pl.col("staked_said"),
    expected=pl.col("can_be_staked"),
    words={"staked_said": money(_staked), "can_be_staked": _all_staked},
)

_own_rank = _rank(pl.coalesce(pl.col("burns").list.first(), "c1"))
_first_rank = _rank(pl.col("first_c1"))
_burned_ranks = pl.col("first_burns").list.eval(_RANKS.gather(pl.element().cast(pl.Int64)))
_same_rank = (_own_rank == _first_rank) | _burned_ranks.list.contains(_own_rank).fill_null(False)
_split_off = sure((pl.col("split_rule") == "none") | (pl.col("split_rule") == "aces") & (_own_rank != 0))
_no_first = sure(pl.col("opening") == Kind.SPLIT) & (pl.col("hand") == 1)

P207 = Check(
    code="P207",
    broken=player_in_play & sure(split_row) & (_split_off | _no_first | sure(~_same_rank)),
    message=pl.when(_no_first)
    .then(pl.format("{} has a split hand without a first one", name()))
    .when(pl.col("split_rule") == "none")
    .then(pl.format("{} split, but splitting is off in these rules", name()))
    .when(_split_off)
    .then(pl.format("{} split, but only aces may be split in these rules", name()))
    .otherwise(pl.format("{} split two cards of different rank", name())),
    slot="opening",
    where="split",
    expected=pl.lit("two first cards of equal rank"),
)

P208 = Check(
    code="P208",
    broken=player_in_play
    & later_hand
    & sure(pl.col("bet") != pl.col("first_bet"))
    & ~(first_bet_off & ~bet_off_limits),
    message=pl.format(
        "{} staked {} on a split hand; the bet was {}",
        name(),
        money(pl.col("bet")),
        money(pl.col("first_bet")),
    ),
    slot="opening",
    where="split",
    found=money(pl.col("bet")),
    expected=money(pl.col("first_bet")),
)

P209 = Check(
    code="P209",
    broken=player_in_play & sure(pl.col("hand") > pl.col("max_hands")) & (pl.col("split_rule") != "none"),
    message=pl.format("{} has {} hands; there may be {} at most", name(), "hand", "max_hands"),
    slot="opening",
    where="split",
    found=pl.format("{} hands", "hand"),
    expected=pl.format("{} hands at most", "max_hands"),
)

_written = (
    pl.when(pl.col("ending") == Kind.STICK)
    .then(pl.lit("stick"))
    .when(pl.col("ending") == Kind.BUST)
    .then(pl.lit("bust"))
    .when(pl.col("ending") == Kind.PONTOON)
    .then(pl.lit("pontoon"))
    .otherwise(pl.lit("five-card trick"))
)
_said = pl.concat_str(_written, pl.col("said_total").cast(pl.String), separator=" ", ignore_nulls=True)
_cards_make = (
    pl.when(pl.col("points") != pl.col("points_high"))
    .then(pl.lit("cannot come to that"))
    .when(pl.col("classes") == BIT[BUST])
    .then(pl.format("come to {}, bust", "points"))
    .when(pl.col("classes") >= BIT[TWENTY_ONE + 1])
    .then(pl.format("make a {}", shown_class("classes")))
    .otherwise(pl.format("come to {}", shown_class("totals5")))
)

P210 = Check(
    code="P210",
    broken=read & pl.col("contradicted"),
    message=pl.when("listed")
    .then(pl.format("{} wrote {}, but {} {}", name(), _said, shown_cards(), _cards_make))
    .otherwise(pl.format("{} wrote {}, which no hand can be", name(), _said)),
    slot="ending",
    where="contradicted",
    found=_said,
    expected=pl.when("listed").then(pl.format("what {} make", shown_cards())),
)

P211 = Check(
    code="P211",
    broken=player_in_play
    & pl.col("cards_written")
    & pl.col("ending").is_null()
    & sure(only("classes", below(TWENTY_ONE)))
    & ~sure(pl.col("peek") & (pl.col("bank_classes") & BIT[PONTOON] != 0)),
    message=pl.when(pl.col("points") == pl.col("points_high"))
    .then(pl.format("the hand of {} on {} has no ending; taken as stuck", name(), shown_class("classes")))
    .otherwise(pl.format("the hand of {} has no ending; taken as stuck", name())),
    slot="row",
    expected=pl.lit("stick, or a further card"),
    help=pl.lit("write stick behind the cards (in a sheet in its column 'play') if that is what happened"),
)

_third = pl.col("cards") > 2
_ended = pl.col("ending").is_not_null() & (pl.col("ending") != Kind.PONTOON) & ~pl.col("contradicted")
_burned = pl.col("burns").is_not_null()

P212 = Check(
    code="P212",
    broken=player & shown_pontoon & (sure(split_row) | _burned | sure(_third) | _ended),
    message=pl.format(
        "{} {} although the banker showed a pontoon; the hand is settled on its first stake",
        name(),
        pl.when(sure(split_row))
        .then(pl.lit("split"))
        .when(_burned)
        .then(pl.lit("burned"))
        .when(sure(_third))
        .then(pl.lit("took a card"))
        .otherwise(pl.lit("took a turn")),
    ),
    slot=pl.when(sure(split_row))
    .then(pl.lit("opening"))
    .when(_burned)
    .then(pl.lit("burn0"))
    .when(sure(_third))
    .then(pl.lit("third"))
    .otherwise(pl.lit("ending")),
    expected=pl.lit("no turn: the deal was over"),
)

_draws = {"16": 16, "17": 17}
_stayed_low = reduce(
    lambda other, limit: (
        pl.when(pl.col("banker_draws_below") == limit)
        .then(only("classes", below(_draws[limit])))
        .otherwise(other)
    ),
    _draws,
    pl.lit(False),
)

P213 = Check(
    code="P213",
    broken=read
    & pl.col("banker")
    & (pl.col("ending").is_null() | (pl.col("ending") == Kind.STICK))
    & ~pl.col("contradicted")
    & (pl.col("ending").is_not_null() | pl.col("listed"))
    & sure(_stayed_low)
    & pl.col("faces_live"),
    message=pl.format(
        "the banker stayed on {}; below {} the banker must draw", shown_class("classes"), "banker_draws_below"
    ),
    slot=pl.when(pl.col("ending").is_null()).then(pl.lit("row")).otherwise(pl.lit("ending")),
    found=shown_class("classes"),
    expected=pl.format("{} or more", "banker_draws_below"),
)

_HARD = pl.lit(
    pl.Series(
        [
            None if points_of(c) is None else -50 if points_of(c) == 1 else points_of(c)
            for c in range(CARD_CODES)
        ],
        dtype=pl.Int16,
    )
)
_points = _HARD.gather(pl.element().cast(pl.Int64))
_one, _other = _points.gather_every(2), _points.gather_every(2, 1)
_sums = _one + _other
_pairs = pl.col("burns").list.eval(_sums)


def _wrong_pairs(allowed: list[int]) -> pl.Expr:
    """The burned pairs that make none of these totals; with one card unknown, that cannot reach them."""
    short = (pl.coalesce(_one, _other) + 10 < min(allowed)).fill_null(False)
    wrong = pl.when(_sums.is_null()).then(short).otherwise(~_sums.is_in(allowed))
    return pl.col("burns").list.eval(wrong)


_wrong_burn = (
    pl.when(pl.col("burn") == "off")
    .then(_pairs.list.eval(pl.lit(True)))
    .when(pl.col("burn") == "13")
    .then(_wrong_pairs([13]))
    .when(pl.col("burn") == "14")
    .then(_wrong_pairs([14]))
    .otherwise(_wrong_pairs([13, 14]))
)

P214 = Check(
    code="P214",
    broken=player_in_play & pl.col("burns").is_not_null() & sure(_wrong_burn.list.any()),
    message=pl.when(pl.col("burn") == "off")
    .then(pl.format("{} burned a pair, but burning is off in these rules", name()))
    .otherwise(
        pl.format(
            "{} burned a pair that is no hard {}",
            name(),
            pl.col("burn").cast(pl.String).str.replace("_", " or "),
        )
    ),
    where="burns",
    slot=pl.format("burn{}", _wrong_burn.list.eval(pl.element().cast(pl.Int8)).list.arg_max()),
)

CHECKS = (
    P201,
    P202,
    *P203,
    P203_EXTRA,
    *P204,
    *P205,
    P205_STAKED,
    P206,
    P207,
    P208,
    P209,
    P210,
    P211,
    P212,
    P213,
    P214,
)
