"""Joining and leaving a table: names, rematches, closing, continuing, watching."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, play_now, take_seat

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """Another user, on a phone."""
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def open_table(page: Page, server: Server, rules: str = "two_players", deals: str = "1") -> str:
    page.goto(f"{server.url}/tables/new/?rules={rules}")
    page.get_by_role("spinbutton", name="Deals").fill(deals)
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    TablePage(page).settle()
    return page.url


def test_a_visitor_enters_a_name_and_sits_down_with_enter(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    friend.goto(link)
    TablePage(friend).settle()
    friend.locator("#menu").get_by_role("button", name="Sit down").click()
    name = friend.get_by_label("Your name at this table")
    expect(name).to_be_focused()
    expect(name).not_to_be_empty()
    # The server's names for guests are no player's own name.
    name.fill(tab.locator(".waiting-seat .seat-name").first.inner_text())
    name.press("Enter")
    expect(friend.get_by_role("listitem")).to_contain_text("Choose another one")
    expect(name).to_have_value(tab.locator(".waiting-seat .seat-name").first.inner_text())
    name.fill("  Bob   Tang ")
    name.press("Enter")
    friend.wait_for_url(link)
    expect(friend.get_by_role("button", name="Stand up")).to_be_visible()
    expect(tab.get_by_role("heading", name="Bob Tang")).to_be_visible()


def test_a_player_keeps_the_result_while_another_starts_a_rematch(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    friend.goto(link)
    take_seat(friend, "faye")
    tab.get_by_role("button", name="Start game").click()
    host, reader = TablePage(tab), TablePage(friend)
    for each in (host, reader):
        expect(each.root).to_have_attribute("data-phase", "playing")
    seats = {host.data("seat"): host, reader.data("seat"): reader}
    host.rig(club_server, "3D", "4C 5H", leader=0)
    for each in (host, reader):
        each.reload()
    seats["0"].play_cards("3D")
    for each in (host, reader):
        expect(each.root).to_have_attribute("data-phase", "finished")
    final = friend.get_by_role("region", name="Final standings")
    expect(final).to_contain_text(" lost ")
    final.evaluate("element => { element.dataset.mark = 'the same'; }")

    tab.get_by_role("button", name="Play again").click()
    asked = friend.locator(".banner-rematch")
    expect(asked).to_contain_text("wants to play again.")
    expect(tab.locator(".banner-rematch")).to_contain_text("Waiting for: faye")
    expect(final).to_be_attached()
    expect(final).to_have_attribute("data-mark", "the same")

    # No answer comes: the player who asked goes ahead, and the reader keeps reading.
    tab.get_by_role("button", name="Start without the others").click()
    expect(host.root).to_have_attribute("data-phase", "waiting")
    expect(tab.get_by_role("heading", name="Reserved for faye")).to_be_visible()
    expect(tab.get_by_role("link", name="Deal history")).to_be_visible()
    expect(asked).to_contain_text("A new game is starting.")
    expect(final).to_have_attribute("data-mark", "the same")
    expect(reader.root).to_have_attribute("data-phase", "finished")

    # The reader takes the reserved seat later, and all are back.
    friend.get_by_role("button", name="Sit down").click()
    for each in (host, reader):
        expect(each.root).to_have_attribute("data-phase", "playing")
    tab.locator("#table-menu-open").click()
    tab.get_by_role("link", name="Deal history").click()
    expect(tab.get_by_role("region", name="Final standings")).to_contain_text(" lost ")


def test_a_player_who_declines_a_rematch_can_still_join(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    friend.goto(link)
    take_seat(friend, "faye")
    tab.get_by_role("button", name="Start game").click()
    host, other = TablePage(tab), TablePage(friend)
    expect(host.root).to_have_attribute("data-phase", "playing")
    host.rig(club_server, "3D", "4C 5H", leader=0)
    for each in (host, other):
        each.reload()
    {host.data("seat"): host, other.data("seat"): other}["0"].play_cards("3D")
    friend.get_by_role("button", name="Play again").click()
    tab.get_by_role("button", name="No, thanks").click()
    expect(friend.locator(".banner-rematch")).to_contain_text("No:")
    expect(tab.get_by_role("button", name="Join after all")).to_be_visible()
    tab.get_by_role("button", name="Join after all").click()
    for each in (host, other):
        expect(each.root).to_have_attribute("data-phase", "playing")


def test_the_host_closes_the_table_and_no_player_sees_an_error(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    friend.goto(link)
    take_seat(friend, "faye")
    tab.locator("#host-open").click()
    tab.get_by_role("button", name="Close table", exact=True).click()
    tab.wait_for_url(f"{club_server.url}/tables/")
    expect(tab.get_by_role("status").filter(has_text="Table closed.")).to_be_visible()
    expect(friend.get_by_role("heading", name="closed this table.")).to_be_visible()
    expect(friend.locator("#connection")).to_be_hidden()
    expect(friend.locator(".invite")).to_be_hidden()
    expect(friend.get_by_role("button", name="Start game")).to_have_count(0)
    friend.get_by_role("link", name="Browse tables").last.click()
    friend.wait_for_url(f"{club_server.url}/tables/")


def test_a_game_against_bots_can_be_continued_and_quit(page: Page, club_server: Server):
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    address = page.url
    page.goto(club_server.url)
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    page.get_by_role("link", name="Continue your game").click()
    page.wait_for_url(address)
    TablePage(page).settle()
    # A lone player is not asked.
    page.locator("#table-menu-open").click()
    page.get_by_role("button", name="Pause the game").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    page.locator("#table-menu-open").click()
    page.get_by_text("Quit game…").click()
    page.get_by_role("button", name="Quit game", exact=True).click()
    page.wait_for_url(f"{club_server.url}/")
    expect(page.get_by_text("You quit the game.")).to_be_visible()
    expect(page.get_by_role("link", name="Continue your game")).to_have_count(0)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_single_no_ends_a_vote_and_says_who_voted_no(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    friend.goto(link)
    take_seat(friend, "faye")
    tab.get_by_role("button", name="Start game").click()
    host = TablePage(tab)
    expect(host.root).to_have_attribute("data-phase", "playing")
    tab.locator("#table-menu-open").click()
    tab.get_by_role("button", name="Pause the game").click()
    vote = friend.locator(".banner-vote")
    expect(vote).to_contain_text("Pause the game")
    expect(vote.locator("[data-countdown]")).to_have_text(re.compile(r"^[1-6]?\d$"))
    vote.get_by_role("button", name="No").click()
    for each in (tab, friend):
        expect(each.locator(".banner-outcome")).to_contain_text("faye voted no: Pause the game.")
        expect(each.locator(".banner-vote")).to_have_count(0)
    expect(host.root).to_have_attribute("data-phase", "playing")
