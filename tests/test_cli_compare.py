"""`pontoon whatif` and `pontoon infer`: what the screen says, the forms, the ways out."""

import csv
import json

from command import CLEAN, FRIDAY, Door, door

__all__ = ["door"]

TIES = (
    FRIDAY.replace("Kh 7d, stick", "Kh 6c, stick")
    .replace("won 0.20", "won 0.40")
    .replace("lost 0.50", "push")
)
DEAL = TIES[TIES.index("  - hands") :]
PUSHES = TIES + DEAL * 2

CHANGED = """\
goes: P301 the wrong amount was paid (1)
    friday.yaml 10:36

player     before  after  difference
---------  ------  -----  ----------
Ann (GBP)    0.00  -0.50       -0.50
Dan (GBP)   -0.50   0.00       +0.50
"""


def test_what_other_rules_change(door: Door) -> None:
    ran = door("whatif", door.write("friday.yaml", TIES), "--rules", "ties=push")
    assert ran.out == CHANGED
    assert (ran.status, ran.err) == (0, "")


def test_what_comes_is_said_too(door: Door) -> None:
    low = door.write("low.yaml", CLEAN.replace("Th 6d", "Th 5d"))
    ran = door("whatif", low, "--rules", "stick_on=16")
    assert ran.out.startswith("comes: P202 stuck on too low a total (1)\n    low.yaml 10:")
    assert ran.out.endswith("\n\nno balance changes\n")


def test_no_change_is_said(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    for form in ("table", "plain", "markdown"):
        ran = door("whatif", path, "--rules", "split=aces", "--format", form)
        assert ran.out == "split=aces: nothing changes, neither a finding nor a balance\n"
        assert ran.status == 0


def test_json_of_a_comparison(door: Door) -> None:
    path = door.write("friday.yaml", TIES)
    result = json.loads(door("whatif", path, "--rules", "ties=push", "--format", "json").out)
    assert list(result) == ["complete", "rules", "gone", "come", "altered", "balances"]
    assert result["complete"] is True
    assert result["rules"] == {"ties": "push"}
    assert [(row["code"], row["line"]) for row in result["gone"]] == [("P301", 10)]
    assert result["come"] == result["altered"] == []
    money = {"currency": "GBP", "before": "-0.50", "after": "0.00", "difference": "0.50"}
    assert result["balances"][1] == {"player": "Dan", "account": False, **money}
    whole = json.loads(door("whatif", path, "--rules", "school", "--format", "json").out)
    assert len(whole["rules"]) == 22


def test_csv_and_lines_of_a_comparison(door: Door) -> None:
    path = door.write("friday.yaml", TIES)
    ran = door("whatif", path, "--rules", "ties=push", "--format", "csv")
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [row["change"] for row in rows] == ["goes", "balance", "balance"]
    assert (rows[0]["code"], rows[0]["player"], rows[2]["difference"]) == ("P301", "Dan", "0.50")
    plain = door("whatif", path, "--rules", "ties=push", "--format", "plain").out.splitlines()
    assert plain[0].split("\t")[:4] == ["goes", "P301", "E", "friday.yaml"]
    markdown = door("whatif", path, "--rules", "ties=push", "--format", "markdown").out
    assert "| goes | P301 | the wrong amount was paid | 1 | friday.yaml 10:36 |" in markdown


def test_rules_that_cannot_be_read(door: Door) -> None:
    path = door.write("friday.yaml", FRIDAY)
    ran = door("whatif", path, "--rules", "ties=psh")
    assert (ran.status, ran.out) == (2, "")
    assert "ties cannot be 'psh'" in ran.err
    assert "did you mean push?" in ran.err
    ran = door("whatif", path)
    assert ran.status == 2
    assert "--rules" in ran.err


def test_nothing_to_compare(door: Door) -> None:
    for command in (("whatif", "none.yaml", "--rules", "school"), ("infer", "none.yaml")):
        ran = door(*command)
        assert (ran.status, ran.out) == (2, "")
        assert "no session could be read" in ran.err


def test_the_rules_that_fit(door: Door) -> None:
    ran = door("infer", door.write("friday.yaml", PUSHES))
    table, told = ran.out.split("\n\n", 1)
    rows = [row.split("  ") for row in table.splitlines()]
    assert rows[0][-1] == "told from the rules as written by deal"
    assert [cell.strip() for cell in rows[2] if cell] == ["ties push", "0", "0", "1, 2, 3"]
    assert {"the rules as written", "banker_draws_below 16"} <= {row[0] for row in rows}
    said = " ".join(told.split())
    assert said.startswith("ties push fits best: it leaves nothing, the rules as written 3 errors.")
    assert "ties push rests on 3 deals: 1, 2, 3." in said
    assert "The record says nothing about" in said
    assert (ran.status, ran.err) == (0, "")
    ran = door("infer", "friday.yaml", "--rules", "ties=push")
    assert "consistent with its own rules" in ran.out


def test_one_deal_is_too_few(door: Door) -> None:
    said = " ".join(door("infer", door.write("friday.yaml", TIES)).out.split())
    assert "ties push rests on 1 deal: 1; that is too few to claim it" in said
    assert "what fits the record" not in said


def test_json_of_an_inference(door: Door) -> None:
    ran = door("infer", door.write("friday.yaml", PUSHES), "--format", "json")
    result = json.loads(ran.out)
    assert (result["complete"], result["conclusion"], result["deals"]) == (True, "explained", 3)
    assert result["best"] == [{"ties": "push"}]
    assert result["apart"] == []
    deals = [{"session": "friday", "deal": label} for label in ("1", "2", "3")]
    best = {
        "setting": {"ties": "push"},
        "errors": 0,
        "warnings": 0,
        "unjudged": 0,
        "told_by": deals,
        "rests_on": {"ties": deals},
    }
    assert result["candidates"][0] == best
    told = {"setting": {}, "errors": 3, "warnings": 0, "unjudged": 0, "told_by": [], "rests_on": {}}
    assert result["written"] == told
    assert "max_hands" in result["silent"]
    assert result["verdict"][0].startswith("ties push fits best")


def test_csv_and_markdown_of_an_inference(door: Door) -> None:
    path = door.write("friday.yaml", PUSHES)
    rows = list(csv.DictReader(door("infer", path, "--format", "csv").out.splitlines()))
    assert rows[0] == {"setting": "ties push", "errors": "0", "warnings": "0", "deals": "1, 2, 3"}
    assert any(int(row["errors"]) > 3 for row in rows)
    markdown = door("infer", path, "--format", "markdown").out
    assert "| ties push | 0 | 0 | 1, 2, 3 |" in markdown
    assert "\n- ties push fits best" in markdown
    plain = door("infer", path, "--format", "plain").out.splitlines()
    assert plain[0] == "ties push\t0\t0\t1, 2, 3"
    assert plain[-1].startswith("The record says nothing about")


def test_records_with_faults_are_used_and_said_to_be(door: Door) -> None:
    path = door.write("friday.yaml", PUSHES.replace("8h 3c, twist 9h", "8h 3z, twist 9h", 1))
    ran = door("infer", path)
    assert "ties push fits best" in ran.out
    assert ran.status == 1
    assert "friday (friday.yaml) has faults; pontoon check shows them" in ran.err
    result = json.loads(door("whatif", path, "--rules", "ties=push", "--format", "json").out)
    assert result["complete"] is False
    assert len(result["gone"]) == 3
