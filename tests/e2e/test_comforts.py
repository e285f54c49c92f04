"""Conveniences of play: arranging the hand, queued plays, auto-pass, alerts and keys."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage

HAND = "3D 5C 7H 9S JD KC"
OTHERS = ("4D 5H 6S 8C TD QC", "4C 5D 6H 8S TH QD", "4H 5S 6C 8D TS QH")
#: A hand that can't beat any lead.
WEAK = "3D 4C"
STRONG = ("2S 2H AS AH KS", "2C 2D AC AD KH", "QS QH QC JS JH")


def choose(table: TablePage, code: str) -> None:
    """Select another card and wait for the answer, which replaces the buttons below."""
    table.card(code).click()
    table.wait_for_judgement()


def middle(card: Locator) -> tuple[float, float]:
    """Return the middle of the visible strip of a card."""
    box = card.bounding_box()
    assert box
    return box["x"] + min(box["width"], 30) / 2, box["y"] + box["height"] / 2


def drag(table: TablePage, code: str, onto: str) -> None:
    mouse = table.page.mouse
    mouse.move(*middle(table.card(code)))
    mouse.down()
    mouse.move(*middle(table.card(onto)), steps=5)
    mouse.up()


def toggle_preference(page: Page, name: str) -> None:
    """Press a switch of the menu and close the menu."""
    page.get_by_label("Preferences").click()
    page.get_by_role("switch", name=name).click()
    page.keyboard.press("Escape")


def expect_switched_on(page: Page, look: str) -> None:
    expect(page.locator("html")).to_have_attribute(f"data-{look}", "on")


# --- Arranging the hand


def test_a_card_is_dragged_to_another_place_and_stays_there(still, still_club):
    table = still(HAND, *OTHERS)
    drag(table, "3D", "9S")
    assert table.cards() == ["5C", "7H", "9S", "3D", "JD", "KC"]
    assert table.chosen() == []
    # A tap is not a drag, even right after one.
    table.card("3D").click()
    assert table.chosen() == ["3D"]

    table.reload()
    assert table.cards() == ["5C", "7H", "9S", "3D", "JD", "KC"]

    # The next deal is arranged by the last chosen sort order.
    put_aside(table, "KC")
    table.deal(still_club, "5C", "3D 4C", "5D 6C", "7C 8C", leader=0)
    table.card("5C").click()
    table.play.click()
    table.ready.click()
    expect(table.hand.get_by_role("button")).to_have_count(13)
    cards = table.cards()
    assert [card[0] for card in cards] == sorted(
        (card[0] for card in cards), key="3456789TJQKA2".index
    )


def test_the_players_own_arrangement_is_one_of_the_sort_orders(still):
    table = still(HAND, *OTHERS)
    labels = [table.sort.inner_text()]
    drag(table, "KC", "3D")
    laid = table.cards()
    while table.sort.inner_text() != "My own order":
        table.sort.click()
        labels.append(table.sort.inner_text())
        assert len(labels) < 9
    assert table.cards() != laid
    table.sort.click()
    assert table.cards() == laid == ["KC", "3D", "5C", "7H", "9S", "JD"]


def test_escape_cancels_a_drag(still):
    table = still(HAND, *OTHERS)
    mouse = table.page.mouse
    mouse.move(*middle(table.card("3D")))
    mouse.down()
    mouse.move(*middle(table.card("JD")), steps=5)
    assert table.cards() != HAND.split()
    table.page.keyboard.press("Escape")
    mouse.up()
    assert table.cards() == HAND.split()
    assert table.chosen() == []


def test_a_finger_drags_a_card_without_scrolling_the_page(chromium, still):
    # The smallest phone in landscape.
    phone = chromium.new_context(
        viewport={"width": 568, "height": 320}, has_touch=True, service_workers="block"
    )
    phone.set_default_timeout(PATIENCE)
    table = still(HAND, *OTHERS, page=phone.new_page())
    page = table.page
    table.card("5C").tap()
    assert table.chosen() == ["5C"]
    table.hand.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    touch = phone.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(table.card("3D")), middle(table.card("9S"))

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    send("touchStart", (x, y))
    for step in range(1, 9):
        # Up and across, as a finger would scroll.
        at = x + (to_x - x) * step / 8, to_y - 60 + abs(step - 4) * 15
        send("touchMove", at)
    send("touchEnd")
    expect(table.hand.locator(".is-dragged")).to_have_count(0)
    assert table.cards() == ["5C", "7H", "9S", "3D", "JD", "KC"]
    assert table.chosen() == ["5C"]
    assert page.evaluate("scrollY") == scrolled
    phone.close()


def test_moving_a_card_by_keyboard_is_announced(still):
    table = still(HAND, *OTHERS)
    press = table.page.keyboard.press
    table.card("5C").focus()
    press("Shift+ArrowRight")
    press("Shift+ArrowRight")
    assert table.cards() == ["3D", "7H", "9S", "5C", "JD", "KC"]
    expect(table.card("5C")).to_be_focused()
    expect(table.page.locator("#notice")).to_have_text("5 of clubs: position 4 of 6.")
    press("Shift+ArrowLeft")
    assert table.cards() == ["3D", "7H", "5C", "9S", "JD", "KC"]
    assert table.chosen() == []


def test_drawn_cards_join_the_end_of_an_arranged_hand(playing):
    hands = ("4D 8C JD", "6D TC KC")
    table = playing(*hands, leftover="2S 2H 3C", leader=1, rules="two_players_stock")
    table.wait_for_own_turn_or_end_of_deal()
    drag(table, "JD", "4D")
    assert table.cards() == ["JD", "4D", "8C"]
    version = table.version
    table.passing.click()
    table.wait_beyond(version)
    assert table.cards()[:3] == ["JD", "4D", "8C"]
    assert table.cards()[3:]


# --- Groups


def put_aside(table: TablePage, *codes: str) -> None:
    for code in codes:
        choose(table, code)
    table.page.get_by_role("button", name="Group", exact=True).click()


def test_groups_can_be_made_selected_and_dissolved(still):
    table = still(HAND, *OTHERS)
    page = table.page
    put_aside(table, "5C", "3D")
    put_aside(table, "JD")
    assert table.cards() == ["7H", "9S", "KC", "3D", "5C", "JD"]
    assert table.chosen() == []
    expect(page.locator("#notice")).to_have_text("Grouped: jack of diamonds.")

    # Groups have gaps between them that are wider than the strips within a group.
    lefts = [table.card(code).bounding_box()["x"] for code in table.cards()]
    steps = [b - a for a, b in pairwise(lefts)]
    assert min(steps[2], steps[4]) >= max(steps[0], steps[1], steps[3]) + 5

    table.reload()
    pair = page.get_by_role("button", name="Select group: 3 of diamonds, 5 of clubs")
    pair.click()
    assert table.chosen() == ["3D", "5C"]
    expect(pair).to_have_attribute("aria-pressed", "true")
    table.sort.click()
    assert table.cards()[3:] == ["3D", "5C", "JD"]

    page.get_by_role("button", name="Ungroup").click()
    expect(pair).to_have_count(0)
    assert table.cards()[-1] == "JD"
    assert table.chosen() == ["3D", "5C"]


def test_cards_enter_and_leave_groups_by_keyboard_and_by_dragging(still):
    table = still(HAND, *OTHERS)
    page = table.page
    handles = table.hand.get_by_role("group", name="Groups").get_by_role("button")
    table.card("9S").focus()
    for key in ("Space", "ArrowRight", "Space", "g"):
        page.keyboard.press(key)
    assert table.cards() == ["3D", "5C", "7H", "KC", "9S", "JD"]
    # Across the gap into the group, and further in.
    table.card("KC").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(handles).to_have_accessible_name(
        "Select group: 9 of spades, jack of diamonds, king of clubs"
    )
    drag(table, "9S", "3D")
    expect(handles).to_have_accessible_name("Select group: jack of diamonds, king of clubs")
    assert table.cards() == ["9S", "3D", "5C", "7H", "KC", "JD"]
    handles.click()
    page.keyboard.press("g")
    expect(handles).to_have_count(0)


def test_the_arrangement_of_the_hand_is_not_sent_to_the_server(still, context):
    sent: list[str | bytes] = []

    def keep(frame: str | bytes) -> None:
        sent.append(frame)

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", keep)

    table = still(HAND, *OTHERS, page=context.new_page())
    table.page.on("websocket", listen)
    table.reload()
    drag(table, "3D", "9S")
    put_aside(table, "JD")
    table.page.locator(".handle").click()
    expect(table.play).to_be_enabled()
    # A slow server is pinged.
    messages = [each for each in map(json.loads, sent) if each["do"] != "ping"]
    assert {message["do"] for message in messages} == {"select"}
    assert {message["cards"] for message in messages} <= {"", "JD"}


LONG = [rank + suit for rank in "3579JKA2" for suit in "DCS"]


@pytest.mark.parametrize("count", [13, 18])
@pytest.mark.parametrize("is_grouped", [False, True])
def test_every_card_has_its_own_visible_strip_on_a_phone(still, count: int, is_grouped: bool):
    table = still(" ".join(LONG[:count]), "4D 4C 4S 6D 6C", rules="two_players")
    page = table.page
    page.set_viewport_size({"width": 390, "height": 844})
    if is_grouped:
        put_aside(table, "3D", "3C")
        put_aside(table, "5D", "7C")
    # Next to a lifted card, the row below keeps its own hit area.
    table.card("5S").click()
    strips = table.hand.locator("[data-card]").evaluate_all(
        """cards => cards.map(card => {
            const { left, top, width, height } = card.getBoundingClientRect();
            const points = [[1, 1], [23, 1], [1, height - 1], [23, height - 1]];
            const hits = points.map(([x, y]) => document.elementFromPoint(left + x, top + y));
            const missed = hits.filter(hit => hit !== card);
            return [width, height, missed.map(hit => hit?.outerHTML.slice(0, 60))];
        })"""
    )
    assert len(strips) == count
    assert [strip for strip in strips if strip[0] < 24 or strip[1] < 44 or strip[2]] == []
    # All controls are on the screen.
    for part in (table.play, table.sort, page.locator("#aside"), *page.locator(".handle").all()):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


# --- Auto-pass


@pytest.fixture
def stuck(playing) -> TablePage:
    """Return a table at which it is the player's turn and nothing beats the play on the table."""
    table = playing(WEAK, *STRONG, leader=1)
    assert table.wait_for_own_turn_or_end_of_deal() == "playing"
    expect(table.say).to_have_attribute("data-only-pass", "true")
    return table


def set_auto_pass_delay(table: TablePage, milliseconds: int) -> None:
    """Set the delay before the table passes for the player."""
    table.page.evaluate(
        "ms => { document.querySelector('#table-page').dataset.passAfter = `${ms} ${ms}`; }",
        milliseconds,
    )


OWN_PASS = re.compile(r"Guest [^.]* passed\.")


def test_auto_pass_is_off_until_it_is_switched_on(stuck: TablePage):
    page = stuck.page
    log = page.locator(".log")
    sign = stuck.say.get_by_text("Passing for you…")
    expect(page.locator("#table-page")).to_have_attribute("data-pass-after", "1200 4000")
    expect(sign).to_be_hidden()
    set_auto_pass_delay(stuck, 0)
    stuck.card("3D").click()
    stuck.card("3D").click()
    expect(stuck.say).to_have_attribute("data-selection", "")
    page.reload()
    set_auto_pass_delay(stuck, 0)
    expect(log).not_to_contain_text(OWN_PASS)
    toggle_preference(page, "Auto-pass when I can’t play")
    expect(log).to_contain_text(OWN_PASS)
    page.reload()
    expect(page.get_by_role("switch", name="Auto-pass", include_hidden=True)).to_be_checked()


def test_auto_pass_is_shown_and_announced_and_can_be_cancelled(stuck: TablePage):
    page = stuck.page
    set_auto_pass_delay(stuck, 600_000)
    toggle_preference(page, "Auto-pass when I can’t play")
    sign = stuck.say.get_by_text("Passing for you…")
    expect(sign).to_be_visible()
    expect(page.locator("#notice")).to_have_text("Passing for you…")
    stuck.say.get_by_role("button", name="Cancel").click()
    expect(sign).to_be_hidden()
    expect(stuck.passing).to_be_focused()
    # It was for this turn; later messages do not restart it.
    set_auto_pass_delay(stuck, 0)
    stuck.card("3D").click()
    expect(stuck.say).to_have_attribute("data-selection", "3D")
    expect(sign).to_be_hidden()
    expect(page.locator(".log")).not_to_contain_text(OWN_PASS)


@pytest.mark.parametrize("act", ["select", "sort"])
def test_any_action_of_the_player_cancels_auto_pass(stuck: TablePage, act: str):
    set_auto_pass_delay(stuck, 600_000)
    toggle_preference(stuck.page, "Auto-pass when I can’t play")
    sign = stuck.say.get_by_text("Passing for you…")
    expect(sign).to_be_visible()
    {
        "select": stuck.card("4C").click,
        "sort": stuck.sort.click,
    }[act]()
    expect(sign).to_be_hidden()


# --- Queued plays


@pytest.fixture
def queued_table(still) -> TablePage:
    """Return a table at another player's turn, with a selected card queued."""
    table = still(HAND, *OTHERS, leader=1)
    choose(table, "9S")
    queue_button(table).click()
    expect(queue_button(table)).to_have_attribute("aria-pressed", "true")
    return table


def queue_button(table: TablePage) -> Locator:
    """Return the queue button, whose label changes with the selection."""
    return table.say.get_by_role("button", name="Queue")


def test_a_queued_play_is_made_on_the_players_turn(queued_table: TablePage, still_club: Server):
    queued_table.rig(still_club, HAND, *OTHERS, leader=0)
    queued_table.come_back()
    expect(queued_table.card("9S")).to_have_count(0)
    assert queued_table.cards() == ["3D", "5C", "7H", "JD", "KC"]


def test_a_queued_play_that_no_longer_fits_is_cancelled_with_a_reason(queued_table, still_club):
    # Still before the player's turn, the play on the table becomes too high.
    queued_table.rig(still_club, HAND, *OTHERS, leader=1, actions=["1 play QC"])
    queued_table.come_back()
    reason = queued_table.page.locator("#play-reason")
    expect(reason).to_have_text(re.compile(r"^Your queued play was cancelled. Too low"))
    expect(reason).to_be_visible()
    expect(queued_table.page.locator("#notice")).to_contain_text("Your queued play was cancelled")
    expect(queue_button(queued_table)).to_be_disabled()
    assert queued_table.chosen() == ["9S"]
    assert len(queued_table.cards()) == 6


def test_a_play_that_could_not_be_made_cannot_be_queued(still):
    table = still(HAND, *OTHERS, leader=1, actions=["1 play 8C"])
    choose(table, "5C")
    reason = table.page.locator("#play-reason")
    expect(reason).to_have_text("Too low. Play something higher.")
    expect(queue_button(table)).to_be_disabled()
    choose(table, "JD")
    expect(reason).to_have_text("Not a valid combination.")
    expect(queue_button(table)).to_be_disabled()
    table.card("5C").click()
    expect(queue_button(table)).to_have_text("Queue the jack of diamonds")
    queue_button(table).click()
    expect(reason).to_have_text("Plays automatically on your turn.")
    expect(table.page.locator("#notice")).to_have_text(reason.inner_text())


def test_a_lead_queued_after_the_players_own_play_starts_the_next_trick(still, still_club):
    table = still(HAND, *OTHERS, leader=0, actions=["0 play KC"])
    choose(table, "3D")
    expect(queue_button(table)).to_have_text("Queue the 3 of diamonds")
    queue_button(table).click()
    passed = ["0 play KC", "1 pass", "2 pass", "3 pass"]
    table.rig(still_club, HAND, *OTHERS, leader=0, actions=passed)
    table.come_back()
    expect(table.card("3D")).to_have_count(0)
    assert still_club.recorded(table.slug) == [*passed, "0 play 3D"]


def test_changing_the_selection_cancels_a_queued_play(queued_table: TablePage):
    queued_table.card("JD").click()
    expect(queue_button(queued_table)).to_have_attribute("aria-pressed", "false")
    queued_table.card("JD").click()
    expect(queue_button(queued_table)).to_have_attribute("aria-pressed", "false")
    queued_table.card("9S").click()
    expect(queue_button(queued_table)).to_be_disabled()


def test_a_play_is_queued_and_cancelled_by_keyboard(queued_table: TablePage):
    queued_table.card("9S").focus()
    queued_table.page.keyboard.press("Enter")
    expect(queue_button(queued_table)).to_have_attribute("aria-pressed", "false")
    queued_table.page.keyboard.press("Enter")
    expect(queue_button(queued_table)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("part", ["trick", "deal"])
def test_a_queued_play_ends_with_its_trick_or_deal(still, still_club, context, part: str):
    sockets = []
    page = context.new_page()
    page.route_web_socket("**/ws/**", lambda ws: sockets.append((ws, ws.connect_to_server())))
    table = still(HAND, *OTHERS, leader=1, page=page)
    choose(table, "9S")
    queue_button(table).click()
    expect(table.say).to_have_attribute("data-selection", "9S")
    # The table's next message, as the server would send it one trick or deal later.
    element = page.locator({"trick": "#controls", "deal": "#hand"}[part])
    html = str(element.evaluate("element => element.outerHTML"))
    later = re.sub(rf'data-{part}="[\d.]+"', f'data-{part}="7"', html)
    assert later != html
    sockets[-1][0].send(later.replace("<section", '<section hx-swap-oob="true"', 1))
    expect(element).to_have_attribute(f"data-{part}", "7")
    expect(queue_button(table)).to_have_attribute("aria-pressed", "false")
    assert table.chosen() == {"trick": ["9S"], "deal": []}[part]
    if part == "trick":
        # A reason is given.
        lapsed = table.page.locator("#play-reason")
        expect(lapsed).to_have_text("Your queued play was cancelled. A new trick has begun.")


# --- Alerts


def test_the_last_card_is_announced_once(still, still_club):
    table = still("3D 9S", *OTHERS, rules="guide")
    flag = table.root.get_by_text("Last card!")
    table.card("3D").click()
    table.play.click()
    expect(flag).to_have_class(re.compile(r"\bis-new\b"))
    expect(table.status).to_contain_text("You have one card left")
    assert animation(flag)["name"] == "leap"
    # The next message has the same flag and alerts no player again.
    table.reload()
    expect(flag).to_be_visible()
    expect(flag).not_to_have_class(re.compile(r"\bis-new\b"))


def animation(element: Locator) -> dict[str, str]:
    return element.evaluate(
        """element => {
            const { animationName, animationDuration } = getComputedStyle(element);
            return { name: animationName, duration: animationDuration };
        }"""
    )


SLOWEST = """() => {
    const seconds = text => Math.max(...text.split(", ").map(parseFloat));
    return Math.max(...[...document.querySelectorAll("*")].flatMap(element =>
        ["", "::before", "::after"].map(part => {
            const style = getComputedStyle(element, part);
            const runs = style.animationName === "none" ? 0 : seconds(style.animationDuration);
            return Math.max(runs, seconds(style.transitionDuration));
        })));
}"""


def test_animations_are_short_and_off_with_reduced_motion(still):
    table = still("3D 9S", *OTHERS, rules="guide")
    table.card("3D").click()
    table.play.click()
    expect(table.root.get_by_text("Last card!")).to_be_visible()
    assert 0 < table.page.evaluate(SLOWEST) <= 0.2
    table.page.emulate_media(reduced_motion="reduce")
    assert table.page.evaluate(SLOWEST) <= 0.001


def test_title_and_icon_show_the_players_turn(still):
    table = still(HAND, *OTHERS)
    icon = table.page.locator('link[rel="icon"]')
    expect(table.page).to_have_title(re.compile("^● Your turn · "))
    expect(icon).to_have_attribute("href", re.compile(r"mark-turn.*\.svg$"))
    assert table.page.request.get(icon.evaluate("icon => icon.href")).ok
    table.card("3D").click()
    table.play.click()
    expect(table.page).not_to_have_title(re.compile("Your turn"))
    expect(icon).to_have_attribute("href", re.compile(r"mark(?!-turn)[^/]*\.svg$"))


LISTEN = """() => {
    window.contexts = 0;
    window.notes = [];
    const Original = window.AudioContext;
    window.AudioContext = class extends Original {
        constructor(...args) { super(...args); window.contexts += 1; }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) {
        window.notes.push(this.frequency.value);
        return start.apply(this, args);
    };
}"""
LAID, TURN, CALLED = [210], [660, 880], [988, 988]


def test_sounds_are_on_after_the_first_press_and_a_button_turns_them_off(
    still, still_club, context
):
    page = context.new_page()
    page.add_init_script(f"({LISTEN})()")
    table = still("3D 5C 9S", *OTHERS, rules="guide", page=page)
    version = table.version
    table.card("3D").click()
    table.play.click()
    table.wait_beyond(version)
    assert page.evaluate("notes") == LAID

    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.evaluate("notes.length = 0")
    table.rig(still_club, "5C 9S", *OTHERS, leader=0)
    table.reload()
    # Remembered, also by the switch in the menu.
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("notes") == []
    toggle_preference(page, "Sounds")
    # Switching sounds on plays one.
    assert page.evaluate("notes") == TURN
    expect(button).to_have_attribute("aria-pressed", "true")
    page.evaluate("notes.length = 0")
    version = table.version
    table.card("5C").click()
    table.play.click()
    table.wait_beyond(version)
    # A card is played, and one card is left.
    assert page.evaluate("notes") == LAID + CALLED


def test_a_hidden_page_is_silent_except_for_the_players_turn(still, still_club, context):
    page = context.new_page()
    page.add_init_script(f"({LISTEN})(); ({NOTIFY})()")
    hands = ("3D 5C 9S", "4D TS", "4C 8S", "4H 6S")
    table = still(*hands, leader=0, actions=["0 play 3D"], page=page)
    table.card("5C").click()
    look_at(page, "hidden")
    page.evaluate("notes.length = 0")
    version = table.version
    actions = ["0 play 3D", "1 play 4D"]
    table.rig(still_club, *hands, leader=0, actions=actions)
    table.wait_beyond(version)
    assert page.evaluate("notes") == []
    version = table.version
    table.rig(still_club, *hands, leader=0, actions=[*actions, "2 play 4C", "3 play 4H"])
    table.wait_beyond(version)
    assert page.evaluate("notes") == TURN


def set_volume(page: Page, volume: int) -> None:
    """Move the volume slider of the menu and close the menu."""
    page.get_by_label("Preferences").click()
    page.get_by_role("slider", name="Volume").fill(str(volume))
    page.keyboard.press("Escape")


def test_a_chosen_volume_is_played_at_once_and_remembered(still, context):
    page = context.new_page()
    page.add_init_script(f"({LISTEN})()")
    page.add_init_script(
        """window.gains = [];
        const Gain = window.GainNode;
        window.GainNode = class extends Gain {
            constructor(audio, { gain }) { super(audio, { gain }); window.gains.push(gain); }
        };"""
    )
    still(HAND, *OTHERS, page=page)
    toggle_preference(page, "Sounds")
    toggle_preference(page, "Sounds")
    usual = max(page.evaluate("gains.splice(0)"))
    set_volume(page, 30)
    low = max(page.evaluate("gains.splice(0)"))
    assert 0 < low < usual
    set_volume(page, 0)
    assert page.evaluate("gains") == []
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-volume", "0")
    expect(page.get_by_role("slider", name="Volume", include_hidden=True)).to_have_value("0")


def test_chosen_felt_and_card_backs_are_remembered_in_the_browser(still):
    table = still(HAND, *OTHERS)
    page = table.page

    def painted() -> list[str]:
        found: list[str] = page.evaluate(
            """[[".felt", "backgroundImage"], [".card-backs i", "backgroundImage"]].map(
                ([part, of]) => getComputedStyle(document.querySelector(part))[of])"""
        )
        return found

    seen = {tuple(painted())}
    for felt, back in (("Blue", "Waves"), ("Plum", "Fans")):
        page.get_by_label("Preferences").click()
        for group, name in (("Felt colour", felt), ("Card backs", back)):
            page.get_by_role("group", name=group).get_by_label(name).check(force=True)
        page.keyboard.press("Escape")
        seen.add(tuple(painted()))
        page.reload()
        assert tuple(painted()) in seen
    # All felts and all card backs differ.
    assert len({felt for felt, _back in seen}) == len({back for _felt, back in seen}) == 3


def test_no_sound_is_played_before_the_user_touches_the_page(still, still_club, context):
    page = context.new_page()
    page.add_init_script(f"({LISTEN})()")
    # The browser's driver counts as touch input; pretend that there was none.
    page.add_init_script(
        "Object.defineProperty(navigator, 'userActivation',"
        " { get: () => ({ hasBeenActive: Boolean(window.touched) }) });"
    )
    table = still(HAND, *OTHERS, leader=1, page=page)
    table.rig(still_club, HAND, *OTHERS, leader=0)
    table.come_back()
    expect(page).to_have_title(re.compile("Your turn"))
    assert page.evaluate("[contexts, notes.length]") == [0, 0]
    page.evaluate("window.touched = true")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("contexts") == 1


NOTIFY = """() => {
    window.shown = [];
    window.Notification = class extends EventTarget {
        static permission = localStorage.getItem("asked") || "default";
        static async requestPermission() {
            this.permission = window.answer;
            localStorage.setItem("asked", window.answer);
            return window.answer;
        }
        constructor(title) { super(); this.title = title; window.shown.push(this); }
        close() { window.shown = window.shown.filter(each => each !== this); }
    };
    window.visibility = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => window.visibility });
}"""


def look_at(page: Page, visibility: str) -> None:
    page.evaluate(
        """state => {
            window.visibility = state;
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        visibility,
    )


def test_a_notification_announces_the_turn_while_the_page_is_hidden(still, still_club, context):
    page = context.new_page()
    page.add_init_script(f"({NOTIFY})()")
    page.add_init_script("window.answer = 'granted'")
    table = still(HAND, *OTHERS, leader=1, page=page)
    toggle_preference(page, "Notify me when it’s my turn")
    expect_switched_on(page, "notices")
    look_at(page, "hidden")
    table.rig(still_club, HAND, *OTHERS, leader=0)
    page.wait_for_function("() => shown.length === 1")
    assert page.evaluate("shown[0].title").startswith("Your turn: ")
    look_at(page, "visible")
    assert page.evaluate("shown.length") == 0
    page.reload()
    expect(page.get_by_role("switch", name="Notify me", include_hidden=True)).to_be_checked()


def test_notifications_blocked_by_the_browser_are_explained(still, context):
    page = context.new_page()
    page.add_init_script(f"({NOTIFY})()")
    page.add_init_script("window.answer = 'denied'")
    still(HAND, *OTHERS, page=page)
    page.get_by_label("Preferences").click()
    switch = page.get_by_role("switch", name="Notify me when it’s my turn")
    switch.click()
    expect(page.get_by_text("Your browser blocks notifications")).to_be_visible()
    expect(switch).not_to_be_checked()
    expect(switch).to_have_accessible_description(re.compile("blocks notifications"))


# --- Keyboard shortcuts


def test_a_dialog_lists_all_keyboard_shortcuts(still):
    table = still(HAND, *OTHERS)
    page = table.page
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    table.card("5C").focus()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys.get_by_text("Your turn", exact=True)).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(table.card("5C")).to_be_focused()

    toggle_preference(page, "Keyboard shortcuts")
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.get_by_label("Preferences").click()
    page.get_by_role("button", name="View shortcuts").click()
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Preferences")).to_be_focused()


def test_a_touch_screen_lists_no_settings_for_keyboards(chromium, still, context):
    path = still(HAND, *OTHERS).page.url
    touch = chromium.new_context(has_touch=True, is_mobile=True, service_workers="block")
    page = touch.new_page()
    page.goto(path)
    page.get_by_label("Preferences").click()
    expect(page.get_by_role("switch", name="Sounds")).to_be_visible()
    expect(page.get_by_role("switch", name="Keyboard shortcuts")).to_be_hidden()
    expect(page.get_by_role("button", name="View shortcuts")).to_be_hidden()
    touch.close()


def test_forced_colours_show_cards_the_selection_and_the_turn(still):
    table = still(HAND, *OTHERS)
    page = table.page
    page.emulate_media(forced_colors="active")
    table.choose("3D")

    def outline(selector: str, part: str = "") -> str:
        found: str = page.evaluate(
            """([selector, part]) => {
                const style = getComputedStyle(document.querySelector(selector), part);
                return `${style.outlineStyle} ${style.outlineWidth}`;
            }""",
            [selector, part],
        )
        return found

    assert outline("#hand .card[aria-pressed='false']", "::before") == "solid 1px"
    assert outline("#hand .card[aria-pressed='true']", "::before") == "solid 4px"
    assert outline(".seat.is-turn .nameplate") == "solid 4px"
    assert outline(".seat:not(.is-turn) .nameplate") == "solid 1px"
