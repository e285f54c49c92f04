"""The talk at a table between two browsers."""

from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server
from tests.e2e.test_people import open_table, sit_down


def test_lines_take_the_colour_of_where_their_speaker_sits(
    page: Page, chromium: Browser, club_server: Server
):
    host = open_table(page, club_server)
    context = chromium.new_context()
    other = sit_down(context.new_page(), page.locator("#invite-link").input_value())
    other.page.get_by_role("tab", name="Chat").click()
    other.page.get_by_label("Say something").fill("Hello")
    other.page.keyboard.press("Enter")
    who = [each.page.locator(".talk-line .talk-who") for each in (host, other)]
    for shown in who:
        expect(shown).to_have_attribute("data-hue", "1")
    other.page.get_by_role("button", name="Sit here (seat 4)").click()
    for shown in who:
        expect(shown).to_have_attribute("data-hue", "3")
    other.page.get_by_role("button", name="Stand up").click()
    for shown in who:
        expect(shown).not_to_have_attribute("data-hue", "3")
        expect(shown).to_have_count(1)
    context.close()
