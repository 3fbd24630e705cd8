"""What stands between the values of a record: comments, blank lines, dashes.

In: a text and the spans of its values. Out: a `Trivia`, line by line.
"""

from __future__ import annotations

from bisect import bisect_left

from msgspec import Struct, field


class Trivia(Struct):
    """Lines count from 0.

    `own`: column and text of comments that have their line to themselves, blank lines with an empty
    text; `beside`: those behind a value, their column 0 unless a wide gap sets them off. `dashes`:
    where entries of lists begin. `odd`: the line, from 1, of a key behind a question mark.
    """

    own: dict[int, tuple[int, str]] = field(default_factory=dict)
    beside: dict[int, tuple[int, str]] = field(default_factory=dict)
    dashes: list[int] = field(default_factory=list)
    odd: int | None = None

    def dash_before(self, at: int) -> int:
        """The last dash before an offset.

        >>> Trivia(dashes=[0, 8]).dash_before(5)
        0
        """
        return self.dashes[bisect_left(self.dashes, at) - 1]


def find_trivia(text: str, spans: list[tuple[int, int]]) -> Trivia:
    r"""Look through the gaps between the spans.

    >>> trivia = find_trivia("- a  # x\n\n# y\n", [(2, 3)])
    >>> trivia.own, trivia.beside, trivia.dashes
    ({1: (0, ''), 2: (0, '# y')}, {0: (0, '# x')}, [0])
    """
    trivia = Trivia()
    ordered = sorted(spans)
    line, start, at = 0, 0, 0
    nothing_yet = True
    for begin, end in [*ordered, (len(text), len(text))]:
        while at < begin:
            char = text[at]
            if char == "\n":
                if nothing_yet:
                    trivia.own[line] = (0, "")
                line, start, nothing_yet = line + 1, at + 1, True
            elif char == "#" or (at == start and text.startswith(("---", "..."), at)):
                stop = text.find("\n", at)
                stop = len(text) if stop < 0 else stop
                comment = text[at:stop].rstrip()
                if nothing_yet:
                    trivia.own[line] = (at - start, comment)
                else:
                    gap = at - start - len(text[start:at].rstrip())
                    trivia.beside[line] = (at - start if gap > 2 else 0, comment)
                nothing_yet, at = False, stop
                continue
            elif char == "-":
                trivia.dashes.append(at)
                nothing_yet = False
            elif char == "?" and trivia.odd is None:
                trivia.odd = line + 1
            elif not char.isspace():
                nothing_yet = False
            at += 1
        inside = text.count("\n", at, end)
        if inside:
            line += inside
            start = text.rfind("\n", at, end) + 1
        at = max(at, end)
        nothing_yet = False if end > begin else nothing_yet
    return trivia
