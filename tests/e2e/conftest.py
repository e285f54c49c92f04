"""Browsers and a club for them to visit."""

import contextlib
import os
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import cast

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
from tests.e2e.table import TablePage

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Longer than a busy machine takes for anything; what is right is there at once.
PATIENCE = 45_000
#: Of what a page said and a club logged, so many characters are told of a test that failed.
TOLD = 3_000
UNDER_WAY = pytest.StashKey[set[Request]]()
#: The first that is installed. The shell is Chromium without a window, and takes a fifth less.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_IT = (
    "no Chromium found: install your system's package 'chromium' "
    "(Debian, Ubuntu: apt-get install chromium), or set CHROMIUM to its path"
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell of a test that failed what its pages showed and its clubs logged at that moment."""
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
    """One club for all browser tests that do not break it."""
    with running(tmp_path_factory.mktemp("club")) as server:
        yield server


@pytest.fixture(autouse=True)
def _contexts_end_with_their_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what a test has opened in the browser that all tests of the process share."""
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
    # A service worker would ask for pages in place of the tab, where no test could step in.
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.set_default_timeout(PATIENCE)
    under_way: set[Request] = set()
    request.node.stash[UNDER_WAY] = under_way

    # Playwright takes no methods of built-in types.
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
    """A page that is nowhere yet; whatever the browser complains of fails the test."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(error.stack or str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    yield page
    # A test may cut a socket, and leave a page while a part of it is fetched.
    expected = ("WebSocket connection", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest")
    assert [text for text in complaints if not any(each in text for each in expected)] == []


@pytest.fixture
def page(tab: Page, club_server: Server) -> Page:
    """The tab at the club's door."""
    tab.goto(club_server.url)
    return tab


@pytest.fixture(scope="session")
def still_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One club for all, whose bots think for ten minutes: a table stays as it was rigged."""
    # Nothing there is due, so it need not be looked for twice a second.
    patient = {"BOT_DELAY": "600,600", "NEXT_DEAL_SECONDS": "600", "SWEEP_SECONDS": "5"}
    with running(tmp_path_factory.mktemp("still"), **patient) as server:
        yield server


Sit = Callable[..., TablePage]


def sitting_at(club: Server, tab: Page) -> Sit:
    def sit(
        *hands: str,
        leader: int | None = 0,
        actions: Sequence[str] = (),
        leftover: str = "",
        rules: str = "pagat",
        page: Page | None = None,
    ) -> TablePage:
        page = page or tab
        deal = {"hands": hands, "leader": leader, "actions": actions, "leftover": leftover}
        path, key = cast("tuple[str, str]", club.beside("open", rules=rules, **deal))
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": club.url}])
        page.goto(club.url + path)
        return TablePage(page).settle()

    return sit


@pytest.fixture
def still(tab: Page, still_club: Server) -> Sit:
    """Sits down at a table of the still club with the given hands, the person's first.

    In the tab, unless the test brings another page.
    """
    return sitting_at(still_club, tab)


@pytest.fixture
def playing(tab: Page, club_server: Server) -> Sit:
    """Sits down as ``still`` does, where the bots play at once."""
    return sitting_at(club_server, tab)
