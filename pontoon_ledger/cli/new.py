"""`new`: the file that an evening begins with.

In: options, or answers on a terminal. Out: a session file, or a head and a table; nothing is overwritten.
"""

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from pontoon_ledger.cli import completing
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.options import Format, day, misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.interrupts import hear_interrupts

if TYPE_CHECKING:
    from collections.abc import Callable

    from pontoon_ledger.starting import Evening

RECORDS = (".yaml", ".yml")
_EXAMPLE = "for example: pontoon new friday.yaml --players Ann,Bob,Cat --stakes 0.10-1.00"


class Agreed(Struct, frozen=True):
    """What was said of the evening, as texts; None where nothing was."""

    players: str | None = None
    stakes: str | None = None
    rules: str | None = None
    currency: str | None = None
    bank: str | None = None
    date: str | None = None
    session: str | None = None
    shoot: bool = False
    editor: bool = False


def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file to write; the date unless told.")
    ] = None,
    *,
    players: Annotated[
        str | None, typer.Option("--players", metavar="NAMES", help="Who sits where, clockwise: Ann,Bob,Cat.")
    ] = None,
    stakes: Annotated[
        str | None, typer.Option("--stakes", metavar="MIN-MAX", help="The first bet's limits: 0.10-1.00.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help='"school", "pagat, stick_on=16".',
            autocompletion=completing.rules,
        ),
    ] = None,
    currency: Annotated[
        str | None,
        typer.Option(
            "--currency",
            metavar="CODE",
            help="GBP, EUR, ...; none unless told.",
            autocompletion=completing.currencies,
        ),
    ] = None,
    bank: Annotated[
        str | None, typer.Option("--bank", metavar="NAME", help="Who holds it first; the first player.")
    ] = None,
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="The day; today.")] = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="What the evening is called.")
    ] = None,
    shoot: Annotated[bool, typer.Option("--shoot", help="Shoot Pontoon, with a kitty.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="A table for a spreadsheet, and its head.")] = False,
    editor: Annotated[
        bool, typer.Option("--editor", help="Tell the editor where the schema is on this machine.")
    ] = False,
    quiet: o.Quiet = False,
) -> None:
    """Begin tonight's session file: head, hints and an example, for `record` or for your own hand.

    On a terminal it asks for what is not told. It never overwrites a file.
    """
    said = Agreed(players, stakes, rules, currency, bank, day("--date", date), session, shoot, editor)
    path = _path(file, said, csv=csv)
    screen = Screen(Format.PLAIN, quiet)
    written = begin(path, said, csv=csv)
    screen.note(f"{' and '.join(str(one) for one in written)} written")
    if csv:
        screen.note(f"fill in {written[-1]}; until then pontoon check says that it has no rows")
    else:
        told = "until there is one, pontoon check says that this record has none"
        screen.note(f"pontoon record {path} asks for the deals at the table; {told}")


def _path(file: str | None, said: Agreed, *, csv: bool) -> Path:
    path = Path(file or f"{said.date or today()}.yaml")
    if csv and path.suffix.lower() == ".csv":
        path = path.with_suffix(".yaml")
    if not path.suffix:
        path = path.with_suffix(".yaml")
    if path.suffix.lower() not in RECORDS or file == "-":
        advice = f"pontoon new {path.stem}.yaml --csv makes a table beside its head" if path.suffix else None
        raise misuse(f"a session file ends in .yaml, not {path.name!r}", advice)
    return path


def today() -> str:
    """Give the day as a record writes it."""
    from datetime import date

    return date.today().isoformat()


def begin(path: Path, said: Agreed, *, csv: bool = False) -> list[Path]:
    """Write a fresh session at `path`, asking for what was not said where there is somebody to ask."""
    room_for(path, *([path.with_suffix(".csv")] if csv else ()))
    asking = sys.stdin.isatty() and sys.stdout.isatty()
    if said.players is None and not asking:
        raise misuse("who plays? --players names them, clockwise", _EXAMPLE)
    checked(said)
    evening = _evening(path, ask(said, path) if asking else said)
    from pontoon_ledger.starting import head_text, record_text, table_text

    if not csv:
        return _written([(path, record_text(evening))])
    table = path.with_suffix(".csv")
    return _written([(path, head_text(evening, table.name)), (table, table_text(evening.rules))])


def room_for(*paths: Path) -> None:
    """Raise TroubleError where a file could not be written, before anybody is asked for what is in it."""
    for path in paths:
        if path.exists():
            raise taken(path)
        folder = path.parent
        if not folder.is_dir():
            number = errno.ENOTDIR if folder.exists() else errno.ENOENT
            raise TroubleError(
                f"{path} cannot be written: {os.strerror(number)}", f"make the folder {folder} first"
            )
        if not os.access(folder, os.W_OK | os.X_OK):
            raise TroubleError(f"{path} cannot be written: {os.strerror(errno.EACCES)}")


def _written(files: list[tuple[Path, str]]) -> list[Path]:
    """Write files that are not there yet, all of them or none."""
    from pontoon_ledger.replacing import written_beside

    done: list[Path] = []
    try:
        for path, text in files:
            with written_beside(path) as fresh:
                fresh.write_text(text, encoding="utf-8", newline="")
            done.append(path)
    except OSError as error:
        for other in done:
            other.unlink()
        if isinstance(error, FileExistsError):
            raise taken(path) from None
        raise TroubleError(f"{path} cannot be written: {error.strerror}") from None
    return done


def taken(path: Path) -> TroubleError:
    """Say that a file is there, which is never overwritten."""
    return TroubleError(f"{path} is there already", "give another name; no session is ever overwritten")


def checked(said: Agreed) -> None:
    """Make a usage error of any option that cannot be read."""
    from pontoon_ledger.words import no_name

    if said.session is not None and (why := no_name(said.session)):
        raise misuse(f"no evening can be called so: {why}", "leave it out; a short name does")
    read_options(said.rules, said.currency, said.stakes, said.players, said.bank)


def _evening(path: Path, said: Agreed) -> "Evening":
    from pontoon_ledger.records.faults import Faults
    from pontoon_ledger.records.table_head import head_of_options
    from pontoon_ledger.starting import Evening

    head = head_of_options(
        "-", read_options(said.rules, said.currency, said.stakes, said.players, said.bank), Faults()
    )
    names = tuple(seat.name for seat in head.seats)
    date = said.date or today()
    return Evening(
        session=said.session or _called(path, date),
        date=date,
        players=names,
        bank=head.bank or names[0],
        unit=head.currency,
        rules=replace(head.rules, shoot=True) if said.shoot else head.rules,
        stakes=head.stakes,
        editor=said.editor,
    )


def _called(path: Path, date: str) -> str:
    """What an evening is called unless told: its day, and the file's name where that says more."""
    return path.stem if date in path.stem else f"{date} {path.stem}"


def ask(said: Agreed, path: Path) -> Agreed:
    """Ask for everything that was not said, until each answer can be read."""
    for name, question, usual in _QUESTIONS:
        if getattr(said, name) is None:
            said = _answered(said, name, question, usual(said, path))
    if not said.shoot and said.rules is not None and "shoot" not in said.rules:
        said = replace(said, shoot=_yes("Shoot Pontoon, with a kitty? (y/n) [n] "))
    return said


def _yes(question: str) -> bool:
    """Ask until the answer is yes or no; Enter is no."""
    while (answer := _ask(question).lower()) not in ("y", "yes", "n", "no", ""):
        sys.stdout.write(f"  {answer!r} is neither: y for yes, n or Enter for no\n")
    return answer in ("y", "yes")


def _answered(said: Agreed, name: str, question: str, usual: str | None) -> Agreed:
    while True:
        text = _ask(f"{question}{f' [{usual}]' if usual else ''}: ") or usual
        if text is None and name != "players":
            return said
        answer = replace(said, **{name: text})
        try:
            if text is None:
                raise misuse("two players at least")
            checked(answer)
        except typer.BadParameter as error:
            sys.stdout.write(f"  {error.format_message()}\n")
        else:
            return answer


def _ask(question: str) -> str:
    hear_interrupts()
    try:
        return input(question).strip()
    except EOFError:
        sys.stdout.write("\n")
        raise TroubleError("nothing was written", "the questions were not answered") from None


def _first_player(said: Agreed, path: Path) -> str | None:
    return (said.players or "").split(",")[0].strip() or None


_QUESTIONS: "tuple[tuple[str, str, Callable[[Agreed, Path], str | None]], ...]" = (
    ("players", "Players, clockwise, as Ann, Bob, Cat", lambda said, path: None),
    ("bank", "Who holds the bank first?", _first_player),
    ("currency", "Currency, as GBP (Enter: none)", lambda said, path: None),
    ("stakes", "Stakes, as 0.10-1.00 (Enter: no limits)", lambda said, path: None),
    ("rules", "House rules: pagat, gamerules, wikipedia, school", lambda said, path: "pagat"),
    ("session", "What is the evening called?", lambda said, path: _called(path, said.date or today())),
)
