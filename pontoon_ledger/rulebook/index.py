"""The rulebook as one book: what stands where, what touches what, and what a word names.

In: a word as a user types it, or two sets of rules. Out: entries as plain values, as JSON has them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pontoon_ledger.codes import CODES
from pontoon_ledger.rulebook.codes_play import PLAY_CODES
from pontoon_ledger.rulebook.codes_record import RECORD_CODES
from pontoon_ledger.rulebook.laws import LAWS
from pontoon_ledger.rulebook.model import CodeText, Section, paragraphs
from pontoon_ledger.rulebook.options import OPTION_TEXTS, PRESET_TEXTS
from pontoon_ledger.rulebook.sections_money import MONEY
from pontoon_ledger.rulebook.sections_play import PLAY
from pontoon_ledger.rules import OPTIONS, PRESETS, Rules, differences, spoken
from pontoon_ledger.words import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

Entry = dict[str, Any]

SECTIONS: dict[str, Section] = {section.number: section for section in (*PLAY, *MONEY)}
CODE_TEXTS: dict[str, CodeText] = PLAY_CODES | RECORD_CODES
SEVERITIES = {"E": "error", "W": "warning", "N": "note"}
HOUSE_RULES = "8"
_RANGES = {"kitty": "7.1"}
"""Options that are a range and no word, and the section that tells of them."""


class UnknownWordError(LookupError):
    """A word that names nothing in the rulebook, and what may help."""

    def __init__(self, word: str, advice: str) -> None:
        super().__init__(f"there is no code, option, preset or section {word!r}")
        self.advice = advice


class Difference(NamedTuple):
    """An option in which two sets of rules differ, with the value of each."""

    option: str
    left: str
    right: str


def chapters() -> list[str]:
    """The numbers of the chapters.

    >>> chapters()[:3]
    ['1', '2', '3']
    """
    return [number for number in SECTIONS if "." not in number]


def sections_of(chapter: str) -> list[str]:
    """The numbers of a chapter's sections.

    >>> sections_of("4")
    ['4.1', '4.2']
    """
    return [number for number in SECTIONS if number.startswith(f"{chapter}.")]


def options_of(section: str) -> list[str]:
    """The options that touch a section; all of them touch the chapter of house rules.

    >>> options_of("3.3")
    ['buy_max', 'fifth_card']
    """
    return [name for name, text in OPTION_TEXTS.items() if section == HOUSE_RULES or section in text.sections]


def codes_of(section: str) -> list[str]:
    """The codes that cite a section.

    >>> codes_of("3.3")
    ['P205', 'P206']
    """
    return [code for code, law in LAWS.items() if law.section == section]


def meaning(option: str, value: str) -> str:
    """What a value of an option means at the table.

    >>> meaning("ties", "push")
    'nobody wins, no money moves'
    """
    return OPTION_TEXTS[option].meanings[value].replace("`", "")


def kind_of(name: str) -> str:
    """What sort of entry a name of `look_up` has.

    >>> [kind_of(name) for name in ("P204", "peek", "school", "3", "3.4")]
    ['code', 'option', 'preset', 'chapter', 'section']
    """
    if name in CODES:
        return "code"
    if name in OPTIONS:
        return "option"
    if name in PRESETS:
        return "preset"
    return "section" if "." in name else "chapter"


def look_up(words: Sequence[str]) -> tuple[list[str], list[UnknownWordError]]:
    """The entries that the words name, in their order, and of each word that names none, why.

    >>> look_up(["p204", "kitty"])[0], look_up(["stick", "on"])[0], look_up(["P50"])[0][-1]
    (['P204', '7.1'], ['stick_on'], 'P507')
    >>> names, unknown = look_up(["P204", "kity", "peek"])
    >>> names, [error.advice for error in unknown]
    (['P204', 'peek'], ['did you mean kitty?'])
    """
    joined = "_".join(words).lower()
    if joined in OPTIONS:
        return [joined], []
    names: list[str] = []
    unknown: list[UnknownWordError] = []
    for word in words:
        try:
            names += _named(word.strip())
        except UnknownWordError as error:
            unknown.append(error)
    return names, unknown


def _named(word: str) -> list[str]:
    number = _RANGES.get(word.lower(), word.rstrip("."))
    for name in (word.upper(), word.lower().replace("-", "_"), number):
        if name in CODES or name in OPTIONS or name in PRESETS or name in SECTIONS:
            return [name]
    begins = [code for code in CODES if re.fullmatch(r"[Pp]\d{1,2}", word) and code.startswith(word.upper())]
    if begins:
        return begins
    raise UnknownWordError(word, _advice(word, number))


def _advice(word: str, number: str) -> str:
    chapter, dot, _ = number.partition(".")
    if dot and chapter in SECTIONS:
        last = [chapter, *sections_of(chapter)][-1]
        return (
            f"chapter {chapter} ends with {last}" if last != chapter else f"chapter {chapter} has no sections"
        )
    if re.fullmatch(r"[Pp]\d+", word):
        alike = [code for code in CODES if code[1] == word[1]] or list(CODES)
        return f"there are {alike[0]} to {alike[-1]}"
    near = nearest(word, [*CODES, *OPTIONS, *PRESETS, *_RANGES])
    return f"did you mean {near}?" if near else "pontoon rules lists all of them"


def everything() -> list[str]:
    """All names of the rulebook: sections, presets, options, codes.

    >>> everything()[0], everything()[-1]
    ('1', 'P603')
    """
    return [*SECTIONS, *PRESETS, *OPTIONS, *CODES]


def title_of(name: str) -> str:
    """An entry in a few words.

    >>> title_of("P204"), title_of("3.4")
    ('error: bought after a twist', 'Twisting')
    """
    if name in CODES:
        return f"{SEVERITIES[CODES[name].severity]}: {CODES[name].title}"
    if name in OPTIONS:
        return OPTION_TEXTS[name].title
    return PRESET_TEXTS[name].source if name in PRESETS else SECTIONS[name].title


def changes_of(preset: str) -> dict[str, str]:
    """The options that a preset changes, and to what.

    >>> changes_of("gamerules")
    {'shuffle_after': 'player_pontoon'}
    """
    return {name: spoken(value) for name, value in differences(PRESETS[preset], Rules()).items()}


def presets_with(option: str, value: str) -> list[str]:
    """The presets in which an option has that value.

    >>> presets_with("split", "aces")
    ['wikipedia']
    """
    return [name for name, rules in PRESETS.items() if spoken(getattr(rules, option)) == value]


def compare(left: Rules, right: Rules) -> list[Difference]:
    """Where two sets of rules differ, in the order of the options.

    >>> compare(Rules(), PRESETS["gamerules"])
    [Difference(option='shuffle_after', left='any_pontoon', right='player_pontoon')]
    """
    return [
        Difference(name, spoken(getattr(left, name)), spoken(value))
        for name, value in differences(right, left).items()
    ]


def to_json(name: str) -> Entry:
    """All of one entry as plain values.

    >>> to_json("4.2")["title"], to_json("peek")["default"], to_json("P204")["section"]
    ('Nobody left to play against', 'true', '3.4')
    """
    make = {"code": _code, "option": _option, "preset": _preset}.get(kind_of(name), _section)
    return {"kind": kind_of(name), "name": name, **make(name)}


def _code(name: str) -> Entry:
    law, text, code = LAWS.get(name), CODE_TEXTS[name], CODES[name]
    return {
        "severity": code.severity,
        "title": code.title,
        "section": law.section if law else None,
        "law": law.sentence if law else None,
        "what": _bare(text.what),
        "why": _bare(text.why),
        "breaks": text.breaks,
        "keeps": text.keeps,
        "special": text.special,
        "options": options_of(law.section) if law else [],
    }


def _option(name: str) -> Entry:
    text = OPTION_TEXTS[name]
    values = [spoken(value) for value in OPTIONS[name]]
    return {
        "title": text.title,
        "text": _bare(text.text),
        "default": values[0],
        "values": [
            {"value": value, "meaning": meaning(name, value), "presets": presets_with(name, value)}
            for value in values
        ],
        "sections": list(text.sections),
    }


def _preset(name: str) -> Entry:
    text = PRESET_TEXTS[name]
    changes = [
        {"option": option, "value": value, "meaning": meaning(option, value)}
        for option, value in changes_of(name).items()
    ]
    return {"source": text.source, "text": _bare(text.text), "changes": changes}


def _section(name: str) -> Entry:
    section = SECTIONS[name]
    return {
        "title": section.title,
        "text": "\n\n".join(_bare(part) for part in paragraphs(section.text)),
        "options": options_of(name),
        "codes": codes_of(name),
        "sections": [to_json(number) for number in sections_of(name)] if "." not in name else [],
    }


def _bare(text: str) -> str:
    return text.replace("`", "")
