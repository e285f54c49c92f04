"""Arranged tables: players only play."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.screens.table.menu import menu_of
from games.screens.table.state import table_state
from games.tables import shuffle
from games.tables.denials import TableCode
from games.tables.models import Deal, Seat, Table
from games.tables.proposals import END, PAUSE
from games.tables.services import arranged, fixed_packs, rematch, seating, starting, votes
from games.tables.services.arranged import Arrangement
from tests.players import Game, Person

pytestmark = pytest.mark.django_db

PAGAT = RuleSet.make("pagat")
ARRANGED = Denial(TableCode.ARRANGED)


def arranged_game(*people: Person | None, **terms: object) -> Game:
    seats = tuple(person and person.user for person in people)
    (table,) = arranged.open_arranged(
        [Arrangement(seats)], rules=PAGAT, rules_name="pagat", **{"deals_planned": 2, **terms}
    )
    return Game([person for person in people if person], table)


@pytest.fixture
def game(queued) -> Game:
    """Two users in the first and third seat, and two bots."""
    return arranged_game(Person(), None, Person(), None)


def seat_of(game: Game, number: int) -> Seat:
    return Seat.objects.get(session=game.now().session.pk, number=number)


def test_players_sit_as_arranged_and_the_first_deal_is_dealt(game):
    now = game.now()
    people = [person.user.pk for person in game.people]
    assert [seat.user_id for seat in now.seats] == [people[0], None, people[1], None]
    assert [seat.is_bot for seat in now.seats] == [False, True, False, True]
    assert now.table.phase == Table.Phase.PLAYING
    assert len({seat.name for seat in now.seats}) == 4
    assert not Table.objects.filter(host__isnull=False).exists()


def test_an_arranged_session_is_played_to_its_end(game):
    assert game.play_session_move_by_move().table.phase == Table.Phase.FINISHED
    assert sum(seat.net for seat in game.now().seats) == 0


def test_one_invalid_arrangement_keeps_all_tables_from_opening(queued):
    people = [Person() for _ in range(2)]
    good = Arrangement((people[0].user, None, None, None))
    bad = (people[1].user, None, None)
    with pytest.raises(ValueError, match="these rules are for 4 players"):
        arranged.open_arranged([good, Arrangement(bad)], rules=PAGAT, rules_name="pagat")
    with pytest.raises(ValueError, match="two seats"):
        arranged.open_arranged([good, good], rules=PAGAT, rules_name="pagat")
    assert not Table.objects.exists()


def test_a_failure_at_the_last_table_leaves_no_table_open(queued, monkeypatch):
    dealt = []

    def begin(table):
        dealt.append(table)
        if len(dealt) == 2:
            raise RuntimeError("the power is gone")

    monkeypatch.setattr(arranged, "begin", begin)
    tables = [Arrangement((Person().user, None, None, None)) for _ in range(2)]
    with pytest.raises(RuntimeError):
        arranged.open_arranged(tables, rules=PAGAT, rules_name="pagat")
    assert not Table.objects.exists()


def test_several_tables_are_dealt_the_same_packs(queued):
    secret, name = "5e" * 32, "shared/spring/1/1"
    pack = fixed_packs.FixedPack(shuffle.order(secret, {}, name), 0, secret, name)
    tables = arranged.open_arranged(
        [Arrangement((Person().user, None, None, None), (pack,)) for _ in range(2)],
        rules=PAGAT,
        rules_name="pagat",
        deals_planned=1,
    )
    deals = Deal.objects.filter(session__table__in=tables)
    assert {deal.pack_source for deal in deals} == {Deal.PackSource.SHARED}
    assert len({deal.start for deal in deals}) == 1


@pytest.mark.parametrize(
    ("service", "more"),
    [
        (seating.sit, (1,)),
        (seating.stand_up, ()),
        (seating.remove, (2,)),
        (starting.start, ()),
        (starting.open_seats, ()),
        (votes.resume, ()),
        (rematch.play_again, ()),
    ],
)
def test_players_cannot_change_an_arranged_table(game, service, more):
    version = game.now().table.version
    assert game.ask(0, service, *more) == ARRANGED
    assert game.now().table.version == version


@pytest.mark.parametrize("proposal", [PAUSE, END, "stand_in:2"])
def test_players_cannot_vote_at_an_arranged_table(game, proposal):
    assert game.ask(0, votes.vote, proposal, agree=True) == ARRANGED
    assert game.session_row().votes == {}


def test_other_users_cannot_sit_down(game):
    assert seating.sit(Person().caller, game.table.pk, None) == ARRANGED


def test_the_menu_offers_no_leaving_voting_or_rematch(game):
    menu = menu_of(game.now(), game.user)
    assert menu.is_there
    assert menu.seated
    assert (menu.can_leave, menu.offers, menu.votings) == (False, [], [])
    game.finish_session()
    assert not menu_of(game.now(), game.user).can_play_again


def test_players_cannot_end_a_pause_made_by_the_event(game):
    assert arranged.pause(game.table.pk) is None
    paused = game.now().table.paused_at
    assert paused is not None
    assert arranged.pause(game.table.pk) is None
    assert game.now().table.paused_at == paused
    menu = menu_of(game.now(), game.user)
    assert menu.paused
    assert not menu.can_go_on
    assert game.ask(0, votes.resume) == ARRANGED
    assert arranged.resume(game.table.pk) is None
    assert game.now().table.paused_at is None


def test_the_player_on_turn_can_be_given_more_time(queued):
    game = arranged_game(*(Person() for _ in range(4)), clock="quick")
    before = game.now().table
    assert arranged.extend(game.table.pk, 60) is None
    after = game.now().table
    assert after.deadline - before.deadline == timedelta(seconds=60)
    assert after.due_at - before.due_at == timedelta(seconds=60)


@pytest.mark.every_database
def test_a_bot_stands_in_for_a_replaced_player_who_cannot_come_back(game):
    assert arranged.replace(game.table.pk, 2, None) is None
    assert seat_of(game, 2).stand_in
    assert game.ask(1, votes.take_seat_back) == Denial(TableCode.LEFT_FOR_GOOD)
    left_at = seat_of(game, 2).left_at
    assert arranged.replace(game.table.pk, 2, None) is None
    assert seat_of(game, 2).left_at == left_at
    assert arranged.replace(game.table.pk, 2, game.people[1].user) is None
    seat = seat_of(game, 2)
    assert (seat.user_id, seat.stand_in, seat.left_at) == (game.people[1].user.pk, False, None)


def test_a_substitute_takes_over_the_points_and_the_hand_of_the_seat(game):
    game.finish_deal()
    Seat.objects.filter(session=game.now().session.pk, number=2).update(net=7)
    leaver, substitute = game.people[1], Person()
    assert arranged.replace(game.table.pk, 2, substitute.user) is None
    seat = seat_of(game, 2)
    assert (seat.user_id, seat.net, seat.name) == (
        substitute.user.pk,
        7,
        substitute.user.shown_name,
    )
    shown = table_state(game.table.pk)
    assert shown.seat_of(substitute.user) == 2
    # Nothing of a hand is shown any more to the one who left.
    assert shown.seat_of(leaver.user) is None


def test_a_user_can_replace_a_bot(game):
    late = Person()
    assert arranged.replace(game.table.pk, 1, late.user) is None
    seat = seat_of(game, 1)
    assert (seat.user_id, seat.bot) == (late.user.pk, "")
    game.people.append(late)
    assert game.finish_session().table.phase == Table.Phase.FINISHED


def test_a_seated_player_cannot_substitute_for_another(game):
    assert arranged.replace(game.table.pk, 2, game.user) == Denial(TableCode.SEATS_TAKEN)
    assert arranged.replace(game.table.pk, 9, None) == Denial(TableCode.NOBODY_THERE)


def test_a_finished_session_cannot_be_paused_extended_or_changed(game):
    game.finish_session()
    for service, more in (
        (arranged.pause, ()),
        (arranged.extend, (9,)),
        (arranged.replace, (2, None)),
    ):
        assert service(game.table.pk, *more) == Denial(TableCode.OVER)


def test_opening_tables_takes_a_limited_number_of_statements(queued):
    tables = [Arrangement((Person().user, None, None, None)) for _ in range(4)]

    def cost(count):
        with CaptureQueriesContext(connection) as queries:
            arranged.open_arranged(tables[:count], rules=PAGAT, rules_name="pagat")
        return len(queries)

    one = cost(1)
    assert cost(3) - one <= 2 * (one - 2)
    assert one <= 22


def test_bots_alone_start_the_next_deal_without_the_usual_wait(queued, settings):
    settings.NEXT_DEAL_SECONDS = 20
    game = arranged_game(None, None, None, None)
    while game.now().table.phase == Table.Phase.PLAYING:
        game.bots()
    assert queued[-1][3] <= 3
