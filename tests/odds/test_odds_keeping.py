"""Where tables are kept: in the cache the user names, or nowhere, and never a broken one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pontoon_ledger.odds import Game, stays_on
from pontoon_ledger.odds.keeping import SHIPPED, cache_folder, file_name, kept, table_of
from pontoon_ledger.odds.policy import observed
from pontoon_ledger.rules import PRESETS

if TYPE_CHECKING:
    from pathlib import Path

GAME = Game(bank=stays_on(16))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pontoon"


def made(times: list[int]) -> bytes:
    times.append(1)
    return b"worked out"


def test_what_was_made_once_is_kept(folder: Path) -> None:
    times: list[int] = []
    for _ in range(3):
        assert kept(GAME, "table", lambda: made(times)) == b"worked out"
    assert len(times) == 1
    assert [one.name for one in folder.iterdir()] == [file_name(GAME, "table")]


@pytest.mark.parametrize("spoil", [b"", b"x" * 10, None])
def test_a_broken_file_is_made_anew(folder: Path, spoil: bytes | None) -> None:
    times: list[int] = []
    kept(GAME, "table", lambda: made(times))
    file = folder / file_name(GAME, "table")
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] if spoil is None else spoil)
    assert kept(GAME, "table", lambda: made(times)) == b"worked out"
    assert len(times) == 2
    assert file.read_bytes() == whole


def test_a_place_that_cannot_be_written_is_done_without(folder: Path) -> None:
    folder.parent.joinpath("pontoon").write_text("a file where a folder should be")
    times: list[int] = []
    assert kept(GAME, "table", lambda: made(times)) == b"worked out"
    assert folder.read_text() == "a file where a folder should be"


@pytest.mark.skipif(os.name == "nt", reason="a home is found otherwise there")
def test_no_home_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr("pathlib.Path.home", homeless)
    assert cache_folder() is None
    assert kept(GAME, "table", lambda: b"worked out") == b"worked out"


def test_a_relative_cache_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "pontoon"


def test_a_banker_of_the_record_is_not_kept(folder: Path) -> None:
    banker = observed({(16, False): 1}, {(16, False): 3})
    kept(Game(bank=banker), "table", lambda: b"worked out")
    assert not folder.exists()


@pytest.mark.parametrize("name", PRESETS)
def test_presets_come_with_the_package(name: str, folder: Path) -> None:
    game = Game(PRESETS[name])
    assert {(SHIPPED / file_name(game, kind)).is_file() for kind in ("table", "strategy", "edge")} == {True}
    table_of.cache_clear()
    table_of(game)
    assert not folder.exists()


def test_the_package_stays_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 1_200_000
