"""The tutorial is an evening that happens: its files are written, its commands run, in their order."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import yaml
from command import ROOT, door

if TYPE_CHECKING:
    from command import Door

__all__ = ["door"]
TEXT = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(match[1], match[2]) for match in BLOCK.finditer(TEXT)]
RECORD = "friday.yaml"
STATUS = {"P301 error": 1, "is there already": 2}
"""How a command ends that shows one of these; else well."""


def commands() -> list[list[str]]:
    shown = (line[2:] for _, block in BLOCKS for line in block.splitlines() if line.startswith("$ "))
    return [shlex.split(line) for line in shown]


def test_the_evening_happens(door: Door) -> None:
    """A block of YAML is the record, or the line of it that is mended; a console shows all that is said."""
    path = door.folder / RECORD
    for language, block in BLOCKS:
        if language == "yaml" and not block.startswith(" "):
            begun, written = (yaml.load(text, Loader=yaml.BaseLoader) for text in (path.read_text(), block))
            assert {**begun, "deals": None} == {**written, "deals": None}
            door.write(RECORD, block)
        elif language == "yaml":
            lines = path.read_text().splitlines()
            (place,) = (number for number, line in enumerate(lines) if line[:-4] == block.rstrip()[:-4])
            assert f"line {place + 1} of {RECORD}" in TEXT
            lines[place] = block.rstrip()
            door.write(RECORD, "\n".join(lines) + "\n")
        else:
            assert language == "console"
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                program, *words = shlex.split(command)
                assert program == "pontoon"
                ran = door(*words)
                assert ran.out + ran.err == shown, command
                wanted = [status for text, status in STATUS.items() if text in shown]
                assert ran.status == (wanted[0] if wanted else 0), command


def test_from_new_to_settle() -> None:
    """No step of the evening is only told."""
    names = [words[1] for words in commands()]
    assert list(dict.fromkeys(names)) == ["new", "check", "explain", "settle", "add", "pay", "balance"]
    assert len([language for language, _ in BLOCKS if language == "yaml"]) == 2


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / target).exists(), target
