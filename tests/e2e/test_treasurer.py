"""A club's treasurer at work: an evening of fees, prizes, a bill and cash; and dues."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.test_prizes import fill_form, open_for_sign_up
from tests.tournaments.ledger.beside import PASSWORD

NAMES = ("ann", "bob", "cy", "tess", "olga", "nia")


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
            viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "sessionid", "value": made[name], "url": club_server.url}])
        pages[name] = context.new_page()
    yield Treasury(club_server, made, pages)
    for page in pages.values():
        page.context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def pay_link(page: Page, payer: str, payee: str) -> None:
    """Open the page of the payment between these two from the list of open payments."""
    page.locator(".ledger-item").filter(has_text=payer).filter(has_text=payee).get_by_role(
        "link", name="Mark as paid"
    ).click()


def record_cash(treasury: Treasury, debt: str, amount: str) -> None:
    """Let the treasurer record cash for the debt with these words."""
    tess = treasury.at("tess", "accounts/treasurer/")
    cash = tess.locator("section", has=tess.get_by_role("heading", name="Record cash payment"))
    cash.get_by_label("Debt").select_option(label=option(cash, debt))
    cash.get_by_label("Amount").fill(amount)
    press(tess, "Record payment")
    expect(tess.get_by_text("Payment recorded.")).to_be_visible()


def enter_payment_details(treasury: Treasury) -> None:
    """Let the treasurer enter the club's bank account, and the owner check it."""
    tess = treasury.at("tess", "accounts/")
    tess.get_by_role("link", name="Payment details").click()
    tess.get_by_role("link", name="Bank account").click()
    tess.get_by_label("Account holder").fill("Harbour Club")
    tess.get_by_label("Bank", exact=True).fill("Sample Bank")
    tess.get_by_label("Account number or IBAN").fill("123-456789-001")
    press(tess, "Save payment details")
    tess.locator("main input[type=password]").fill(PASSWORD)
    press(tess, "Confirm it’s me")
    expect(tess.get_by_text("Payment details saved.")).to_be_visible()
    olga = treasury.at("olga", "/")
    olga.get_by_role("link", name="tess changed the payment details of").click()
    expect(olga.locator(".payees-masked")).to_have_count(1)


def hold_event(treasury: Treasury) -> str:
    """Hold an event for a fee, paid to the club, with prizes; return its settlement's URL.

    Four players pay HK$20.00 into a pot of HK$80.00, of which ann wins 60% and tess 30%.
    """
    olga = treasury.at("olga", f"/events/new/{treasury.made['club']}/")
    fill_form(olga, fee="20")
    olga.get_by_label("Prizes", exact=True).select_option("share")
    olga.get_by_label("1st", exact=True).fill("60")
    olga.get_by_label("2nd", exact=True).fill("30")
    olga.get_by_label("Payments", exact=True).select_option("club")
    olga.get_by_label("Player limit").fill("4")
    slug = open_for_sign_up(olga)
    for name in ("ann", "bob", "cy", "tess"):
        page = treasury.at(name, f"/events/{slug}/")
        expect(page.locator(".event-terms")).to_contain_text("Entry fee: HK$20.00")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    ranking = ["ann", "tess", "bob", "cy"]
    return cast("str", treasury.server.beside("play_event", slug=slug, ranking=ranking))


@pytest.mark.long
@pytest.mark.every_database
def test_a_treasurers_evening_in_five_browsers(treasury: Treasury):
    enter_payment_details(treasury)
    settlement = hold_event(treasury)
    olga = treasury.at("olga", settlement)
    nets = olga.locator("#nets")
    for won in ("+HK$28.00", "+HK$4.00", "+HK$8.00"):  # 48 - 20, 24 - 20, 80 - 48 - 24
        expect(nets).to_contain_text(won)

    # cy pays into the club's account, and the treasurer confirms.
    cy = treasury.at("cy", "/payments/")
    pay_link(cy, "You", "pay")
    expect(cy.get_by_text("tess takes cash for the club.")).to_be_visible()
    expect(cy.get_by_label("Account number")).to_have_value("123-456789-001")
    expect(cy.get_by_label("Amount (HKD)")).to_have_value("20.00")
    press(cy, "Mark as paid")
    expect(cy.get_by_text("Marked as paid.", exact=False).first).to_be_visible()
    tess = treasury.at("tess", "/")
    tess.get_by_role("link", name="The payment from cy to").first.click()
    press(tess, "Confirm payment")
    expect(tess.get_by_text("Payment confirmed.").first).to_be_visible()

    # bob needs a reminder, and pays the treasurer in cash.
    debts = treasury.at("tess", "accounts/treasurer/")
    remind = debts.locator("section", has=debts.get_by_role("heading", name="Remind one member"))
    remind.get_by_label("Debt").select_option(label=option(remind, "bob owes the club"))
    press(debts, "Send reminder")
    expect(debts.get_by_text("Reminder sent.")).to_be_visible()
    bob = treasury.at("bob", "/")
    expect(bob.get_by_text("Reminder from tess").first).to_be_visible()
    record_cash(treasury, "bob owes the club", "20")

    # The club pays out ann's prize, which she confirms.
    record_cash(treasury, "The club owes ann", "28")
    ann = treasury.at("ann", "/payments/")
    ann.get_by_role("button", name="Confirm HK$28.00").first.click()
    expect(ann.get_by_text("Payment confirmed.").first).to_be_visible()

    # Ann splits HK$38.00 among three: 3 x 12.66, and she bears the other 2 cents.
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
    ann.get_by_role("link", name="Split the other HK$12.66 again…").click()
    for name in ("ann", "bob"):
        ann.get_by_role("checkbox", name=name).uncheck()
    ann.get_by_role("checkbox", name="cy").check()
    press(ann, "Check shares")
    press(ann, "Ask members")
    cy = treasury.at("cy", "bills/")
    cy.get_by_role("link", name="Answer").click()
    press(cy, "Accept HK$12.66")
    expect(cy.get_by_text("Share accepted. You owe ann HK$12.66 now.")).to_be_visible()

    # Of an older debt in euros, bob's cash is recorded, ann disputes it, and the owner decides.
    record_cash(treasury, "bob owes ann €9.50", "9.50")
    ann = treasury.at("ann", "/")
    ann.get_by_role("link", name="tess recorded that bob paid you €9.50").click()
    ann.wait_for_url("**/payments/*/")
    ann.get_by_text("Not received…").click()
    ann.get_by_label("Reason").fill("I got nothing")
    press(ann, "Dispute payment")
    bob = treasury.at("bob", treasury.made["payment"])
    expect(bob.locator(".debt-status").first).to_have_text("€9.50 disputed")
    expect(bob.get_by_text("ann disputed the payment.")).to_be_visible()
    olga = treasury.at("olga", treasury.made["payment"])
    olga.get_by_label("The payment was made").check()
    olga.get_by_label("Reason").fill("I saw it")
    press(olga, "Resolve dispute")
    expect(olga.get_by_text("Dispute resolved.")).to_be_visible()

    # By hand: ann +28 -28 +12.66 +12.66; bob and cy -20 +20 -12.66; tess 24 - 20; the club +8
    # -20 -20 +28. Together 0.
    tess = treasury.at("tess", "accounts/?currency=HKD")
    table = tess.get_by_role("region", name="Balances")
    for name, balance in (
        ("ann", "+25.32"),
        ("bob", "−12.66"),
        ("cy", "−12.66"),
        ("tess", "+4.00"),
        ("Club account", "−4.00"),
    ):
        row = table.get_by_role("row").filter(has=tess.get_by_role("link", name=name, exact=True))
        expect(row.get_by_role("cell").first).to_contain_text(balance.lstrip("+−"))
        expect(row.get_by_role("cell").first).to_contain_text(balance[0])
    bob = treasury.at("bob", "accounts/?currency=HKD")
    bob.get_by_role("region", name="Balances").get_by_role("link", name="bob").click()
    expect(bob.locator(".statement-closing")).to_contain_text("12.66")
    assert treasury.server.beside("faults_of_club", slug=treasury.made["club"]) == []


def option(page: Page | Locator, words: str) -> str:
    """Return the label of the option with these words."""
    found = page.locator("option").filter(has_text=words).first
    return " ".join((found.text_content() or "").split())


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
