"""A sitting at the table: the game, its journal, the session file, each in step with the others.

In: the path of a session file, and lines. Out: the game after each; the file holds every deal that is over,
the journal beside it all that was entered, so that a sitting goes on where it broke off.
"""

from __future__ import annotations

import codecs
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.records.source import text_of
from pontoon_ledger.replacing import may_replace, replace_file
from pontoon_ledger.scoring.engine import Game, Refused, begin, enter, overrule, resumed, stakes_of
from pontoon_ledger.scoring.journal import Journal, JournalError
from pontoon_ledger.scoring.model import from_json, to_json
from pontoon_ledger.scoring.opening import NotOpenedError, open_session
from pontoon_ledger.scoring.words import MisreadError
from pontoon_ledger.words import forbidden

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pontoon_ledger.currency import Currency
    from pontoon_ledger.scoring.model import Deal
    from pontoon_ledger.scoring.opening import Session
    from pontoon_ledger.scoring.slot import Slot

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class SittingError(Exception):
    """The sitting cannot go on: why, and what to do about it. What was entered is in the journal."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


class File(Struct, frozen=True):
    """How the text of a session file is written: its mark, its encoding, the end of its lines."""

    mark: bytes
    encoding: str
    newline: str

    def data(self, text: str) -> bytes:
        """The bytes of a text whose lines end in LF."""
        return self.mark + text.replace("\n", self.newline).encode(self.encoding)


def read_file(path: Path) -> tuple[str, File]:
    r"""Read a session file: its text with lines that end in LF, and how it is written.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "a.yaml"
    >>> _ = path.write_bytes(b"bank: Ann\r\n")
    >>> read_file(path)
    ('bank: Ann\n', File(mark=b'', encoding='utf-8', newline='\r\n'))
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SittingError(f"{path} cannot be read: {error.strerror}") from None
    source, fault = text_of(str(path), data)
    if fault is not None:
        where = f"line {fault.place.line}: " if fault.place.line else ""
        raise SittingError(f"{path}: {where}{fault.message}", fault.help)
    mark = next((mark for mark in (*_UTF16, codecs.BOM_UTF8) if data.startswith(mark)), b"")
    newline = "\r\n" if "\r\n" in source.text else "\n"
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    return text, File(mark, _UTF16.get(mark, "utf-8"), newline)


class _Kept(Struct):
    """A state that can be come back to: what was typed to reach it, the deals written, the deal in play."""

    typed: str
    written: tuple[str, ...]
    deal: Deal


class Sitting:
    """Keeps the score in one file. `notes` are what the score keeper should know at the start."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        self.refused: Refused | None = None
        self._base = ""
        beside = path.with_name(f"{path.name}.journal")
        if not path.exists() and beside.exists():
            advice = f"bring the file back, or remove {beside.name} to start anew"
            raise SittingError(f"{path} is gone, but the journal of a sitting is there", advice)
        self._text, self._file = read_file(path)
        try:
            may_replace(path)
        except OSError as error:
            advice = "nothing could be kept in it: let it be written to first, or work on a copy"
            raise SittingError(f"{path} cannot be written: {error.strerror}", advice) from None
        try:
            self._journal = Journal(beside)
        except JournalError as error:
            raise SittingError(str(error), error.advice) from None
        try:
            self.game, self._kept = self._resumed()
        except BaseException:
            self._journal.close(remove=not self._journal.entries)
            raise

    def _opened(self, text: str) -> tuple[Session, Slot]:
        try:
            return open_session(str(self.path), text)
        except NotOpenedError as error:
            raise SittingError(f"{self.path}: {error}", error.advice) from None

    def _resumed(self) -> tuple[Game, list[_Kept]]:
        """The game where the last sitting broke off, or a new sitting."""
        if not self._journal.entries:
            return self._anew()
        self._base, opened, entries = self._journal.since_base()
        session, slot = self._opened(self._base)
        kept = _replayed(opened, entries, session.unit, self._journal.path)
        before = _replayed(opened, entries[:-1], session.unit, self._journal.path)
        now = self._text_of(slot, kept[-1].written)
        if self._text not in (now, self._text_of(slot, before[-1].written)):
            return self._edited([one for one in kept if one.written == kept[-1].written])
        game = resumed(session, slot, kept[-1].written, kept[-1].deal, _bets(kept))
        if self._text != now:
            self._write(game)
        if len(kept) > 1:
            last = repr(kept[-1].typed) if kept[-1].typed else "Enter"
            self.notes.append(f"this goes on where the last sitting broke off, after {last}")
        return game, kept

    def _text_of(self, slot: Slot, written: tuple[str, ...]) -> str:
        """The session file with these deals of the sitting; with none it is as it was found."""
        return slot.with_deals(written) if written else self._base

    def _anew(self) -> tuple[Game, list[_Kept]]:
        self._base = self._text
        game = begin(*self._opened(self._text))
        self._in_words(lambda: self._journal.begin(self._text, to_json(game.deal, game.session.unit)))
        return game, [_Kept("", (), game.deal)]

    def _edited(self, played: list[_Kept]) -> tuple[Game, list[_Kept]]:
        """The file was changed by another hand since: it is taken as it is now, the deal in play goes on.

        `played`: how that deal opened, and what it was after each entry.
        """
        self.notes.append(f"{self.path} has been changed since the last sitting and is taken as it is now")
        if len(played) == 1:
            return self._anew()
        self._base = self._text
        fresh = begin(*self._opened(self._text))
        kept = [_Kept("", (), fresh.deal)]
        kept += [_Kept(one.typed, (), _seated_anew(one.deal, fresh.deal)) for one in played[1:]]
        game = resumed(fresh.session, fresh.slot, (), kept[-1].deal, fresh.bets)
        if faults := game.verdict.wrong("P0"):
            advice = f"remove {self._journal.path.name} to give that deal up"
            raise SittingError(f"the deal in play no longer fits {self.path}: {faults[0].message}", advice)
        self.notes.append("the deal in play goes on; undo does not reach back before it")
        opened, *deals = [to_json(one.deal, game.session.unit) for one in kept]
        carried = [{"typed": one.typed, "deal": deal} for one, deal in zip(kept[1:], deals, strict=True)]
        entry = {"base": self._text, "opened": opened, "carried": carried}
        self._in_words(lambda: self._journal.add(entry))
        return game, kept

    def _in_words(self, write: Callable[[], None]) -> None:
        """Write to the journal at the start, where no entry is there to be refused."""
        try:
            write()
        except JournalError as error:
            raise SittingError(str(error), error.advice) from None

    def enter(self, line: str) -> Refused | None:
        """Take a line; what the rules forbid comes back and can be overruled by a line with `!`."""
        typed = line.strip()
        if char := forbidden(line):
            raise MisreadError(f"the character U+{ord(char):04X} is in that line; type it once more")
        if typed.startswith("!"):
            after = overrule(self.game, self.refused, typed[1:])
            typed = f"{self.refused.line if self.refused else ''} {typed}".lstrip()
        else:
            found = enter(self.game, line)
            if isinstance(found, Refused):
                self.refused = found
                return found
            after = found
        self.refused = None
        if after is not self.game:
            self._accept(typed, after)
        return None

    def _accept(self, typed: str, after: Game) -> None:
        wrote = after.written[-1] if len(after.written) > len(self.game.written) else None
        if wrote is not None:
            self._still_ours()
        self._log(typed, after, wrote)
        self._kept.append(_Kept(typed, after.written, after.deal))
        self.game = after
        if wrote is not None:
            self._write(after)

    def _log(self, typed: str, game: Game, wrote: str | None) -> None:
        entry: dict[str, Any] = {"typed": typed, "deal": to_json(game.deal, game.session.unit)}
        self._journal.add(entry | ({"wrote": wrote} if wrote is not None else {}))

    def undo(self, count: int = 1) -> list[str]:
        """Take back the last entries, deals that they ended too; what they were, the last first."""
        self.refused = None
        if count > len(self._kept) - 1:
            left = len(self._kept) - 1
            raise MisreadError(
                "nothing is left to undo in this sitting" if not left else f"only {left} can be undone"
            )
        gone, kept = self._kept[-count:], self._kept[:-count]
        was = self.game
        game = resumed(was.session, was.slot, kept[-1].written, kept[-1].deal, _bets(kept))
        changed = game.written != self.game.written
        if changed:
            self._still_ours()
        self._journal.add({"undo": count})
        self._kept, self.game = kept, game
        if changed:
            self._write(game)
        return [one.typed for one in reversed(gone)]

    def _still_ours(self) -> None:
        """Raise SittingError where another program has written the session file meanwhile."""
        text, _ = read_file(self.path)
        if text != self._text:
            advice = "start pontoon record again: it takes the file as it is, and the deal in play goes on"
            raise SittingError(f"{self.path} has been changed by another program meanwhile", advice)

    def _write(self, game: Game) -> None:
        text = self._text_of(game.slot, game.written)
        try:
            replace_file(self.path, self._file.data(text))
        except OSError as error:
            advice = "what was entered is kept; start pontoon record again when it can be written"
            raise SittingError(f"{self.path} cannot be written: {error.strerror}", advice) from None
        self._text = text

    @property
    def unfinished(self) -> bool:
        """Whether anything was entered of the deal in play."""
        written = self.game.written
        opened = next(one for one in self._kept if one.written == written)
        return opened.deal != self.game.deal

    def close(self) -> None:
        """End the sitting; the journal stays where a deal is unfinished."""
        self._journal.close(remove=not self.unfinished)


def _replayed(
    opened: dict[str, Any], entries: list[dict[str, Any]], unit: Currency, path: Path
) -> list[_Kept]:
    """The states of a journal that can be come back to, the opening first."""
    try:
        kept = [_Kept("", (), from_json(opened, unit))]
        for entry in chain.from_iterable(one.get("carried", [one]) for one in entries):
            if undone := entry.get("undo"):
                del kept[-undone:]
                continue
            written = kept[-1].written + ((entry["wrote"],) if "wrote" in entry else ())
            kept.append(_Kept(entry["typed"], written, from_json(entry["deal"], unit)))
    except (KeyError, TypeError, ValueError) as error:
        advice = "move it away; the deals in the session file are safe"
        raise SittingError(f"{path} cannot be understood", advice) from error
    return kept


def _seated_anew(deal: Deal, fresh: Deal) -> Deal:
    """A deal in play at the table of another one: its seats and, before the bets, who has the bank."""
    if deal.reseated:
        return deal
    if deal.hands or deal.named:
        return replace(deal, seats=fresh.seats)
    return replace(deal, seats=fresh.seats, bank=fresh.bank, own=fresh.own)


def _bets(kept: list[_Kept]) -> dict[str, int]:
    """What each player bet in the last of the deals that are over."""
    bets: dict[str, int] = {}
    for one, after in pairwise(kept):
        if len(after.written) > len(one.written):
            bets |= stakes_of(one.deal)
    return bets
