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
    """Network traffic of a page since the last `take_summary`."""

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

    def take_summary(self) -> str:
        """Return the traffic as a line of the report, and start again at zero."""
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

        def visit(label: str, page: Page, url: str) -> None:
            """Load the page and print its network traffic."""
            traffic = Traffic(page)
            page.goto(url)
            if page.locator("#table").count():
                page.wait_for_selector('#table[data-connection="open"]')
            page.wait_for_load_state("networkidle")
            print(f"{label:24}{traffic.take_summary()}", flush=True)

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
