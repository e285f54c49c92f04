"""A newcomer takes the lesson: from the home page, by touch on a phone, and by keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Position, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, play_now

PHONE = {"width": 390, "height": 844}
#: Point within a card where its left edge shows although other cards cover it.
STRIP: Position = {"x": 8, "y": 40}
TOPICS = 7
LEARN = ".doors a[href$='/learn/']"


@pytest.fixture
def phone(chromium: Browser, club_server: Server) -> Iterator[Page]:
    context = chromium.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(club_server.url)
    yield page
    context.close()


def coach(page: Page):
    return page.get_by_role("region", name="Coach")


def suggested_cards(page: Page) -> list[str]:
    """Return the cards that the coach means, which are marked in the hand."""
    text = page.locator("#coach [data-marked]").get_attribute("data-marked") or ""
    cards = text.split()
    marked = page.locator("#hand .is-highlighted").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
    assert sorted(marked) == sorted(cards)
    return cards


def is_in_sight(page: Page, selector: str) -> bool:
    """Return whether all of an element is in the window and nothing covers its middle."""
    return page.locator(selector).first.evaluate("""each => {
        const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
            && (each.contains(hit) || hit?.contains(each));
    }""")


def test_a_newcomer_taps_through_the_whole_lesson_on_a_phone(phone: Page):
    expect(phone.get_by_role("button", name="Play now")).to_be_in_viewport()
    expect(phone.get_by_role("radio", name="Standard rules")).to_be_hidden()
    phone.get_by_role("link", name="Learn The game in two minutes").tap()
    phone.get_by_role("button", name="Start lesson").tap()
    table = TablePage(phone).settle()
    titles = []
    heights = set()
    while table.wait_for_own_turn_or_end_of_deal() == "playing":
        version = table.version
        titles.append(phone.locator(".coach-title").inner_text())
        heights.add(phone.locator("#coach").bounding_box()["height"])
        for selector in ("#coach", "#pass", "#play", "#hand .card:last-of-type"):
            assert is_in_sight(phone, selector), (titles, selector)
        cards = suggested_cards(phone)
        for code in cards:
            # The visible strip of a covered card, once the hand has stopped moving.
            table.card(code).tap(position=STRIP)
        if cards:
            expect(table.play).to_be_enabled()
            table.play.tap()
        else:
            table.passing.tap()
        table.wait_beyond(version)
        if len(titles) == 2:
            # The lesson continues where it was, also from the home page.
            phone.goto(phone.url.split("/tables/")[0])
            phone.get_by_role("link", name="Continue your lesson").tap()
            table.settle()
    assert titles[0] == "Order of the cards"
    assert titles[-1] == "Going out"
    assert len(heights) == 1, "the hand above the coach stays in its place"
    expect(coach(phone)).to_contain_text("Well done")
    expect(coach(phone).get_by_role("listitem")).to_have_count(TOPICS)
    coach(phone).get_by_role("button", name="Play now").tap()
    phone.wait_for_function("() => !document.querySelector('#coach')")
    expect(phone.get_by_text("Deal 1 of 5").first).to_be_attached()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


def test_the_whole_lesson_can_be_played_by_keyboard(page: Page):
    tab_to(page, LEARN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/")
    tab_to(page, "main button[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/**")
    table = TablePage(page).settle()
    while table.wait_for_own_turn_or_end_of_deal() == "playing":
        version = table.version
        cards = suggested_cards(page)
        if not cards:
            page.keyboard.press("p")
            table.wait_beyond(version)
            continue
        tab_to(page, "#hand .card")
        page.keyboard.press("Home")
        for _ in range(13):
            if page.evaluate("document.activeElement.dataset.card") in cards:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
            if sorted(table.chosen()) == sorted(cards):
                break
        expect(table.play).to_be_enabled()
        page.keyboard.press("Enter")
        table.wait_beyond(version)
    expect(coach(page)).to_contain_text("Well done")


def test_an_invalid_selection_is_explained_and_the_coach_can_be_turned_off(page: Page):
    page.get_by_role("link", name="Learn The game in two minutes").click()
    page.get_by_role("button", name="Start lesson").click()
    table = TablePage(page).settle()
    table.choose("5D 7D")
    expect(coach(page)).to_contain_text("You can play two cards only if they’re a pair.")
    coach(page).get_by_role("button", name="Skip lesson").click()
    expect(coach(page)).to_contain_text("The coach is off.")
    expect(page.locator("#hand .is-highlighted")).to_have_count(0)
    page.reload()
    table.settle()
    coach(page).get_by_role("button", name="Turn coach on").click()
    expect(coach(page)).to_contain_text("Order of the cards")
    assert suggested_cards(page) == ["3D"]


def test_a_lone_player_sets_the_bot_speed_at_the_table(page: Page):
    table = play_now(page)
    page.locator("#table-menu-open").click()
    fast = page.get_by_role("button", name="Fast", exact=True)
    fast.click()
    page.locator("#table-menu-open").click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    table.reload()
    page.locator("#table-menu-open").click()
    expect(fast).to_have_attribute("aria-pressed", "true")


def test_play_now_is_above_the_fold_on_a_phone_in_landscape(tab: Page, club_server: Server):
    for width, height in ((844, 390), (740, 360)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(club_server.url)
        assert is_in_sight(tab, ".doors [type=submit]")
        assert is_in_sight(tab, LEARN)
