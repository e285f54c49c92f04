"""A player reviews their own plays of a finished game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.table import start_with_bots

#: The pair and the 2 win, in any order; after a single 3, the third seat goes out with the ace.
MISTAKE = ("3D 3C 2S", "6D 7H 9C TC", "AS", "8H JD QC KD")
BETTER = re.compile(r"(the 2 of spades|a pair of threes)")
#: The first seat has no choice.
SHORT = ("3D", "4D 8C TC", "5C 9D JC", "5D 9C JD")


@pytest.fixture
def finished(page: Page, club_server: Server) -> Page:
    """The page of a finished game of two deals; the first was lost by a mistake."""
    table = start_with_bots(page, club_server, 2)
    seat = int(table.data("seat"))
    dealt = [*MISTAKE[-seat:], *MISTAKE[:-seat]] if seat else MISTAKE
    table.deal(club_server, *dealt, leader=seat)
    table.play_cards("3D")
    assert table.play_deal() == "between"
    version = table.version
    table.ready.click()
    table.wait_beyond(version)
    expect(table.root).to_have_attribute("data-phase", "playing")
    table.deal(club_server, *([*SHORT[-seat:], *SHORT[:-seat]] if seat else SHORT), leader=seat)
    assert table.play_deal() == "finished"
    page.get_by_role("link", name="Deal history").click()
    return page


def test_a_player_asks_for_the_review_and_steps_to_the_costliest_mistake(finished: Page):
    page = finished
    page.get_by_role("button", name="Review my plays in deal 1").click()
    # The page updates itself.
    summary = page.get_by_role("region", name="Your plays")
    expect(summary).to_contain_text("Accuracy: ")
    expect(page.locator("#replay-stage")).to_have_attribute("data-step", "0")
    mistake = summary.get_by_role("link").first
    expect(mistake).to_contain_text("You: the 3 of diamonds")
    expect(mistake).to_contain_text(re.compile(f"Strong bot: {BETTER.pattern}"))
    mistake.click()
    expect(page.locator("#replay-stage")).to_have_attribute("data-step", "0")
    choices = page.get_by_role("table", name="Your decision at step 0")
    own = choices.get_by_role("row").filter(has_text="You")
    best = choices.get_by_role("row").filter(has_text="Strong bot")
    expect(own).to_contain_text("the 3 of diamonds")
    expect(best).to_contain_text(BETTER)
    expect(page.get_by_text(re.compile(r"^Your choice cost [\d.]+ points"))).to_be_visible()
    # Stepping changes the decision and keeps the review.
    page.keyboard.press("End")
    expect(page.get_by_role("table", name="Your decision at step 0")).to_have_count(0)
    page.get_by_role("link", name="Previous decision").last.click()
    expect(page.get_by_role("table", name=re.compile("Your decision at step"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"/deals/1/review/\?step=\d+&seat=\d$"))


def test_a_deal_without_a_choice_says_so(finished: Page):
    page = finished
    page.get_by_role("heading", name=re.compile("^Deal 2")).click()
    page.get_by_role("link", name="Replay deal 2").click()
    page.get_by_role("button", name="Review my plays").click()
    expect(page.get_by_text("You had nothing to decide in this deal.")).to_be_visible()
