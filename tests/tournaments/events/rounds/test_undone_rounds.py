"""Published rounds that an organizer undoes before the first play."""

import pytest
from django.urls import reverse

from games.common.database import in_database
from games.tables import links
from games.tables.models import Action, Deal, Seat, Session, Table
from tests.players import Person
from tests.sockets import Browser
from tests.tournaments.clubs.people import crew as made_crew
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, deeds, refused
from tournaments.clubs.models import Membership
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.signing_up import enter
from tournaments.events.rounds import publication
from tournaments.events.rounds.models import EventSeat
from tournaments.ledger.settling.models import Settlement


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew)


def test_a_round_can_be_undone_before_anything_is_played(evening):
    evening.started(people=5, bots=4).well(publication.publish_round)
    seating, slugs = evening.round().seated, [each.table.slug for each in evening.tables()]
    assert refused(evening.do(publication.undo_round, " "), EventCode.NO_REASON)
    evening.well(publication.undo_round, "Ana sat wrong")
    assert evening.round().status == "proposed"
    assert evening.round().seated == seating
    for model in (Table, Session, Seat, Deal, EventSeat, Settlement):
        assert not model.objects.exists(), model
    for slug in slugs:
        assert links.onward_page(slug) == f"/events/{evening.event.slug}/"
    assert links.onward_page("elsewhere") == ""
    record = evening.event.records.get(deed="taken-back")
    assert (record.text, record.params) == ("Ana sat wrong", {"round": 1})
    refusal = evening.do(publication.undo_round, "once more")
    assert refused(refusal, EventCode.NOTHING_TO_TAKE_BACK)
    # There was no sit-out and no play, so the round starts from scratch.
    assert not format_input.standings_of(evening.event)[0].deals
    evening.well(publication.publish_round).play_round()
    assert evening.event.rounds.get(number=1).status == "finished"


def test_a_round_cannot_be_undone_after_one_card_is_played(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    tables = evening.tables()
    _play_once(evening, tables[1].table)
    assert Action.objects.count() == 1
    answer = evening.do(publication.undo_round, "too late")
    assert refused(answer, EventCode.PLAYED_ALREADY)
    assert "Play has already begun" in sentence(answer)
    # All tables are still there, including the others.
    assert len(evening.tables()) == 2
    assert Table.objects.count() == 2
    assert "taken-back" not in deeds(evening)


def _play_once(evening, table):
    from games.rules.cards import cards_text
    from games.rules.view import view
    from games.tables.services import moves
    from games.tables.snapshot import snapshot_of

    shown = snapshot_of(Table.objects.get(pk=table.pk))
    seat = next(each for each in shown.seats if each.number == shown.state.turn)
    player = next(each for each in evening.people if each.user.pk == seat.user_id)
    play = view(shown.state, seat.number).open_plays()[0]
    assert player.asks(moves.play, table, cards_text(play), shown.position) is None


def test_undoing_a_round_takes_into_account_who_joined_or_left_since(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    leaver, late = evening.people[0], person("late")
    assert withdraw(leaver.caller, evening.event.pk) is None
    Membership.objects.create(club=evening.crew.club, user=late)
    assert enter(Person(late).caller, evening.event.pk) is None
    evening.well(publication.undo_round, "once more, please")
    seated = {*evening.round().seated.seated, *evening.round().seated.out}
    assert seated == {2, 3, 4, 5, 6, 7, 8, 9}
    assert evening.event.entries.get(number=1).left is None
    assert evening.event.entries.get(number=9).joined == 1
    # Players who left may come back, since they have missed nothing.
    assert enter(leaver.caller, evening.event.pk) is None
    evening.well(publication.publish_round)


def test_an_organizer_undoes_a_round_and_its_tables_redirect_to_the_event(evening):
    evening.started(people=8, bots=0).well(publication.publish_round)
    url = evening.tables()[0].table.get_absolute_url()
    desk(evening, "take-back-round", **{"take-back-round-reason": "Ana sat wrong"})
    answer = browser(evening.people[0].user).get(url, follow=True)
    assert answer.redirect_chain[0][0] == at("event", evening)
    text = answer.content.decode()
    assert "This table was cancelled. Its players will get new seats." in text
    assert "undid round 1 before it was played." in text
    assert "Ana sat wrong" in text
    assert 'href="{}"'.format(at("event_seats", evening)) in page(
        browser(evening.crew.organizer), at("event_desk", evening)
    )
    page(browser(), reverse("table", args=["nowhere"]), 404)


@pytest.mark.django_db(transaction=True)
async def test_a_player_at_a_cancelled_table_sees_that_it_was_cancelled(queued):
    evening = await in_database(_published)()
    (table,), player = await in_database(evening.tables)(), evening.people[0]
    socket = Browser(table.table.slug, player.key)
    await socket.open()
    await in_database(evening.well)(publication.undo_round, "wrong")
    shown, code = await socket.closed()
    assert "This table was cancelled. Its players will get new seats." in shown
    assert f'href="{at("event", evening)}"' in shown
    assert code == 4404


@pytest.mark.django_db(transaction=True)
async def test_a_player_who_connects_late_sees_that_the_table_was_cancelled(queued):
    evening = await in_database(_published)()
    (table,), player = await in_database(evening.tables)(), evening.people[0]
    await in_database(evening.well)(publication.undo_round, "wrong")
    # Like a page whose socket is slower than the organizer.
    socket = Browser(table.table.slug, player.key)
    await socket.connect()
    shown, code = await socket.closed()
    assert "This table was cancelled. Its players will get new seats." in shown
    assert f'href="{at("event", evening)}"' in shown
    assert code == 4404


def _published() -> Evening:
    return Evening.of(made_crew()).started(people=4, bots=0).well(publication.publish_round)
