"""Payment details: codes as a camera sees them, details to copy, and codes read from pictures."""

import io
import re
import secrets
from pathlib import Path
from typing import cast

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Request, expect

from tests.e2e.server import Server
from tests.tournaments.ledger.codes import reader
from tests.tournaments.ledger.codes.samples import DUITNOW, QR_PH
from tournaments.ledger.codes import picture

PASSWORD = "correct horse 9"
LINES = "BCD\n002\n1\nSCT\n\nAnn Müller\nDE89370400440532013000\nEUR1\n\n\nSample"


@pytest.fixture
def payee(page: Page, club_server: Server) -> Page:
    """Return the page of a new user's payment methods."""
    page.goto(f"{club_server.url}/accounts/signup/")
    page.get_by_label("Username").fill(f"payee-{secrets.token_hex(4)}")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{club_server.url}/")
    page.goto(f"{club_server.url}/payments/me/")
    return page


def save(page: Page) -> None:
    """Save the details and confirm the password."""
    page.get_by_role("button", name="Save payment details").click()
    expect(page.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    page.locator("main input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


@pytest.fixture
def sample(payee: Page) -> Page:
    """Return the page of a user who has entered an account in euros."""
    payee.get_by_role("link", name="Bank transfer in euros").click()
    payee.get_by_label("IBAN").fill("DE89 3704 0044 0532 0130 00")
    payee.get_by_label("Account holder").fill("Ann Müller")
    save(payee)
    expect(payee.get_by_role("heading", name="Sample code")).to_be_visible()
    return payee


def read(picture: bytes) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))]


def test_a_camera_reads_the_payment_code_in_light_and_dark_themes(sample: Page):
    for theme in ("light", "dark"):
        sample.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for width, height in ((1280, 800), (390, 844), (320, 640)):
            sample.set_viewport_size({"width": width, "height": height})
            # With its surroundings: a reader finds it on the page.
            assert read(sample.screenshot(full_page=True)) == [LINES], (theme, width)


def test_the_saved_image_has_the_same_code(sample: Page):
    with sample.expect_download() as download:
        sample.get_by_role("link", name="Save image").click()
    assert read(download.value.path().read_bytes()) == [LINES]
    assert download.value.suggested_filename == "sample-epc.png"


def test_account_number_and_code_can_be_copied(sample: Page):
    sample.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sample.get_by_text("Code as text").first.click()
    for number, text in enumerate(["DE89 3704 0044 0532 0130 00", LINES]):
        sample.get_by_role("button", name="Copy").nth(number).click()
        expect(sample.locator(".share-status").nth(number)).to_have_text("Copied.")
        assert sample.evaluate("() => navigator.clipboard.readText()") == text


def test_bank_details_are_saved_and_shown_as_payers_see_them(payee: Page):
    payee.get_by_role("link", name="Bank account").click()
    payee.get_by_label("Account holder").fill("Ann Chan")
    payee.get_by_label("Bank", exact=True).fill("Sample Bank")
    payee.get_by_label("Account number or IBAN").fill("GB29 NWBK 6016 1331 9268 19")
    payee.get_by_label("Other details").fill("BIC: NWBKGB2L")
    save(payee)
    expect(payee.get_by_role("heading", name="What payers see")).to_be_visible()
    expect(payee.get_by_label("IBAN", exact=True)).to_have_value("GB29 NWBK 6016 1331 9268 19")
    expect(payee.get_by_label("BIC", exact=True)).to_have_value("NWBKGB2L")


def test_a_player_pays_into_a_bank_account(page: Page, club_server: Server):
    debt = cast("dict[str, str]", club_server.beside("played_for", scheme="bank"))
    key = {"name": "sessionid", "value": debt["owing"], "url": club_server.url}
    page.context.add_cookies([key])  # type: ignore[list-item]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(club_server.url + debt["page"])
    for label, value in (("Account number", "123-456789-001"), ("Branch", "004")):
        expect(page.get_by_label(label, exact=True)).to_have_value(value)
        page.get_by_role("button", name=re.compile(rf"^Copy\s*: {label}$")).click()
        assert page.evaluate("() => navigator.clipboard.readText()") == value
    page.get_by_role("button", name="Mark as paid").click()
    expect(page.locator(".debt-status").first).to_contain_text("Marked as paid")


def picture_of(path: Path, *payloads: str) -> Path:
    """Save a picture with the codes side by side, as in a screenshot."""
    codes = [reader.of_data_url(picture.render(payload, "").png) for payload in payloads]
    image = Image.new("RGB", (200 + sum(code.width for code in codes), 900), "#dde")
    left = 100
    for code in codes:
        image.paste(code, (left, 100))
        left += code.width
    image.save(path)
    return path


def test_the_text_of_a_code_is_read_from_a_picture_that_stays_in_the_browser(
    payee: Page, tmp_path: Path
):
    payee.get_by_role("link", name="DuitNow QR").click()
    status = payee.locator(".code-photo [role=status]")
    text = payee.get_by_label("Text of your payment code")
    text.fill("typed before")
    asked: list[Request] = []

    # Playwright doesn't accept methods of built-in types as handlers.
    def begun(request: Request) -> None:
        asked.append(request)

    payee.on("request", begun)

    def choose(file: Path) -> None:
        with payee.expect_file_chooser() as chooser:
            payee.get_by_role("button", name="Choose picture").click()
        chooser.value.set_files(file)

    (no_picture := tmp_path / "notes.png").write_text("no picture")
    choose(no_picture)
    expect(status).to_contain_text("This file can’t be opened as a picture.")
    choose(picture_of(tmp_path / "empty.png"))
    expect(status).to_contain_text("No code was found in this picture.")
    choose(picture_of(tmp_path / "link.png", "https://example.org/ann"))
    expect(status).to_contain_text("isn’t a payment code")
    choose(picture_of(tmp_path / "two.png", DUITNOW, QR_PH))
    expect(status).to_contain_text("several payment codes")
    expect(text).to_have_value("typed before")
    choose(picture_of(tmp_path / "own.png", DUITNOW))
    expect(status).to_contain_text("Code found.")
    expect(text).to_have_value(DUITNOW)
    # Only the reader was fetched, once, and nothing was sent.
    assert [each.url.rsplit(".", 1)[-1] for each in asked] == ["wasm"]
    assert {(each.method, each.post_data_buffer) for each in asked} == {("GET", None)}
    save(payee)
    expect(payee.get_by_role("heading", name="Sample code")).to_be_visible()
    expect(payee.locator(".payment-code-facts")).to_contain_text("AUSERNAME")


def test_without_a_script_the_text_of_a_code_is_pasted(payee: Page):
    browser = payee.context.browser
    assert browser is not None
    context = browser.new_context(
        java_script_enabled=False, storage_state=payee.context.storage_state()
    )
    page = context.new_page()
    page.goto(f"{payee.url}qr_ph/")
    expect(page.get_by_role("button", name="Choose picture")).to_be_hidden()
    page.get_by_label("Text of your payment code").fill(QR_PH)
    save(page)
    expect(page.get_by_role("heading", name="Sample code")).to_be_visible()
    context.close()
