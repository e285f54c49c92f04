"""Two users settle up: each sees the other's changes without losing text being typed."""

import re
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server


@pytest.fixture
def payee_and_debtor(chromium: Browser, club_server: Server):
    """Ann's tab, the tab of Bob, who owes her 20 dollars, and the pages."""
    made = cast("dict[str, str]", club_server.beside("settled"))
    tabs = {}
    for name in ("ann", "bob"):
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        key = {"name": "sessionid", "value": made[name], "url": club_server.url}
        context.add_cookies([key])
        tabs[name] = context.new_page()
    yield (
        tabs["ann"],
        tabs["bob"],
        {name: club_server.url + made[name] for name in ("settlement", "payment")},
    )
    for page in tabs.values():
        page.context.close()


def mark_as_paid(page: Page, amount: str) -> None:
    page.get_by_label("Amount in HKD").first.fill(amount)
    page.get_by_role("button", name="Mark as paid").click()


def test_a_payee_sees_and_confirms_a_payment_on_an_open_page(payee_and_debtor):
    ann, bob, at = payee_and_debtor
    ann.goto(at["settlement"])
    expect(ann.get_by_role("button", name="Mark HK$20.00 as received")).to_be_visible()
    bob.goto(at["payment"])
    mark_as_paid(bob, "12.50")
    expect(bob.locator(".debt-status")).to_have_text(re.compile(r"HK\$12.50 marked as paid"))
    confirm = ann.get_by_role("button", name="Confirm HK$12.50")
    expect(confirm).to_be_visible()
    expect(ann.locator("#ledger-told")).to_contain_text("updated")
    confirm.click()
    ann.wait_for_url(at["settlement"])
    expect(bob.locator(".debt-status")).to_have_text(re.compile(r"HK\$7.50 still due"))


def test_on_a_phone_the_payment_to_confirm_comes_first_with_the_only_main_button(
    payee_and_debtor,
):
    ann, bob, at = payee_and_debtor
    bob.goto(at["payment"])
    mark_as_paid(bob, "8")
    for width, height in ((320, 568), (390, 844)):
        ann.set_viewport_size({"width": width, "height": height})
        ann.goto(at["payment"])
        main = ann.locator("main .button-play").filter(visible=True)
        expect(main).to_have_text(["Confirm payment"])
        expect(ann.get_by_role("heading", name="HK$8.00 marked as paid")).to_be_in_viewport()
    expect(main).to_be_in_viewport(ratio=1)
    expect(ann.get_by_role("heading", name="Activity")).to_be_hidden()
    # What counts at once is below it and folded.
    received = ann.get_by_role("button", name="Mark as received")
    expect(received).to_be_hidden()
    ann.get_by_text("Mark as received").first.click()
    expect(received).to_be_visible()
    assert "button-quiet" in (received.get_attribute("class") or "")
    # Once answered, it is part of the history.
    main.click()
    expect(ann.locator("#payment-said article")).to_have_count(1)
    expect(ann.locator("#payment-to-answer")).to_be_hidden()


def test_text_being_typed_is_kept_when_an_update_arrives(payee_and_debtor):
    ann, bob, at = payee_and_debtor
    bob.goto(at["payment"])
    mark_as_paid(bob, "5")
    ann.goto(at["payment"])
    # The newest is at the top.
    first = ann.locator("article").last
    first.get_by_text("Not received…").click()
    why = first.get_by_label("Reason")
    why.fill("I was not even there")
    mark_as_paid(bob, "2")
    # The update is shown; her text is kept, and the cursor stays in it.
    expect(ann.get_by_role("heading", name="HK$2.00 marked as paid")).to_be_visible()
    expect(why).to_have_value("I was not even there")
    expect(why).to_be_focused()
    expect(ann.locator("#ledger-kept")).to_be_visible()
    first.get_by_role("button", name="Dispute payment").click()
    expect(ann.get_by_text("I was not even there")).to_be_visible()
    expect(bob.get_by_text("I was not even there")).to_be_visible()


def test_a_payment_can_be_confirmed_without_javascript(chromium: Browser, club_server: Server):
    made = cast("dict[str, str]", club_server.beside("settled"))
    context = chromium.new_context(java_script_enabled=False)
    key = {"name": "sessionid", "value": made["ann"], "url": club_server.url}
    context.add_cookies([key])
    page = context.new_page()
    page.goto(club_server.url + made["settlement"])
    page.get_by_role("button", name="Mark HK$20.00 as received").click()
    expect(page.locator(".debt-status")).to_have_text(re.compile("Paid and confirmed"))
    context.close()
