"""The way of an answer from the ledger to the screen or into a file, as it comes.

In: a ledger and a question. Out: lines on standard output, or a file that is whole or not there.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.render.text import many

if TYPE_CHECKING:
    from pontoon_ledger.store import Ledger
    from pontoon_ledger.store.asking import Answer

_MORE = "--timeout SECONDS gives it longer"


class Question(NamedTuple):
    """A question, where it was read from if not on the command line, and how long it may take."""

    sql: str
    origin: str | None
    seconds: float | None


def show(ledger: "Ledger", question: Question, screen: Screen, *, complete: bool) -> list[str]:
    """Write the answer to standard output; what of luck is not in it."""
    from pontoon_ledger.store import LedgerError

    with _asked(ledger, question, []) as answer:
        parts = answer.parts()
        first = next(parts)
        try:
            screen.say(_lines(answer, chain([first], parts), screen, complete=complete))
        except LedgerError as error:
            late = _MORE if _is_late(error) else None
            raise TroubleError(f"the answer breaks off here: {error}", late) from None
        return _missing(answer)


def write(
    ledger: "Ledger",
    question: Question,
    output: str,
    screen: Screen,
    *,
    parquet: bool,
    force: bool,
    complete: bool,
) -> list[str]:
    """Write the answer into a file; what of luck is not in it."""
    from pontoon_ledger.replacing import written_beside

    unfinished: list[Path] = []
    try:
        with (
            _asked(ledger, question, unfinished) as answer,
            written_beside(output, force=force) as fresh,
        ):
            unfinished.append(fresh)
            if parquet:
                answer.write_parquet(str(fresh))
            else:
                with fresh.open("w", encoding="utf-8", newline="\n") as file:
                    lines = _lines(answer, answer.parts(), screen, complete=complete, in_file=True)
                    file.writelines(f"{line}\n" for line in lines)
            missing = _missing(answer)
    except OSError as error:
        raise TroubleError(f"{output} cannot be written: {error.strerror}") from None
    screen.note(f"{output} written")
    return missing


def _missing(answer: "Answer") -> list[str]:
    """Say of how many hands the luck is not known."""
    return [f"{many(n, 'hand')} left out of luck: {why}" for why, n in answer.left_out.items()]


def _lines(
    answer: "Answer",
    parts: Iterable[list[tuple[Any, ...]]],
    screen: Screen,
    *,
    complete: bool,
    in_file: bool = False,
) -> Iterator[str]:
    from pontoon_ledger.render.answer import answer_json, answer_lines, answer_tables
    from pontoon_ledger.render.paint import NO_PAINT

    tables = answer_tables(answer.columns, parts)
    if screen.format == Format.JSON:
        whole = complete and not answer.left_out
        return answer_json(tables, complete=whole, unicode=in_file or screen.unicode)
    return answer_lines(tables, screen.format, screen.width, NO_PAINT if in_file else screen.paint)


@contextmanager
def _asked(ledger: "Ledger", question: Question, unfinished: list[Path]) -> Iterator["Answer"]:
    """Put the question; what is wrong with it, or that it takes too long, ends the command."""
    from pontoon_ledger.store import LedgerError

    give_up = _give_up(question.seconds, unfinished)
    try:
        with ledger.answer(question.sql, seconds=question.seconds, give_up=give_up) as answer:
            for name in sorted(answer.own):
                complain(f"{name} is this ledger's own here, not what pontoon luck reckons")
            yield answer
    except LedgerError as error:
        where = f"{question.origin}: " if question.origin and "\nLINE " in str(error) else ""
        raise TroubleError(f"{where}{error}", _MORE if _is_late(error) else None) from None


def _is_late(error: Exception) -> bool:
    from pontoon_ledger.store.asking import LateError

    return isinstance(error, LateError)


def _give_up(seconds: float | None, unfinished: list[Path]) -> Callable[[], None]:
    """Make the way out of a step that cannot be broken off: nothing is lost, for nothing is written."""

    def leave() -> None:
        complain(f"no answer within {seconds:g} seconds; the query was given up", _MORE)
        sys.stderr.flush()
        for path in unfinished:
            with suppress(OSError):
                path.unlink()
        os._exit(2)

    return leave
