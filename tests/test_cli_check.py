"""`pontoon check`, `explain` and `rules` as users meet them: what they print, how they end."""

import csv
import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from command import CLEAN, FRIDAY, Door, door, environment, pontoon

__all__ = ["door"]

FINDING = """\
friday.yaml:8:49: P301 error: Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20
    8 |       Bob: bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20
      |                                                 ^^^^^^^^
      = rule 5: each hand is paid by the settlement table (pontoon rules P301)
"""
SUMMARY = "1 deal read = 1 judged + 0 undecided + 0 unreadable; due sums to 0; 1 error\n"


def test_a_finding_on_the_screen(door: Door) -> None:
    ran = door("check", door.write("friday.yaml", FRIDAY))
    assert ran.out == FINDING + "\n" + SUMMARY
    assert (ran.status, ran.err) == (1, "")


def test_a_clean_record(door: Door) -> None:
    ran = door("check", door.write("clean.yaml", CLEAN))
    assert ran.out == SUMMARY.replace("1 error", "nothing to complain of")
    assert (ran.status, ran.err) == (0, "")


def test_quiet_says_the_findings_alone(door: Door) -> None:
    assert door("check", "-q", door.write("friday.yaml", FRIDAY)).out == FINDING
    assert door("check", "-q", door.write("clean.yaml", CLEAN)).out == ""


def test_json_is_the_promised_shape(door: Door) -> None:
    ran = door("check", door.write("friday.yaml", FRIDAY), "--format", "json")
    result = json.loads(ran.out)
    assert list(result) == ["files", "findings", "summary", "complete"]
    assert result["files"] == [{"path": "friday.yaml", "sessions": ["friday"], "deals": 1, "hands": 4}]
    assert result["findings"] == [
        {
            "code": "P301",
            "severity": "E",
            "file": "friday.yaml",
            "line": 8,
            "column": 49,
            "end_column": 57,
            "session": "friday",
            "deal": "1",
            "player": "Bob",
            "hand": 1,
            "message": "Bob won 0.20, but won 0.40 is due: Ann owes Bob 0.20",
            "found": "won 0.20",
            "expected": "won 0.40",
            "help": None,
            "rule": "5",
            "owed": {"from": "Ann", "to": "Bob", "amount": "0.20"},
            "waived": None,
        }
    ]
    counts = {"errors": 1, "warnings": 0, "notes": 0, "waived": 0}
    assert result["summary"] == counts | {"deals": 1, "judged": 1, "undecided": 0, "unreadable": 0}
    assert result["complete"] is True
    assert (ran.status, ran.err) == (1, "")


def test_a_table_under_a_head_belongs_to_the_file_given(door: Door) -> None:
    head, _, _ = FRIDAY.partition("deals:")
    door.write("nights/friday.yaml", head + "deals: friday.csv\n")
    door.write(
        "nights/friday.csv",
        'deal,player,play\n1,Bob,"bet 0.20, Th 8d, stick, won 0.10"\n1,Ann,"Kh 7d, stick"\n',
    )
    result = json.loads(door("check", "nights", "--format", "json").out)
    files = {"path": "nights/friday.yaml", "sessions": ["friday"], "deals": 1, "hands": 2}
    assert result["files"] == [files]
    assert [f["file"] for f in result["findings"] if f["code"] == "P301"] == ["nights/friday.csv"]


def test_a_waived_finding_is_shown_and_not_counted(door: Door) -> None:
    text = FRIDAY.replace("  - hands:", "  - waive: {P301: Bob let it go}\n    hands:")
    ran = door("check", door.write("friday.yaml", text))
    assert "friday.yaml:9:49: P301 error (waived): Bob won 0.20" in ran.out
    assert "      = waived: Bob let it go\n" in ran.out
    assert ran.out.endswith("due sums to 0; 1 waived\n")
    assert ran.status == 0
    summary = json.loads(door("check", "friday.yaml", "--format", "json").out)["summary"]
    assert (summary["errors"], summary["waived"]) == (0, 1)


def test_select_and_ignore(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    assert door("check", path, "--ignore", "P3").status == 0
    assert door("check", path, "--select", "P1,P2").status == 0
    assert door("check", path, "--select", "p1", "--select", "p301").status == 1
    assert door("check", path, "--select", "P301", "--ignore", "P3").status == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chek", "a.yaml"], "did you mean 'check'?"),
        (["check", "--fromat", "json", "a.yaml"], "did you mean --format?"),
        (["check", "a.yaml", "--format", "jsn"], "did you mean json?"),
        (["check", "a.yaml", "--select", "P2O1"], "did you mean P2"),
        (["check", "a.yaml", "--ignore", "X"], "pontoon rules lists them"),
        (["check", "a.yaml", "--rules", "wikipdia"], "did you mean wikipedia?"),
        (["check", "a.yaml", "--rules", "stik_on=16"], "did you mean stick_on?"),
        (["check", "a.yaml", "--currency", "GPB"], "did you mean 'GBP'?"),
        (["check", "a.yaml", "--stakes", "5"], "as in 0.10-1.00"),
        (["check"], "PATH"),
        (["rules", "stik_on"], "did you mean stick_on?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_of_use_name_what_was_meant(door: Door, args: list[str], message: str) -> None:
    ran = door(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("pontoon: ")
    assert message.lower() in ran.err.lower()


def test_nothing_readable_is_2_and_prints_its_json(door: Door) -> None:
    door.write("empty.yaml", "")
    (door.folder / "bytes.yaml").write_bytes(b"\x00\xff\x81binary")
    for name in ("empty.yaml", "bytes.yaml", "missing.yaml"):
        ran = door("check", name, "--format", "json")
        result = json.loads(ran.out)
        assert ran.status == 2
        assert result["files"] == [{"path": name, "sessions": [], "deals": 0, "hands": 0}]
        assert [finding["code"] for finding in result["findings"]] == ["P001"]
        assert result["complete"] is False


def test_one_readable_file_is_enough(door: Door) -> None:
    ran = door("check", "missing.yaml", door.write("clean.yaml", CLEAN))
    assert ran.status == 1
    assert "missing.yaml: P001 error: " in ran.out
    assert "1 deal read = 1 judged" in ran.out


def test_totals_over_a_folder(door: Door) -> None:
    door.write("nights/a.yaml", FRIDAY)
    door.write("nights/b.yaml", CLEAN)
    ran = door("check", "nights")
    assert ran.out.splitlines()[-1] == SUMMARY.replace("1 deal read = 1", "2 deals read = 2").strip()


def test_rules_given_are_named_on_stderr(door: Door) -> None:
    path = door.write("friday.yaml", CLEAN.replace("4h, stick, won 0.40", "4h, twist x, bust, lost 0.40"))
    ran = door("check", path, "--rules", "school")
    assert "'school'" in ran.err
    assert door("check", path, "--rules", "school", "--quiet").err == ""


def test_options_for_tables_say_where_they_change_nothing(door: Door) -> None:
    table = 'deal,player,play\n1,Bob,"bet 0.20, Th 8d, stick, won 0.20"\n1,Ann,"Kh 7d, stick"\n'
    door.write("bare.csv", table)
    ran = door("check", "bare.csv", "--bank", "Ann", "--currency", "eur", "--stakes", "0.10-1.00")
    assert (ran.status, ran.err) == (0, "")
    assert door("check", "bare.csv", "--bank", "Ann", "--stakes", "0.50-1").status == 1
    assert "--currency" in door("check", door.write("friday.yaml", FRIDAY), "--currency", "EUR").err


def test_every_format_holds_the_finding(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    plain = door("check", path, "--format", "plain").out.splitlines()
    assert plain == [FINDING.splitlines()[0], SUMMARY.strip()]
    ran = door("check", path, "--format", "csv")
    (row,) = csv.DictReader(ran.out.splitlines())
    assert (row["code"], row["line"], row["owed_amount"], row["waived"]) == ("P301", "8", "0.20", "")
    assert SUMMARY.strip() in ran.err
    markdown = door("check", path, "--format", "markdown").out.splitlines()
    assert markdown[0] == "| code | severity | file | line | message |"
    assert markdown[2].startswith("| P301 | E | friday.yaml | 8 | Bob won 0.20")


def test_control_characters_are_never_sent(door: Door) -> None:
    text = FRIDAY.replace("friday", "fri\u202eday").replace("Dan", "Dan\u200f")
    path = door.write("evil\x1b[31m.yaml", text.replace("lost 0.50", "lost 0.5O"))
    for form in ("table", "plain", "csv", "markdown"):
        ran = door("check", path, "--format", form)
        assert not set(ran.out + ran.err) & set("\x1b\u202e\u200f")
        assert "x1b" in ran.out


def test_standard_input_and_no_colour_into_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    ran = pontoon("check", "-", "friday.yaml", cwd=tmp_path, stdin=FRIDAY.replace("friday", "of the pipe"))
    assert ran.out.startswith("-:8:49: P301 error:")
    assert "\nfriday.yaml:8:49: P301 error:" in ran.out
    assert ran.status == 1
    assert "\x1b" not in ran.out


IN_TURN = """\
import os, sys
from pontoon_ledger.cli.entry import run
def asked(*words, **env):
    os.environ.update(env)
    status = run(words)
    print(chr(0), status, end=chr(0), sep="", flush=True)
"""
"""A process that is asked several things; behind each answer stands how it ended."""


def test_colour_on_a_terminal_unless_not_wished(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    leader, follower = pty.openpty()
    check = 'asked("check", "friday.yaml"'
    process = subprocess.Popen(
        [sys.executable, "-c", f'{IN_TURN}{check})\n{check}, "--no-color")\n{check}, NO_COLOR="1")'],
        cwd=tmp_path,
        stdout=follower,
        env=environment(TERM="xterm"),
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    assert process.wait() == 0
    coloured, *plain = shown.decode().replace("\r\n", "\n").split("\0")
    assert "\x1b[1;31mP301 error:\x1b[0m" in coloured
    assert plain == ["1", FINDING + "\n" + SUMMARY, "1", FINDING + "\n" + SUMMARY, "1", ""]


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(FRIDAY.replace("Bob", "Zo\u00eb"), encoding="utf-8")
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f'{IN_TURN}asked("check", "a.yaml")\nasked("check", "a.yaml", "--format", "json")',
        ],
        cwd=tmp_path,
        capture_output=True,
        env=environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii"),
        check=True,
    )
    shown, one, shape, other, _ = ran.stdout.decode("ascii").split("\0")
    assert "Zo\\xeb won 0.20" in shown
    assert json.loads(shape)["findings"][0]["player"] == "Zo\u00eb"
    assert (one, other, ran.stderr) == ("1", "1", b"")


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    deal = FRIDAY.partition("deals:\n")[2]
    (tmp_path / "long.yaml").write_text(FRIDAY + deal * 400)
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_ledger", "check", "long.yaml"],
        cwd=tmp_path,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(writer)
    assert os.read(reader, 10) == b"long.yaml:"
    os.close(reader)
    _, complaints = process.communicate(timeout=60)
    assert complaints == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("args", [["check", "friday.yaml"], ["--help"], ["rules"]], ids=" ".join)
def test_a_full_disk_is_said_in_one_line(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    held_back = {name: value for name, value in environment().items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pontoon_ledger", *args],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            env=held_back,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode().startswith("pontoon: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


CLOSED = b"pontoon: the output cannot be written: standard output is closed\n"
_TOLD = [
    ["check", "friday.yaml"],
    ["query", "FROM hands", "friday.yaml"],
    ["--version"],
    ["check", "--help"],
]


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by numbers")
@pytest.mark.parametrize("args", _TOLD, ids=" ".join)
def test_a_closed_output_is_said_in_one_line(args: list[str], tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    assert _with_closed(tmp_path, args, 1) == (2, b"", CLOSED)


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by numbers")
@pytest.mark.parametrize("closed", [(1, 2), (0, 1, 2)], ids=["output", "all"])
def test_a_closed_output_that_nobody_hears_of_fails_too(closed: tuple[int, ...], tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    for args in (["check", "friday.yaml"], ["--help"]):
        assert _with_closed(tmp_path, args, *closed) == (2, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by numbers")
def test_a_closed_output_harms_no_command_that_needs_none(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    assert _with_closed(tmp_path, ["fmt", "friday.yaml"], 0, 1, 2)[0] == 0
    assert _with_closed(tmp_path, ["rules", "P204"], 0, 2)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by numbers")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_takes_nothing_is_no_fault_of_the_program(unbuffered: str) -> None:
    with Path(os.devnull).open() as nothing:
        done = subprocess.run(
            [sys.executable, "-m", "pontoon_ledger", "--version"],
            stdout=nothing,
            stderr=subprocess.PIPE,
            env=environment() | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, CLOSED)


def _with_closed(folder: Path, args: list[str], *closed: int) -> tuple[int, bytes, bytes]:
    """Status, output and complaints of a command that begins without these of its three streams."""
    gone = " ".join("<&-" if number == 0 else f"{number}>&-" for number in closed)
    shell = ["/bin/sh", "-c", f'exec "$@" {gone}', "sh", sys.executable, "-m", "pontoon_ledger", *args]
    done = subprocess.run(shell, cwd=folder, capture_output=True, env=environment(), check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_interrupt_ends_with_130(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_ledger", "check", "-"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    process.stdin.write(b"players: [")
    process.stdin.flush()
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, complaints = process.communicate(timeout=60)
    assert (process.returncode, out, complaints) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
@pytest.mark.parametrize("args", [("check", "-"), ("fmt", "-"), ("query", "FROM hands", "-")], ids=" ".join)
def test_an_interrupt_ends_the_waiting_for_a_record(tmp_path: Path, args: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pontoon_ledger", *args],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    process.stdin.write(b"# more than a pipe holds: once it is gone, the rest is waited for\n" * 10_000)
    process.stdin.flush()
    try:
        # the input stays open; one interrupt may come between two looks at it, no five do
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                assert process.wait(timeout=3) == 130
                break
        assert process.returncode == 130
    finally:
        process.kill()
        process.communicate()


def test_a_fault_of_the_program_is_one_line(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("lost\ncard")

    monkeypatch.setattr("pontoon_ledger.records.read", fail)
    ran = door("check", "friday.yaml")
    assert ran.status == 2
    assert ran.err.startswith("pontoon: internal error: KeyError at reading.py:")
    assert "report" in ran.err
    assert ran.err.count("\n") == 1
    monkeypatch.setenv("PONTOON_DEBUG", "1")
    with pytest.raises(KeyError):
        door("check", "friday.yaml")


def test_explain(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    ran = door("explain", path, "1", "Bob")
    assert ran.status == 0
    assert "18 beats the bank's 17" in ran.out
    story = json.loads(door("explain", path, "1", "--format", "json").out)
    assert list(story) == ["session", "deal", "bank", "hands", "owed"]
    assert story["owed"] == [{"from": "Ann", "to": "Bob", "amount": "0.20"}]
    steps = list(csv.DictReader(door("explain", path, "1", "Bob", "--format", "csv").out.splitlines()))
    assert {step["player"] for step in steps} == {"Bob"}


def test_explain_says_what_is_not_there(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    assert door("explain", path, "7").status == 2
    assert "Bob" in door("explain", path, "1", "Bobb").err
    assert door("explain", "missing.yaml", "1").status == 2
    door.write("two/a.yaml", FRIDAY)
    door.write("two/b.yaml", CLEAN)
    assert "--session" in door("explain", "two", "1").err
    assert door("explain", "two", "1", "--session", "clean").status == 0


def test_rules(door: Door) -> None:
    ran = door("rules", "p204")
    assert ran.out.startswith("P204 error: ")
    assert (ran.status, ran.err) == (0, "")
    for word, known in (("stick_on", "16"), ("wikipedia", "split"), ("3.4", "Twisting")):
        assert known in door("rules", word).out
    assert max(map(len, door("rules").out.splitlines())) <= 80


def test_version_and_bare_command(door: Door) -> None:
    import pontoon_ledger

    assert door("--version").out == f"pontoon {pontoon_ledger.__version__}\n"
    bare = door()
    assert bare.out.startswith("Usage: pontoon")
    assert bare.status == 2


def test_messages_over_hands_that_were_read_in_pieces(door: Door) -> None:
    """Hands of many shapes, each deal for itself: the frame is put together of unequal pieces."""
    gap = "  - gap: true\n    bank: Ann\n    hands:\n"
    bought = "      Cat: bet 0.50, Jd Qd, buy 0.50 x, buy 0.20 x"
    text = "players: [Ann, Bob, Cat, Dan]\nbank: Ann\nrules: {bank_passes: never}\ndeals:\n"
    text += f"{gap}{bought}, stick\n{gap}      Bob: bet 1.00, bust\n{bought}, twist x\n"
    text += f"{gap}{bought}, buy 0.50 x\n"
    ran = door("check", door.write("friday.yaml", text), "--format", "json")
    found = [(one["code"], one["line"], one["column"]) for one in json.loads(ran.out)["findings"]]
    assert found == [
        ("P203", 8, 41),
        ("P210", 8, 53),
        ("P303", 12, 12),
        ("P203", 13, 41),
        ("P203", 13, 53),
        ("P203", 17, 41),
        ("P203", 17, 53),
    ]
    assert (ran.status, ran.err) == (1, "")


def test_cards_past_the_fifth_where_nobody_noted_one_of_them(door: Door) -> None:
    """Deals that may share a card, and not one card that is known."""
    hand = (
        "  - bank: Ann\n    hands:\n      Bob: bet 0.50, x x, buy 0.50 x, buy 0.50 x, buy 0.50 x, twist x\n"
    )
    text = f"players: [Ann, Bob]\nbank: Ann\nrules: {{bank_passes: never}}\ndeals:\n{hand}{hand}"
    ran = door("check", door.write("friday.yaml", text), "--select", "P1,P203", "--format", "json")
    found = [(one["code"], one["line"]) for one in json.loads(ran.out)["findings"]]
    assert found == [("P203", 7), ("P203", 10)]
    assert (ran.status, ran.err) == (1, "")


def test_sessions_in_two_currencies_with_no_deal_in_any(door: Door) -> None:
    for name, code in (("a", "GBP"), ("c", "EUR")):
        door.write(
            f"{name}.yaml", f"session: {name}\nplayers: [A, B]\nbank: A\ncurrency: {code}\ndeals: []\n"
        )
    for command in ("check", "settle", "stats"):
        ran = door(command, ".")
        assert ran.status == 1
        assert "internal error" not in ran.err
