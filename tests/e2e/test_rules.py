"""One whole deal in the browser under rules that ask for more than playing and passing."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server, running
from tests.e2e.table import TablePage


def sit_down(page: Page, server: Server, preset: str) -> TablePage:
    """Open a table for the preset as a visitor does: from its page of rules."""
    page.goto(f"{server.url}/rules/{preset}/")
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_url("**/tables/**")
    return TablePage(page).settle()


def rig(page: Page, server: Server, *hands: str, **more: object) -> None:
    """Deal these hands, the person's first, and look at the table anew."""
    slug = page.url.rstrip("/").rsplit("/", 1)[-1]
    server.rig(slug, hands=hands, **more)
    TablePage(page).reload()


def choose(table: TablePage, cards: str) -> None:
    for code in cards.split():
        table.card(code).click()


def play(table: TablePage, cards: str) -> None:
    version = table.version
    choose(table, cards)
    expect(table.play).to_be_enabled()
    table.play.click()
    table.wait_beyond(version)


def pass_(table: TablePage) -> None:
    version = table.version
    expect(table.passing).to_be_enabled()
    table.passing.click()
    table.wait_beyond(version)


def expect_result(page: Page, table: TablePage) -> None:
    assert table.data("phase") == "between"
    expect(page.locator("#result").get_by_role("heading").first).to_be_visible()
    expect(table.ready).to_be_visible()


def test_indonesia(page: Page, club_server: Server):
    table = sit_down(page, club_server, "indonesia")
    assert table.data("clockwise") == "true"
    # All others pass for the whole trick: then the own play may be beaten, or the trick ended.
    rig(
        page,
        club_server,
        "3D 2S 2H KD AC",
        "4D 5C 6D 7C 9D",
        "4C 5D 6C 7D 9C",
        "4H 5H 6H 8H 9H",
    )
    play(table, "3D")
    table.wait_for_own_turn_or_end_of_deal()
    play(table, "2H")
    table.wait_for_own_turn_or_end_of_deal()
    expect(table.say.get_by_text("beat your own")).to_be_visible()
    expect(table.passing).to_have_text("End the trick")
    play(table, "2S")
    table.wait_for_own_turn_or_end_of_deal()
    pass_(table)
    expect(table.say.get_by_text("You lead: play")).to_be_visible()
    expect(page.locator("#board").get_by_text("ended the trick")).to_be_attached()
    play(table, "KD")
    table.wait_for_own_turn_or_end_of_deal()
    pass_(table)
    play(table, "AC")
    expect_result(page, table)
    expect(page.get_by_text("won the deal").first).to_be_visible()


def test_da_lao_er_with_a_bomb_out_of_turn(chromium: Browser, tmp_path: Path):
    # Here bots leave time to cut in, as they do in a real club.
    with running(tmp_path, CUT_IN_SECONDS="3") as server:
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        table = sit_down(page, server, "da_lao_er")
        # Seat 1 leads and seat 2 comes next: the bomb does not wait for the person's turn.
        rig(
            page,
            server,
            "9D 9C 9H 9S 3C 4H",
            "KD KC AD AC QC QH JC",
            "4D 5C 6H 7S 8C TD JD",
            "4C 5D 6S 7H 8D TC JH",
            leader=1,
        )
        choose(table, "9D 9C 9H 9S 3C")
        expect(table.play).to_be_enabled()
        assert table.data("turn") == "2"
        expect(table.play).to_have_text(re.compile("^Cut in: four nines"))
        expect(table.say).to_contain_text("You may cut in now")
        assert page.title().startswith("● You may cut in")
        version = table.version
        table.play.click()
        table.wait_beyond(version)
        expect(table.hand.locator("[data-card]")).to_have_count(1)
        log = page.locator("#board").get_by_text("cut in with four nines")
        expect(log.first).to_be_attached()
        assert table.wait_for_own_turn_or_end_of_deal() == "playing"
        play(table, "4H")
        expect_result(page, table)
        page.close()


def test_three_players_exchange(page: Page, club_server: Server):
    table = sit_down(page, club_server, "three_players_exchange")
    rig(page, club_server, "3D", "4D 5D", "6D 7D 8D")
    play(table, "3D")
    version = table.version
    table.ready.click()
    table.wait_beyond(version)
    expect(table.say.get_by_text("one card of your choice")).to_be_visible()
    expect(table.say.get_by_text(re.compile("You got the .* from"))).to_be_visible()
    lowest = table.cards()[0]
    before = len(table.cards())
    choose(table, lowest)
    expect(table.play).to_have_text(re.compile("^Give the "))
    table.play.click()
    expect(table.card(lowest)).to_have_count(0)
    assert len(table.cards()) in (before - 1, before)
    table.play_deal()
    expect_result(page, table)


def test_two_players_stock(page: Page, club_server: Server):
    table = sit_down(page, club_server, "two_players_stock")
    assert table.data("players") == "2"
    rig(
        page,
        club_server,
        "4D 5C 8C 9C JD",
        "6D 6C TC KC",
        leftover="7D 7C 3H 3S 2D 2C QH QC",
        leader=1,
    )
    table.wait_for_own_turn_or_end_of_deal()
    expect(page.locator("#board")).to_contain_text("8")
    before = len(table.cards())
    expect(table.passing).to_have_text(re.compile(r"^Pass, draw [12]$"))
    drawn = int(table.passing.inner_text()[-1])
    pass_(table)
    expect(table.hand.locator("[data-card]")).to_have_count(before + drawn)
    expect(table.hand.locator(".is-new")).to_have_count(drawn)
    table.play_deal()
    expect_result(page, table)


def test_last_one_in(page: Page, club_server: Server):
    table = sit_down(page, club_server, "last_one_in")
    rig(page, club_server, "3D", "4D 5C 5S", "4C 6D 6S", "4H 7D 7S")
    play(table, "3D")
    # The others play on, and the person watches, out as the first.
    page.wait_for_function("() => document.querySelector('#table').dataset.phase === 'between'")
    expect_result(page, table)
    expect(page.get_by_text("Out of cards first.")).to_be_visible()
    for points in ("+5", "+3", "+1"):
        expect(page.locator("#result").get_by_text(points, exact=True).first).to_be_visible()


def test_wikipedia_with_a_new_deal(page: Page, club_server: Server):
    table = sit_down(page, club_server, "wikipedia")
    rig(
        page,
        club_server,
        "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H",
        "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
        "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "8H 9H TH JC QC KC AC 2C JH QH KH AH 2H",
    )
    expect(table.say.get_by_text("Your hand has only 0 points")).to_be_visible()
    table.ask_for_redeal()
    table.play_deal()
    expect_result(page, table)
    expect(
        page.locator("#sheet").get_by_role("rowheader", name="Deal 1", exact=True)
    ).to_have_count(1)
