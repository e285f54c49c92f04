"""Details of a table that players have to read at a glance."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_geometry import Seat, resized, scene

__all__ = ["scene"]

SMALL, PHONE, LOW, DESKTOP = (320, 568), (390, 844), (844, 390), (1280, 800)

#: Gives every seat the dealer's mark, and returns what it covers, as sentences.
COVERED = """() => {
    const mark = document.querySelector(".dealer");
    for (const meta of document.querySelectorAll(".seat-meta"))
        if (!meta.querySelector(".dealer")) meta.prepend(mark.cloneNode(true));
    const box = each => each.getBoundingClientRect();
    const meet = (a, b) => a.width > 1 && b.width > 1 && a.left < b.right - 1
        && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const found = [];
    for (const plate of document.querySelectorAll(".nameplate")) {
        const parts = [
            ...plate.querySelectorAll(".dealer, .count-number b, .seat-net, .seat-name")];
        parts.forEach((one, at) => {
            for (const other of parts.slice(at + 1))
                if (meet(box(one), box(other)))
                    found.push(`${one.className || "count"} on ${other.className || "count"}`
                        + ` of ${plate.querySelector(".seat-name").textContent}`);
        });
    }
    return found;
}"""


def faults_in(page: Page, script: str, *sizes: tuple[int, int]) -> list[str]:
    """Return what the script finds at each size, with the size."""
    found = []
    for size in sizes:
        resized(page, size)
        found += [f"{size[0]}x{size[1]}: {fault}" for fault in page.evaluate(script)]
    return found


@pytest.mark.parametrize("name", ["following", "for money"])
def test_dealer_cards_and_score_of_a_seat_do_not_cover_each_other(name: str, scene: Seat):
    page = scene(name).page
    found = faults_in(page, COVERED, SMALL, PHONE, LOW, DESKTOP)
    assert not found, "\n".join(["", *found])


def test_players_for_money_see_amounts_on_plates_and_score_sheet(scene: Seat):
    page = scene("for money").page
    amounts = ["+85.00", "−345.00", "+260.00", "0.00"]
    for number, amount in enumerate(amounts):
        expect(page.locator(f'[data-seat-no="{number}"] .seat-net')).to_have_text(
            re.compile(re.escape(amount) + "$")
        )
    totals = page.locator("#sheet tfoot td")
    expect(totals).to_have_text(amounts)
    # All of them are in view beside the table.
    resized(page, DESKTOP)
    for at in range(4):
        expect(totals.nth(at)).to_be_in_viewport(ratio=1)
    assert page.locator("#sheet .sheet-scroll").evaluate(
        "each => each.scrollWidth <= each.clientWidth"
    )


def test_the_players_time_left_is_large_in_the_bar_of_actions(scene: Seat):
    page = scene("leading").page
    clock = page.locator("#turn-clock")
    for size in (PHONE, LOW, DESKTOP):
        resized(page, size)
        expect(clock).to_have_text(re.compile(r"^\d+ s$"))
        expect(clock).to_be_in_viewport(ratio=1)
        # Found and measured in one step, because each second replaces the number.
        assert (
            clock.evaluate(
                """clock => parseFloat(getComputedStyle(clock.querySelector("b")).fontSize)"""
            )
            >= 18
        )
        found = page.evaluate(
            """() => {
                const clock = document.querySelector("#turn-clock").getBoundingClientRect();
                const words = document.createRange();
                words.selectNodeContents(document.querySelector(".prompt"));
                const others = [...words.getClientRects(),
                    document.querySelector("#clear").getBoundingClientRect()];
                return others.filter(each => clock.left < each.right - 1
                    && each.left < clock.right - 1 && clock.top < each.bottom - 3
                    && each.top < clock.bottom - 3).length;
            }"""
        )
        assert not found, size
    # There is no room for it on the smallest phones: the seat has it.
    resized(page, SMALL)
    expect(clock).to_be_hidden()
    expect(page.locator('[data-seat-position="own"] .flag-clock')).to_be_in_viewport(ratio=1)


def test_pass_is_never_as_bright_as_play(scene: Seat):
    page = scene("selection").page
    backgrounds = page.evaluate(
        """() => ["#pass", "#play"].map(id => getComputedStyle(document.querySelector(id)))
            .map(style => [style.backgroundColor, style.backgroundImage])"""
    )
    assert backgrounds[0][1] == "none"
    alpha = float(backgrounds[0][0].rstrip(")").replace("/", ",").split(",")[-1])
    assert alpha <= 0.15
    assert "gradient" in backgrounds[1][1]


def test_with_eight_players_the_heads_of_the_score_sheet_are_readable(scene: Seat):
    page = scene("eight, final").page
    found = faults_in(
        page,
        """() => {
            const heads = [...document.querySelectorAll("#sheet .score-name")];
            const boxes = heads.map(each => each.getBoundingClientRect());
            return heads.flatMap((each, at) => {
                const next = boxes[at + 1];
                const faults = [];
                if (next && boxes[at].right > next.left + 1) faults.push("over the next");
                // At least seven letters, or the whole name.
                const isWhole = each.scrollHeight <= each.clientHeight + 1;
                if (!isWhole && boxes[at].height < 80) faults.push("cut");
                if (!isWhole && getComputedStyle(each).textOverflow !== "ellipsis")
                    faults.push("without ellipsis");
                return faults.map(fault => `${each.textContent}: ${fault}`);
            });
        }""",
        DESKTOP,
    )
    assert not found, "\n".join(["", *found])


def test_beside_a_stock_the_opponents_name_is_readable(scene: Seat):
    page = scene("two seats and a stock").page
    for size in (SMALL, PHONE):
        resized(page, size)
        assert (
            page.locator('[data-seat-position="top"] .seat-name').evaluate(
                "each => each.clientWidth"
            )
            >= 72
        )


def test_the_game_log_takes_the_height_that_the_score_sheet_leaves(scene: Seat):
    page = scene("following").page
    resized(page, DESKTOP)
    gap = page.evaluate(
        """() => document.querySelector("#log").getBoundingClientRect().top
            - document.querySelector("#sheet").getBoundingClientRect().bottom"""
    )
    # Only the tabs are between them.
    assert 30 < gap < 60


def test_the_number_of_unread_lines_is_whole_on_a_small_phone(scene: Seat):
    page = scene("following").page
    resized(page, SMALL)
    found = page.evaluate(
        """() => {
            const count = document.querySelector("#chat-toggle .chat-count");
            count.hidden = false;
            count.textContent = "12";
            const badge = count.getBoundingClientRect();
            const button = document.querySelector("#chat-toggle").getBoundingClientRect();
            return [badge.width > 8, badge.top >= 0, badge.top >= button.top - 1,
                badge.right <= button.right + 1];
        }"""
    )
    assert found == [True] * 4


def test_a_phone_shows_why_each_of_eight_players_won_or_lost_once(scene: Seat):
    page = scene("eight, result").page
    resized(page, PHONE)
    expect(page.locator("#result .score-breakdown").filter(visible=True)).to_have_count(8)
    expect(page.locator("#result .remaining-hand-count").filter(visible=True)).to_have_count(0)


def test_the_winners_crown_is_visible_in_forced_colours(scene: Seat):
    page = scene("following").page
    page.emulate_media(forced_colors="active")
    crown, page_background = page.evaluate(
        """() => {
            const line = Object.assign(document.createElement("p"), { className: "victory" });
            document.querySelector(".middle").prepend(line);
            return [getComputedStyle(line, "::before").backgroundColor,
                getComputedStyle(document.body).backgroundColor];
        }"""
    )
    assert crown != page_background
