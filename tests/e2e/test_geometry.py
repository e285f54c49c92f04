"""The table at every common window size: no scrolling, nothing covered or cut.

Each scene is opened once and then shown at all sizes; all faults are reported together.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.page_geometry import SIZES
from tests.e2e.server import Server
from tests.e2e.table import TablePage, open_rigged

PEOPLE = (
    "Maximiliane Oberhuberich",
    "香港灣仔莊士敦道大老二俱樂部之友",
    "Bruno",
    "Guest Hummingbird-Plover",
    "Nang Pilar de los Santos",
    "陳大文",
    "Jürgen",
    "Guest Kingfisher-Jackdaw",
)
HANDS = (
    "4D 6D 8D TD QD 3D 3C 4S 4H 6S 8S 8C TS JH QS KC AS 2D",
    "5H 7H TH QH 2H 5D 5C 7C 8H JC KD KH AC",
    "3H 3S 4C 5S 6C 6H 7D 7S JD JS QC KS AD",
    "9D 9C 9S 2C 2S 9H TC AH",
)
#: After these the first seat has 13 cards and a full house to beat, and every seat shows a label.
ACTIONS = (
    "0 play 4D 6D 8D TD QD",
    "1 play 5H 7H TH QH 2H",
    "2 pass",
    "3 play 9D 9C 9S 2C 2S",
)
PACK = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]
EVEN, ODD = " ".join(PACK[::2]), " ".join(PACK[1::2])
BESIDE = ("5H 7H TH QH 2H 5D", "3H 3S 4C 5S 6C 6H", "9D 9C 9S 2C 2S 9H")
LONG = "4D 6D 8D TD QD 3D 3C 4S 4H 6S 8S 8C TS JH QS KC AS 2D"
SIXES = "6D 6C 6H 6S 7D"
MONEY = {"stake_minor": 250, "currency": "HKD"}
SHORT = ("4D", "5D 7D 9D JD KD 2D 3C", "5C 7C 9C JC KC 2C 3H", "5H 7H 9H JH KH 2H 3S 3D 8C AS")
EIGHT = (
    "4D",
    "5D 7D 9D",
    "JD KD 2D 3C",
    "5C 7C 9C",
    "JC KC 2C 3H",
    "5H 7H 9H JH",
    "KH 2H",
    "3S 3D 8C AS",
)
LED = "3D 4H 5D 6S 7D"


class Scene(NamedTuple):
    """A table, and what is pressed there before it is checked."""

    people: int
    hands: tuple[str, ...] = ()
    more: Mapping[str, Any] = MappingProxyType({})
    choose: str = ""
    #: Number of cards on the table, and in the hand.
    trick: int = 0
    held: int = 0


def crowd(players: int, held: int, packs: int = 1) -> Scene:
    """Return a scene in which the second player has led five cards and all others passed."""
    others = PACK * packs
    for card in LED.split():
        others.remove(card)
    Random(players).shuffle(others)
    numbers = [held, held - 5, *[held] * (players - 2)]
    hands = [" ".join(others.pop() for _ in range(number)) for number in numbers]
    hands[1] = f"{LED} {hands[1]}"
    actions = (f"1 play {LED}", *(f"{seat} pass" for seat in range(2, players)))
    more = {
        "options": {"packs": packs, "hand_size": held},
        "leader": 1,
        "actions": actions,
        "terms": {**MONEY, "clock": "relaxed"},
        "seconds": 95,
    }
    return Scene(players, tuple(hands), more, "", 5, held)


SCENES = {
    "waiting for players": Scene(4, (), {"joined": 2, "terms": MONEY}),
    "waiting, all seated": Scene(4, (), {"terms": {"clock": "relaxed"}}),
    "leading": Scene(
        4, (LONG[: 13 * 3 - 1], *BESIDE), {"terms": {"clock": "relaxed"}, "seconds": 95}, held=13
    ),
    "following": Scene(
        4, HANDS, {"actions": ACTIONS, "terms": {"clock": "relaxed"}, "seconds": 95}, "", 5, 13
    ),
    "selection": Scene(
        4,
        (
            "TS JS QH KS AH 3D 3C 4S 4H 6S 8S 8C 2D",
            "5H 7H TH 2H 5D KD",
            "3S 4D 5C 6C 6D 7C",
            "3H 4C 5S 6H 7D 9C",
        ),
        {"actions": ("3 play 3H 4C 5S 6H 7D",), "leader": 3, "terms": MONEY},
        "TS JS QH KS AH",
        5,
        13,
    ),
    "not on turn": Scene(
        4, HANDS, {"actions": ACTIONS[:2], "terms": {"clock": "relaxed"}, "seconds": 95}, "", 5, 13
    ),
    "18 cards": Scene(
        4, (LONG, *BESIDE), {"actions": ("3 play 9D 9C 9S 2C 2S",), "leader": 3}, "", 5, 18
    ),
    "26 cards, two seats": Scene(
        2, (EVEN, ODD), {"actions": ("1 play 3C 4C 5C 6C 7C",), "leader": 1}, "", 5, 26
    ),
    "two seats and a stock": Scene(
        2,
        (LONG[: 13 * 3 - 1], "5H 7H TH QH 2H 5D"),
        {
            "options": {"hand_size": 13, "leftover": "stock", "draw_on_pass": "one"},
            "actions": ("1 play 5H 7H TH QH 2H",),
            "leader": 1,
        },
        "",
        5,
        13,
    ),
    "17 cards, three seats": Scene(
        3,
        (LONG[: 17 * 3 - 1], "5H TH QH 2H KH", "3H 3S 7C 7D 7H 5S"),
        {"actions": ("2 play 3H 3S 7C 7D 7H",), "leader": 2},
        "",
        5,
        17,
    ),
    "cut-in": Scene(
        4,
        (f"{SIXES} 8D TS JH QS KC AS", "5H 7H TH", "3H 3S 4C", "9D 9C 9S"),
        {"options": {"honours": "any_out_of_turn"}, "actions": ("1 play 5H",), "leader": 1},
        SIXES,
        1,
        11,
    ),
    "paused": Scene(4, HANDS, {"actions": ACTIONS, "paused": True}, "", 5, 13),
    "a player away": Scene(
        4,
        HANDS,
        {"actions": ACTIONS, "terms": {"clock": "relaxed"}, "seconds": 95, "away": (1, 2)},
        "",
        5,
        13,
    ),
    "an open vote": Scene(
        4,
        HANDS,
        {"actions": ACTIONS, "terms": {"clock": "relaxed"}, "seconds": 95, "proposed": "pause"},
        "",
        5,
        13,
    ),
    "waiting for a player who is away": Scene(4, (), {"away": (1, 2)}),
    "result": Scene(4, SHORT, {"actions": ("0 play 4D",), "terms": MONEY}),
    "final": Scene(4, SHORT, {"actions": ("0 play 4D",), "terms": {**MONEY, "deals_planned": 1}}),
    "for money": Scene(
        4,
        HANDS,
        {
            "actions": ACTIONS,
            "terms": {**MONEY, "clock": "relaxed"},
            "seconds": 95,
            "nets": (34, -138, 104, 0),
        },
        "",
        5,
        13,
    ),
    "four, 26 cards of two packs": crowd(4, 26, packs=2),
    "five": crowd(5, 10),
    "five, 20 cards of two packs": crowd(5, 20, packs=2),
    "six": crowd(6, 8),
    "six, 17 cards of two packs": crowd(6, 17, packs=2),
    "seven": crowd(7, 7),
    "eight": crowd(8, 6),
    "eight, 13 cards of two packs": crowd(8, 13, packs=2),
    "five waiting": Scene(5, (), {"joined": 2, "terms": MONEY}),
    "eight waiting": Scene(8, (), {"joined": 3, "terms": MONEY}),
    "eight waiting, all seated": Scene(8, (), {"terms": {"clock": "relaxed"}}),
    "eight, result": Scene(8, EIGHT, {"actions": ("0 play 4D",), "terms": MONEY}),
    "eight, final": Scene(
        8, EIGHT, {"actions": ("0 play 4D",), "terms": {**MONEY, "deals_planned": 1}}
    ),
}

#: Scenes that CI skips, because others show the same table with more cards or players.
ALIKE = {"18 cards", "five", "five waiting", "six", "eight"}

#: Returns the page's faults: a list of sentences.
FAULTS = (Path(__file__).parent / "geometry.js").read_text()

Seat = Callable[[str], TablePage]


@pytest.fixture
def scene(context: BrowserContext, still_club: Server) -> Seat:
    """Return a function that opens the scene of a name, as its host."""

    def seat(name: str) -> TablePage:
        wanted = SCENES[name]
        page = context.new_page()
        # Positions are checked, not the motion to them, which takes time at each size.
        page.emulate_media(reduced_motion="reduce")
        people = PEOPLE[: wanted.people]
        table = open_rigged(
            page, still_club, "scene", names=people, hands=wanted.hands, **wanted.more
        )
        if wanted.choose:
            table.choose(wanted.choose)
            expect(table.play).to_be_enabled()
        return table

    return seat


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # Transitions and scripts that follow the window have finished.
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    page.wait_for_function(
        "() => document.getAnimations().every(each => each.playState !== 'running'"
        " || each.effect.getComputedTiming().iterations === Infinity)"
    )


def faults_by_size(page: Page) -> list[str]:
    """Return the table's faults, with the window sizes that show them."""
    found = []
    for size in SIZES:
        resized(page, size)
        faults = cast("list[str]", page.evaluate(FAULTS))
        found += [f"{size[0]}x{size[1]}: {fault}" for fault in faults]
    return found


@pytest.mark.proof
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in ALIKE else ()) for name in SCENES]
)
def test_the_whole_table_is_visible_and_reachable_at_every_window_size(name: str, scene: Seat):
    table = scene(name)
    wanted = SCENES[name]
    if wanted.trick:
        expect(table.page.locator(".trick .face")).to_have_count(wanted.trick)
    if wanted.held:
        expect(table.page.locator("#hand .card")).to_have_count(wanted.held)
    found = faults_by_size(table.page)
    assert not found, "\n".join(["", *found])


def test_a_spectator_sees_the_whole_table_at_every_window_size(chromium: Browser, scene: Seat):
    address = scene("following").page.url
    context = chromium.new_context(service_workers="block", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    TablePage(page).settle()
    expect(page.locator(".trick .face")).to_have_count(5)
    expect(page.locator("#hand .card")).to_have_count(0)
    found = faults_by_size(page)
    assert not found, "\n".join(["", *found])
    context.close()


def test_a_lesson_and_its_coach_are_fully_visible_at_every_window_size(
    page: Page, still_club: Server
):
    page.emulate_media(reduced_motion="reduce")
    page.goto(still_club.url)
    page.get_by_role("link", name="Learn The game in two minutes").click()
    page.get_by_role("button", name="Start lesson").click()
    TablePage(page).settle()
    expect(page.get_by_role("region", name="Coach")).to_be_visible()
    found = faults_by_size(page)
    assert not found, "\n".join(["", *found])


def test_a_bot_that_plays_for_a_player_is_shown_beside_avatar_and_cards(scene: Seat):
    page = scene("following").page
    page.evaluate(
        """() => {
            for (const meta of document.querySelectorAll(".seat-meta")) {
                for (const tag of meta.querySelectorAll(".tag")) tag.remove();
                const tag = Object.assign(document.createElement("span"), {
                    className: "tag tag-away",
                    innerHTML: '<span class="tag-short">Bot</span>'
                        + '<span class="tag-long">Bot playing</span>',
                });
                meta.prepend(tag);
            }
        }"""
    )
    for shown in (".nameplate .tag-away", ".table-bar > .button", "#status"):
        expect(page.locator(shown)).not_to_have_count(0)
    found = []
    for size in ((320, 568), (390, 844), (844, 390)):
        resized(page, size)
        faults = page.evaluate(
            """() => {
                const box = each => each.getBoundingClientRect();
                const meet = (a, b) => a.left < b.right && b.left < a.right
                    && a.top < b.bottom && b.top < a.bottom;
                const found = [];
                for (const tag of document.querySelectorAll(".tag-away")) {
                    const plate = tag.closest(".nameplate");
                    const others = plate.querySelectorAll(".avatar, .count-number b, .seat-name");
                    if (!others.length) found.push("plate without avatar and cards");
                    for (const each of others)
                        if (meet(box(tag), box(each))) found.push(`tag on ${each.className}`);
                    if (box(tag).right > box(plate).right) found.push("tag beyond its plate");
                }
                const status = box(document.querySelector("#status"));
                for (const each of document.querySelectorAll(".table-bar > .button")) {
                    const { top, bottom, left } = box(each);
                    const isAbove = bottom <= status.top - 3;
                    if (!isAbove && left < status.right + 3 && status.top < bottom)
                        found.push(`status at ${each.id}`);
                }
                return found;
            }"""
        )
        found += [f"{size[0]}x{size[1]}: {fault}" for fault in faults]
    assert not found, "\n".join(["", *found])


def test_the_trick_stays_in_place_whatever_the_seats_say(scene: Seat):
    page = scene("following").page
    moved = []
    for size in SIZES:
        resized(page, size)
        before, after = (
            page.evaluate(
                """isMute => {
                    for (const each of document.querySelectorAll(".seat-message > *"))
                        each.hidden = isMute;
                    const card = document.querySelector(".trick .face");
                    const { x, y, width } = card.getBoundingClientRect();
                    return [x, y, width].map(Math.round);
                }""",
                is_mute,
            )
            for is_mute in (False, True)
        )
        if before != after:
            moved.append(f"{size[0]}x{size[1]}: from {before} to {after}")
    assert not moved, "\n".join(["", *moved])


#: Where everything is that must not move: the cards' buttons, of which only the pictures rise.
PLACES = """() => Object.fromEntries(
    [...document.querySelectorAll(
        ".felt, .middle, .trick, #status, .hand, #hand .card, .controls, .actions .button"
    )].filter(each => each.checkVisibility()).map(each => {
        const { x, y, width, height } = each.getBoundingClientRect();
        // A card is queued or played by a button in the same place.
        const name = each.id.replace("plan", "play") || each.dataset.card || each.className;
        return [name, [x, y, width, height].map(Math.round).join(" ")];
    }))"""
#: Notes every unexpected movement from now on; the browser excludes transforms.
NOTE_SHIFTS = """() => {
    window.shifts = 0;
    new PerformanceObserver(list => {
        for (const { value } of list.getEntries()) window.shifts += value;
    }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("name", ["leading", "selection", "not on turn", "cut-in"])
def test_choosing_cards_moves_nothing_but_the_cards(name: str, scene: Seat):
    table = scene(name)
    page = table.page
    page.evaluate(NOTE_SHIFTS)
    moved = []
    for size in SIZES:
        resized(page, size)
        for code in table.chosen():
            table.card(code).press(" ")
        table.wait_for_judgement()
        before = page.evaluate(PLACES)
        page.evaluate("window.shifts = 0")
        for code in [*SCENES[name].choose.split(), *table.cards()][:6]:
            table.card(code).press(" ")
            table.wait_for_judgement()
            after = page.evaluate(PLACES)
            moved += [
                f"{size[0]}x{size[1]}, {code}: {key} from {place} to {after.get(key)}"
                for key, place in before.items()
                if after.get(key) != place
            ]
        if page.evaluate("window.shifts"):
            moved.append(f"{size[0]}x{size[1]}: a shift of {page.evaluate('window.shifts')}")
    assert not moved, "\n".join(["", *moved])


def test_with_four_players_everyones_score_is_shown(scene: Seat):
    page = scene("following").page
    for size in ((320, 568), (390, 844), (844, 390)):
        resized(page, size)
        expect(page.locator(".seat-net").filter(visible=True)).to_have_count(4)


def test_quitting_is_in_view_once_it_is_opened(scene: Seat):
    page = scene("following").page
    for size in ((1280, 800), (390, 844), (320, 568)):
        resized(page, size)
        page.locator("#table-menu-open").click()
        page.get_by_text("Quit game…").click()
        expect(page.locator("#stand")).to_be_in_viewport(ratio=1)
        page.get_by_text("Quit game…").click()
        page.keyboard.press("Escape")
