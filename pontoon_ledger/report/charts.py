"""What Vega-Lite draws: lines of balances, a map of who won from whom, shares with their intervals.

In: the people with their looks, the decimals of the currency. Out: specifications by Altair that name their
data and hold none, so that many charts can share one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import altair as alt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pontoon_ledger.report.looks import Look

Spec = dict[str, Any]

_STRIP = 18
_HEIGHT = 300
_ROW = 30
_INK, _SOFT, _RULE, _ACCENT = "var(--ink)", "var(--soft)", "var(--rule)", "var(--accent)"
_LABELS = 110
_NARROW = 18
"""Less room than that for a total, and only every other is named."""

_HANDS = 84
"""Room for the names of hands, the same for all maps so that their columns stand below each other."""


CONFIG: Spec = {
    "background": None,
    "font": "system-ui, sans-serif",
    "aria": False,
    "view": {"stroke": None},
    "axis": {
        "domainColor": _RULE,
        "gridColor": _RULE,
        "tickColor": _RULE,
        "labelColor": _SOFT,
        "titleColor": _SOFT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": _LABELS,
    },
}
"""What all charts have in common; the colours are variables of the style sheet."""

TONES = {
    "won": "var(--won)",
    "lost": "var(--lost)",
    "even": "var(--even)",
    "open": "var(--even)",
    "none": "transparent",
}
"""The colours of the map, by what a cell says."""


PLAYS = {
    "B": "var(--p0)",
    "b": "var(--p6)",
    "T": "var(--p4)",
    "S": "var(--p1)",
    "P": "var(--p3)",
    "X": "var(--p2)",
}
"""The colours of what to do, by its letter."""


@cache
def lines(
    people: tuple[Look, ...],
    decimals: int,
    *,
    along: str = "deal",
    days: tuple[int, ...] | None = None,
    banks: bool = False,
) -> Spec:
    """Draw running balances; `banks` with a strip of who held the bank and a line where it moved.

    Along deals (or what `along` says), or along dates, of which `days` (counted from 1970) are named.

    Data `course`: a row a place with `x`, `label`, `mark` (whether to draw the marks there) and a balance in
    minor units for each key; `who`: key and name; `banks`: `start`, `end`, `key`, `name`.

    >>> spec = lines((), 2, banks=True)
    >>> [layer["mark"]["type"] for layer in spec["layer"]]
    ['rule', 'rect', 'text', 'rule', 'line', 'point', 'point']
    """
    keys = [one.key for one in people]
    colours = _scale(keys, [one.colour for one in people])
    colour = alt.Color("key:N", scale=colours, legend=None)
    dash = alt.StrokeDash("key:N", scale=_scale(keys, [list(one.dash) for one in people]), legend=None)
    shape = alt.Shape("key:N", scale=_scale(keys, [one.shape for one in people]), legend=None)
    minor = 10**decimals
    x = _along(along, days)
    y = alt.Y(
        "value:Q",
        scale=alt.Scale(range=[_HEIGHT, _STRIP + 8 if banks else 0]),
        axis=alt.Axis(title=None, labelExpr=f"format(datum.value / {minor}, ',.{decimals}f')", tickCount=6),
    )
    course = (
        alt.Chart(alt.NamedData("course"))
        .transform_fold([*keys], as_=["key", "value"])
        .transform_filter("isValid(datum.value)")
        .transform_lookup("key", from_=alt.LookupData(alt.NamedData("who"), key="key", fields=["name"]))
        .transform_calculate(
            told=f"datum.name + ', ' + datum.label + ': ' + format(datum.value / {minor}, '+,.{decimals}f')"
        )
        .encode(x=x, y=y, detail="key:N")
    )
    zero = alt.Chart(alt.NamedData("zero")).mark_rule(stroke=_SOFT).encode(y=alt.Y("value:Q"))
    layers: list[Any] = [
        zero,
        *(_banks(colours) if banks else []),
        course.mark_line(strokeWidth=2, interpolate="linear").encode(color=colour, strokeDash=dash),
        course.transform_filter("datum.mark")
        .mark_point(filled=True, size=55, opacity=1)
        .encode(color=colour, shape=shape),
        course.mark_point(size=260, opacity=0, filled=True).encode(tooltip="told:N"),
    ]
    return _spec(alt.layer(*layers), _HEIGHT)


def _along(title: str, days: tuple[int, ...] | None) -> alt.X:
    if days is None:
        axis = alt.Axis(title=title, grid=False, format="d", tickMinStep=1, labelOverlap=True)
        return alt.X("x:Q", scale=alt.Scale(nice=False), axis=axis)
    told = "utcFormat(86400000 * datum.value, '%-d %b %y')"
    axis = alt.Axis(title=None, grid=False, labelExpr=told, values=list(days), labelOverlap=True)
    return alt.X("x:Q", scale=alt.Scale(nice=False, zero=False), axis=axis)


def _banks(colours: alt.Scale) -> list[Any]:
    """Mark who held the bank: a strip at the top with names where there is room, a line at each change."""
    held = alt.Chart(alt.NamedData("banks"))
    start, end = alt.X("start:Q"), alt.X2("end:Q")
    top, foot = alt.value(0), alt.value(_STRIP)
    room = "scale('x', datum.end) - scale('x', datum.start)"
    fill = alt.Fill("key:N", scale=colours, legend=None)
    return [
        held.mark_rect(fillOpacity=0.25, stroke=_RULE).encode(
            x=start, x2=end, y=top, y2=foot, fill=fill, tooltip="told:N"
        ),
        held.mark_text(
            align="left",
            dx=4,
            fontSize=11,
            color=_INK,
            text=alt.ExprRef(f"{room} < 26 ? '' : datum.name"),
            limit=alt.ExprRef(f"max({room} - 7, 1)"),
        ).encode(x=start, y=alt.value(_STRIP / 2)),
        held.mark_rule(strokeDash=[2, 3], stroke=_SOFT, opacity=alt.ExprRef("datum.change ? 1 : 0")).encode(
            x=start, y=alt.value(_STRIP), y2=alt.value(_HEIGHT)
        ),
    ]


@cache
def heat(people: int, longest: int) -> Spec:
    """Draw what each player won from each banker; where there is no room for the `longest` amount, its sign.

    Data `cells`, a row for each pair in order: `player`, `banker`, `amount`, `sign`, `tone`, `weight`
    (0 to 1), `told`.

    >>> heat(3, 6)["height"]
    90
    """
    left = alt.Axis(title="player", domain=False, ticks=False)
    top = alt.Axis(title="banker", domain=False, ticks=False, orient="top", labelAngle=-90, labelLimit=90)
    cells = alt.Chart(alt.NamedData("cells")).encode(
        x=alt.X("banker:N", sort=None, axis=top, scale=alt.Scale(paddingInner=0.06)),
        y=alt.Y("player:N", sort=None, axis=left, scale=alt.Scale(paddingInner=0.06)),
        tooltip="told:N",
    )
    tone = alt.Fill("tone:N", scale=_scale(list(TONES), list(TONES.values())), legend=None)
    weight = alt.FillOpacity("weight:Q", scale=alt.Scale(domain=[0, 1], range=[0.1, 0.5]), legend=None)
    size = f"min(12, bandwidth('x') / {0.62 * max(longest, 1):.2f})"
    return _spec(
        alt.layer(
            cells.mark_rect(cornerRadius=2).encode(fill=tone, fillOpacity=weight),
            cells.mark_text(
                color=_INK,
                fontSize=alt.ExprRef(f"{size} < 9 ? 12 : {size}"),
                text=alt.ExprRef(f"{size} < 9 ? datum.sign : datum.amount"),
            ),
        ),
        _ROW * people,
    )


@cache
def plays(rows: int, across: tuple[str, ...]) -> Spec:
    """Draw what to do best as a letter on a colour, the deeper the more the next best would give away.

    Data `cells`, a row for each cell: `hand` (its row, in order), `total` (one of `across`), `letter`,
    `weight` (0 to 1), `told`.

    >>> plays(2, ("4", "5"))["height"]
    60
    """
    left = alt.Axis(title=None, domain=False, ticks=False, labelPadding=6, minExtent=_HANDS, maxExtent=_HANDS)
    top = alt.Axis(
        title=None,
        domain=False,
        ticks=False,
        orient="top",
        labelAngle=0,
        labelFontSize=11,
        labelExpr=f"bandwidth('x') < {_NARROW} && toNumber(datum.value) % 2 ? '' : datum.label",
    )
    gap = alt.Scale(domain=list(across), paddingInner=0.06)
    cells = alt.Chart(alt.NamedData("cells")).encode(
        x=alt.X("total:N", axis=top, scale=gap),
        y=alt.Y("hand:N", sort=None, axis=left, scale=alt.Scale(paddingInner=0.06)),
        tooltip="told:N",
    )
    fill = alt.Fill("letter:N", scale=_scale(list(PLAYS), list(PLAYS.values())), legend=None)
    weight = alt.FillOpacity("weight:Q", scale=alt.Scale(domain=[0, 1], range=[0.1, 0.5]), legend=None)
    letter = cells.mark_text(color=_INK, fontSize=alt.ExprRef("min(13, 0.85 * bandwidth('x'))"))
    return _spec(
        alt.layer(
            cells.mark_rect(cornerRadius=2).encode(fill=fill, fillOpacity=weight),
            letter.encode(text="letter:N"),
        ),
        _ROW * rows,
    )


@cache
def shares(rows: int) -> Spec:
    """Draw shares with their intervals beside a line for what was to be expected.

    Data `shares`: `name`, `share`, `low`, `high`, `told`; `expected`: `share`, `told`.

    >>> shares(2)["height"]
    52
    """
    each = alt.Chart(alt.NamedData("shares")).encode(
        y=alt.Y("name:N", sort=None, axis=alt.Axis(title=None, domain=False, ticks=False, labelPadding=9)),
        tooltip="told:N",
    )
    axis = alt.Axis(title=None, format=".0%", tickCount=5)
    return _spec(
        alt.layer(
            each.mark_rule(stroke=_SOFT, strokeWidth=2).encode(x=alt.X("low:Q", axis=axis), x2="high:Q"),
            alt.Chart(alt.NamedData("expected"))
            .mark_rule(stroke=_ACCENT, strokeWidth=2, strokeDash=[5, 3])
            .encode(x="share:Q", tooltip="told:N"),
            each.mark_point(filled=True, size=80, opacity=1, color=_INK).encode(x="share:Q"),
        ),
        26 * rows,
    )


def _scale(domain: Sequence[Any], values: Sequence[Any]) -> alt.Scale:
    return alt.Scale(domain=list(domain), range=list(values))


def _spec(chart: alt.LayerChart | alt.FacetChart, height: int) -> Spec:
    """Finish a chart: as wide as its place, without what only Altair's own themes want."""
    wide = chart.properties(
        width="container", height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding")
    )
    spec: Spec = wide.to_dict(validate=False)
    spec.pop("config", None)
    return spec
