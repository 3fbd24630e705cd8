"""House rules and a banker from the command line: the game that odds and strategies are told of.

In: `--rules`, `--bank`, and where the record of a banker is. Out: a `Game`, and what there is to say of it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli.ledgers import audited_or_kept, names_of
from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.reading import read_options, unread
from pontoon_ledger.cli.screen import Screen, TroubleError

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.policy import Policy

Banker = Annotated[
    str,
    typer.Option(
        "--bank",
        metavar="POLICY",
        help='What the banker stays on: "17/18" is 17, soft 18; "record", or "record Ann": as in the ledger.',
    ),
]
Records = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="PATH", help="Records for --bank record in place of the ledger."),
]
_RECORD = "record"
NO_SHOOT = "shoot bets are a bet of their own and no part of this"


def game_of(
    rules: str | None,
    banker: str,
    records: list[str] | None,
    db: str,
    screen: Screen,
    *,
    doubled: bool = False,
) -> tuple["Game", str, list[str]]:
    """Make the game, say how its banker plays, and what of the record of that could not be read.

    Each option that cannot be read is a usage error.
    """
    read_options(rules, None, None, None, None)
    word, _, name = banker.strip().partition(" ")
    recorded = word.lower() == _RECORD
    if records and not recorded:
        raise misuse("--from is where --bank record looks", "add --bank record")
    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.policy import PolicyError, parse_policy, spoken
    from pontoon_ledger.rules import parse_spec

    house = parse_spec(rules or "pagat")
    if house.shoot:
        screen.note(NO_SHOOT)
    if doubled and not house.banker_doubles:
        raise misuse("the banker cannot double under these rules", "--rules banker_doubles=yes lets him")
    if recorded:
        policy, said, reasons = _as_recorded(name.strip() or None, records, db, screen)
        return Game(house, policy, doubled), said, reasons
    try:
        game = Game(house, parse_policy(banker), doubled)
    except PolicyError as error:
        raise misuse(f"--bank: {error}", f"{error.expected}; or record") from None
    if game.bank != parse_policy(banker):
        screen.note(f"by these rules the banker {spoken(game.bank)}")
    return game, f"the banker {spoken(game.bank)}", []


def _as_recorded(
    name: str | None, records: list[str] | None, db: str, screen: Screen
) -> tuple["Policy", str, list[str]]:
    """The banker as he has really played, of how much that is known, and what could not be read."""
    audit = audited_or_kept(records, db, read_options(None, None, None, None, None), screen)
    from pontoon_ledger.odds.record import record_of
    from pontoon_ledger.render.text import many
    from pontoon_ledger.words import fold

    hands, who = audit.hands, None
    if name is not None:
        shown, spellings = names_of(audit, None if records else db)
        hands = _renamed(hands, shown)
        holders = hands.filter("banker")["player"].drop_nulls().unique().to_list()
        wanted = fold(spellings.get(fold(name), name))
        who = next((one for one in holders if fold(one) == wanted), None)
        if who is None:
            raise TroubleError(f"nobody called {name} has held the bank in this record")
    found = record_of(hands, who)
    if not found.choices:
        raise TroubleError(
            f"the record shows no hand of {who or 'a banker'} card by card",
            '--bank "17/18" says how he plays',
        )
    said = (
        f"the banker plays as {who or 'those who held the bank'} did in {many(found.hands, 'hand')}, "
        f"{many(found.choices, 'choice')}; where that shows nothing he stays on 17, soft 18"
    )
    return found.policy, said, unread(audit)


def _renamed(hands: "pl.DataFrame", shown: Callable[[int, str], str]) -> "pl.DataFrame":
    """The hands, each player called by the name that is shown for him."""
    import polars as pl

    keys = ["session_no", "player"]
    pairs = hands.select(keys).unique().drop_nulls()
    names = pl.Series("shown", [shown(*pair) for pair in pairs.rows()], dtype=pl.String)
    joined = hands.join(pairs.with_columns(names), on=keys, how="left", maintain_order="left")
    return joined.with_columns(player="shown").drop("shown")
