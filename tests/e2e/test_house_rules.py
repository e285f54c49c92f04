"""House rules: created by one user, shared, and copied and played by another."""

import re

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, open_terms

NAME = "Hong Kong, but triples off"
#: Scoring by finishing place requires playing on, and the other way round.
REASON = "Playing on until one player is left and scoring by finishing place"


def choose(page: Page, question: str, answer: str) -> None:
    """Answer a question of the editor, and wait until it shows the result."""
    with page.expect_response("**/rules/draft/"):
        group = page.get_by_role("radiogroup", name=question)
        if group.count():
            group.get_by_role("radio", name=answer, exact=True).click()
        else:
            page.get_by_label(question).select_option(label=answer)


def type_factor(page: Page, row: int, start: str, factor: str) -> None:
    page.get_by_role("textbox", name=f"Row {row}: minimum cards left").fill(start)
    by = page.get_by_role("textbox", name=f"Row {row}: multiplier")
    by.fill(factor)
    by.press("Tab")


def create_house_rules(page: Page) -> None:
    """Go from the home page to the editor, and create the rules of this test."""
    open_terms(page)
    page.get_by_text("More rules", exact=True).click()
    page.get_by_role("link", name="Read the rules or create your own").click()
    page.get_by_role("link", name="Customize Hong Kong", exact=True).click()
    choose(page, "Can you play three of a kind on its own?", "No")
    choose(page, "Does each two left double the loss?", "Yes")
    type_factor(page, 2, "8", "2")
    type_factor(page, 3, "10", "4")
    # The answer moves the end of the page, where "Save" is: an early click may miss it.
    words = page.get_by_role("region", name="Preview of your rules")
    expect(words).to_contain_text(
        "Card points count double for 8 or more cards and 4 times as much for 10 or more"
    )


def test_house_rules_are_created_shared_copied_and_played(
    page: Page, club_server: Server, chromium: Browser
):
    create_house_rules(page)
    words = page.get_by_role("region", name="Preview of your rules")
    expect(words).to_contain_text("Each two left doubles the loss.")
    expect(words).to_contain_text(
        "You can’t play three of a kind on its own, only as part of a full house."
    )
    expect(page.get_by_text("3 changes from Hong Kong")).to_be_visible()

    choose(page, "How is a deal scored?", "Points by finishing place")
    expect(page.get_by_text(REASON)).to_have_count(2)
    for question in ("How is a deal scored?", "When does a deal end?"):
        expect(page.get_by_label(question)).to_have_attribute("aria-invalid", "true")
    expect(words).to_contain_text("This preview shows your last valid rules.")
    expect(words).to_contain_text("Each two left doubles the loss.")
    choose(page, "How is a deal scored?", "Losers count their cards left")
    expect(page.get_by_text(REASON)).to_have_count(0)
    expect(page.get_by_text("3 changes from Hong Kong")).to_be_visible()

    page.get_by_role("textbox", name="Name").fill(NAME)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=NAME, level=1)).to_be_visible()
    expect(page.get_by_text("Each two left doubles the loss.").first).to_be_visible()
    link = page.get_by_label("Anyone with this link can read").input_value()
    assert link == page.url

    visitors = chromium.new_context()
    visitors.set_default_timeout(PATIENCE)
    play_a_copy(visitors, link)
    visitors.close()


def play_a_copy(visitors: BrowserContext, link: str) -> None:
    page = visitors.new_page()
    page.goto(link)
    expect(page.get_by_text("House rules by Guest")).to_be_visible()
    page.get_by_role("button", name="Copy to my rules").click()
    expect(page.get_by_role("link", name="Edit")).to_be_visible()
    assert page.url != link
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_url("**/tables/**")
    expect(page).to_have_title(re.compile(NAME))


def test_a_deal_is_scored_by_its_house_rules(page: Page, club_server: Server):
    create_house_rules(page)
    page.get_by_role("textbox", name="Name").fill("Doubles at eight")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_url("**/tables/**")
    table = TablePage(page).settle()
    slug = page.url.rstrip("/").rsplit("/", 1)[-1]
    nine_with_two_twos = "4D 5C 6H 7S 8C TD JC 2D 2S"
    hands = ["3D", nine_with_two_twos, "4C 5D 6C", "4H 5H 6D 7D 8D 9C TC JD QC KH"]
    club_server.rig(slug, hands=hands)
    table.reload()
    table.card("3D").click()
    table.play.click()
    expect(page.get_by_role("heading", name="won the deal")).to_be_visible()
    # 9 cards, doubled from 8 on, and doubled again for each of the two twos: 9 x 2 x 4.
    told = page.locator("#result .score-breakdown")
    steps = "× 2 for the number of cards left. × 4 for 2 twos left. Total: 72 card points."
    expect(told.filter(has_text="9 cards left")).to_contain_text(steps)
    steps = "× 4 for the number of cards left. Total: 40 card points."
    expect(told.filter(has_text="10 cards left")).to_contain_text(steps)
    counted = page.locator("#result .card-points li")
    expect(counted).to_contain_text(["0", "−3", "−40", "−72"])


def test_the_editor_keeps_the_focus_while_it_updates(page: Page, club_server: Server):
    page.goto(f"{club_server.url}/rules/new/?from=hong_kong")
    players = page.get_by_label("How many players?")
    players.focus()
    with page.expect_response("**/rules/draft/"):
        players.press("ArrowDown")
    expect(page.get_by_label("How many cards does each player get?")).to_be_visible()
    expect(players).to_be_focused()
    # Typing into a field entered with Tab replaces its text.
    first = page.get_by_role("textbox", name="Row 1: multiplier")
    first.fill("2")
    page.keyboard.press("Tab")
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Tab")
    words = page.get_by_role("region", name="Preview of your rules")
    expect(words).to_contain_text("double from the first card, 5 times as much for 9 or more cards")


def test_the_bars_of_the_editor_scroll_with_the_page_in_a_low_window(
    page: Page, club_server: Server
):
    page.set_viewport_size({"width": 640, "height": 400})
    page.goto(club_server.url + "/rules/new/?from=hong_kong")
    page.get_by_role("link", name="Play", exact=True).click()
    for bar in (".editor-sections", ".editor-save"):
        expect(page.locator(bar)).not_to_be_in_viewport()
    choose(page, "Can you play two pairs together?", "Yes, as four cards")
    expect(page.locator("#editor-words")).to_contain_text("Two pairs")
    page.get_by_role("button", name="Save rules").scroll_into_view_if_needed()
    expect(page.locator("#editor-state")).to_contain_text("1 change from Hong Kong")


def test_the_editor_works_as_a_form_without_javascript(chromium: Browser, club_server: Server):
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{club_server.url}/rules/new/?from=hong_kong")
    page.get_by_label("How many players?").select_option(label="3 players")
    expect(page.get_by_label("How many cards does each player get?")).to_have_count(0)
    page.get_by_role("button", name="Update preview").click()
    expect(page.get_by_label("How many cards does each player get?")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Three at the kitchen table")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Three at the kitchen table")).to_be_visible()
    context.close()


def test_the_link_to_house_rules_can_be_copied(
    page: Page, context: BrowserContext, club_server: Server
):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{club_server.url}/rules/new/")
    page.get_by_role("textbox", name="Name").fill("To be shared")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
