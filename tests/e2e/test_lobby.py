"""The lobby: tables appear and disappear while it is open, and a table can be opened from it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, choose_rules, open_more_options, take_seat


@pytest.fixture(autouse=True)
def _tables_close(club_server: Server) -> Iterator[None]:
    """Close waiting tables, so that a later test's "Play now" does not lead to them."""
    yield
    club_server.beside("close_waiting")


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """Another user, in a separate browser."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def lobby_of(page: Page, club_server: Server, query: str = "") -> Locator:
    page.goto(f"{club_server.url}/tables/{query}")
    # Its first message renders each table again.
    expect(page.locator("#lobby-page")).to_have_attribute("data-connection", "open")
    return page.get_by_role("region", name="Open tables")


def open_table(page: Page, club_server: Server, rules: str = "", **fields: str) -> str:
    """Fill in the form by its labels and send it; return the table's address."""
    page.goto(club_server.url)
    page.get_by_role("link", name="Tables", exact=True).click()
    # One link is shown beside tables, the other without any; tables of other tests come and go.
    page.get_by_role("link", name="Open a table", include_hidden=True).first.dispatch_event("click")
    if rules:
        choose_rules(page, rules)
    open_more_options(page)
    for label, value in {"Who can join": "anyone", **fields}.items():
        field = page.get_by_label(label, exact=True)
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    return page.url


def line_of(lobby: Locator, address: str) -> Locator:
    """Return the table's line in the list."""
    path = address[address.index("/tables/") :]
    return lobby.get_by_role("listitem").filter(has=lobby.page.locator(f'a[href="{path}"]'))


def test_a_table_appears_in_the_lobby_fills_and_becomes_a_game_to_watch(
    page: Page, friend: Page, club_server: Server
):
    lobby = lobby_of(page, club_server)
    address = open_table(friend, club_server, Clock="quick", Deals="3")
    line = line_of(lobby, address)
    expect(line).to_contain_text("3 deals")
    expect(line).to_contain_text("15 s per turn + 30 s extra")
    expect(line).to_contain_text("3 free seats")
    line.get_by_role("link").click()
    page.wait_for_url(address)
    take_seat(page)
    expect(TablePage(friend).root.get_by_role("article", name="Seat 2")).to_contain_text("Here")
    lobby = lobby_of(page, club_server)
    expect(line_of(lobby, address)).to_contain_text("2 free seats")
    friend.get_by_role("button", name="Start game").click()
    # Now it is a game to watch.
    expect(line_of(lobby, address)).to_contain_text("Deal 1 of 3")
    expect(line_of(lobby, address)).not_to_contain_text("free seats")


def test_the_filter_still_applies_while_the_list_changes(
    page: Page, friend: Page, club_server: Server
):
    lobby = lobby_of(page, club_server, "?players=2")
    expect(page.get_by_label("Players")).to_have_value("2")
    four = open_table(friend, club_server)
    two = open_table(friend, club_server, rules="two_players")
    expect(line_of(lobby, two)).to_be_visible()
    hidden = lobby.locator(f'.lobby-table:has(a[href="{four[four.index("/tables/") :]}"])')
    expect(hidden).to_have_count(1)
    expect(hidden).to_be_hidden()
    page.get_by_label("Players").select_option("4")
    expect(hidden).to_be_visible()
    expect(line_of(lobby, two)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"\?players=4$"))


def test_the_focus_stays_on_a_table_while_others_appear(
    chromium: Browser, page: Page, friend: Page, club_server: Server
):
    first = open_table(friend, club_server)
    lobby = lobby_of(page, club_server)
    line = line_of(lobby, first)
    link = line.get_by_role("link")
    link.focus()
    line.evaluate("line => { line.isTheSame = true; }")
    second = open_table(friend, club_server)
    expect(line_of(lobby, second)).to_be_visible()
    expect(link).to_be_focused()
    # The line was not replaced, so a user's input in it is not lost.
    assert line.evaluate("line => line.isTheSame")
    # If its own table changes, the new line has the focus.
    other = chromium.new_context()
    other.set_default_timeout(PATIENCE)
    visitor = other.new_page()
    visitor.goto(first)
    take_seat(visitor)
    expect(line).to_contain_text("2 free seats")
    other.close()
    expect(link).to_be_focused()
    assert not line.evaluate("line => line.isTheSame")
    assert line_of(lobby, second).count() == 1


def test_a_club_table_with_a_stake_asks_whether_bots_play_for_the_club(
    friend: Page, club_server: Server
):
    key = club_server.beside("member", username="winnie")
    friend.context.add_cookies([{"name": "sessionid", "value": str(key), "url": club_server.url}])
    friend.goto(f"{club_server.url}/clubs/new/")
    friend.get_by_label("Name", exact=True).fill("Harbour Club")
    friend.get_by_role("button", name="Create club").click()
    expect(friend.locator("#main")).to_contain_text("Harbour Club")
    let_the_club_pay_for_bots(friend)
    friend.goto(f"{club_server.url}/tables/new/")
    open_more_options(friend)
    house = friend.get_by_role("radio", name="Play for money: the club keeps")
    told = friend.get_by_text("With bots at the table, you play for points.")
    currency, joining = friend.get_by_label("Currency"), friend.get_by_label("Who can join")
    expect(house).to_be_hidden()
    currency.select_option("HKD")
    friend.get_by_label("Stake per point").fill("2")
    expect(house).to_be_hidden()
    expect(told).to_be_visible()
    joining.select_option(label="Members of Harbour Club")
    expect(told).to_be_hidden()
    house.check()
    # A table whose maximum loss was not on the page is not opened without asking.
    expect(friend.get_by_role("main").get_by_role("status")).to_have_text("max. loss HK$1,150.00")
    friend.get_by_role("button", name="Open table").click()
    expect(friend.locator(".terms")).to_contain_text("bots play for the club")


def let_the_club_pay_for_bots(page: Page) -> None:
    """Allow it in the settings of the club whose page is open."""
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("The club covers losses of bots and events").check()
    page.get_by_label("Currency the club covers").select_option("HKD")
    page.get_by_label("Maximum stake per point").fill("5")
    page.get_by_label("Limit on what the club may owe").fill("50000")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Limit on what the club may owe")).to_have_value("50000.00")


def test_the_form_keeps_its_input_after_an_error(friend: Page, club_server: Server):
    # Not the page that fails on console errors: the browser reports the answer's status.
    friend.goto(f"{club_server.url}/tables/new/")
    open_more_options(friend)
    friend.get_by_label("Target score").fill("120")
    friend.get_by_label("Clock").select_option("blitz")
    friend.get_by_label("Allow spectators").uncheck()
    summed_up = friend.locator(".open-more > summary")
    expect(summed_up).to_contain_text("Blitz: 8 s per turn")
    expect(summed_up).to_contain_text("Target score: 120")
    expect(summed_up).not_to_contain_text("Allow spectators")
    # Past the browser's own validation, as a browser without it would send it.
    friend.get_by_role("spinbutton", name="Deals").evaluate(
        "field => { field.max = ''; field.value = '99'; }"
    )
    with friend.expect_response("**/tables/new/") as answer:
        friend.get_by_role("button", name="Open table").click()
    assert answer.value.status == 422
    deals = friend.get_by_role("spinbutton", name="Deals")
    expect(deals).to_have_attribute("aria-invalid", "true")
    expect(deals).to_have_accessible_description(re.compile("50"))
    expect(summed_up).to_contain_text("Target score: 120")
    expect(friend.get_by_label("Target score")).to_have_value("120")
    expect(friend.get_by_label("Clock")).to_have_value("blitz")
    expect(friend.get_by_label("Allow spectators")).not_to_be_checked()


def test_a_table_is_opened_and_joined_without_javascript(chromium: Browser, club_server: Server):
    with plain_browser(chromium) as host, plain_browser(chromium) as guest:
        address = open_without_javascript(host.new_page(), club_server)
        page = guest.new_page()
        page.goto(f"{club_server.url}/tables/")
        line = line_of(page.get_by_role("region", name="Open tables"), address)
        line.get_by_role("button", name="Sit down").click()
        name = page.get_by_label("Your name at this table")
        expect(name).not_to_be_empty()
        name.fill("Lobelia")
        name.press("Enter")
        expect(page).to_have_url(address)
        expect(page.get_by_role("article", name="Seat 2")).to_contain_text("Lobelia")


def plain_browser(chromium: Browser) -> BrowserContext:
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    return context


def open_without_javascript(page: Page, club_server: Server) -> str:
    page.goto(f"{club_server.url}/tables/new/")
    open_more_options(page)
    page.get_by_label("Who can join").select_option("anyone")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    return page.url
