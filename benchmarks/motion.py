"""How soon a table answers a press on Play, what its page weighs, and how much of it jumps.

``python -m benchmarks.motion [--deals 3]`` starts a club of its own and plays at it with Chromium
(CHROMIUM, or the one of the system), one browser, bots that do not think. It reports, for every
play of the person:

- from the press on Play to the first frame in which a card has moved;
- from the press to the frame in which the card lies in the middle, by the server's answer;

and besides these the largest shift of the layout in a session (as browsers measure it, without
those within half a second of a press), the weight of the table at a first visit, and how busy the
machine was. Frames come every 16.7 ms: less than one of them cannot be told apart.
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

#: Measured in the page: Python would be slower than what it measures. The press is timed where the
#: browser hands it over; each frame then looks where the pictures of the pressed cards are.
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
    """Return the value below which that part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def line(what: str, values: list[float]) -> str:
    return (
        f"{what:44} p50 {share(values, 0.5):6.1f} ms  p95 {share(values, 0.95):6.1f} ms"
        f"  most {max(values):6.1f} ms  (n {len(values)})"
    )


def played(table: TablePage, deals: int) -> list[dict[str, Any]]:
    """Play deals to their end; gives what each press on Play took."""
    for _ in range(deals):
        phase = table.play_deal()
        if phase != "between":
            break
        version = table.version
        table.ready.click()
        table.wait_beyond(version)
    presses: list[dict[str, Any]] = table.page.evaluate("presses")
    return presses


def weigh(page: Page, url: str) -> str:
    traffic = Traffic(page)
    page.goto(url)
    page.wait_for_selector('#table[data-connection="open"]')
    page.wait_for_load_state("networkidle")
    return traffic.take()


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
        presses = played(TablePage(page).settle(), given.deals)
        print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")
        for what, name in (
            ("press on Play to the card's first motion", "moved"),
            ("press on Play to the card on the table", "laid"),
        ):
            print(line(what, [each[name] for each in presses if each[name] is not None]))
        frames = [each["frames"] for each in presses]
        print(f"  in frames, whatever else the machine does: p50 {share(frames, 0.5)}, ", end="")
        print(f"p95 {share(frames, 0.95)}, most {max(frames)}")
        shifts: list[tuple[float, list[str]]] = page.evaluate("shifts")
        largest = max(shifts, default=(0.0, []))
        total = sum(value for value, _sources in shifts)
        print(f"largest shift of the layout {largest[0]:.4f} ({', '.join(largest[1]) or 'none'});")
        print(f"  {total:.4f} in all {len(shifts)} of a session of {given.deals} deals")
        fresh = browser.new_context(storage_state=context.storage_state())
        print(f"table, first visit: {weigh(fresh.new_page(), page.url)}")
        browser.close()


if __name__ == "__main__":
    main()
