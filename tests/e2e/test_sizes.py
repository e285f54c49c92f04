"""A table can be played on in every common window: nothing to scroll to, and nothing covered."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import TablePage

HANDS = (
    "4D 6D 8D TD QD 3D 3C 4S 4H 6S 8S 8C TS JH QS KC AS 2D",
    "5H 7H TH QH 2H 5D 5C 7C 8H JC KD KH AC",
    "3H 3S 4C 5S 6C 6H 7D 7S JD JS QC KS AD",
    "9D 9C 9S 2C 2S 9H TC AH",
)
#: Afterwards the person has 13 cards and a full house to beat, and every seat has something to say.
ACTIONS = (
    "0 play 4D 6D 8D TD QD",
    "1 play 5H 7H TH QH 2H",
    "2 pass",
    "3 play 9D 9C 9S 2C 2S",
)
SIZES = [
    (1280, 800),
    (1366, 650),
    (1280, 600),
    (1024, 768),
    (1024, 640),
    (844, 390),
    (740, 360),
    (390, 844),
    (360, 740),
]

#: All pairs of things, one of each list of selectors, that lie over each other.
OVERLAPS = """([some, others]) => {
    const seen = list => [...document.querySelectorAll(list)].filter(each => {
        const { width, height } = each.getBoundingClientRect();
        return width > 1 && height > 1 && getComputedStyle(each).visibility === "visible";
    });
    const name = each => each.className + " " + each.textContent.trim().replace(/\\s+/g, " ");
    const found = [];
    for (const one of seen(some)) for (const other of seen(others)) {
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 1) found.push(`${name(one)} / ${name(other)}`);
    }
    return found;
}"""

#: Those that do not lie wholly inside the window, or inside what is named.
OUTSIDE = """([list, inside]) => [...document.querySelectorAll(list)].filter(each => {
    const { left, top, right, bottom, width } = each.getBoundingClientRect();
    const around = inside ? document.querySelector(inside).getBoundingClientRect()
        : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return width && (left < around.left || top < around.top
        || right > around.right || bottom > around.bottom);
}).map(each => each.id || each.dataset.card || each.dataset.face || each.textContent)"""

TRICK = ".trick .face"
PLATES = ".plate, .seat-name"
SAID = ".felt .flag, .last-label, .last-cards .face, .middle-who, .facts dd"
PRESSED = ".button, .card"


def overlaps(page: Page, some: str, others: str) -> list[str]:
    found: list[str] = page.evaluate(OVERLAPS, [some, others])
    return found


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def to_beat(request: pytest.FixtureRequest, context, still) -> TablePage:
    """On turn with 13 cards and a five-card trick to beat, in a window of the size."""
    page = context.new_page()
    page.set_viewport_size(dict(zip(("width", "height"), request.param, strict=True)))
    table = still(*HANDS, actions=ACTIONS, page=page)
    assert len(table.cards()) == 13
    expect(page.locator(TRICK)).to_have_count(5)
    expect(table.passing).to_be_enabled()
    return table


def test_what_one_plays_with_is_in_the_window_and_the_trick_is_uncovered(to_beat: TablePage):
    page = to_beat.page
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert page.evaluate(OUTSIDE, [f"#hand .card, .actions .button, {TRICK}", ""]) == []
    assert page.evaluate(OUTSIDE, [f"{PLATES}, {SAID}", ".felt"]) == []

    assert overlaps(page, TRICK, f"{PLATES}, {SAID}, {PRESSED}") == []
    # Nor is a name or a word printed over another.
    assert overlaps(page, PLATES, f"{SAID}, {PRESSED}") == []
    assert overlaps(page, ".flag, .last-label, .last-cards .face", ".middle-who, .facts dd") == []

    # Seen from where one sits, and hit by a finger.
    assert page.locator(TRICK).first.bounding_box()["height"] >= 64  # type: ignore[index]
    strips = page.locator("#hand .card").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().width)"
    )
    assert min(strips) >= 24
