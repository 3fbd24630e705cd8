"""The licences of what is installed for this program, as the page docs/licences.md.

In: the metadata of the packages in the environment that runs this, which has the extras below. Out: the page
on standard output; with --check nothing, or status 1 where the page that is there says otherwise. Versions
are not compared: they are those of .ci/locked.txt when the page was made.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import distribution, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAME = "pontoon-ledger"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "licences.md"
PARTS = {
    "": ("The program", "What `pip install .` brings."),
    "report": ("Charts of the report", "What the extra `report` brings besides."),
    "scale": ("Several machines", "What the extra `scale` brings besides."),
    "test": (
        "Tests",
        "What the extra `test` brings besides; nothing of it is shipped or imported by the program.",
    ),
    "tools": (
        "Tools that people have",
        "What the extra `tools` brings besides, for CI to see whether they take the schemas; none of it is "
        "shipped or imported.",
    ),
    "lint": ("Linters", "What the extra `lint` brings besides; nothing of it is shipped or imported either."),
}
PURPOSES = {
    "typer": "reads the command line",
    "rich": "draws tables on a screen",
    "polars": "holds records, hands and findings as frames, judges them in bulk",
    "duckdb": "keeps the ledger, answers questions in SQL",
    "pyyaml": "reads YAML",
    "msgspec": "makes the classes of records, sooner than dataclasses are made",
    "altair": "describes the charts",
    "vl-convert-python": "draws the charts",
    "jinja2": "fills the report's page",
    "distributed": "spreads an audit over machines",
    "pytest": "runs the tests",
    "pytest-xdist": "runs them on all cores",
    "hypothesis": "makes up inputs for tests",
    "jsonschema": "holds records against the schema",
    "check-jsonschema": "the same as editors and hooks do it",
    "frictionless": "holds sheets against their table schema",
    "beancount": "reads the exported journals (called as a library of its own, by the tests only)",
    "websockets": "speaks to the browser that opens the reports",
    "ruff": "format and lint",
    "mypy": "types",
    "types-pyyaml": "types of PyYAML",
}
SHORT = {
    "MIT License": "MIT",
    "MIT": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ISC License (ISCL)": "ISC",
}


def licence(name: str) -> str:
    """The licence that a package states: its expression, its classifiers, or the first line of its text."""
    said = distribution(name).metadata
    classes = [
        one.split(" :: ")[-1] for one in said.get_all("Classifier") or () if one.startswith("License ::")
    ]
    lines = (said.get("License") or "").strip().splitlines()
    stated = said.get("License-Expression") or " OR ".join(SHORT.get(one, one) for one in classes)
    if not stated and not lines:
        raise SystemExit(f"{name} states no licence: look it up, and say it in {Path(__file__).name}")
    return stated or SHORT.get(lines[0], lines[0])


def needed(extra: str) -> dict[str, list[str]]:
    """The packages that an extra brings, by name, and which of them or of ours ask for each."""
    found: dict[str, list[str]] = {}
    todo = [(NAME, extra)]
    seen = set(todo)
    while todo:
        name, part = todo.pop()
        for text in requires(name) or ():
            wanted = Requirement(text)
            if wanted.marker and not wanted.marker.evaluate({"extra": part}):
                continue
            other = canonicalize_name(wanted.name)
            if other != NAME:
                found.setdefault(other, []).append(name)
            new = [(other, one) for one in ("", *wanted.extras) if (other, one) not in seen]
            seen.update(new)
            todo += new
    return found


def page() -> str:
    """The whole page."""
    lines = [
        "# Licences of what the program stands on",
        "",
        "Made by `.ci/lock` from what the packages state of themselves. CI holds names and licences against",
        "what it has installed; the versions are those of `.ci/locked.txt`. The program itself is under the",
        "[MIT licence](../LICENSE). The extras `fuzz` (`atheris`, Apache-2.0) and `mutation` (`cosmic-ray`,",
        "MIT) are for who looks for flaws by hand, and are not listed.",
    ]
    told: set[str] = set()
    for extra, (title, what) in PARTS.items():
        asked = needed(extra)
        names = sorted(asked.keys() - told, key=lambda one: (one not in PURPOSES, one))
        told.update(names)
        lines += [
            "",
            f"## {title}",
            "",
            what,
            "",
            "| package | version | licence | what it is for |",
            "|---|---|---|---|",
        ]
        for name in names:
            purpose = PURPOSES.get(name) or "needed by " + ", ".join(sorted(set(asked[name])))
            known = distribution(name)
            lines.append(
                f"| {canonicalize_name(known.name)} | {known.version} | {licence(name)} | {purpose} |"
            )
    return "\n".join(lines) + "\n"


def steady(text: str) -> set[str]:
    """What of the page does not change with the versions: each package under its heading with its licence."""
    heading, rows = "", set()
    for line in text.splitlines():
        heading = line if line.startswith("## ") else heading
        row = re.match(r"\| (\S+) \| [^|]+ \| ([^|]+) \|", line)
        if row and row[1] != "package":
            rows.add(f"{heading}: {row[1]}, {row[2]}")
    return rows


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if sys.argv[1:] != ["--check"]:
        sys.stdout.write(text)
        return 0
    there, here = steady(PAGE.read_text(encoding="utf-8")), steady(text)
    for row in sorted(here ^ there):
        word = (
            "installed, but not in docs/licences.md"
            if row in here
            else "in docs/licences.md, but not installed"
        )
        sys.stderr.write(f"{word}: {row}\n")
    return 1 if here != there else 0


if __name__ == "__main__":
    raise SystemExit(main())
