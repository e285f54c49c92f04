"""Notifications: kinds switched off and on, the daily mail, and its link that stops it."""

from collections.abc import Callable, Iterator
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server


@pytest.fixture
def open_page(chromium: Browser, club_server: Server) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a browser with this session, empty for a visitor."""
    contexts = []

    def opened(key: str = "") -> Page:
        context = chromium.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if key:
            context.add_cookies([{"name": "sessionid", "value": key, "url": club_server.url}])
        return context.new_page()

    yield opened
    for each in contexts:
        each.close()


def choose(page: Page, server: Server, kind: str, choice: str) -> None:
    page.goto(f"{server.url}/accounts/notices/")
    page.get_by_label(kind, exact=True).select_option(label=choice)
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Notification settings saved.")).to_be_visible()
    expect(page.get_by_label(kind, exact=True).locator("option:checked")).to_have_text(choice)


@pytest.mark.every_database
def test_a_member_turns_news_off_gets_a_daily_mail_and_stops_it_signed_out(
    open_page: Callable[[str], Page], club_server: Server
):
    made = cast("dict[str, str]", club_server.beside("club_of", names=["mei"]))
    club, page = made["club"], open_page(made["mei"])

    def post(title: str) -> list[dict[str, str]]:
        """Post news, let the time of the daily mail come, and return the mails."""
        club_server.beside("post_news", club=club, title=title)
        return cast("list[dict[str, str]]", club_server.beside("daily_mails", club=club))

    choose(page, club_server, "Club news", "Off")
    assert post("Dinner on Friday") == []
    page.goto(club_server.url)
    expect(page.get_by_text("Dinner on Friday")).to_have_count(0)

    choose(page, club_server, "Club news", "Daily email")
    [sent] = post("Lunch on Sunday")
    assert sent["subject"] == "1 update for you"
    assert "Lunch on Sunday" in sent["text"]
    page.goto(club_server.url)
    expect(page.get_by_role("link", name="Lunch on Sunday")).to_be_visible()

    visitor = open_page("")
    visitor.goto(club_server.url + sent["stop"])
    visitor.get_by_role("button", name="Stop these emails").click()
    expect(visitor.get_by_role("heading", name="Emails stopped")).to_be_visible()
    expect(visitor.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto(f"{club_server.url}/accounts/notices/")
    chosen = page.get_by_label("Club news", exact=True).locator("option:checked")
    expect(chosen).to_have_text("On the site only")
    assert post("Breakfast") == []
    page.goto(club_server.url)
    expect(page.get_by_role("link", name="Breakfast")).to_be_visible()
