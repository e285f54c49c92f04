"""A club evening: four browsers and four bots, from creating the club to the final standings."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage

pytestmark = [pytest.mark.long, pytest.mark.every_database]

#: One card each: the player who starts ends the deal.
SHORT = ("3D", "4C", "5H", "6S")
NAMES = ("olga", "oscar", "wing", "noor")


@dataclass
class Visitor:
    """A user with a browser."""

    name: str
    page: Page
    #: Address of the event's page, once it exists.
    event: str = ""

    def press(self, name: str, within: Page | Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def go(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.click()


@pytest.fixture
def visitors(chromium: Browser, club_server: Server) -> Iterator[list[Visitor]]:
    made = []
    for name in NAMES:
        key = club_server.beside("member", username=name)
        context = chromium.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": str(key), "url": club_server.url}])
        made.append(Visitor(name, context.new_page()))
    yield made
    for each in made:
        each.page.context.close()


def create_club(owner: Visitor, others: list[Visitor], server: Server) -> None:
    """Create a club, admit the others with a link, and make the first of them an organizer."""
    page = owner.page
    page.goto(server.url + "/clubs/")
    owner.go("Create club")
    page.get_by_label("Name", exact=True).fill("Harbour Club")
    owner.press("Create club")
    owner.go("Invitations")
    page.get_by_label("Number of uses").fill(str(len(others)))
    owner.press("Create link")
    link = page.locator("input[readonly]").first.input_value()
    for each in others:
        each.page.goto(link)
        each.press("Join club")
        expect(each.page.locator("#main")).to_contain_text("Harbour Club")
    owner.go("Members")
    page.get_by_role("link", name=f"Manage {others[0].name}").click()
    owner.press("Make organizer")
    expect(page.get_by_role("status")).to_be_visible()


def create_event(organizer: Visitor) -> None:
    page = organizer.page
    # The page was loaded before the role was given.
    page.reload()
    organizer.go("All events")
    organizer.go("Set up for later")
    page.get_by_label("Name", exact=True).fill("Spring Cup")
    page.get_by_label("Date", exact=True).fill(str(date.today() + timedelta(days=1)))
    page.get_by_label("Time", exact=True).fill("19:30")
    page.get_by_label("Deals per round").fill("1")
    page.locator("#id_clock").select_option("none")
    page.get_by_role("radio", name="Fixed rounds").check()
    page.locator('[name="fixed_rounds-rounds"]').fill("2")
    organizer.press("Create event")
    page.wait_for_url("**/desk/")


def use_desk_form(organizer: Visitor, title: str, **fields: str) -> None:
    """Fill in and send one of the desk's forms."""
    page = organizer.page
    part = page.locator("details", has=page.locator("summary", has_text=title)).last
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    for name, value in fields.items():
        field = part.locator(f'[name$="-{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            label = field.locator("option", has_text=value).first.get_attribute("value")
            field.select_option(label)
        else:
            field.fill(value)
    part.locator("button[type=submit]").click()
    page.wait_for_url("**/desk/")
    expect(page.get_by_role("alert")).to_have_count(0)


def use_row(organizer: Visitor, player: str, action: str, **fields: str) -> None:
    """Open the menu of a player on the desk, and fill in and send the form it leads to."""
    page = organizer.page
    row = page.locator(".desk-people li", has_text=player)
    row.locator(".row-menu > summary").click()
    row.get_by_role("link", name=action).click()
    for name, value in fields.items():
        if name == "by":
            page.get_by_role("radio", name=value).check()
        else:
            page.locator(f'main [name$="-{name}"]').fill(value)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/desk/")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_club_runs_an_event_from_its_creation_to_the_final_standings(
    visitors: list[Visitor], club_server: Server
):
    olga, oscar, wing, noor = visitors
    create_club(olga, [oscar, wing, noor], club_server)
    create_event(oscar)
    desk = oscar.page.url
    oscar.press("Open sign-up")
    use_desk_form(oscar, "Add bots", count="4")
    for each in visitors:
        each.event = desk.removesuffix("desk/")
        each.page.goto(each.event)
        each.press("Sign up")
    oscar.page.goto(desk)
    oscar.press("Open check-in")
    for each in visitors:
        each.page.goto(each.event)
        each.press("Check in")
    oscar.page.goto(desk)
    oscar.press("Start event")
    for number in (1, 2):
        # An open page would go to its table while the test opens another one.
        for each in visitors:
            each.page.goto("about:blank")
        oscar.page.goto(desk)
        expect(oscar.page.get_by_text(f"Round {number}: proposed seating")).to_be_visible()
        oscar.press("Publish round")
        here = list(visitors)
        if number == 1:
            # She leaves and a bot plays for her; in the second round she is back.
            use_row(oscar, wing.name, "Replace player", by="A bot", reason="called away")
            here.remove(wing)
        for each in here:
            each.page.goto(each.event)
            each.page.get_by_role("link", name="Your table Table").click()
            TablePage(each.page).settle()
        play_round(here, club_server)
        oscar.page.goto(desk)
        if number == 1:
            use_row(oscar, noor.name, "Give penalty", points="10", reason="late for the round")
            assert "−10" in standings(oscar, noor.name)
            oscar.page.goto(desk)
            use_desk_form(oscar, "Remove a penalty", penalty=noor.name, reason="the bus was late")
            assert "−10" not in standings(oscar, noor.name)
    olga.page.goto(olga.event)
    expect(olga.page.get_by_text("finished", exact=True).first).to_be_visible()
    totals = olga.page.locator(".event-standings td.event-total").all_inner_texts()
    assert len(totals) == 8
    assert sum(int(text.split()[0].replace("−", "-")) for text in totals) == 0
    olga.page.locator("summary", has_text="Activity").click()
    record = olga.page.locator(".event-record").inner_text()
    for words in ("called away", "late for the round", "the bus was late"):
        assert words in record


def standings(visitor: Visitor, name: str) -> str:
    """Return a player's line in the standings."""
    visitor.page.goto(visitor.event)
    player = visitor.page.locator(".event-name > a", has_text=name)
    return visitor.page.locator(".event-standings tr", has=player).inner_text()


def play_round(here: list[Visitor], server: Server) -> None:
    """Play the short deal at each table where users sit."""
    by_table: dict[str, list[TablePage]] = {}
    for each in here:
        table = TablePage(each.page)
        by_table.setdefault(table.slug, []).append(table)
    for tables in by_table.values():
        tables[0].rig(server, *SHORT, leader=int(tables[0].data("seat")))
        for table in tables:
            table.come_back()
            expect(table.hand.locator("[data-card]")).to_have_count(1)
        tables[0].choose(tables[0].cards()[0])
        tables[0].play.click()
        expect(tables[0].root).to_have_attribute("data-phase", "finished")
