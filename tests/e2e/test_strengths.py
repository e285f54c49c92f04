"""Choosing the strengths of bots in the browser, and a deal against three of them."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.table import TablePage, open_more_options


def test_three_bots_of_different_strengths_play_a_deal_to_its_end(page: Page, club_server: Server):
    page.goto(f"{club_server.url}/tables/new/")
    page.get_by_label("Deals", exact=True).fill("1")
    open_more_options(page)
    page.get_by_label("Seats", exact=True).select_option("chosen")
    page.get_by_role("radio", name=re.compile("^Casual Panda")).check()
    expect(
        page.get_by_role("radio", name=re.compile(r"^Casual Panda .*Rating about \d+$"))
    ).to_be_checked()
    expect(page.get_by_text("Games with bots don’t change your rating.")).to_be_visible()
    expect(page.locator('[data-option="bot_strength"]')).to_have_text("Casual bot")
    page.get_by_text("Another strength for some seats").click()
    # Four players: the host, and three seats for bots.
    expect(page.locator(".strength-seat:visible")).to_have_count(3)
    page.get_by_label("Seat 3", exact=True).select_option("master")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    table = TablePage(page).settle()

    # Before the start the host changes one of them.
    def free_seat(number: int):
        return table.root.get_by_role("article", name=f"Seat {number}", exact=True)

    for number, bot in enumerate(("Casual bot", "Master bot", "Casual bot"), 2):
        expect(free_seat(number)).to_contain_text(f"{bot} if empty")
    page.locator("#strength-open").click()
    page.locator("#menu").get_by_label("Seat 4", exact=True).select_option("beginner")
    expect(free_seat(4)).to_contain_text("Beginner bot if empty")
    # The menu stays open for the next choice.
    expect(page.locator("#menu").get_by_label("Seat 4", exact=True)).to_have_value("beginner")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start game").click()

    expect(table.root).to_have_attribute("data-phase", "playing")
    for bot in ("Casual bot", "Master bot", "Beginner bot"):
        seat = table.root.get_by_role("article", name=re.compile(rf"^\S+ \({bot}\)$"))
        expect(seat.locator(".tag")).to_have_text(bot)
        expect(seat.locator(".tag")).to_have_attribute("title", re.compile("measured in .* deals"))
    table.settle()
    assert table.play_deal() == "finished"
    result = page.locator("#result")
    for bot in ("Casual bot", "Master bot", "Beginner bot"):
        # In the final standing and in the deal's result.
        expect(result.get_by_text(bot, exact=True)).to_have_count(2)


def test_the_home_page_offers_and_remembers_the_strength(page: Page, club_server: Server):
    page.goto(club_server.url)
    strength = page.get_by_label("Bots", exact=True)
    expect(strength).to_have_value("casual")
    strength.select_option("club")
    page.get_by_role("button", name=re.compile("Play now")).click()
    page.wait_for_url("**/tables/**")
    table = TablePage(page).settle()
    expect(table.root.locator(".seat .tag", has_text="Club bot")).to_have_count(3)
    page.goto(club_server.url)
    expect(page.get_by_label("Bots", exact=True)).to_have_value("club")
