"""DuckDB's complaints about a question, in words that help whoever asked it.

In: the text of an error. Out: one sentence, and the line of the question that it points into.
"""

from __future__ import annotations

import re

_TITLE = re.compile(r"^[A-Z][A-Za-z -]* Error: ")
_OWN = (
    ("file system operations are disabled", "a query reads the ledger and nothing else on this machine: {}"),
    ("Out of Memory Error", "Out of Memory: ask for less at a time (WHERE, LIMIT, fewer columns)"),
)
_UNKNOWN = {
    r'Referenced column "(?P<name>.+?)" not found in FROM clause': "there is no column {name}",
    r'Table "(?P<table>.+?)" does not have a column named "(?P<name>.+?)"': "{table} has no column {name}",
    r'Referenced table "(?P<name>.+?)" not found': "there is no table {name} in this question",
    r"Table with name (?P<name>.+?) does not exist": "there is no table or view {name}",
    r"\w+ Function with name (?P<name>.+?) does not exist": "there is no function {name}",
}
_NEAR = re.compile(r"(?:Candidate (?:bindings|tables): *:?|Did you mean) *(?P<names>\".+)")
_NAME = re.compile(r'"((?:[^"]|"")+)"')


def explained(error: str, question: str) -> str:
    r"""Put an error of DuckDB into plain words.

    >>> error = 'Catalog Error: Table with name hand does not exist!\nDid you mean "hands"?'
    >>> print(explained(error, "FROM hand"))
    there is no table or view hand; did you mean hands?
    """
    said, _, pointer = error.strip().partition("\nLINE ")
    told = _plain(said.strip(), pointer)
    return f"{told}\n{_counted(pointer, question)}" if pointer else told


def _counted(pointer: str, question: str) -> str:
    r"""Count the line in the question itself, which DuckDB may have seen wrapped in another.

    >>> print(_counted("4: FROM hand\n        ^", "SELECT *\nFROM hand"))
    LINE 2: FROM hand
            ^
    """
    number, _, shown = pointer.partition(": ")
    text = shown.partition("\n")[0].strip(".")
    lines = [str(at) for at, line in enumerate(question.splitlines(), start=1) if text in line]
    told = lines[0] if lines and number not in lines else number
    return f"LINE {told.rjust(len(number))}: {shown}"


def _plain(error: str, pointer: str) -> str:
    said = _TITLE.sub("", error)
    for sign, sentence in _OWN:
        if sign in error:
            return sentence.format(said)
    for pattern, sentence in _UNKNOWN.items():
        unknown = re.match(pattern, said)
        if unknown:
            told = sentence.format(**unknown.groupdict())
            if f'"{unknown["name"]}"' in pointer:
                return f"{told}; a text is written in single quotes: '{unknown['name']}'"
            near = _NEAR.search(said, unknown.end())
            return told + (_meant(near["names"]) if near else "")
    return said


def _meant(names: str) -> str:
    """Ask which of the names that are like it was meant.

    >>> _meant('"player", "player_id", "class"?')
    '; did you mean player, player_id or class?'
    """
    *first, last = _NAME.findall(names)
    choice = f"{', '.join(first)} or {last}" if first else last
    return f"; did you mean {choice}?"
