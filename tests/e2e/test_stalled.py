"""A network that holds everything back while the socket stays open: what is shown and done."""

import re
from collections.abc import Iterator
from typing import cast

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, WebSocketRoute, expect

from tests.e2e.network import Network, network
from tests.e2e.server import Server
from tests.e2e.table import TablePage, freeze_clock

HAND = "3D 5C 7H 9S JD KC"
OTHERS = ("4D 5H 6S 8C TD QC", "4C 5D 6H 8S TH QD", "4H 5S 6C 8D TS QH")
LOST = "Connection lost"
#: Whether the browser considers its newest socket open.
READS_OPEN = "sockets.at(-1).readyState === WebSocket.OPEN"
KEEP_SOCKETS = """
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...args) { super(...args); sockets.push(this); }
    };
"""


@pytest.fixture
def between(still_club: Server) -> Iterator[Network]:
    with network(still_club.port) as laid:
        yield laid


@pytest.fixture
def stalled(still_club: Server, between: Network, context: BrowserContext) -> TablePage:
    """Return a table on the player's turn, behind a network that can hold everything back."""
    page = context.new_page()
    page.clock.install()
    return open_behind(between, still_club, page)


def open_behind(
    between: Network, club: Server, page: Page, *, leader: int = 0, rules: str = "pagat"
) -> TablePage:
    opened = club.beside("open", rules=rules, hands=(HAND, *OTHERS), leader=leader, actions=())
    path, key = cast("tuple[str, str]", opened)
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": between.url}])
    page.add_init_script(KEEP_SOCKETS)
    page.goto(between.url + path)
    return TablePage(page).settle()


def choose_card(table: TablePage, code: str) -> None:
    table.card(code).click()
    expect(table.play).to_be_enabled()


def press_play_and_lose_connection(table: TablePage, between: Network) -> None:
    """Press Play and follow what is shown: sending, then a notice, then given up."""
    page = table.page
    old, between.is_held = list(between.lines), True
    # The intermediate states last only seconds.
    freeze_clock(page)
    table.play.click()
    # In the same frame as the click.
    expect(table.card("9S")).to_have_class(re.compile("is-sending"))
    assert page.evaluate("document.querySelector('#play').getAttribute('aria-busy')") == "true"
    page.clock.fast_forward(1000)
    expect(table.say.get_by_text("Sending…")).to_be_visible()
    expect(page.locator("#notice")).to_have_text("Sending…")
    assert page.evaluate(READS_OPEN)
    assert table.data("connection") == "open"
    open_then = page.evaluate_handle("sockets.at(-1)")
    page.evaluate(
        """() => {
            const table = document.querySelector("#table");
            const socket = sockets.at(-1);
            // What the browser thought of the socket in the moment in which it was given up.
            const close = socket.close;
            socket.close = function () {
                window.thought = [this.readyState, table.dataset.connection];
                return close.apply(this, arguments);
            };
        }"""
    )
    page.clock.fast_forward(3000)
    expect(page.get_by_text(LOST)).to_be_visible()
    assert page.evaluate("thought") == [1, "lost"]
    assert open_then.evaluate("socket => socket.readyState") != 1
    # Back in place, and still selected.
    expect(table.card("9S")).not_to_have_class(re.compile("is-sending"))
    assert table.chosen() == ["9S"]
    assert table.play.is_disabled()
    # Only now: a new connection may show at once that the play was made.
    page.clock.resume()
    # New connections work; the old ones deliver nothing yet.
    between.is_held = False
    for line in between.lines:
        if line not in old:
            line.release()


def own_plays(club: Server, table: TablePage) -> list[str]:
    return [text for text in club.recorded(table.slug) if text.startswith("0")]


def test_a_play_that_is_held_back_is_reported_as_lost_and_made_once(stalled, still_club, between):
    choose_card(stalled, "9S")
    held = between.hold()
    press_play_and_lose_connection(stalled, between)
    # The play that was held back is delivered.
    for line in held:
        line.release()
    stalled.settle()
    expect(stalled.card("9S")).to_have_count(0)
    expect(stalled.page.get_by_text(LOST)).to_be_hidden()
    assert len(own_plays(still_club, stalled)) == 1
    assert stalled.chosen() == []


def test_a_play_that_never_arrived_stays_in_the_hand_and_can_be_repeated(
    stalled, still_club, between
):
    choose_card(stalled, "9S")
    held = between.hold()
    press_play_and_lose_connection(stalled, between)
    for line in held:
        line.cut()
    stalled.settle()
    assert stalled.chosen() == ["9S"]
    assert own_plays(still_club, stalled) == []
    expect(stalled.play).to_be_enabled()
    version = stalled.version
    stalled.play.click()
    stalled.wait_beyond(version)
    expect(stalled.card("9S")).to_have_count(0)
    assert len(own_plays(still_club, stalled)) == 1


def test_a_play_whose_answer_was_held_back_counts(stalled, still_club, between):
    choose_card(stalled, "9S")
    between.hold(up=False)
    press_play_and_lose_connection(stalled, between)
    stalled.settle()
    expect(stalled.card("9S")).to_have_count(0)
    assert len(own_plays(still_club, stalled)) == 1


def test_a_play_that_arrives_after_its_repetition_changes_nothing(stalled, still_club, between):
    choose_card(stalled, "9S")
    held = between.hold()
    press_play_and_lose_connection(stalled, between)
    stalled.settle()
    expect(stalled.play).to_be_enabled()
    stalled.play.click()
    expect(stalled.card("9S")).to_have_count(0)
    before = still_club.recorded(stalled.slug)
    for line in held:
        line.release()
    version = stalled.version
    stalled.reload()
    assert still_club.recorded(stalled.slug) == before
    assert stalled.version == version
    assert len(own_plays(still_club, stalled)) == 1


def count_sockets(page: Page, count: int) -> None:
    page.wait_for_function("count => sockets.length >= count", arg=count)


def test_a_page_notices_a_stalled_network_while_the_player_waits(still_club, between, context):
    page = context.new_page()
    page.clock.install()
    table = open_behind(between, still_club, page, leader=1)
    held, between.is_held = between.hold(), True
    # Only after some silence, and only after there was time for an answer.
    page.clock.fast_forward(14_000)
    assert table.data("connection") == "open"
    page.clock.fast_forward(2000)
    page.clock.fast_forward(4000)
    expect(page.get_by_text(LOST)).to_be_visible()
    # A new connection that delivers nothing is also replaced.
    count_sockets(page, 2)
    page.clock.fast_forward(16_000)
    between.is_held = False
    page.clock.fast_forward(5000)
    count_sockets(page, 3)
    table.settle()
    for line in held:
        line.cut()
    assert table.data("connection") == "open"


def test_a_page_stays_connected_while_the_server_answers(still_club, between, context):
    page = context.new_page()
    page.clock.install()
    sockets: list[WebSocket] = []
    messages: list[str] = []

    def listen(socket: WebSocket) -> None:
        sockets.append(socket)
        # The driver sets attributes on handlers, which a list's method does not allow.
        socket.on("framereceived", lambda text: messages.append(str(text)))

    page.on("websocket", listen)
    table = open_behind(between, still_club, page, leader=1)
    for _ in range(3):
        with sockets[0].expect_event("framereceived", lambda text: str(text).startswith("pong")):
            page.clock.fast_forward(16_000)
        page.clock.fast_forward(4000)
        assert table.data("connection") == "open"
    # The table may come without its chat, which follows.
    pongs = [text.startswith("pong") for text in messages]
    assert all(pongs[pongs.index(True) :])
    assert page.evaluate("sockets.length") == 1


@pytest.fixture
def waiting(still_club: Server, context: BrowserContext) -> TablePage:
    """Return a table of the player's own that has not started."""
    page = context.new_page()
    page.clock.install()
    page.goto(f"{still_club.url}/tables/new/")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    return TablePage(page).settle()


def press_before_the_socket_opens(table: TablePage, pressed: Locator) -> WebSocketRoute:
    """Press while the page's socket is connecting; return that socket, which may then continue."""
    page = table.page
    late: list[WebSocketRoute] = []

    # The driver sets attributes on handlers, which a list's method does not allow.
    def keep(socket: WebSocketRoute) -> None:
        late.append(socket)

    page.route_web_socket(re.compile("/ws/tables/"), keep)
    page.reload()
    # A press is not kept for long, and the page does not wait for a socket forever.
    freeze_clock(page, margin=1)
    pressed.click()
    expect(pressed.locator("xpath=..")).to_have_class(re.compile("is-sent"))
    assert (table.data("phase"), table.data("connection")) == ("waiting", "")
    page.clock.resume()
    return late[-1]


def test_a_button_pressed_before_the_socket_opens_works_once_it_is_open(waiting):
    begin = waiting.page.get_by_role("button", name="Start game")
    press_before_the_socket_opens(waiting, begin).connect_to_server()
    expect(waiting.root).to_have_attribute("data-phase", "playing")


def test_an_early_press_is_dropped_if_the_switch_has_changed_by_then(waiting, context):
    bots = waiting.page.get_by_role("switch", name="Fill empty seats with bots")
    socket = press_before_the_socket_opens(waiting, bots)
    other = context.new_page()
    other.goto(waiting.page.url)
    TablePage(other).settle()
    other.get_by_role("switch", name="Fill empty seats with bots").click()
    expect(other.locator("#bots")).to_have_attribute("aria-checked", "false")
    sent: list[str] = []
    club = socket.connect_to_server()

    def listen(message: str | bytes) -> None:
        sent.append(str(message))
        club.send(message)

    socket.on_message(listen)
    expect(bots).to_have_attribute("aria-checked", "false")
    expect(waiting.root).to_have_attribute("data-connection", "open")
    bots.click()
    expect(bots).to_have_attribute("aria-checked", "true")
    assert len([each for each in sent if '"bots"' in each]) == 1
