"""Pages that change while they are used have no serious fault that axe can find.

Pages that only need to be opened are in ``test_pages``. To cover another state of a page, add a
scene: a function below ``@scene`` that brings a user's tab to it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import HAND_HELD, faults, show_in
from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server
from tests.e2e.table import (
    TablePage,
    choose_rules,
    open_more_options,
    open_rigged,
    open_terms,
)
from tests.push_service import Receiver

PASSWORD = "correct horse 9"


# --- Users


@dataclass
class Club:
    """The still server, and its users' tabs."""

    server: Server
    visitor: Page
    guest: Page
    member: Page
    #: Organizer of an event whose first round is proposed, and that event's path.
    organizer: Page
    proposed: str

    #: Answers to requests whose results several scenes share and none changes.
    shared: dict[str, dict[str, str]] = field(default_factory=dict)
    #: Path of the member's club, once it exists.
    club_path: str = ""

    def beside(self, request: str, **arguments: object) -> dict[str, str]:
        """Run a request beside the server, once for all scenes that need its result."""
        if request not in self.shared:
            self.shared[request] = cast("dict[str, str]", self.server.beside(request, **arguments))
        return self.shared[request]

    def sit(self, page: Page, *hands: str, rules: str = "pagat", **more: object) -> TablePage:
        """Seat the guest or the member at a table with bots and these hands."""
        username = "hedy" if page is self.member else ""
        return open_rigged(
            page, self.server, "open", rules=rules, hands=hands, username=username, **more
        )


@pytest.fixture(scope="module")
def club(chromium: Browser, still_club: Server) -> Iterator[Club]:
    visitor, guest, member, organizer = (new_page(chromium) for _ in range(4))
    sign_up(member, still_club)
    save_house_rules(member, still_club)
    made = cast("dict[str, str]", still_club.beside("event", people=5, bots=4))
    key = {"name": "sessionid", "value": made["organizer"], "url": still_club.url}
    organizer.context.add_cookies([key])
    proposed = f"/events/{made['slug']}/"
    yield Club(still_club, visitor, guest, member, organizer, proposed)
    for page in (visitor, guest, member, organizer):
        page.context.close()


def new_page(chromium: Browser) -> Page:
    # Pages are checked at rest; axe does not check motion.
    context = chromium.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def sign_up(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/accounts/signup/")
    page.get_by_label("Username").fill("hedy")
    for each in page.locator("input[type=password]").all():
        each.fill(PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(f"{server.url}/")


def save_house_rules(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/new/?from=hong_kong")
    with page.expect_response("**/rules/draft/"):
        page.get_by_role("radiogroup", name="Can you play flushes?").get_by_label("No").check()
    page.get_by_role("textbox", name="Name").fill("Kitchen rules")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/rules/house/*/")


# --- Scenes


Scene = Callable[[Club], Page]
SCENES: dict[str, Scene] = {}


def scene(opener: Scene) -> Scene:
    SCENES[opener.__name__.replace("_", " ")] = opener
    return opener


def at(page: Page, club: Club, path: str) -> Page:
    page.goto(club.server.url + path)
    return page


def open_with_password(club: Club, path: str) -> Page:
    """Return a page that asks for the password again."""
    page = at(club.member, club, path)
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    return page


@scene
def adding_a_key(club: Club) -> Page:
    return open_with_password(club, "/accounts/second/webauthn/add/")


@scene
def setting_up_an_authenticator_app(club: Club) -> Page:
    return open_with_password(club, "/accounts/second/totp/activate/")


@scene
def confirming_the_password(club: Club) -> Page:
    return at(club.member, club, "/accounts/reauthenticate/?next=/accounts/second/")


@scene
def menu_of_preferences(club: Club) -> Page:
    page = at(club.visitor, club, "/")
    page.get_by_role("banner").locator("summary[title=Preferences]").click()
    return page


@scene
def menu_of_the_site_on_a_phone(club: Club) -> Page:
    page = at(club.visitor, club, "/")
    show_in(page, "light", HAND_HELD)
    page.get_by_role("banner").locator(".site-menu > summary").click()
    expect(page.get_by_role("link", name="Ratings").first).to_be_visible()
    return page


@scene
def menu_of_the_account(club: Club) -> Page:
    page = at(club.member, club, "/")
    page.get_by_role("banner").locator("summary").last.click()
    return page


@scene
def home_with_a_table(club: Club) -> Page:
    club.sit(club.guest, HAND, *OTHERS)
    return at(club.guest, club, "/")


@scene
def home_with_the_game_options(club: Club) -> Page:
    page = at(club.member, club, "/")
    open_terms(page)
    return page


@scene
def lesson(club: Club) -> Page:
    page = at(club.guest, club, "/learn/")
    page.locator("main form button[type=submit]").click()
    TablePage(page).settle()
    expect(page.get_by_role("region", name="Coach")).to_be_visible()
    return page


@scene
def settings_of_a_push_device(club: Club) -> Page:
    page = at(club.member, club, "/accounts/notices/")
    if (known := page.get_by_role("link", name="Change settings")).count():
        known.click()
        return page
    phone = Receiver("https://push.example.org/phone")
    fill_in = """(values) => {
      const form = document.getElementById("push-form");
      for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
      form.submit();
    }"""
    page.evaluate(fill_in, phone.subscription)
    expect(page.get_by_label("Show names and amounts")).to_be_visible()
    return page


@scene
def list_of_push_devices(club: Club) -> Page:
    page = settings_of_a_push_device(club)
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("This browser", exact=True)).to_be_visible()
    return page


@scene
def limit_refused(club: Club) -> Page:
    page = at(club.member, club, "/limits/")
    page.get_by_label("Ask me if I could lose more than").fill("a lot")
    page.get_by_role("button", name="Set limit").click()
    expect(page.locator(".field-errors").first).to_be_visible()
    return page


@scene
def table_above_the_limit(club: Club) -> Page:
    set_limit(club)
    page = at(club.member, club, "/tables/new/")
    page.get_by_label("Stake per point").fill("2")
    page.get_by_label("Currency").select_option("HKD")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    return page


def set_limit(club: Club) -> None:
    page = at(club.member, club, "/limits/")
    page.get_by_label("Ask me if I could lose more than").fill("1")
    page.get_by_label("Currency").select_option("HKD")
    page.get_by_role("button", name="Set limit").click()
    expect(page.get_by_text("Ask me if I could lose more than HK$1.00 in a game")).to_be_visible()


@scene
def signing_up_to_keep_guest_games(club: Club) -> Page:
    club.sit(club.guest, HAND, *OTHERS)
    return at(club.guest, club, "/accounts/keep/")


@scene
def sign_in_refused(club: Club) -> Page:
    page = at(club.visitor, club, "/accounts/login/")
    page.get_by_label("Username").fill("hedy")
    page.get_by_label("Password").fill("wrong")
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    return page


@scene
def editor_with_conflicting_rules(club: Club) -> Page:
    page = at(club.visitor, club, "/rules/new/?from=hong_kong")
    row = page.get_by_role("textbox", name="Row 2: minimum cards left")
    row.fill("none")
    with page.expect_response("**/rules/draft/"):
        row.press("Tab")
    with page.expect_response("**/rules/draft/"):
        page.get_by_label("How is a deal scored?").select_option("placement")
    return page


# --- Clubs


def own_club(club: Club) -> str:
    """Create the member's club once; return its path."""
    if not club.club_path:
        page = at(club.member, club, "/clubs/new/")
        page.get_by_label("Name").fill("Harbour Club")
        page.get_by_label("Description").fill("Every Tuesday at seven.")
        page.get_by_role("radio", name="Boat").check()
        page.get_by_role("button", name="Create club").click()
        page.wait_for_url("**/invitations/")
        page.get_by_role("button", name="Create link").click()
        expect(page.get_by_label("Invitation link")).to_be_visible()
        path = page.url.removeprefix(club.server.url).removesuffix("invitations/")
        at(page, club, path + "news/")
        page.get_by_label("Title").fill("Tonight")
        page.get_by_label("Message").fill("Bring cards.")
        page.get_by_role("button", name="Post").click()
        expect(page.get_by_text("Bring cards.").first).to_be_visible()
        club.club_path = path
    return club.club_path


def own_event(club: Club) -> str:
    """Sign the visitor's tab in as organizer of an event in progress; return the event's path."""
    made = club.beside("event", people=0, bots=9, upto="published")
    as_user(club, made["organizer"])
    return f"/events/{made['slug']}/"


@scene
def desk_with_a_proposed_round(club: Club) -> Page:
    return at(club.organizer, club, club.proposed + "desk/")


@scene
def player_picked_up_in_a_seating(club: Club) -> Page:
    page = at(club.organizer, club, club.proposed + "desk/seats/")
    page.get_by_role("button", name="Table 1, seat 2: ").click()
    expect(page.locator("#hand-says")).to_contain_text("Picked up")
    return page


@scene
def list_of_members_with_errors(club: Club) -> Page:
    page = at(club.visitor, club, own_event(club) + "desk/names/")
    page.locator("summary", has_text="Paste a list").click()
    page.get_by_label("List", exact=True).fill("nobody,1\nnobody either")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("2 lines need fixing")).to_be_visible()
    return page


@scene
def creating_an_event_refused(club: Club) -> Page:
    page = at(club.member, club, own_club(club))
    page.get_by_role("link", name="All events").click()
    page.get_by_role("link", name="Set up for later").click()
    page.get_by_role("button", name="Create event").click()
    expect(page.locator(".field-errors").first).to_be_visible()
    return page


@scene
def payment_code(club: Club) -> Page:
    page = at(club.member, club, "/payments/me/paynow/")
    page.get_by_label("Mobile number or UEN").fill("9123 4567")
    page.get_by_label("Name").fill("Hedy")
    page.locator("main").get_by_role("button", name="Save").click()
    # Only a user who has not entered the password recently is asked for it.
    saved, asked = page.get_by_role("heading", name="Sample code"), page.get_by_label("Password")
    expect(saved.or_(asked)).to_be_visible()
    if asked.is_visible():
        asked.fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    expect(saved).to_be_visible()
    page.get_by_text("Code as text").first.click()
    return page


@scene
def payee_refused(club: Club) -> Page:
    page = at(club.member, club, "/payments/me/link/")
    page.get_by_label("Web address").fill("http://example.org")
    page.locator("main").get_by_role("button", name="Save").click()
    expect(page.locator(".field-errors").first).to_be_visible()
    return page


@scene
def creating_a_club_refused(club: Club) -> Page:
    page = at(club.member, club, "/clubs/new/")
    page.get_by_label("Name").fill("♠")
    page.get_by_role("button", name="Create club").click()
    expect(page.locator(".field-errors").first).to_be_visible()
    return page


@scene
def rules_of_a_club(club: Club) -> Page:
    path = own_club(club)
    page = at(club.member, club, path + "house-rules/")
    known = page.locator("main").get_by_role("link", name="Kitchen rules")
    if not known.count():
        page.get_by_role("button", name="Add rules").click()
    known.click()
    expect(page.get_by_role("heading", name="Combinations")).to_be_visible()
    return page


def as_user(club: Club, key: str) -> Page:
    """Sign the visitor's tab in as the user of a session key."""
    cookie = {"name": "sessionid", "value": key, "url": club.server.url}
    club.visitor.context.clear_cookies()
    club.visitor.context.add_cookies([cookie])
    return club.visitor


def settled(club: Club, who: str) -> dict[str, str]:
    """Create a debt of 20 dollars, and sign the organizer's tab in as one of its parties."""
    made = club.beside("settled")
    as_user(club, made[who])
    return made


@scene
def settlement_of_a_session(club: Club) -> Page:
    made = settled(club, "olga")
    page = at(club.visitor, club, made["settlement"])
    page.get_by_text("Correct result").first.click()
    expect(page.get_by_role("button", name="Preview changes")).to_be_visible()
    return page


@scene
def payment_with_a_wrong_amount(club: Club) -> Page:
    made = settled(club, "bob")
    page = at(club.visitor, club, made["payment"])
    for words in ("Request a waiver", "Reminders"):
        page.get_by_text(words, exact=True).first.click()
    page.get_by_label("Amount in HKD").first.fill("21")
    page.get_by_role("button", name="Mark as paid").click()
    expect(page.locator(".field-errors").first).to_be_visible()
    return page


@scene
def payments_waiting_for_an_answer(club: Club) -> Page:
    # A separate settlement, because this scene changes it.
    made = cast("dict[str, str]", club.server.beside("settled"))
    page = at(as_user(club, made["bob"]), club, made["payment"])
    page.get_by_role("button", name="Mark as paid").click()
    key = {"name": "sessionid", "value": made["ann"], "url": club.server.url}
    page.context.add_cookies([key])
    page = at(page, club, "/payments/")
    expect(page.get_by_role("heading", name="Waiting for your answer")).to_be_visible()
    return page


def pending(club: Club, who: str) -> dict[str, str]:
    """Create a result that waits for Ken's agreement, and sign the visitor's tab in as Ken."""
    made = club.beside("pending")
    as_user(club, made[who])
    return made


@scene
def own_agreements(club: Club) -> Page:
    pending(club, "ken")
    page = at(club.visitor, club, "/agreements/")
    expect(page.get_by_role("heading", name="Spring cup").first).to_be_visible()
    expect(page.get_by_role("heading", name="Results waiting for your answer")).to_be_visible()
    return page


@scene
def agreement_with_its_rules(club: Club) -> Page:
    made = pending(club, "ken")
    page = at(club.visitor, club, made["agreement"])
    page.get_by_text("Full rules").click()
    expect(page.get_by_role("heading", name="Changes since your earlier agreement")).to_be_visible()
    return page


@scene
def withdrawing_an_agreement(club: Club) -> Page:
    made = pending(club, "ken")
    page = at(club.visitor, club, made["withdraw"])
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    return page


@scene
def result_waiting_for_an_answer(club: Club) -> Page:
    made = pending(club, "ken")
    page = at(club.visitor, club, made["result"])
    page.get_by_text("Decline result").first.click()
    expect(page.get_by_role("button", name="Decline result")).to_be_visible()
    return page


@scene
def settlement_with_a_waiting_result(club: Club) -> Page:
    made = pending(club, "mei")
    page = at(club.visitor, club, made["settlement"])
    expect(page.get_by_role("heading", name="Not owed")).to_be_visible()
    return page


@scene
def accounts_of_a_club_with_a_waiting_result(club: Club) -> Page:
    made = pending(club, "olga")
    page = at(club.visitor, club, f"/clubs/{made['club']}/accounts/")
    expect(page.get_by_role("heading", name="Results waiting to be accepted")).to_be_visible()
    return page


@scene
def correction_of_a_session_above_the_losers_maximum(club: Club) -> Page:
    made = cast("dict[str, str]", club.server.beside("correction"))
    page = at(as_user(club, made["bob"]), club, made["correction"])
    expect(page.get_by_role("button", name="Agree to a max. loss of")).to_be_visible()
    return page


@scene
def correction_of_an_event_above_the_losers_maximum(club: Club) -> Page:
    made = club.beside("questions")
    page = at(as_user(club, made["loser"]), club, made["correction"])
    expect(page.get_by_role("button", name="Agree to a max. loss of")).to_be_visible()
    return page


@scene
def request_to_play_as_a_substitute(club: Club) -> Page:
    made = club.beside("questions")
    page = at(as_user(club, made["substitute"]), club, made["substitution"])
    expect(page.get_by_role("button", name="Play with my own money")).to_be_visible()
    return page


@scene
def changed_terms_of_an_event(club: Club) -> Page:
    made = cast("dict[str, Any]", club.server.beside("event_with_a_stake", names=["ana"]))
    page = at(as_user(club, made["keys"]["ana"]), club, f"/events/{made['slug']}/")
    shown = page.locator("input[name=terms]").first.input_value()
    changed = {
        "slug": made["slug"],
        "service": "setup.services.change_event",
        "stake_minor": 900,
        "deals": 7,
    }
    assert club.server.beside("done", **changed)
    # The open page may follow the change, so the form is sent with its earlier values.
    page.evaluate(
        """shown => {
            const field = document.querySelector("input[name=terms]");
            field.value = shown;
            field.form.submit();
        }""",
        shown,
    )
    expect(page.get_by_role("heading", name="The terms have changed")).to_be_visible()
    return page


@scene
def results_by_player(club: Club) -> Page:
    settled(club, "bob")
    page = at(club.visitor, club, "/statements/")
    page.get_by_role("link", name="Results by player").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


@scene
def settlement_settings_of_a_club_refused(club: Club) -> Page:
    made = settled(club, "olga")
    page = at(club.visitor, club, f"/clubs/{made['club']}/accounts/")
    page.get_by_role("link", name="Edit how the club settles").click()
    page.get_by_role("radio", name="When a balance passes a limit").check()
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator(".field-errors, .form-errors").first).to_be_visible()
    return page


@scene
def combining_all_open_payments(club: Club) -> Page:
    made = settled(club, "olga")
    page = at(club.visitor, club, f"/clubs/{made['club']}/accounts/")
    page.get_by_role("link", name="Combine all open payments…").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


@scene
def opening_a_table_of_a_club(club: Club) -> Page:
    slug = own_club(club).strip("/").split("/")[-1]
    page = at(club.member, club, f"/tables/new/?club={slug}")
    page.get_by_label("Stake per point").fill("2")
    page.get_by_label("Currency").select_option("HKD")
    open_more_options(page)
    expect(page.get_by_role("radio", name="Play for money: the club keeps")).to_be_visible()
    return page


# --- Tables


HAND = "3D 6C 6H 7D 7H 8S TD JH QS KD KH AC 2S"
OTHERS = ("4D 8C TC", "5C 9D JC", "5D 9C JD")


@scene
def table_on_own_turn(club: Club) -> Page:
    table = club.sit(club.guest, HAND, *OTHERS)
    table.card("3D").click()
    expect(table.play).to_be_enabled()
    return table.page


@scene
def table_with_an_invalid_selection(club: Club) -> Page:
    table = club.sit(club.guest, HAND, *OTHERS)
    table.card("3D").click()
    table.card("6C").click()
    expect(club.guest.locator("#play-reason")).to_be_visible()
    return table.page


@scene
def table_waiting_for_others(club: Club) -> Page:
    table = club.sit(club.guest, "3D 6C 6H 7D", *OTHERS)
    table.play_cards("3D")
    return table.page


@scene
def table_seen_by_a_spectator(club: Club) -> Page:
    table = club.sit(club.guest, HAND, *OTHERS)
    return at(club.visitor, club, table.page.url.removeprefix(club.server.url))


@scene
def table_with_a_stock(club: Club) -> Page:
    hands = ("4D 8C JD", "6D TC KC")
    more = {"leftover": "2S 2H 2C", "leader": 0}
    return club.sit(club.guest, *hands, rules="two_players_stock", **more).page


@scene
def table_where_a_redeal_can_be_asked_for(club: Club) -> Page:
    hands = ("3D 4C 5H 6S 7D 8S", *OTHERS[:2])
    table = club.sit(club.guest, *hands, rules="three_players_wikipedia", leader=0)
    expect(table.redeal).to_be_enabled()
    return table.page


def win_the_deal(club: Club, page: Page, rules: str = "pagat", *, deals: int) -> TablePage:
    players = 3 if rules.startswith("three") else 4
    table = club.sit(page, "3D", *OTHERS[: players - 1], rules=rules, deals=deals)
    table.play_cards("3D")
    return table


@scene
def table_between_deals(club: Club) -> Page:
    table = win_the_deal(club, club.member, deals=2)
    expect(table.ready).to_be_enabled()
    return table.page


@scene
def table_where_a_card_must_be_given(club: Club) -> Page:
    table = win_the_deal(club, club.member, "three_players_exchange", deals=2)
    version = table.version
    table.ready.click()
    table.wait_beyond(version)
    table.page.wait_for_function("document.querySelector('#play-form [value=give]') !== null")
    return table.page


@scene
def table_after_the_session(club: Club) -> Page:
    table = win_the_deal(club, club.member, deals=1)
    expect(table.page.get_by_role("region", name="Final standings")).to_be_visible()
    return table.page


@scene
def waiting_room_of_the_host(club: Club) -> Page:
    page = at(club.member, club, "/tables/new/")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#table")).to_have_attribute("data-connection", "open")
    return page


@scene
def waiting_room_of_an_invited_visitor(club: Club) -> Page:
    page = waiting_room_of_the_host(club)
    # The tab may still be signed in from another scene.
    club.visitor.context.clear_cookies()
    return at(club.visitor, club, page.url.removeprefix(club.server.url))


@scene
def refused_name_before_sitting_down(club: Club) -> Page:
    page = waiting_room_of_an_invited_visitor(club)
    page.locator("#menu").get_by_role("button", name="Sit down").click()
    name = page.get_by_label("Your name at this table")
    name.fill("   ")
    name.press("Enter")
    expect(page.locator(".field-errors")).to_be_visible()
    return page


@scene
def closed_table(club: Club) -> Page:
    host = waiting_room_of_the_host(club)
    page = at(club.visitor, club, host.url.removeprefix(club.server.url))
    expect(page.locator("#table")).to_have_attribute("data-connection", "open")
    # Others look on, so the host is asked first.
    host.get_by_text("More…").click()
    host.get_by_role("button", name="Close table").click()
    expect(page.get_by_role("heading", name="closed this table.")).to_be_visible()
    return page


@scene
def lobby_with_a_game_to_watch(club: Club) -> Page:
    page = at(club.member, club, "/tables/new/")
    choose_rules(page, "lukang")
    open_more_options(page)
    page.get_by_label("Who can join").select_option("anyone")
    page.get_by_label("Clock").select_option("relaxed")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/tables/*/")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
    lobby = at(club.visitor, club, "/tables/")
    expect(lobby.get_by_role("heading", name="Games to watch")).to_be_visible()
    return lobby


@scene
def lobby_with_a_table(club: Club) -> Page:
    page = at(club.member, club, "/tables/new/")
    # Rules that no later scene uses, so that "Play now" never leads to this table.
    choose_rules(page, "lukang")
    open_more_options(page)
    page.get_by_label("Who can join").select_option("anyone")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/tables/*/")
    return at(club.visitor, club, "/tables/")


@scene
def rules_of_the_table(club: Club) -> Page:
    table = club.sit(club.guest, HAND, *OTHERS)
    table.open_rules()
    expect(table.rules.get_by_role("heading", name="Combinations")).to_be_visible()
    return table.page


@scene
def score_sheet_of_the_table(club: Club) -> Page:
    table = club.sit(club.guest, HAND, *OTHERS)
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.locator("#sheet-toggle").click()
    return table.page


@pytest.mark.parametrize("name", SCENES)
def test_the_page_has_no_serious_accessibility_fault(club: Club, name: str):
    found = faults(SCENES[name](club), name)
    assert not found, "\n\n".join(["", *found])
