"""The clock of a round with real cards: started at the desk, counted down for a spectator."""

from typing import cast

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server


def seconds(text: str) -> int:
    """Return a time left, such as "2:59:58", in seconds."""
    found = 0
    for part in text.split(":"):
        found = 60 * found + int(part)
    return found


def test_a_clock_started_at_the_desk_counts_down_on_a_phone_until_time_is_up(
    chromium: Browser, club_server: Server
) -> None:
    at = cast("dict[str, str]", club_server.beside("paper_event"))
    pages = []
    for key in (at["organizer"], ""):
        context = chromium.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        if key:
            context.add_cookies([{"name": "sessionid", "value": key, "url": club_server.url}])
        pages.append(context.new_page())
    desk, phone = pages
    phone.clock.install()
    phone.goto(club_server.url + at["event"])
    clock = phone.locator("[data-round-clock]")
    expect(clock).to_have_count(0)
    desk.goto(club_server.url + at["desk"])
    desk.get_by_role("button", name="Start clock").click()
    # It arrives by itself: 180 minutes for 5 or fewer rounds.
    time = clock.get_by_role("timer")
    expect(time).to_be_visible()
    # The clock keeps running during the test, so less time may be left than computed.
    before = seconds(time.inner_text())
    phone.clock.fast_forward("10:00")
    assert seconds(time.inner_text()) <= before - 600
    expect(clock.get_by_text("Time is up")).to_be_hidden()
    sound = clock.get_by_role("button", name="Sound at the end")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    phone.clock.fast_forward("03:00:00")
    expect(time).to_have_text("0:00")
    expect(clock.locator("[data-up]")).to_be_visible()
    expect(clock.get_by_role("status")).to_have_text("Time is up")
    # More time makes it run again.
    phone.reload()
    desk.get_by_role("button", name="Pause clock").click()
    expect(clock.get_by_text("Clock paused")).to_be_visible()
    for page in pages:
        page.context.close()
