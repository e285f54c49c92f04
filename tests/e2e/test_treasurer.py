"""A club's treasurer at work: cash between members, dues and a shared bill."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

NAMES = ("ann", "bob", "cy", "tess", "nia")


@dataclass
class Treasury:
    """A club's members, a user outside it, and their browsers."""

    server: Server
    made: dict[str, str]
    pages: dict[str, Page]

    def at(self, who: str, path: str) -> Page:
        """Bring a user's browser to a path, or to a page of the club."""
        page = self.pages[who]
        start = "" if path.startswith("/") else f"/clubs/{self.made['club']}/"
        page.goto(self.server.url + start + path)
        return page


@pytest.fixture
def treasury(chromium: Browser, club_server: Server) -> Iterator[Treasury]:
    made = cast("dict[str, str]", club_server.beside("treasury"))
    pages = {}
    for name in NAMES:
        context = chromium.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": made[name], "url": club_server.url}])
        pages[name] = context.new_page()
    yield Treasury(club_server, made, pages)
    for page in pages.values():
        page.context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_cash_that_the_treasurer_recorded_is_disputed_by_the_one_who_was_paid(treasury: Treasury):
    tess = treasury.at("tess", "accounts/")
    tess.get_by_role("link", name="Record cash and send reminders").click()
    tess.get_by_label("Debt").select_option(index=1)
    tess.get_by_label("Amount").fill("9.50")
    tess.get_by_label("Note").fill("at the bar")
    press(tess, "Record payment")
    expect(tess.get_by_text("Payment recorded.")).to_be_visible()
    expect(tess.get_by_text("No open payments between other members.")).to_be_visible()
    ann = treasury.at("ann", "/")
    ann.get_by_role("link", name="tess recorded that bob paid you €9.50").click()
    ann.wait_for_url("**/payments/*/")
    ann.get_by_text("Not received…").click()
    ann.get_by_label("Reason").fill("I got nothing")
    press(ann, "Dispute payment")
    bob = treasury.at("bob", treasury.made["payment"])
    expect(bob.locator(".debt-status").first).to_have_text("€9.50 disputed")
    expect(bob.get_by_text("ann disputed the payment.")).to_be_visible()


def test_a_bill_is_split_among_three_and_only_accepted_shares_are_owed(treasury: Treasury):
    ann = treasury.at("ann", "bills/")
    ann.get_by_role("link", name="Split a bill").click()
    ann.get_by_label("What for").fill("Pizza")
    ann.get_by_label("Total").fill("38")
    for name in ("ann", "bob", "cy"):
        ann.get_by_role("checkbox", name=name).check()
    press(ann, "Check shares")
    expect(ann.get_by_text("ann, who paid, bears it.")).to_be_visible()
    expect(ann.get_by_label("ann")).to_have_value("12.68")
    press(ann, "Ask members")
    expect(ann.get_by_text("Waiting for answers")).to_be_visible()
    bob = treasury.at("bob", "/")
    bob.get_by_role("link", name="Do you agree to pay ann HK$12.66 for Pizza?").click()
    press(bob, "Accept HK$12.66")
    expect(bob.get_by_text("Share accepted. You owe ann HK$12.66 now.")).to_be_visible()
    cy = treasury.at("cy", "bills/")
    cy.get_by_role("link", name="Answer").click()
    press(cy, "Decline share")
    expect(cy.get_by_text("Share declined. You owe nothing.")).to_be_visible()
    ann.reload()
    expect(ann.get_by_role("link", name="Split the other HK$12.66 again…")).to_be_visible()
    owed = treasury.at("ann", "/payments/")
    expect(owed.locator("#main")).to_contain_text("HK$12.66")
    expect(treasury.at("cy", "/payments/").locator("#main")).not_to_contain_text("HK$12.66")


def test_a_new_member_agrees_to_the_dues_by_joining(treasury: Treasury):
    tess = treasury.at("tess", "dues/")
    tess.get_by_label("Amount").fill("50")
    tess.get_by_label("What the dues are for").fill("Room and cards")
    press(tess, "Introduce dues")
    expect(tess.get_by_text("5 members haven’t agreed and owe nothing.")).to_be_visible()
    nia = treasury.at("nia", treasury.made["invitation"])
    expect(nia.get_by_text("HK$50.00 a month")).to_be_visible()
    press(nia, "Agree and join club")
    expect(nia.get_by_text("Welcome to")).to_be_visible()
    treasury.at("nia", "dues/")
    expect(nia.get_by_text("You agreed. Your agreement covers 12 more payments.")).to_be_visible()
    bob = treasury.at("bob", "dues/")
    press(bob, "Agree to dues")
    tess.reload()
    expect(tess.get_by_text("4 members haven’t agreed and owe nothing.")).to_be_visible()
