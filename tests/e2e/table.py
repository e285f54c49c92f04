"""A table's page as a player uses it: through visible, named controls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from playwright.sync_api import Error, Locator, Page, expect

from tests.e2e.server import Server

#: Returns all overlapping pairs with one element from each list of selectors.
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


def overlaps(page: Page, some: str, others: str) -> list[str]:
    """Return the overlapping pairs between two lists of selectors, by name."""
    found: list[str] = page.evaluate(OVERLAPS, [some, others])
    return found


def freeze_clock(page: Page, margin: float = 0.1) -> None:
    """Stop the clock that was installed in the page.

    Playwright stops a clock only at a time in the future. On a busy machine that time may have
    passed before the page is told; then a later one is tried.

    :param margin: seconds from now at which the clock stops, if the machine keeps up
    """
    while True:
        try:
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + margin)
        except Error as error:
            if "to the past" not in str(error):
                raise
            margin *= 4
        else:
            return


def play_now(page: Page, rules: str = "") -> TablePage:
    """Start a game with bots from the home page, with these rules or those already chosen."""
    if rules:
        open_terms(page)
        choose_rules(page, rules)
    page.get_by_role("button", name=re.compile("Play now|New game")).first.click()
    page.wait_for_url("**/tables/**")
    return TablePage(page).settle()


def start_with_bots(page: Page, server: Server, deals: int) -> TablePage:
    """Open a table with bots in the other seats, and start a game of some deals there."""
    page.goto(f"{server.url}/tables/new/")
    page.get_by_label("Deals", exact=True).fill(str(deals))
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile(r"/tables/\w+/$"))
    table = TablePage(page).settle()
    page.get_by_role("button", name="Start game").click()
    expect(table.root).to_have_attribute("data-phase", "playing")
    return table


def take_seat(page: Page, name: str = "") -> None:
    """Sit down from the table's page; a new guest enters a name or accepts the one suggested."""
    page.locator("#menu").get_by_role("button", name="Sit down").click()
    asked = page.get_by_label("Your name at this table")
    stand = page.get_by_role("button", name=re.compile("Stand up|Close table"))
    expect(asked.or_(stand).first).to_be_visible()
    if asked.is_visible():
        if name:
            asked.fill(name)
        asked.press("Enter")
    expect(stand.first).to_be_visible()


def open_rigged(page: Page, server: Server, request: str, **arguments: object) -> TablePage:
    """Set up a table beside the server (``tests.beside``) and open it as its first player.

    :param request: the set-up, such as ``open``; it answers with the table's path and the key of
        the player's session
    """
    path, key = cast("tuple[str, str]", server.beside(request, **arguments))
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
    page.goto(server.url + path)
    return TablePage(page).settle()


def open_terms(page: Page) -> None:
    """Open the game options on the home page."""
    closed = page.locator(".play-other:not([open]) > summary")
    if closed.count():
        closed.click()


def choose_rules(page: Page, rules: str) -> None:
    """Choose rules in a form for a table, also among those that are collapsed."""
    choice = page.locator(f'input[name="rules"][value="{rules}"]')
    if not choice.is_visible():
        page.locator(".rules-more > summary").click()
    choice.check()


def open_more_options(page: Page) -> None:
    """Open the collapsed options of the form that opens a table."""
    page.get_by_text("More options").click()


class TablePage:
    """A table's page in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#table")
        self.hand = page.locator("#hand")
        # Their labels say what they do now: "Play a pair of nines", "Give", "Pass and draw 2".
        self.play = page.locator("#play")
        self.passing = page.locator("#pass")
        self.hint = page.get_by_role("button", name="Hint")
        self.sort = page.locator("#sort")
        self.ready = page.get_by_role("button", name="Next deal")
        self.redeal = page.get_by_role("button", name="Ask for a redeal")
        self.say = page.get_by_role("region", name="Your turn")
        self.rules = page.get_by_role("dialog", name="Rules")
        self.status = page.locator("#status")

    def data(self, name: str) -> str:
        return self.root.get_attribute(f"data-{name}") or ""

    @property
    def version(self) -> int:
        return int(self.data("version"))

    def settle(self) -> TablePage:
        """Wait until the socket has shown the table and the cards have stopped moving."""
        expect(self.root).to_have_attribute("data-connection", "open")
        self.page.wait_for_function("() => document.getAnimations().every(each => !each.id)")
        return self

    @property
    def slug(self) -> str:
        """Last part of the table's address."""
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    def rig(self, server: Server, *hands: str, **more: object) -> None:
        """Deal these hands, the first seat's first, without notifying pages."""
        server.rig(self.slug, hands=hands, **more)

    def deal(self, server: Server, *hands: str, **more: object) -> TablePage:
        """Deal these hands and reload the table."""
        self.rig(server, *hands, **more)
        self.reload()
        return self

    def come_back(self) -> None:
        """Make the page visible again, so that it asks for what it missed."""
        self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def card(self, code: str) -> Locator:
        return self.hand.locator(f'[data-card="{code}"]')

    def cards(self) -> list[str]:
        return self.hand.locator("[data-card]").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )

    def chosen(self) -> list[str]:
        return self.hand.locator('[data-card][aria-pressed="true"]').evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )

    def wait_for_judgement(self) -> None:
        """Wait until the server's answer is about the cards that are selected now."""
        self.page.wait_for_function(
            """() => {
                const chosen = document.querySelectorAll('#hand [data-card][aria-pressed="true"]');
                const said = document.querySelector("#controls").dataset.selection;
                return said === [...chosen].map(card => card.dataset.card).join(" ");
            }"""
        )

    def wait_for_own_turn_or_end_of_deal(self) -> str:
        """Wait until it is the player's turn or the deal is over; return the phase."""
        return self.wait_for_turn_of([self.data("seat")])

    def wait_for_turn_of(self, seats: Sequence[str]) -> str:
        """Wait until the page shows that it is one of these seats' turn, or the deal is over.

        :return: the table's phase then
        """
        self.page.wait_for_function(
            """seats => {
                const table = document.querySelector("#table").dataset;
                return table.phase !== "playing" || seats.includes(table.turn);
            }""",
            arg=seats,
        )
        return self.data("phase")

    def wait_beyond(self, version: int) -> None:
        self.page.wait_for_function(
            "version => Number(document.querySelector('#table').dataset.version) > version",
            arg=version,
        )

    def choose(self, cards: str) -> None:
        for code in cards.split():
            self.card(code).click()

    def play_cards(self, cards: str) -> None:
        version = self.version
        self.choose(cards)
        expect(self.play).to_be_enabled()
        self.play.click()
        self.wait_beyond(version)

    def pass_turn(self) -> None:
        version = self.version
        expect(self.passing).to_be_enabled()
        self.passing.click()
        self.wait_beyond(version)

    def must_give(self) -> bool:
        return self.page.locator('#play-form [name="do"]').input_value() == "give"

    def give(self, code: str) -> None:
        """Give the card in the exchange."""
        version = self.version
        for chosen in self.chosen():
            self.card(chosen).click()
        self.card(code).click()
        expect(self.play).to_be_enabled()
        self.play.click()
        self.wait_beyond(version)

    def ask_for_redeal(self) -> None:
        version = self.version
        self.redeal.click()
        self.wait_beyond(version)

    def open_rules(self) -> None:
        self.page.get_by_role("region", name="Table").get_by_role("link", name="Rules").click()
        expect(self.rules).to_be_visible()

    def take_turn(self) -> None:
        """Play what Hint suggests, pass if it suggests nothing, or give the card that is owed."""
        if self.must_give():
            self.give(self.cards()[0])
            return
        version = self.version
        # A player with nothing to play gets no hint and may pass.
        if self.hint.get_attribute("data-available") != "true":
            self.passing.click()
            self.wait_beyond(version)
            return
        self.hint.click()
        self.page.wait_for_function(
            """version => [
                document.querySelector("#hints").dataset.version === version,
                document.querySelector("#table").dataset.version !== version,
            ].some(Boolean)""",
            arg=str(version),
        )
        # A player may ask for a redeal out of turn, so the player to act checks again.
        if self.version != version:
            return
        if self.chosen():
            expect(self.play).to_be_enabled()
            self.play.click()
        else:
            expect(self.passing).to_be_enabled()
            self.passing.click()
        self.wait_beyond(version)

    def play_deal(self) -> str:
        """Play until the deal is over; return the phase."""
        while (phase := self.wait_for_own_turn_or_end_of_deal()) == "playing":
            self.take_turn()
        return phase

    def play_session(self) -> None:
        while self.play_deal() == "between":
            version = self.version
            self.ready.click()
            self.wait_beyond(version)
