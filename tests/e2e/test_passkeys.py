"""A member adds a passkey, signs in with it alone, and signs out other devices."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server

PASSWORD = "correct horse 9"


@pytest.fixture
def home(club_server: Server) -> str:
    # An IP address can't have passkeys.
    return club_server.url.replace("127.0.0.1", "localhost")


def add_authenticator(page: Page, *, held: bool) -> None:
    """Give the browser an authenticator, and a user who touches it, or who does not."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": held,
        "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.fixture
def page(page: Page, home: str) -> Page:
    page.goto(home)
    return page


@pytest.fixture
def other(chromium: Browser) -> Iterator[Page]:
    """Another browser."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def sign_up(page: Page, home: str, name: str) -> None:
    page.goto(f"{home}/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{home}/")


def confirm_password(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def test_the_passkey_button_is_disabled_without_javascript(chromium: Browser, home: str):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{home}/accounts/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()
    context.close()


def test_a_member_signs_in_with_a_passkey_alone(page: Page, home: str):
    add_authenticator(page, held=True)
    sign_up(page, home, "wanda")
    page.goto(f"{home}/accounts/profile/")
    page.get_by_role("link", name="Security", exact=True).click()
    page.get_by_role("link", name="Second factor", exact=True).click()
    page.get_by_role("link", name="Add key").click()
    confirm_password(page)
    page.get_by_label("Key name").fill("My phone")
    page.get_by_label("Use as a passkey").check()
    page.get_by_role("button", name="Add key").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.locator(".recovery-codes code")).to_have_count(10)
    page.goto(f"{home}/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()

    page.goto(f"{home}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{home}/")
    expect(page.locator(".account-button")).to_contain_text("wanda")
    page.goto(f"{home}/accounts/second/webauthn/")
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_contain_text("Last used")


def test_the_page_says_so_if_the_browser_gives_no_passkey(page: Page, home: str):
    add_authenticator(page, held=False)
    page.goto(f"{home}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("We didn’t receive a passkey")


def test_a_member_signs_out_all_other_browsers(page: Page, other: Page, home: str):
    sign_up(page, home, "xenia")
    other.goto(f"{home}/accounts/login/")
    other.get_by_label("Username or email").fill("xenia")
    other.get_by_label("Password").fill(PASSWORD)
    other.locator("main form button[type=submit]").first.click()
    other.wait_for_url(f"{home}/")
    page.goto(f"{home}/accounts/sessions/")
    expect(page.locator(".account-list li")).to_have_count(2)
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_role("status")).to_contain_text("1 other browser signed out")
    other.goto(f"{home}/accounts/profile/")
    expect(other).to_have_url(f"{home}/accounts/login/?next=/accounts/profile/")
