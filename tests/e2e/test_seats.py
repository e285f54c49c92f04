"""Seating a round by dragging and by keyboard, and undoing a round."""

import re
from collections.abc import Callable
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage


@pytest.fixture
def desk(page: Page, club_server: Server) -> Callable[..., dict[str, Any]]:
    """Return a function that creates an event and signs its organizer in."""

    def make(**terms: Any) -> dict[str, Any]:
        made = cast("dict[str, Any]", club_server.beside("event", **terms))
        sign_in(page, club_server, made["organizer"])
        return made

    return make


def sign_in(page: Page, club_server: Server, key: str) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": club_server.url}])


def place(page: Page, label: str) -> Locator:
    """Return the button of a seat, or of a place among those who sit out."""
    return page.get_by_role("button", name=re.compile(f"^{label}: "))


def who(page: Page, label: str) -> str:
    return place(page, label).inner_text()


def drag(page: Page, source: Locator, target: Locator) -> None:
    start, end = source.bounding_box(), target.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 15, steps=6)
    page.mouse.up()


def test_an_organizer_swaps_players_by_dragging_and_by_keyboard(
    page: Page, club_server: Server, desk: Callable[..., dict[str, Any]]
):
    made = desk(people=5, bots=4)
    page.goto(f"{club_server.url}/events/{made['slug']}/desk/")
    page.get_by_role("link", name="Edit seating").click()
    first, second = who(page, "Table 1, seat 1"), who(page, "Table 2, seat 1")
    out = who(page, "Sitting out, place 1")
    says, even = page.locator("#hand-says"), page.get_by_role("region", name="Seating balance")
    expect(even).to_contain_text("No pair meets twice")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()

    # By dragging.
    with page.expect_response("**/seats/look/"):
        drag(page, place(page, "Table 1, seat 1"), place(page, "Table 2, seat 1"))
    expect(place(page, "Table 2, seat 1")).to_have_text(first)
    expect(place(page, "Table 1, seat 1")).to_have_text(second)
    expect(says).to_have_text(f"{first} and {second} swapped places.")
    with page.expect_response("**/seats/look/"):
        undo.click()
    expect(place(page, "Table 1, seat 1")).to_have_text(first)

    # By keyboard: picked up, cancelled, picked up again and put down one seat further.
    place(page, "Table 1, seat 1").focus()
    page.keyboard.press("Enter")
    expect(says).to_contain_text(f"Picked up {first}, Table 1, seat 1.")
    page.keyboard.press("ArrowDown")
    third = who(page, "Table 1, seat 2")
    expect(says).to_have_text(f"Table 1, seat 2: {third}")
    page.keyboard.press("Escape")
    expect(says).to_have_text(f"{first} stays in place.")
    expect(place(page, "Table 1, seat 1")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    with page.expect_response("**/seats/look/"):
        page.keyboard.press("Enter")
    expect(place(page, "Table 1, seat 2")).to_have_text(first)
    expect(place(page, "Table 1, seat 2")).to_be_focused()

    # A seated player sits out and comes back; a bot keeps the seat for that time.
    with page.expect_response("**/seats/look/"):
        drag(page, place(page, "Table 1, seat 2"), place(page, "Sitting out, place 2"))
    expect(place(page, "Table 1, seat 2")).to_have_text("A bot")
    expect(place(page, "Sitting out, place 3")).to_have_text("No one")
    with page.expect_response("**/seats/look/"):
        place(page, "Sitting out, place 1").click()
        place(page, "Table 1, seat 2").click()
    expect(place(page, "Table 1, seat 2")).to_have_text(out)

    page.get_by_role("button", name="Save seating").click()
    expect(page.get_by_text("Seating saved.")).to_be_visible()
    table = page.locator(".event-tables > li").first
    expect(table.get_by_role("listitem").nth(0)).to_contain_text(third)
    expect(table.get_by_role("listitem").nth(1)).to_contain_text(out)
    expect(page.get_by_text(f"Sitting out: {first}")).to_be_visible()


def test_each_seat_has_a_list_of_players_without_javascript(
    chromium: Browser, page: Page, club_server: Server, desk: Callable[..., dict[str, Any]]
):
    made = desk(people=8, bots=0)
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    plain = context.new_page()
    sign_in(plain, club_server, made["organizer"])
    plain.goto(f"{club_server.url}/events/{made['slug']}/desk/seats/")
    one, other = plain.get_by_label("Table 1, seat 1"), plain.get_by_label("Table 2, seat 1")
    first, second = one.input_value(), other.input_value()
    one.select_option(second)
    plain.get_by_role("button", name="Save seating").click()
    expect(plain.get_by_role("alert")).to_contain_text("has 2 places.")
    expect(plain.get_by_label("Table 1, seat 1")).to_have_value(second)
    plain.get_by_label("Table 2, seat 1").select_option(first)
    plain.get_by_role("button", name="Save seating").click()
    expect(plain.get_by_text("Seating saved.")).to_be_visible()
    context.close()


def test_a_player_at_a_table_of_an_undone_round_is_sent_to_the_event(
    page: Page, club_server: Server, desk: Callable[..., dict[str, Any]]
):
    made = desk(people=4, bots=0, upto="published")
    sign_in(page, club_server, made["players"][0])
    page.goto(f"{club_server.url}/tables/{made['tables'][0]}/")
    TablePage(page).settle()
    assert club_server.beside(
        "done",
        slug=made["slug"],
        service="rounds.publication.undo_round",
        reason="Ana sat wrong",
    )
    page.wait_for_url(f"**/events/{made['slug']}/")
    expect(page.get_by_text("Ana sat wrong").first).to_be_visible()
