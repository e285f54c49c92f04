"""A user's loss limit: set in the settings, asked about at every seat for money."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, choose_rules

#: A table's address, not that of the form.
OPENED = re.compile(r"/tables/(?!new/)[^/]+/$")


def signed_in(
    chromium: Browser, server: Server, name: str, size: tuple[int, int] = (1280, 800)
) -> BrowserContext:
    """Return a page in which a new member of that name is signed in."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    key = server.beside("member", username=name, shown=name)
    context.add_cookies([{"name": "sessionid", "value": str(key), "url": server.url}])
    return context


@pytest.fixture
def members(chromium: Browser, club_server: Server) -> Iterator[list[Page]]:
    """Two members, one of them on a phone."""
    contexts: list[BrowserContext] = []
    for name, size in (("careful", (390, 844)), ("bold", (1280, 800))):
        contexts.append(signed_in(chromium, club_server, name, size))
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def set_limit(page: Page, server: Server, most: str) -> None:
    page.goto(f"{server.url}/limits/")
    page.get_by_label("Ask me if I could lose more than").fill(most)
    page.get_by_label("Currency").select_option("HKD")
    page.get_by_role("button", name="Set limit").click()


def fill_in(page: Page, server: Server, stake: str) -> None:
    page.goto(f"{server.url}/tables/new/")
    choose_rules(page, "classic")
    page.get_by_role("spinbutton", name="Deals").fill("4")
    page.get_by_label("Stake per point").fill(stake)
    page.get_by_label("Currency").select_option("HKD")


def test_a_member_is_asked_before_every_session_above_their_limit(
    members: list[Page], club_server: Server
):
    careful, bold = members
    set_limit(careful, club_server, "a hundred")
    expect(careful.get_by_text("Enter an amount in digits")).to_be_visible()
    expect(careful.get_by_label("Ask me if I could lose more than")).to_have_value("a hundred")
    set_limit(careful, club_server, "100")
    expect(
        careful.get_by_text("Ask me if I could lose more than HK$100.00 in a game")
    ).to_be_visible()

    # Opening a table: input is kept.
    fill_in(careful, club_server, "2,00")
    expect(careful.get_by_text("max. loss HK$312.00")).to_be_visible()
    careful.get_by_role("button", name="Open table").click()
    asked = careful.get_by_role("alert")
    expect(asked).to_contain_text(
        "could lose up to HK$312.00 in this game. Your limit is HK$100.00"
    )
    expect(careful.get_by_label("Stake per point")).to_have_value("2,00")
    asked.get_by_role("button", name="Take the seat anyway").click()
    careful.wait_for_url(OPENED)
    expect(careful.locator("#terms-more")).to_contain_text("max. loss HK$312.00")

    # The other is not asked; the other's table asks the first again.
    fill_in(bold, club_server, "2")
    expect(bold.get_by_text("max. loss HK$312.00")).to_be_visible()
    bold.get_by_role("button", name="Open table").click()
    bold.wait_for_url(OPENED)
    table = TablePage(bold).settle()
    careful.goto(bold.url)
    careful.locator("#menu").get_by_role("button", name="Sit down").click()
    expect(careful.get_by_role("heading", name="Above your limit")).to_be_visible()
    expect(table.page.get_by_text("careful")).to_have_count(0)
    careful.get_by_role("button", name="Take the seat anyway").click()
    expect(careful.get_by_role("button", name="Stand up")).to_be_visible()
    expect(bold.get_by_role("heading", name="careful")).to_be_visible()
    assert "HK$100" not in bold.content()


def test_a_member_is_asked_about_a_stake_that_could_mean_two_amounts(
    members: list[Page], club_server: Server
):
    for page in members:
        fill_in(page, club_server, "9.500")
        page.get_by_role("button", name="Open table").click()
        asked = page.get_by_role("group", name="Do you mean HK$9,500 or HK$9.50?")
        expect(asked).to_be_visible()
        expect(page.get_by_text("This could mean two amounts.")).to_be_visible()
        expect(page.get_by_label("Stake per point")).to_have_value("9.500")
        expect(page.get_by_role("spinbutton", name="Deals")).to_have_value("4")
        asked.get_by_role("radio", name="HK$9.50").check()
        expect(page.get_by_text("max. loss HK$1,482.00")).to_be_visible()
        page.get_by_role("button", name="Open table").click()
        page.wait_for_url(OPENED)
        expect(page.locator("#terms-more")).to_contain_text("max. loss HK$1,482.00")


def test_the_max_loss_disappears_when_requests_are_rate_limited(
    chromium: Browser, club_server: Server
):
    context = signed_in(chromium, club_server, "restless")
    page = context.new_page()
    fill_in(page, club_server, "2")
    expect(page.get_by_text("max. loss HK$312.00")).to_be_visible()
    said = "You’ve changed this form too many times."
    page.route("**/tables/new/worst/", lambda route: route.fulfill(status=429, body=said))
    page.get_by_role("spinbutton", name="Deals").fill("5")
    page.get_by_role("spinbutton", name="Deals").blur()
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("max. loss")).to_have_count(0)
    context.close()
