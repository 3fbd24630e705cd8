"""The door of the program: runs a command and sees to it that every way out is a civil one.

In: arguments. Out: an exit status; mistakes of use and of the program itself become one line each.
"""

import errno
import os
import shlex
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import typer
from typer.main import get_command

from pontoon_ledger.cli.commands import COMMANDS, asked_for
from pontoon_ledger.cli.light import lighten
from pontoon_ledger.cli.options import misuse
from pontoon_ledger.cli.screen import TroubleError, complain, hang_up, let_go, unwritten

INTERRUPTED = 130
USELESS = 2
_DUCKDB_INTERRUPTED = "Query interrupted"
_GIVES_BACK = "dirty_decay_ms:100,muzzy_decay_ms:0"
"""For the allocator within polars: what is no longer used is kept a tenth of a second, not a whole one."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])
_ClickException = cast("type[Exception]", typer.BadParameter.__mro__[2])


def run(args: Sequence[str]) -> int:
    """Run one command; the exit status."""
    os.environ.setdefault("_RJEM_MALLOC_CONF", _GIVES_BACK)
    _steady_streams()
    try:
        status = _command(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = hang_up()
    except TroubleError as trouble:
        status = _told(str(trouble), trouble.help)
        let_go()
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else USELESS
    except BaseException as error:
        if isinstance(error, OSError) and _of_output(error):
            status = _told(unwritten(error))
            let_go()
            return status
        if isinstance(error, RuntimeError) and str(error) == _DUCKDB_INTERRUPTED:
            return INTERRUPTED
        if os.environ.get("PONTOON_DEBUG"):
            raise
        status = _told(_internal(error))
    return status


def _command(args: Sequence[str]) -> int:
    try:
        if len(args) > 1 and args[0] == "--version" and args[1] not in COMMANDS:
            raise misuse("--version takes nothing beside it", "pontoon --version")
        command = lighten(get_command(asked_for(list(args))))
        result = command.main(args=list(args), prog_name="pontoon", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except _ClickException as error:
        return _misuse(cast("Any", error), list(args))
    return result if isinstance(result, int) else 0


def _misuse(error: Any, args: list[str]) -> int:
    """Say what is wrong with the arguments; bare commands get their help."""
    message = _plainly(error)
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" or not message:
        sys.stdout.write(context.get_help() + "\n" if context else "")
        sys.stdout.flush()
        return USELESS
    advice = None
    if isinstance(error, _UsageError):
        advice = _advice(context.command_path if context else "pontoon", args)
    return _told(message[0].lower() + message[1:], getattr(error, "advice", None) or advice)


def _advice(shown: str, args: list[str]) -> str:
    """Where to look for what the command takes; where its options stand, if they came before it.

    >>> _advice("pontoon", ["--format", "json", "check", "friday.yaml"])
    'options go behind the command: pontoon check friday.yaml --format json'
    """
    at = next((at for at, word in enumerate(args) if word in COMMANDS), None)
    if shown == "pontoon" and at is not None:
        if at and args[0].startswith("-"):
            return f"options go behind the command: pontoon {shlex.join([*args[at:], *args[:at]])}"
        shown = f"pontoon {args[at]}" if not at else shown
    return f"{shown} --help tells what it takes"


def _plainly(error: Any) -> str:
    """Take the words of the argument parser, with the nearest known word where one is meant."""
    message: str = error.format_message().strip().rstrip(".")
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        message, known = f"no such option: {error.option_name}", error.possibilities or []
        return f"{message}; did you mean {known[0]}?" if known else message
    return message


def _told(message: str, advice: str | None = None) -> int:
    with suppress(OSError):
        complain(message, advice)
        sys.stderr.flush()
    return USELESS


def _of_output(error: OSError) -> bool:
    """Whether results cannot be written: a full disk, or an output that takes nothing, not even no text."""
    if error.errno != errno.EBADF:
        return error.errno in _FULL
    try:
        sys.stdout.write("")
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _internal(error: BaseException) -> str:
    """Put a fault of the program into one line that is worth reporting."""
    package = str(Path(__file__).parent.parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(package)]
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = " ".join(str(error).split())[:200]
    return (
        f"internal error: {type(error).__name__}{where}{': ' if said else ''}{said}; please report this line "
        "and the record to the maintainers of pontoon_ledger (PONTOON_DEBUG=1 shows more)"
    )


def _steady_streams() -> None:
    """Make streams that take any character and are always there.

    The number of one that is closed is taken, lest a file be opened under it. Nothing can be read of what
    stands in for it, and no results be written, so that their loss is told; complaints vanish in it.
    """
    for name, way in (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            nowhere = os.open(os.devnull, way)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", errors="backslashreplace"))
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
