"""The statistics counted anew: plain loops over the dealer's own sessions, with no table and no SQL.

In: sessions of `tests/dealer`. Out: for each view the rows that it
must show, by their key. Knows nothing of the package under test; what the record does not tell (a bank
that was not shown) is not known here either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from dealer.cards import BUST, FIVE, PLAIN, PONTOON, ROYAL, best, low, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from dealer.model import Deal, Hand, Session

Key = tuple[Any, ...]
Rows = dict[Key, dict[str, Any]]
Z = 1.959963984540054


def recount(sessions: Sequence[Session], rules: Mapping[str, str]) -> dict[str, Rows]:
    """Every statistic of these sessions: view, key, column, value; money in minor units.

    `rules`: what the ledger calls the house rules of each session.
    """
    return {
        "player_stats": player_stats(sessions),
        "banker_stats": banker_stats(sessions),
        "stats_by": stats_by(sessions, rules),
        "rates": rates(sessions),
        "card_purchases": card_purchases(sessions),
        "stick_totals": stick_totals(sessions),
        "tenures": {key: row for s in sessions for key, row in tenures(s).items()},
        "extremes": extremes(sessions),
        "player_vs_banker": player_vs_banker(sessions),
    }


def wilson(k: int, n: int) -> tuple[float | None, float | None]:
    """The 95 % score interval: the two p at which k lies just 1.96 standard deviations off n p."""
    if n == 0:
        return None, None
    share = k / n
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def proportion(k: int, n: int) -> dict[str, Any]:
    """A rate as the views show it."""
    lowest, highest = wilson(k, n)
    return {"n": n, "share": k / n if n else None, "low": lowest, "high": highest}


def played(sessions: Sequence[Session]) -> Iterator[tuple[Session, Deal]]:
    """The deals that count."""
    return ((session, deal) for session in sessions for deal in session.deals if not deal.void)


def money_of(session: Session) -> Key:
    """What a session is played for."""
    return session.coin.code, session.coin.decimals


def level(session: Session, hand: Hand) -> int:
    """What a player's hand is."""
    return standing(hand.cards, royal=bool(session.rules["royal"]))[0]


@dataclass
class Side:
    """A player against the bank in one deal, or the banker against all."""

    session: Session
    deal: Deal
    role: str
    name: str
    hands: list[Hand]

    @property
    def sign(self) -> int:
        return 1 if self.role == "player" else -1

    @property
    def result(self) -> int:
        """All that this side won or lost in the deal."""
        return self.sign * sum(hand.due + hand.shoot_due for hand in self.hands)


def sides(sessions: Sequence[Session]) -> Iterator[Side]:
    """Every side of every deal that counts."""
    for session, deal in played(sessions):
        for name in deal.players:
            yield Side(session, deal, "player", name, [h for h in deal.hands if h.player == name])
        yield Side(session, deal, "banker", deal.bank, deal.hands)


def figures(mine: list[Side]) -> dict[str, Any]:
    """What is the same for players and bankers."""
    sign = mine[0].sign
    hands = [hand for side in mine for hand in side.hands]
    staked, net = sum(hand.staked for hand in hands), sign * sum(hand.due for hand in hands)
    shot = [hand for hand in hands if hand.shoot or hand.shoot4]
    return {
        "sessions": len({side.session.name for side in mine}),
        "deals": len(mine),
        "hands": len(hands),
        "staked": staked,
        "net": net,
        "return_on_stakes": Fraction(net, staked),
        "return_hands": len(hands),
        "shoot_net": sign * sum(hand.shoot_due for hand in hands),
        "wins": sum(sign * hand.due > 0 for hand in hands),
        "losses": sum(sign * hand.due < 0 for hand in hands),
        "pushes": sum(hand.due == 0 for hand in hands),
        **dict.fromkeys(("stakes_unknown", "net_unknown", "results_unknown", "shoots_unknown"), 0),
        "_shoots": len(shot),
    }


def grouped(found: Iterator[Side], key: Callable[[Side], Key]) -> dict[Key, list[Side]]:
    """Sides by a key."""
    groups: dict[Key, list[Side]] = defaultdict(list)
    for side in found:
        groups[key(side)].append(side)
    return groups


def player_stats(sessions: Sequence[Session]) -> Rows:
    mine = (side for side in sides(sessions) if side.role == "player")
    rows = {}
    for key, group in grouped(mine, lambda side: (side.name, *money_of(side.session))).items():
        levels = Counter(level(side.session, hand) for side in group for hand in side.hands)
        row = figures(group)
        rows[key] = row | {
            "shoots": row.pop("_shoots"),
            "pontoons": levels[PONTOON],
            "royals": levels[ROYAL],
            "five_card_tricks": levels[FIVE],
            "busts": levels[BUST],
            "classes_unknown": 0,
            "splits": sum(hand.split for side in group for hand in side.hands),
        }
    return rows


def banker_stats(sessions: Sequence[Session]) -> Rows:
    rows: Rows = {}
    dealt = grouped(
        (side for side in sides(sessions) if side.role == "banker"),
        lambda side: (side.name, *money_of(side.session)),
    )
    held: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    sold: dict[Key, list[int]] = defaultdict(list)
    evenings: dict[Key, set[str]] = defaultdict(set)
    for session in sessions:
        for (name, _), row in tenures(session).items():
            held[row["banker"], *money_of(session)].append(row)
            evenings[row["banker"], *money_of(session)].add(name)
        for deal in session.deals:
            if deal.price is not None:
                sold[deal.heir, *money_of(session)].append(deal.price)
    empty = dict.fromkeys(
        (
            "deals",
            "hands",
            "staked",
            "net",
            "return_hands",
            "shoot_net",
            "wins",
            "losses",
            "pushes",
            "_shoots",
        ),
        0,
    )
    for key in held.keys() | sold.keys():
        group = dealt.get(key, [])
        row = empty | {"return_on_stakes": None} | (figures(group) if group else {})
        own = [(side, standing(side.deal.bank_hand.cards)[0]) for side in group if side.deal.shown]
        levels = Counter(kind for _, kind in own)
        bought = [tenure for tenure in held[key] if tenure["bought_for"] is not None]
        rows[key] = row | {
            "hands_against": row.pop("hands"),
            "shoots": row.pop("_shoots"),
            "sessions": len(evenings[key]),
            "tenures": len(held[key]),
            "pontoons": levels[PONTOON],
            "five_card_tricks": levels[FIVE],
            "busts": levels[BUST],
            "classes_unknown": sum(
                not side.deal.shown and any(not hand.bust for hand in side.hands) for side in group
            ),
            "banks_bought": len(bought),
            "bought_for": sum(tenure["bought_for"] for tenure in bought),
            "bought_earned": sum(tenure["earned"] for tenure in bought),
            "banks_sold": len(sold[key]),
            "sold_for": sum(sold[key]),
        }
    return rows


def stats_by(sessions: Sequence[Session], rules: Mapping[str, str]) -> Rows:
    rows: Rows = {}
    keys: dict[str, Callable[[Side], Key]] = {
        "session": lambda side: (side.session.name, side.session.date, None, None),
        "month": lambda side: (None, None, (side.session.date or "")[:7] or None, None),
        "rules": lambda side: (None, None, None, rules[side.session.name]),
        "role": lambda _: (None, None, None, None),
    }
    for per, of in keys.items():

        def key(side: Side, per: str = per, of: Callable[[Side], Key] = of) -> Key:
            return (per, *of(side), side.name, side.role, *money_of(side.session))

        for at, group in grouped(sides(sessions), key).items():
            rows[at] = figures(group)
            del rows[at]["_shoots"]
    return rows


def rates(sessions: Sequence[Session]) -> Rows:
    counts: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0])
    chances: dict[Key, list[float | None]] = defaultdict(list)

    def count(side: Side, rate: str, happened: bool | None) -> None:
        tally = counts[side.name, side.role, rate]
        tally[0] += bool(happened)
        tally[1] += happened is not None
        tally[2] += happened is None

    for side in sides(sessions):
        rules, deal = side.session.rules, side.deal
        packs = int(rules["packs"])
        chance = 4 * packs * 16 * packs / (52 * packs * (52 * packs - 1) / 2)
        for hand in side.hands:
            count(side, "hands won", side.sign * hand.due > 0)
        for rate in ("pontoons", "five-card tricks", "busts", *(["splits"] if side.role == "player" else [])):
            counts[side.name, side.role, rate]
        if side.role == "banker":
            natural = deal.bank_hand.natural if deal.shown else False if rules["peek"] else None
            count(side, "pontoons", natural)
            if natural is not None:
                chances[side.name, side.role].append(chance)
            if not deal.stopped and any(not hand.bust for hand in deal.hands):
                kind = standing(deal.bank_hand.cards)[0] if deal.shown else None
                count(side, "five-card tricks", None if kind is None else kind == FIVE)
                count(side, "busts", None if kind is None else kind == BUST)
            continue
        first = side.hands[0]
        count(side, "pontoons", first.natural and not first.split)
        chances[side.name, side.role].append(chance if rules["burn"] == "off" else None)
        if deal.stopped:
            continue
        for hand in side.hands:
            count(side, "five-card tricks", level(side.session, hand) == FIVE)
            count(side, "busts", hand.bust)
        rank = first.cards[0][0]
        pair = first.split or rank == first.cards[1][0]
        if pair and {"pairs": True, "aces": rank == "A", "none": False}[str(rules["split"])]:
            count(side, "splits", first.split)
    rows: Rows = {}
    for (name, role, rate), (k, n, unknown) in counts.items():
        known = chances[name, role]
        sure = rate == "pontoons" and known and None not in known
        expected = sum(c for c in known if c) / len(known) if sure else None
        rows[name, role, rate] = {"k": k, **proportion(k, n), "expected": expected, "unknown": unknown}
    return rows


def card_purchases(sessions: Sequence[Session]) -> Rows:
    tallies: dict[Key, Counter[str]] = defaultdict(Counter)
    multiples: dict[Key, list[Fraction]] = defaultdict(list)
    for session, deal in played(sessions):
        for hand in deal.hands:
            for card in (3, 4, 5):
                key = hand.player, *money_of(session), card
                tally = tallies[key]
                tally["hands"] += 1
                if deal.stopped or len(hand.cards) < card - 1 or best(hand.cards[: card - 1]) >= 21:
                    continue
                earlier = hand.moves[: card - 3]
                dear = session.rules["fifth_card"] == "buy" or card < 5 or low(hand.cards[:4]) > 11
                tally["chances"] += 1
                tally["could_buy"] += dear and all(move.kind == "buy" for move in earlier)
                if len(hand.cards) < card:
                    tally["not_taken"] += 1
                    continue
                move = hand.moves[card - 3]
                if move.kind == "twist":
                    tally["twisted"] += 1
                    continue
                tally["bought"] += 1
                tally["spent"] += move.price
                multiples[key].append(Fraction(move.price, hand.stake))
    none = ("unknown", "could_buy_unknown", "prices_unknown", "how_unknown")
    known = ("hands", "chances", "could_buy", "bought", "spent", "twisted", "not_taken")
    rows: Rows = {}
    for key, tally in tallies.items():
        shown = proportion(tally["bought"], tally["could_buy"])
        del shown["n"]
        mean = sum(multiples[key]) / len(multiples[key]) if multiples[key] else None
        rows[key] = {name: tally[name] for name in known} | dict.fromkeys(none, 0) | shown
        rows[key] |= {"price_in_stakes": mean, "priced": tally["bought"]}
    return rows


def stick_totals(sessions: Sequence[Session]) -> Rows:
    stood: dict[Key, Counter[int]] = defaultdict(Counter)
    unknown: Counter[Key] = Counter()
    for session, deal in played(sessions):
        if deal.stopped:
            continue
        for hand in deal.hands:
            if level(session, hand) == PLAIN:
                stood[hand.player, "player"][best(hand.cards)] += 1
        if any(not hand.bust for hand in deal.hands):
            if not deal.shown:
                unknown[deal.bank, "banker"] += 1
            elif standing(deal.bank_hand.cards)[0] == PLAIN:
                stood[deal.bank, "banker"][best(deal.bank_hand.cards)] += 1
    return {
        (*who, total): {"hands": k, **proportion(k, totals.total()), "unknown": unknown[who]}
        for who, totals in stood.items()
        for total, k in totals.items()
    }


def tenures(session: Session) -> Rows:
    turns: list[list[Deal]] = []
    for at, deal in enumerate(session.deals):
        last = session.deals[at - 1] if at else None
        if last is None or deal.gap or deal.price is not None or deal.bank != last.bank:
            turns.append([])
        turns[-1].append(deal)
    rows: Rows = {}
    for number, turn in enumerate(turns, start=1):
        after = turns[number][0] if number < len(turns) else None
        sold_for = after.price if after and after.heir == turn[0].bank else None
        hands = [hand for deal in turn if not deal.void for hand in deal.hands]
        net, shoot_net = -sum(hand.due for hand in hands), -sum(hand.shoot_due for hand in hands)
        price = turn[0].price
        rows[session.name, number] = {
            "banker": turn[0].bank,
            "first_deal": turn[0].label,
            "last_deal": turn[-1].label,
            "deals": sum(not deal.void for deal in turn),
            "hands": len(hands),
            "net": net,
            "shoot_net": shoot_net,
            "bought_from": turn[0].heir if price is not None else None,
            "bought_for": price,
            "sold_for": sold_for,
            "earned": net + shoot_net - (price or 0) + (sold_for or 0),
        }
    return rows


def extremes(sessions: Sequence[Session]) -> Rows:
    order = {session.name: (session.date is None, session.date or "", session.name) for session in sessions}
    rows: Rows = {}
    groups = grouped(sides(sessions), lambda side: (side.name, side.role, *money_of(side.session)))
    for key, group in groups.items():
        group.sort(key=lambda side: (order[side.session.name], side.deal.no))
        row: dict[str, Any] = {"deals": len(group), "unknown": 0}
        for sign, end, run in ((1, "win", "winning"), (-1, "loss", "losing")):
            top = max(group, key=lambda side, sign=sign: sign * side.result)
            there = sign * top.result > 0
            row[f"biggest_{end}"] = top.result if there else None
            row[f"{end}_session"] = top.session.name if there else None
            row[f"{end}_deal"] = top.deal.label if there else None
            length, start = longest(group, sign)
            row[f"longest_{run}_run"] = length
            row[f"{run}_session"] = start.session.name if start else None
            row[f"{run}_from"] = start.deal.label if start else None
        rows[key] = row
    return rows


def longest(group: list[Side], sign: int) -> tuple[int, Side | None]:
    """The most deals in a row that went one way, and the first of them; a gap and an evening end a run."""
    top: tuple[int, Side | None] = (0, None)
    run: list[Side] = []
    for side in group:
        if run and (run[-1].session is not side.session or gap_between(run[-1], side)):
            run = []
        run = [*run, side] if sign * side.result > 0 else []
        if len(run) > top[0]:
            top = len(run), run[0]
    return top


def gap_between(one: Side, other: Side) -> bool:
    """Whether unwritten deals lie between two deals of a session."""
    return any(deal.gap for deal in one.session.deals if one.deal.no < deal.no <= other.deal.no)


def player_vs_banker(sessions: Sequence[Session]) -> Rows:
    mine = (side for side in sides(sessions) if side.role == "player")
    groups = grouped(mine, lambda side: (side.name, side.deal.bank, *money_of(side.session)))
    names = ("sessions", "deals", "hands", "staked", "stakes_unknown", "net", "net_unknown", "shoot_net")
    rows: Rows = {}
    for key, group in groups.items():
        counted = figures(group)
        rows[key] = {name: counted[name] for name in names}
    return rows
