"""A pytest plugin that notes which records each test has judged, and which tests settle up.

In: a run of the tests (`-p watch`, MUTATION_NOTES names a folder). Out: each record once, as
`records/<hash>.yaml`, and `notes.json`: records by test (or by file, where a fixture read them).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from pontoon_ledger import api

NOTES = Path(os.environ["MUTATION_NOTES"])
_read, _settle = api.read, api.settle
_now = [""]
_records: dict[str, set[str]] = defaultdict(set)
_settling: dict[str, None] = {}


def _reading(paths, options=None):
    """`api.read`, noted."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    for path in map(Path, given):
        for file in sorted(path.glob("*.yaml")) if path.is_dir() else [path]:
            text = file.read_bytes()
            name = hashlib.sha256(text).hexdigest()[:16]
            (NOTES / "records" / f"{name}.yaml").write_bytes(text)
            _records[_now[0]].add(name)
    return _read(paths, options)


def _settling_up(audit):
    """`api.settle`, noted."""
    _settling[_now[0]] = None
    return _settle(audit)


def pytest_configure(config: pytest.Config) -> None:
    """Put the two in the place of what the tests import."""
    (NOTES / "records").mkdir(parents=True, exist_ok=True)
    api.read, api.settle = _reading, _settling_up


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item):
    """A fixture's records are those of all tests of the file."""
    _now[0] = item.nodeid.partition("::")[0]
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item):
    """A test's own records."""
    _now[0] = item.nodeid
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the notes."""
    notes = {"records": {k: sorted(v) for k, v in _records.items()}, "settling": list(_settling)}
    (NOTES / "notes.json").write_text(json.dumps(notes, indent=1))
