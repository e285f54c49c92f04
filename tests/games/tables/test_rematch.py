"""Rematches: asked for, agreed to, declined, and opened without some players."""

import pytest

from accounts.models import User
from accounts.stake_limits import set_limit
from games.screens.table.board import board_of
from games.screens.table.controls import controls_of
from games.screens.table.menu import menu_of
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Session, Table
from games.tables.services import rematch, seating, shuffle_words, starting, timers
from games.tables.shuffle import commitment, deal_name
from tests.games.words import scores
from tests.players import Game, walk_away

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(party) -> Game:
    """Three users and a bot after their session."""
    game = party(people=3, deals_planned=1, seating=Table.Seating.DRAWN)
    for number, person in enumerate(game.people):
        person.user.display_name = ("ann", "bob", "cy")[number]
        person.user.save()
    game = Game.of([person.user for person in game.people], deals_planned=1)
    game.begin()
    game.finish_session()
    return game


@pytest.fixture
def members(queued, monkeypatch):
    """Open a table of two members, both of every club, and play their session."""

    def played(**terms) -> Game:
        monkeypatch.setattr("games.tables.clubs.memberships", lambda _pk: {7})
        users = [User.objects.create_user(name) for name in ("ada", "bea")]
        game = Game.of(users, deals_planned=1, **terms)
        game.begin()
        game.finish_session()
        return game

    return played


def menu_for(game, number):
    return menu_of(game.now(), game.people[number].user)


def test_the_result_stays_on_screen_while_players_are_asked(finished):
    assert finished.ask(0, rematch.play_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.FINISHED
    assert scores(finished).final is not None
    again = menu_for(finished, 1).again
    assert (again.asker, again.yes, again.mine) == ("ann", ["ann"], "")
    assert sorted(again.awaited) == ["bob", "cy"]
    assert not again.can_open
    assert menu_for(finished, 0).again.can_open


def test_a_rematch_starts_once_every_player_has_said_yes(finished):
    for number in (1, 1, 0):
        assert finished.ask(number, rematch.play_again) is None
    assert finished.now().table.phase == Table.Phase.FINISHED
    assert finished.ask(2, rematch.play_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.PLAYING
    assert here.session.number == 2
    assert here.table.host_id == finished.people[1].user.pk
    people = {person.user.pk for person in finished.people}
    assert {seat.user_id for seat in here.seats if seat.user_id} == people
    assert Session.objects.get(table=finished.table, number=1).status == Session.Status.FINISHED


def test_a_lone_players_rematch_starts_at_once(club):
    game = club(deals=1)
    game.finish_session()
    assert menu_of(game.now(), game.user).decides_alone
    assert game.ask(0, rematch.play_again) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_the_table_opens_after_all_answers_and_frees_the_seat_of_a_decliner(finished):
    finished.ask(0, rematch.play_again)
    assert finished.ask(1, rematch.decline_again) is None
    assert menu_for(finished, 1).again.mine == "no"
    assert finished.ask(2, rematch.play_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["ann", "cy"]
    assert [seat.kept_for for seat in board_of(here).seats] == ["", "", "", ""]
    assert controls_of(finished.now(), 0).prompt == "Start when you’re ready."
    assert menu_for(finished, 2).said == "Waiting for ann to start."
    # Who changes their mind finds a seat, and then all are back.
    assert finished.ask(1, seating.sit, None) is None
    assert finished.now().table.phase == Table.Phase.PLAYING


def test_the_asker_goes_ahead_and_seats_are_reserved_by_name(finished):
    finished.ask(0, rematch.play_again)
    assert finished.ask(1, rematch.open_again).code is TableCode.HOST_ONLY
    assert finished.ask(0, rematch.open_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.WAITING
    assert sorted(seat.kept_for for seat in board_of(here).seats) == ["", "", "bob", "cy"]
    assert board_of(here).terms.before_url.endswith("/sessions/1/")
    by_itself = "The game starts when all previous players are back."
    assert menu_for(finished, 0).said == by_itself
    assert finished.ask(1, rematch.open_again).code is TableCode.ALREADY_OPEN
    assert finished.ask(1, rematch.decline_again).code is TableCode.ALREADY_OPEN
    assert finished.ask(1, rematch.play_again) is None
    assert finished.now().table.phase == Table.Phase.WAITING
    assert finished.ask(2, seating.sit, None) is None
    assert finished.now().table.phase == Table.Phase.PLAYING


def test_the_host_calls_off_an_open_rematch_and_the_result_stays(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(0, rematch.open_again)
    assert menu_for(finished, 0).can_close
    assert finished.ask(1, seating.close).code is TableCode.NO_SEAT
    assert finished.ask(0, seating.close) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.FINISHED
    assert scores(finished).final is not None
    assert (here.session.number, menu_for(finished, 1).again) == (1, None)


def test_the_host_is_not_told_to_wait_and_to_start_at_once(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(0, rematch.open_again)
    prompt = controls_of(finished.now(), 0).prompt
    assert prompt == "Waiting for the others."
    finished.ask(1, rematch.decline_again)
    finished.ask(0, starting.open_seats)
    assert controls_of(finished.now(), 0).prompt == "Start when you’re ready."
    assert menu_for(finished, 0).said == ""


def test_an_asker_who_withdraws_ends_the_question_for_all_players(finished):
    assert finished.ask(1, rematch.decline_again).code is TableCode.NOBODY_ASKED
    finished.ask(0, rematch.play_again)
    assert finished.ask(0, rematch.withdraw_again) is None
    assert finished.now().session.again == {}
    assert menu_for(finished, 1).again is None
    assert finished.ask(0, rematch.open_again).code is TableCode.NOBODY_ASKED


def test_the_next_player_who_said_yes_becomes_the_asker(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    assert finished.ask(0, rematch.withdraw_again) is None
    again = menu_for(finished, 2).again
    assert (again.asker, again.yes) == ("bob", ["bob"])
    assert finished.ask(1, rematch.open_again) is None
    assert [seat.name for seat in finished.now().seats] == ["bob"]


def test_withdrawing_a_yes_twice_does_not_count_as_a_no(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    for _ in range(2):
        assert finished.ask(1, rematch.withdraw_again) is None
        again = menu_for(finished, 1).again
        assert (again.mine, again.no) == ("", [])
    # To say no is another thing, after a yes, too.
    assert finished.ask(0, rematch.decline_again) is None
    assert dict(finished.now().session.again) == {"no": (0,)}


def test_a_removed_player_cannot_come_back_through_a_rematch(finished):
    finished.ask(0, rematch.play_again)
    finished.ask(0, rematch.open_again)
    finished.ask(1, seating.sit, None)
    mine = next(
        seat.number for seat in finished.now().seats if seat.user_id == finished.people[1].user.pk
    )
    assert finished.ask(0, seating.remove, mine) is None
    # Nobody plays on, so that the session before is what the table shows.
    assert finished.ask(0, seating.stand_up) is None
    assert finished.now().table.phase == Table.Phase.FINISHED
    assert finished.ask(1, rematch.play_again).code is TableCode.BARRED
    assert finished.now().session.again == {}
    assert finished.ask(2, rematch.play_again) is None


def test_the_asker_decides_after_all_others_have_declined(finished):
    finished.ask(0, rematch.play_again)
    for number in (1, 2):
        finished.ask(number, rematch.decline_again)
    assert finished.now().table.phase == Table.Phase.FINISHED
    again = menu_for(finished, 0).again
    assert sorted(again.no) == ["bob", "cy"]
    assert again.awaited == []
    assert finished.ask(0, rematch.open_again) is None
    assert finished.ask(0, starting.start) is None
    assert finished.now().session.number == 2


def test_only_players_of_a_finished_session_can_ask_for_or_answer_a_rematch(party):
    game = party(people=3, deals_planned=1)
    stranger = game.people.pop()
    game.begin()
    assert game.ask(0, rematch.play_again).code is TableCode.NOT_OVER_YET
    game.finish_session()
    for service in (rematch.play_again, rematch.decline_again, rematch.open_again):
        assert stranger.asks(service, game.table).code is TableCode.NO_SEAT
    assert menu_of(game.now(), stranger.user).again is None


def test_players_add_words_to_the_next_shuffle_once_a_rematch_is_asked_for(finished):
    assert board_of(finished.now()).pulse.commitment == ""
    secret = finished.session_row().next_secret
    word = "ab" * 16
    # Before anybody has asked there is no coming deal.
    assert finished.ask(1, shuffle_words.add_word, word, commitment(secret)) is None
    assert finished.session_row().next_words == {}
    finished.ask(0, rematch.play_again)
    pulse = board_of(finished.now()).pulse
    assert pulse.commitment == commitment(secret)
    assert pulse.shuffle_name == deal_name(finished.table.slug, 2, 1)
    assert finished.ask(1, shuffle_words.add_word, word, pulse.commitment) is None
    for number in (1, 2):
        finished.ask(number, rematch.play_again)
    dealt = finished.deal_row()
    assert dealt.secret == secret
    assert list(dealt.words.values()) == [word]
    assert Session.objects.get(table=finished.table, number=1).next_secret != secret


def test_a_player_who_said_yes_and_went_offline_gets_no_seat(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    walk_away(finished.people[0].user)
    assert finished.ask(2, rematch.play_again) is None
    here = finished.now()
    # Nothing is dealt, and no bot plays for who is away: the seat is kept.
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["bob", "cy"]
    assert here.table.host_id == finished.people[1].user.pk
    assert sorted(seat.kept_for for seat in board_of(here).seats) == ["", "", "", "ann"]
    assert finished.ask(0, seating.sit, None) is None
    assert finished.now().table.phase == Table.Phase.PLAYING


def test_the_table_does_not_open_if_all_players_who_said_yes_are_offline(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    walk_away(finished.people[0].user, finished.people[1].user)
    assert finished.ask(2, rematch.decline_again) is None
    assert finished.now().table.phase == Table.Phase.FINISHED
    assert menu_for(finished, 2).again is None


def test_the_yes_of_a_player_with_a_closed_account_counts_as_a_no(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    User.objects.filter(pk=finished.people[0].user.pk).update(is_active=False)
    assert finished.ask(2, rematch.play_again) is None
    here = finished.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["bob", "cy"]
    assert [seat.kept_for for seat in board_of(here).seats] == ["", "", "", ""]
    assert controls_of(finished.now(), 0).prompt == "Start when you’re ready."


def test_the_yes_of_a_player_who_left_the_club_counts_as_a_no(members, monkeypatch):
    game = members(joining="members", club=7)
    assert game.ask(0, rematch.play_again) is None
    left = game.people[0].user.pk
    monkeypatch.setattr("games.tables.clubs.memberships", lambda pk: set() if pk == left else {7})
    assert game.ask(0, rematch.open_again).code is TableCode.CLUB_MEMBERS_ONLY
    assert game.ask(1, rematch.play_again) is None
    here = game.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.user_id for seat in here.seats] == [game.people[1].user.pk]


@pytest.mark.parametrize("is_agreed", [False, True])
def test_a_limit_lowered_after_a_yes_applies_unless_the_amount_was_agreed_to(members, is_agreed):
    game = members(stake_minor=5, currency="EUR")
    worst = Cost(10**9, "EUR") if is_agreed else None
    assert game.ask(0, rematch.play_again, agreed=worst) is None
    set_limit(game.people[0].user, "EUR", 0)
    assert game.ask(1, rematch.play_again) is None
    here = game.now()
    if is_agreed:
        assert here.table.phase == Table.Phase.PLAYING
        return
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.user_id for seat in here.seats] == [game.people[1].user.pk]
    assert game.ask(0, seating.sit, None).code is TableCode.ABOVE_LIMIT


def test_another_player_goes_ahead_if_the_asker_has_walked_away(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    timers.sweep()
    assert menu_for(finished, 0).again.can_open
    walk_away(finished.people[0].user)
    timers.sweep()
    again = menu_for(finished, 1).again
    assert (again.asker, again.can_open) == ("bob", True)
    assert finished.ask(1, rematch.open_again) is None
    assert [seat.name for seat in finished.now().seats] == ["bob"]


def test_a_player_who_leaves_the_result_declines_the_rematch(finished):
    # Before anybody has asked, and after it.
    assert finished.ask(2, seating.stand_up) is None
    assert menu_for(finished, 0).again is None
    finished.ask(0, rematch.play_again)
    assert (menu_for(finished, 0).again.no, menu_for(finished, 0).again.awaited) == (
        ["cy"],
        ["bob"],
    )
    assert finished.ask(1, rematch.play_again) is None
    assert finished.now().table.phase == Table.Phase.WAITING


def test_an_asker_who_leaves_passes_the_question_on(finished):
    for number in (0, 1):
        finished.ask(number, rematch.play_again)
    assert finished.ask(0, seating.stand_up) is None
    again = menu_for(finished, 1).again
    assert (again.asker, again.no, again.can_open) == ("bob", ["ann"], True)
