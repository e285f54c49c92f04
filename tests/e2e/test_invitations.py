"""Invitations to an event with a stake: declined, accepted, and asked again."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
INVITED = re.compile(
    r"You’re invited. You’d play for HK\$5\.00 a point. Maximum loss: HK\$[\d,.]+\."
)


class Browsers:
    """Browsers of the organizer and members of a club with an event that has a stake."""

    def __init__(self, server: Server, browser: Browser, event: dict[str, Any]) -> None:
        self._server, self._browser, self.event = server, browser, event
        self.contexts: list[BrowserContext] = []

    def page(self, key: str, viewport: Any) -> Page:
        context = self._browser.new_context(viewport=viewport, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.add_cookies([{"name": "sessionid", "value": key, "url": self._server.url}])
        return context.new_page()

    def at(self, *parts: str) -> str:
        return "/".join((f"{self._server.url}/events", self.event["slug"], *parts, ""))


@pytest.fixture
def browsers(chromium: Browser, club_server: Server) -> Iterator[Browsers]:
    event = club_server.beside("event_with_a_stake", names=["Hana", "Ken"])
    made = Browsers(club_server, chromium, cast("dict[str, Any]", event))
    yield made
    for context in made.contexts:
        context.close()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_invited_members_are_asked_again_when_the_stake_is_raised(
    browsers: Browsers,
):
    event = browsers.event
    desk = browsers.page(event["organizer"], DESKTOP)
    hana = browsers.page(event["keys"]["Hana"], DESKTOP)
    ken = browsers.page(event["keys"]["Ken"], PHONE)
    desk.goto(browsers.at("desk", "names"))
    desk.locator("summary", has_text="Paste a list").click()
    desk.get_by_label("List", exact=True).fill("\n".join(event["usernames"].values()))
    desk.get_by_role("button", name="Preview").click()
    desk.get_by_role("button", name=re.compile(r"^Invite \d+ members?$")).click()
    expect(desk.get_by_text("Invited 2 members.")).to_be_visible()
    for page in (hana, ken):
        page.goto(browsers.at())
        expect(page.get_by_text(INVITED)).to_be_visible()
        assert fits(page)
    # Signing up after declining is possible.
    ken.get_by_role("button", name="Decline").click()
    ken.get_by_role("button", name=re.compile(r"Sign up: HK\$5\.00 a point, max\. loss")).click()
    expect(ken.get_by_text("You’re signed up.")).to_be_visible()
    hana.get_by_role("button", name=re.compile(r"Accept: HK\$5\.00 a point, max\. loss")).click()
    expect(hana.get_by_text("You’re signed up.")).to_be_visible()
    # The stake changes: both are asked on their open pages.
    desk.goto(browsers.at("edit"))
    desk.get_by_label("Stake per point").fill("7")
    desk.get_by_role("button", name="Save event").click()
    for page in (hana, ken):
        expect(page.get_by_text("The terms have changed. You keep your place")).to_be_visible()
        expect(page.get_by_text("You agreed to HK$5.00 a point")).to_be_visible()
        expect(page.get_by_label("About the event")).to_contain_text("HK$7.00 a point")
        assert fits(page)
    expect(desk.get_by_text("hasn’t agreed")).to_have_count(2)
    for page in (hana, ken, desk):
        assert not faults(page)
    hana.get_by_role("button", name=re.compile(r"Agree: HK\$7\.00 a point")).click()
    expect(hana.get_by_text("You’re signed up.")).to_be_visible()
    expect(desk.get_by_text("hasn’t agreed")).to_have_count(1)
