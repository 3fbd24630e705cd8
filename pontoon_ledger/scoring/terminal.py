"""The conversation at the table: a prompt, a line, what it led to, until the score keeper leaves.

In: a sitting, a way to ask for a line and a way to show one. Out: nothing but what is shown; the sitting
keeps everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.render.paint import NO_PAINT, Paint
from pontoon_ledger.render.text import clean, wrap
from pontoon_ledger.scoring import paying, telling
from pontoon_ledger.scoring.helping import help_lines
from pontoon_ledger.scoring.journal import JournalError
from pontoon_ledger.scoring.words import MisreadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pontoon_ledger.scoring.engine import Refused
    from pontoon_ledger.scoring.sitting import Sitting

_LEAVE = ("q", "quit", "exit")
_LEAST = 20


class Terminal:
    """Asks and shows. `ask` gives a line for a prompt, `show` takes one, `width` its columns."""

    def __init__(
        self,
        sitting: Sitting,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        width: Callable[[], int],
        paint: Paint = NO_PAINT,
    ) -> None:
        self.sitting = sitting
        self.ask = ask
        self.show = show
        self.width = width
        self.paint = paint

    def run(self) -> None:
        """Talk until the score keeper leaves or the input ends."""
        self._say(telling.opening(self.sitting.game))
        self._say(["? helps, undo takes back, q leaves; every entry is kept at once."])
        self._say(self.sitting.notes)
        self._say(self._whole_state())
        while True:
            try:
                line = self.ask(clean(telling.prompt(self.sitting.game)))
            except EOFError:
                self.show("")
                break
            except UnicodeDecodeError:
                self._complain("that line cannot be read as text")
                continue
            if line.strip().lower() in _LEAVE:
                break
            self._take(line)

    def farewell(self) -> None:
        """Say what is kept where."""
        path = self.sitting.path
        if self.sitting.unfinished:
            self._say(
                [f"Kept. Deal {self.sitting.game.number} is not over: pontoon record {path} goes on with it."]
            )
        else:
            self._say([f"All is in {path}."])

    def _take(self, line: str) -> None:
        line = line.replace("\t", " ")
        word, _, rest = line.strip().partition(" ")
        if not line.isprintable():
            self._complain("there is a character in that line that cannot be shown; nothing of it was taken")
            return
        try:
            if word.lower() in ("?", "help", "h"):
                self._say(help_lines(self.sitting.game))
            elif word.lower() == "score":
                self._score()
            elif word.lower() == "undo":
                self._undo(rest)
            else:
                self._enter(line)
        except MisreadError as error:
            self._complain(str(error))
        except JournalError as error:
            self._complain(f"{error}; the entry was not taken")

    def _enter(self, line: str) -> None:
        before = self.sitting.game
        found = self.sitting.enter(line)
        if found is not None:
            self._refuse(found)
            return
        after = self.sitting.game
        if len(after.written) > len(before.written):
            self._say([f"Deal {before.deal.label or before.number} is in {self.sitting.path}."])
            self._score()
        self._say(telling.told(before, after))

    def _undo(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and int(rest)):
            raise MisreadError("how many entries? as in undo 3")
        gone = self.sitting.undo(int(rest) if rest else 1)
        self._say([f"Taken back: {typed or 'Enter'}" for typed in gone])
        self._say(self._whole_state())

    def _whole_state(self) -> Iterable[str]:
        """Where the game stands, for one who has just come to it."""
        game = self.sitting.game
        lines = telling.deal_opened(game)
        lines += list(telling.table(game))
        return lines + (paying.due(game) if game.turn.kind == "pay" else telling.asked(game))

    def _score(self) -> None:
        game = self.sitting.game
        if not (game.session.deals or game.written):
            self._say(["No deal is over yet."])
            return
        self._say([paying.standings(game, game.session.judge.standings(game.text))])

    def _refuse(self, found: Refused) -> None:
        first, *more = telling.refused(found)
        self._say([first], "error")
        self._say(more)

    def _complain(self, message: str) -> None:
        self._say([f"? {message}"], "warning")

    def _say(self, texts: Iterable[str], kind: str | None = None) -> None:
        """Show texts, each broken into lines and set off from what is typed."""
        columns = max(self.width() - 2, _LEAST)
        for text in texts:
            if not text:
                self.show("")
                continue
            indent = len(text) - len(text.lstrip(" "))
            for at, line in enumerate(wrap(clean(text.lstrip(" ")), columns - indent - 2)):
                shown = f"{'  ' if at else ''}{line}"
                self.show(f"  {' ' * indent}{self.paint(shown, kind) if kind else shown}")
