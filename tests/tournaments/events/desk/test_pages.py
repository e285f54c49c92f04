"""The page of the desk: its actions, and denials."""

import re

import pytest
from django.urls import reverse

from accounts.notices.models import Notice
from games.screens.notices import alert_of
from games.tables.models import Table
from tests.players import Game, Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.starting.people import started
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.desk.pages import BUTTONS, CHECK_IN_ALL
from tournaments.events.desk.parts import DESK_FORMS, PAGE_FORMS
from tournaments.events.desk.row_menus import CALL
from tournaments.events.entries.leaving import remove_entrant
from tournaments.events.entries.signing_up import enter
from tournaments.events.rounds import proposal, publication
from tournaments.events.setup.services import open_sign_up
from tournaments.events.substitutes.services import replace_player


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


# --- Rows of the desk


def act_link(evening, act, query=""):
    return at("event_desk_action", evening, act) + query


def test_rows_lead_to_actions_about_their_player_and_table(crew):
    evening = Evening.of(crew, clock="quick").started(people=8, bots=0)
    organizer = browser(crew.organizer)
    before = page(organizer, at("event_desk", evening))
    assert act_link(evening, "take-out", "?entry=3") in before
    assert act_link(evening, "replace") not in before
    evening.well(publication.publish_round)
    text = page(organizer, at("event_desk", evening))
    for act in ("replace", "penalty", "apart", "take-out"):
        assert act_link(evening, act, "?entry=3") in text
    assert act_link(evening, "extend", "?table=2") in text
    # Those that can hardly be undone come last and are only asked about.
    assert text.index(act_link(evening, "take-back-round")) > text.index('id="decide-announce"')
    shown = page(organizer, act_link(evening, "take-out", "?entry=3"))
    assert "<h1>Remove player3 from the event</h1>" in shown
    assert "gets no more seats in this event" in shown
    assert "<h1>Add time at table 2</h1>" in page(
        organizer, act_link(evening, "extend", "?table=2")
    )
    assert "its seating again" in page(organizer, act_link(evening, "take-back-round"))
    assert organizer.get(act_link(evening, "publish")).status_code == 405


def test_an_action_about_a_player_who_left_leads_back_to_the_desk(evening):
    evening.started().well(remove_entrant, 2, "ill")
    organizer = browser(evening.crew.organizer)
    for query in ("?entry=2", "?entry=99", "?entry=x", ""):
        answer = organizer.get(act_link(evening, "penalty", query), follow=True)
        assert answer.redirect_chain == [(at("event_desk", evening), 302)]
        assert "This player can’t be chosen" in answer.content.decode()


def test_substitutes_are_picked_by_name_or_username_among_members_who_are_free(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    organizer, crew = browser(evening.crew.organizer), evening.crew
    shown = page(organizer, act_link(evening, "replace", "?entry=1"))
    mei = re.search(rf'<li data-search="mei mei".*?value="{crew.member.pk}"[^>]*>', shown)
    assert mei
    assert "disabled" not in mei[0]
    other = evening.people[4].user
    playing = re.search(rf'value="{other.pk}"[^>]*>', shown)
    assert playing
    assert "disabled" in playing[0]
    data = {"replace-entry": "1", "replace-by": other.pk, "replace-reason": "ill"}
    assert "Select a valid choice" in desk(evening, "replace", 422, **data)


def test_members_at_a_table_of_another_event_cannot_be_substitutes(evening):
    evening.started(people=4, bots=0).well(publication.publish_round)
    others = [person(f"other{number}") for number in range(4)]
    for each in others:
        evening.crew.club.memberships.create(user=each)
    started(evening.crew, others)
    other = others[0]
    shown = page(browser(evening.crew.organizer), act_link(evening, "replace", "?entry=1"))
    playing = re.search(rf'value="{other.pk}".*?</li>', shown)
    assert playing
    assert "disabled" in playing[0]
    assert "playing at another table" in playing[0]
    answer = evening.do(replace_player, 1, other, "ill")
    assert refused(answer, EventCode.PLAYS_ELSEWHERE)


def second_event(first: Evening) -> Evening:
    """Return another event of the same players, with a proposed first round."""
    second = Evening.of(first.crew, name="Second")
    second.people = first.people
    second.well(open_sign_up)
    for each in second.people:
        assert enter(each.caller, second.event.pk) is None
    return second.all_here().well(proposal.start_event)


def test_players_at_other_tables_are_named_before_the_round_is_published(evening):
    evening.started(people=4, bots=0).well(publication.publish_round)
    second = second_event(evening)
    (table,) = evening.tables()
    organizer = browser(evening.crew.organizer)
    link = f"{at('event_desk', evening)}#desk-table-{table.pk}"
    for name in ("event_desk", "event_seats"):
        shown = page(organizer, at(name, second))
        assert "Some players are still at other tables" in shown
        assert shown.count(f'<a href="{link}">Spring, round 1, table 1</a>') == 4
        assert act_link(second, "skip", "?entry=2") in shown
    answer = second.do(publication.publish_round)
    assert refused(answer, EventCode.PLAYS_ELSEWHERE)
    assert sentence(answer).startswith("player1 (Spring, round 1, table 1), player2 (")
    evening.play_round()
    shown = page(organizer, at("event_desk", second))
    assert "Some players are still at other tables" not in shown
    second.well(publication.publish_round)


def test_tables_of_other_clubs_are_not_named(evening, crew):
    evening.started(people=4, bots=0).well(publication.publish_round)
    second = second_event(evening)
    evening.crew.club.__class__.objects.create(name="Away", slug="away", time_zone="UTC")
    Event.objects.filter(pk=evening.event.pk).update(
        club=evening.crew.club.__class__.objects.get(slug="away")
    )
    shown = page(browser(crew.organizer), at("event_desk", second))
    assert "Some players are still at other tables" in shown
    assert "Spring" not in shown
    assert "Spring" not in sentence(second.do(publication.publish_round))


def test_the_desk_tells_an_organizer_who_plays_of_their_own_turn(evening):
    evening.well(open_sign_up).joined(3)
    evening.people.append(Person(evening.crew.organizer))
    assert enter(evening.people[-1].caller, evening.event.pk) is None
    evening.all_here().well(proposal.start_event).well(publication.publish_round)
    (table,) = evening.tables()
    seat = table.seats.get(entry__user=evening.crew.organizer).place
    for turn, said in ((seat, "It’s your turn at table 1."), (seat ^ 1, "You’re playing at table")):
        Table.objects.filter(pk=table.table_id).update(turn=turn)
        shown = page(browser(evening.crew.organizer), at("event_desk", evening))
        assert said in shown
        assert f'href="{table.table.get_absolute_url()}">Go to your table' in shown
    # Another organizer doesn't play.
    assert "Go to your table" not in page(browser(evening.crew.owner), at("event_desk", evening))


def test_an_organizer_calls_the_players_of_a_table(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    table = evening.tables()[1]
    called = set(table.seats.values_list("entry__user", flat=True))
    desk(evening, "call", table="2")
    notices = Notice.objects.filter(kind="event.called")
    assert set(notices.values_list("user", flat=True)) == called
    player = next(each.user for each in evening.people if each.user.pk in called)
    assert alert_of(player).title == "Please come to table 2"
    assert alert_of(player).url.startswith(table.table.get_absolute_url() + "#called-")
    other = next(each.user for each in evening.people if each.user.pk not in called)
    assert alert_of(other).title == "Your table is ready"
    # The call is over with the table.
    evening.play_round()
    assert alert_of(player) is None
    answer = browser(evening.crew.organizer).post(
        at("event_desk_action", evening, "call"), {"table": "2"}, follow=True
    )
    assert "No player with an account is playing at this table" in answer.content.decode()


def test_a_paused_round_has_a_banner_and_only_the_button_to_resume(evening):
    evening.started().well(publication.publish_round)
    organizer = browser(evening.crew.organizer)
    pause, resume = act_link(evening, "pause"), act_link(evening, "go-on")
    text = page(organizer, at("event_desk", evening))
    assert pause in text
    assert resume not in text
    desk(evening, "pause")
    text = page(organizer, at("event_desk", evening))
    assert "All tables are paused." in text
    assert resume in text
    assert pause not in text
    assert "All tables are paused" in page(organizer, at("event_projector", evening))
    desk(evening, "go-on")
    text = page(organizer, at("event_desk", evening))
    assert "All tables are paused" not in text


def test_the_proposed_seating_marks_bots(evening):
    evening.started(people=4, bots=4)
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    proposed = text[text.index('id="proposed-title"') : text.index("Publish round")]
    assert proposed.count('<span class="tag">bot</span>') == 4


def test_a_bot_called_bot_is_not_tagged_and_others_are(evening):
    evening.well(open_sign_up).joined(3)
    for number, name in ((4, "Noor"), (5, "Bot 5")):
        evening.event.entries.create(number=number, name=name, bot="b", status="here")
    for url in ("event_desk", "event"):
        text = page(browser(evening.crew.organizer), at(url, evening))
        assert text.count('class="tag">bot<') + text.count('"club-secondary">bot<') == 1


def test_the_desk_says_how_an_event_can_end_while_a_round_is_in_play(crew):
    evening = Evening.of(crew).started(people=4, bots=0)
    organizer, undo = browser(crew.organizer), act_link(evening, "take-back-round")
    assert "To end the event" not in page(organizer, at("event_desk", evening))
    evening.well(publication.publish_round)
    text = page(organizer, at("event_desk", evening))
    assert "To end the event, finish or undo round 1 first." in text
    assert undo in text
    assert act_link(evening, "end") not in text.replace(act_link(evening, "end-night"), "")
    Game(evening.people, evening.tables()[0].table).step()
    text = page(organizer, at("event_desk", evening))
    assert "To end the event, finish round 1 first." in text
    assert "because a card has been played" in text
    assert undo not in text


def test_a_draft_says_that_members_can_be_added_once_sign_up_is_open(evening):
    organizer, link = browser(evening.crew.organizer), at("event_name_list", evening)
    text = page(organizer, at("event_desk", evening))
    assert "Open sign-up first to add members." in text
    assert link not in text
    desk(evening, "open")
    text = page(organizer, at("event_desk", evening))
    assert "Open sign-up first to add members." not in text
    assert link in text


def test_a_cancelled_event_shows_no_missing_agreements(crew):
    evening = Evening.of(crew, stake_minor=100, currency="HKD").well(open_sign_up).joined(2)
    organizer = browser(crew.organizer)
    desk(evening, "cancel", **{"cancel-reason": "Rain."})
    text = page(organizer, at("event_desk", evening))
    assert "player2" in text
    assert "hasn’t agreed" not in text


def test_only_organizers_can_use_the_actions_of_the_desk(evening):
    evening.started().well(publication.publish_round).play_round()
    kept = (evening.event.version, evening.event.records.count())
    crew = evening.crew
    client, data = browser(crew.member), {"cancel-reason": "x", "bots-count": "1"}
    for act in (*BUTTONS, CHECK_IN_ALL, CALL, *DESK_FORMS, *PAGE_FORMS):
        url = at("event_desk_action", evening, act)
        assert client.get(url).status_code == 403, url
        assert client.post(url, data | {"announce-text": "x"}).status_code == 403, url
    evening.event.refresh_from_db()
    assert (evening.event.version, evening.event.records.count()) == kept
    # Before the start, too.
    other = Evening.of(crew, name="Other")
    for act in (*BUTTONS, CHECK_IN_ALL, CALL, *DESK_FORMS, *PAGE_FORMS):
        assert browser(crew.member).post(at("event_desk_action", other, act)).status_code == 404
    other.event.refresh_from_db()
    assert other.event.status == Event.Status.DRAFT


def test_an_organizer_takes_an_event_from_draft_to_a_running_round(evening):
    desk(evening, "open")
    evening.joined(2)
    desk(evening, "bots", **{"bots-count": "6"})
    assert evening.event.entries.count() == 8
    evening.all_here()
    desk(evening, "start")
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Round 1: proposed seating" in text
    assert "No two players meet a second time." in text
    desk(evening, "redraw")
    desk(evening, "publish")
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "0 of 2 tables finished" in text
    desk(evening, "pause")
    desk(evening, "go-on")
    evening.play_table(evening.tables()[0])
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "1 of 2 tables finished" in text


def test_an_organizer_adds_time_at_the_desk(crew):
    evening = Evening.of(crew, clock="quick").started(people=8, bots=0)
    evening.well(publication.publish_round)
    assert "Add time at all tables" in page(browser(crew.organizer), at("event_desk", evening))
    data = {"extend-table": "1", "extend-seconds": "45", "extend-reason": "Tea was spilt."}
    desk(evening, "extend", **data)
    text = page(browser(crew.member), at("event", evening))
    assert "added 45 seconds at table 1." in text
    data |= {"extend-table": "", "extend-reason": "All of it."}
    desk(evening, "extend", **data)
    assert "at all tables." in page(browser(crew.member), at("event", evening))


def test_a_refused_action_is_explained_and_the_input_stays(evening):
    evening.started()
    data = {"penalty-entry": "1", "penalty-points": "0", "penalty-reason": "came late"}
    text = desk(evening, "penalty", 422, **data)
    assert "greater than or equal to 1" in text
    assert 'value="came late"' in text
    text = desk(
        evening,
        "replace",
        422,
        **{"replace-entry": "1", "replace-by": "bot", "replace-reason": "ill"},
    )
    assert "This player isn’t playing at a table right now." in text
    assert 'value="ill"' in text
    data |= {"penalty-points": "5", "penalty-reason": "\u3164"}
    assert "Enter at least one visible character." in desk(evening, "penalty", 422, **data)
    data["penalty-reason"] = "?!"
    text = desk(evening, "penalty", 422, **data)
    assert "Use at least one letter or digit." in text
    assert 'value="?!"' in text
    said = browser(evening.crew.organizer).post(
        at("event_desk_action", evening, "start"), follow=True
    )
    assert "This isn’t possible at the event’s current stage." in said.content.decode()


def test_an_organizer_gives_and_reverses_penalties_at_the_desk(evening):
    evening.started()
    data = {"penalty-entry": "2", "penalty-points": "5", "penalty-reason": "came late"}
    asked = page(browser(evening.crew.organizer), act_link(evening, "penalty", "?entry=2"))
    assert "Reason (required)" in asked
    assert "Taken off the player’s total." in asked
    desk(evening, "penalty", **data)
    given = evening.event.entries.get(number=2).penalties.get()
    assert given.points == 5
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "player2: 5-point penalty (came late)" in text
    assert "−5</span>" in text[text.index('id="entrants-title"') :]
    data = {"take-back-penalty": given.pk, "take-back-reason": "the bus"}
    desk(evening, "take-back", **data)
    given.refresh_from_db()
    assert given.reversed_at is not None
    assert "−5</span>" not in page(browser(evening.crew.organizer), at("event_desk", evening))


def test_an_organizer_replaces_a_player_by_a_member_or_a_bot(evening):
    evening.started().well(publication.publish_round)
    data = {"replace-entry": "1", "replace-by": evening.crew.member.pk, "replace-reason": "ill"}
    desk(evening, "replace", **data)
    assert "Your table" in page(browser(evening.crew.member), at("event", evening))
    assert "event-table-link" not in page(browser(evening.people[0].user), at("event", evening))
    desk(evening, "replace", **{"replace-entry": "2", "replace-by": "bot", "replace-reason": "ill"})
    data = {"replace-entry": "1", "replace-by": evening.people[0].user.pk, "replace-reason": "back"}
    url = at("event_desk_action", evening, "replace")
    answer = browser(evening.crew.organizer).post(url, data, follow=True).content.decode()
    assert "player1 plays again." in answer
    assert "now plays for" not in answer
    text = page(browser(evening.crew.member), at("event", evening))
    assert "oscar let player1 play again." in text
    data = {"replace-entry": "3", "replace-by": evening.crew.stranger.pk, "replace-reason": "ill"}
    desk(evening, "replace", 422, **data)


def test_an_organizer_corrects_a_result(evening):
    evening.started().well(publication.publish_round).play_round()
    table = evening.event.rounds.get(number=1).tables.first()
    client, url = browser(evening.crew.organizer), at("event_correct", evening, table.pk)
    page(client, url)
    nets = {"net-0": "10", "net-1": "-10", "net-2": "0", "net-3": "3", "reason": "misread"}
    answer = client.post(url, nets)
    assert answer.status_code == 422
    assert "add up to 0. These add up to 3." in answer.content.decode()
    assert 'value="misread"' in answer.content.decode()
    assert client.post(url, nets | {"net-3": "0"}).status_code == 302
    assert dict(table.seats.values_list("place", "net")) == {0: 10, 1: -10, 2: 0, 3: 0}
    other = Evening.of(evening.crew, name="Other")
    page(client, at("event_correct", other, table.pk), 404)


def test_an_organizer_removes_a_player_and_makes_an_announcement(evening):
    evening.started()
    desk(evening, "take-out", **{"take-out-entry": "1", "take-out-reason": "gone <home>"})
    desk(evening, "announce", **{"announce-text": "Tea is ready."})
    text = page(browser(evening.crew.member), at("event", evening))
    assert "oscar removed player1." in text
    assert "gone &lt;home&gt;" not in text
    assert "gone &lt;home&gt;" in page(browser(evening.people[0].user), at("event", evening))
    assert "Tea is ready." in text


def test_a_cancelled_event_shows_the_reason_to_its_entrants(evening):
    desk(evening, "open")
    assert "This field is required." in desk(evening, "cancel", 422)
    evening.joined(1)
    desk(evening, "cancel", **{"cancel-reason": "Rain."})
    assert evening.event.status == Event.Status.CANCELLED
    page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Rain." not in page(browser(evening.crew.member), at("event", evening))
    text = page(browser(evening.people[0].user), at("event", evening))
    assert "Rain." in text
    assert at("event_enter", evening) not in text
    events = reverse("club_events", args=[evening.crew.club.slug])
    assert "Past events" in page(browser(evening.crew.member), events)


def test_a_cancelled_draft_disappears_from_all_lists(evening):
    events = reverse("club_events", args=[evening.crew.club.slug])
    organizer, member = browser(evening.crew.organizer), browser(evening.crew.member)
    assert "Spring" in page(organizer, events)
    assert "disappears from the club’s lists" in page(organizer, act_link(evening, "cancel"))
    desk(evening, "cancel", **{"cancel-reason": "A try."})
    assert "Spring" not in page(organizer, events)
    assert "Spring" not in page(member, events)
    other = Evening.of(evening.crew, name="Autumn")
    desk(other, "open")
    desk(other, "cancel", **{"cancel-reason": "Rain."})
    assert "Autumn" in page(member, events)
