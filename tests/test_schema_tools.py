"""Tools that people have, check-jsonschema and frictionless, take the schemas and agree on the samples.

They bring thirty packages with them: CI has them beside the others, from the extra `tools`.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from command import environment
from samples import FOLDER, ROOT

pytest.importorskip("check_jsonschema")
pytest.importorskip("frictionless")

SPOILT = "wrong-in-many-ways.yaml"
SCHEMA = ROOT / "schemas/session.schema.json"
TABLE = json.loads((ROOT / "schemas/hands.table.json").read_text(encoding="utf-8"))
SHEETS = {
    "kitchen-table-sheet.csv": (",", 1),
    "club-nights.csv": (",", 2),
    "zaterdag.csv": (";", 1),
    "spoilt-sheet.csv": (";", 1),
}
"""The delimiter of each sheet and the line of its header."""


def test_check_jsonschema() -> None:
    """Of all sample sessions it refuses the spoilt one alone, and says where."""
    records = sorted(path for path in FOLDER.iterdir() if path.suffix in {".yaml", ".json"})
    tool = [sys.executable, "-m", "check_jsonschema", "--output-format", "json", "--schemafile", str(SCHEMA)]
    run = subprocess.run(
        [*tool, *(path.name for path in records)],
        cwd=FOLDER,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    told = json.loads(run.stdout)
    assert told["parse_errors"] == []
    assert {error["filename"] for error in told["errors"]} == {SPOILT}
    assert "venue" in run.stdout
    assert run.returncode == 1
    assert len(records) > 10


def refused(name: str) -> list[tuple[str, str | None]]:
    """What frictionless has against a sheet, by kind and column; blank lines are none of it."""
    from frictionless import Checklist, Dialect, Resource, Schema
    from frictionless.formats import CsvControl

    delimiter, header = SHEETS[name]
    dialect = Dialect(header_case=False, header_rows=[header], controls=[CsvControl(delimiter=delimiter)])
    sheet = Resource(
        path=name,
        basepath=str(FOLDER),
        encoding="utf-8-sig",
        schema=Schema.from_descriptor(TABLE),
        dialect=dialect,
    )
    report = sheet.validate(Checklist(skip_errors=["blank-row"]))
    assert report.tasks[0].stats["rows"] > 0
    return [(kind, column) for kind, column in report.flatten(["type", "fieldName"])]


@pytest.mark.parametrize("name", sorted(set(SHEETS) - {"spoilt-sheet.csv"}))
def test_frictionless(name: str) -> None:
    assert refused(name) == []


def test_frictionless_sees_a_spoilt_sheet() -> None:
    told = refused("spoilt-sheet.csv")
    assert ("constraint-error", "won") in told
    assert "extra-label" in {kind for kind, _ in told}


def test_every_sheet_is_tried() -> None:
    assert set(SHEETS) == {path.name for path in FOLDER.glob("*.csv")}
