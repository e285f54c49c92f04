"""The end of a deal: the last cards, the other hands, and then the result."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, freeze_clock, open_rigged

HANDS = ("3D", "4D 5H", "4C 5D 6H", "4H")
#: By seat: the cards left. The first seat goes out.
LEFT = {"1": ["4D", "5H"], "2": ["4C", "5D", "6H"], "3": ["4H"]}
NAMES = ("Ada", "Bruno", "Chen", "Dora")

Open = Callable[..., TablePage]


@pytest.fixture
def viewer(chromium: Browser) -> Iterator[Open]:
    """Return a function that opens an address in a new browser, with its clock stopped."""

    def look(address: str, key: str = "", **options: Any) -> TablePage:
        context = chromium.new_context(service_workers="block", **options)
        context.set_default_timeout(PATIENCE)
        if key:
            context.add_cookies([{"name": "sessionid", "value": key, "url": address}])
        page = context.new_page()
        page.clock.install()
        page.goto(address)
        table = TablePage(page).settle()
        freeze_clock(page)
        return table

    return look


def go_out(table: TablePage) -> None:
    """Play the last card, in a page whose clock is stopped."""
    table.card("3D").click()
    expect(table.play).to_be_enabled()
    table.play.click()
    # Messages wait for the release of a button.
    table.page.clock.run_for(20)


def open_hands(page: Page) -> dict[str, list[str]]:
    """Return the cards of the hands that lie open, by seat."""
    page.clock.run_for(500)
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".open-hand")].map(hand => [
            hand.closest(".seat").dataset.seatNo,
            [...hand.children].map(face => face.dataset.face),
        ]))"""
    )
    return found


def expect_result(table: TablePage) -> None:
    expect(table.page.locator(".result-head")).to_be_visible()
    expect(table.root).not_to_have_attribute("data-showdown", "")
    expect(table.page.locator(".open-hand, .victory")).to_have_count(0)
    expect(table.root).to_have_attribute("data-phase", "between")


def test_players_and_spectators_see_the_other_hands_and_then_the_result(
    still_club: Server, viewer: Open
):
    path, keys = cast("tuple[str, list[str]]", still_club.beside("party"))
    slug = path.rstrip("/").rsplit("/", 1)[-1]
    still_club.rig(slug, hands=HANDS, leader=0)
    # The last of them is a spectator.
    tables = [viewer(still_club.url + path, key) for key in (*keys, "")]
    go_out(tables[0])
    for seat, table in enumerate(tables):
        page = table.page
        expect(table.root).to_have_attribute("data-showdown", "")
        expect(page.locator(".trick [data-face='3D']")).to_be_visible()
        expect(page.locator(".result-head")).to_be_hidden()
        expect(table.ready).to_be_hidden()
        # A player's own hand stays where it was.
        assert open_hands(page) == {key: hand for key, hand in LEFT.items() if key != str(seat)}
        expect(page.locator(".open-hand").first).to_be_visible()
        expect(page.locator(".victory")).to_have_count(1 if seat == 0 else 0)
        # Screen readers are told at once.
        expect(table.status).to_contain_text("won the deal")
        page.clock.run_for(1800)
        expect_result(table)
    expect(tables[0].ready).to_be_enabled()


def open_scene(page: Page, club: Server, **more: Any) -> TablePage:
    return open_rigged(page, club, "scene", names=NAMES, hands=HANDS, leader=0, **more)


@pytest.fixture
def stopped(tab: Page, still_club: Server) -> TablePage:
    """Return the table of the player who goes out, with the clock of the page stopped."""
    tab.clock.install()
    table = open_scene(tab, still_club)
    freeze_clock(tab)
    return table


def test_a_key_shows_the_result_and_does_nothing_else(stopped: TablePage):
    go_out(stopped)
    expect(stopped.root).to_have_attribute("data-showdown", "")
    stopped.page.keyboard.press("Shift")
    expect(stopped.root).to_have_attribute("data-showdown", "")
    stopped.page.keyboard.press("?")
    expect_result(stopped)
    # The pressed button is gone.
    expect(stopped.page.get_by_role("heading", name="won the deal")).to_be_focused()
    expect(stopped.page.get_by_role("dialog")).to_have_count(0)
    # From then on keys work.
    stopped.page.keyboard.press("?")
    expect(stopped.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_a_press_shows_the_result_and_does_nothing_else(stopped: TablePage):
    go_out(stopped)
    expect(stopped.root).to_have_attribute("data-showdown", "")
    stopped.page.locator("#rules-open").click()
    expect_result(stopped)
    expect(stopped.rules).to_be_hidden()
    stopped.page.clock.run_for(300)
    stopped.open_rules()


def test_with_reduced_motion_the_result_is_shown_at_once(context: Any, still_club: Server):
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    table = open_scene(page, still_club)
    freeze_clock(page)
    go_out(table)
    expect_result(table)


def test_hands_that_other_tables_play_stay_closed(tab: Page, still_club: Server):
    tab.clock.install()
    table = open_scene(tab, still_club, same_packs="shared/none/1")
    freeze_clock(tab)
    go_out(table)
    expect(table.root).to_have_attribute("data-showdown", "")
    expect(tab.locator(".trick [data-face='3D']")).to_be_visible()
    assert open_hands(tab) == {}
    tab.clock.run_for(1800)
    expect_result(table)


def test_the_next_deal_ends_the_showdown(stopped: TablePage, still_club: Server):
    go_out(stopped)
    expect(stopped.root).to_have_attribute("data-showdown", "")
    still_club.run_out(stopped.slug)
    expect(stopped.root).not_to_have_attribute("data-showdown", "")
    expect(stopped.hand.locator("[data-card]")).to_have_count(13)
    assert stopped.data("phase") == "playing"
