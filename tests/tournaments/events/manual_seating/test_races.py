"""Two simultaneous seating changes: one succeeds, and the other is denied."""

import pytest

from games.common.denials import Denial
from games.rules.cards import cards_text
from games.rules.view import view
from games.tables.models import Action, Table
from games.tables.services import moves
from games.tables.snapshot import snapshot_of
from tests.players import Person
from tests.tournaments.clubs.people import crew
from tests.tournaments.clubs.test_races import at_once
from tests.tournaments.events.evening import Evening
from tournaments.events.core.denials import EventCode
from tournaments.events.manual_seating.services import seat_by_hand
from tournaments.events.rounds import publication
from tournaments.events.setup.services import change_event, terms_version
from tournaments.pairing.rounds import Seating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture
def evening(transactional_db, queued) -> Evening:
    return Evening.of(crew()).started(people=8, bots=0)


def test_only_one_of_two_simultaneous_seatings_is_saved(evening):
    seen = evening.round().seated
    (one, two), event = seen.tables, evening.event.pk
    desks = [Person(user).caller for user in (evening.crew.organizer, evening.crew.owner)]
    wanted = [Seating((two, one)), Seating((one[::-1], two))]
    answers = at_once(
        *(
            lambda desk=desk, each=each: seat_by_hand(desk, event, each, made_from=seen)
            for desk, each in zip(desks, wanted, strict=True)
        )
    )
    refused = [each.code for each in answers if isinstance(each, Denial)]
    assert refused == [EventCode.SEATING_CHANGED]
    assert evening.round().seated == wanted[answers.index(None)]
    assert evening.event.records.filter(deed="seated").count() == 1


def test_a_round_is_either_undone_or_played_when_both_happen_at_once(evening):
    evening.well(publication.publish_round)
    table = evening.tables()[0].table
    shown = snapshot_of(Table.objects.get(pk=table.pk))
    seat = next(each for each in shown.seats if each.number == shown.state.turn)
    player = next(each for each in evening.people if each.user.pk == seat.user_id)
    cards = cards_text(view(shown.state, seat.number).open_plays()[0])
    played, back = at_once(
        lambda: moves.play(player.caller, table.pk, cards, shown.position),
        lambda: evening.do(publication.undo_round, "wrong"),
    )
    assert [played, back].count(None) == 1
    assert Action.objects.count() == (1 if played is None else 0)
    assert Table.objects.count() == (2 if played is None else 0)
    if back is not None:
        assert back.code == EventCode.PLAYED_ALREADY


def test_only_one_of_two_simultaneous_event_changes_is_saved(evening):
    other = Evening.of(evening.crew, name="Other")
    version = terms_version(other.event)
    answers = at_once(
        *(
            lambda name=name: other.do(change_event, made_from=version, name=name)
            for name in ("Autumn", "Winter")
        )
    )
    refused = [each.code for each in answers if isinstance(each, Denial)]
    assert refused == [EventCode.EVENT_CHANGED]
    other.event.refresh_from_db()
    assert other.event.name == ("Autumn", "Winter")[answers.index(None)]
