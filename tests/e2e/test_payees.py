"""A payment code as a camera sees it: on a real screen, in light and dark, small and large."""

import io
import secrets

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.server import Server

PASSWORD = "correct horse 9"
LINES = "BCD\n002\n1\nSCT\n\nAnn Müller\nDE89370400440532013000\nEUR1\n\n\nSample"


@pytest.fixture
def sample(page: Page, club_server: Server) -> Page:
    """Return the page of a user who has entered an account in euros."""
    page.goto(f"{club_server.url}/accounts/signup/")
    page.get_by_label("Username").fill(f"payee-{secrets.token_hex(4)}")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{club_server.url}/")
    page.goto(f"{club_server.url}/payments/me/")
    page.get_by_role("link", name="Bank transfer in euros").click()
    page.get_by_label("IBAN").fill("DE89 3704 0044 0532 0130 00")
    page.get_by_label("Account holder").fill("Ann Müller")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Confirm it’s you")).to_be_visible()
    page.locator("main input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Sample code")).to_be_visible()
    return page


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
