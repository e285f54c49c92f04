"""A player reviews a deal, and tries one of its endings as a puzzle, wrongly and rightly."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play, action_text
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import start_with_bots

#: When every player has played a card and the first leads again, only the jacks are clearly best.
HANDS = ("3D 2S 3H 9H JD JC QH", "QC 4D", "5S TD 5D", "7H 9C TS AD 6D")
OPENING = ("3D", "4D", "5D", "6D", "2S", "", "", "")
PLAYED = "QH"
BEST, WRONG = "JD JC", "3H"


PHONE, DESKTOP = (320, 568), (1280, 800)


@pytest.fixture
def review(
    request: pytest.FixtureRequest, chromium: Browser, club_server: Server
) -> Iterator[Page]:
    """The review of a deal that the player lost by leading the queen."""
    width, height = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    table = start_with_bots(page, club_server, 1)
    seat = int(table.data("seat"))
    actions = [
        Play((seat + away) % 4, parse_cards(cards)) if cards else Pass((seat + away) % 4)
        for away, cards in zip((0, 1, 2, 3, 0, 1, 2, 3), OPENING, strict=True)
    ]
    hands = [HANDS[(number - seat) % 4] for number in range(4)]
    table.deal(club_server, *hands, leader=seat, actions=[action_text(each) for each in actions])
    table.play_cards(PLAYED)
    assert table.play_deal() == "finished"
    page.get_by_role("link", name="Review my plays").click()
    page.get_by_role("button", name="Review my plays").click()
    expect(page.get_by_role("region", name="Your plays")).to_be_visible()
    yield page
    context.close()


def answer(page: Page, cards: str) -> None:
    """Open the puzzle and play cards."""
    page.get_by_role("link", name=f"Try it as a puzzle step {len(OPENING)}").click()
    expect(page.get_by_role("heading", name="Puzzle from deal 1")).to_be_visible()
    expect(page.get_by_text("In the deal")).to_have_count(0)
    # Its script, which selects cards, has run.
    page.wait_for_load_state()
    for card in cards.split():
        page.locator(f"#hand [data-card='{card}']").click()
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.mark.parametrize("review", [PHONE], indirect=True)
def test_the_puzzle_is_missed_and_shows_what_was_played_in_the_deal(review: Page):
    answer(review, WRONG)
    expect(review.get_by_role("heading", name="Not the best play")).to_be_visible()
    expect(review.get_by_text("In the deal you played the queen of hearts.")).to_be_visible()
    review.get_by_role("link", name="In the deal", exact=True).click()
    log = review.get_by_role("list", name="After your play in the deal")
    expect(log).to_contain_text("South played the queen of hearts.")
    review.get_by_role("link", name="Last", exact=True).click()
    expect(review.locator(".replay-result")).to_be_visible()
    review.get_by_role("link", name="Your play", exact=True).click()
    log = review.get_by_role("list", name="After your play", exact=True)
    expect(log).to_contain_text("South played the 3 of hearts.")
    review.get_by_role("link", name="Back to the review").click()
    expect(review.get_by_role("link", name="Try it as a puzzle Missed")).to_be_visible()


@pytest.mark.parametrize("review", [DESKTOP], indirect=True)
def test_the_puzzle_is_solved(review: Page):
    answer(review, BEST)
    expect(review.get_by_role("heading", name="Best play found")).to_be_visible()
    log = review.get_by_role("list", name="After the best play")
    expect(log).to_contain_text("South played a pair of jacks.")
    review.get_by_role("link", name="Back to the review").click()
    expect(review.get_by_role("link", name="Try it as a puzzle Solved")).to_be_visible()
