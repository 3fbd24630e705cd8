"""Texts that are nearly right: parts of good ones, exchanged, doubled, cut and spoilt.

In: good texts and a random generator. Out: one more text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_LONGEST = 4000

ODD = [
    *(
        "\0",
        "\ufeff",
        "\u202e",
        "\u200b",
        "\u2028",
        "\ud800",
        "\x85",
        "\u0660",
        "²",
        "💷",
        "é",
        "e\u0301",
        "İ",
        "ß",
    ),
    *(
        "\r",
        "\r\n",
        "\n",
        "\t",
        "\xa0",
        '"',
        "'",
        '""',
        "\\",
        "\\x00",
        "\\ud800",
        "#",
        "---\n",
        "...\n",
        "%",
        "@",
        "`",
    ),
    *(
        "&a ",
        "*a",
        "!!python/object ",
        "<<: ",
        "? ",
        "- ",
        ": ",
        "|\n",
        ">\n",
        "{",
        "}",
        "[",
        "]",
        ",",
        ";",
        "sep=;",
    ),
    *(
        "-1",
        "0",
        "1e9",
        "99999999999999999999",
        "1.000",
        "1,5",
        "0.001",
        "NaN",
        "inf",
        "0x10",
        "1_000",
        "٣",
        "½",
        "=1",
    ),
    *(
        "note",
        "bet",
        "split",
        "won",
        "lost",
        "shoot",
        "all",
        "burn 9c 4d",
        "buy",
        "twist",
        "stick 99",
        "x x",
        "10c",
    ),
    *(
        "--",
        "/*",
        "' OR 1=1",
        "$$",
        "NULL",
        "::",
        "[1]",
        "{'a': 1}",
        "range(9)",
        "x -> x",
        "LIMIT -1",
        "EXPLAIN",
        "PIVOT",
    ),
]


def mutant(rng: random.Random, good: Sequence[str]) -> str:
    """One text out of a good one, with one to six changes.

    >>> import random
    >>> mutant(random.Random(1), ["bet 1, 5c 9d, stick"]) == mutant(random.Random(1), ["bet 1, 5c 9d, stick"])
    True
    """
    tokens = _TOKEN.findall(rng.choice(good))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(tokens) + 1)
        to = min(len(tokens), at + rng.choice((1, 1, 1, 2, 5, 20)))
        kind = rng.randrange(7)
        if kind == 0:
            tokens[at:to] = []
        elif kind == 1:
            tokens[at:at] = tokens[at:to] * rng.choice((1, 1, 2, 8, 40))
        elif kind == 2:
            other = _TOKEN.findall(rng.choice(good))
            begin = rng.randrange(len(other) + 1)
            tokens[at:to] = other[begin : begin + rng.choice((1, 3, 30))]
        elif kind == 3:
            tokens[at:to] = [rng.choice(ODD)]
        elif kind == 4:
            tokens[at:at] = [rng.choice(ODD)]
        elif kind == 5:
            tokens[at:to] = [
                chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000))))
            ]
        elif at < len(tokens):
            word = tokens[at]
            tokens[at] = rng.choice(
                (word.upper(), word[::-1], word[:-1], word * rng.choice((2, 30)), word.title())
            )
    return "".join(tokens)[:_LONGEST]
