"""What stopped first-time players: at a waiting table, in the chat by keyboard, in the result."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE, Sit
from tests.e2e.server import Server
from tests.e2e.table import TablePage, take_seat
from tests.e2e.test_flows import open_table

HAND = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D"
OTHERS = ("4C 5H 6S", "4H 5S 6C", "4S 5C 6H")


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """Another user."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_closing_a_table_is_asked_while_others_look_on_and_says_who_closed_it(
    tab: Page, friend: Page, club_server: Server
):
    link = open_table(tab, club_server)
    host = tab.locator(".waiting-seat .seat-name").first.inner_text()
    close = tab.get_by_role("button", name="Close table")
    expect(close).to_be_visible()
    friend.goto(link)
    TablePage(friend).settle()
    expect(tab.locator("#watching")).to_contain_text("1")
    expect(close).to_be_hidden()
    tab.locator("#host-open").click()
    expect(tab.get_by_text("This closes the table for everyone")).to_be_visible()
    close.click()
    tab.wait_for_url("**/tables/")
    expect(friend.get_by_role("heading", name=f"{host} closed this table.")).to_be_visible()


def test_a_waiting_table_and_its_start_leave_no_errors_in_the_consoles(
    tab: Page, friend: Page, club_server: Server
):
    errors: list[str] = []
    for page in (tab, friend):
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    link = open_table(tab, club_server)
    friend.goto(link)
    TablePage(friend).settle()
    take_seat(friend)
    # No longer counted as a spectator.
    expect(tab.locator("#watching")).to_be_empty()
    tab.get_by_role("tab", name="Chat").click()
    tab.get_by_label("Write a message").fill("Hello")
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Start game").click()
    host = TablePage(tab)
    expect(host.root).to_have_attribute("data-phase", "playing")
    host.hint.or_(tab.locator("#pass")).first.wait_for()
    assert errors == []


@pytest.mark.parametrize("height", [700, 800])
def test_escape_leaves_the_chat_for_the_hand_when_a_key_opened_it(still: Sit, height: int):
    table = still(HAND, *OTHERS)
    page = table.page
    page.set_viewport_size({"width": 1280, "height": height})
    for start in ("", "ArrowRight"):
        if start:
            page.keyboard.press(start)
        page.keyboard.press("t")
        field = page.get_by_label("Write a message")
        expect(field).to_be_focused()
        page.keyboard.type("Hello")
        page.keyboard.press("Enter")
        expect(field).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator("#hand .card:focus-visible")).to_have_count(1)
        page.get_by_role("tab", name="Game log").click() if height == 800 else None


def test_the_first_shortcut_says_once_how_to_see_all_keys(still: Sit):
    table = still(HAND, *OTHERS)
    hint = table.page.locator("#keys-hint")
    expect(hint).to_be_hidden()
    table.page.keyboard.press("ArrowRight")
    expect(hint).to_be_visible()
    table.page.reload()
    table.settle()
    table.page.keyboard.press("ArrowRight")
    expect(table.page.locator("#hand .card:focus-visible")).to_have_count(1)
    expect(hint).to_be_hidden()


def test_pop_ups_have_a_caption_and_a_button_that_closes_them(tab: Page, club_server: Server):
    tab.set_viewport_size({"width": 390, "height": 844})
    open_table(tab, club_server)
    code = tab.locator("#invite-qr")
    tab.get_by_role("button", name="QR code").click()
    expect(code.get_by_role("heading", name="QR code for the link")).to_be_visible()
    code.get_by_role("button", name="Close").click()
    expect(code).to_be_hidden()


def test_the_tables_menu_leaves_its_button_visible_on_a_phone(still: Sit):
    table = still(HAND, *OTHERS)
    page = table.page
    for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
        page.set_viewport_size(size)
        page.locator("#table-menu-open").click()
        panel, button = (
            page.locator(each).bounding_box()
            for each in ("#table-menu > .menu-panel", "#table-menu-open")
        )
        assert panel["y"] >= button["y"] + button["height"]
        assert panel["y"] + panel["height"] <= size["height"]
        page.locator("#table-menu-open").click()


@pytest.mark.parametrize("size", [(390, 844), (1280, 600)])
def test_the_scoring_of_a_deal_opens_into_view(playing: Sit, size: tuple[int, int]):
    table = playing("3D", *OTHERS, rules="pagat")
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator("#hand .card").first.click()
    table.play.click()
    opened = page.locator(".pairwise-amounts")
    opened.locator("summary").click()
    expect(opened.locator("li").last).to_be_in_viewport()


def test_a_small_phone_asks_to_play_again_only_once(playing: Sit):
    # The player's own page has no room for a question and a button that say the same.
    table = playing("3D", *OTHERS, deals=1)
    page = table.page
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("#hand .card").first.click()
    table.play.click()
    again = page.get_by_role("button", name="Play again")
    expect(again).to_be_visible()
    expect(page.get_by_text("Play again?")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_text("Play again?")).to_be_visible()
