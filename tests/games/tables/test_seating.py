"""Seats: sitting down, standing up, quitting, and returning for another session."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.caller import VISITOR, Caller
from accounts.models import User
from accounts.services import create_guest
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.screens.table.menu import menu_of
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.services import moves, opening, rematch, resting, seating, starting, timers, votes
from tests.players import listed_table, walk_away

pytestmark = pytest.mark.django_db


def test_a_user_cannot_sit_down_at_a_full_table(party):
    game = party(people=5, rules=RuleSet.make("pagat"))
    for number in (1, 2, 3):
        assert game.ask(number, seating.sit, None) is None
    assert game.ask(4, seating.sit, None).code is TableCode.FULL
    assert game.ask(0, starting.start) is None
    assert game.ask(4, seating.sit, None).code is TableCode.SEATS_TAKEN


def test_a_player_has_one_seat_and_can_change_it(party):
    game = party(people=2)
    assert game.ask(1, seating.sit, 2) is None
    assert game.ask(1, seating.sit, 2) is None
    assert game.ask(1, seating.sit, 3) is None
    assert [seat.number for seat in game.now().seats] == [0, 3]
    assert game.ask(1, seating.sit, 0).code is TableCode.SEAT_JUST_TAKEN
    assert game.ask(1, seating.sit, 9).code is TableCode.SEAT_JUST_TAKEN


def test_players_with_the_same_name_are_numbered(party):
    game = party(people=3)
    User.objects.update(display_name="Guest Plum")
    for person in game.people:
        person.user.refresh_from_db()
    game.table = opening.open_table(game.people[0].user)
    game.all_sit()
    names = [seat.name for seat in game.now().seats]
    assert names == ["Guest Plum", "Guest Plum 2", "Guest Plum 3"]


def test_the_host_removes_a_player_who_cannot_come_back(party):
    game = party(people=3).all_sit()
    assert game.ask(1, seating.remove, 2).code is TableCode.HOST_ONLY
    assert game.ask(0, seating.remove, 1) is None
    assert [seat.number for seat in game.now().seats] == [0, 2]
    assert game.ask(1, seating.sit, None).code is TableCode.BARRED
    nothing = game.ask(1, moves.play, "3D", game.now().position)
    assert nothing.code is TableCode.NO_SEAT


@pytest.mark.parametrize("number", [0, 3])
def test_the_host_removes_only_other_players(party, number):
    game = party(people=2).all_sit()
    version = game.now().version
    assert game.ask(0, seating.remove, number).code is TableCode.NOBODY_THERE
    assert game.now().version == version


def test_a_seat_is_kept_once_the_game_has_started(party):
    game = party(people=2)
    version = game.begin().version
    assert game.ask(1, seating.sit, None) is None
    assert game.ask(1, seating.stand_up, before_start=True).code is TableCode.BEGUN
    assert game.now().version == version


def test_a_player_quits_once(party):
    game = party(people=2)
    game.begin()
    assert game.ask(1, seating.stand_up) is None
    left_at = game.now().seats[1].left_at
    assert game.ask(1, seating.stand_up) is None
    assert game.now().seats[1].left_at == left_at is not None


def test_a_visitor_is_seated_nowhere(party):
    party(people=1, joining=Table.Joining.ANYONE)
    assert seating.sit_anywhere(VISITOR, selectors.TableCriteria()) is None
    assert Seat.objects.count() == 1


def test_the_next_player_becomes_host_when_the_host_stands_up(party):
    game = party(people=3).all_sit()
    assert game.ask(0, seating.stand_up) is None
    assert game.now().table.host_id == game.people[1].user.pk
    assert game.ask(1, starting.start) is None


def test_the_last_player_to_stand_up_closes_the_table(party):
    game = party(people=1)
    assert game.ask(0, seating.stand_up) is None
    assert not Table.objects.filter(pk=game.table.pk).exists()
    assert game.ask(0, starting.start).code is TableCode.CLOSED


def test_only_the_host_can_close_a_table_where_others_sit(party):
    game = party(people=3).all_sit()
    assert game.ask(1, seating.close).code is TableCode.HOST_ONLY
    assert game.ask(0, seating.close) is None
    assert not Table.objects.filter(pk=game.table.pk).exists()
    assert game.ask(0, seating.close).code is TableCode.CLOSED


def test_a_table_that_is_being_played_at_cannot_be_closed(party):
    game = party(people=2, deals_planned=1)
    game.begin()
    assert game.ask(0, seating.close).code is TableCode.BEGUN
    game.finish_session()
    assert game.ask(0, seating.close).code is TableCode.BEGUN
    assert Session.objects.filter(table=game.table).count() == 1


def test_only_one_of_two_users_gets_the_last_seat(party):
    game = party(people=5)
    for number in (1, 2):
        game.ask(number, seating.sit, None)
    outcomes = [game.ask(number, seating.sit, 3) for number in (3, 4)]
    assert outcomes == [None, Denial(TableCode.FULL)]


def test_a_bot_plays_to_the_end_for_a_player_who_quit(party):
    game = party(people=2, deals_planned=2)
    game.begin()
    assert game.ask(0, seating.stand_up) is None
    position = game.now()
    assert position.seats[0].left_at is not None
    assert position.table.host_id == game.people[1].user.pk
    assert game.ask(0, votes.take_seat_back).code is TableCode.LEFT_FOR_GOOD
    game.play_deal_move_by_move()
    position = game.finish_session()
    assert position.table.phase == Table.Phase.FINISHED
    assert all(0 in deal.stand_ins for deal in position.setting.finished)
    assert position.seats[0].user_id == game.people[0].user.pk


def test_a_table_that_all_players_left_plays_to_its_end_while_it_is_watched(party):
    game = party(people=2, deals_planned=2)
    game.begin()
    for number in (0, 1):
        assert game.ask(number, seating.stand_up) is None
    resting.watch(game.table.pk)
    assert game.play_session_move_by_move().table.phase == Table.Phase.FINISHED


def test_a_paused_table_resumes_when_its_last_player_quits(party):
    game = party(people=1, deals_planned=2)
    game.begin()
    game.ask(0, votes.vote, "pause", agree=True)
    assert game.now().table.paused_at is not None
    game.ask(0, seating.stand_up)
    assert game.now().table.paused_at is None
    resting.watch(game.table.pk)
    assert game.finish_session().table.phase == Table.Phase.FINISHED


def test_guests_cannot_play_for_money(party):
    game = party(people=2, stake_minor=100, currency="EUR")
    assert game.ask(1, seating.sit, None).code is TableCode.MONEY_FOR_MEMBERS


KEPT = "These seats are reserved for the previous players until the host opens them to everyone."


def rematch_with_a_stranger(party, **terms):
    """Two users and their second session, in which one has a seat; and a stranger."""
    game = party(people=3, deals_planned=1, **terms)
    stranger = game.people.pop()
    game.begin()
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    assert game.ask(0, rematch.open_again) is None
    return game, stranger


def menu_for(game, person):
    return menu_of(game.now(), person.user)


def test_a_stranger_cannot_take_a_previous_players_seat_in_a_rematch(party):
    game, stranger = rematch_with_a_stranger(party)
    for service in (seating.sit, rematch.play_again):
        more = [None] if service is seating.sit else []
        assert stranger.asks(service, game.table, *more).code is TableCode.SEATS_RESERVED
    assert stranger.asks(seating.sit, game.table, 1).code is TableCode.SEATS_RESERVED
    assert menu_for(game, stranger).sit_reason == KEPT
    assert not menu_for(game, stranger).can_sit
    assert menu_of(game.now(), None).sit_reason == KEPT
    assert menu_for(game, game.people[1]).can_sit
    assert game.ask(1, seating.sit, None) is None
    assert game.now().session.number == 2
    assert game.now().table.phase == Table.Phase.PLAYING


@pytest.mark.every_database
def test_the_host_opens_the_reserved_seats_of_a_rematch(party):
    game, stranger = rematch_with_a_stranger(party, joining=Table.Joining.ANYONE)
    assert selectors.joinable_sessions() == []
    assert menu_for(game, game.people[0]).can_open
    assert stranger.asks(starting.open_seats, game.table).code is TableCode.NO_SEAT
    assert game.ask(1, starting.open_seats).code is TableCode.NO_SEAT
    assert stranger.asks(seating.sit, game.table, None).code is TableCode.SEATS_RESERVED
    assert game.ask(0, starting.open_seats) is None
    assert not menu_for(game, game.people[0]).can_open
    assert menu_for(game, stranger).can_sit
    assert [session.table for session in selectors.joinable_sessions()] == [game.table]
    assert stranger.asks(seating.sit, game.table, None) is None
    assert game.now().table.phase == Table.Phase.WAITING
    assert game.ask(0, starting.start) is None
    assert stranger.user.pk in {seat.user_id for seat in game.now().seats}


def test_the_rematch_after_an_opened_one_reserves_its_seats_again(party):
    game, newcomer = rematch_with_a_stranger(party)
    game.ask(0, starting.open_seats)
    assert newcomer.asks(seating.sit, game.table, None) is None
    game.ask(0, starting.start)
    game.people.append(newcomer)
    game.finish_session()
    assert game.ask(0, rematch.play_again) is None
    assert game.ask(0, rematch.open_again) is None
    # Who did not play the session before is a stranger to the next one.
    assert game.ask(1, seating.sit, None).code is TableCode.SEATS_RESERVED
    assert newcomer.asks(seating.sit, game.table, None) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_a_first_session_has_no_reserved_seats(party):
    game = party(people=2)
    assert not menu_for(game, game.people[0]).can_open
    assert game.ask(0, starting.open_seats) is None
    assert not Session.objects.get(table=game.table).seats_open


def test_a_player_who_leaves_a_waiting_rematch_leaves_the_table_finished(party):
    game = party(people=2, deals_planned=1)
    game.begin()
    game.finish_session()
    game.ask(0, rematch.play_again)
    game.ask(0, rematch.open_again)
    assert game.ask(0, seating.stand_up) is None
    position = game.now()
    assert position.table.phase == Table.Phase.FINISHED
    assert position.session.number == 1
    assert position.session.again == {}
    assert position.state.over


def test_a_host_stays_host_if_present_or_if_no_other_player_is(sign_in):
    left, kept = listed_table(), listed_table()
    walk_away(left.host)
    friend = create_guest()
    seating.sit(Caller(friend), kept.pk, None)
    walk_away(friend)
    for table in (left, kept):
        version = table.version
        timers.sweep()
        table.refresh_from_db()
        assert table.host_id == Seat.objects.get(session__table=table, number=0).user_id
        # The friend sat down, and is shown as away.
        assert table.version == version + (2 if table == kept else 0)


def test_a_player_is_marked_as_seen_only_at_their_own_table(sign_in):
    table, other = listed_table(), listed_table()
    walk_away(table.host, other.host)
    seating.mark_seen(table.pk, table.host)
    seating.mark_seen(other.pk, table.host)
    noted = Seat.objects.filter(seen_at__gt=timezone.now() - timedelta(minutes=1))
    assert [seat.session.table_id for seat in noted] == [table.pk]
