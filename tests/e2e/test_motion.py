"""Cards that move: only how they are shown, briefly, and never in anybody's way."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, freeze_clock

HAND = "3D 5C 7H 9S 9D KC"
OTHERS = ("4D 5H TD TC QC", "4C 5D 6H 8S", "4H 5S 6C 8D")
#: Notes every animation that a script begins, and what is on the page when it does.
NOTE = """
    window.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
        const motion = animate.call(this, keyframes, options);
        const moved = motion.effect.getKeyframes().flatMap(Object.keys);
        const { endTime } = motion.effect.getComputedTiming();
        const { face, card } = this.dataset;
        const left = this.closest(".air") !== null;
        motions.push({ id: motion.id, moved, endTime, face, card, left });
        if (window.isSlow) motion.playbackRate = 0.001;
        return motion;
    };
"""
#: What a keyframe has besides what it animates.
TIMING = {"offset", "computedOffset", "easing", "composite"}

Sit = Callable[..., TablePage]


def open_noted(still: Sit, context: BrowserContext, *hands: str, **deal: Any) -> TablePage:
    page = context.new_page()
    page.add_init_script(NOTE)
    return still(*(hands or (HAND, *OTHERS)), page=page, **deal)


def settle_motion(page: Page) -> None:
    page.wait_for_function("() => document.getAnimations().every(each => !each.id)")


def forget(page: Page) -> None:
    page.evaluate("motions.length = 0")


def motions(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("motions")


def lay_pair(table: TablePage) -> None:
    table.choose("9D 9S")
    expect(table.play).to_be_enabled()
    version = table.version
    table.play.click()
    table.wait_beyond(version)


def go_on(table: TablePage, club: Server, *actions: str) -> None:
    """Let the others have acted; the page is told."""
    version = table.version
    table.rig(club, HAND, *OTHERS, leader=0, actions=["0 play 9D 9S", *actions])
    table.come_back()
    table.wait_beyond(version)


def assert_brief(noted: list[dict[str, Any]]) -> None:
    assert noted
    assert {name for each in noted for name in each["moved"]} - TIMING <= {"transform", "opacity"}
    assert all(150 <= each["endTime"] <= 250 for each in noted)


def test_cards_are_dealt_fly_and_are_swept_away(still, still_club, context):
    table = open_noted(still, context)
    page = table.page
    # Dealt: each card of the hand.
    dealt = motions(page)
    assert_brief(dealt)
    assert {each["card"] for each in dealt} >= set(HAND.split())
    assert not [each for each in dealt if each["face"]]

    # Out of the own hand into the middle; the others move up.
    forget(page)
    lay_pair(table)
    assert_brief(motions(page))
    assert [each["face"] for each in motions(page) if each["face"]] == ["9D", "9S"]
    assert {each["card"] for each in motions(page) if each["card"]} == {"3D", "5C", "7H", "KC"}

    # Another's play comes from the seat, over the one before.
    settle_motion(page)
    forget(page)
    go_on(table, still_club, "1 play TD TC")
    assert_brief(motions(page))
    flown = [each for each in motions(page) if each["face"] and not each["left"]]
    gone = [each for each in motions(page) if each["left"]]
    assert [each["face"] for each in flown] == ["TD", "TC"] or {each["face"] for each in flown} == {
        "TD",
        "TC",
    }
    assert {each["face"] for each in gone} == {"9D", "9S"}

    # And the trick is swept away when it is over.
    settle_motion(page)
    forget(page)
    go_on(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    assert_brief(motions(page))
    assert {each["face"] for each in motions(page) if each["left"]} == {"TD", "TC"}
    settle_motion(page)
    expect(page.locator(".air > *")).to_have_count(0)
    expect(page.locator(".has-flight")).to_have_count(0)


def test_what_the_browser_runs_animates_transform_and_opacity_alone(still, still_club, context):
    table = open_noted(still, context)
    page = table.page
    page.evaluate(
        """() => {
            window.sampled = [];
            const sample = () => {
                for (const each of document.getAnimations()) {
                    if (!each.effect.target.closest(".trick, .air, .fan")) continue;
                    const moved = each.transitionProperty
                        ? [each.transitionProperty]
                        : each.effect.getKeyframes().flatMap(Object.keys);
                    sampled.push(...moved);
                }
                window.frames = (window.frames ?? 0) + 1;
                requestAnimationFrame(sample);
            };
            sample();
        }"""
    )
    lay_pair(table)
    go_on(table, still_club, "1 play TD TC")
    settle_motion(page)
    moved = set(page.evaluate("sampled")) - TIMING
    assert moved
    assert moved <= {"transform", "opacity"}


def test_whatever_comes_next_ends_what_moves_and_nothing_is_left(still, still_club, context):
    table = open_noted(still, context)
    page = table.page
    page.evaluate("window.isSlow = true")
    lay_pair(table)
    # They are all on their way for minutes, and the game goes on.
    assert page.evaluate("document.getAnimations().some(each => each.id === 'card')")
    expect(table.hand.locator("[data-card]")).to_have_count(4)
    go_on(table, still_club, "1 play TD TC")
    go_on(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    go_on(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass", "1 play QC")
    expect(page.locator(".trick [data-face]")).to_have_count(1)
    # Of all that was under way only the newest is.
    assert page.evaluate("[...document.querySelectorAll('.air [data-face]')].length") <= 2
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    expect(page.locator(".air > *")).to_have_count(0)
    expect(page.locator(".has-flight")).to_have_count(0)
    # Cards that are on their way are where they are pressed.
    table.card("KC").click()
    assert table.chosen() == ["KC"]


def test_no_move_waits_for_what_moves(still, context):
    table = open_noted(still, context)
    page = table.page
    page.evaluate("window.isSlow = true")
    table.choose("9D 9S")
    expect(table.play).to_be_enabled()
    version = table.version
    # As soon as it is pressed, without an answer: that may come before anybody else can look.
    looks = table.play.evaluate(
        """button => {
            button.click();
            return document.querySelector("#hand [data-card='9D']").className;
        }"""
    )
    assert "is-sending" in looks
    table.wait_beyond(version)
    expect(table.page.locator(".trick [data-face]")).to_have_count(2)
    box = page.locator(".trick").bounding_box()
    assert box
    assert box["width"] > 0


def test_with_reduced_motion_nothing_moves(chromium, still, still_club):
    context = chromium.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    table = open_noted(still, context)
    lay_pair(table)
    go_on(table, still_club, "1 play TD TC")
    go_on(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    assert motions(table.page) == []
    expect(table.page.locator(".air > *")).to_have_count(0)
    context.close()


def test_a_win_is_celebrated_for_a_second_and_covers_nothing(still, context):
    table = open_noted(still, context, "3D", "4D 5H", "4C 5D", "4H 5S")
    page = table.page
    forget(page)
    table.card("3D").click()
    expect(table.play).to_be_enabled()
    page.evaluate("window.isSlow = true")
    table.play.click()
    expect(page.locator(".air .suit").first).to_be_attached()
    won = [each for each in motions(page) if each["id"] == "win"]
    assert {name for each in won for name in each["moved"]} - TIMING <= {"transform", "opacity"}
    assert max(each["endTime"] for each in won) == 1000
    # It is hidden from those who are read to, and pressed through.
    assert page.locator(".air").get_attribute("aria-hidden") == "true"
    expect(table.ready).to_be_enabled()
    for selector in (".air", ".air .suit", ".air .shine"):
        events = page.locator(selector).first.evaluate(
            "element => getComputedStyle(element).pointerEvents"
        )
        assert events == "none"
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    expect(page.locator(".air > *")).to_have_count(0)


def test_a_deal_that_another_wins_is_not_celebrated(still, still_club, context):
    table = open_noted(still, context, "3D 4S", "4D", "4C 5D", "4H 5S")
    page = table.page
    forget(page)
    table.rig(
        still_club, "3D 4S", "4D", "4C 5D", "4H 5S", leader=0, actions=["0 play 3D", "1 play 4D"]
    )
    table.come_back()
    expect(page.locator(".result-head")).to_be_visible()
    assert [each for each in motions(page) if each["id"] == "win"] == []


# --- Letting the selection go


def test_escape_and_a_press_on_the_felt_let_the_selection_go(still):
    table = still(HAND, *OTHERS)
    page = table.page
    notice = page.locator("#notice")
    for let_go in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".felt").click(position={"x": 60, "y": 200}),
        lambda: page.get_by_role("button", name="Clear").click(),
    ):
        table.choose("3D 5C 7H")
        assert table.chosen() == ["3D", "5C", "7H"]
        let_go()
        assert table.chosen() == []
        expect(table.say).to_have_attribute("data-selection", "")
        expect(notice).to_have_text("Selection cleared.")
    expect(page.get_by_role("button", name="Clear")).to_be_hidden()


def test_escape_closes_first_what_lies_over_the_table(still):
    table = still(HAND, *OTHERS)
    page = table.page
    table.choose("3D")
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_hidden()
    assert table.chosen() == ["3D"]
    page.get_by_label("Preferences").click()
    page.keyboard.press("Escape")
    assert table.chosen() == ["3D"]
    page.keyboard.press("Escape")
    assert table.chosen() == []


# --- Passing by its key


def test_passing_by_its_key_is_taken_back_by_another(still, still_club, context):
    page = context.new_page()
    table = still(HAND, *OTHERS, leader=3, actions=["3 play 4H"], page=page)
    soon = page.locator("#pass-soon")
    page.clock.install()
    table.reload()
    expect(table.passing).to_be_enabled()
    # A press waits for a moment only; here, until the test goes on.
    freeze_clock(page, margin=1)
    for other in ("Escape", "o"):
        page.keyboard.press("p")
        expect(soon).to_be_visible()
        page.keyboard.press(other)
        expect(soon).to_be_hidden()
        page.clock.fast_forward(2000)
    assert still_club.recorded(table.slug) == ["3 play 4H"]
    version = table.version
    page.keyboard.press("p")
    page.keyboard.press("p")
    table.wait_beyond(version)
    assert still_club.recorded(table.slug) == ["3 play 4H", "0 pass"]
