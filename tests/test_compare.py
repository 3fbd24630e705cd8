"""Other rules: what they change, and which of them a record fits, held against an independent dealer."""

import json
import random
import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import dealer
import pytest

import pontoon_ledger as pontoon
from pontoon_ledger import inference
from pontoon_ledger.compare import Setting, setting_of, under_rules, what_if
from pontoon_ledger.inference import Conclusion, Inference, infer
from pontoon_ledger.records.model import Records
from pontoon_ledger.render.comparing import verdict
from pontoon_ledger.rules import OPTIONS, OptionError, Value

UNCOUNTED = ("P105", "P303", "P304")
OF_ALL = ("session", "session_no", "file", "file_no", "deal_idx")
"""Columns of a finding that say which of several records it is of."""
HEAD = "session: Friday\nplayers: [Ann, Bob, Cat]\nbank: Ann\n"
TIE = "  - hands:\n      Bob: bet 0.20, Th 7d, stick, push\n      Cat: bet 0.10, Tc 9d, stick, won 0.10\n"
TIE += "      Ann: Ts 7s, stick\n"
SHOWN = "  - hands:\n      Bob: bet 0.20, Th 7d, lost 0.40\n      Ann: As Ks\n"


def night(
    seed: int, rules: dict[str, Value], *, deals: int = 40, recorded: str = "pagat"
) -> tuple[dealer.Session, str]:
    """A night played by some rules, and its record under the name of others."""
    played = dealer.play_session(
        random.Random(seed), deals=deals, players=5, rules=rules, name="night", pay=1.0, write_shuffled=0.5
    )
    text = re.sub(r"^rules:.*\n", "", dealer.to_yaml(played), flags=re.M)
    return played, f"rules: {recorded}\n{text}"


def records_of(folder: Path, text: str) -> Records:
    path = folder / "night.yaml"
    path.write_text(text, encoding="utf-8")
    return pontoon.read(path)


def inferred(folder: Path, text: str) -> Inference:
    return infer(records_of(folder, text))


def settings(found: Inference) -> list[Setting]:
    return [candidate.setting for candidate in found.best]


def found_under(folder: Path, text: str, settings: Iterable[Setting]) -> list[list[dict[str, Any]]]:
    """What a plain audit finds but for UNCOUNTED, the night recorded under each of these: the slow way."""
    folder = folder / "under"
    folder.mkdir()
    chosen = list(settings)
    for number, setting in enumerate(chosen):
        rules = json.dumps({"base": "pagat", **dict(setting)})
        head = text.replace("session: night", f"session: night {number}").replace(
            "rules: pagat", f"rules: {rules}"
        )
        assert head.count(f"night {number}") == head.count(rules) == 1
        (folder / f"{number:04}.yaml").write_text(head, encoding="utf-8")
    found: list[list[dict[str, Any]]] = [[] for _ in chosen]
    for row in pontoon.audit(pontoon.read(folder)).findings.iter_rows(named=True):
        if row["code"] not in UNCOUNTED:
            found[row["session_no"]].append({name: cell for name, cell in row.items() if name not in OF_ALL})
    return found


def left(found: list[dict[str, Any]]) -> tuple[int, int]:
    """How many errors and warnings these are."""
    severities = [row["severity"] for row in found if row["code"][1] not in "06" and row["waived"] is None]
    return severities.count("E"), severities.count("W")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("ties", "push"),
        ("pontoon_pays", 3),
        ("peek", False),
        ("stick_on", 0),
        ("shuffle_after", "player_pontoon"),
        ("burn", "13_14"),
    ],
)
def test_a_house_rule_is_inferred_back(tmp_path: Path, option: str, value: Value) -> None:
    _, text = night(11, {option: value})
    found = inferred(tmp_path, text)
    assert ((option, value),) in settings(found)
    assert found.best[0].left == (0, 0) < found.written.left
    assert {name for setting in settings(found) for name, _ in setting} == {option}
    assert found.conclusion in {Conclusion.EXPLAINED, Conclusion.TIED, Conclusion.TOO_FEW}


@pytest.mark.parametrize(
    "planted",
    [
        {"ties": "push", "pontoon_pays": 3},
        {"stick_on": 0, "five_card_pays": 1},
        {"burn": "14", "ties": "push"},
    ],
)
def test_two_house_rules_are_inferred_back(tmp_path: Path, planted: dict[str, Value]) -> None:
    _, text = night(5, planted, deals=70)
    found = inferred(tmp_path, text)
    sets = [dict(setting) for setting in settings(found)]
    assert planted in sets
    assert all(each.keys() == planted.keys() for each in sets)
    assert found.best[0].left == (0, 0)
    rests = found.resting(next(c for c in found.best if dict(c.setting) == planted))
    assert rests.keys() == planted.keys()
    assert all(len(deals) >= inference.FEW_DEALS for deals in rests.values())


def test_other_rules_may_be_the_ground(tmp_path: Path) -> None:
    _, text = night(
        3, {"pontoon_pays": 3}, recorded="{base: gamerules, shuffle_after: any_pontoon, stick_on: 0}"
    )
    assert (("pontoon_pays", 3),) in settings(inferred(tmp_path, text))


@pytest.mark.parametrize("seed", range(2))
def test_figures_are_those_of_plain_audits(tmp_path: Path, seed: int) -> None:
    _, text = night(seed, dealer.random_rules(random.Random(seed), exclude=("shoot",)), deals=12)
    found = inferred(tmp_path, text)
    chosen = [c for n, c in enumerate(found.candidates) if n < 3 or n % 12 == 0]
    plain = found_under(tmp_path, text, (c.setting for c in chosen))
    assert [c.left for c in chosen] == [left(one) for one in plain]
    assert [c.left for c in found.candidates] == sorted(c.left for c in found.candidates)


def test_a_pair_left_out_would_not_have_been_best(tmp_path: Path) -> None:
    _, text = night(8, {"peek": False, "banker_pontoon": 1, "split": "aces"}, deals=12)
    records = records_of(tmp_path, text)
    chosen = ("peek", "banker_pontoon", "split", "bank_passes", "ties", "stick_on", "shuffle_after")
    singles = [(name, value) for name in chosen for value in OPTIONS[name][1:]]
    pairs = [(a, b) for a, b in combinations(singles, 2) if a[0] != b[0]]
    assert infer(records).best[0].left == min(c.left for c in inference._try_all(records, pairs))


@pytest.mark.parametrize("seed", range(2))
def test_what_the_record_is_silent_about_changes_nothing(tmp_path: Path, seed: int) -> None:
    _, text = night(seed, {"ties": "push"}, deals=12)
    found = inferred(tmp_path, text)
    assert found.silent
    settings: list[Setting] = [(), *(((name, OPTIONS[name][-1]),) for name in found.silent)]
    before, *after = found_under(tmp_path, text, settings)
    assert before
    for name, findings in zip(found.silent, after, strict=True):
        assert not any(name in dict(c.setting) for c in found.candidates)
        assert findings == before, name


def test_a_rule_that_never_came_up_is_not_claimed(tmp_path: Path) -> None:
    _, text = night(2, {"royal": True}, deals=8)
    found = inferred(tmp_path, text)
    assert "royal" in found.silent
    assert found.conclusion == Conclusion.CONSISTENT
    assert found.best[0] == found.written
    assert any("says nothing about" in line and "royal" in line for line in verdict(found))


def test_a_stricter_table_is_not_told_from_the_rules_as_written(tmp_path: Path) -> None:
    _, text = night(4, {"stick_on": 16}, deals=30)
    found = inferred(tmp_path, text)
    assert found.conclusion == Conclusion.CONSISTENT
    assert "stick_on" in found.silent


def test_a_clean_record_fits_looser_rules_as_well(tmp_path: Path) -> None:
    _, text = night(4, {}, deals=30)
    found = inferred(tmp_path, text)
    assert found.conclusion == Conclusion.CONSISTENT
    assert {(), (("stick_on", 0),)} <= set(settings(found))
    assert (("stick_on", 16),) not in settings(found)
    said = " ".join(verdict(found))
    assert "consistent with its own rules, so no others can be inferred" in said
    assert "consistent as well with" in said
    assert "stick_on 0" in said


@pytest.mark.parametrize(("times", "conclusion"), [(2, Conclusion.TOO_FEW), (3, Conclusion.EXPLAINED)])
def test_too_few_deals_are_no_proof(tmp_path: Path, times: int, conclusion: Conclusion) -> None:
    found = inferred(tmp_path, f"{HEAD}deals:\n{TIE * times}")
    assert settings(found) == [(("ties", "push"),)]
    assert [deal.deal for deal in found.telling(found.best[0], found.written)] == ["1", "2", "3"][:times]
    assert found.conclusion == conclusion
    assert ("too few to claim it" in " ".join(verdict(found))) is (times < 3)


def test_settings_that_fit_alike_are_all_named(tmp_path: Path) -> None:
    deals = SHOWN + (SHOWN + "    shuffled: no\n") * 3
    found = inferred(
        tmp_path,
        f"{HEAD}rules: {{packs: 2}}\ndeals:\n{deals}".replace("As Ks", "A K").replace("Th 7d", "T 7"),
    )
    assert settings(found) == [(("shuffle_after", "bank_change"),), (("shuffle_after", "player_pontoon"),)]
    assert found.conclusion == Conclusion.TIED
    assert found.telling(*found.best) == ()
    said = verdict(found)
    assert said[0].startswith("2 settings fit equally well and leave nothing")
    assert "No deal tells them apart: the record does not decide between them." in said


def test_mistakes_are_not_made_into_a_rule(tmp_path: Path) -> None:
    spoilt = TIE.replace("won 0.10", "won 0.30").replace("push", "lost 0.20")
    found = inferred(tmp_path, f"{HEAD}deals:\n{spoilt * 3}")
    assert found.conclusion == Conclusion.UNEXPLAINED
    assert found.best[0] == found.written
    assert "looks like mistakes" in verdict(found)[0]


def test_what_is_left_is_said(tmp_path: Path) -> None:
    spoilt = TIE.replace("won 0.10", "won 0.30")
    found = inferred(tmp_path, f"{HEAD}deals:\n{TIE * 3}{spoilt}")
    assert found.conclusion == Conclusion.PARTLY
    assert (found.written.left, found.best[0].left) == ((5, 0), (1, 0))
    assert any("does not explain everything" in line for line in verdict(found))


def test_faults_tallies_and_rulings_do_not_count(tmp_path: Path) -> None:
    faulty = TIE.replace("Th 7d", "Zz 7d") + "    tally: {Bob: 99.00}\n"
    ruled = TIE + "    waive: {P301: as agreed, P302: as agreed}\n"
    found = inferred(tmp_path, f"{HEAD}deals:\n{faulty}{ruled}")
    assert found.written.left == (0, 0)
    assert found.conclusion == Conclusion.CONSISTENT


def test_a_record_without_deals_shows_nothing(tmp_path: Path) -> None:
    found = inferred(tmp_path, f"{HEAD}deals:\n  - gap: true\n    bank: Ann\n")
    assert found.conclusion == Conclusion.EMPTY
    assert verdict(found) == ["There is nothing to infer: the record holds no deals."]


def test_sessions_are_taken_together(tmp_path: Path) -> None:
    for name in ("Friday", "Saturday"):
        text = f"{HEAD.replace('Friday', name)}deals:\n{TIE * 2}"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = infer(pontoon.read(tmp_path))
    assert found.conclusion == Conclusion.EXPLAINED
    assert found.telling(found.best[0], found.written)[2] == ("Saturday", "1")
    assert any("All 2 sessions" in line for line in verdict(found))
    assert "Saturday 1" in " ".join(verdict(found))


def test_pairs_left_out_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, text = night(5, {"ties": "push", "pontoon_pays": 3}, deals=40)
    monkeypatch.setattr(inference, "MOST_PAIRS", 1)
    found = inferred(tmp_path, text)
    assert found.untried > 0
    assert any("went untried" in line for line in verdict(found))


@pytest.mark.parametrize("seed", range(3))
def test_under_the_rules_played_balances_are_the_dealers(tmp_path: Path, seed: int) -> None:
    rules: dict[str, Value] = {"ties": "push", "pontoon_pays": 3, "peek": False}
    played, text = night(seed, rules)
    text = re.sub(r"^paid:.*\n", "", text, flags=re.M)
    before = pontoon.audit(records_of(tmp_path, text))
    found = what_if(before, tuple(rules.items()))
    balances = {b["player"]: b["balance"] for b in pontoon.settle(found.after).balances.iter_rows(named=True)}
    assert {name: due for name, due in balances.items() if due} == {
        n: due for n, due in played.net.items() if due
    }
    assert found.come.is_empty()
    assert len(found.gone) == len(before.findings) - len(found.after.findings) > 0
    assert sum(found.balances["after"] - found.balances["before"]) == 0


def test_a_finding_that_stays_may_say_otherwise(tmp_path: Path) -> None:
    text = (
        f"{HEAD}deals:\n  - hands:\n      Bob: bet 0.20, As Kd, pontoon, won 0.20\n      Ann: Th 7d, stick\n"
    )
    before = pontoon.audit(records_of(tmp_path, text))
    found = what_if(before, (("pontoon_pays", 3),))
    assert (len(found.gone), len(found.come), len(found.altered)) == (0, 0, 1)
    assert "0.40 is due" in found.altered["message_before"][0]
    assert "0.60 is due" in found.altered["message"][0]
    assert dict(found.balances.select("player", "after").iter_rows()) == {"Ann": -60, "Bob": 60}
    assert what_if(before, (("ties", "push"),)).same


def test_options_go_on_top_and_presets_replace(tmp_path: Path) -> None:
    records = records_of(tmp_path, f"{HEAD}rules: {{base: school, ties: push}}\ndeals:\n{TIE}")
    added = under_rules(records, setting_of("peek=no, stick_on: any")).sessions.row(0, named=True)
    assert (added["burn"], added["ties"], added["peek"], added["stick_on"]) == ("13", "push", False, 0)
    replaced = under_rules(records, setting_of("{base: pagat, split: aces}")).sessions.row(0, named=True)
    assert (replaced["burn"], replaced["ties"], replaced["split"]) == ("off", "banker", "aces")
    with pytest.raises(OptionError):
        setting_of("ties=maybe")
