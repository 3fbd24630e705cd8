"""The best way to play for people and programs: charts of letters, edges in sentences, the JSON shapes.

In: a `Strategy`, rules compared. Out: lines of at most 80 columns, tables, plain values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from pontoon_ledger.odds import pack
from pontoon_ledger.odds.policy import spoken
from pontoon_ledger.render.odds import percent, units
from pontoon_ledger.render.table import Column, Table, count, words
from pontoon_ledger.rules import spec_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pontoon_ledger.odds.compare import Changed
    from pontoon_ledger.odds.game import Game
    from pontoon_ledger.odds.strategy import Advice, Strategy
    from pontoon_ledger.render.paint import Paint

LETTERS = {"stick": "S", "twist": "T", "buy low": "b", "buy high": "B", "split": "P", "burn": "X"}
LEGEND = {
    "B": "buy at the highest price",
    "b": "buy at the lowest price",
    "T": "twist",
    "S": "stick",
    "P": "split the pair",
    "X": "throw in",
}
CARDS = {2: "Two cards", 3: "Three cards", 4: "Four cards"}
_TOTALS = range(4, 21)
_LABEL = 15


def chart_lines(strategy: Strategy, paint: Paint) -> list[str]:
    """The chart, a block for two, three and four cards.

    >>> from pontoon_ledger.odds import Game
    >>> from pontoon_ledger.odds.strategy import strategy_of
    >>> from pontoon_ledger.render.paint import NO_PAINT
    >>> for line in chart_lines(strategy_of(Game()), NO_PAINT)[:4]:
    ...     print(line)
    Two cards        4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20
      hard           .  B  B  B  B  B  B  B  T  T  T  S  S  S  S  S  S
      soft           .  .  .  .  .  .  .  .  .  B  B  B  B  B  B  S  S
      a pair         A  2  3  4  5  6  7  8  9  T
    """
    found = []
    for cards, name in CARDS.items():
        found.append(paint(_row(name, [str(total) for total in _TOTALS]), "head"))
        for buying, suffix in ((True, ""), (False, ", twisted")):
            lines = [a for a in strategy.lines if (a.cards, a.buying) == (cards, buying)]
            for soft, kind in ((False, "hard"), (True, "soft")):
                letters = {a.total: LETTERS[a.action] for a in lines if a.soft == soft and a.pair is None}
                if letters:
                    found.append(_row(f"  {kind}{suffix}", [letters.get(t, ".") for t in _TOTALS]))
        pairs = [a for a in strategy.lines if a.cards == cards and a.pair is not None]
        if pairs:
            pairs.sort(key=lambda advice: pack.VALUES.index(advice.pair or "A"))
            found.append(paint(_row("  a pair", [a.pair or "" for a in pairs]), "dim"))
            found.append(_row("", [LETTERS[a.action] for a in pairs]))
        found.append("")
    return [*found, *_legend({LETTERS[a.action] for a in strategy.lines})]


def _row(label: str, cells: Iterable[str]) -> str:
    return (label.ljust(_LABEL) + "".join(cell.rjust(3) for cell in cells)).rstrip()


def _legend(used: set[str]) -> list[str]:
    said = [f"{letter} {text}" for letter, text in LEGEND.items() if letter in used]
    half = (len(said) + 1) // 2
    return [", ".join(said[:half]) + ",", ", ".join(said[half:])]


def edge_lines(game: Game, strategy: Strategy, bank: str) -> list[str]:
    """What the bank gains, in sentences."""
    edge = strategy.edge
    who = "the bank gains" if edge >= 0 else "the bank loses"
    lost = abs(edge)
    said = [
        f"By the best play {who} {lost:.4f} S of each player in a deal ({percent(lost)} of his first stake, "
        f"{percent(lost / strategy.staked)} of all that he stakes, {strategy.staked:.2f} S on average).",
    ]
    if strategy.chart_edge - edge > 1e-7:
        said.append(
            f"The chart goes by totals alone; whoever follows it gives {strategy.chart_edge - edge:.6f} S "
            "a deal away against play that looks at each card."
        )
    said.append(f"{bank[0].upper()}{bank[1:]}; rules: {spec_of(game.rules)}.")
    return said


def ends_table(strategy: Strategy) -> Table:
    """How often hands end in each class: a player's by the chart, the bank's where it is played out."""
    names = [*dict.fromkeys([*strategy.classes, *strategy.bank])]
    order = ["royal", "pontoon", "five-card trick", *(str(t) for t in range(21, 3, -1)), "bust"]
    rows = tuple(
        (name, percent(strategy.classes.get(name, 0) / strategy.hands), percent(strategy.bank.get(name, 0)))
        for name in order
        if name in names
    )
    return Table((words("class", "hand"), count("player", "yours"), count("bank", "the bank's")), rows)


def lines_table(strategy: Strategy) -> Table:
    """The chart as rows: a cell each, with what it brings and by how much the next best is worse."""
    columns = (
        count("cards"),
        words("may", "may"),
        words("kind", "kind"),
        count("total"),
        words("pair"),
        words("action", "best"),
        Column("value", "in S", right=True),
        words("second", "next best"),
        Column("margin", "worse by", right=True),
    )
    return Table(columns, tuple(map(_line, strategy.lines)))


def _line(advice: Advice) -> tuple[Any, ...]:
    return (
        advice.cards,
        "buy" if advice.buying else "twist",
        "soft" if advice.soft else "hard",
        advice.total,
        advice.pair,
        advice.action,
        f"{advice.value:.6f}",
        advice.second,
        None if advice.margin is None else f"{advice.margin:.6f}",
    )


def strategy_shape(game: Game, strategy: Strategy, bank: str) -> dict[str, Any]:
    """The JSON of `strategy`: edges in units of S, chances, the chart as a list of cells."""
    figures = {name: value for name, value in asdict(strategy).items() if name != "lines"}
    return {
        "rules": spec_of(game.rules),
        "bank_policy": spoken(game.bank),
        "bank_known_from": bank,
        **figures,
        "chart": [asdict(line) for line in strategy.lines],
        "complete": True,
    }


def compare_table(edge: float, changes: Sequence[Changed], *, machine: bool = False) -> Table:
    """A row for each house rule that was changed, the game as it is first."""
    number = repr if machine else units
    columns = (
        words("rule", "rules"),
        Column("edge", "bank's edge, S", right=True),
        Column("gain", "change", right=True),
        words("helps"),
    )
    changed = ((one.name, number(one.edge), number(one.gain), helped(one.gain)) for one in changes)
    return Table(columns, (("as they are", number(edge), None, None), *changed))


def helped(gain: float) -> str:
    """Whom a change helps.

    >>> helped(0.01), helped(-0.01), helped(0.0)
    ('the bank', 'the players', 'nobody')
    """
    if abs(gain) < 5e-7:
        return "nobody"
    return "the bank" if gain > 0 else "the players"


def compared(game: Game, edge: float, bank: str) -> list[str]:
    """What the comparison rests on."""
    return [
        "The edge is what the bank gains of each player in a deal, in units of S, each set of rules being "
        "played in its own best way.",
        f"{bank[0].upper()}{bank[1:]}; rules compared with: {spec_of(game.rules)}.",
    ]


def compare_shape(game: Game, edge: float, changes: Sequence[Changed], bank: str) -> dict[str, Any]:
    """The JSON of `strategy --compare`."""
    return {
        "rules": spec_of(game.rules),
        "bank_policy": spoken(game.bank),
        "bank_known_from": bank,
        "edge": edge,
        "changes": [
            {
                "name": one.name,
                "options": dict(one.options),
                "edge": one.edge,
                "gain": one.gain,
                "helps": helped(one.gain),
            }
            for one in changes
        ],
        "complete": True,
    }
