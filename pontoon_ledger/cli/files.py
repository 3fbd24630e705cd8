"""`fmt` and `convert`: records tidied, records in another form.

In: paths. Out: files written whole, or a list or a diff of what would change.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.options import Format, misuse
from pontoon_ledger.cli.reading import read_options
from pontoon_ledger.cli.screen import Screen, TroubleError, complain

if TYPE_CHECKING:
    from pontoon_ledger.records.paths import Input

_TABLES = (".csv", ".tsv", ".parquet")
_RECORDS = (".yaml", ".yml")


def fmt(
    paths: o.Paths,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; name what would change, and exit 1.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    currency: o.Money = None,
    quiet: o.Quiet = False,
) -> None:
    """Tidy records in place: one layout, one spelling, comments kept, the meaning proved unchanged.

    Exit status: 0 all are tidy now; 1 with --check: some would change; 2 some could not be tidied.
    """
    from pontoon_ledger.formatting import NotTidiedError
    from pontoon_ledger.formatting.files import tidied
    from pontoon_ledger.records.partitions import is_parquet
    from pontoon_ledger.records.paths import inputs
    from pontoon_ledger.replacing import replace_file

    screen = Screen(Format.PLAIN, quiet)
    options = read_options(None, currency, None, None, None)
    refused = changed = 0
    for one in inputs(paths):
        try:
            if one.data is None:
                raise NotTidiedError(one.reason)
            if is_parquet(one.path):
                raise NotTidiedError("a table in Parquet has no layout")
            old, new, data = tidied(one, options)
            if one.path != "-" and new != old and not (check or diff):
                replace_file(one.path, data)
        except (NotTidiedError, OSError) as error:
            _refused(one, error)
            refused += 1
            continue
        changed += new != old
        if diff:
            screen.say(_diff(old, new, one.path))
        elif one.path == "-" and not check:
            screen.say(new.removesuffix("\n").split("\n"))
        elif new != old and not quiet:
            screen.say([f"{'would change' if check else 'tidied'}: {one.path}"])
    raise typer.Exit(2 if refused else int(check and changed > 0))


def _refused(one: "Input", error: Exception) -> None:
    said = getattr(error, "strerror", None) or str(error)
    complain(f"{one.path} was left as it is: {f'it {said}' if said.startswith('is ') else said}")


def _diff(old: str, new: str, path: str) -> Iterator[str]:
    import difflib

    lines = (text.replace("\r\n", "\n").replace("\r", "\n").split("\n") for text in (old, new))
    before, after = lines
    return difflib.unified_diff(before, after, path, path, lineterm="")


def convert(
    source: Annotated[str, typer.Argument(metavar="PATH", help="A record; - is standard input.")],
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="What to write: a .csv, .tsv, .parquet or .yaml."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    rules: o.Rules = None,
    currency: o.Money = None,
    stakes: o.Stakes = None,
    players: o.Players = None,
    bank: o.Bank = None,
    quiet: o.Quiet = False,
) -> None:
    """Write a session in another form: YAML to a table with its head, a table to YAML.

    Nothing is lost unsaid: what the other form has no place for is refused, and the files are read
    again before they are written. The head of a table has the table's name and ends in .yaml; where
    that is the record itself, the head of friday.csv is called friday-head.yaml. Exit status: 0 written,
    2 refused.
    """
    from pontoon_ledger import api
    from pontoon_ledger.conversion import ConversionError, to_record, to_table
    from pontoon_ledger.replacing import replace_file

    suffix = Path(output).suffix.lower()
    if suffix not in _TABLES + _RECORDS:
        raise misuse(
            f"--output cannot be {output!r}", "give it a name that ends in .csv, .tsv, .parquet or .yaml"
        )
    records = api.read([source], read_options(rules, currency, stakes, players, bank))
    if rules is not None and records.sources and records.sources[0].kind != "csv":
        raise misuse("--rules is for a table without a head", "a record keeps the rules that it names")
    try:
        done = (to_table if suffix in _TABLES else to_record)(api.audit(records), output)
    except ConversionError as error:
        raise TroubleError(str(error), error.advice) from None
    there = [path for path, _ in done.files if Path(path).exists()]
    if there and not force:
        raise TroubleError(f"{' and '.join(there)} is there already", "--force replaces it")
    screen = Screen(Format.PLAIN, quiet)
    for path, text in done.files:
        try:
            replace_file(path, _data(path, text))
        except OSError as error:
            raise TroubleError(f"{path} cannot be written: {error.strerror}") from None
        screen.note(f"{path} written")
    for note in done.notes:
        screen.note(note)


def _data(path: str, text: str) -> bytes:
    """The bytes of a file: those of its text, or the table as Parquet."""
    from pontoon_ledger.records.partitions import is_parquet

    if not is_parquet(path):
        return text.encode()
    from pontoon_ledger.records.parquet import from_table

    return from_table(text)
