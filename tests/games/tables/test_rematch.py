"""Rematches: asked for, agreed to, declined, and opened without some players."""

import pytest

from accounts.models import User
from accounts.stake_limits import set_limit
from games.screens.table.board import board_of
from games.screens.table.menu import menu_of
from games.tables import services
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Session, Table
from games.tables.shuffle import commitment, deal_name
from tests.players import Game, walk_away

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(party) -> Game:
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


def test_nobodys_result_is_replaced_by_the_question(over):
    assert over.ask(0, services.play_again) is None
    here = over.now()
    assert here.table.phase == Table.Phase.FINISHED
    assert board_of(here).final is not None
    again = menu_for(over, 1).again
    assert (again.asker, again.yes, again.mine) == ("ann", ["ann"], "")
    assert sorted(again.awaited) == ["bob", "cy"]
    assert not again.can_open
    assert menu_for(over, 0).again.can_open


def test_it_begins_when_all_have_said_yes_each_once(over):
    for number in (1, 1, 0):
        assert over.ask(number, services.play_again) is None
    assert over.now().table.phase == Table.Phase.FINISHED
    assert over.ask(2, services.play_again) is None
    here = over.now()
    assert here.table.phase == Table.Phase.PLAYING
    assert here.session.number == 2
    assert here.table.host_id == over.people[1].user.pk
    people = {person.user.pk for person in over.people}
    assert {seat.user_id for seat in here.seats if seat.user_id} == people
    assert Session.objects.get(table=over.table, number=1).status == Session.Status.FINISHED


def test_alone_with_bots_it_begins_at_once(club):
    game = club(deals=1)
    game.finish_session()
    assert menu_of(game.now(), game.user).decides_alone
    assert game.ask(0, services.play_again) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_it_opens_when_all_have_answered_and_the_seat_of_who_said_no_is_nobodys(over):
    over.ask(0, services.play_again)
    assert over.ask(1, services.decline_again) is None
    assert menu_for(over, 1).again.mine == "no"
    assert over.ask(2, services.play_again) is None
    here = over.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["ann", "cy"]
    assert [seat.kept_for for seat in board_of(here).seats] == ["", "", "", ""]
    assert menu_for(over, 0).said == "Start when you’re ready."
    assert menu_for(over, 2).said == "Waiting for ann to start."
    # Who changes their mind finds a seat, and then all are back.
    assert over.ask(1, services.sit, None) is None
    assert over.now().table.phase == Table.Phase.PLAYING


def test_who_asked_goes_ahead_and_seats_are_kept_by_name(over):
    over.ask(0, services.play_again)
    assert over.ask(1, services.open_again).code is TableCode.HOST_ONLY
    assert over.ask(0, services.open_again) is None
    here = over.now()
    assert here.table.phase == Table.Phase.WAITING
    assert sorted(seat.kept_for for seat in board_of(here).seats) == ["", "", "bob", "cy"]
    assert board_of(here).terms.before_url.endswith("/sessions/1/")
    by_itself = "The game starts when all previous players are back."
    assert menu_for(over, 0).said == by_itself
    assert over.ask(1, services.open_again).code is TableCode.ALREADY_OPEN
    assert over.ask(1, services.decline_again).code is TableCode.ALREADY_OPEN
    assert over.ask(1, services.play_again) is None
    assert over.now().table.phase == Table.Phase.WAITING
    assert over.ask(2, services.sit, None) is None
    assert over.now().table.phase == Table.Phase.PLAYING


def test_who_asked_takes_it_back_and_nobody_is_asked_any_more(over):
    assert over.ask(1, services.decline_again).code is TableCode.NOBODY_ASKED
    over.ask(0, services.play_again)
    assert over.ask(0, services.withdraw_again) is None
    assert over.now().session.again == {}
    assert menu_for(over, 1).again is None
    assert over.ask(0, services.open_again).code is TableCode.NOBODY_ASKED


def test_the_next_who_said_yes_goes_on_with_it(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    assert over.ask(0, services.withdraw_again) is None
    again = menu_for(over, 2).again
    assert (again.asker, again.yes) == ("bob", ["bob"])
    assert over.ask(1, services.open_again) is None
    assert [seat.name for seat in over.now().seats] == ["bob"]


def test_to_withdraw_twice_is_no_no(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    for _ in range(2):
        assert over.ask(1, services.withdraw_again) is None
        again = menu_for(over, 1).again
        assert (again.mine, again.no) == ("", [])
    # To say no is another thing, after a yes, too.
    assert over.ask(0, services.decline_again) is None
    assert dict(over.now().session.again) == {"no": (0,)}


def test_who_was_sent_away_is_not_let_in_by_another_session(over):
    over.ask(0, services.play_again)
    over.ask(0, services.open_again)
    over.ask(1, services.sit, None)
    mine = next(seat.number for seat in over.now().seats if seat.user_id == over.people[1].user.pk)
    assert over.ask(0, services.remove, mine) is None
    # Nobody plays on, so that the session before is what the table shows.
    assert over.ask(0, services.stand_up) is None
    assert over.now().table.phase == Table.Phase.FINISHED
    assert over.ask(1, services.play_again).code is TableCode.BARRED
    assert over.now().session.again == {}
    assert over.ask(2, services.play_again) is None


def test_with_everybody_else_gone_the_question_waits_for_who_asked(over):
    over.ask(0, services.play_again)
    for number in (1, 2):
        over.ask(number, services.decline_again)
    assert over.now().table.phase == Table.Phase.FINISHED
    again = menu_for(over, 0).again
    assert sorted(again.no) == ["bob", "cy"]
    assert again.awaited == []
    assert over.ask(0, services.open_again) is None
    assert over.ask(0, services.start) is None
    assert over.now().session.number == 2


def test_who_had_no_seat_is_not_asked_and_an_unfinished_session_neither(party):
    game = party(people=3, deals_planned=1)
    stranger = game.people.pop()
    game.begin()
    assert game.ask(0, services.play_again).code is TableCode.NOT_OVER_YET
    game.finish_session()
    for service in (services.play_again, services.decline_again, services.open_again):
        assert stranger.asks(service, game.table).code is TableCode.NO_SEAT
    assert menu_of(game.now(), stranger.user).again is None


def test_words_are_added_to_the_next_shuffle_from_the_question_on(over):
    assert board_of(over.now()).pulse.commitment == ""
    secret = over.session_row().next_secret
    word = "ab" * 16
    # Before anybody has asked there is no coming deal.
    assert over.ask(1, services.add_word, word, commitment(secret)) is None
    assert over.session_row().next_words == {}
    over.ask(0, services.play_again)
    pulse = board_of(over.now()).pulse
    assert pulse.commitment == commitment(secret)
    assert pulse.shuffle_name == deal_name(over.table.slug, 2, 1)
    assert over.ask(1, services.add_word, word, pulse.commitment) is None
    for number in (1, 2):
        over.ask(number, services.play_again)
    dealt = over.deal_row()
    assert dealt.secret == secret
    assert list(dealt.words.values()) == [word]
    assert Session.objects.get(table=over.table, number=1).next_secret != secret


def test_a_yes_of_somebody_who_went_away_seats_nobody(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    walk_away(over.people[0].user)
    assert over.ask(2, services.play_again) is None
    here = over.now()
    # Nothing is dealt, and no bot plays for who is away: the seat is kept.
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["bob", "cy"]
    assert here.table.host_id == over.people[1].user.pk
    assert sorted(seat.kept_for for seat in board_of(here).seats) == ["", "", "", "ann"]
    assert over.ask(0, services.sit, None) is None
    assert over.now().table.phase == Table.Phase.PLAYING


def test_a_no_opens_nothing_for_people_who_are_all_away(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    walk_away(over.people[0].user, over.people[1].user)
    assert over.ask(2, services.decline_again) is None
    assert over.now().table.phase == Table.Phase.FINISHED
    assert menu_for(over, 2).again is None


def test_a_yes_of_somebody_whose_account_is_closed_is_a_no(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    User.objects.filter(pk=over.people[0].user.pk).update(is_active=False)
    assert over.ask(2, services.play_again) is None
    here = over.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.name for seat in here.seats] == ["bob", "cy"]
    assert [seat.kept_for for seat in board_of(here).seats] == ["", "", "", ""]
    assert menu_for(over, 1).said == "Start when you’re ready."


def test_a_yes_of_somebody_who_left_the_club_is_a_no(members, monkeypatch):
    game = members(joining="members", club=7)
    assert game.ask(0, services.play_again) is None
    left = game.people[0].user.pk
    monkeypatch.setattr("games.tables.clubs.memberships", lambda pk: set() if pk == left else {7})
    assert game.ask(0, services.open_again).code is TableCode.CLUB_MEMBERS_ONLY
    assert game.ask(1, services.play_again) is None
    here = game.now()
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.user_id for seat in here.seats] == [game.people[1].user.pk]


@pytest.mark.parametrize("is_agreed", [False, True])
def test_a_limit_that_was_lowered_after_the_yes_is_asked_about(members, is_agreed):
    game = members(stake_minor=5, currency="EUR")
    worst = Cost(10**9, "EUR") if is_agreed else None
    assert game.ask(0, services.play_again, agreed=worst) is None
    set_limit(game.people[0].user, "EUR", 0)
    assert game.ask(1, services.play_again) is None
    here = game.now()
    if is_agreed:
        assert here.table.phase == Table.Phase.PLAYING
        return
    assert here.table.phase == Table.Phase.WAITING
    assert [seat.user_id for seat in here.seats] == [game.people[1].user.pk]
    assert game.ask(0, services.sit, None).code is TableCode.ABOVE_LIMIT


def test_another_goes_ahead_where_whoever_asked_has_walked_away(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    services.sweep()
    assert menu_for(over, 0).again.can_open
    walk_away(over.people[0].user)
    services.sweep()
    again = menu_for(over, 1).again
    assert (again.asker, again.can_open) == ("bob", True)
    assert over.ask(1, services.open_again) is None
    assert [seat.name for seat in over.now().seats] == ["bob"]


def test_who_leaves_the_result_has_said_no(over):
    # Before anybody has asked, and after it.
    assert over.ask(2, services.stand_up) is None
    assert menu_for(over, 0).again is None
    over.ask(0, services.play_again)
    assert (menu_for(over, 0).again.no, menu_for(over, 0).again.awaited) == (["cy"], ["bob"])
    assert over.ask(1, services.play_again) is None
    assert over.now().table.phase == Table.Phase.WAITING


def test_who_has_asked_and_leaves_asks_no_more(over):
    for number in (0, 1):
        over.ask(number, services.play_again)
    assert over.ask(0, services.stand_up) is None
    again = menu_for(over, 1).again
    assert (again.asker, again.no, again.can_open) == ("bob", ["ann"], True)
