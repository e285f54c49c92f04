"""An event with an entry fee and prizes, from the form to the settlement, on phones."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def club(club_server: Server) -> dict[str, Any]:
    return cast("dict[str, Any]", club_server.beside("club_with_players"))


@pytest.fixture
def tabs(chromium: Browser, club_server: Server) -> Iterator[Any]:
    """Return a function that opens a page as the user with this session key."""
    opened = []

    def at(key: str, path: str) -> Page:
        """Open a page on a phone."""
        context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": key, "url": club_server.url}])
        opened.append(context)
        page = context.new_page()
        page.goto(club_server.url + path)
        return page

    yield at
    for each in opened:
        each.close()


def fill_form(page: Page, **more: str) -> None:
    """Fill in the form of a new event with real cards and one round, without its money."""
    page.get_by_label("Name", exact=True).fill("Spring Cup")
    page.get_by_label("Date", exact=True).fill("2037-03-07")
    page.get_by_label("Time", exact=True).fill("19:30")
    page.get_by_label("Cards", exact=True).select_option("paper")
    page.get_by_label("Deals per round").fill("2")
    page.get_by_label("Rounds", exact=True).first.fill("1")
    page.get_by_label("Currency").select_option("HKD")
    page.get_by_text("Entry fee, prizes and payments").click()
    for label, value in more.items():
        page.locator(f"[name={label}]").fill(value)


def open_for_sign_up(page: Page) -> str:
    """Create the event, open its sign-up, and return its slug."""
    page.get_by_role("button", name="Create event").tap()
    page.wait_for_url("**/desk/")
    page.get_by_role("button", name="Open sign-up").tap()
    expect(page.get_by_role("button", name="Open check-in")).to_be_visible()
    return page.url.split("/")[-3]


def test_four_players_pay_a_fee_and_two_win_prizes(club_server: Server, club: Any, tabs: Any):
    page = tabs(club["organizer"], f"/events/new/{club['club']}/")
    fill_form(page, fee="20")
    expect(page.get_by_label("1st", exact=True)).to_be_hidden()
    page.get_by_label("Prizes", exact=True).select_option("share")
    page.get_by_label("1st", exact=True).fill("60")
    page.get_by_label("2nd", exact=True).fill("50")
    assert not faults(page)
    page.get_by_role("button", name="Create event").tap()
    expect(page.get_by_text("The prizes add up to more than 100%.")).to_be_visible()
    # Nothing that was entered is lost.
    expect(page.get_by_label("1st", exact=True)).to_have_value("60")
    page.get_by_label("2nd", exact=True).fill("30")
    slug = open_for_sign_up(page)

    for number, key in enumerate(club["players"]):
        player = tabs(key, f"/events/{slug}/")
        expect(player.get_by_text("You could lose up to HK$20.00: the entry fee.")).to_be_visible()
        pot = (
            "The pot is HK$60.00: the entry fees of 3 players. It pays 1st HK$36.00 and 2nd"
            " HK$18.00. The club keeps HK$6.00 of it."
            if number == 3
            else "HK$20.00"
        )
        expect(player.locator(".event-terms")).to_contain_text(pot)
        assert player.evaluate("document.documentElement.scrollWidth") <= 390
        player.get_by_role("button", name="Sign up").tap()
        expect(player.get_by_role("button", name="Withdraw")).to_be_visible()

    settlement = cast("str", club_server.beside("play_event", slug=slug))
    page.goto(club_server.url + settlement)
    results = page.locator("#nets")
    expect(results).to_contain_text("entry fee −HK$20.00 and prize +HK$48.00")
    expect(results).to_contain_text("entry fee −HK$20.00 and prize +HK$24.00")
    expect(results).to_contain_text("+HK$28.00")
    # The search for faults above has resized it.
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not faults(page)


def test_everyone_pays_the_club(club_server: Server, club: Any, tabs: Any):
    page = tabs(club["organizer"], f"/events/new/{club['club']}/")
    fill_form(page)
    page.get_by_label("Stake per point").fill("1")
    page.get_by_label("Payments", exact=True).select_option("club")
    page.get_by_role("button", name="Create event").tap()
    expect(page.get_by_text("If everyone pays the club, set a player limit")).to_be_visible()
    page.get_by_label("Player limit").fill("4")
    slug = open_for_sign_up(page)

    for key in club["players"]:
        player = tabs(key, f"/events/{slug}/")
        terms = player.locator(".event-terms")
        expect(terms).to_contain_text("Everyone pays the club, and the club pays out.")
        player.get_by_role("button", name="Sign up").tap()
        expect(player.get_by_role("button", name="Withdraw")).to_be_visible()

    settlement = cast("str", club_server.beside("play_event", slug=slug))
    page.goto(club_server.url + settlement)
    pays = page.locator("#pays")
    # Two losers pay the club, which pays two winners; none pays another.
    expect(pays.locator("li").filter(has_text="Harbour Club")).to_have_count(4)
    expect(pays).to_contain_text("If a player doesn’t pay, the club bears the loss.")
    assert not faults(page)
