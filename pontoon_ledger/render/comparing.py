"""Other rules compared in words: what they change, and which of them fit a record.

In: a `WhatIf` or an `Inference`. Out: tables, JSON shapes, and sentences that say no more than the
record shows.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from pontoon_ledger.codes import CODES
from pontoon_ledger.compare import Setting, spoken_setting
from pontoon_ledger.inference import FEW_DEALS, Conclusion
from pontoon_ledger.render.coining import told_apart
from pontoon_ledger.render.shapes import amount, findings_shape
from pontoon_ledger.render.table import Column, Table, count, money, words
from pontoon_ledger.render.text import clean, many, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import polars as pl

    from pontoon_ledger.compare import WhatIf
    from pontoon_ledger.inference import Candidate, DealName, Inference

_MOST_SHOWN = 8
_MOST_ROWS = 12
_FINDING = ("code", "severity", "file", "line", "column", "session", "deal", "player", "hand", "message")
_BALANCE = ("player", "account", "currency", "before", "after", "difference")


def listed(names: Sequence[str], most: int | None = _MOST_SHOWN, mark: str = ", ") -> str:
    """Names in a row, the first of them where they are many.

    >>> listed(["1", "2", "3"], 2)
    '1, 2 and 1 more'
    """
    if most is None or len(names) <= most:
        return mark.join(names)
    return f"{mark.join(names[:most])} and {len(names) - most} more"


def _changes(found: WhatIf) -> tuple[tuple[str, pl.DataFrame], ...]:
    return ("goes", found.gone), ("comes", found.come), ("says otherwise", found.altered)


def _by_code(found: WhatIf) -> list[tuple[str, str, int, str]]:
    """Findings that come and go by code: how many, and where, a file named once."""
    groups = []
    for change, findings in _changes(found):
        for code in sorted(findings["code"].unique()):
            files: dict[str, list[str]] = {}
            for row in findings.filter(findings["code"] == code).iter_rows(named=True):
                at = ":".join(str(part) for part in (row["line"], row["column"]) if part)
                waived = " (waived)" if row["waived"] is not None else ""
                files.setdefault(row["file"] or "the command line", []).append(at + waived)
            where = "; ".join(f"{file} {', '.join(places)}" for file, places in files.items())
            groups.append((change, code, sum(map(len, files.values())), where))
    return groups


def changes_table(found: WhatIf) -> Table:
    """Set findings that come and go in a table, a row a code."""
    rows = [(change, code, CODES[code].title, n, where) for change, code, n, where in _by_code(found)]
    columns = (words("change"), words("code"), words("finding"), count("count"), words("where"))
    return Table(columns, tuple(rows))


def change_lines(found: WhatIf, room: int) -> list[str]:
    """Tell findings that come and go on a screen of `room` columns."""
    lines = []
    for change, code, n, where in _by_code(found):
        lines.append(f"{change}: {code} {CODES[code].title} ({n})")
        lines += [f"    {line}" for line in wrap(clean(where), room - 4)]
    return lines


def changed_balances(found: WhatIf) -> Table:
    """Balances that change: before, after, and by how much."""
    rows = []
    coined = told_apart(found.balances)["currency"]
    for row, coin in zip(balance_shapes(found), coined, strict=True):
        name = f"the {row['player']}" if row["account"] else row["player"]
        told = f"{name} ({coin})" if coin else name
        gain = row["difference"]
        signed = gain if gain is None or gain.startswith("-") else f"+{gain}"
        rows.append((told, row["before"], row["after"], signed))
    return Table((words("player"), *map(money, _BALANCE[-3:])), tuple(rows))


def balance_shapes(found: WhatIf) -> list[dict[str, Any]]:
    """Shape the balances that change; amounts are decimal strings, null where not known."""
    shapes = []
    for row in found.balances.iter_rows(named=True):
        before, after = row["before"], row["after"]
        gain = None if before is None or after is None else after - before
        amounts = (amount(each, row["decimals"]) for each in (before, after, gain))
        shapes.append(
            dict(zip(_BALANCE, (row["player"], row["account"], row["currency"], *amounts), strict=True))
        )
    return shapes


def whatif_shape(found: WhatIf, setting: Setting, *, complete: bool) -> dict[str, Any]:
    """Shape a comparison for JSON."""
    altered = findings_shape(found.after, found.altered)
    old = found.altered["message_before"].to_list()
    return {
        "complete": complete,
        "rules": dict(setting),
        "gone": findings_shape(found.before, found.gone),
        "come": findings_shape(found.after, found.come),
        "altered": [shape | {"message_before": was} for shape, was in zip(altered, old, strict=True)],
        "balances": balance_shapes(found),
    }


def whatif_table(found: WhatIf) -> Table:
    """Put findings and balances that change into one table, as a spreadsheet wants them."""
    keys = ("change", *_FINDING, "account", "currency", "before", "after", "difference")
    shapes: list[Mapping[str, Any]] = [
        {"change": change, **row}
        for change, findings in _changes(found)
        for row in findings.iter_rows(named=True)
    ]
    shapes += [{"change": "balance", **row} for row in balance_shapes(found)]
    return Table(tuple(map(words, keys)), tuple(tuple(row.get(key) for key in keys) for row in shapes))


def _names(inference: Inference, deals: Iterable[DealName]) -> list[str]:
    """Call deals by their labels, and by their sessions where there are several."""
    single = len({deal.session for deal in inference.deals}) <= 1
    return [deal.deal if single else f"{deal.session} {deal.deal}" for deal in deals]


def candidates_table(inference: Inference, most: int | None = _MOST_SHOWN) -> Table:
    """Rank the settings; with `most` only those that fit no worse than the rules as written."""
    shown = inference.candidates
    if most is not None:
        shown = tuple(c for c in shown if c.left <= inference.written.left)
        head = shown[: _MOST_ROWS - 1] if inference.written not in shown[:_MOST_ROWS] else shown[:_MOST_ROWS]
        shown = head if inference.written in head else (*head, inference.written)
    rows = []
    for each in shown:
        deals = listed(_names(inference, inference.telling(each, inference.written)), most)
        rows.append((str(each), each.errors, each.warnings, deals))
    told = Column("deals", "told from the rules as written by deal")
    return Table((words("setting"), count("errors"), count("warnings"), told), tuple(rows))


def verdict(inference: Inference) -> list[str]:
    """What the record shows of its rules, in sentences that claim no more."""
    conclusion, best = inference.conclusion, inference.best
    if conclusion == Conclusion.EMPTY:
        return ["There is nothing to infer: the record holds no deals."]
    if conclusion in {Conclusion.CONSISTENT, Conclusion.UNEXPLAINED}:
        lines = _as_written(inference)
    else:
        lines = [*_fit(inference), *_grounds(inference)]
        if len(best) == 1 and conclusion != Conclusion.TOO_FEW:
            lines.append("That is what fits the record, which is not yet what the table agreed.")
    if inference.silent:
        lines.append(f"The record says nothing about {listed(inference.silent, None)}.")
    if inference.untried:
        lines.append(f"{many(inference.untried, 'less promising pair')} of options went untried.")
    sessions = len({deal.session for deal in inference.deals})
    if sessions > 1:
        lines.append(f"All {sessions} sessions are taken to have been played by one setting.")
    return lines


def _as_written(inference: Inference) -> list[str]:
    """Where nothing fits better than the rules as written."""
    others = [str(c) for c in inference.best if c != inference.written]
    if inference.conclusion == Conclusion.CONSISTENT:
        lines = ["The record is consistent with its own rules, so no others can be inferred from it."]
        return [*lines, f"It is consistent as well with {listed(others, mark='; ')}."] if others else lines
    lines = [
        f"No setting that was tried leaves less than the rules as written, {_left(inference.written)}: what "
        "pontoon check reports looks like mistakes, or like a house rule that no option knows."
    ]
    return [*lines, f"As much is left by {listed(others, mark='; ')}."] if others else lines


def _fit(inference: Inference) -> list[str]:
    best, written = inference.best, _left(inference.written)
    left = _left(best[0])
    if len(best) == 1:
        lines = [f"{best[0]} fits best: it leaves {left}, the rules as written {written}."]
    else:
        said = listed([str(c) for c in best], mark="; ")
        lines = [
            f"{len(best)} settings fit equally well and leave {left}, the rules as written {written}: {said}."
        ]
        lines += [
            line for one, other in _pairs(best) for line in [_told_apart(inference, one, other)] if line
        ]
        if not any(one.apart(other) for one, other in combinations(best, 2)):
            lines.append("No deal tells them apart: the record does not decide between them.")
    if any(best[0].left):
        lines.append("So it does not explain everything; what is left may be mistakes, or yet another rule.")
    return lines


def _grounds(inference: Inference) -> list[str]:
    """On how many deals each option of the best settings rests, and which on too few."""
    rests: dict[str, tuple[DealName, ...]] = {}
    for each in inference.best[:_MOST_SHOWN]:
        for (name, value), deals in zip(each.setting, inference.resting(each).values(), strict=True):
            rests.setdefault(spoken_setting(((name, value),)), deals)
    lines = []
    for option, deals in rests.items():
        told = f"{option} rests on {many(len(deals), 'deal')}: {listed(_names(inference, deals))}"
        few = "; that is too few to claim it, a slip of the pen would look the same"
        lines.append(f"{told}{few if len(deals) < FEW_DEALS else ''}.")
    return lines


def _left(candidate: Candidate) -> str:
    """Say what a setting leaves."""
    counts = ((candidate.errors, "error"), (candidate.warnings, "warning"))
    said = [many(n, thing) for n, thing in counts if n]
    if candidate.lost:
        said.append(f"{many(candidate.lost, 'deal')} no longer judged in full")
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said) or "nothing"


def _pairs(best: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    return list(combinations(best[:4], 2))


def _told_apart(inference: Inference, one: Candidate, other: Candidate) -> str | None:
    deals = _names(inference, inference.telling(one, other))
    noun = "deal" if len(deals) == 1 else "deals"
    return f"{one} and {other} are told apart by {noun} {listed(deals)}." if deals else None


def infer_shape(inference: Inference, *, complete: bool) -> dict[str, Any]:
    """Shape an inference for JSON; `apart` names the deals for every two of the best settings."""
    best = inference.best
    return {
        "complete": complete,
        "conclusion": inference.conclusion.value,
        "verdict": verdict(inference),
        "deals": len(inference.deals),
        "written": _candidate_shape(inference, inference.written),
        "best": [dict(c.setting) for c in best],
        "apart": [
            {"one": dict(a.setting), "other": dict(b.setting), "deals": _deals(inference.telling(a, b))}
            for a, b in combinations(best, 2)
        ],
        "candidates": [_candidate_shape(inference, c) for c in inference.candidates],
        "silent": list(inference.silent),
        "untried": inference.untried,
    }


def _candidate_shape(inference: Inference, candidate: Candidate) -> dict[str, Any]:
    rests = inference.resting(candidate) if candidate.setting else {}
    return {
        "setting": dict(candidate.setting),
        "errors": candidate.errors,
        "warnings": candidate.warnings,
        "unjudged": candidate.lost,
        "told_by": _deals(inference.telling(candidate, inference.written)),
        "rests_on": {name: _deals(deals) for name, deals in rests.items()},
    }


def _deals(deals: Iterable[DealName]) -> list[dict[str, str]]:
    return [deal._asdict() for deal in deals]
