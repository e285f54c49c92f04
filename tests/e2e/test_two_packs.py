"""Hands from two packs, in which two equal cards are separate cards to the player."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.table import TablePage
from tests.e2e.test_comforts import drag

HAND = "3D 3D 5C 9S 9S 9H KC"
OTHERS = ("4D 6H", "4C 6D", "4H 6C", "4S 6S", "4D 7H", "4C 7D", "4H 7C")
RULES = "eight_players"


@pytest.fixture
def table(still) -> TablePage:
    return still(HAND, *OTHERS, rules=RULES)


def press(table: TablePage, code: str, place: int) -> None:
    """Press one of two equal cards, by its index among them, and wait for the answer."""
    table.card(code).nth(place).click()
    table.wait_for_judgement()


def selected_places(table: TablePage) -> list[int]:
    """Return the places of the selected cards in the hand, from left to right."""
    places: list[int] = table.hand.locator("[data-card]").evaluate_all(
        "cards => cards.flatMap((card, place) => card.ariaPressed === 'true' ? [place] : [])"
    )
    return places


def expect_selection(table: TablePage, selection: str) -> None:
    expect(table.say).to_have_attribute("data-selection", selection)


@pytest.mark.parametrize("place", [0, 1])
def test_the_pressed_copy_is_the_one_that_is_selected_and_played(table: TablePage, place: int):
    pressed = table.card("3D").nth(place)
    pressed.evaluate("card => { card.id = 'pressed'; }")
    press(table, "3D", place)
    expect_selection(table, "3D")
    assert selected_places(table) == [place]
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    assert table.cards() == ["3D", "5C", "9H", "9S", "9S", "KC"]
    expect(table.page.locator("#pressed")).to_have_count(0)
    assert table.chosen() == []


def test_both_copies_are_selected_named_and_played(table: TablePage):
    press(table, "3D", 1)
    press(table, "3D", 0)
    expect_selection(table, "3D 3D")
    assert selected_places(table) == [0, 1]
    expect(table.play).to_have_text(re.compile("pair", re.IGNORECASE))
    # Deselecting either leaves the other selected.
    press(table, "3D", 1)
    assert selected_places(table) == [0]
    press(table, "3D", 1)
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    assert table.cards() == ["5C", "9H", "9S", "9S", "KC"]
    faces = table.page.locator("#board .trick [data-face]")
    expect(faces).to_have_count(2)
    assert faces.evaluate_all("all => all.map(face => face.dataset.face)") == ["3D", "3D"]


def test_hints_select_both_copies_and_then_one(table: TablePage):
    seen = set()
    table.hint.click()
    for _ in range(30):
        expect(table.play).to_be_enabled()
        chosen = " ".join(table.chosen())
        expect_selection(table, chosen)
        seen.add(chosen)
        if {"3D 3D", "3D", "9S 9S"} <= seen:
            break
        table.page.evaluate("document.querySelector('#hint').click()")
        expect(table.say).not_to_have_attribute("data-selection", chosen)
    assert {"3D 3D", "3D", "9S 9S"} <= seen


def test_equal_cards_lie_side_by_side_in_every_order(table: TablePage):
    orders = []
    for _ in range(3):
        orders.append(" ".join(table.cards()))
        table.sort.click()
    assert orders == [
        "3D 3D 5C 9H 9S 9S KC",
        "3D 3D 5C KC 9H 9S 9S",
        "9H 9S 9S 3D 3D 5C KC",
    ]


def test_one_copy_is_grouped_and_played_from_the_group(table: TablePage):
    page = table.page
    press(table, "3D", 0)
    press(table, "KC", 0)
    page.locator("#aside").click()
    assert table.cards() == ["3D", "5C", "9H", "9S", "9S", "3D", "KC"]
    # Grouped cards stay grouped after a reload, without the copy in the hand.
    table.reload()
    assert table.cards() == ["3D", "5C", "9H", "9S", "9S", "3D", "KC"]
    group = page.get_by_role("button", name="Select group: 3 of diamonds, king of clubs")
    press(table, "3D", 0)
    assert selected_places(table) == [0]
    expect(group).to_have_attribute("aria-pressed", "false")
    group.click()
    assert selected_places(table) == [5, 6]
    expect(group).to_have_attribute("aria-pressed", "true")
    expect_selection(table, "3D KC")
    press(table, "KC", 0)
    assert selected_places(table) == [5]
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    assert table.cards() == ["3D", "5C", "9H", "9S", "9S", "KC"]
    expect(page.get_by_role("button", name="Select group: king of clubs")).to_be_visible()


def test_the_keyboard_reaches_each_copy(table: TablePage):
    page = table.page
    table.card("3D").nth(0).focus()
    page.keyboard.press("Space")
    expect_selection(table, "3D")
    assert selected_places(table) == [0]
    expect(table.card("3D").nth(0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(table.card("3D").nth(1)).to_be_focused()
    page.keyboard.press("Space")
    expect_selection(table, "3D 3D")
    assert selected_places(table) == [0, 1]
    # The focused copy moves past the other, and keeps the focus.
    page.keyboard.press("Shift+ArrowRight")
    assert table.cards()[:3] == ["3D", "5C", "3D"]
    expect(table.card("3D").nth(1)).to_be_focused()
    assert selected_places(table) == [0, 2]
    page.keyboard.press("Enter")
    expect(table.hand.locator("[data-card]")).to_have_count(5)


def test_one_copy_is_dragged_away_from_the_other(table: TablePage):
    # The left one, by mouse, past the five.
    drag(table, "5C", "KC")
    assert table.cards() == ["3D", "3D", "9H", "9S", "9S", "KC", "5C"]
    press(table, "9S", 0)
    assert selected_places(table) == [3]
    drag(table, "KC", "9H")
    assert table.cards() == ["3D", "3D", "KC", "9H", "9S", "9S", "5C"]
    assert selected_places(table) == [4]


def test_a_queued_play_of_one_copy_is_made(still, still_club):
    table = still(HAND, *OTHERS, rules=RULES, leader=1)
    press(table, "9S", 0)
    page = table.page
    page.locator("#plan").click()
    expect(page.locator("#plan")).to_have_attribute("aria-pressed", "true")
    version = table.version
    table.rig(
        still_club,
        HAND,
        *OTHERS,
        leader=1,
        actions=["1 play 4D", *(f"{seat} pass" for seat in range(2, 8))],
    )
    table.come_back()
    table.wait_beyond(version + 1)
    assert table.cards() == ["3D", "3D", "5C", "9H", "9S", "KC"]


def test_both_copies_fly_from_their_places_in_the_hand(still, context: BrowserContext):
    page = context.new_page()
    page.add_init_script(
        """
        window.flights = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (keyframes, options) {
            const { face } = this.dataset;
            const { x, width } = this.getBoundingClientRect();
            const way = new DOMMatrixReadOnly(keyframes[0].transform ?? "").m41;
            if (face) flights.push(Math.round(x + width / 2 + way));
            return animate.call(this, keyframes, options);
        };
        """
    )
    table = still(HAND, *OTHERS, rules=RULES, page=page)
    press(table, "9S", 0)
    press(table, "9S", 1)
    lefts = table.card("9S").evaluate_all("all => all.map(card => card.getBoundingClientRect().x)")
    assert lefts[1] - lefts[0] > 5
    page.evaluate("flights.length = 0")
    version = table.version
    table.play.click()
    table.wait_beyond(version)
    begun = page.evaluate("flights")
    assert len(begun) == 2
    assert abs((begun[1] - begun[0]) - (lefts[1] - lefts[0])) <= 2
