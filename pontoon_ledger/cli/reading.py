"""From the words of the command line to an audit, and to the findings that were asked for.

In: paths and options. Out: an `Audit`; a usage error where an option cannot be read.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.screen import Screen, TroubleError, complain
from pontoon_ledger.codes import CODES
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    import polars as pl

    from pontoon_ledger.auditing import Audit
    from pontoon_ledger.batches.joining import Digest
    from pontoon_ledger.records import ReadOptions
    from pontoon_ledger.records.model import Records


_MOST = 4_000_000
"""Bytes of text that are judged at once by one process."""
_PAYS = 5_000_000
"""Bytes of records in YAML from which several processes are quicker than one."""
_SHARES = 2
"""Batches for each process at least, so that none waits long for another."""


def read_options(
    rules: str | None, currency: str | None, stakes: str | None, players: str | None, bank: str | None
) -> "ReadOptions":
    """Make the options of reading; each that cannot be read is a usage error."""
    from pontoon_ledger.records.options import ReadOptions

    options = ReadOptions(rules=rules, currency=currency, stakes=stakes, players=players, bank=bank)
    if options == ReadOptions():
        return options
    from pontoon_ledger.records.fields import Faults
    from pontoon_ledger.records.table_head import head_of_options
    from pontoon_ledger.rules import OptionError, parse_spec

    try:
        parse_spec(rules or "pagat")
    except OptionError as error:
        advice = f"did you mean {error.near}?" if error.near else f"expected {error.expected}"
        raise misuse(f"--rules: {error}", advice) from None
    faults = Faults()
    head_of_options("-", options, faults)
    for fault in faults.found:
        expected = f"expected {fault.expected}" if fault.expected else None
        raise misuse(fault.message, "; ".join(filter(None, (fault.help, expected))) or None)
    return options


def audited(
    paths: Sequence[str],
    options: "ReadOptions",
    screen: Screen,
    choose: "Callable[[Records], Records] | None" = None,
    tell: Callable[[str], None] | None = None,
) -> "Audit":
    """Read and judge records, or those `choose` picks; what the options changed and did not, is said.

    `tell` is told what is being done, and by an empty text that other words follow.
    """
    from pontoon_ledger import api
    from pontoon_ledger.records import read

    say = tell or (lambda text: None)
    records = read(
        paths, options=options, told=lambda at, all_, path: say(f"reading file {at} of {all_}: {path}")
    )
    say("")
    bare = any(records.sources[at].kind == "csv" for at in records.sessions["file_no"].to_list())
    remark(screen, options, records.notes, headed=records.sessions.height > 0 and not bare)
    say("judging what was read")
    audit = api.audit(choose(records) if choose else records)
    say("")
    return audit


def audited_in_batches(
    paths: Sequence[str],
    options: "ReadOptions",
    screen: Screen,
    jobs: int | None = None,
    where: str | None = None,
) -> "Audit | Digest":
    """Read and judge records as `audited` does, many or large files in batches, by several processes.

    Of those only what `check` shows is kept, so that memory does not grow with the hands.
    """
    if where is None and not _in_parts(paths):
        return audited(paths, options, screen)
    if "-" in paths:
        raise misuse("standard input is for this process alone", "leave --engine out, or name a file")
    from pontoon_ledger.batches.planning import pieces
    from pontoon_ledger.batches.pool import cores

    listed = pieces(paths)
    size, work = sum(piece.size for piece in listed), sum(piece.work for piece in listed)
    many = cores() if jobs is None else jobs
    if where is None:
        many = 1 if work < _PAYS else many
        if len(listed) < 2 or (many == 1 and size < _MOST):
            return audited(paths, options, screen)
    from pontoon_ledger.batches import of_pieces
    from pontoon_ledger.cli.engines import engine_of
    from pontoon_ledger.cli.progress import progress

    with engine_of(where, many) as engine, progress(quiet=screen.quiet) as say:
        digest = of_pieces(
            listed,
            options,
            engine=engine,
            wants=("lines",) if screen.format == Format.TABLE else (),
            most_bytes=min(_MOST, max(size // (many * _SHARES), 1)),
            told=lambda at, all_: say(f"{at} of {all_} files judged"),
        )
    headed = digest.sessions.height > 0 and not digest.bare
    remark(screen, options, digest.notes, headed=headed)
    return digest


def _in_parts(paths: Sequence[str]) -> bool:
    """Whether these are files that can be read one by one, here or by another process."""
    try:
        if len(paths) == 1 and not Path(paths[0]).is_dir():
            return False
        return not any(path == "-" or Path(path).is_fifo() for path in paths)
    except (OSError, ValueError):
        return False


def remark(screen: Screen, options: "ReadOptions", notes: Sequence[str], *, headed: bool) -> None:
    """Mention what reading has to say, and options that records with heads have no use for."""
    for note in notes:
        screen.note(note)
    for name in ("currency", "stakes", "players", "bank"):
        if getattr(options, name) is not None and headed:
            screen.note(f"--{name} is for tables without a head and has changed nothing here")


def chosen_codes(select: Sequence[str] | None, ignore: Sequence[str] | None) -> set[str]:
    """Find the codes to show: those selected less those ignored; the longer prefix prevails.

    >>> sorted(chosen_codes(["P30"], ["P303", "p304"]))
    ['P301', 'P302']
    >>> sorted(chosen_codes(["P301"], ["P3"]))
    ['P301']
    """
    wanted, unwanted = _prefixes("--select", select), _prefixes("--ignore", ignore)

    def longest(code: str, prefixes: list[str]) -> int:
        return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)

    least = {code: longest(code, wanted) if wanted else 0 for code in CODES}
    return {code for code, reach in least.items() if reach > longest(code, unwanted)}


def _prefixes(option: str, given: Sequence[str] | None) -> list[str]:
    prefixes = [part.strip().upper() for text in given or () for part in text.split(",") if part.strip()]
    if given and not prefixes:
        raise misuse(f"{option} names no code", f"such as {option} P3,P204")
    for prefix in prefixes:
        if not any(code.startswith(prefix) for code in CODES):
            near = nearest(prefix, sorted({code[: len(prefix)] for code in CODES}))
            advice = f"did you mean {near}?" if near else "codes are P001 to P603; pontoon rules lists them"
            raise misuse(f"{option}: no code begins with {prefix!r}", advice)
    return prefixes


def shown(findings: "pl.DataFrame", codes: set[str]) -> "pl.DataFrame":
    """Keep the findings of these codes."""
    return findings.filter(findings["code"].is_in(sorted(codes)))


def unread(audit: "Audit | Digest") -> list[str]:
    """Say which files no session could be had from, and which sessions are not whole."""
    from pontoon_ledger.records.session import NO_DEALS, NO_ROWS

    told = [_with_file(row["file"] or "the command line", row["message"]) for row in _homeless(audit)]
    bare = set(audit.findings.filter(audit.findings["message"].is_in([NO_DEALS, NO_ROWS]))["session_no"])
    for row in audit.sessions.iter_rows(named=True):
        if row["session_no"] in bare:
            told.append(f"{row['session']} ({row['file']}) has no deals yet")
        elif not row["whole"]:
            told.append(f"{row['session']} ({row['file']}) could not be read to its end")
        elif row["has_faults"]:
            told.append(f"{row['session']} ({row['file']}) has faults; pontoon check shows them")
    return list(dict.fromkeys(told))


def _with_file(file: str, message: str) -> str:
    return message if message.startswith(file) else f"{file}: {message}"


def _homeless(audit: "Audit | Digest") -> list[dict[str, Any]]:
    """Find the faults that are laid to no session, and in whose file no session has faults of its own."""
    findings = audit.findings
    homeless = findings["session_no"].is_null() & findings["code"].str.starts_with("P0")
    told = set(audit.sessions.filter("has_faults")["file_no"])
    return [row for row in findings.filter(homeless).iter_rows(named=True) if row["file_no"] not in told]


def need_sessions(audit: "Audit | Digest") -> None:
    """Give up where nothing at all could be read, saying why."""
    if audit.sessions.height:
        return
    for reason in unread(audit):
        complain(reason)
    raise TroubleError("no session could be read", "pontoon check shows what is wrong with the files")
