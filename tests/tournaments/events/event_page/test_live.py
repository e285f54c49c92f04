"""Live updates of event pages: content, recipients and cost."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.common.database import in_database
from games.live import announce, presence
from games.live import hub as live
from games.rules.cards import card_names
from games.rules.ruleset.rule_set import RuleSet
from games.tables import topics
from games.tables.services import opening, starting
from games.tables.snapshot import snapshot_of
from tests.games.screens.test_languages import STRANGE, strange
from tests.players import Game, Person
from tests.rigging import signed_in
from tests.sockets import Browser
from tests.tournaments.clubs.people import caller
from tests.tournaments.clubs.people import crew as found_crew
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Role
from tournaments.clubs.services import members
from tournaments.events.club_nights.live import night_digest
from tournaments.events.consumer import NOT_FOUND
from tournaments.events.core import format_input
from tournaments.events.core.topics import desk_topic
from tournaments.events.corrections import penalties
from tournaments.events.desk import services
from tournaments.events.entries.checking_in import check_in
from tournaments.events.event_page.live import StandingsParts, _read_state, event_state
from tournaments.events.notices.services import notices_seen
from tournaments.events.rounds import publication, selectors
from tournaments.events.rounds.models import EventSeat
from tournaments.events.rounds.selectors import BusyPlayer
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up
from tournaments.events.substitutes.services import replace_player

__all__ = ["strange"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def evening(sockets, queued) -> Evening:
    """An event for four people and four bots, with a proposed first round."""
    return await in_database(lambda: Evening.of(found_crew()).started())()


@pytest.fixture
def no_periodic_check(monkeypatch) -> None:
    """Disable the periodic check, so only announcements arrive."""
    monkeypatch.setattr(live, "CHECK_SECONDS", 3600)


async def key_of(user: User | None) -> str | None:
    return None if user is None else await in_database(signed_in)(user)


async def page(evening, user=None, part="", version=None) -> Browser:
    path = f"/ws/events/{evening.event.slug}/{part}"
    if version is not None:
        path += f"?version={version}"
    return Browser(path=path, key=await key_of(user))


async def well(evening, service, *more, **named):
    await in_database(evening.well)(service, *more, **named)


def parts(html: str) -> set[str]:
    return set(re.findall(r'id="event-(\w+)"[^>]* hx-swap-oob', html))


# --- The event's page


async def test_the_page_receives_its_changed_parts_when_something_happens(
    evening, no_periodic_check
):
    browser = await page(evening)
    assert parts(await browser.open()) == {
        "own", "facts", "state", "round_clock", "current", "stages", "people", "places", "earlier",
        "record",
    }  # fmt: skip
    await well(evening, services.announce, "Tea is ready.")
    html = await browser.read()
    assert parts(html) == {"record"}
    assert "Tea is ready." in html
    await well(evening, publication.publish_round)
    html = await browser.read()
    assert parts(html) == {"current", "finality", "places", "record"}
    # The whole standings come first: the finality belongs inside them.
    assert html.index('id="event-places"') < html.index(
        'id="event-finality" class="event-section" hx'
    )
    assert "Table 2" in html
    assert await browser.silent()


async def test_changed_facts_are_sent_to_every_reader_and_the_stake_only_to_members(
    evening, no_periodic_check
):
    member = await page(evening, evening.crew.member)
    visitor = await page(evening)
    await member.open()
    await visitor.open()
    await well(evening, change_event, name="Summer", visibility="link")
    for each in (member, visitor):
        html = await each.read()
        assert "facts" in parts(html)
        assert "Anyone with the link" in html
        assert ("Stake" in html) == (each is member)


async def test_a_page_with_the_current_version_receives_nothing(evening, no_periodic_check):
    browser = await page(evening, version=evening.event.version)
    assert await browser.connect()
    assert await browser.silent()
    await well(evening, services.announce, "Tea is ready.")
    assert parts(await browser.read()) == {"record"}


async def test_a_players_own_part_is_sent_only_to_that_player(evening, no_periodic_check):
    player = await page(evening, evening.people[0].user)
    member = await page(evening, evening.crew.member)
    first, second = await player.open(), await member.open()
    assert 'data-own="1"' in first
    assert "You’re in." in first
    assert "data-own" not in second
    await well(evening, publication.publish_round)
    seat = await in_database(_seat_of)(1)
    url = seat.event_table.table.get_absolute_url()
    # The alert is sent separately and is not part of the page.
    told = [html for html in (await player.read(), await player.read()) if "event-own" in html]
    assert f'<a class="event-table-link" href="{url}">' in told[0]
    assert "event-table-link" not in await member.read()


def _seat_of(number):
    return EventSeat.objects.select_related("event_table__table").get(entry__number=number)


async def test_a_finished_table_is_read_once_and_only_changed_lines_are_sent(
    evening, no_periodic_check, monkeypatch
):
    await well(evening, publication.publish_round)
    watchers = [await page(evening) for _ in range(5)]
    for each in watchers:
        await each.open()
    reads, rows = [], []
    read, made = _read_state, StandingsParts._changes
    monkeypatch.setattr(
        "tournaments.events.event_page.live._read_state",
        lambda row: reads.append(row.version) or read(row),
    )
    monkeypatch.setattr(
        StandingsParts,
        "_changes",
        lambda own, before: rows.append(1) or made(own, before),
    )
    table = (await in_database(evening.tables)())[0]
    await in_database(evening.play_table)(table)
    sent = []
    for each in watchers:
        html = await each.read()
        assert parts(html) == {"current", "finality"}
        sent.append(await each.read())
        assert await each.silent()
    assert len(reads) == 1
    assert rows == [1]
    assert len(set(sent)) == 1
    before = await in_database(_standings_numbers)(evening)
    assert set(re.findall(r'<tr id="standing-(\d+)"', sent[0])) <= before
    # Four have a result; of those without one, only the ones who moved are sent.
    assert 4 <= sent[0].count("<tr ") <= 8
    assert "event-section" not in sent[0]


def _standings_numbers(evening):
    return {str(line.entrant) for line in format_input.standings_of(evening.event)}


async def test_an_unchanged_line_of_the_standings_is_not_sent(evening, no_periodic_check):
    await well(evening, publication.publish_round)
    await in_database(evening.play_round)()
    browser = await page(evening)
    await browser.open()
    lines = await in_database(format_input.standings_of)(evening.event)
    last = lines[-1]
    await well(evening, penalties.give_penalty, last.entrant, 5, "came late")
    assert parts(await browser.read()) == {"record"}
    rows = await browser.read()
    sent = set(map(int, re.findall(r'<tr id="standing-(\d+)"', rows)))
    # The last one, and the one directly ahead, whose lead has grown.
    assert sent == {last.entrant, lines[-2].entrant}


async def test_further_readers_of_a_page_take_no_queries(evening, no_periodic_check):
    """A second browser gets the cached content."""
    first = await page(evening)
    await first.open()
    second = await page(evening)
    assert await second.connect()
    state = await in_database(event_state)(evening.event.pk)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            for user in (None, *(each.user for each in evening.people)):
                state.own_part(user, Role.MEMBER)
                state.context(user)
                state.projector_context()
        return len(caught)

    assert await in_database(queries)() == 0
    assert parts(await second.read())


async def test_only_organizers_can_follow_a_draft(sockets, no_periodic_check):
    evening = await in_database(lambda: Evening.of(found_crew()))()
    for user in (None, evening.crew.stranger, evening.crew.member, evening.crew.guest):
        for part in ("", "projector/"):
            browser = await page(evening, user, part)
            assert await browser.connect()
            assert await browser.closed() == ("", 4404)
    assert parts(await (await page(evening, evening.crew.organizer)).open())
    missing = Browser(path="/ws/events/nonsense/")
    assert await missing.connect()
    assert await missing.closed() == ("", 4404)


async def test_messages_from_browsers_are_ignored(evening, no_periodic_check):
    for part, user in (("", None), ("desk/", evening.crew.organizer), ("projector/", None)):
        browser = await page(evening, user, part)
        await browser.open()
        await browser.send_raw("whatever")
        assert await browser.silent()


# --- Access


async def test_only_members_and_entrants_can_follow_a_members_only_event(
    evening, no_periodic_check
):
    await well(evening, change_event, visibility="members")
    crew = evening.crew
    for user in (None, crew.stranger):
        outside = await page(evening, user)
        await outside.connect()
        assert (await outside.closed())[1] == NOT_FOUND
    member, player = await page(evening, crew.member), await page(evening, evening.people[0].user)
    await member.open()
    await player.open()
    await in_database(members.remove)(caller(crew.owner), crew.club.pk, crew.member.pk)
    await well(evening, services.announce, "Tea is ready.")
    assert "Tea is ready." in await player.read()
    assert (await member.closed())[1] == NOT_FOUND


async def test_a_reason_is_sent_only_to_organizers_and_the_player_concerned(
    evening, no_periodic_check
):
    crew = evening.crew
    one, other = (each.user for each in evening.people[:2])
    entry = await in_database(evening.event.entries.get)(user=one)
    browsers = [await page(evening, user) for user in (one, crew.organizer, other, None)]
    for each in browsers:
        await each.open()
    await well(evening, penalties.give_penalty, entry.number, 5, "Spilled the tea.")
    read = [await each.read() for each in browsers]
    assert ["Spilled the tea." in html for html in read] == [True, True, False, False]


# --- The desk


async def test_the_desk_shows_the_progress_of_a_deal(evening, no_periodic_check, monkeypatch):
    await well(evening, publication.publish_round)
    desk = await page(evening, evening.crew.organizer, "desk/")
    html = await desk.open()
    assert "Deal 1 of 1" in html
    assert "Undo start" in html
    table = (await in_database(evening.tables)())[0]
    game = Game(evening.people, table.table)
    await in_database(game.step)()
    html = await desk.read()
    assert re.findall(r'id="desk-table-(\d+)"', html) == [str(table.pk)]
    assert parts(html) == {"clock", "start_undo"}
    assert "Undo start" not in html
    await in_database(evening.play_table)(table)
    html = ""
    while "1 of 2 tables finished" not in html:
        html = await desk.read()


async def test_an_organizer_who_plays_hears_of_their_turn_at_the_desk(evening, no_periodic_check):
    crew = evening.crew
    first = await in_database(lambda: evening.people[0].user)()
    await in_database(lambda: Membership.objects.filter(user=first).update(role="organizer"))()
    await well(evening, publication.publish_round)
    mine = await page(evening, first, "desk/")
    others = await page(evening, crew.organizer, "desk/")
    html = await mine.open()
    # The alert comes on its own.
    while "desk_own" not in html:
        html = await mine.read()
    assert re.search(r"at table [12]\..*Go to your table", html, re.S)
    assert "at table" not in await others.open()


async def test_the_desk_says_when_players_at_other_tables_are_free(
    evening, no_periodic_check, monkeypatch
):
    desk = await page(evening, evening.crew.organizer, "desk/")
    busy = (BusyPlayer(1, "Mei", "Other", "other", 1, 2, 3, 1),)
    monkeypatch.setattr(selectors, "busy_in_proposal", lambda _event: busy)
    assert "Other, round 1, table 2" in await desk.open()
    monkeypatch.setattr(selectors, "busy_in_proposal", lambda _event: ())
    await in_database(announce.changed)(desk_topic(evening.event.pk))
    html = await desk.read()
    assert parts(html) == {"clock", "busy"}
    assert "Other, round 1, table 2" not in html


async def test_the_desk_shows_which_players_are_offline(evening, no_periodic_check):
    await in_database(User.objects.update)(seen_at=None)
    await well(evening, publication.publish_round)
    desk = await page(evening, evening.crew.organizer, "desk/")
    assert (await desk.open()).count("offline") == 4
    await well(evening, replace_player, 1, None, "ill")
    html = ""
    while "left; a bot is playing" not in html:
        html = await desk.read()
    assert html.count("offline") <= 3


async def test_only_current_organizers_can_follow_the_desk(evening, no_periodic_check):
    crew = evening.crew
    for user in (None, crew.stranger, crew.member, crew.guest, evening.people[0].user):
        browser = await page(evening, user, "desk/")
        assert await browser.connect()
        assert await browser.closed() == ("", 4403)
    desk = await page(evening, crew.organizer, "desk/")
    await desk.open()
    await in_database(Membership.objects.filter(user=crew.organizer).delete)()
    owner = await in_database(lambda: Person(crew.owner).caller)()
    await in_database(services.announce)(owner, evening.event.pk, "For those who run it.")
    assert await desk.closed() == ("", 4403)


async def test_forms_of_the_desk_are_sent_in_a_template_and_never_in_a_part(
    evening, no_periodic_check
):
    desk = await page(evening, evening.crew.organizer, "desk/")
    html = await desk.open()
    offered = re.search(r'<template id="event-offered".*?</template>', html, re.S)
    assert "decide-announce" in offered.group()
    assert not re.search(
        r"<(textarea|select)|<input(?! type=.hidden)", html.replace(offered[0], "")
    )


@pytest.mark.django_db
def test_changes_are_reported_only_for_tables_of_an_event(crew, queued, monkeypatch):
    heard = []
    monkeypatch.setattr(topics.arranged_changed, "_providers", [heard.append])
    Game.solo().step()
    assert heard == []
    evening = Evening.of(crew).started().well(publication.publish_round)
    # Not of their opening.
    assert heard == []
    table = evening.tables()[0]
    Game(evening.people, table.table).step()
    assert set(heard) == {table.table_id}


# --- No hands


async def test_event_page_desk_and_projector_never_send_a_card(evening, no_periodic_check):
    await well(evening, publication.publish_round)
    crew = evening.crew
    browsers = [
        await page(evening, crew.organizer, "desk/"),
        await page(evening, evening.people[0].user),
        await page(evening, None, "projector/"),
    ]
    told = [await each.open() for each in browsers]
    seated = await in_database(evening.tables)()
    hands = {
        name
        for table in seated
        for hand in (await in_database(snapshot_of)(table.table)).state.hands
        for name in card_names(hand)
    }
    game = Game(evening.people, seated[0].table)
    await in_database(game.play_deal_move_by_move)()
    await in_database(evening.play_table)(seated[0])
    for each in browsers:
        while not await each.silent():
            told.append(await each.read())
    assert len(hands) == 52
    html = "\n".join(told)
    assert "data-card" not in html
    assert "secret" not in html
    words = set(re.findall(r"\b(?:10|[2-9TJQKA])[DCHS]\b", html))
    assert words & hands == set()


# --- Alerts


@pytest.mark.every_database
async def test_a_seated_player_gets_the_alert_on_every_page(evening, no_periodic_check):
    first, second, third, _fourth = (each.user for each in evening.people)
    lobby = Browser(key=await key_of(first))
    await lobby.open()
    other = Browser(path="/ws/calls/", key=await key_of(second))
    assert await other.connect()
    assert await other.silent()
    slug = await in_database(_table_of_own)(third)
    playing = Browser(slug, await key_of(third))
    await playing.open()
    stranger = Browser(path="/ws/calls/", key=await key_of(evening.crew.stranger))
    assert await stranger.connect()
    assert await stranger.silent()
    await well(evening, publication.publish_round)
    for number, browser in enumerate((lobby, other, playing), 1):
        seat = await in_database(_seat_of)(number)
        html = ""
        while "data-url" not in html:
            html = await browser.read()
        assert f'data-url="{seat.event_table.table.get_absolute_url()}"' in html
        assert f"Spring, round 1, table {seat.event_table.number}." in html
    assert await stranger.silent()
    # The replaced player is no longer alerted, and the substitute is.
    named = {"substitute": evening.crew.stranger, "reason": "ill"}
    await in_database(lambda: replace_player(evening.desk, evening.event.pk, 2, **named))()
    assert "data-url" not in await other.read()
    assert "data-url" in await stranger.read()


async def test_an_announcement_reaches_players_at_their_tables(evening, no_periodic_check):
    await well(evening, publication.publish_round)
    first = evening.people[0].user
    seat = await in_database(_seat_of)(1)
    table = Browser(seat.event_table.table.slug, await key_of(first))
    await table.open()
    await well(evening, services.announce, "Tea is <ready>.")
    html = ""
    while "Tea is" not in html:
        html = await table.read()
    assert "Tea is &lt;ready&gt;." in html
    # It is announced, and redirects no browser.
    assert "data-no-redirect" in html
    assert "Go to your table" not in html
    # A user who has read the event's page gets an alert but no notification.
    await in_database(lambda: notices_seen(first.pk, evening.event.pk))()
    other = Browser(path="/ws/calls/", key=await key_of(first))
    html = await other.open()
    assert "data-no-redirect" not in html
    assert seat.event_table.table.get_absolute_url() in html


def _table_of_own(user: User) -> str:
    return opening.open_solo_table(user, rules=RuleSet.make("pagat"), rules_name="pagat").slug


async def test_the_projector_shows_no_alert_of_the_organizer_who_opened_it(
    evening, no_periodic_check
):
    await well(evening, publication.publish_round)
    projector = await page(evening, evening.people[0].user, "projector/")
    assert "data-url" not in await projector.open()
    await well(evening, services.announce, "Tea is ready.")
    assert "data-no-redirect" not in await projector.read()
    assert await projector.silent()


@pytest.mark.parametrize("path", ["/ws/calls/", "/ws/lobby/", "/ws/events/{}/"])
async def test_a_player_who_connects_late_still_gets_the_alert(evening, no_periodic_check, path):
    await well(evening, publication.publish_round)
    path = path.format(evening.event.slug)
    browser = Browser(path=path, key=await key_of(evening.people[0].user))
    html = await browser.open()
    while "data-url" not in html:
        html = await browser.read()


async def test_a_lost_alert_is_sent_again(evening, no_periodic_check, monkeypatch):
    monkeypatch.setattr(presence, "REPORT_SECONDS", 0.05)
    monkeypatch.setattr(announce, "note", lambda *_: None)
    lobby = Browser(key=await key_of(evening.people[0].user))
    await lobby.open()
    await well(evening, publication.publish_round)
    html = ""
    while "data-url" not in html:
        html = await lobby.read()


def test_members_and_players_open_a_socket_for_alerts(crew, client):
    evening = Evening.of(crew).well(open_sign_up).joined(1)
    home = reverse("profile")

    def listens(user) -> bool:
        client.force_login(user)
        return "/ws/calls/" in client.get(home).content.decode()

    # An organizer can start an event with any members at once.
    player = evening.people[0].user
    for user in (player, crew.organizer):
        assert listens(user)
    for user in (crew.stranger, crew.guest):
        assert not listens(user)
    # A player who has left the club is still alerted.
    Membership.objects.filter(user=player).delete()
    assert not listens(player)
    evening.all_here()
    assert listens(player)


def test_checking_for_alerts_takes_members_one_query_and_others_none(crew, client):
    evening = Evening.of(crew).well(open_sign_up).joined(1)

    def asked(user) -> int:
        if user is not None:
            client.force_login(user)
        with CaptureQueriesContext(connection) as caught:
            client.get(reverse("rules"))
        return sum("tournaments_entry" in each["sql"] for each in caught)

    assert asked(None) == 0
    assert asked(crew.guest) == 0
    assert asked(evening.people[0].user) <= 1


# --- The projector


def test_the_projector_is_public_and_organizers_get_a_link_to_share(crew, client):
    evening = Evening.of(crew)
    page, hall = (reverse(name, args=[evening.event.slug]) for name in ("event", "event_projector"))
    assert client.get(hall).status_code == 404
    evening.started().well(services.announce, "Tea <b>is</b> ready.").well(
        publication.publish_round
    )
    html = client.get(hall).content.decode()
    assert "Round 1 in progress" in html
    assert "0 of 2 tables finished" in html
    assert "Tea &lt;b&gt;is&lt;/b&gt; ready." in html
    assert html.count('data-view="') == 1
    evening.play_table(evening.tables()[0])
    html = client.get(hall).content.decode()
    assert "1 of 2 tables finished" in html
    assert html.count('data-view="') == 2
    link = f"http://testserver{hall}"
    assert link not in client.get(page).content.decode()
    client.force_login(crew.organizer)
    assert link in client.get(page).content.decode()


def test_the_projector_shows_checked_in_players_before_the_start(crew, client):
    evening = Evening.of(crew).well(open_sign_up).joined(2)
    hall = reverse("event_projector", args=[evening.event.slug])
    assert "2 signed up" in client.get(hall).content.decode()
    evening.well(open_check_in)
    html = client.get(hall).content.decode()
    assert "0 of 2 checked in" in html
    assert 'class="is-checked-in"' not in html
    assert check_in(evening.people[0].caller, evening.event.pk) is None
    html = client.get(hall).content.decode()
    assert "1 of 2 checked in" in html
    assert html.count('class="is-checked-in"') == 1


# --- After a table


async def test_a_table_links_back_to_the_event_after_its_last_deal(evening, no_periodic_check):
    await well(evening, publication.publish_round)
    seat = await in_database(_seat_of)(1)
    table = seat.event_table
    browser = Browser(table.table.slug, await key_of(evening.people[0].user))
    url = reverse("event", args=[evening.event.slug])
    assert url not in await browser.open()
    await in_database(evening.play_table)(table)
    html = ""
    while "Back to the event" not in html:
        html = await browser.read()
    assert f'href="{url}"' in html


# --- Languages


async def test_each_reader_gets_their_own_language(evening, no_periodic_check, strange):
    made = {}
    for language in ("en", STRANGE):
        key = f"{await key_of(evening.crew.organizer)}; django_language={language}"
        for part in ("", "desk/", "projector/"):
            browser = Browser(path=f"/ws/events/{evening.event.slug}/{part}", key=key)
            made[language, part] = browser
            assert ("⟦" in await browser.open()) == (language == STRANGE)
    await well(evening, publication.publish_round)
    for (language, _part), browser in made.items():
        html = await browser.read()
        assert ("⟦" in html) == (language == STRANGE)


# --- Club nights


@pytest.mark.every_database
async def test_a_club_night_page_reloads_when_players_sit_down_but_not_for_a_play(
    sockets, queued, no_periodic_check
):
    night = await in_database(lambda: Night.begun(found_crew(), 3, uneven="bots"))()
    digest = await in_database(night_digest)(night.event)
    slug = night.event.slug
    page = Browser(path=f"/ws/events/{slug}/night/?version={digest}")
    assert await page.connect()
    # The page already shows the current state.
    assert await page.silent()
    table = await in_database(night.opened)(0)
    again = await page.read()
    assert 'id="event-again"' in again
    assert f'hx-get="/events/{slug}/"' in again
    await in_database(night.sits)(1, table)
    assert 'id="event-again"' in await page.read()
    assert await in_database(starting.start)(night.people[0].caller, table.pk) is None
    assert 'id="event-again"' in await page.read()
    game = Game(night.people, table)
    await in_database(game.step)()
    assert await page.silent()
    await page.close()
