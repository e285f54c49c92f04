"""Club rules are announced at the table when they apply: visibly, not only in messages."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.server import Server
from tests.e2e.table import TablePage, open_rigged

NAMES = ["Ada", "Mei", "Bruno", "Kofi", "Lakshmi"]
RULES = {"packs": 2, "bomb_doubles": True, "loss_cap": 10, "must_beat": True}
HANDS = [
    "9D 9D 9C 9H 4C QS",
    "TD TC TH TH TS KS",
    "5D 6D 7D",
    "5H 6H 7H",
    "5S 6S 7S",
]
FIRST = "0 play 9D 9D 9C 9H 4C"
SECOND = "1 play TD TC TH TH TS"
PASSES = ["2 pass", "3 pass", "4 pass", "0 pass"]


def open_scene(
    page: Page, club: Server, *actions: str, leader: int = 0, hands: list[str] = HANDS
) -> TablePage:
    return open_rigged(
        page,
        club,
        "scene",
        names=NAMES,
        hands=hands,
        leader=leader,
        actions=actions,
        options=RULES,
        terms={"deals_planned": 4},
    )


@pytest.fixture(params=[(1280, 800), (390, 844)])
def sized_page(request: pytest.FixtureRequest, context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_viewport_size({"width": request.param[0], "height": request.param[1]})
    return page


def test_each_bomb_is_announced_when_it_is_played(sized_page: Page, still_club: Server):
    open_scene(sized_page, still_club, FIRST)
    expect(sized_page.get_by_text("A bomb was played. Losses are doubled.")).to_be_in_viewport()
    open_scene(sized_page, still_club, FIRST, SECOND)
    expect(
        sized_page.get_by_text("Two bombs were played. Losses are multiplied by 4.")
    ).to_be_in_viewport()


def test_a_player_who_must_beat_the_play_sees_it_and_cannot_pass(
    sized_page: Page, still_club: Server
):
    hands = ["9S KS", "5C 6C", "5D 6D", "5H 6H", "5S 7S"]
    table = open_scene(sized_page, still_club, "4 play 7S", leader=4, hands=hands)
    said = sized_page.get_by_text("You can beat the 7 of spades, so you must.")
    expect(said.first).to_be_in_viewport()
    expect(table.passing).to_be_disabled()


def test_the_result_explains_bombs_and_the_loss_cap(sized_page: Page, still_club: Server):
    open_scene(sized_page, still_club, FIRST, SECOND, *PASSES, "1 play KS")
    result = sized_page.locator("#result")
    expect(
        result.get_by_text(re.compile("2 bombs were played, so all losses are multiplied by 4"))
    ).to_be_visible()
    expect(result.get_by_text("Losses are capped at 10 card points.")).to_be_visible()
