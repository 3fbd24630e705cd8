"""The files of `schemas/` as text, wherever the program runs from.

In: a file's name. Out: its text, from inside the installed package or from the top of a checkout.
"""

from __future__ import annotations

from pathlib import Path


def schema_text(name: str) -> str:
    """The text of `schemas/<name>`; raises FileNotFoundError.

    >>> "CREATE TABLE hands" in schema_text("ledger.sql")
    True
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "schemas", package.parent / "schemas"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(f"schemas/{name} is missing from this installation of pontoon_ledger")
