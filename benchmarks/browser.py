"""Bytes of pages, delay of plays and layout shifts in a real browser.

A server is started and visited with Chromium (CHROMIUM, or the installed one). Sizes of the home
page and of a table, at a first and a second visit, are as transferred: compressed, with headers.
Then a session is played against bots without thinking time. For every play it measures the time
from the click on Play to the first frame in which a card has moved, and to the frame in which the
server's answer has put the card on the table; and the largest layout shift, as browsers measure it
(shifts within half a second of a click don't count). Frames come every 16.7 ms, so shorter
differences can't be measured.
"""

import argparse
import asyncio
import os
import shutil
from collections import Counter
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.report import machine, quantile, spread, spread_text
from benchmarks.site import site

VIEWPORT: Final[Any] = {"width": 1280, "height": 800}
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


class Traffic:
    """Network traffic of a page."""

    def __init__(self, page: Page) -> None:
        self.kinds: Counter[str] = Counter()
        self.octets = 0
        self.kind_of: dict[str, str] = {}
        self.cached: set[str] = set()
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self.on_response)
        session.on("Network.requestServedFromCache", self.on_cache_hit)
        session.on("Network.loadingFinished", self.on_finished)

    def on_response(self, event: dict[str, Any]) -> None:
        """Note the kind of a response, and whether it came from the cache."""
        response = event["response"]
        if response.get("fromDiskCache") or response["url"].startswith("data:"):
            self.cached.add(event["requestId"])
        self.kind_of[event["requestId"]] = event["type"]

    def on_cache_hit(self, event: dict[str, Any]) -> None:
        """Note that a request was served from memory."""
        self.cached.add(event["requestId"])

    def on_finished(self, event: dict[str, Any]) -> None:
        """Count a request that used the network, and its bytes."""
        request = event["requestId"]
        if request in self.cached or request not in self.kind_of:
            return
        self.kinds[self.kind_of[request]] += 1
        self.octets += event["encodedDataLength"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    parser.add_argument("--deals", type=int, default=3, help="to be played (default: 3)")


def run(options: argparse.Namespace) -> list[str]:
    """Visit the pages and play; nothing can be wrong."""
    programs = (
        os.environ.get("CHROMIUM", ""),
        *map(shutil.which, ("chromium-headless-shell", "chromium")),
    )
    settings = {"BOT_DELAY": "0,0", "NEXT_DEAL_SECONDS": "60"}
    with site(settings) as place, place.server() as server:
        asyncio.run(server.start())
        (url,) = server.urls
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=next(filter(None, programs), None), args=["--no-sandbox"]
            )
            _visit_pages(browser, url)
            _play(browser.new_context(viewport=VIEWPORT), url, options.deals)
            browser.close()
    return []


def _visit_pages(browser: Browser, url: str) -> None:
    """Print the traffic of the home page and of a table, at a first and a second visit."""
    first = browser.new_context(viewport=VIEWPORT)
    page = first.new_page()
    _visit("home, first visit", page, url)
    _visit("home, second visit", first.new_page(), url)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_selector('#table[data-connection="open"]')
    fresh = browser.new_context(storage_state=first.storage_state(), viewport=VIEWPORT)
    _visit("table, first visit", fresh.new_page(), page.url)
    _visit("table, second visit", fresh.new_page(), page.url)


def _visit(name: str, page: Page, url: str) -> None:
    """Load the page and print its network traffic."""
    traffic = Traffic(page)
    page.goto(url)
    if page.locator("#table").count():
        page.wait_for_selector('#table[data-connection="open"]')
    page.wait_for_load_state("networkidle")
    kinds = ", ".join(f"{count} {kind.lower()}" for kind, count in traffic.kinds.most_common())
    print(
        f"{name:20}{traffic.kinds.total():3} requests, {traffic.octets / 1024:6.1f} KB ({kinds})",
        flush=True,
    )


def _play(context: BrowserContext, url: str, deals: int) -> None:
    """Play deals to the end; print the delays of plays and the layout shifts."""
    from tests.e2e.table import TablePage

    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/tables/**")
    table = TablePage(page).settle()
    for _ in range(deals):
        if table.play_deal() != "between":
            break
        version = table.version
        table.ready.click()
        table.wait_beyond(version)
    presses: list[dict[str, Any]] = page.evaluate("presses")
    print("\nfrom the click on Play to the card's first motion, and to the card on the table:")
    for name in ("moved", "laid"):
        times = [each[name] for each in presses if each[name] is not None]
        print(f"  {spread_text(name, spread(times))}")
    frames = [each["frames"] for each in presses]
    print(
        "  frames to the first motion, independent of the machine's load:"
        f" p50 {quantile(frames, 0.5):.0f}, p95 {quantile(frames, 0.95):.0f}, max {max(frames)}"
    )
    shifts: list[tuple[float, list[str]]] = page.evaluate("shifts")
    largest = max(shifts, default=(0.0, []))
    print(
        f"largest layout shift {largest[0]:.4f} ({', '.join(largest[1]) or 'none'});"
        f" {sum(value for value, _ in shifts):.4f} in {len(shifts)} shifts of {deals} deals"
    )
    print(machine())
