"""A file that takes another's place has its owner and its permissions; what is read-only is not replaced."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from command import CLEAN, Door, door

from pontoon_ledger.replacing import may_replace, replace_file

__all__ = ["door"]
UNTIDY = CLEAN.replace("bank: Ann", "bank:   Ann")
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text("old")
    return path


@pytest.mark.parametrize("mode", [0o400, 0o444, 0o555])
def test_a_read_only_file_is_not_replaced(path: Path, mode: int) -> None:
    path.chmod(mode)
    with pytest.raises(PermissionError, match="it is read-only"):
        replace_file(path, b"new")
    assert path.read_text() == "old"
    assert [one.name for one in path.parent.iterdir()] == ["friday.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="owners and groups are of Unix")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_stay(path: Path, mode: int) -> None:
    path.chmod(mode)
    replace_file(path, b"new")
    assert (path.read_text(), path.stat().st_mode & 0o7777) == ("new", mode)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_and_the_group_stay(path: Path) -> None:
    os.chown(path, NOBODY, NOBODY)
    path.chmod(0o640)
    replace_file(path, b"new")
    found = path.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o7777) == (NOBODY, NOBODY, 0o640)


@pytest.mark.skipif(sys.platform == "win32", reason="owners are of Unix")
def test_what_belongs_to_another_is_not_taken_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.chmod(0o666)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="it belongs to another"):
        may_replace(path)


def test_a_file_that_is_not_there_and_a_link_may_be_written(path: Path) -> None:
    may_replace(path.with_name("new.yaml"))
    link = path.with_name("link.yaml")
    link.symlink_to(path)
    replace_file(link, b"new")
    assert (link.is_symlink(), path.read_text()) == (True, "new")


def test_fmt_leaves_a_read_only_record_and_says_why(door: Door) -> None:
    name = door.write("friday.yaml", UNTIDY)
    (door.folder / name).chmod(0o444)
    ran = door("fmt", name)
    assert ran.status == 2
    assert "it is read-only" in ran.err
    assert (door.folder / name).read_text() == UNTIDY
