"""Pages of the rulebook: an entry, the overview, a comparison, as blocks that any form can be made of.

In: names of entries. Out: lists of blocks, and lines of text for a screen or of Markdown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pontoon_ledger.render.paint import NO_PAINT
from pontoon_ledger.render.text import pad, width, wrap
from pontoon_ledger.rulebook import index
from pontoon_ledger.rulebook.laws import LAWS
from pontoon_ledger.rulebook.model import paragraphs

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


def page(name: str, level: int = 1) -> list[Block]:
    """The page of an entry.

    >>> page("4.2")[0]
    Heading(text='4.2 Nobody left to play against', level=1, paint='head', anchor='4.2')
    """
    makers = {"code": _code, "option": _option, "preset": _preset, "section": _section, "chapter": _chapter}
    return makers[index.kind_of(name)](name, level)


def _code(name: str, level: int) -> list[Block]:
    text, law = index.CODE_TEXTS[name], LAWS.get(name)
    severity = index.SEVERITIES[index.CODES[name].severity]
    blocks: list[Block] = [
        Heading(f"{name} {severity}: {index.CODES[name].title}", level, severity, name),
        Text(f"rule {law.section}: {law.sentence}" if law else "a fault of the record itself"),
        Text(text.what),
        Text(text.why),
        Text("A record that breaks it:"),
        Record(text.breaks),
    ]
    if text.special:
        blocks.append(Text(text.special))
    blocks += [Text("One that keeps it:"), Record(text.keeps)]
    options = index.options_of(law.section) if law else []
    return blocks + ([Text(f"Options: {_listed(options)}.")] if options else [])


def _option(name: str, level: int) -> list[Block]:
    text = index.OPTION_TEXTS[name]
    values = list(text.meanings)
    default, *_ = values
    rows = tuple((v, text.meanings[v] + _whose(name, v, is_default=v == default)) for v in values)
    touched = "rule" if len(text.sections) == 1 else "rules"
    sections = text.sections if len(text.sections) < 5 else (f"{text.sections[0]} to {text.sections[-1]}",)
    return [
        Heading(f"{name}: {text.title}", level, anchor=name),
        Text(text.text),
        Terms(rows),
        Text(f"Touches {touched} {', '.join(sections)}."),
    ]


def _whose(option: str, value: str, *, is_default: bool) -> str:
    """Add whose value it is, where the presets differ."""
    presets = index.presets_with(option, value)
    if is_default:
        return " (default)"
    return f" (preset {_listed(presets, mark='')})" if presets else ""


def _preset(name: str, level: int) -> list[Block]:
    text, changes = index.PRESET_TEXTS[name], index.changes_of(name)
    blocks: list[Block] = [
        Heading(f"{name}: {text.source}", level, anchor=name),
        Text(text.text),
    ]
    if not changes:
        return [*blocks, Text("Every option has its default.")]
    rows = tuple((f"{o}: {v}", f"{_title(o)}: {index.meaning(o, v)}") for o, v in changes.items())
    return [*blocks, Terms(rows)]


def _section(name: str, level: int) -> list[Block]:
    section = index.SECTIONS[name]
    blocks: list[Block] = [Heading(f"{name} {section.title}", level, anchor=name)]
    blocks += map(Text, paragraphs(section.text))
    options, codes = index.options_of(name), index.codes_of(name)
    also = [f"Options: {_listed(options)}."] if options and name != index.HOUSE_RULES else []
    also += [f"Codes: {_listed(codes, mark='')}."] if codes else []
    return blocks + ([Text(" ".join(also))] if also else [])


def _chapter(name: str, level: int) -> list[Block]:
    blocks = _section(name, level)
    for number in index.sections_of(name):
        blocks += _section(number, level + 1)
    if name == index.HOUSE_RULES:
        blocks += [Heading("Presets", level + 1), _terms(index.PRESETS)]
        blocks += [Heading("Options", level + 1), _terms(index.OPTIONS)]
    return blocks


def overview() -> list[Block]:
    """All that there is, a line each.

    >>> overview()[0].text
    'The rulebook'
    """
    return [
        Heading("The rulebook"),
        _terms(index.chapters()),
        Heading("Presets", 2),
        _terms(index.PRESETS),
        Heading("Options", 2),
        _terms(index.OPTIONS),
        Heading("Codes", 2),
        _terms(index.CODES),
        Text("`pontoon rules NAME` tells all of any of them, and of a section such as 3.4."),
    ]


def comparison(left: str, right: str, found: Iterable[index.Difference]) -> list[Block]:
    """Where two sets of rules differ, each option with both meanings.

    >>> blocks = comparison("pagat", "mine", [index.Difference("ties", "banker", "push")])
    >>> print("\\n".join(on_screen(blocks)))
    pagat and mine differ in 1 option
    <BLANKLINE>
    ties: who wins between equal hands (rule 5.1)
    pagat: banker  the bank wins
    mine: push     nobody wins, no money moves
    """
    found = list(found)
    if not found:
        return [Heading(f"{left} and {right} are the same rules")]
    how_many = "1 option" if len(found) == 1 else f"{len(found)} options"
    blocks: list[Block] = [Heading(f"{left} and {right} differ in {how_many}")]
    for option, mine, theirs in found:
        rule = index.OPTION_TEXTS[option].sections[0]
        blocks.append(Heading(f"{option}: {_title(option)} (rule {rule})", 2))
        sides = ((left, mine), (right, theirs))
        blocks.append(Terms(tuple((f"{who}: {v}", index.meaning(option, v)) for who, v in sides)))
    return blocks


def whole_book() -> list[Block]:
    """All pages: the chapters, the options, the presets, the codes.

    >>> sum(isinstance(block, Record) for block in whole_book()) == 2 * len(index.CODES)
    True
    """
    blocks: list[Block] = []
    for chapter in index.chapters():
        blocks += _section(chapter, 2)
        for number in index.sections_of(chapter):
            blocks += _section(number, 3)
    for title, names in (("Options", index.OPTIONS), ("Presets", index.PRESETS), ("Codes", index.CODES)):
        blocks.append(Heading(title, 2))
        for name in names:
            blocks += page(name, 3)
    return blocks


def _terms(names: Iterable[str]) -> Terms:
    return Terms(tuple((name, index.title_of(name)) for name in names))


def _title(option: str) -> str:
    return index.OPTION_TEXTS[option].title


def _listed(names: Iterable[str], mark: str = "`") -> str:
    return ", ".join(f"{mark}{name}{mark}" for name in names)


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
            return [f"{_INDENT}{line}" for line in yaml.splitlines()]
        case Terms(rows):
            return _set_terms(rows, room)


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
    names = "|".join([*index.OPTIONS, *index.PRESETS])
    return re.sub(rf"`({names})`", r"[`\1`](#\1)", text)
