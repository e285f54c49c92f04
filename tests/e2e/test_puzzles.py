"""Puzzles in the browser: the puzzle of the day solved, and failed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games.puzzles.puzzle import SOLVER, Puzzle, puzzle_with
from games.rules.cards import cards_text
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

SIZES = [(1280, 800), (1366, 650), (1024, 768), (844, 390), (390, 844), (320, 568)]


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["desktop", "phone"])
def tab(request: pytest.FixtureRequest, chromium: Browser, club_server: Server) -> Iterator[Page]:
    width, height = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(club_server.url)
    yield page
    context.close()


def open_daily(page: Page) -> Puzzle:
    """Open the puzzle of the day from the home page; return it."""
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    # Its script listens from then on.
    page.wait_for_load_state()
    puzzle = puzzle_with(int(page.url.rstrip("/").split("/")[-1]))
    assert puzzle is not None
    return puzzle


def answer(page: Page, cards: int) -> None:
    """Select cards and play them, or pass with 0."""
    for card in cards_text(cards).split():
        page.locator(f"#hand [data-card='{card}']").click()
    page.get_by_role("button", name="Play" if cards else "Pass", exact=True).click()


def test_hand_and_button_are_visible_without_scrolling_at_every_size(tab: Page):
    open_daily(tab)
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        expect(tab.locator("#hand .card").first).to_be_in_viewport(ratio=1)
        expect(tab.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_the_puzzle_of_the_day_is_solved_and_played_out(tab: Page):
    puzzle = open_daily(tab)
    answer(tab, puzzle.best)
    expect(tab.get_by_role("heading", name="Best play found")).to_be_visible()
    log = tab.get_by_role("list", name="After the best play")
    expect(log.locator("[aria-current]")).to_have_attribute(
        "data-step", str(len(puzzle.states) - 1)
    )
    tab.get_by_role("link", name="Last", exact=True).click()
    expect(tab.locator(".replay-result")).to_be_visible()
    tab.get_by_role("link", name="Next puzzle").click()
    expect(tab.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_puzzle_of_the_day_is_failed_after_a_refused_play(tab: Page):
    puzzle = open_daily(tab)
    tab.get_by_role("button", name="Play", exact=True).click()
    expect(tab.get_by_text("Choose cards to play.")).to_be_visible()
    answer(tab, min(puzzle.lines, key=lambda cards: puzzle.lines[cards].points))
    expect(tab.get_by_role("heading", name="Not the best play")).to_be_visible()
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        expect(tab.locator(".replay-title").get_by_text("Not the best play")).to_be_in_viewport(
            ratio=1
        )
    tab.get_by_role("link", name="Your play").click()
    expect(tab.get_by_role("heading", name="After your play")).to_be_visible()
    # The solution is still there in another tab.
    with tab.context.new_page() as other:
        other.goto(tab.url)
        expect(other.get_by_role("heading", name="Not the best play")).to_be_visible()


def test_a_puzzle_is_answered_by_keyboard_alone(tab: Page):
    puzzle = open_daily(tab)
    cards = cards_text(puzzle.hands[SOLVER]).split()
    tab.locator("#hand .card").first.focus()
    for card in cards:
        if card in cards_text(puzzle.best).split():
            tab.keyboard.press("Space")
            expect(tab.locator(f"#hand [data-card='{card}']")).to_have_attribute(
                "aria-pressed", "true"
            )
        tab.keyboard.press("ArrowRight")
    tab.get_by_role("button", name="Play" if puzzle.best else "Pass", exact=True).press("Enter")
    expect(tab.get_by_role("heading", name="Best play found")).to_be_visible()
