"""What a page is made of, and the forms it can be given: a screen, Markdown.

In: blocks. Out: lines of text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.text import pad, width, wrap
from pontoon_ledger.rules import OPTIONS, PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.render.paint import Paint

_GAP = "  "
_INDENT = "    "


class Heading(NamedTuple):
    """The name of a page or of a part of it; `anchor` is what links point to."""

    text: str
    level: int = 1
    paint: str = "head"
    anchor: str | None = None


class Text(NamedTuple):
    """A paragraph, or lines that are set as they are where the first begins with a blank."""

    text: str


class Terms(NamedTuple):
    """Words with their meanings."""

    rows: tuple[tuple[str, str], ...]


class Record(NamedTuple):
    """A record."""

    yaml: str


Block = Heading | Text | Terms | Record


def on_screen(blocks: Iterable[Block], room: int = 80, paint: Paint = NO_PAINT) -> list[str]:
    """Set blocks for a screen of `room` columns.

    >>> on_screen([Heading("4.2 Nobody left"), Text("Then `peek` is of no use.")], 20)
    ['4.2 Nobody left', 'Then peek is of no', 'use.']
    """
    lines: list[str] = []
    before: Block | None = None
    for block in blocks:
        if before is not None and (isinstance(block, Heading) or not isinstance(before, Heading)):
            lines.append("")
        lines += _set(block, room, paint)
        before = block
    return lines


def _set(block: Block, room: int, paint: Paint) -> list[str]:
    match block:
        case Heading(text, _, kind, _):
            return [paint(line, kind) for line in wrap(text.replace("`", ""), room)]
        case Text(text):
            return text.split("\n") if text.startswith(" ") else wrap(text.replace("`", ""), room)
        case Record(yaml):
            return [line for whole in yaml.splitlines() for line in _folded(f"{_INDENT}{whole}", room)]
        case Terms(rows):
            return _set_terms(rows, room)


def _folded(line: str, room: int) -> list[str]:
    """Break a line of a record as YAML lets it go on, further in.

    >>> _folded("  Bob: bet 0.20, 5c 9d, stick", 18)
    ['  Bob: bet 0.20,', '    5c 9d, stick']
    """
    if width(line) <= room:
        return [line]
    text = line.lstrip()
    margin = " " * (len(line) - len(text))
    first, *more = wrap(text, room - len(margin) - 2)
    return [margin + first, *(f"{margin}  {part}" for part in more)]


def _set_terms(rows: tuple[tuple[str, str], ...], room: int) -> list[str]:
    """Meanings stand beside their words, or set in below them where the words are too long for that."""
    longest = max(width(term) for term, _ in rows)
    beside = longest + len(_GAP) <= room // 2
    left = longest + len(_GAP) if beside else len(_INDENT)
    lines = []
    for term, meaning in rows:
        told = wrap(meaning.replace("`", ""), room - left)
        if beside:
            lines.append(f"{pad(term, longest)}{_GAP}{told.pop(0)}")
        else:
            lines += wrap(term, room)
        lines += [f"{' ' * left}{line}" for line in told]
    return lines


def as_markdown(blocks: Iterable[Block], *, linked: bool = False) -> list[str]:
    """Write blocks as Markdown, with links between the pages where all of them are there.

    >>> as_markdown([Heading("Twisting", 2), Text("See rule 3.4.")], linked=True)
    ['## Twisting', '', 'See [rule 3.4](#3.4).']
    """
    lines: list[str] = []
    for block in blocks:
        lines += [""] if lines else []
        match block:
            case Heading(text, level, _, anchor):
                lines += [f'<a id="{anchor}"></a>', ""] if linked and anchor else []
                lines.append(f"{'#' * level} {text}")
            case Text(text) if text.startswith(" "):
                lines += ["```text", *text.split("\n"), "```"]
            case Text(text):
                lines.append(_link(text) if linked else text)
            case Record(yaml):
                lines += ["```yaml", *yaml.splitlines(), "```"]
            case Terms(rows):
                lines += [f"- `{term}`: {_link(told) if linked else told}" for term, told in rows]
    return lines


def _link(text: str) -> str:
    """Turn names of entries into links to their pages."""
    text = re.sub(r"\brule (\d(?:\.\d+)?)\b", r"[rule \1](#\1)", text)
    text = re.sub(r"\bP\d{3}\b", lambda code: f"[{code[0]}](#{code[0]})", text)
    names = "|".join([*OPTIONS, *PRESETS])
    return re.sub(rf"`({names})`", r"[`\1`](#\1)", text)
