"""Pages of the rulebook: an entry, the overview, a comparison, the whole book.

In: names of entries. Out: lists of blocks, which `forms` makes lines of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pontoon_ledger.codes import CODES
from pontoon_ledger.rulebook import index
from pontoon_ledger.rulebook.forms import Block, Heading, Record, Terms, Text
from pontoon_ledger.rulebook.laws import LAWS
from pontoon_ledger.rulebook.model import paragraphs
from pontoon_ledger.rulebook.options import OPTION_TEXTS, PRESET_TEXTS
from pontoon_ledger.rules import OPTIONS, PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable


def page(name: str, level: int = 1) -> list[Block]:
    """The page of an entry.

    >>> page("4.2")[0]
    Heading(text='4.2 Nobody left to play against', level=1, paint='head', anchor='4.2')
    """
    makers = {"code": _code, "option": _option, "preset": _preset, "section": _section, "chapter": _chapter}
    return makers[index.kind_of(name)](name, level)


def _code(name: str, level: int) -> list[Block]:
    text, law = index.CODE_TEXTS[name], LAWS.get(name)
    severity = index.SEVERITIES[CODES[name].severity]
    blocks: list[Block] = [
        Heading(f"{name} {severity}: {CODES[name].title}", level, severity, name),
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
    text = OPTION_TEXTS[name]
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
    text, changes = PRESET_TEXTS[name], index.changes_of(name)
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
        blocks += [Heading("Presets", level + 1), _terms(PRESETS)]
        blocks += [Heading("Options", level + 1), _terms(OPTIONS)]
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
        _terms(PRESETS),
        Heading("Options", 2),
        _terms(OPTIONS),
        Heading("Codes", 2),
        _terms(CODES),
        Text("`pontoon rules NAME` tells all of any of them, and of a section such as 3.4."),
    ]


def comparison(left: str, right: str, found: Iterable[index.Difference]) -> list[Block]:
    r"""Where two sets of rules differ, each option with both meanings.

    >>> from pontoon_ledger.rulebook.forms import on_screen
    >>> blocks = comparison("pagat", "mine", [index.Difference("ties", "banker", "push")])
    >>> print("\n".join(on_screen(blocks)))
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
        rule = OPTION_TEXTS[option].sections[0]
        blocks.append(Heading(f"{option}: {_title(option)} (rule {rule})", 2))
        sides = ((left, mine), (right, theirs))
        blocks.append(Terms(tuple((f"{who}: {v}", index.meaning(option, v)) for who, v in sides)))
    return blocks


def whole_book() -> list[Block]:
    """All pages: the chapters, the options, the presets, the codes.

    >>> sum(isinstance(block, Record) for block in whole_book()) == 2 * len(CODES)
    True
    """
    blocks: list[Block] = []
    for chapter in index.chapters():
        blocks += _section(chapter, 2)
        for number in index.sections_of(chapter):
            blocks += _section(number, 3)
    for title, names in (("Options", OPTIONS), ("Presets", PRESETS), ("Codes", CODES)):
        blocks.append(Heading(title, 2))
        for name in names:
            blocks += page(name, 3)
    return blocks


def _terms(names: Iterable[str]) -> Terms:
    return Terms(tuple((name, index.title_of(name)) for name in names))


def _title(option: str) -> str:
    return OPTION_TEXTS[option].title


def _listed(names: Iterable[str], mark: str = "`") -> str:
    return ", ".join(f"{mark}{name}{mark}" for name in names)
