"""A table as a person uses it: through what is seen and pressed, by the names of things."""

from playwright.sync_api import Locator, Page, expect


class TablePage:
    """The page of a table in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("#table")
        self.hand = page.get_by_role("region", name="Your hand")
        self.play = page.get_by_role("button", name="Play", exact=False)
        self.passing = page.get_by_role("button", name="Pass")
        self.hint = page.get_by_role("button", name="Hint")
        self.sort = page.get_by_role("button", name="Sort")
        self.ready = page.get_by_role("button", name="Ready")
        self.status = page.locator("#status")

    def data(self, name: str) -> str:
        return self.root.get_attribute(f"data-{name}") or ""

    @property
    def version(self) -> int:
        return int(self.data("version"))

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

    def wait_for_own_turn_or_end_of_deal(self) -> str:
        """Wait until the person is asked for something; gives the phase."""
        self.page.wait_for_function(
            """() => {
                const table = document.querySelector("#table").dataset;
                return table.phase !== "playing" || table.turn === table.seat;
            }"""
        )
        return self.data("phase")

    def wait_beyond(self, version: int) -> None:
        self.page.wait_for_function(
            "version => Number(document.querySelector('#table').dataset.version) > version",
            arg=version,
        )

    def take_turn(self) -> None:
        """Play what Hint suggests, or pass where it has nothing to suggest."""
        version = self.version
        # Pass is open whenever there is a play to beat; on lead there is always a hint.
        self.hint.click()
        self.page.wait_for_function(
            "version => document.querySelector('#hints').dataset.version === version",
            arg=str(version),
        )
        if self.chosen():
            expect(self.play).to_be_enabled()
            self.play.click()
        else:
            expect(self.passing).to_be_enabled()
            self.passing.click()
        self.wait_beyond(version)

    def play_deal(self) -> str:
        """Play until the deal is over; gives the phase then."""
        while (phase := self.wait_for_own_turn_or_end_of_deal()) == "playing":
            self.take_turn()
        return phase

    def play_session(self) -> None:
        while self.play_deal() == "between":
            version = self.version
            self.ready.click()
            self.wait_beyond(version)
