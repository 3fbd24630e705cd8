"""The page of `pontoon report` in a real browser: drawn, quiet, whole at every width, by hand and by key."""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from browser import PROGRAM, Browser, chromium
from command import FRIDAY
from samples import FOLDER

import pontoon_ledger
from pontoon_ledger.odds import Game
from pontoon_ledger.odds.strategy import strategy_of
from pontoon_ledger.render.strategy import LETTERS
from pontoon_ledger.report.gathering import gather
from pontoon_ledger.report.page import page
from pontoon_ledger.store import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get("CI"), reason="needs Chromium, such as Debian's package chromium"
)

NAMES = (
    "<script>window.stung = 1</script>",
    '"O\'Quote" & <b>bold</b>',
    "\N{RIGHT-TO-LEFT OVERRIDE}evil\N{RIGHT-TO-LEFT ISOLATE}",
    "W" * 200,
    "\N{PLAYING CARD ACE OF SPADES} Ann {{ 7*7 }} </style>",
)
HOSTILE = "</script><script>window.stung = 2</script>"
CUT_OFF = """
[...document.querySelectorAll('body *')].filter((e) => {
  if (!e.checkVisibility() || e.closest('.unseen, thead, .chart svg *, noscript')) return false;
  const box = e.getBoundingClientRect();
  const scrolls = e.closest('.matrix');
  const out = !scrolls && (box.right > innerWidth + 1 || box.left < -1);
  const clipped = e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
    && getComputedStyle(e).overflowX !== 'visible' && !e.matches('.matrix, bdi');
  return out || clipped;
}).map((e) => e.outerHTML.slice(0, 120))
"""
CUT_LABELS = """
[...document.querySelectorAll('.chart svg')].flatMap((svg) => {
  const room = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < room.left - 1 || box.right > room.right + 1 || box.top < room.top - 1
      || box.bottom > room.bottom + 1;
  }).map((text) => text.textContent);
})
"""
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
FOLDED = [0] * 4
"""The maps of the best play are drawn when their fold is opened."""

EACH_CHART = "[...document.querySelectorAll('.chart')].map(c => c.querySelectorAll(%r).length)"


def hostile(number: int) -> str:
    """An evening whose every name tries to be something else than a name; its first payment is wrong."""
    head = {"session": f"{HOSTILE} {number}", "date": f"2026-01-0{number}", "currency": "GBP"}
    low = ("5c 9d", "5d 9h", "5h 9s", "5s 9c")
    deals = []
    for bank in NAMES:
        others = [name for name in NAMES if name != bank]
        plays = {
            name: f"bet 0.20, {cards}, stick, lost 0.20" for name, cards in zip(others, low, strict=True)
        }
        plays[others[0]] = f"bet 0.20, 5c 9d, buy 0.20 4h, stick, won 0.20, note {HOSTILE}"
        deals.append(
            {"deal": f"{HOSTILE}{len(deals)}", "bank": bank, "hands": plays | {bank: "Kh 7d, stick"}}
        )
        deals[-1] |= {"price": "1.00"} if len(deals) > 1 else {}
    return json.dumps(head | {"players": list(NAMES), "deals": deals})


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An evening, a season, and a season of hostile names, as pages."""
    folder = tmp_path_factory.mktemp("pages")
    friday = folder / "friday.yaml"
    friday.write_text(FRIDAY, encoding="utf-8")
    spiteful = [folder / f"hostile{number}.json" for number in (1, 2)]
    for number, path in enumerate(spiteful, 1):
        path.write_text(hostile(number), encoding="utf-8")
    told = {
        "evening": [FOLDER / "kitchen-table.yaml"],
        "season": [FOLDER / "kitchen-table.yaml", FOLDER / "chips.yaml", friday],
        "hostile": spiteful,
    }
    for name, records in told.items():
        with Ledger.memory() as ledger:
            assert ledger.add(pontoon_ledger.audit(pontoon_ledger.read(records))).complete
            (folder / f"{name}.html").write_text(page(gather(ledger)), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in told}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all of this."""
    assert PROGRAM is not None, "CI needs Chromium: apt-get install chromium"
    with chromium() as one:
        yield one


def drawn(browser: Browser, what: str) -> list[int]:
    """How many of these marks each chart has."""
    return list(browser.ask(EACH_CHART % what))


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["evening", "season", "hostile"])
def test_a_page_is_drawn_whole_and_asks_for_nothing(
    browser: Browser, pages: dict[str, Path], name: str, width: int
) -> None:
    browser.open(pages[name], width, scheme="dark" if width == 360 else "light", phone=width == 360)
    browser.ask(OPEN_ALL)
    browser.settle()
    assert set(browser.ask("[...document.querySelectorAll('.chart')].map(c => c.dataset.state)")) == {"drawn"}
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask(CUT_OFF) == []
    assert browser.ask(CUT_LABELS) == []
    assert browser.complaints == []
    assert browser.requests == [pages[name].as_uri()]


def test_everything_that_is_told_is_drawn(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["evening"])
    assert drawn(browser, ".mark-line path") == [5, *FOLDED]
    assert drawn(browser, ".mark-rect path") == [5, *FOLDED]
    assert drawn(browser, ".mark-text.role-mark text") == [5, *FOLDED]
    assert drawn(browser, ".mark-rule.role-mark line") == [1 + 5, *FOLDED]
    assert drawn(browser, ".mark-rule.role-mark line[opacity='0']") == [1, *FOLDED]
    assert drawn(browser, ".mark-symbol path:not([opacity='0'])")[0] >= 5 * 12
    browser.open(pages["season"])
    rows = "[...document.querySelectorAll('figure')[%d].querySelectorAll('tbody tr')]"
    players = browser.ask("document.querySelector('.legend').children.length")
    assert drawn(browser, ".mark-line path")[:2] == [players, 0]
    pairs = drawn(browser, ".mark-rect path:not([fill=transparent])")[1]
    assert pairs == browser.ask(f"{rows % 1}.length")
    for chart, dots in list(enumerate(drawn(browser, ".mark-symbol path")))[2:5]:
        players = "r => r.cells[1].textContent === 'player' && r.cells[3].textContent !== '0'"
        assert dots == browser.ask(f"{rows % chart}.filter({players}).length") + 1


@pytest.mark.parametrize("width", [360, 1280])
def test_the_best_play_is_mapped_cell_by_cell(browser: Browser, pages: dict[str, Path], width: int) -> None:
    browser.open(pages["evening"], width, scheme="light" if width == 360 else "dark", phone=width == 360)
    browser.ask("document.querySelector('#best summary').click()")
    browser.wait("[...document.querySelectorAll('#best .chart')].every(c => c.dataset.state === 'drawn')")
    rows = browser.ask(
        "[...document.querySelectorAll('#best figure')].map(f => f.querySelectorAll('tbody tr').length)"
    )
    lines = strategy_of(Game()).lines
    assert rows == [24, 10, 46, 40]
    assert sum(rows) == len(lines)
    assert drawn(browser, ".mark-rect path")[1:] == rows
    assert drawn(browser, ".mark-rect path:not([fill^='var(--p'])")[1:] == [0] * 4
    letters = browser.ask(
        "[...document.querySelectorAll('#best .mark-text.role-mark text')].map(t => t.textContent)"
    )
    assert Counter(letters) == Counter(LETTERS[line.action] for line in lines)
    assert browser.ask("document.documentElement.scrollWidth") <= width
    assert browser.ask(CUT_OFF) == []
    assert browser.ask(CUT_LABELS) == []
    totals = "[...document.querySelectorAll('#best .chart')[0].querySelectorAll('.role-axis-label text')]"
    assert browser.ask(f"{totals}.filter(t => t.textContent === '15').length") == (width > 360)
    beside = browser.ask(f"{totals}.map(t => t.getBoundingClientRect()).map(b => [b.top, b.left, b.right])")
    for one, other in itertools.pairwise(sorted(beside)):
        assert one[0] != other[0] or one[2] < other[1]


def test_folds_open_by_mouse_and_by_key_and_draw_what_is_in_them(
    browser: Browser, pages: dict[str, Path]
) -> None:
    browser.open(pages["season"])
    fold = "document.querySelector('details.session')"
    assert browser.ask(f"{fold}.querySelector('.chart').dataset.state") is None
    browser.ask(f"{fold}.querySelector('summary').click()")
    browser.wait(f"{fold}.querySelector('.chart').dataset.state === 'drawn'")
    story = "document.querySelector('details.story')"
    browser.ask(f"{story}.querySelector('summary').focus()")
    browser.press("Enter", 13)
    assert browser.ask(f"{story}.open && {story}.querySelector('.culprit').checkVisibility()")
    browser.press("Enter", 13)
    assert not browser.ask(f"{story}.open")
    assert browser.ask("[...document.querySelectorAll('a, summary, .matrix')].every(e => e.tabIndex === 0)")


def test_a_chart_tells_what_the_mouse_is_on(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["hostile"])
    chart = "document.querySelectorAll('.chart')[1]"
    browser.ask(f"{chart}.scrollIntoView()")
    x, y = browser.ask(
        f"(b => [b.x + b.width / 2, b.y + b.height / 2])({chart}.querySelectorAll('.mark-rect path')[1]"
        ".getBoundingClientRect())"
    )
    browser.hover(x, y)
    tooltip = "document.querySelector('#vg-tooltip-element')"
    browser.wait(f"{tooltip}?.checkVisibility({{visibilityProperty: true}})")
    assert browser.ask(f"{tooltip}.textContent") == f"{NAMES[1]} against {NAMES[0]}: +0.80"
    assert browser.ask(f"{tooltip}.children.length") == 0
    assert browser.complaints == []


def test_hostile_names_stay_names_and_no_other_script_can_run(
    browser: Browser, pages: dict[str, Path]
) -> None:
    browser.open(pages["hostile"])
    assert browser.ask("window.stung") is None
    assert browser.ask("document.scripts.length") == 3
    assert browser.ask("document.querySelectorAll('article b, article img').length") == 0
    shown = browser.ask("[...document.querySelectorAll('#settlement tbody th')].map(e => e.textContent)")
    assert sorted(shown) == sorted([*NAMES[:2], "\\u202eevil\\u2067", *NAMES[3:]])
    assert browser.ask(
        "[...document.querySelectorAll('.legend .name')].some(e => e.textContent.length === 200)"
    )
    browser.ask(
        "document.head.append(Object.assign(document.createElement('script'), {text: 'window.stung = 3'}))"
    )
    assert browser.ask("window.stung") is None
    assert browser.ask("fetch('https://pontoon.invalid/').then(() => 'sent', () => 'kept')") == "kept"
    assert "https://pontoon.invalid/" not in browser.requests


def test_it_prints_on_a4_with_its_folds_open_and_no_dark_paper(
    browser: Browser, pages: dict[str, Path]
) -> None:
    browser.open(pages["evening"], 688, scheme="dark")
    closed = browser.ask("document.querySelectorAll('details:not([open])').length")
    browser.ask("window.dispatchEvent(new Event('beforeprint'))")
    assert browser.ask("document.querySelectorAll('details:not([open])').length") == 0
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.call("Emulation.setEmulatedMedia", media="print", features=features)
    paper = "getComputedStyle(document.documentElement).getPropertyValue"
    assert browser.ask(f"{paper}('--card')") == "#ffffff"
    assert browser.ask(CUT_OFF) == []
    assert browser.ask("document.documentElement.scrollWidth") <= 688
    browser.ask("window.dispatchEvent(new Event('afterprint'))")
    assert browser.ask("document.querySelectorAll('details:not([open])').length") == closed
    printed = browser.print()
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/MediaBox [0 0 59") >= 4
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
