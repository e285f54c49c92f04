"""Players who close their pages, and come back: what the others see and can do."""

import re
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, take_seat

HANDS = ("3D 4D 6D 8D", "3C 4C 6C 8C", "3H 4H 6H 8H", "3S 4S 6S 8S")


def browser_of(chromium: Browser, server: Server, key: str) -> BrowserContext:
    context = chromium.new_context(service_workers="block", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
    return context


@pytest.fixture
def party(chromium: Browser, club_server: Server) -> tuple[str, list[str], list[TablePage]]:
    """Three players at a table without a clock, the second on turn: address, keys and pages."""
    path, keys = cast("tuple[str, list[str]]", club_server.beside("party", people=3))
    club_server.rig(path.strip("/").rsplit("/", 1)[-1], hands=HANDS, leader=1)
    pages = []
    for key in keys:
        page = browser_of(chromium, club_server, key).new_page()
        page.goto(club_server.url + path)
        pages.append(TablePage(page).settle())
    return club_server.url + path, keys, pages


def seat(page: Page, number: int) -> Locator:
    return page.locator(f'[data-seat-no="{number}"]')


def bar(page: Page) -> Locator:
    return page.locator(".away-bar").filter(visible=True)


def test_one_player_lets_a_bot_play_for_an_absent_one_who_then_comes_back(
    chromium: Browser, club_server: Server, party: tuple[str, list[str], list[TablePage]]
):
    address, keys, (first, gone, third) = party
    gone.page.context.close()
    for table in (first, third):
        expect(seat(table.page, 1).get_by_text("Away", exact=True)).to_be_visible()
        expect(bar(table.page)).to_contain_text("is away.")
        assert not faults(table.page)
    # One of them waits, the other does not.
    bar(first.page).get_by_role("button", name="Wait").click()
    expect(bar(first.page)).to_have_count(0)
    first.reload()
    expect(bar(first.page)).to_have_count(0)
    expect(bar(third.page)).to_contain_text(re.compile(r"A bot can play in \d+ s"))
    club_server.beside("lengthen_absence", slug=third.slug, seat=1)
    bar(third.page).get_by_role("button", name="Let a bot play").click()
    for table in (first, third):
        expect(seat(table.page, 1).locator(".tag-away")).to_contain_text("Bot")
        expect(seat(table.page, 1).get_by_text("Away", exact=True)).to_have_count(0)
        expect(bar(table.page)).to_have_count(0)
    expect(first.root).not_to_have_attribute("data-turn", "1")
    assert club_server.recorded(first.slug)[0].startswith("1 ")
    back = browser_of(chromium, club_server, keys[1]).new_page()
    back.goto(address)
    mine = TablePage(back).settle()
    expect(seat(first.page, 1).locator(".tag-away")).to_have_count(0)
    expect(mine.root).to_have_attribute("data-seat", "1")
    expect(mine.hand.locator("[data-card]").first).to_be_visible()


@pytest.fixture
def waiting(chromium: Browser, club_server: Server, page: Page) -> tuple[Page, BrowserContext]:
    """Return the page of a waiting table's host, and the browser of a guest who sits there."""
    page.goto(f"{club_server.url}/tables/new/")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    TablePage(page).settle()
    friend = chromium.new_context(service_workers="block")
    friend.set_default_timeout(PATIENCE)
    other = friend.new_page()
    other.goto(page.url)
    TablePage(other).settle()
    take_seat(other, "Ben")
    expect(guest_seat(page)).to_contain_text("Here")
    return page, friend


def guest_seat(page: Page) -> Locator:
    return page.locator(".waiting-seat").filter(has_text="Ben")


def test_the_waiting_room_marks_an_absent_player_until_they_return(
    chromium: Browser, waiting: tuple[Page, BrowserContext]
):
    page, friend = waiting
    cookies = friend.storage_state()
    friend.close()
    expect(guest_seat(page)).to_contain_text("Away")
    expect(page.locator("#menu")).to_contain_text("You can start without waiting for them.")
    again = chromium.new_context(service_workers="block", storage_state=cookies)
    again.set_default_timeout(PATIENCE)
    again.new_page().goto(page.url)
    expect(guest_seat(page)).to_contain_text("Here")
    expect(page.locator("#menu")).not_to_contain_text("Away")


def test_the_host_frees_the_seat_of_an_absent_player(
    club_server: Server, waiting: tuple[Page, BrowserContext]
):
    page, friend = waiting
    friend.close()
    expect(guest_seat(page)).to_contain_text("Away")
    club_server.beside("lengthen_absence", slug=TablePage(page).slug, seat=1)
    page.locator("#host-open").click()
    page.get_by_role("button", name=re.compile("^Free .*Ben.*’s seat")).click()
    expect(guest_seat(page)).to_have_count(0)
