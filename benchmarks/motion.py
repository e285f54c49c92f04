"""Response time of the Play button, weight of the table's page, and its layout shifts.

``python -m benchmarks.motion [--deals 3]`` starts a server and plays at it with Chromium (CHROMIUM,
or the installed one), one browser, and bots without thinking time. For every play it reports:

- the time from the click on Play to the first frame in which a card has moved;
- the time from the click to the frame in which the server's answer has put the card on the table.

It also reports the largest layout shift of the session (as browsers measure it: shifts within half
a second of a click don't count), the weight of the table at a first visit, and the load of the
machine. Frames come every 16.7 ms, so shorter differences can't be measured.
"""

import argparse
import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.pages import Traffic
from tests.e2e.server import running
from tests.e2e.table import TablePage

#: Measured in the page, because Python is slower than what is measured. The time of a click is that
#: of the browser's event; each frame then compares the positions of the selected cards.
WATCH = """
    window.presses = [];
    window.shifts = [];
    const pictures = () => [...document.querySelectorAll("#hand .card[aria-pressed='true']")].map(
        card => getComputedStyle(card, "::before").transform + getComputedStyle(card).opacity);
    document.addEventListener("click", event => {
        if (!event.target.closest("#play")) return;
        const press = { at: event.timeStamp, moved: null, laid: null, frames: 0 };
        const before = String(pictures());
        const board = document.querySelector("#board");
        presses.push(press);
        const look = () => {
            const now = performance.now() - press.at;
            if (press.moved === null) press.frames += 1;
            if (press.moved === null && String(pictures()) !== before) press.moved = now;
            if (press.laid === null && document.querySelector("#board") !== board) press.laid = now;
            if (press.moved === null || press.laid === null) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, true);
    new PerformanceObserver(list => {
        for (const each of list.getEntries()) {
            if (each.hadRecentInput) continue;
            const sources = each.sources.map(({ node }) => node?.id || node?.className || "");
            shifts.push([each.value, sources]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


def share(values: list[float], part: float) -> float:
    """Return the value below which the given part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def timing_line(label: str, values: list[float]) -> str:
    """Return a line of the report with percentiles of the values, in milliseconds."""
    return (
        f"{label:44} p50 {share(values, 0.5):6.1f} ms  p95 {share(values, 0.95):6.1f} ms"
        f"  max {max(values):6.1f} ms  (n {len(values)})"
    )


def play(table: TablePage, deals: int) -> list[dict[str, Any]]:
    """Play deals to the end; return the timings of each click on Play."""
    for _ in range(deals):
        phase = table.play_deal()
        if phase != "between":
            break
        version = table.version
        table.ready.click()
        table.wait_beyond(version)
    presses: list[dict[str, Any]] = table.page.evaluate("presses")
    return presses


def page_traffic(page: Page, url: str) -> str:
    """Load the page and return its network traffic as a line of the report."""
    traffic = Traffic(page)
    page.goto(url)
    page.wait_for_selector('#table[data-connection="open"]')
    page.wait_for_load_state("networkidle")
    return traffic.take_summary()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "club"
        folder.mkdir()
        club = stack.enter_context(running(folder))
        driver = stack.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(club.url)
        page.get_by_role("button", name="Play now").first.click()
        page.wait_for_url("**/tables/**")
        before = os.getloadavg()[0]
        presses = play(TablePage(page).settle(), given.deals)
        print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")
        for label, name in (
            ("click on Play to the card's first motion", "moved"),
            ("click on Play to the card on the table", "laid"),
        ):
            print(timing_line(label, [each[name] for each in presses if each[name] is not None]))
        frames = [each["frames"] for each in presses]
        print(f"  in frames, independent of the machine's load: p50 {share(frames, 0.5)}, ", end="")
        print(f"p95 {share(frames, 0.95)}, max {max(frames)}")
        shifts: list[tuple[float, list[str]]] = page.evaluate("shifts")
        largest = max(shifts, default=(0.0, []))
        total = sum(value for value, _sources in shifts)
        print(f"largest layout shift {largest[0]:.4f} ({', '.join(largest[1]) or 'none'});")
        print(f"  {total:.4f} in {len(shifts)} shifts of a session of {given.deals} deals")
        fresh = browser.new_context(storage_state=context.storage_state())
        print(f"table, first visit: {page_traffic(fresh.new_page(), page.url)}")
        browser.close()


if __name__ == "__main__":
    main()
