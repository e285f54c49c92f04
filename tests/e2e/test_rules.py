"""Complete deals under rules that need more than playing and passing."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.table import TablePage


def sit_down(page: Page, server: Server, preset: str) -> TablePage:
    """Open a table for the preset as a visitor does: from its rules page."""
    page.goto(f"{server.url}/rules/{preset}/")
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_url("**/tables/**")
    return TablePage(page).settle()


def expect_result(page: Page, table: TablePage) -> None:
    expect(table.root).to_have_attribute("data-phase", "between")
    expect(table.root).not_to_have_attribute("data-showdown", "")
    expect(page.locator("#result").get_by_role("heading").first).to_be_visible()
    expect(table.ready).to_be_visible()


def test_a_player_ends_their_own_trick_under_indonesian_rules(tab: Page, club_server: Server):
    table = sit_down(tab, club_server, "indonesia")
    assert table.data("clockwise") == "true"
    # All others pass for the whole trick: then the player may beat their own play or end the trick.
    table.deal(
        club_server,
        "3D 2S 2H KD AC",
        "4D 5C 6D 7C 9D",
        "4C 5D 6C 7D 9C",
        "4H 5H 6H 8H 9H",
    )
    table.play_cards("3D")
    table.wait_for_own_turn_or_end_of_deal()
    table.play_cards("2H")
    table.wait_for_own_turn_or_end_of_deal()
    expect(table.say.get_by_text("beat your own")).to_be_visible()
    expect(table.passing).to_have_text("End trick")
    table.play_cards("2S")
    table.wait_for_own_turn_or_end_of_deal()
    table.pass_turn()
    expect(table.say.get_by_text("You lead. Play")).to_be_visible()
    expect(tab.locator("#board").get_by_text("ended the trick")).to_be_attached()
    table.play_cards("KD")
    table.wait_for_own_turn_or_end_of_deal()
    table.pass_turn()
    table.play_cards("AC")
    expect_result(tab, table)
    expect(tab.get_by_text("won the deal").first).to_be_visible()


def test_a_player_cuts_in_with_a_bomb_under_da_lao_er_rules(
    still: Callable[..., TablePage], still_club: Server
):
    # Seat 1 has led and seat 2 is next: the bomb does not wait for the player's turn.
    hands = (
        "9D 9C 9H 9S 3C 4H",
        "KD KC AD AC QC QH JC",
        "4D 5C 6H 7S 8C TD JD",
        "4C 5D 6S 7H 8D TC JH",
    )
    table = still(*hands, leader=1, actions=["1 play JC"], rules="da_lao_er")
    page = table.page
    table.choose("9D 9C 9H 9S 3C")
    expect(table.play).to_be_enabled()
    assert table.data("turn") == "2"
    expect(table.play).to_have_text(re.compile("^Cut in: four nines"))
    expect(table.say).to_contain_text("You can cut in now")
    expect(page).to_have_title(re.compile("^● You can cut in"))
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    expect(table.hand.locator("[data-card]")).to_have_count(1)
    log = page.locator("#board").get_by_text("cut in with four nines")
    expect(log.first).to_be_attached()
    # The others pass.
    cut_in = ["1 play JC", "0 play 9D 9C 9H 9S 3C", *(f"{seat} pass" for seat in (1, 2, 3))]
    table.deal(still_club, *hands, leader=1, actions=cut_in)
    assert table.wait_for_own_turn_or_end_of_deal() == "playing"
    table.play_cards("4H")
    expect_result(page, table)


def test_the_winner_gives_a_card_under_three_player_exchange_rules(tab: Page, club_server: Server):
    table = sit_down(tab, club_server, "three_players_exchange")
    table.deal(club_server, "3D", "4D 5D", "6D 7D 8D")
    table.play_cards("3D")
    version = table.version
    table.ready.click()
    table.wait_beyond(version)
    expect(table.say.get_by_text("a card of your choice")).to_be_visible()
    expect(table.say.get_by_text(re.compile("You got the .* from"))).to_be_visible()
    lowest = table.cards()[0]
    before = len(table.cards())
    table.choose(lowest)
    expect(table.play).to_have_text(re.compile("^Give the "))
    table.play.click()
    expect(table.card(lowest)).to_have_count(0)
    assert len(table.cards()) in (before - 1, before)
    table.deal(club_server, "3D", "4D 5D", "6D 7D 8D", leader=0)
    table.play_deal()
    expect_result(tab, table)


def test_a_player_draws_from_the_stock_under_two_player_rules(tab: Page, club_server: Server):
    table = sit_down(tab, club_server, "two_players_stock")
    assert table.data("players") == "2"
    table.deal(
        club_server,
        "4D 5C 8C 9C JD",
        "6D 6C TC KC",
        leftover="7D 7C 3H 3S 2D 2C QH QC",
        leader=1,
    )
    table.wait_for_own_turn_or_end_of_deal()
    expect(tab.locator("#board")).to_contain_text("8")
    before = len(table.cards())
    expect(table.passing).to_have_text(re.compile(r"^Pass and draw [12]$"))
    drawn = int(table.passing.inner_text()[-1])
    table.pass_turn()
    expect(table.hand.locator("[data-card]")).to_have_count(before + drawn)
    expect(table.hand.locator(".is-new")).to_have_count(drawn)
    table.play_deal()
    expect_result(tab, table)


def test_the_others_play_on_under_last_one_in_rules(tab: Page, club_server: Server):
    table = sit_down(tab, club_server, "last_one_in")
    table.deal(club_server, "3D", "4D 5C 5S", "4C 6D 6S", "4H 7D 7S")
    table.play_cards("3D")
    # The others play on, and the player, who was first out, watches.
    tab.wait_for_function("() => document.querySelector('#table').dataset.phase === 'between'")
    expect_result(tab, table)
    expect(tab.get_by_text("Went out first.")).to_be_visible()
    for points in ("+5 card points", "+3 card points", "+1 card point"):
        earned = tab.locator("#result").get_by_text(f"{points} for going out.")
        expect(earned.first).to_be_visible()


def test_a_player_gets_a_redeal_under_wikipedia_rules(tab: Page, club_server: Server):
    table = sit_down(tab, club_server, "wikipedia")
    table.deal(
        club_server,
        "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H",
        "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "8H 9H TH JC QC KC AC 2C JH QH KH AH 2H",
    )
    expect(table.say.get_by_text("Your hand is worth only 0 points")).to_be_visible()
    table.ask_for_redeal()
    # A hand that does not qualify for a redeal.
    table.deal(club_server, "3D 4C 5D", "3C KD AD", "3S KS AS", "3H KC AC")
    table.play_deal()
    expect_result(tab, table)
    expect(tab.locator("#sheet").get_by_role("rowheader", name="Deal 1", exact=True)).to_have_count(
        1
    )
