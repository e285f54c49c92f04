"""An event in several browsers: players are taken to their tables; desk and pages follow."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage

#: Longer than a page waits before it goes where its user is needed, in milliseconds.
SOON = 12_000
#: Bots may already have finished the table without users.
SEATED = re.compile(r"^[01] of 2 tables finished")
#: Longer than the projector shows a page.
TURNED = 11_000
#: Hands that give every player a few turns.
SHORT = ("3D 8C JH", "4C 9H QS", "5H TS KD", "6S JD AC")


@dataclass
class Hall:
    """An event with two users and six bots, and the browsers of its visitors."""

    server: Server
    browser: Browser
    event: dict[str, Any]
    contexts: list[BrowserContext]

    def page(self, key: str = "") -> Page:
        context = self.browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if key:
            context.add_cookies([{"name": "sessionid", "value": key, "url": self.server.url}])
        return context.new_page()

    def at(self, *parts: str) -> str:
        return "/".join((f"{self.server.url}/events", self.event["slug"], *parts, ""))

    def desk(self) -> Page:
        page = self.page(self.event["organizer"])
        page.goto(self.at("desk"))
        return page


@pytest.fixture
def hall(chromium: Browser, club_server: Server, request: pytest.FixtureRequest) -> Iterator[Hall]:
    name = "".join(filter(str.isalpha, request.node.name))[-12:]
    event = cast("dict[str, Any]", club_server.beside("prepared_event", named=name))
    made = Hall(club_server, chromium, event, [])
    yield made
    for context in made.contexts:
        context.close()


@pytest.mark.every_database
def test_a_round_is_played_and_all_open_pages_follow(hall: Hall):
    first, second = (hall.page(key) for key in hall.event["players"])
    desk, visitor = hall.desk(), hall.page()
    # One is on a page without its own socket, the other in the lobby.
    first.goto(f"{hall.server.url}/accounts/profile/")
    second.clock.install()
    second.goto(f"{hall.server.url}/tables/")
    visitor.goto(hall.at())
    expect(visitor.get_by_text("in progress", exact=True)).to_be_visible()
    desk.get_by_role("button", name="Publish round").click()
    # A click leads to the table immediately; without one the page goes there after a while.
    first.get_by_role("link", name="Go to your table").click()
    first.wait_for_url("**/tables/*/")
    expect(second.get_by_role("region", name="You’re needed at a table")).to_contain_text(
        "round 1, table"
    )
    second.clock.fast_forward(SOON)
    second.wait_for_url("**/tables/*/")
    expect(visitor.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(desk.get_by_text("their turn").first).to_be_visible()
    fill_in_while_they_play(hall.server, desk, [first, second])
    line = visitor.locator("#standings-lines tr").first
    expect(line.locator(".event-total")).not_to_have_text("0")
    expect(visitor.locator("#standings-lines tr")).to_have_count(8)
    orders = visitor.locator("#standings-lines tr").evaluate_all(
        "lines => lines.map(line => Number(line.dataset.order))"
    )
    assert orders == sorted(orders)
    go_on_from_a_finished_table(hall, desk, first, second)


def test_an_announcement_is_shown_at_the_table_and_covers_no_field(hall: Hall):
    first, second = (hall.page(key) for key in hall.event["players"])
    desk = hall.desk()
    desk.get_by_role("button", name="Publish round").click()
    first.goto(f"{hall.server.url}/accounts/profile/")
    first.get_by_role("link", name="Go to your table").click()
    first.wait_for_url("**/tables/*/")
    TablePage(first).settle()
    second.set_viewport_size({"width": 390, "height": 568})
    second.goto(f"{hall.server.url}/accounts/profile/")
    second.get_by_role("button", name="Stay here").click()
    form = desk.locator("#decide-announce")
    form.locator("summary").click()
    form.get_by_role("textbox").fill("Soup is ready in the hall")
    form.get_by_role("button", name="Post announcement").click()
    for page in (first, second):
        alert = page.get_by_role("region", name="Announcement")
        expect(alert).to_contain_text("Soup is ready in the hall")
    # Each field can be reached and is not under the alert then.
    alert = second.locator("#call").bounding_box()
    assert alert
    for field in second.locator("main select, main input:not([type=hidden])").all():
        field.focus()
        box = field.bounding_box()
        assert box
        assert box["y"] + box["height"] <= alert["y"], field.get_attribute("name")
    # At the table it is a bar above felt, hand and buttons, also on phones.
    for width, height in ((390, 844), (320, 568), (844, 390)):
        first.set_viewport_size({"width": width, "height": height})
        bar = first.locator("#call").bounding_box()
        assert bar
        assert bar["y"] == 0
        for part in (".felt", "#hand", "#controls"):
            box = first.locator(part).bounding_box()
            assert box
            assert bar["height"] <= box["y"], part
            assert box["y"] + box["height"] <= height, part
    with first.expect_response("**/notices/*/seen/"):
        first.locator("#call").get_by_role("button", name="Dismiss").click()
    expect(first.locator("#call")).to_be_hidden()
    # It stays dismissed in another browser.
    other = hall.page(hall.event["players"][0])
    other.goto(f"{hall.server.url}/accounts/profile/")
    expect(other.locator("#call[data-url]")).to_be_visible()
    expect(other.locator("#call")).not_to_contain_text("Soup is ready")


def fill_in_while_they_play(server: Server, desk: Page, players: list[Page]) -> None:
    """Check that input at the desk keeps its text and place when updates arrive."""
    form = desk.locator("#decide-announce")
    form.locator("summary").click()
    words = form.get_by_label("Announcement")
    words.fill("Tea is rea")
    words.evaluate("field => field.scrollIntoView({ block: 'center', behavior: 'instant' })")
    place = words.bounding_box()
    tables = {table.slug: table for table in (TablePage(page).settle() for page in players)}
    for table in tables.values():
        table.deal(server, *SHORT)
    play_to_the_end([TablePage(page).settle() for page in players])
    for page in players:
        expect(page.get_by_role("link", name="Back to the event")).to_be_visible()
    # The last result is in, and the next round is proposed above the form.
    expect(desk.get_by_role("heading", name="Round 2: proposed seating")).to_be_visible()
    expect(desk.get_by_role("link", name="End event early")).to_be_attached()
    expect(words).to_be_focused()
    expect(words).to_have_value("Tea is rea")
    now = words.bounding_box()
    assert place
    assert now
    assert abs(now["y"] - place["y"]) < 2
    desk.keyboard.type("dy")
    form.get_by_role("button", name="Post announcement").click()
    expect(desk.get_by_text("Announcement posted.")).to_be_visible()


def play_to_the_end(tables: list[TablePage]) -> None:
    """Take every turn of these players, at one or several tables, until all deals are over."""
    while playing := [each for each in tables if each.data("phase") == "playing"]:
        for table in playing:
            people = [each.data("seat") for each in tables if each.slug == table.slug]
            table.wait_for_turn_of(people)
            if table.data("phase") == "playing" and table.data("turn") == table.data("seat"):
                table.take_turn()


def go_on_from_a_finished_table(hall: Hall, desk: Page, first: Page, second: Page) -> None:
    """Check that a finished table leads to the next one, unless the player stays."""
    second.get_by_role("link", name="Back to the event").click()
    second.wait_for_url(hall.at())
    before = first.url
    first.clock.install()
    # Forms that came over a socket can be sent: they have a token.
    desk.get_by_role("button", name="Publish round").click()
    expect(desk.get_by_text(SEATED)).to_be_visible()
    notice = second.get_by_role("region", name="You’re needed at a table")
    expect(notice).to_contain_text("round 2, table")
    notice.get_by_role("button", name="Stay here").click()
    expect(notice).to_be_hidden()
    expect(second.locator(".event-table-link")).to_be_visible()
    expect(first.get_by_role("link", name="Go to your table")).to_be_visible()
    first.clock.fast_forward(SOON)
    first.wait_for_url(lambda url: url != before and "/tables/" in url)
    # A player who stayed is not asked again about this table, on any page.
    second.goto(f"{hall.server.url}/accounts/profile/")
    expect(second.locator("#call")).to_be_hidden()


@pytest.mark.every_database
def test_a_player_is_not_taken_away_from_another_table_or_a_form(hall: Hall):
    player, other = (hall.page(key) for key in hall.event["players"])
    player.clock.install()
    player.goto(hall.server.url)
    player.get_by_role("button", name="Play now").first.click()
    player.wait_for_url("**/tables/*/")
    TablePage(player).settle()
    playing = player.url
    # Neither is a user who is writing.
    other.clock.install()
    other.goto(f"{hall.server.url}/accounts/profile/")
    other.get_by_label("Name").first.fill("Half a na")
    hall.desk().get_by_role("button", name="Publish round").click()
    for page in (player, other):
        expect(page.get_by_role("link", name="Go to your table")).to_be_visible()
        expect(page.locator(".alert-countdown")).to_be_hidden()
        page.clock.fast_forward(SOON)
    expect(other.get_by_label("Name").first).to_have_value("Half a na")
    assert player.url == playing


def test_an_alert_waits_for_a_focused_field_and_stays_away_once_answered(hall: Hall):
    player = hall.page(hall.event["players"][0])
    player.clock.install()
    profile = f"{hall.server.url}/accounts/profile/"
    player.goto(profile)
    player.get_by_label("Name").first.focus()
    hall.desk().get_by_role("button", name="Publish round").click()
    expect(player.get_by_role("link", name="Go to your table")).to_be_visible()
    expect(player.locator(".alert-countdown")).to_be_hidden()
    player.clock.fast_forward(SOON)
    assert player.url == profile
    player.get_by_role("button", name="Stay here").click()
    # Another alert was answered since then, in another tab.
    player.evaluate("localStorage.setItem('call-answered', '/tables/another/')")
    player.goto(profile)
    expect(player.locator("#call")).to_be_attached()
    expect(player.locator("#call")).to_have_attribute("data-url", re.compile("/tables/"))
    expect(player.locator("#call")).to_be_hidden()


def test_a_page_with_a_form_is_not_left_even_if_nothing_was_typed(hall: Hall):
    player = hall.page(hall.event["players"][0])
    player.clock.install()
    profile = f"{hall.server.url}/accounts/profile/"
    player.goto(profile)
    hall.desk().get_by_role("button", name="Publish round").click()
    expect(player.get_by_role("link", name="Go to your table")).to_be_visible()
    expect(player.locator(".alert-countdown")).to_be_hidden()
    player.clock.fast_forward(SOON)
    assert player.url == profile
    # It is a low bar at the bottom, which does not cover the end of the form.
    for width, height in ((1280, 800), (390, 844)):
        player.set_viewport_size({"width": width, "height": height})
        player.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        bar = player.locator("#call").bounding_box()
        last = player.locator("main form button:visible").last.bounding_box()
        assert bar
        assert last
        assert bar["y"] + bar["height"] == height
        assert bar["height"] <= 80
        assert last["y"] + last["height"] <= bar["y"]


def test_the_countdown_does_not_start_again_on_the_next_page(hall: Hall):
    player = hall.page(hall.event["players"][0])
    player.clock.install()
    player.goto(hall.server.url)
    hall.desk().get_by_role("button", name="Publish round").click()
    expect(player.locator(".alert-countdown")).to_be_visible()
    for path in ("/accounts/profile/", "/tables/"):
        player.goto(f"{hall.server.url}{path}")
        expect(player.get_by_role("link", name="Go to your table")).to_be_visible()
        expect(player.locator(".alert-countdown")).to_be_hidden()
        player.clock.fast_forward(SOON)
        assert player.url.endswith(path)


def test_the_projector_turns_its_pages_and_needs_no_scrolling(hall: Hall):
    page = hall.page()
    page.clock.install()
    page.goto(hall.at("projector"))
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    hall.desk().get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("heading", name="Round 1: seating")).to_be_visible()
    for size in ((1280, 720), (1920, 1080), (1024, 768), (1280, 800), (1366, 650)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.clock.run_for(200)
        fits = page.evaluate(
            """() => {
                const root = document.documentElement;
                return root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight;
            }"""
        )
        assert fits, size
    # At this size the tables do not fit on one page.
    page.set_viewport_size({"width": 1024, "height": 600})
    page.locator(".projector-tables > li").evaluate_all(
        """tables => {
            for (const { style } of tables)
                [style.minHeight, style.gridColumn] = ["45vh", "1 / -1"];
        }"""
    )
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    page.clock.run_for(200)
    pages = page.locator("#projector-page")
    expect(pages).to_have_text("1 / 2")
    page.keyboard.press("ArrowRight")
    expect(pages).to_have_text("2 / 2")
    page.keyboard.press("Space")
    page.clock.run_for(TURNED)
    expect(pages).to_have_text("2 / 2")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(TURNED)
    expect(pages).to_have_text("1 / 2")


def test_page_desk_projector_and_call_have_no_serious_accessibility_fault(hall: Hall):
    player = hall.page(hall.event["players"][0])
    player.goto(f"{hall.server.url}/accounts/profile/")
    # Input in progress keeps the notice where it is.
    player.get_by_label("Name").first.fill("Half a na")
    desk, visitor, projector = hall.desk(), hall.page(), hall.page()
    desk.get_by_role("button", name="Publish round").click()
    expect(desk.get_by_text(SEATED)).to_be_visible()
    expect(player.get_by_role("button", name="Stay here")).to_be_visible()
    visitor.goto(hall.at())
    projector.goto(hall.at("projector"))
    found = {
        name: faults(page)
        for name, page in {
            "call": player, "desk": desk, "page": visitor, "projector": projector,
        }.items()
    }  # fmt: skip
    assert found == {name: [] for name in found}
