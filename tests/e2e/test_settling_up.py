"""Four players play for money at their club and settle up: after a session, and after an event."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, open_more_options

pytestmark = pytest.mark.long

NAMES = ("ann", "bob", "cy", "dee")
#: After a trick of singles Dee has one card, and goes out with it; the others are left with 3, 11
#: and 8: the sources' example.
HANDS = (
    "3C 5H 7S 4H",
    "4C 4D 6H 8S 8D 9C TH JS QD KC AH 5S",
    "3H 5C 6D 7D 9H TS JD QH 6C",
    "3D 9D",
)
ROUND = ("3 play 3D", "0 play 4H", "1 play 5S", "2 play 6C")
OPENED = re.compile(r"/tables/(?!new/)[^/]+/$")


@dataclass
class Evening:
    """A club's members and their browsers."""

    server: Server
    club: str
    pages: dict[str, Page]

    def __getitem__(self, name: str) -> Page:
        return self.pages[name]

    def at(self, path: str) -> str:
        return self.server.url + path


@pytest.fixture
def evening(chromium: Browser, club_server: Server) -> Iterator[Evening]:
    made = cast("dict[str, str]", club_server.beside("club_of", names=list(NAMES)))
    pages = {}
    for name in (*NAMES, "olga"):
        context = chromium.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        key = {"name": "sessionid", "value": made[name], "url": club_server.url}
        context.add_cookies([key])
        pages[name] = context.new_page()
    yield Evening(club_server, made["club"], pages)
    for page in pages.values():
        page.context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def play_example(tables: list[TablePage], server: Server) -> None:
    """Play one deal that leaves 3, 11, 8 and no cards, seat by seat."""
    by_seat = sorted(tables, key=lambda table: int(table.data("seat")))
    by_seat[3].rig(server, *HANDS, leader=3, actions=ROUND)
    for table in tables:
        table.come_back()
    expect(by_seat[3].hand.locator("[data-card]")).to_have_count(1)
    by_seat[3].choose("9D")
    by_seat[3].play.click()
    for table in tables:
        expect(table.root).to_have_attribute("data-phase", "finished")


def play_session(evening: Evening) -> None:
    """Sit down for 1.00 per point under the classic rules, in the order of the names, and play."""
    host = evening["ann"]
    host.goto(evening.at(f"/tables/new/?club={evening.club}&rules=classic"))
    host.get_by_role("spinbutton", name="Deals").fill("1")
    open_more_options(host)
    host.get_by_label("Seats", exact=True).select_option("chosen")
    host.get_by_label("Stake per point").fill("1.00")
    host.get_by_label("Currency").select_option("HKD")
    # A form sent before it has shown the maximum loss shows that first. Other choices have other
    # amounts.
    expect(host.locator("#worst")).to_contain_text("HK$39.00")
    press(host, "Open table")
    host.wait_for_url(OPENED)
    tables = [TablePage(host).settle()]
    for name in NAMES[1:]:
        page = evening[name]
        page.goto(host.url)
        page.locator("#menu").get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("button", name="Stand up")).to_be_visible()
        tables.append(TablePage(page).settle())
    press(host, "Start game")
    for table in tables:
        expect(table.root).to_have_attribute("data-phase", "playing")
    play_example(tables, evening.server)


def settle_up(evening: Evening, most: str, rest: str) -> None:
    """Bob pays Dee half, which she confirms; she disputes the rest, which Olga finds paid."""
    bob, dee, olga = evening["bob"], evening["dee"], evening["olga"]
    bob.goto(evening.at("/payments/"))
    bob.locator("a", has_text="dee").first.click()
    bob.wait_for_url("**/payments/*/")
    amount = bob.get_by_label("Amount in HKD").first
    expect(amount).to_have_value(most)
    amount.fill(rest)
    press(bob, "Mark as paid")
    dee.goto(bob.url)
    press(dee, "Confirm payment")
    expect(dee.locator(".debt-status").first).to_contain_text("still due")
    bob.goto(bob.url)
    expect(bob.get_by_label("Amount in HKD").first).to_have_value(rest)
    press(bob, "Mark as paid")
    dee.goto(bob.url)
    dee.get_by_text("Not received…").first.click()
    dee.get_by_label("Reason").first.fill("I have seen no second half")
    press(dee, "Dispute payment")
    olga.goto(bob.url)
    expect(olga.get_by_text("I have seen no second half")).to_be_visible()
    olga.get_by_role("radio", name="The payment was made").check()
    olga.get_by_label("Reason").first.fill("I was there when it was paid")
    press(olga, "Resolve dispute")
    expect(olga.locator(".debt-status").first).to_contain_text("Paid and confirmed")
    expect(bob.get_by_text("I was there when it was paid")).to_be_visible()


@pytest.mark.every_database
def test_players_settle_up_after_a_session(evening: Evening):
    play_session(evening)
    bob = evening["bob"]
    # The part below the result appears without a reload, and shows money to those who played.
    expect(bob.get_by_text("HK$22.00").first).to_be_visible()
    bob.get_by_role("link", name="Settle up and see the breakdown").click()
    bob.wait_for_url("**/settlements/*/")
    main = bob.locator("#main")
    for amount in ("HK$3.00", "HK$22.00", "HK$8.00", "HK$33.00"):
        expect(main).to_contain_text(amount)
    settlement = bob.url
    settle_up(evening, "22.00", "11.00")
    # The settlement's list is final, and shows what is paid.
    bob.goto(settlement)
    expect(bob.locator("#main")).to_contain_text("HK$22.00")
    bob.goto(evening.at("/statements/"))
    lines = bob.locator(".statement-table tbody tr")
    expect(lines).to_have_count(3)
    balances = [text.split()[-1] for text in lines.all_inner_texts()]
    assert balances == ["0.00", "−11.00", "−22.00"]
    # An uninvolved user sees nothing of it.
    stranger = evening["ann"].context.browser
    assert stranger is not None
    page = stranger.new_context().new_page()
    page.goto(settlement)
    assert "HK$" not in page.content()
    page.context.close()


def test_players_settle_up_after_an_event(evening: Evening):
    olga = evening["olga"]
    olga.goto(evening.at(f"/clubs/{evening.club}/"))
    olga.get_by_role("link", name="All events").click()
    olga.get_by_role("link", name="Set up for later").click()
    olga.get_by_label("Name", exact=True).fill("Autumn Cup")
    olga.get_by_label("Rules", exact=True).select_option("classic")
    olga.get_by_label("Date", exact=True).fill(str(date.today() + timedelta(days=1)))
    olga.get_by_label("Time", exact=True).fill("19:30")
    olga.get_by_label("Deals per round").fill("1")
    olga.get_by_label("Stake per point").fill("1.00")
    olga.get_by_label("Currency").select_option("HKD")
    olga.locator("#id_clock").select_option("none")
    olga.get_by_role("radio", name="Fixed rounds").check()
    olga.locator('[name="fixed_rounds-rounds"]').fill("1")
    press(olga, "Create event")
    olga.wait_for_url("**/desk/")
    desk = olga.url
    event = desk.removesuffix("desk/")
    press(olga, "Open sign-up")
    for name in NAMES:
        evening[name].goto(event)
        evening[name].get_by_role("button", name=re.compile(r"Sign up: HK\$1\.00 a point")).click()
    olga.goto(desk)
    press(olga, "Open check-in")
    for name in NAMES:
        evening[name].goto(event)
        evening[name].get_by_role("button", name=re.compile("^Check in")).click()
    olga.goto(desk)
    press(olga, "Start event")
    olga.goto(desk)
    press(olga, "Publish round")
    tables = []
    for name in NAMES:
        page = evening[name]
        page.goto(event)
        page.get_by_role("link", name="Your table Table").click()
        tables.append(TablePage(page).settle())
    play_example(tables, evening.server)
    names = {int(table.data("seat")): name for table, name in zip(tables, NAMES, strict=True)}
    loser, winner = evening[names[1]], evening[names[3]]
    olga.goto(event)
    press(olga, "Settle now")
    loser.goto(event)
    expect(loser.locator("#main")).to_contain_text("HK$22.00")
    loser.goto(evening.at("/payments/"))
    loser.locator("a", has_text=names[3]).first.click()
    loser.wait_for_url("**/payments/*/")
    press(loser, "Mark as paid")
    winner.goto(loser.url)
    press(winner, "Confirm payment")
    expect(winner.locator(".debt-status").first).to_contain_text("Paid and confirmed")
    loser.goto(evening.at("/statements/"))
    lines = loser.locator(".statement-table tbody tr")
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("Autumn Cup")
    olga.goto(evening.at(f"/clubs/{evening.club}/accounts/"))
    # The winner is owed what the two others have not yet paid.
    expect(olga.locator("#main")).to_contain_text("HK$11.00")
