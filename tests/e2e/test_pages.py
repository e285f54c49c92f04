"""Every page around the table: it fits every common window size, and axe finds no serious fault.

Nothing overflows, is cut or covered, although names and amounts are as wide as they can be. To
cover a new page, add a line here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import PATIENCE, Sit
from tests.e2e.page_geometry import as_text, faults_by_size, sizes_for
from tests.e2e.server import Server


@dataclass(frozen=True)
class Crowd:
    """The crowded server, and its users' tabs."""

    server: Server
    #: By role: visitor, owner, player, stranger.
    tabs: dict[str, Page]
    #: Addresses by name; see ``tests.tournaments.crowded``.
    made: dict[str, str]

    def at(self, who: str, path: str) -> Page:
        """Bring a user's tab to an address, whose first part may be one of the names."""
        start, _, rest = path.partition(":")
        page = self.tabs[who]
        page.goto(self.server.url + (self.made[start] + rest if _ else path))
        return page


@pytest.fixture(scope="module")
def crowd(chromium: Browser, still_club: Server) -> Iterator[Crowd]:
    made = cast("dict[str, str]", still_club.beside("crowded"))
    tabs = {}
    for who in ("visitor", "owner", "player", "stranger"):
        context = chromium.new_context(reduced_motion="reduce", service_workers="block")
        context.set_default_timeout(PATIENCE)
        if who in made:
            key = {"name": "sessionid", "value": made[who], "url": still_club.url}
            context.add_cookies([key])  # type: ignore[list-item]
        tabs[who] = context.new_page()
    yield Crowd(still_club, tabs, made)
    for page in tabs.values():
        page.context.close()


#: Pages that only need to be opened, each with its user.
PLAIN = {
    # First, because tables are listed only while their hosts are online.
    "lobby": ("visitor", "/tables/"),
    "home": ("visitor", "/"),
    "home of a player": ("owner", "/"),
    "learning": ("visitor", "/learn/"),
    "puzzles": ("visitor", "/puzzles/"),
    "puzzle": ("visitor", "/puzzles/1/"),
    "player": ("player", "/players/crowd0/"),
    "own player page": ("owner", "/players/crowd0/"),
    "friends": ("owner", "/friends/"),
    "opening a table": ("owner", "/tables/new/"),
    "ratings": ("visitor", "/ratings/"),
    "ratings of a player": ("owner", "/ratings/"),
    "statistics": ("owner", "/people/me/"),
    "statistics without a game": ("stranger", "/people/me/"),
    "clubs": ("owner", "/clubs/"),
    "clubs seen by a visitor": ("visitor", "/clubs/"),
    "roles in a club": ("visitor", "/clubs/roles/"),
    "creating a club": ("owner", "/clubs/new/"),
    "club": ("owner", "club:"),
    "club of others": ("stranger", "club:"),
    "invitation to a club": ("stranger", "invitation:"),
    "members of a club": ("owner", "club:members/"),
    "member of a club": ("owner", "member:"),
    "news of a club": ("owner", "club:news/"),
    "invitations to a club": ("owner", "club:invitations/"),
    "house rules of a club": ("owner", "club:house-rules/"),
    "history of a club": ("owner", "club:history/"),
    "settings of a club": ("owner", "club:settings/"),
    "closing a club": ("owner", "club:close/"),
    "leaving a club": ("player", "club:leave/"),
    "events of a club": ("owner", "club:events/"),
    "calendar of a club": ("owner", "club:calendar/"),
    "accounts of a club": ("owner", "club:accounts/"),
    "open payments of a club": ("owner", "club:accounts/open/"),
    "settlements of a club": ("owner", "club:accounts/settlements/"),
    "settling a club": ("owner", "club:accounts/settle/"),
    "how a club settles": ("owner", "club:accounts/settings/"),
    "season of a club": ("owner", "club:accounts/season/"),
    "money between members": ("owner", "club:accounts/between/"),
    "treasurer of a club": ("owner", "club:accounts/treasurer/"),
    "dues of a club": ("owner", "club:dues/"),
    "dues of a member": ("player", "club:dues/"),
    "bills of a club": ("player", "club:bills/"),
    "splitting a bill": ("owner", "club:bills/new/"),
    "bill": ("player", "bill:"),
    "bill of its payer": ("owner", "bill:"),
    "event": ("player", "event:"),
    "event of others": ("visitor", "event:"),
    "upcoming event": ("player", "ahead:"),
    "desk": ("owner", "event:desk/"),
    "desk before the start": ("owner", "ahead:desk/"),
    "desk of a round in play": ("owner", "playing:desk/"),
    "replacing a player": ("owner", "playing:desk/replace/?entry=2"),
    "giving a penalty": ("owner", "playing:desk/penalty/?entry=2"),
    "removing a player": ("owner", "playing:desk/take-out/?entry=2"),
    "keeping players apart": ("owner", "event:desk/apart/?entry=2"),
    "seats of an event": ("owner", "event:desk/seats/"),
    "balance of a seating": ("owner", "event:desk/even/"),
    "event with real cards": ("visitor", "cards:"),
    "desk with real cards": ("owner", "cards:desk/"),
    "projector with real cards": ("owner", "cards:projector/"),
    "guest link of an event": ("visitor", "guest:"),
    "members to add to an event": ("owner", "ahead:desk/names/"),
    "starting a tournament": ("owner", "start:"),
    "changing an event": ("owner", "event:edit/"),
    "standings": ("visitor", "event:standings/"),
    "finished knock-out": ("visitor", "knock_out:"),
    "standings of a knock-out": ("owner", "knock_out:standings/"),
    "groups": ("visitor", "groups:"),
    "podium on the projector": ("owner", "knock_out:projector/"),
    "seating to print": ("owner", "event:print/seating/1/"),
    "seating to print by table": ("owner", "playing:print/tables/1/"),
    "standings to print": ("owner", "event:print/standings/"),
    "projector": ("owner", "event:projector/"),
    "projector before the start": ("owner", "ahead:projector/"),
    "season of events": ("owner", "season:"),
    "dates of events": ("player", "/events/dates/"),
    "settlement": ("owner", "settlement:"),
    "payments": ("owner", "/payments/"),
    "payment": ("owner", "payment:"),
    "statement": ("owner", "/statements/"),
    "statement to print": ("owner", "/statements/print/"),
    "session": ("owner", "session:"),
    "puzzle from a deal": ("owner", "own_puzzle:"),
    "review with a puzzle": ("owner", "session:deals/1/review/"),
    "shuffle check": ("owner", "replay:shuffle/"),
    "rules gallery": ("owner", "/rules/"),
    "preset": ("visitor", "/rules/hong_kong/"),
    "house rules": ("owner", "house:"),
    "house rules of another user": ("visitor", "house:"),
    "changing house rules": ("owner", "house:edit/"),
    "deleting house rules": ("owner", "house:delete/"),
    "editor": ("visitor", "/rules/new/?from=hong_kong"),
    "sign in": ("visitor", "/accounts/login/"),
    "sign up": ("visitor", "/accounts/signup/"),
    "forgotten password": ("visitor", "/accounts/password/reset/"),
    "profile": ("owner", "/accounts/profile/"),
    "ways to be paid": ("owner", "/payments/me/"),
    "a way to be paid": ("owner", "/payments/me/epc/"),
    "bank details": ("owner", "/payments/me/bank/"),
    "picture of a payment code": ("owner", "/payments/me/duitnow/"),
    "privacy settings": ("owner", "/accounts/privacy/"),
    "loss limits": ("owner", "/limits/"),
    "email addresses": ("owner", "/accounts/email/"),
    "notification settings": ("owner", "/accounts/notices/"),
    "stopping emails": ("visitor", "stop:"),
    "stopping emails by a broken link": ("visitor", "/accounts/notices/stop/x/"),
    "deleting news": ("owner", "news:drop/"),
    "password change": ("owner", "/accounts/password/change/"),
    "second factor": ("owner", "/accounts/second/"),
    "keys": ("owner", "/accounts/second/webauthn/"),
    "signed-in browsers": ("owner", "/accounts/sessions/"),
    "download of personal data": ("owner", "/accounts/export/"),
    "closing an account": ("owner", "/accounts/close/"),
    "sign out": ("owner", "/accounts/logout/"),
    "no such page": ("visitor", "/nowhere/"),
}
Scene = Callable[[Crowd], Page]
SCENES: dict[str, Scene] = {
    name: lambda crowd, who=who, path=path: crowd.at(who, path)
    for name, (who, path) in PLAIN.items()
}


def scene(opener: Scene) -> Scene:
    SCENES[opener.__name__.replace("_", " ")] = opener
    return opener


@scene
def payment_details_of_a_club(crowd: Crowd) -> Page:
    page = crowd.at("owner", "club:accounts/")
    page.get_by_role("link", name="Payment details").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Payment details")
    return page


@scene
def bank_details_of_a_club(crowd: Crowd) -> Page:
    page = payment_details_of_a_club(crowd)
    page.get_by_role("link", name="Bank account").click()
    expect(page.get_by_label("Account number or IBAN")).to_be_visible()
    return page


@scene
def qr_code_of_an_invitation(crowd: Crowd) -> Page:
    page = crowd.at("owner", "club:invitations/")
    page.get_by_role("button", name="QR code").first.click()
    expect(page.get_by_role("img", name="QR code for the link").first).to_be_visible()
    return page


@scene
def explained_tie(crowd: Crowd) -> Page:
    page = crowd.at("visitor", "knock_out:standings/")
    page.get_by_text("Tied", exact=True).first.click()
    expect(page.get_by_text("every tie-break is equal.").first).to_be_visible()
    return page


@scene
def shares_of_a_bill(crowd: Crowd) -> Page:
    page = crowd.at("owner", "club:bills/new/")
    page.get_by_label("What for").fill("Room hire")
    page.get_by_label("Total").fill("1000")
    for box in page.get_by_role("checkbox").all()[:6]:
        box.check()
    page.get_by_role("button", name="Check shares").click()
    expect(page.get_by_role("group", name="Shares")).to_be_visible()
    return page


@scene
def rounds_of_an_entrant(crowd: Crowd) -> Page:
    page = crowd.at("visitor", "event:standings/")
    page.locator(".event-standings a").first.click()
    expect(page.get_by_role("heading", name="Round by round")).to_be_visible()
    return page


@scene
def session_deal_by_deal(crowd: Crowd) -> Page:
    page = crowd.at("owner", "session:")
    for summary in page.locator("main summary").all():
        if summary.evaluate("each => !each.parentElement.open"):
            summary.click()
    return page


@scene
def season_of_a_club_as_a_table(crowd: Crowd) -> Page:
    page = crowd.at("owner", "club:accounts/season/")
    page.get_by_text("View as table").click()
    return page


@scene
def desk_with_all_open(crowd: Crowd) -> Page:
    page = crowd.at("owner", "event:desk/")
    for each in page.locator("main details:not([data-menu]) > summary").all():
        each.click()
    return page


@scene
def menu_of_a_player_on_the_desk(crowd: Crowd) -> Page:
    page = crowd.at("owner", "playing:desk/")
    page.locator("[id^=menu-seat-] > summary").last.click()
    expect(page.get_by_role("link", name="Give penalty").first).to_be_visible()
    return page


@scene
def new_event_with_all_open(crowd: Crowd) -> Page:
    page = crowd.at("owner", "new_event:")
    for each in page.locator("main details > summary").all():
        each.click()
    return page


@scene
def sign_up_refused(crowd: Crowd) -> Page:
    page = crowd.at("visitor", "/accounts/signup/")
    page.get_by_label("Username").fill("crowd1")
    for field in page.locator("input[type=password]").all():
        field.fill("1")
    page.locator("main form button[type=submit]").click()
    expect(page.locator(".field-errors li").first).to_be_visible()
    return page


@scene
def replay(crowd: Crowd) -> Page:
    return crowd.at("owner", "replay:")


@scene
def replay_with_a_trick(crowd: Crowd) -> Page:
    return crowd.at("owner", "replay:?step=9")


@scene
def replay_at_its_end(crowd: Crowd) -> Page:
    page = crowd.at("owner", "replay:")
    page.locator("#replay-last").click()
    expect(page.locator(".replay-headline")).to_be_visible()
    return page


@scene
def review(crowd: Crowd) -> Page:
    page = crowd.at("owner", "session:deals/2/")
    page.get_by_role("button", name="Review my plays").click()
    page.get_by_role("region", name="Your plays").get_by_role("link").first.click()
    expect(page.get_by_role("table", name="Your decision at step")).to_be_visible()
    return page


@pytest.mark.proof
@pytest.mark.parametrize("name", SCENES)
def test_the_page_fits_every_window_size_and_is_accessible(crowd: Crowd, name: str):
    page = SCENES[name](crowd)
    misfits = faults_by_size(page, sizes_for(name))
    assert not misfits, f"\n{as_text(misfits)}"
    faults = axe.faults(page, name)
    assert not faults, "\n\n".join(["", *faults])


PLACES = ["Home", "Tables", "Clubs", "Rules", "Ratings"]


@pytest.mark.parametrize("path", ["/", "/rules/", "table"])
def test_the_menu_leads_to_every_section_on_a_phone(
    tab: Page, club_server: Server, playing: Sit, path: str
):
    tab.set_viewport_size({"width": 390, "height": 844})
    if path == "table":
        playing("3D 6C 2S", "4D 7C KS", "4C 7D KH", "4H 7S KC")
    else:
        tab.goto(club_server.url + path)
    menu = tab.get_by_role("banner").locator(".site-menu > summary")
    expect(menu).to_have_accessible_name("Menu")
    menu.focus()
    tab.keyboard.press("Enter")
    places = (
        tab.get_by_role("banner").get_by_role("navigation", name="Main menu").get_by_role("link")
    )
    assert places.all_text_contents()[: len(PLACES)] == PLACES
    # Escape closes it and returns the focus.
    tab.keyboard.press("Escape")
    expect(places.first).to_be_hidden()
    expect(menu).to_be_focused()
    tab.keyboard.press("Enter")
    places.filter(has_text="Ratings").click()
    tab.wait_for_url("**/ratings/")


def test_the_menu_works_without_javascript(chromium: Browser, club_server: Server):
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(club_server.url)
    page.locator(".site-menu > summary").click()
    page.locator(".site-menu").get_by_role("link", name="Clubs").click()
    expect(page).to_have_url(club_server.url + "/clubs/")
    context.close()
