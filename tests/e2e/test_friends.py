"""Two users become friends, and one joins the other's table when invited."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage

PASSWORD = "correct horse 9"


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """Another user, in a separate browser."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def sign_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{server.url}/")


def find(page: Page, server: Server, name: str) -> None:
    """Search for a player, through the menu."""
    page.goto(server.url)
    page.locator(".account-button").click()
    page.get_by_role("link", name="Friends", exact=True).click()
    page.get_by_label("Find a player by name").fill(name)
    page.get_by_role("button", name="Find player").click()
    page.wait_for_url(f"**/players/{name}/")


def test_friends_follow_each_other_meet_and_play(page: Page, friend: Page, club_server: Server):
    sign_up(page, club_server, "olive")
    sign_up(friend, club_server, "paul")
    find(page, club_server, "paul")
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("status").first).to_contain_text("You’re following paul")
    find(friend, club_server, "olive")
    friend.get_by_role("button", name="Follow back").click()
    expect(friend.get_by_role("main")).to_contain_text("Friend")

    # One has a page open, so the other sees them online.
    page.goto(f"{club_server.url}/friends/")
    friends = page.get_by_role("region", name="Your friends")
    expect(friends.get_by_role("listitem")).to_contain_text("online")

    # The friend is invited to a waiting table, and sees that on the open page.
    friend.goto(f"{club_server.url}/rules/")
    page.goto(f"{club_server.url}/tables/new/")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    TablePage(page).settle()
    page.get_by_role("button", name="Invite paul").click()
    expect(page.locator(".invite-friends")).to_contain_text("invited")
    call = friend.get_by_role("region", name="You’re needed at a table")
    expect(call).to_contain_text("olive invited you to a table")
    # Nobody is taken away for it.
    expect(call.locator(".alert-countdown")).to_be_hidden()
    call.get_by_role("link", name="Go to table").click()
    friend.wait_for_url(page.url)
    TablePage(friend).settle()
    expect(friend.get_by_role("region", name="You’re needed at a table")).to_be_hidden()
    friend.get_by_role("button", name="Sit down").click()
    seat = TablePage(page).root.get_by_role("article", name="Seat 2")
    expect(seat).to_contain_text("paul")
    page.get_by_role("button", name="Start game").click()
    expect(TablePage(friend).root).to_have_attribute("data-phase", "playing")


def test_a_friend_declines_an_invitation_without_leaving_the_page(
    page: Page, friend: Page, club_server: Server
):
    sign_up(page, club_server, "quinn")
    sign_up(friend, club_server, "rosa")
    for one, other in ((page, "rosa"), (friend, "quinn")):
        find(one, club_server, other)
        one.get_by_role("button", name=re.compile("^Follow")).click()
    friend.goto(f"{club_server.url}/rules/")
    page.goto(f"{club_server.url}/tables/new/")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    page.get_by_role("button", name="Invite rosa").click()
    call = friend.get_by_role("region", name="You’re needed at a table")
    with friend.expect_response("**/decline/"):
        call.get_by_role("button", name="No, thanks").click()
    expect(call).to_be_hidden()
    page.reload()
    expect(page.locator(".invite-friends")).to_contain_text("declined")
    friend.goto(club_server.url)
    expect(friend.get_by_role("region", name="For you")).to_have_count(0)


def test_a_username_with_a_space_is_corrected_while_it_is_typed(friend: Page, club_server: Server):
    friend.goto(f"{club_server.url}/accounts/signup/")
    name = friend.get_by_label("Username")
    name.press_sequentially("Ann Chan")
    expect(friend.get_by_text("How about “ann.chan”?")).to_be_visible()
    friend.get_by_role("button", name="Use this username").click()
    expect(name).to_have_value("ann.chan")
    expect(friend.get_by_role("button", name="Use this username")).to_have_count(0)
    password = friend.get_by_label("Password")
    password.fill(PASSWORD)
    expect(password).to_have_attribute("type", "password")
    friend.get_by_role("button", name="Show password").click()
    expect(password).to_have_attribute("type", "text")
    friend.get_by_role("button", name="Create account").click()
    friend.wait_for_url(f"{club_server.url}/")


def test_a_guest_who_signs_up_is_told_that_the_games_are_saved(friend: Page, club_server: Server):
    friend.goto(club_server.url)
    friend.get_by_role("button", name="Play now").first.click()
    friend.wait_for_url("**/tables/**")
    friend.goto(f"{club_server.url}/accounts/keep/")
    friend.get_by_label("Username").fill("tess.keeps")
    friend.get_by_label("Password").fill(PASSWORD)
    friend.get_by_role("button", name="Create account").click()
    friend.wait_for_url(f"{club_server.url}/")
    said = friend.locator(".messages")
    expect(said).to_contain_text("Your guest games are saved")
    expect(said).not_to_contain_text("Signed in as")
