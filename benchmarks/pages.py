"""Network traffic of the home page and a table, at a first and a second visit.

``python -m benchmarks.pages`` starts a server and visits it with Chromium (CHROMIUM, or the
installed one). Sizes are as transferred: compressed, with headers.
"""

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.e2e.server import running


class Traffic:
    """Network traffic of a page since the last ``take``."""

    def __init__(self, page: Page) -> None:
        self.kinds: Counter[str] = Counter()
        self.octets = 0
        self.kind_of: dict[str, str] = {}
        self.cached: set[str] = set()
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self.answered)
        session.on("Network.requestServedFromCache", self.from_cache)
        session.on("Network.loadingFinished", self.finished)

    def answered(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or response["url"].startswith("data:"):
            self.cached.add(event["requestId"])
        self.kind_of[event["requestId"]] = event["type"]

    def from_cache(self, event: dict[str, Any]) -> None:
        self.cached.add(event["requestId"])

    def finished(self, event: dict[str, Any]) -> None:
        request = event["requestId"]
        if request in self.cached or request not in self.kind_of:
            return
        self.kinds[self.kind_of[request]] += 1
        self.octets += event["encodedDataLength"]

    def take(self) -> str:
        kinds = ", ".join(f"{count} {kind.lower()}" for kind, count in self.kinds.most_common())
        summary = f"{self.kinds.total():3} requests, {self.octets / 1024:6.1f} KB ({kinds})"
        self.kinds.clear()
        self.octets = 0
        return summary


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "club"
        folder.mkdir()
        club = stack.enter_context(running(folder))
        driver = stack.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def visit(what: str, page: Page, url: str) -> None:
            traffic = Traffic(page)
            page.goto(url)
            if page.locator("#table").count():
                page.wait_for_selector('#table[data-connection="open"]')
            page.wait_for_load_state("networkidle")
            print(f"{what:24}{traffic.take()}", flush=True)

        first = browser.new_context(viewport={"width": 1280, "height": 800})
        page = first.new_page()
        visit("home, first visit", page, club.url)
        visit("home, second visit", first.new_page(), club.url)
        page.get_by_role("button", name="Play now").click()
        page.wait_for_selector('#table[data-connection="open"]')
        table, state = page.url, first.storage_state()
        fresh = browser.new_context(storage_state=state, viewport={"width": 1280, "height": 800})
        visit("table, first visit", fresh.new_page(), table)
        visit("table, second visit", fresh.new_page(), table)
        browser.close()


if __name__ == "__main__":
    main()
