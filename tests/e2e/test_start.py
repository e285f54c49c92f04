"""Starting a tournament on a phone: from the home page to cards on the tables."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

#: Most presses from the home page to cards on the tables.
MOST_PRESSES = 5


@dataclass
class Phone:
    """A phone's browser that counts the presses of its user."""

    page: Page
    presses: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, chromium: Browser, server: Server, key: str) -> "Phone":
        size: ViewportSize = {"width": 390, "height": 844}
        context = chromium.new_context(
            viewport=size, has_touch=True, reduced_motion="reduce", service_workers="block"
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
        return cls(context.new_page())

    def press(self, target: Locator) -> None:
        self.presses.append(target.inner_text())
        target.tap()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def start_page(self, server: Server) -> None:
        """Go from the home page to the form, by the menu and the list of clubs."""
        self.page.goto(server.url)
        self.press(self.page.get_by_label("Menu", exact=True))
        self.press(self.page.locator(".menu-list").get_by_role("link", name="Clubs"))
        self.press(self.page.get_by_role("link", name="Start a tournament"))
        self.page.wait_for_url("**/events/start/*/")
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390


def club_after_an_event(server: Server, cards: str) -> dict[str, Any]:
    return cast("dict[str, Any]", server.beside("club_after_an_event", cards=cards))


@pytest.mark.parametrize("cards", ["app", "paper"])
def test_the_last_events_twelve_players_get_cards_within_five_presses(
    chromium: Browser, club_server: Server, cards: str
):
    made = club_after_an_event(club_server, cards)
    phone = Phone.of(chromium, club_server, made["owner"])
    phone.start_page(club_server)
    phone.press(phone.button("Last event’s players"))
    expect(phone.page.locator(".start-outline")).to_contain_text(
        "12 players, 3 tables, 5 rounds" if cards == "app" else "12 players, 3 tables"
    )
    assert not faults(phone.page)
    phone.press(phone.button("Start now"))
    phone.page.wait_for_url("**/desk/")
    expect(phone.page.locator(".event-tables").first.locator("> li")).to_have_count(3)
    assert len(phone.presses) <= MOST_PRESSES, phone.presses
    if cards == "app":
        player = Phone.of(chromium, club_server, made["players"][0]).page
        player.goto(club_server.url)
        player.get_by_role("link", name="Your table").first.tap()
        expect(player.locator("#hand [data-card]")).to_have_count(13)


def test_members_on_any_page_hear_that_their_table_has_started_and_are_called(
    chromium: Browser, club_server: Server
):
    made = club_after_an_event(club_server, "app")
    organizer = Phone.of(chromium, club_server, made["owner"])
    home, club = (Phone.of(chromium, club_server, key).page for key in made["players"][:2])
    home.goto(club_server.url)
    club.goto(f"{club_server.url}/clubs/{made['club']}/")
    organizer.page.goto(f"{club_server.url}/events/start/{made['club']}/")
    organizer.button("Last event’s players").tap()
    organizer.button("Start now").tap()
    organizer.page.wait_for_url("**/desk/")
    for page in (home, club):
        alert = page.get_by_role("region", name="You’re needed at a table")
        expect(alert).to_contain_text("Your table is ready")
    club.get_by_role("button", name="Stay here").tap()
    home.get_by_role("link", name="Go to your table").tap()
    expect(home.locator("#hand [data-card]")).to_have_count(13)
    # A call reaches the player who stayed away, and does not cover a table that is open.
    for number in (1, 2, 3):
        post(organizer.page, f"{organizer.page.url}call/", {"table": str(number)})
    expect(club.get_by_role("region", name="You’re needed at a table")).to_contain_text(
        "Please come to table"
    )
    expect(home.locator("#call[data-url*='#called-']")).to_have_count(1)
    expect(home.locator("#call")).to_be_hidden()


def post(page: Page, url: str, data: dict[str, str]) -> None:
    """Submit a form of the page's user."""
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    answer = page.request.post(
        url, form=data | {"csrfmiddlewaretoken": token}, headers={"Referer": page.url}
    )
    assert answer.ok, answer.status


def test_a_search_finds_members_by_name_and_username(chromium: Browser, club_server: Server):
    made = club_after_an_event(club_server, "app")
    phone = Phone.of(chromium, club_server, made["owner"])
    page = phone.page
    page.goto(f"{club_server.url}/events/start/{made['club']}/")
    search = page.get_by_label("Search by name or username")
    status = page.locator(".member-picker-status")
    for text, name in (("nunez", "Carla Núñez"), ("mei ling", "Mei Ling Wong"), ("kofi-", "Kofi")):
        search.fill(text)
        expect(status).to_contain_text("Members found: 1.")
        search.press("Enter")
        expect(page.get_by_role("checkbox", name=name)).to_be_checked()
        expect(search).to_have_value("")
    expect(status).to_have_text("Selected: 3")
    # "Select all" adds those found; the others stay selected.
    search.fill("oscar")
    phone.button("Select all").tap()
    expect(status).to_have_text("Members found: 1. Selected: 4")
    search.fill("")
    phone.button("Clear").tap()
    expect(status).to_have_text("Selected: 0")
    expect(page.locator(".start-outline")).to_contain_text("Select at least 2 players.")
    # The keyboard reaches each box, and Enter in a text field starts nothing.
    page.get_by_role("checkbox", name="Ana Prado").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator(".start-outline")).to_contain_text("2 players, 1 table")
    page.locator("summary", has_text="More").tap()
    page.get_by_label("Name", exact=True).press("Enter")
    page.wait_for_load_state()
    expect(page.get_by_role("checkbox", name="Budi Santoso")).to_be_checked()
    expect(page).to_have_url(f"{club_server.url}/events/start/{made['club']}/")


def test_an_event_with_a_stake_opens_its_round_for_those_who_accepted(
    chromium: Browser, club_server: Server
):
    made = club_after_an_event(club_server, "app")
    phone = Phone.of(chromium, club_server, made["owner"])
    phone.start_page(club_server)
    phone.press(phone.button("Last event’s players"))
    phone.page.locator("summary", has_text="More").tap()
    phone.page.get_by_label("Stake per point").fill("0.50")
    phone.page.get_by_label("Currency").select_option("HKD")
    phone.button("Send invitations").tap()
    phone.page.wait_for_url("**/desk/")
    answers = phone.page.locator(".start-answers")
    expect(answers).to_contain_text("12 not answered")
    assert not faults(phone.page)
    # The desk follows the answers without being reloaded.
    for number, key in enumerate(made["players"][:5], 1):
        player = Phone.of(chromium, club_server, key).page
        player.goto(phone.page.url.removesuffix("desk/"))
        name = "Decline" if number == 5 else "Accept"
        player.get_by_role("button", name=name).first.tap()
        expect(player.get_by_role("status").first).to_be_visible()
        player.context.close()
    expect(answers).to_contain_text("4 accepted")
    expect(answers).to_contain_text("7 not answered")
    expect(answers).to_contain_text("1 declined")
    phone.button("Start with the 4 who accepted").tap()
    expect(phone.page.get_by_role("heading", name="Table 1")).to_be_visible()
    phone.page.get_by_role("link", name="Undo start").tap()
    phone.button("Undo start").tap()
    expect(phone.page.get_by_text("Start undone.")).to_be_visible()


def test_the_page_works_without_javascript(chromium: Browser, club_server: Server):
    made = club_after_an_event(club_server, "app")
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": made["owner"], "url": club_server.url}])
    page = context.new_page()
    page.goto(f"{club_server.url}/events/start/{made['club']}/")
    expect(page.get_by_role("searchbox")).to_be_hidden()
    for name in ("Ana Prado", "Budi Santoso", "Carla Núñez", "Dev Patel", "Eun-ji Park"):
        page.get_by_role("checkbox", name=name).check()
    page.locator("#start-buttons").get_by_role("button", name="Update preview").click()
    expect(page.locator(".start-outline")).to_contain_text("5 players, 1 table")
    page.get_by_role("radio", name="Bots fill empty seats").check()
    page.get_by_role("button", name="Start now", exact=True).click()
    expect(page.get_by_text("Event started.")).to_be_visible()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    context.close()
