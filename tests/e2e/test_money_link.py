"""The link to a table for money, from a stranger who opens it to a seat there."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage

PHONE = {"width": 390, "height": 844}


def open_money_table(page: Page, server: Server) -> str:
    """Open a table for two with a stake; return its link, as the waiting room shows it."""
    page.goto(f"{server.url}/tables/new/?rules=two_players")
    page.get_by_label("Stake per point").fill("0.50")
    page.get_by_label("Currency").select_option("HKD")
    # A form sent before it has shown the maximum loss shows that first.
    expect(page.locator("#worst")).to_contain_text("HK$")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    TablePage(page).settle()
    return page.locator("#invite-link").input_value()


def test_a_stranger_creates_an_account_and_sits_down(chromium: Browser, club_server: Server):
    host, stranger = (
        chromium.new_context(viewport=PHONE, reduced_motion="reduce", service_workers="block")
        for _ in range(2)
    )
    for each in (host, stranger):
        each.set_default_timeout(PATIENCE)
    key = str(club_server.beside("member", username="moneyhost"))
    host.add_cookies([{"name": "sessionid", "value": key, "url": club_server.url}])
    hosting, page = host.new_page(), stranger.new_page()
    link = open_money_table(hosting, club_server)

    page.goto(link)
    preview = page.locator('meta[property="og:title"]')
    expect(preview).to_have_attribute("content", "moneyhost invites you to play Big Two")
    TablePage(page).settle()
    menu = page.locator("#menu")
    expect(menu).to_contain_text("You need an account to play for money.")
    expect(menu.get_by_role("link", name="Sign in")).to_be_visible()
    assert not faults(page)
    menu.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill("moneystranger")
    page.locator("input[type=password]").fill("correct horse battery staple")
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url(link)
    TablePage(page).settle()
    menu.get_by_role("button", name="Sit down for HK$0.50 a point").click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    expect(hosting.get_by_role("heading", name="moneystranger")).to_be_visible()
    for each in (host, stranger):
        each.close()
