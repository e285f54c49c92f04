"""Four friends in four browsers at one table, and a spectator."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server, running
from tests.e2e.table import TablePage, freeze_clock, open_more_options, take_seat

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


#: These hands can only play singles, so no player goes out within the first seven tricks.
NO_PAIRS = (
    "3D 4C 5H 6S 8D 9C TH QS",
    "3C 4H 5S 7D 8C 9H TS QD",
    "3H 4S 6D 7C 8H 9S JD QC",
    "3S 5D 6C 7H 8S TD JC QH",
)


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Two desktops, two phones, and a spectator's desktop."""
    sizes = (DESKTOP, DESKTOP, PHONE, PHONE, DESKTOP)
    made = [chromium.new_context(viewport=size, reduced_motion="reduce") for size in sizes]
    for context in made:
        context.set_default_timeout(PATIENCE)
    yield made
    for context in made:
        context.close()


def open_table(page: Page, server: Server, **choices: str) -> TablePage:
    page.goto(f"{server.url}/tables/new/")
    page.get_by_role("spinbutton", name="Deals").fill("3")
    open_more_options(page)
    page.get_by_label("Seats", exact=True).select_option("chosen")
    for label, choice in choices.items():
        page.get_by_label(label).select_option(choice)
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/tables/*/")
    return TablePage(page).settle()


def sit_down(page: Page, link: str) -> TablePage:
    page.goto(link)
    take_seat(page)
    return TablePage(page).settle()


def whose_turn(tables: list[TablePage]) -> TablePage | None:
    """Return the table of the player to act, once all pages agree; None between deals."""
    newest = max(table.version for table in tables)
    for table in tables:
        table.wait_beyond(newest - 1)
    if tables[0].data("phase") != "playing":
        return None
    turn = tables[0].data("turn")
    return next(table for table in tables if table.data("seat") == turn)


def play_until_end_of_deal(tables: list[TablePage], watcher: TablePage) -> None:
    while (player := whose_turn(tables)) is not None:
        player.take_turn()
        assert watcher.cards() == []
        assert watcher.page.locator("[data-card]").count() == 0


def get_ready(tables: list[TablePage]) -> None:
    for table in tables:
        table.ready.click()
    tables[0].page.wait_for_function(
        "() => document.querySelector('#table').dataset.phase === 'playing'"
    )


def deal(tables: list[TablePage], watcher: TablePage, server: Server, *hands: str) -> None:
    """Deal these hands, which are shorter than full ones, and show them to all."""
    version = tables[0].version
    tables[0].rig(server, *hands, leader=0)
    for table in (*tables, watcher):
        table.come_back()
        table.wait_beyond(version)


def record_frames(socket: WebSocket, heard: list[str]) -> None:
    """Record everything that comes over the socket."""

    def keep(frame: str | bytes) -> None:
        heard.append(str(frame))

    socket.on("framereceived", keep)


def test_a_button_being_pressed_stays_in_place_during_an_update(
    contexts: list[BrowserContext], club_server: Server
):
    page = contexts[0].new_page()
    page.clock.install()
    with page.expect_websocket() as opened:
        host = open_table(page, club_server)
    friend = contexts[1].new_page()
    friend.goto(page.locator("#invite-link").input_value())
    page.get_by_role("button", name="Start game").hover()
    # A press is pending only as long as it takes; here, as long as the friend needs.
    freeze_clock(page, margin=1)
    page.mouse.down()
    with opened.value.expect_event("framereceived", lambda frame: 'id="menu"' in frame):
        take_seat(friend)
    page.mouse.up()
    page.clock.resume()
    expect(host.root).to_have_attribute("data-phase", "playing")


@pytest.mark.every_database
def test_four_friends_play_a_session_with_a_spectator(
    contexts: list[BrowserContext], club_server: Server
):
    host = open_table(contexts[0].new_page(), club_server, Clock="quick")
    link = host.page.locator("#invite-link").input_value()
    tables = [host, sit_down(contexts[1].new_page(), link)]
    # Seats are chosen here, and can be changed until the start.
    tables[1].page.get_by_role("button", name="Sit here (seat 4)").click()
    expect(tables[1].root).to_have_attribute("data-seat", "3")
    expect(host.page.get_by_role("article", name="Seat 2")).to_contain_text("Empty")
    tables += [sit_down(context.new_page(), link) for context in contexts[2:4]]
    watcher = TablePage(contexts[4].new_page())
    heard: list[str] = []
    watcher.page.on("websocket", lambda socket: record_frames(socket, heard))
    watcher.page.goto(link)
    host.page.get_by_role("button", name="Start game").click()
    host.page.wait_for_function(
        "() => document.querySelector('#table').dataset.phase === 'playing'"
    )
    assert sorted(table.data("seat") for table in tables) == ["0", "1", "2", "3"]
    deal(tables, watcher, club_server, *(hand[:14] for hand in NO_PAIRS))

    # One closes the browser during a deal and returns to the same seat and hand.
    for _ in range(4):
        whose_turn(tables).take_turn()
    leaver = tables[1]
    whose_turn(tables)
    seat, cards = leaver.data("seat"), sorted(leaver.cards())
    leaver.page.close()
    back = TablePage(contexts[1].new_page())
    back.page.goto(link)
    assert (back.data("seat"), sorted(back.cards())) == (seat, cards)
    tables[1] = back
    play_until_end_of_deal(tables, watcher)

    # One times out twice, is replaced by a bot, and takes the seat back.
    get_ready(tables)
    deal(tables, watcher, club_server, *(hand[:17] for hand in NO_PAIRS))
    slow = tables[2]
    slug = link.rstrip("/").rsplit("/", 1)[-1]
    take_back = slow.page.get_by_role("button", name="I’m back")
    while not take_back.is_visible():
        player = whose_turn(tables)
        assert player is not None
        if player is not slow:
            player.take_turn()
            continue
        version = slow.version
        club_server.run_out(slug)
        slow.wait_beyond(version)
        slow.page.wait_for_function("() => document.querySelector('#menu') !== null")
    take_back.click()
    expect(take_back).to_be_hidden()
    play_until_end_of_deal(tables, watcher)

    get_ready(tables)
    deal(tables, watcher, club_server, *(hand[:5] for hand in NO_PAIRS))
    play_until_end_of_deal(tables, watcher)
    for table in (*tables, watcher):
        expect(table.page.get_by_role("region", name="Final standings")).to_be_attached()
    expect(tables[3].page.get_by_role("button", name="Play again")).to_be_visible()
    # A card in a hand is a button with data-card: the spectator was never sent one.
    assert len(heard) > 50
    assert not any("data-card=" in frame for frame in heard)


def test_the_last_seconds_of_a_players_turn_are_announced(page: Page, club_server: Server):
    page.clock.install()
    table = open_table(page, club_server, Clock="blitz")
    page.get_by_role("button", name="Start game").click()
    expect(table.root).to_have_attribute("data-phase", "playing")
    table.wait_for_own_turn_or_end_of_deal()
    notice = page.locator("#notice")
    expect(notice).not_to_have_text("You have 10 seconds left.")
    # Of a turn's 8 seconds and the deal's extra 16.
    page.clock.fast_forward("00:15")
    expect(notice).to_have_text("You have 10 seconds left.")


def test_a_running_clock_survives_a_restart_of_the_server(chromium: Browser, tmp_path):
    with running(tmp_path, BOT_DELAY="0,0") as server:
        page = chromium.new_page(viewport=DESKTOP)
        # A clock long enough for the server's restart on any machine.
        table = open_table(page, server, Clock="relaxed")
        page.get_by_role("button", name="Start game").click()
        page.wait_for_function("() => document.querySelector('#table').dataset.phase === 'playing'")
        assert table.wait_for_own_turn_or_end_of_deal() == "playing"
        version = table.version
        deadline = page.locator("#board [data-countdown-key]").first
        before = deadline.get_attribute("data-countdown-key")
        server.kill()
        server.start()
        page.reload()
        assert (table.version, deadline.get_attribute("data-countdown-key")) == (version, before)
        # No player acts; the earlier deadline still applies, and once it has passed the restarted
        # server acts for the player.
        server.run_out(table.slug)
        table.wait_beyond(version)
        page.close()
