"""The page itself: template, style and script put into one file that asks for nothing else.

In: a `Report`. Out: HTML. Every text of a record is escaped where it is printed, and the page's own policy
lets no script run but the ones written here.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

import pontoon_ledger
from pontoon_ledger.render.text import clean
from pontoon_ledger.report.amounts import true_minus
from pontoon_ledger.report.charts import CONFIG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pontoon_ledger.render.table import Column, Table
    from pontoon_ledger.report.model import Figure, Report

_WIDE, _WIDER = 6, 10
_HEADINGS = {"pont": "pontoons", "5ct": "five-card tricks", "bust": "busts", "push": "pushes"}
_HEADINGS |= {"?": "not known", "how ?": "how not known"}
"""Words for headings that a terminal has no room for."""

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def page(report: Report) -> str:
    """Write the page."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, finalize=_shown
    )
    figures = [*report.season, *(one.figure for one in report.evenings if one.figure is not None)]
    figures += [figure for one in report.best for figure in one.figures]
    numbers = {id(figure): number for number, figure in enumerate(figures)}
    library, script, style = library_code(), _part("page.js"), _part("page.css")
    html: str = environment.from_string(_part("page.html.jinja")).render(
        report=report,
        number=lambda figure: numbers[id(figure)],
        grid=_Grid,
        charts=Markup(_as_json(_charts(figures))),
        library=Markup(library),
        script=Markup(script),
        style=Markup(style),
        policy=_policy(scripts=(library, script), style=style),
        version=pontoon_ledger.__version__,
    )
    return html


@cache
def library_code() -> str:
    """The JavaScript that draws the charts: Vega, Vega-Lite and Vega-Embed, as vl-convert brings them."""
    from vl_convert import javascript_bundle

    return javascript_bundle("window.vegaEmbed = vegaEmbed;").replace("</script", "<\\/script")


class _Grid:
    """A table as the template sets it: only what people read, numbers with a true minus."""

    def __init__(self, table: Table, *, matrix: bool = False) -> None:
        self._seen = [at for at, column in enumerate(table.columns) if column.on_screen]
        self.columns = [
            replace(column, heading=_HEADINGS.get(column.heading, column.heading))
            for column in (table.columns[at] for at in self._seen)
        ]
        self.matrix = matrix
        self._rows = table.rows

    @property
    def size(self) -> str:
        """How wide a table is, for the style sheet to say when its rows become blocks."""
        count = len(self.columns)
        return "" if self.matrix or count < _WIDE else "wide" if count < _WIDER else "wider"

    def rows(self) -> Iterable[list[tuple[Column, str]]]:
        """The cells that people read, with their columns."""
        for row in self._rows:
            cells = [row[at] for at in self._seen]
            yield [(c, _said(cell, c)) for c, cell in zip(self.columns, cells, strict=True)]


def _said(cell: Any, column: Column) -> str:
    if cell is None:
        return column.unknown
    text = ("yes" if cell else "no") if isinstance(cell, bool) else str(cell)
    return true_minus(text) if column.right else text


def _shown(value: Any) -> Any:
    """Let no text turn the writing round or hide in it; what is markup already has been made here."""
    return clean(value) if type(value) is str else value


def _part(name: str) -> str:
    return (files("pontoon_ledger.report") / "templates" / name).read_text(encoding="utf-8")


def _charts(figures: list[Figure]) -> dict[str, Any]:
    """Lay out all charts of a page; those that differ only in their data share one specification."""
    shells: list[str] = []
    charts = []
    for figure in figures:
        shell = json.dumps(figure.spec, sort_keys=True)
        if shell not in shells:
            shells.append(shell)
        charts.append([shells.index(shell), _cleaned(figure.data)])
    people = {entry.look.key: entry.name for figure in figures for entry in figure.legend}
    shared = {
        "who": [{"key": key, "name": clean(name)} for key, name in people.items()],
        "zero": [{"value": 0}],
    }
    return {
        "config": CONFIG,
        "shells": [json.loads(one) for one in shells],
        "charts": charts,
        "shared": shared,
    }


def _cleaned(data: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [{key: _shown(value) for key, value in row.items()} for row in rows]
        for name, rows in data.items()
    }


def _as_json(value: Any) -> str:
    r"""Write JSON that no text in it can end.

    >>> print(_as_json(["</script>"]))
    ["\u003c/script\u003e"]
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, escape in _ESCAPES.items():
        text = text.replace(char, escape)
    return text


def _policy(*, scripts: Iterable[str], style: str) -> str:
    """Allow these scripts and this style, by their hashes, and nothing else at all."""
    allowed = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
