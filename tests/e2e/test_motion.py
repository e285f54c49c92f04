"""Card animations: purely visual, short, and never in a player's way."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import TablePage, freeze_clock

HAND = "3D 5C 7H 9S 9D KC"
OTHERS = ("4D 5H TD TC QC", "4C 5D 6H 8S", "4H 5S 6C 8D")
#: Records every animation that a script starts, and what is on the page at that time.
NOTE = """
    window.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
        const motion = animate.call(this, keyframes, options);
        const moved = motion.effect.getKeyframes().flatMap(Object.keys);
        const { endTime } = motion.effect.getComputedTiming();
        const { face, card } = this.dataset;
        const left = this.closest(".animation-layer") !== null;
        motions.push({ id: motion.id, moved, endTime, face, card, left });
        if (window.isSlow) motion.playbackRate = 0.001;
        return motion;
    };
"""
#: Keys of a keyframe besides the properties that it animates.
TIMING = {"offset", "computedOffset", "easing", "composite"}

Sit = Callable[..., TablePage]


def open_recording(still: Sit, context: BrowserContext, *hands: str, **deal: Any) -> TablePage:
    page = context.new_page()
    page.add_init_script(NOTE)
    return still(*(hands or (HAND, *OTHERS)), page=page, **deal)


def settle_motion(page: Page) -> None:
    page.wait_for_function("() => document.getAnimations().every(each => !each.id)")


def forget_motions(page: Page) -> None:
    page.evaluate("motions.length = 0")


def motions(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("motions")


def play_pair(table: TablePage) -> None:
    table.choose("9D 9S")
    expect(table.play).to_be_enabled()
    version = table.version
    table.play.click()
    table.wait_beyond(version)


def apply_actions(table: TablePage, club: Server, *actions: str) -> None:
    """Apply actions of the other players, and let the page know."""
    version = table.version
    table.rig(club, HAND, *OTHERS, leader=0, actions=["0 play 9D 9S", *actions])
    table.come_back()
    table.wait_beyond(version)


def assert_brief(noted: list[dict[str, Any]]) -> None:
    assert noted
    assert {name for each in noted for name in each["moved"]} - TIMING <= {"transform", "opacity"}
    assert all(150 <= each["endTime"] <= 250 for each in noted)


def test_cards_are_animated_when_dealt_played_and_swept_away(still, still_club, context):
    table = open_recording(still, context)
    page = table.page
    # Dealt: each card of the hand.
    dealt = motions(page)
    assert_brief(dealt)
    assert {each["card"] for each in dealt} >= set(HAND.split())
    assert not [each for each in dealt if each["face"]]

    # From the hand to the middle of the table; the other cards close up.
    forget_motions(page)
    play_pair(table)
    assert_brief(motions(page))
    assert [each["face"] for each in motions(page) if each["face"]] == ["9D", "9S"]
    assert {each["card"] for each in motions(page) if each["card"]} == {"3D", "5C", "7H", "KC"}

    # Another player's play comes from that seat, over the one before.
    settle_motion(page)
    forget_motions(page)
    apply_actions(table, still_club, "1 play TD TC")
    assert_brief(motions(page))
    flown = [each for each in motions(page) if each["face"] and not each["left"]]
    gone = [each for each in motions(page) if each["left"]]
    assert sorted(each["face"] for each in flown) == ["TC", "TD"]
    assert {each["face"] for each in gone} == {"9D", "9S"}

    # The trick is swept away when it is over.
    settle_motion(page)
    forget_motions(page)
    apply_actions(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    assert_brief(motions(page))
    assert {each["face"] for each in motions(page) if each["left"]} == {"TD", "TC"}
    settle_motion(page)
    expect(page.locator(".animation-layer > *")).to_have_count(0)
    expect(page.locator(".has-moving-cards")).to_have_count(0)


def test_only_transform_and_opacity_are_animated(still, still_club, context):
    table = open_recording(still, context)
    page = table.page
    page.evaluate(
        """() => {
            window.sampled = [];
            const sample = () => {
                for (const each of document.getAnimations()) {
                    if (!each.effect.target.closest(".trick, .animation-layer, .fan")) continue;
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
    play_pair(table)
    apply_actions(table, still_club, "1 play TD TC")
    settle_motion(page)
    moved = set(page.evaluate("sampled")) - TIMING
    assert moved
    assert moved <= {"transform", "opacity"}


def test_new_moves_end_running_animations_and_leave_nothing_behind(still, still_club, context):
    table = open_recording(still, context)
    page = table.page
    page.evaluate("window.isSlow = true")
    play_pair(table)
    # The animations take minutes, and the game continues.
    assert page.evaluate("document.getAnimations().some(each => each.id === 'card')")
    expect(table.hand.locator("[data-card]")).to_have_count(4)
    apply_actions(table, still_club, "1 play TD TC")
    apply_actions(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    apply_actions(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass", "1 play QC")
    expect(page.locator(".trick [data-face]")).to_have_count(1)
    # Of all animations in progress only the newest remains.
    assert (
        page.evaluate("[...document.querySelectorAll('.animation-layer [data-face]')].length") <= 2
    )
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    expect(page.locator(".animation-layer > *")).to_have_count(0)
    expect(page.locator(".has-moving-cards")).to_have_count(0)
    # Moving cards can be clicked where they are.
    table.card("KC").click()
    assert table.chosen() == ["KC"]


def test_a_play_does_not_wait_for_animations(still, context):
    table = open_recording(still, context)
    page = table.page
    page.evaluate("window.isSlow = true")
    table.choose("9D 9S")
    expect(table.play).to_be_enabled()
    version = table.version
    # Checked in the click itself, because the answer may come before the test could look.
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


def test_nothing_moves_with_reduced_motion(chromium, still, still_club):
    context = chromium.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    table = open_recording(still, context)
    play_pair(table)
    apply_actions(table, still_club, "1 play TD TC")
    apply_actions(table, still_club, "1 play TD TC", "2 pass", "3 pass", "0 pass")
    assert motions(table.page) == []
    expect(table.page.locator(".animation-layer > *")).to_have_count(0)
    context.close()


def test_a_win_is_celebrated_for_a_second_and_covers_nothing(still, context):
    table = open_recording(still, context, "3D", "4D 5H", "4C 5D", "4H 5S")
    page = table.page
    forget_motions(page)
    table.card("3D").click()
    expect(table.play).to_be_enabled()
    page.evaluate("window.isSlow = true")
    table.play.click()
    expect(page.locator(".animation-layer .suit").first).to_be_attached()
    won = [each for each in motions(page) if each["id"] == "win"]
    assert {name for each in won for name in each["moved"]} - TIMING <= {"transform", "opacity"}
    assert max(each["endTime"] for each in won) == 1000
    # Hidden from screen readers, and clicks go through it.
    assert page.locator(".animation-layer").get_attribute("aria-hidden") == "true"
    expect(table.ready).to_be_enabled()
    for selector in (".animation-layer", ".animation-layer .suit", ".animation-layer .shine"):
        events = page.locator(selector).first.evaluate(
            "element => getComputedStyle(element).pointerEvents"
        )
        assert events == "none"
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    expect(page.locator(".animation-layer > *")).to_have_count(0)


def test_a_deal_won_by_another_player_is_not_celebrated(still, still_club, context):
    table = open_recording(still, context, "3D 4S", "4D", "4C 5D", "4H 5S")
    page = table.page
    forget_motions(page)
    table.rig(
        still_club, "3D 4S", "4D", "4C 5D", "4H 5S", leader=0, actions=["0 play 3D", "1 play 4D"]
    )
    table.come_back()
    expect(page.locator(".result-head")).to_be_visible()
    assert [each for each in motions(page) if each["id"] == "win"] == []


# --- Clearing the selection


def test_escape_or_a_click_on_the_felt_clears_the_selection(still):
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


def test_escape_closes_dialogs_before_it_clears_the_selection(still):
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


def test_a_reload_keeps_the_selection(still):
    table = still(HAND, *OTHERS)
    table.choose("9D 9S")
    table.reload()
    assert table.chosen() == ["9D", "9S"]
    expect(table.play).to_be_enabled()
    table.play_cards("")
    table.reload()
    assert table.chosen() == []


# --- Passing by key


def test_another_key_cancels_passing_by_key(still, still_club, context):
    page = context.new_page()
    table = still(HAND, *OTHERS, leader=3, actions=["3 play 4H"], page=page)
    soon = page.locator("#pass-soon")
    page.clock.install()
    table.reload()
    expect(table.passing).to_be_enabled()
    # A press is pending only briefly; here, until the test continues.
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
