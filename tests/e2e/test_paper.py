"""A table with real cards, on two phones: one player enters a deal, and another confirms it."""

from typing import cast

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.axe import faults
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server


def phone(chromium: Browser, club: Server, key: str) -> Page:
    size: ViewportSize = {"width": 390, "height": 844}
    context = chromium.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": key, "url": club.url}])
    return context.new_page()


def press(page: Page, question: str, answer: str) -> None:
    group = page.get_by_role("group", name=question, exact=True)
    group.get_by_role("radio", name=answer, exact=True).check()


def test_a_deal_is_entered_on_one_phone_and_confirmed_on_another(
    chromium: Browser, club_server: Server
) -> None:
    at = cast("dict[str, str]", club_server.beside("paper_event", deals=1))
    writer = phone(chromium, club_server, at["writer"])
    writer.goto(club_server.url + at["sheet"])
    names = writer.locator("[data-field=winner] label").all_inner_texts()
    press(writer, "Who won?", names[1])
    # No more is asked about the winner.
    expect(writer.locator("[data-field=left-1]")).to_be_hidden()
    for place, count in ((0, "3"), (2, "12"), (3, "1")):
        press(writer, names[place], count)
    for label in writer.locator(".paper-chips label:visible").all():
        box = label.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert writer.evaluate("document.documentElement.scrollWidth") <= 390
    writer.get_by_role("button", name="Show the score").tap()
    expect(writer.get_by_text("12 cards left, doubled = 24 card points.")).to_be_visible()
    writer.get_by_role("button", name="Save deal").tap()
    expect(writer.get_by_text("waiting for confirmation")).to_be_visible()

    other = phone(chromium, club_server, at["other"])
    other.goto(f"{club_server.url}{at['event']}")
    other.get_by_role("link", name="Your table Table").tap()
    other.get_by_role("button", name="Confirm deal 1").tap()
    expect(other.get_by_text("All deals are confirmed. The result is in.")).to_be_visible()
    for page in (writer, other):
        page.context.close()


def test_a_deal_of_eight_players_is_entered_on_a_phone(
    chromium: Browser, club_server: Server
) -> None:
    at = cast("dict[str, str]", club_server.beside("paper_event", deals=1, rules="eight_players"))
    writer = phone(chromium, club_server, at["writer"])
    writer.goto(club_server.url + at["sheet"])
    names = writer.locator("[data-field=winner] label").all_inner_texts()
    assert len(names) == 8
    press(writer, "Who won?", names[7])
    expect(writer.locator("[data-field=left-7]")).to_be_hidden()
    expect(writer.locator("[data-field=left-6]")).to_be_visible()
    for place in range(7):
        press(writer, names[place], "13")
    writer.get_by_role("button", name="Show the score").tap()
    expect(writer.get_by_text("13 cards left, tripled = 39 card points.")).to_have_count(7)
    writer.get_by_role("button", name="Save deal").tap()
    expect(writer.get_by_text("waiting for confirmation")).to_be_visible()
    # The page is as wide as the phone; only the sheet is wider, and its numbers stay on one line.
    assert writer.evaluate("document.documentElement.scrollWidth") <= 390
    sheet = writer.locator(".club-wide:has(.paper-sheet)")
    assert sheet.evaluate("each => each.scrollWidth > each.clientWidth")
    heights = sheet.locator("tfoot :is(th, td)").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert max(heights) < 40
    assert faults(writer) == []
    organizer = phone(chromium, club_server, at["organizer"])
    organizer.goto(club_server.url + at["slips"])
    expect(organizer.locator(".slip thead th")).to_have_count(10)
    assert organizer.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(organizer) == []
    for page in (writer, organizer):
        page.context.close()


@pytest.mark.long
def test_score_sheet_and_slips_have_no_serious_accessibility_fault(
    chromium: Browser, club_server: Server
) -> None:
    at = cast("dict[str, str]", club_server.beside("paper_event", deals=2, rules="indonesia"))
    writer = phone(chromium, club_server, at["writer"])
    writer.goto(club_server.url + at["sheet"])
    assert faults(writer) == []
    names = writer.locator("[data-field=winner] label").all_inner_texts()
    press(writer, "Who won?", names[0])
    keys = writer.get_by_role("group", name=f"Ranks left in {names[3]}’s hand")
    for key in ("2", "10", "Delete the last rank", "K"):
        keys.get_by_role("button", name=key, exact=True).tap()
    expect(writer.locator("[name=ranks-3]")).to_have_value("2 K")
    for place, ranks in enumerate(("3", "2 k 10"), 1):
        writer.locator(f"[name=ranks-{place}]").fill(ranks)
    writer.get_by_role("button", name="Show the score").tap()
    expect(writer.get_by_role("button", name="Save deal")).to_be_visible()
    assert faults(writer) == []
    writer.get_by_role("button", name="Save deal").tap()
    expect(writer.get_by_text("waiting for confirmation")).to_be_visible()
    other = phone(chromium, club_server, at["other"])
    other.goto(club_server.url + at["sheet"])
    assert faults(other) == []
    organizer = phone(chromium, club_server, at["organizer"])
    organizer.goto(club_server.url + at["slips"])
    assert faults(organizer) == []
    for page in (writer, other, organizer):
        page.context.close()
