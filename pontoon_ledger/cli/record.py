"""`record`: the score kept at the table, entry by entry.

In: a session file, or answers that make one. Out: the same file with the deals that were played.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from pontoon_ledger.cli import completing, new
from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.interrupts import hear_interrupts


def record(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="The session file, made by `new` or in use.",
            autocompletion=completing.session_files,
        ),
    ],
    *,
    no_color: o.NoColor = False,
) -> None:
    """Keep the score at the table: asks in turn, shows what is due, writes each deal down.

    An entry that the rules forbid is refused; ! and a reason lets it stand. Every entry is on disk at once:
    after a crash the same command goes on where it was. ? helps.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise misuse(
            "pontoon record asks at the table: it wants a terminal", "write the deals into the file instead"
        )
    path = Path(file)
    if path.suffix.lower() not in new.RECORDS:
        raise misuse(
            f"a session file ends in .yaml, not {path.name!r}", "pontoon convert turns a table into one"
        )
    _ready_to_edit()
    if not (path.exists() or path.with_name(f"{path.name}.journal").exists()):
        new.room_for(path)
        sys.stdout.write(f"{path} is not there yet; it will be written now.\n")
        new.begin(path, new.Agreed())
    _sit_down(path, no_color=no_color)


def _sit_down(path: Path, *, no_color: bool) -> None:
    from pontoon_ledger.scoring.sitting import Sitting, SittingError
    from pontoon_ledger.scoring.terminal import Terminal

    screen = Screen(o.Format.TABLE, no_color=no_color)
    try:
        sitting = Sitting(path)
        hear_interrupts()
        terminal = Terminal(sitting, input, _show, lambda: get_terminal_size((80, 24)).columns, screen.paint)
        try:
            terminal.run()
            terminal.farewell()
        except KeyboardInterrupt:
            _show("")
            terminal.farewell()
            raise
        finally:
            sitting.close()
    except SittingError as error:
        raise TroubleError(str(error), error.advice) from None


def _show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _ready_to_edit() -> None:
    """Let the line be edited while it is typed, where the system can do that."""
    if os.environ.get("TERM") == "dumb":
        return
    with suppress(ImportError):
        import readline

        readline.set_completer(lambda text, state: None)
        _edit_on_after_a_stop()


def _edit_on_after_a_stop() -> None:
    """Find the terminal as it was, ready to edit, when the program goes on after Ctrl-Z.

    It stops within the handler, where the thread that waits for the line goes on again.
    """
    import readline
    import signal
    import termios

    def stop(number: int, frame: object) -> None:
        ready = termios.tcgetattr(sys.stdin)
        signal.raise_signal(signal.SIGSTOP)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, ready)
        readline.redisplay()

    signal.signal(signal.SIGTSTP, stop)
