"""Pictures of `pontoon report` for docs/img, made by one command: python tests/screenshots.py

In: an evening of the samples, and a season of the independent dealer's around it. Out: eight PNG files,
phone and desktop, by day and by night.
"""

from __future__ import annotations

import random
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

HERE = Path(__file__).parent
IMAGES = HERE.parent / "docs" / "img"
EVENING = HERE.parent / "sample_logs" / "kitchen-table.yaml"
CIRCLE = ["Maureen", "Dev", "Kath", "Big Al", "Niall", "Priya"]
SIZES = {"phone": (360, 1800, 0.6), "desktop": (1280, 1560, 0.75)}
"""Width and height in pixels of the page, and how large the picture is."""


def season(folder: Path) -> list[Path]:
    """Records of eleven more Fridays of that circle."""
    import dealer
    from season import COINS, write

    paths = []
    for number in range(11):
        rng = random.Random(number)
        names = rng.sample(CIRCLE, rng.randint(4, 6))
        told = {"name": f"Friday no. {number + 1}", "names": names, "coin": COINS[0]}
        session = dealer.play_session(rng, deals=24, players=len(names), rules={}, **told)
        session.date = (date(2026, 8, 21) + timedelta(days=7 * number)).isoformat()
        session.paid = None
        paths.append(write(session, folder, number))
    return paths


def main() -> None:
    """Make the pages and take the pictures."""
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    from browser import chromium

    from pontoon_ledger.cli.entry import run

    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        reports = {"evening": ("html", [EVENING]), "season": ("#course", [EVENING, *season(folder)])}
        for what, (first, records) in reports.items():
            page = folder / f"{what}.html"
            assert run(["report", *map(str, records), "-o", str(page), "-q"]) == 0
            for device, (width, height, scale) in SIZES.items():
                for scheme in ("light", "dark"):
                    browser.open(page, width, scheme=scheme, phone=device == "phone")
                    assert not browser.complaints
                    path = IMAGES / f"report-{what}-{device}-{scheme}.png"
                    browser.picture(path, first=first, most=height, scale=scale)


if __name__ == "__main__":
    main()
