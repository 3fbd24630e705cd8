"""The schemas say what the readers read: keys, options, codes, and the samples themselves."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from samples import FOLDER, ROOT, SAMPLES

from pontoon_ledger.codes import CODES
from pontoon_ledger.currency import currency
from pontoon_ledger.records import deals, dialect, head
from pontoon_ledger.rules import OPTIONS, PRESETS, parse_option

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((ROOT / "schemas/session.schema.json").read_text(encoding="utf-8"))
TABLE = json.loads((ROOT / "schemas/hands.table.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SPOILT = {"wrong-in-many-ways.yaml"}
RECORDS = [sample for sample in SAMPLES if sample.path.suffix != ".csv"]
SHEETS = sorted(FOLDER.glob("*.csv"))


class Editor(yaml.SafeLoader):
    """Scalars typed by YAML's core schema, as an editor's checker sees them."""


Editor.yaml_implicit_resolvers = {}
for pattern, tag, first in (
    (r"true|True|TRUE|false|False|FALSE", "bool", "tTfF"),
    (r"null|Null|NULL|~|", "null", ["n", "N", "~", ""]),
    (r"[-+]?[0-9]+", "int", "-+0123456789"),
    (r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "float", "-+.0123456789"),
):
    Editor.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"(?:{pattern})\Z"), list(first))


def said(path: Path, loader: type) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)


def complaints(record: object) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(record)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("loader", [yaml.BaseLoader, Editor], ids=["texts", "typed"])
@pytest.mark.parametrize("sample", [s for s in RECORDS if s.name not in SPOILT], ids=lambda s: s.name)
def test_samples_are_valid(sample: Any, loader: type) -> None:
    assert complaints(said(sample.path, loader)) == []


@pytest.mark.parametrize("name", sorted(SPOILT))
def test_spoilt_samples_are_not(name: str) -> None:
    told = " ".join(complaints(said(FOLDER / name, Editor)))
    assert "venue" in told
    assert "shuffeld" in told


RECORD = "players: [Ann, Bob]\nbank: Ann\ndeals:\n  - hands:\n      Bob: bet 0.20, 9c 9s, stick\n"


@pytest.mark.parametrize(
    "line",
    [
        "format: pontoon/2",
        "date: 27/11/2026",
        "currency: POUNDS",
        "currency: {code: XTS, decimals: 7}",
        "rules: pagart",
        "rules: {stick_on: 14}",
        "rules: {stick_no: 15}",
        "rules: {peek: maybe}",
        "stakes: {min: -1}",
        "stakes: 0.10",
        "order: forgotten",
        "paid: tomorrow",
        "cash: {Bob: 10.00}",
        "payments: [{from: Ann, to: Bob}]",
        "owed: [{from: Ann, to: Bob, amount: 1.00, why: pizza}]",
        "  - {bank: Ann}",
        "  - {gap: false}",
        "  - {hands: {Bob: []}}",
        "  - {hands: {Bob: {bet: 0.20}}}",
        "  - {shuffled: perhaps, hands: {Bob: stick}}",
        "  - {price: -1, hands: {Bob: stick}}",
        "  - {waive: {P999: no}, hands: {Bob: stick}}",
        "  - {waive: {P301: ''}, hands: {Bob: stick}}",
        "  - {players: [Ann], hands: {Bob: stick}}",
    ],
)
def test_one_fault_is_seen(line: str) -> None:
    record = RECORD + line + "\n"
    assert complaints(yaml.load(RECORD, Loader=Editor)) == []
    assert complaints(yaml.load(record, Loader=Editor))
    assert complaints(yaml.load(record, Loader=yaml.BaseLoader))


def test_keys_are_those_of_the_readers() -> None:
    assert set(SCHEMA["properties"]) == set(head.KEYS)
    assert set(SCHEMA["$defs"]["deal"]["properties"]) == set(deals.KEYS)
    names = [field["name"] for field in TABLE["fields"]]
    assert len(names) == len(set(names))
    assert set(names) == set(dialect.COLUMNS)


def test_options_are_those_of_the_rules() -> None:
    (rules,) = (kind for kind in SCHEMA["properties"]["rules"]["anyOf"] if "properties" in kind)
    options = {name: option for name, option in rules["properties"].items() if name not in ("base", "kitty")}
    assert list(options) == list(OPTIONS)
    for name, option in options.items():
        truth = option.get("$ref") == "#/$defs/truth"
        values = (True, False) if truth else option["enum"]
        assert {parse_option(name, str(value)) for value in values} == set(OPTIONS[name]), name
        assert option["default"] == OPTIONS[name][0], name
        assert option["description"]
    assert SCHEMA["$defs"]["preset"]["anyOf"][0]["enum"] == list(PRESETS)


def test_codes_are_those_of_the_register() -> None:
    waive = SCHEMA["$defs"]["deal"]["properties"]["waive"]
    assert waive["propertyNames"]["anyOf"][0]["enum"] == list(CODES)


def test_currencies_are_those_of_the_table() -> None:
    upper, lower, _ = SCHEMA["properties"]["currency"]["anyOf"]
    assert [code.upper() for code in lower["enum"]] == upper["enum"]
    assert all(currency(code).code == code for code in upper["enum"])
    assert len(upper["enum"]) > 150


def test_everything_is_described() -> None:
    for name, field in {**SCHEMA["properties"], **SCHEMA["$defs"]["deal"]["properties"]}.items():
        target = SCHEMA["$defs"].get(field.get("$ref", "").rpartition("/")[2], {})
        assert field.get("description") or target.get("description"), name
    assert all(field["title"] and field["description"] for field in TABLE["fields"])


def cells(path: Path) -> list[dict[str, str]]:
    lines = [
        line for line in path.read_text(encoding="utf-8-sig").splitlines() if not line.startswith("sep=")
    ]
    delimiter = max(",;", key=lines[0].count)
    return list(csv.DictReader(io.StringIO("\n".join(lines)), delimiter=delimiter))


def wrong_cells(path: Path) -> list[str]:
    """The cells of a sheet that its Table Schema does not allow, and the columns that it does not name."""
    fields = {field["name"]: field for field in TABLE["fields"]}
    wrong = []
    for row in cells(path):
        for column, value in row.items():
            field = fields.get(column.lower())
            if field is None:
                wrong.append(column)
            elif value and not re.search(field.get("constraints", {}).get("pattern", ""), value):
                wrong.append(value)
    return wrong


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_sheets(path: Path) -> None:
    wrong = wrong_cells(path)
    if path.name == "spoilt-sheet.csv":
        assert "#REF!" in wrong
        assert "Colour" in wrong
    else:
        assert wrong == []
