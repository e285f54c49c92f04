"""Browsers, and servers for them to visit."""

import contextlib
import os
import shutil
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from tests.e2e.server import Server, running
from tests.e2e.table import TablePage, open_rigged

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Generous for a busy machine; correct results come immediately.
PATIENCE = 45_000
#: Maximum length of page texts and server logs in the report of a failed test, in characters.
TOLD = 3_000
UNDER_WAY = pytest.StashKey[set[Request]]()
#: The first one installed is used. The headless shell takes a fifth less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_IT = (
    "no Chromium found: install your system's package 'chromium' "
    "(Debian, Ubuntu: apt-get install chromium), or set CHROMIUM to its path"
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the pages' texts and the servers' logs to the report of a failed test."""
    report = yield
    if report.when != "call" or not report.failed:
        return report
    browser = item.funcargs.get("chromium")
    if isinstance(browser, Browser):
        for page in (page for context in browser.contexts for page in context.pages):
            with contextlib.suppress(Error):
                report.sections.append((f"page {page.url}", page.inner_text("body")[:TOLD]))
    if asked := item.stash.get(UNDER_WAY, None):
        lines = "\n".join(f"{each.method} {each.url}" for each in asked)
        report.sections.append(("requests without an answer", lines))
    for name, value in item.funcargs.items():
        if isinstance(value, Server) and value.log.exists():
            report.sections.append((f"log of {name}", value.log.read_text()[-TOLD:]))
    return report


# Kept to the end of the run: browser tests come last (tests/conftest.py).
@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright_driver: Playwright) -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(HOW_TO_GET_IT)
        pytest.skip(HOW_TO_GET_IT)
    browser = playwright_driver.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return the one server for all browser tests that do not break it."""
    with running(tmp_path_factory.mktemp("club")) as server:
        yield server


@pytest.fixture(autouse=True)
def _contexts_end_with_their_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the contexts that a test opened in the browser shared by all tests of the process."""
    if "chromium" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("chromium")
    before = browser.contexts
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture
def context(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    # A service worker would request pages itself, which tests can't intercept.
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(PATIENCE)
    under_way: set[Request] = set()
    request.node.stash[UNDER_WAY] = under_way

    # Playwright doesn't accept methods of built-in types as handlers.
    def begun(asked: Request) -> None:
        under_way.add(asked)

    def ended(asked: Request) -> None:
        under_way.discard(asked)

    context.on("request", begun)
    context.on("requestfinished", ended)
    context.on("requestfailed", ended)
    yield context
    context.close()


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    """Return an empty tab. The test fails if the browser reports an error in it."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    yield page
    # A test may cut a socket, or leave a page while part of it is being fetched.
    expected = ("WebSocket connection", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest")
    assert [text for text in complaints if not any(each in text for each in expected)] == []


@pytest.fixture
def page(tab: Page, club_server: Server) -> Page:
    """Return the tab with the home page open."""
    tab.goto(club_server.url)
    return tab


@pytest.fixture(scope="session")
def still_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a shared server whose bots think for ten minutes, so that tables stay as rigged."""
    # No deadlines expire on this server, so it need not check for them twice a second.
    patient = {"BOT_DELAY": "600,600", "NEXT_DEAL_SECONDS": "600", "SWEEP_SECONDS": "5"}
    with running(tmp_path_factory.mktemp("still"), **patient) as server:
        yield server


Sit = Callable[..., TablePage]


def sitting(club: Server, tab: Page) -> Sit:
    """Return a function that opens a rigged table with bots on the server and sits down there."""

    def sit(
        *hands: str, page: Page | None = None, rules: str = "pagat", **deal: object
    ) -> TablePage:
        return open_rigged(
            page or tab, club, "open", rules=rules, hands=hands, **{"leader": 0} | deal
        )

    return sit


@pytest.fixture
def still(tab: Page, still_club: Server) -> Sit:
    """Return a function that sits down on the still server; the first hand is the player's.

    The table opens in ``tab`` unless the test passes another page.
    """
    return sitting(still_club, tab)


@pytest.fixture
def playing(tab: Page, club_server: Server) -> Sit:
    """Return a function like ``still``'s, for the server on which bots play immediately."""
    return sitting(club_server, tab)
