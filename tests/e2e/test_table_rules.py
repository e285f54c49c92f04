"""Rules shown during play, and tables whose rules need more than playing and passing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.server import Server
from tests.e2e.table import TablePage, play_now


def test_the_game_continues_behind_the_rules_dialog(page: Page, context: BrowserContext):
    table = play_now(page)
    assert table.wait_for_own_turn_or_end_of_deal() == "playing"
    table.open_rules()
    expect(table.rules.get_by_role("heading", name="Combinations")).to_be_visible()
    expect(table.rules.get_by_role("status")).to_have_text("Your turn")

    version = table.version
    other = TablePage(context.new_page())
    other.page.goto(page.url)
    other.take_turn()
    table.wait_beyond(version)
    expect(table.rules).to_be_visible()

    page.keyboard.press("Escape")
    expect(table.rules).to_be_hidden()
    expect(page.locator("#rules-open")).to_be_focused()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_quick_reference_comes_first_and_nearly_fits(page: Page, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = play_now(page)
    table.open_rules()
    reference = table.rules.locator(".quick-reference")
    expect(reference.get_by_text("Straight flush")).to_be_visible()
    expect(reference.locator(".quick-reference-row")).to_have_count(8)
    room, height, beside = page.evaluate(
        """() => {
            const body = document.querySelector('#rules .dialog-body');
            const reference = body.querySelector('.quick-reference');
            const beside = body.scrollWidth - body.clientWidth;
            return [body.clientHeight, reference.getBoundingClientRect().height, beside];
        }"""
    )
    assert height < 1.25 * room
    assert beside <= 0


def test_shortcuts_do_not_work_at_the_table_behind_the_rules_dialog(page: Page):
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    order = table.sort.inner_text()
    table.open_rules()
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    expect(table.sort).to_have_text(order)
    page.keyboard.press("s")
    expect(table.sort).not_to_have_text(order)


def test_the_rules_are_fetched_once_and_again_after_a_failure(page: Page, context: BrowserContext):
    table = play_now(page)
    # In a separate tab, because the browser reports the intended failure as an error.
    tab = context.new_page()
    tab.route("**/rules/", lambda route: route.abort(), times=1)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(table.page.url)
    table = TablePage(tab)
    table.open_rules()
    expect(table.rules.get_by_text("Couldn’t load the rules")).to_be_visible()
    for _opening in range(2):
        tab.keyboard.press("Escape")
        table.open_rules()
        expect(table.rules.get_by_role("heading", name="Combinations")).to_be_visible()
    assert len([url for url in asked if url.endswith("/rules/")]) == 2


def test_the_rules_open_on_their_own_page_without_javascript(page: Page, chromium: Browser):
    table = play_now(page)
    plain = chromium.new_context(java_script_enabled=False).new_page()
    plain.goto(table.page.url)
    plain.locator("#rules-open").click()
    expect(plain.get_by_role("heading", name="Combinations")).to_be_visible()
    plain.get_by_role("link", name="Back to the table").click()
    expect(plain).to_have_url(page.url)
    plain.context.close()


def test_drawn_cards_are_announced_and_marked_until_the_next_move(page: Page, club_server: Server):
    table = play_now(page, "two_players_stock")
    table.deal(club_server, "4D 8C JD", "6D TC KC", leftover="2S 2H 2C", leader=1)
    table.wait_for_own_turn_or_end_of_deal()
    held = set(table.cards())
    version = table.version
    table.passing.click()
    table.wait_beyond(version)
    [drawn] = set(table.cards()) - held
    card = table.card(drawn)
    expect(card).to_have_class(re.compile(r"\bis-new\b"))
    name = card.get_attribute("aria-label") or ""
    expect(page.locator("#notice")).to_contain_text(f"You got: {name}.")

    # Looking at cards is not a move yet.
    card.click()
    card.click()
    expect(card).to_have_class(re.compile(r"\bis-new\b"))
    assert table.wait_for_own_turn_or_end_of_deal() == "playing"
    version = table.version
    card.click()
    expect(table.play).to_be_enabled()
    table.play.click()
    table.wait_beyond(version)
    assert table.hand.locator(".is-new").count() == 0


def test_the_stock_shows_the_number_of_cards_to_draw(page: Page):
    table = play_now(page, "two_players_stock")
    expect(table.root.get_by_text("cards to draw")).to_contain_text("26")


def test_a_player_who_is_out_has_no_buttons(still: Callable[..., TablePage]):
    table = still("3D", "4D 5C 5S", "4C 6D 6S", "4H 7D 7S", rules="last_one_in")
    table.play_cards("3D")
    expect(table.say.get_by_text("You went out first.")).to_be_visible()
    expect(table.say.get_by_role("button")).to_have_count(0)
    expect(table.root.get_by_text("Out first", exact=True)).to_be_visible()


def test_every_card_of_a_long_hand_can_be_tapped_on_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    table = play_now(page, "two_players")
    table.wait_for_own_turn_or_end_of_deal()
    overflow = page.evaluate(
        "() => [document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert overflow == [0, 0]
    strips = table.hand.locator("[data-card]").evaluate_all(
        """cards => cards.map(card => {
            const box = card.getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + 12, box.top + 12);
            return [box.width, box.height, hit === card];
        })"""
    )
    assert len(strips) >= 12
    assert all(width >= 24 and height >= 24 and is_hit for width, height, is_hit in strips)
