"""Modern web features: installation, offline pages, the reader's time zone, and printing."""

import re
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import open_terms, play_now

#: Resolves when the service worker controls the page.
CONTROLLED = """() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
    || new Promise(done => navigator.serviceWorker.addEventListener("controllerchange", done)))
    .then(() => true)"""


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens browsers with service workers, as on real devices."""
    opened: list[BrowserContext] = []

    def visit(**options: object) -> BrowserContext:
        context = chromium.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield visit
    for each in opened:
        each.close()


def test_a_page_opened_offline_says_so_and_reloads_once_online(visitor, club_server: Server):
    context = visitor()
    page = context.new_page()
    page.goto(club_server.url)
    page.evaluate(CONTROLLED)
    context.set_offline(True)
    page.goto(club_server.url + "/rules/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url.endswith("/rules/")
    # Its styles and its logo are there.
    assert page.evaluate("document.styleSheets.length") == 1
    assert page.evaluate("document.querySelector('main img').naturalWidth") > 0
    context.set_offline(False)
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_pages_are_never_served_from_the_cache_while_online(visitor, club_server: Server):
    context = visitor()
    page = context.new_page()
    page.goto(club_server.url)
    page.evaluate(CONTROLLED)
    play_now(page)
    page.goto(club_server.url)
    # The table opened later is there.
    expect(page.locator(".table-line")).to_have_count(1)
    kept = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const lists = await Promise.all(
                names.map(async (name) => (await (await caches.open(name)).keys())));
            return lists.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert "/offline/" in kept
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept)
    # A form sent offline is not answered by a page from the cache.
    page.context.set_offline(True)
    sent = page.evaluate(
        """() => fetch("/play/", { method: "POST" }).then(() => "answered", () => "failed")"""
    )
    assert sent == "failed"


def test_a_new_release_removes_the_cache_of_the_previous_one(visitor, club_server: Server):
    context = visitor()
    page = context.new_page()
    page.goto(club_server.url)
    page.evaluate(CONTROLLED)
    page.evaluate(
        """async () => { await caches.open("club-before"); await caches.open("other"); }"""
    )
    page.evaluate(
        """async () => {
            const here = await navigator.serviceWorker.ready;
            await here.unregister();
            await navigator.serviceWorker.register("/sw.js");
        }"""
    )
    page.wait_for_function("caches.has('club-before').then(there => !there)")
    assert page.evaluate("caches.has('other')")


def test_the_site_can_be_installed(visitor, club_server: Server):
    context = visitor()
    page = context.new_page()
    # 127.0.0.1 counts as a secure context, which this needs.
    page.goto(club_server.url)
    page.evaluate(CONTROLLED)
    asked = context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["errors"] == []
    # A private window, like those of the tests, is never offered it.
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in errors} <= {"in-incognito"}


def open_signed_in(context: BrowserContext, server: Server, key: str) -> Page:
    """Open the site as a signed-in user."""
    context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
    page = context.new_page()
    page.goto(server.url)
    return page


def settled(server: Server) -> dict[str, str]:
    return cast("dict[str, str]", server.beside("settled"))


def test_times_are_in_the_readers_time_zone_from_the_first_page_on(visitor, club_server: Server):
    context = visitor(timezone_id="Asia/Tokyo", locale="en-US")
    page = open_signed_in(context, club_server, settled(club_server)["ann"])
    shown = page.locator(".table-line time")
    # The server did not know the time zone; the browser has corrected the time.
    assert "+00:00" in (shown.get_attribute("datetime") or "")
    expect(shown).to_have_text(re.compile(r"^\d{1,2} \w+ \d{4}, \d\d:\d\d$"))
    by_browser = shown.text_content() or ""
    assert [each["value"] for each in context.cookies() if each["name"] == "zone"] == ["Asia/Tokyo"]
    page.reload()
    assert page.evaluate("document.documentElement.dataset.zone") == "Asia/Tokyo"
    assert "+09:00" in (shown.get_attribute("datetime") or "")
    expect(shown).to_have_text(by_browser)


def test_a_session_can_be_printed(visitor, club_server: Server):
    context = visitor(color_scheme="dark")
    key = cast("str", club_server.beside("member", username="paula"))
    page = open_signed_in(context, club_server, key)
    open_terms(page)
    page.get_by_role("spinbutton", name="Deals").fill("2")
    table = play_now(page)
    for deal in (1, 2):
        table.deal(club_server, "3D", "4D 8C TC", "5C 9D JC", "5D 9C JD", leader=0)
        table.play_cards("3D")
        if deal == 1:
            table.ready.click()
            expect(table.root).to_have_attribute("data-phase", "playing")
    page.get_by_role("link", name="Deal history").click()
    expect(page.get_by_role("heading", name="Finished game")).to_be_visible()
    # On white, without controls, and with all deals.
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
    for gone in (".site-header", "main .button"):
        expect(page.locator(gone).first).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("main details:not([open])")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("main .session-deal:not([open])")).to_have_count(1)


def test_a_settlement_can_be_printed_and_copied_as_text(visitor, club_server: Server):
    made = settled(club_server)
    context = visitor(permissions=["clipboard-read", "clipboard-write"])
    page = open_signed_in(context, club_server, made["bob"])
    page.goto(club_server.url + made["settlement"])
    text = copied(page)
    assert re.search(r"^bob-\w+ pays ann-\w+ HK\$20\.00\.$", text, re.M)
    assert re.search(r"^ann-\w+: \+HK\$20\.00 \(\+40 points\)$", text, re.M)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name=re.compile("Game on"))).to_be_visible()
    for gone in (".site-header", ".ledger-item-actions", ".share-text"):
        expect(page.locator(gone).first).to_be_hidden()


def copied(page: Page) -> str:
    """Press the button; return the plain text that is then on the clipboard."""
    page.get_by_role("button", name="Copy settlement").click()
    expect(page.get_by_text("Settlement copied. Paste it into your chat.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Game on ")
    assert re.search(r"/settlements/\w", text)
    assert "<" not in text
    return text


def test_the_settlement_text_is_shown_if_there_is_no_clipboard(visitor, club_server: Server):
    made = settled(club_server)
    context = visitor()
    context.add_init_script("delete Navigator.prototype.clipboard")
    page = open_signed_in(context, club_server, made["ann"])
    page.goto(club_server.url + made["settlement"])
    page.get_by_role("button", name="Copy settlement").click()
    field = page.get_by_label("Settlement as text")
    expect(field).to_be_focused()
    whole = field.evaluate("each => [each.selectionStart, each.selectionEnd - each.value.length]")
    assert whole == [0, 0]
