"""A press outside an open pop-up, panel or menu closes it and presses nothing below it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE, Sit
from tests.e2e.server import Server
from tests.e2e.test_flows import open_table

PHONE = {"width": 390, "height": 844}
HAND = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D"
OTHERS = ("4C 5H 6S", "4H 5S 6C", "4S 5C 6H")


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A user with a phone."""
    context = chromium.new_context(
        viewport=PHONE, has_touch=True, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def press(target: Locator, kind: str) -> None:
    """Press where an element is, whatever lies over it, with a mouse, a finger or a pen."""
    box = target.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page = target.page
    if kind == "mouse":
        page.mouse.click(x, y)
    elif kind == "touch":
        page.touchscreen.tap(x, y)
    else:
        session = page.context.new_cdp_session(page)
        for type_ in ("mousePressed", "mouseReleased"):
            session.send(
                "Input.dispatchMouseEvent",
                {"type": type_, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
                | {"pointerType": kind},
            )
        session.detach()


@pytest.mark.parametrize("kind", ["mouse", "touch", "pen"])
def test_a_press_outside_the_qr_code_does_not_close_the_table(
    phone: Page, club_server: Server, kind: str
):
    open_table(phone, club_server)
    code = phone.locator("#invite-qr")
    phone.get_by_role("button", name="QR code").click()
    expect(code).to_be_visible()
    bots = phone.get_by_role("switch", name="Fill empty seats with bots", include_hidden=True)
    filled = bots.get_attribute("aria-checked")
    press(bots, kind)
    expect(code).to_be_hidden()
    # The next press is one like any other.
    press(bots, kind)
    expect(bots).to_have_attribute("aria-checked", "true" if filled == "false" else "false")


@pytest.mark.parametrize("kind", ["mouse", "touch", "pen"])
def test_a_press_outside_the_chat_or_the_scores_presses_no_button(
    phone: Page, still: Sit, kind: str
):
    # Not the tab of the fixture, which has no touch screen.
    table = still(HAND, *OTHERS, page=phone)
    sound = phone.locator("#sound-toggle")
    for opener, closed in (("#chat-toggle", "chat"), ("#sheet-toggle", "sheet")):
        phone.locator(opener).click()
        expect(table.root).to_have_attribute(f"data-{closed}", "open")
        press(sound, kind)
        expect(table.root).to_have_attribute(f"data-{closed}", "")
        expect(sound).to_have_attribute("aria-pressed", "true")
    press(sound, kind)
    expect(sound).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("menu", ["#table-menu", ".site-tools .menu:last-child"])
def test_a_press_outside_a_menu_does_not_pass_the_turn(still: Sit, menu: str):
    table = still(HAND, *OTHERS, leader=3, actions=["3 play 4S"])
    page = table.page
    page.locator(f"{menu} > summary").click()
    press(table.passing, "mouse")
    expect(page.locator(f"{menu}[open]")).to_have_count(0)
    # The keys are the table's again.
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand .card:focus")).to_have_count(1)
    expect(table.passing).to_be_enabled()
    assert table.data("turn") == "0"


def test_a_button_pressed_by_keyboard_works_while_a_menu_is_open(still: Sit):
    table = still(HAND, *OTHERS)
    page = table.page
    page.locator("#table-menu > summary").click()
    table.sort.focus()
    shown = table.sort.inner_text()
    page.keyboard.press("Enter")
    expect(table.sort).not_to_have_text(shown)
    expect(page.locator("#table-menu[open]")).to_have_count(0)


def test_a_swipe_outside_a_panel_leaves_it_open(phone: Page, still: Sit):
    table = still(HAND, *OTHERS, page=phone)
    phone.locator("#sheet-toggle").click()
    phone.evaluate("""() => {
        const about = { bubbles: true, isPrimary: true, button: 0, pointerType: "touch" };
        document.body.dispatchEvent(new PointerEvent("pointerdown", about));
        document.body.dispatchEvent(new PointerEvent("pointercancel", about));
    }""")
    expect(table.root).to_have_attribute("data-sheet", "open")
