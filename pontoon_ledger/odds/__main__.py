"""`python -m pontoon_ledger.odds`: the tables and strategies that come with the package, made anew.

In: nothing. Out: the files of `shipped/`, what is kept of the game of each preset.
"""

from pontoon_ledger.odds.game import Game
from pontoon_ledger.odds.keeping import SHIPPED, file_name, sealed, table_bytes
from pontoon_ledger.odds.strategy import edge_bytes, strategy_bytes
from pontoon_ledger.rules import PRESETS

if __name__ == "__main__":
    SHIPPED.mkdir(exist_ok=True)
    for old in SHIPPED.iterdir():
        old.unlink()
    for game in dict.fromkeys(map(Game, PRESETS.values())):
        made = {"table": table_bytes(game), "strategy": strategy_bytes(game), "edge": edge_bytes(game)}
        for kind, content in made.items():
            (SHIPPED / file_name(game, kind)).write_bytes(sealed(content))
