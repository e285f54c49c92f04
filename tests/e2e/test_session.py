"""A session at a table from the player's side."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.e2e.server import Server, running
from tests.e2e.table import TablePage, open_terms, play_now

PASSWORD = "correct horse 9"
#: The first seat ends the deal with one card.
SHORT = ("3D", "4D 8C TC", "5C 9D JC", "5D 9C JD")


def test_a_guest_plays_a_whole_session_to_its_settlement(page: Page, club_server: Server):
    table = play_now(page)
    # The first deal is played as dealt.
    while table.play_deal() == "between":
        table.ready.click()
        expect(table.root).to_have_attribute("data-phase", "playing")
        table.deal(club_server, *SHORT, leader=0)
    expect(page.get_by_role("heading", name=re.compile("won the game|first place"))).to_be_visible()
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("rowheader", name=re.compile(r"^Deal \d$"))).to_have_count(5)
    came_to = re.compile(r" lost .* to |^You (broke even|won|lost)\b")
    expect(page.get_by_text(came_to).first).to_be_attached()
    expect(table.status).to_contain_text("The game is over.")


def test_a_user_signs_up_plays_and_finds_the_session_again(page: Page, club_server: Server):
    page.get_by_role("link", name="Create account").first.click()
    page.get_by_label("Username").fill("grace")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url(club_server.url + "/")
    open_terms(page)
    page.get_by_role("spinbutton", name="Deals").fill("1")
    page.get_by_label("Stake per point").fill("0.50")
    page.get_by_label("Currency").select_option("HKD")
    table = play_now(page)
    table.deal(club_server, *SHORT, leader=0)
    table.play_session()
    told = page.get_by_text("This game is for points, because you’re playing against bots.")
    expect(told.last).to_be_attached()
    expect(page.get_by_role("region", name="Score sheet")).not_to_contain_text("HK$")
    sign_out(page)
    page.wait_for_url(club_server.url + "/")
    expect(page.get_by_text("1 deal with")).to_have_count(0)
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label(re.compile("Login|Username")).fill("grace")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(club_server.url + "/")
    page.get_by_role("link", name=re.compile("1 deal with")).click()
    expect(page.get_by_text("won the deal")).to_be_visible()
    expect(told).to_be_visible()
    # Against bots the game is only for points; the result depends on the cards.
    came_to = re.compile(r" lost .* to |^You (broke even|won|lost)\b")
    expect(page.get_by_text(came_to).first).to_be_attached()


def sign_out(page: Page) -> None:
    banner = page.get_by_role("banner")
    banner.locator("summary").last.click()
    banner.get_by_role("button", name="Sign out").click()


def test_signing_out_in_another_tab_ends_a_page_that_shows_a_hand(
    page: Page, context: BrowserContext
):
    page.get_by_role("link", name="Create account").first.click()
    page.get_by_label("Username").fill("hedy")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    second = context.new_page()
    second.goto(re.match(r"https?://[^/]+", page.url)[0])
    sign_out(second)
    expect(page.locator("#connection")).to_contain_text("You were signed out")
    expect(page.locator("#table")).to_have_attribute("data-connection", "ended")
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")


def test_a_guest_keeps_their_games_by_creating_an_account(page: Page):
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    page.goto(re.match(r"https?://[^/]+", page.url)[0])
    page.get_by_role("link", name="Create an account to keep your games").first.click()
    page.get_by_label("Username").fill("linus")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("link", name=re.compile("deals with"))).to_be_visible()


def test_reloading_and_a_second_tab_show_the_same_table(page: Page, context: BrowserContext):
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    version, cards = table.version, table.cards()
    page.reload()
    assert (table.version, sorted(table.cards())) == (version, sorted(cards))
    second = context.new_page()
    second.goto(page.url)
    other = TablePage(second)
    assert sorted(other.cards()) == sorted(cards)
    table.take_turn()
    other.wait_beyond(version)
    other.wait_for_own_turn_or_end_of_deal()
    table.wait_for_own_turn_or_end_of_deal()
    expect(other.root).to_have_attribute("data-version", str(table.version))
    assert sorted(other.cards()) == sorted(table.cards())


def test_a_lost_connection_is_shown_and_restored(page: Page, context: BrowserContext):
    sockets: list[WebSocketRoute] = []
    is_away = False

    def serve(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        # One that leads nowhere stays and changes nothing.
        if not is_away:
            socket.connect_to_server()

    page.route_web_socket("**/ws/**", serve)
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    lowest = table.cards()[0]
    table.card(lowest).click()
    assert table.chosen() == [lowest]
    is_away, cut = True, len(sockets)
    for socket in sockets[:]:
        socket.close(code=1012)
    sign = page.get_by_text("Connection lost")
    expect(sign).to_be_visible()
    expect(table.play).to_be_disabled()
    is_away = False
    for socket in sockets[cut:]:
        socket.close(code=1012)
    expect(sign).to_be_hidden(timeout=20_000)
    assert table.chosen() == [lowest]
    table.card(lowest).click()
    table.take_turn()


def test_a_player_takes_turns_by_keyboard_alone(page: Page):
    table = play_now(page)
    # The first turn always comes: no player is out of cards within one trick.
    assert table.wait_for_own_turn_or_end_of_deal() == "playing"
    for _turn in range(3):
        if table.wait_for_own_turn_or_end_of_deal() != "playing":
            break
        version = table.version
        if table.hint.is_disabled():
            # Nothing in the hand beats the play on the table. A second press passes immediately.
            page.keyboard.press("p")
            page.keyboard.press("p")
        else:
            page.keyboard.press("h")
            page.wait_for_function(
                "version => document.querySelector('#hints').dataset.version === version",
                arg=str(version),
            )
            if table.chosen():
                expect(table.play).to_be_enabled()
                page.keyboard.press("Enter")
            else:
                # A pass was suggested.
                page.keyboard.press("p")
                page.keyboard.press("p")
        table.wait_beyond(version)
    table.wait_for_own_turn_or_end_of_deal()
    if table.data("phase") == "playing" and len(table.cards()) > 1:
        table.hand.locator("[data-card]").first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        assert table.chosen() == [table.cards()[1]]
        before = table.sort.inner_text()
        page.keyboard.press("s")
        expect(table.sort).not_to_have_text(before)
        assert len(table.chosen()) == 1


def test_an_invalid_selection_cannot_be_played_and_shows_a_reason(page: Page):
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    cards = table.cards()
    for code in cards[:4]:
        table.card(code).click()
    assert table.chosen() == cards[:4]
    expect(table.play).to_be_disabled()
    reason = page.locator("#play-reason")
    expect(reason).to_be_visible()
    expect(reason).not_to_be_empty()
    table.card(cards[0]).click()
    assert table.chosen() == cards[1:4]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_table_fits_the_screen(page: Page, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = play_now(page)
    table.wait_for_own_turn_or_end_of_deal()
    overflow = page.evaluate(
        "() => [document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert overflow == [0, 0]
    for part in (table.hand, table.play, table.passing, table.hint):
        expect(part).to_be_in_viewport()
    # Every card can be tapped: its visible strip is wide enough for a thumb.
    widths = table.hand.locator("[data-card]").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().width)"
    )
    assert min(widths) >= 24


def test_a_spectator_sees_the_table_but_no_hand(page: Page, chromium):
    table = play_now(page)
    stranger = chromium.new_context().new_page()
    stranger.goto(page.url)
    watched = TablePage(stranger)
    assert watched.data("seat") == ""
    assert watched.cards() == []
    table.wait_for_own_turn_or_end_of_deal()
    version = table.version
    table.take_turn()
    watched.wait_beyond(version)
    assert stranger.locator("[data-card]").count() == 0
    stranger.context.close()


def test_a_killed_server_resumes_where_it_stopped(chromium, tmp_path: Path):
    with running(tmp_path, BOT_DELAY="4,4") as server:
        page = chromium.new_context().new_page()
        page.goto(server.url)
        table = play_now(page)
        if table.wait_for_own_turn_or_end_of_deal() == "playing":
            table.take_turn()
        # It is a bot's turn now, and its task is queued in a process that is killed.
        version = table.version
        assert table.data("turn") != table.data("seat")
        server.kill()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        table.wait_beyond(version)
        table.wait_for_own_turn_or_end_of_deal()
        page.context.close()
