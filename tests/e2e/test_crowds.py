"""Deals of five, six and eight players, and rules that clubs add."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.table import TablePage
from tests.e2e.test_rules import expect_result, sit_down


def make_rules(page: Page, server: Server, base: str, name: str, **chosen: str) -> None:
    """Create house rules from a preset in the editor, and start a game with bots by them."""
    page.goto(f"{server.url}/rules/new/?from={base}")
    for option, value in chosen.items():
        closed = page.locator(f"details:not([open]):has([name={option}]) > summary")
        if closed.count():
            closed.first.click()
        field = page.locator(f"[name={option}]").first
        with page.expect_response("**/rules/draft/"):
            if field.evaluate("each => each.localName") == "select":
                field.select_option(value)
            elif field.get_attribute("type") == "radio":
                page.locator(f"[name={option}][value='{value}']").check()
            else:
                field.fill(value)
                field.blur()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/rules/house/*/")


def play_by_these_rules(page: Page) -> TablePage:
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_url("**/tables/**")
    return TablePage(page).settle()


def nets(page: Page) -> list[int]:
    """Return what each player won or lost by the result, in points."""
    figures = page.locator("#result .remaining-hand-net b").all_inner_texts()
    return [int(figure.replace("−", "-").replace("+", "")) for figure in figures]


def test_five_players_play_a_deal(page: Page, club_server: Server):
    table = sit_down(page, club_server, "five_players")
    assert table.data("players") == "5"
    # Ten each; the holder of the lowest card takes the two leftover cards.
    assert len(table.cards()) in (10, 12)
    expect(page.locator(".felt .seat")).to_have_count(5)
    table.play_deal()
    expect_result(page, table)
    assert len(nets(page)) == 5
    assert sum(nets(page)) == 0


def test_six_players_play_a_deal_by_house_rules(page: Page, club_server: Server):
    make_rules(page, club_server, "five_players", "Six of us", players="6")
    table = play_by_these_rules(page)
    assert table.data("players") == "6"
    assert len(table.cards()) in (8, 12)
    table.deal(club_server, "3D 4C", "5D 6C", "5C 6D", "7D 8C", "7C 8D", "9D TC", leader=0)
    table.play_deal()
    expect_result(page, table)
    assert len(nets(page)) == 6
    assert sum(nets(page)) == 0


def test_eight_players_play_a_deal_with_two_packs_and_five_of_a_kind(
    page: Page, club_server: Server
):
    table = sit_down(page, club_server, "eight_players")
    assert table.data("players") == "8"
    assert len(table.cards()) == 13
    table.deal(
        club_server,
        "7D 7D 7C 7H 7S 9C 2S",
        *("3D 4C 5D 6H 8S", "3C 4D 5C 6S 8H", "3H 4S 5H 6D 8C", "3S 4H 5S 6C 8D"),
        *("9D TC JD QH KS", "9H TD JC QS KH", "9S TH JH QC KD"),
        leader=0,
    )
    for place in (0, 1):
        table.card("7D").nth(place).click()
    table.choose("7C 7H 7S")
    expect(table.play).to_have_text(re.compile("five sevens|five of a kind", re.IGNORECASE))
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    # No player objects.
    table.wait_for_own_turn_or_end_of_deal()
    assert sorted(table.cards()) == ["2S", "9C"]
    table.play_cards("2S")
    table.wait_for_own_turn_or_end_of_deal()
    table.play_cards("9C")
    expect_result(page, table)
    assert sorted(nets(page)) == [*[-5] * 7, 35]


def test_club_rules_are_explained_when_they_apply(page: Page, club_server: Server):
    make_rules(
        page,
        club_server,
        "pagat",
        "Bombs and a roof",
        must_beat="yes",
        bomb_doubles="yes",
        loss_cap="100",
    )
    table = play_by_these_rules(page)
    table.deal(
        club_server,
        "2S 4D 4C 4H 4S 3S 9D TD JD QD KD AD",
        "5C 6H 7S 8C TH JC QC",
        "3D 5D 6C 7H 8S 9C TC JH QS KC AH",
        "3C 3H 5H 5S 6D 6S 7C 8D 9H TS KH KS AC 2C",
        leader=3,
        actions=["3 play 3C"],
    )
    table.wait_for_own_turn_or_end_of_deal()
    expect(table.say).to_contain_text("You can beat the 3 of clubs, so you must.")
    expect(table.passing).to_be_disabled()
    table.play_cards("2S")
    table.wait_for_own_turn_or_end_of_deal()
    table.play_cards("4D 4C 4H 4S 3S")
    table.wait_for_own_turn_or_end_of_deal()
    table.play_cards("9D TD JD QD KD")
    table.wait_for_own_turn_or_end_of_deal()
    table.play_cards("AD")
    expect_result(page, table)
    result = page.locator("#result")
    for told in (
        "2 bombs were played, so all losses are multiplied by 4.",
        "Losses are capped at 100 card points.",
        "7 cards left, worth 7 card points. × 4 for 2 bombs. Total: 28 card points.",
        "× 2 for the number of cards left. × 4 for 2 bombs. Total: 88 card points.",
        "× 4 for 2 bombs. Total: 156, capped at 100 card points.",
    ):
        expect(result).to_contain_text(told)
    # Each pair settles the difference of their losses, 0, 28, 88 and 100, which add up to 216.
    assert nets(page) == [216 - 4 * loss for loss in (0, 28, 88, 100)]
