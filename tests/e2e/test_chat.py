"""Chat at a table between two browsers."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import overlaps
from tests.e2e.test_people import open_table, sit_down


def test_chat_lines_have_the_colour_of_their_writers_seat(
    page: Page, chromium: Browser, club_server: Server
):
    host = open_table(page, club_server)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    other = sit_down(context.new_page(), page.locator("#invite-link").input_value())
    # The chat is open until the game starts.
    host.page.get_by_role("tab", name="Game log").click()
    other.page.get_by_label("Write a message").fill("Hello")
    other.page.keyboard.press("Enter")
    who = [each.page.locator(".chat-line .chat-author") for each in (host, other)]
    for shown in who:
        expect(shown).to_have_attribute("data-seat", "1")
    # The page reloads; a click before that would be lost.
    with other.page.expect_navigation():
        other.page.get_by_role("button", name="Sit here (seat 4)").click()
    for shown in who:
        expect(shown).to_have_attribute("data-seat", "3")
    expect(other.page.locator("#table")).to_have_attribute("data-connection", "open")
    other.page.get_by_role("button", name="Stand up").click()
    for shown in who:
        expect(shown).not_to_have_attribute("data-seat", "3")
        expect(shown).to_have_count(1)
    context.close()


def test_the_open_chat_of_a_waiting_table_hides_nothing_and_escape_leaves_it(
    chromium: Browser, club_server: Server
):
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="de-DE")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(club_server.url)
    open_table(page, club_server)
    tab = page.get_by_role("tab", name="Chat")
    tab.click()
    assert overlaps(page, ".invite", ".chat-panel, .chat-tabs") == []
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".share-status")).not_to_be_empty()
    # Times use the language of the page, whatever the browser's is.
    page.get_by_label("Write a message").fill("Hello")
    page.keyboard.press("Enter")
    expect(page.locator(".chat-line time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.get_by_label("Write a message")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tab).to_be_focused()
    context.close()


def test_chat_lines_and_phrases_arrive_in_order_and_are_counted_until_read(
    page: Page, chromium: Browser, club_server: Server
):
    host = open_table(page, club_server)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    other = sit_down(context.new_page(), page.locator("#invite-link").input_value())
    # The chat is open until the game starts.
    host.page.get_by_role("tab", name="Game log").click()
    other.page.get_by_label("Write a message").fill("Hello")
    other.page.keyboard.press("Enter")
    expect(other.page.get_by_label("Write a message")).to_have_value("")
    other.page.get_by_role("button", name="Thank you").click()
    words = [each.page.locator(".chat-line .chat-body") for each in (host, other)]
    for shown in words:
        expect(shown).to_have_text(["Hello", "Thank you"])
    tab = host.page.get_by_role("tab", name="Chat")
    expect(tab.locator(".chat-count")).to_have_text("unread: 2")
    tab.click()
    expect(tab.locator(".chat-count")).to_be_hidden()

    # All messages are removed; new ones are added to an empty list.
    host.page.get_by_text("Clear chat", exact=True).click()
    host.page.get_by_role("button", name="Clear", exact=True).click()
    for shown in words:
        expect(shown).to_have_count(0)
    expect(host.page.get_by_text("Clear chat", exact=True)).to_be_hidden()
    host.page.get_by_role("button", name="Well done").click()
    for shown in words:
        expect(shown).to_have_text(["Well done"])

    menu = other.page.locator(".chat-line").get_by_text("⋯")
    menu.click()
    other.page.get_by_role("button", name="Report message").click()
    expect(other.page.locator("#chat-note")).to_contain_text("Message reported.")
    menu.click()
    other.page.get_by_role("button", name="Mute").click()
    expect(words[1]).to_have_count(0)
    other.page.get_by_role("button", name="Unmute").click()
    expect(words[1]).to_have_text(["Well done"])
    context.close()


def test_a_reaction_appears_at_its_senders_seat_and_disappears(
    page: Page, chromium: Browser, club_server: Server
):
    host = open_table(page, club_server)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    other = sit_down(context.new_page(), page.locator("#invite-link").input_value())
    other.page.get_by_role("tab", name="Chat").click()
    other.page.get_by_label("Add a reaction", exact=True).click()
    choices = other.page.get_by_role("group", name="Reactions").get_by_role("button")
    expect(choices).to_have_count(12)
    # Above seat 2's name, and gone after a while.
    host.page.evaluate(
        """() => new MutationObserver((changes, watch) => {
            const shown = changes.flatMap(({ addedNodes }) => [...addedNodes])
                .find((each) => each.className === "reaction");
            if (!shown) return;
            watch.disconnect();
            const { left, width } = shown.getBoundingClientRect();
            const plate = document.querySelector('[data-seat-no="1"] .nameplate');
            const around = plate.getBoundingClientRect();
            const middle = left + width / 2;
            document.body.dataset.reacted = middle > around.left && middle < around.right;
        }).observe(document.querySelector("#table"), { childList: true })"""
    )
    choices.and_(other.page.get_by_label("Applause")).click()
    expect(host.page.locator("body")).to_have_attribute("data-reacted", "true")
    expect(host.page.locator(".reaction")).to_have_count(0)
    expect(other.page.get_by_role("group", name="Reactions")).to_be_hidden()
    for shown in (host, other):
        expect(shown.page.locator(".chat-line .chat-drawing")).to_have_count(1)
        expect(shown.page.locator(".chat-line .chat-body")).to_have_text(["Applause"])
    context.close()
