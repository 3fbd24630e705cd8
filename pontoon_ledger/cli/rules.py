"""`rules`: the codes, options, presets and sections of the rulebook in the terminal.

In: a word. Out: what it means; nothing heavy is imported for it.
"""

from typing import Annotated, Any

import typer

from pontoon_ledger.cli import options as o
from pontoon_ledger.cli.options import Format
from pontoon_ledger.cli.screen import Screen, TroubleError
from pontoon_ledger.codes import CODES
from pontoon_ledger.render.findings import SEVERITIES
from pontoon_ledger.render.table import Table, words
from pontoon_ledger.rulebook import LAWS
from pontoon_ledger.rules import OPTIONS, PRESETS, Rules, differences, spoken
from pontoon_ledger.words import nearest

_KEYS = ("kind", "name", "severity", "title", "section", "law", "values", "default", "changes")
Entry = dict[str, Any]


def rules(
    word: Annotated[
        str | None,
        typer.Argument(metavar="[CODE|OPTION|SECTION|PRESET]", help="P204, stick_on, 3.4 or wikipedia."),
    ] = None,
    *,
    form: o.Form = "table",
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Look up codes, options, presets and sections of the rules."""
    screen = Screen(Format(form), quiet, no_color)
    entries = _everything() if word is None else _look_up(word.strip())
    if form == Format.JSON:
        screen.json(entries)
    elif form == Format.CSV:
        screen.table(Table(tuple(map(words, _KEYS)), tuple(tuple(e.get(k) for k in _KEYS) for e in entries)))
    elif word is None or len(entries) > 1 or form != Format.TABLE:
        screen.table(
            Table(tuple(map(words, ("name", "meaning"))), tuple((e["name"], _brief(e)) for e in entries))
        )
        if word is None and form == Format.TABLE and not quiet:
            screen.say(["", "pontoon rules NAME tells more of any of them, and of a section such as 3.4"])
    else:
        screen.say(_told(entries[0], screen))


def _look_up(word: str) -> list[Entry]:
    """Find what a word names: one entry, or all that stand in a section."""
    if word.upper() in CODES:
        return [_code(word.upper())]
    if word.lower() in OPTIONS:
        return [_option(word.lower())]
    if word.lower() in PRESETS:
        return [_preset(word.lower())]
    section = word.rstrip(".")
    within = [code for code, law in LAWS.items() if f"{law.section}.".startswith(f"{section}.")]
    if within and section:
        return [_code(code) for code in within]
    begins = [code for code in CODES if word and code.startswith(word.upper())]
    if begins:
        return [_code(code) for code in begins]
    near = nearest(word, [*CODES, *OPTIONS, *PRESETS])
    advice = f"did you mean {near}?" if near else "pontoon rules lists all of them"
    raise TroubleError(f"there is no code, option, preset or section {word!r}", advice)


def _everything() -> list[Entry]:
    return [*map(_preset, PRESETS), *map(_option, OPTIONS), *map(_code, CODES)]


def _code(code: str) -> Entry:
    law = LAWS.get(code)
    severity, title = CODES[code]
    entry: Entry = {"kind": "code", "name": code, "severity": severity, "title": title}
    return entry | {"section": law.section if law else None, "law": law.sentence if law else None}


def _option(name: str) -> Entry:
    values = [spoken(value) for value in OPTIONS[name]]
    changed = {p: differences(rules, Rules()).get(name) for p, rules in PRESETS.items()}
    changes = {preset: spoken(value) for preset, value in changed.items() if value is not None}
    return {"kind": "option", "name": name, "values": values, "default": values[0], "changes": changes}


def _preset(name: str) -> Entry:
    changes = {option: spoken(value) for option, value in differences(PRESETS[name], Rules()).items()}
    return {"kind": "preset", "name": name, "changes": changes}


def _brief(entry: Entry) -> str:
    if entry["kind"] == "code":
        return f"{SEVERITIES[entry['severity']]}: {entry['title']}"
    if entry["kind"] == "option":
        return "option: " + ", ".join(entry["values"])
    return "preset: " + (_pairs(entry["changes"]) or "every option at its default")


def _pairs(changes: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in changes.items())


def _told(entry: Entry, screen: Screen) -> list[str]:
    """Tell all of one entry."""
    if entry["kind"] == "code":
        severity = SEVERITIES[entry["severity"]]
        name, law = entry["name"], entry["law"]
        lines = [f"{screen.paint(f'{name} {severity}:', severity)} {entry['title']}"]
        return lines + ([f"rule {entry['section']}: {law}"] if law else ["a fault of the record itself"])
    head = (
        f"{screen.paint(entry['name'], 'head')}, {'an option' if entry['kind'] == 'option' else 'a preset'}"
    )
    if entry["kind"] == "option":
        lines = [head, f"values:  {', '.join(entry['values'])}", f"default: {entry['default']}"]
        return lines + [f"preset {preset}: {value}" for preset, value in entry["changes"].items()]
    changes = [f"{option}: {value}" for option, value in entry["changes"].items()]
    return [head, *(changes or ["every option at its default"])]
