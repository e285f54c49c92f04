"""Absent and idle players: what the others may do, and when."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import create_guest
from games.common import caches
from games.language.refusals import sentence
from games.screens.table.board import board_of
from games.screens.table.menu import menu_of
from games.tables import selectors, services
from games.tables.denials import TableCode
from games.tables.models import Seat, Session, Table
from games.tables.services import absences, moves, rematch, seating, starting, timers, votes
from games.tables.snapshot import Snapshot
from tests.players import Game, walk_away

pytestmark = pytest.mark.django_db

EURO = {"stake_minor": 100, "currency": "EUR"}


class Clock:
    """A clock that only tests advance."""

    def __init__(self) -> None:
        self.at = timezone.now()

    def __call__(self) -> datetime:
        return self.at

    def go_on(self, seconds: float, *here: User) -> None:
        """Advance the clock; pages of these users report at the end."""
        self.at += timedelta(seconds=seconds)
        User.objects.filter(pk__in=[each.pk for each in here]).update(seen_at=self.at)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timezone, "now", made)
    return made


def users(game: Game, *but: int) -> list[User]:
    """Return the users of the game except these."""
    return [each.user for number, each in enumerate(game.people) if number not in but]


def members(count: int = 2, **terms) -> Game:
    """A table of users with accounts who play for money."""
    people = [User.objects.create_user(f"member{number}") for number in range(count)]
    return Game.of(people, **EURO, **terms)


def offers(game: Game, number: int) -> list[str]:
    return [each.key for each in menu_of(game.now(), game.people[number].user).offers]


def until_turn_of(game: Game, seat: int) -> None:
    while game.now().state.turn != seat:
        game.step()


# --- A bot by vote


@pytest.mark.parametrize("people", [2, 3, 4])
@pytest.mark.parametrize(
    ("clock_name", "code"),
    [("none", TableCode.PRESENT_WITHOUT_CLOCK), ("quick", TableCode.PRESENT_WITH_CLOCK)],
)
def test_opponents_cannot_replace_a_player_who_is_present(party, people, clock_name, code):
    game = party(people=people, clock=clock_name)
    game.begin()
    for number in range(people - 1):
        answer = game.ask(number, votes.vote, f"stand_in:{people - 1}", agree=True)
        assert answer.code is code
        assert "20 seconds" in sentence(answer)
        assert answer.params["name"] in sentence(answer)
        assert f"stand_in:{people - 1}" not in offers(game, number)
    assert not game.now().seats[people - 1].stand_in
    assert game.now().session.votes == {}


def test_opponents_can_replace_a_player_without_an_open_page_for_a_minute(party, clock):
    game = party(people=2)
    game.begin()
    clock.go_on(59, *users(game, 1))
    timers.sweep()
    assert "stand_in:1" not in offers(game, 0)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is not None
    clock.go_on(1, *users(game, 1))
    timers.sweep()
    assert "stand_in:1" in offers(game, 0)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    assert game.now().seats[1].stand_in


def test_a_player_who_opens_a_page_again_is_not_replaced(clock):
    game = members(3)
    game.begin()
    clock.go_on(90, *users(game, 2))
    timers.sweep()
    assert game.ask(0, votes.vote, "stand_in:2", agree=True) is None
    clock.go_on(5, *users(game))
    # The one who agrees last sees that it has come to nothing, and why.
    assert game.ask(1, votes.agree_to, "stand_in:2") is None
    here = game.now()
    assert not here.seats[2].stand_in
    assert here.session.votes == {}
    said = menu_of(here, game.people[1].user).outcome.said
    assert said.startswith(f"{here.names[2]} is back. Vote cancelled")
    absences.note_absences_at(game.table.pk)
    assert "stand_in:2" not in offers(game, 0)


def test_a_vote_carried_by_another_player_leaving_spares_a_player_who_is_back(clock):
    game = members(3)
    game.begin()
    clock.go_on(90, *users(game, 2))
    assert game.ask(0, votes.vote, "stand_in:2", agree=True) is None
    clock.go_on(5, *users(game))
    assert game.ask(1, seating.stand_up) is None
    assert not game.now().seats[2].stand_in


def test_a_player_whose_clock_ran_out_can_be_replaced_until_their_next_move(party):
    game = party(people=2, clock="quick")
    game.begin()
    Seat.objects.filter(session__table=game.table, number=1).update(timeouts=1)
    _revise(game)
    assert "stand_in:1" in offers(game, 0)
    until_turn_of(game, 1)
    game.act(game.now())
    assert "stand_in:1" not in offers(game, 0)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is not None


def _revise(game: Game) -> None:
    with services.core.locked_table(game.table.pk) as table:
        table.revise()


@pytest.mark.every_database
def test_an_idle_player_without_a_clock_can_be_replaced_3_minutes_after_a_reminder(party, clock):
    game = party(people=2)
    game.begin()
    until_turn_of(game, 1)
    mine = game.people[1].user
    clock.go_on(59, *users(game))
    timers.sweep()
    assert menu_of(game.now(), mine).reminder == ""
    clock.go_on(1, *users(game))
    timers.sweep()
    assert menu_of(game.now(), mine).reminder
    assert menu_of(game.now(), game.user).reminder == ""
    # A vote on something else is no new turn.
    assert game.ask(0, votes.vote, "pause", agree=True) is None
    for _ in range(3):
        clock.go_on(59, *users(game))
        timers.sweep()
    assert "stand_in:1" not in offers(game, 0)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is not None
    clock.go_on(3, *users(game))
    timers.sweep()
    assert "stand_in:1" in offers(game, 0)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    assert game.now().seats[1].stand_in


def test_a_player_who_moves_after_the_reminder_cannot_be_replaced(party, clock):
    game = party(people=2)
    game.begin()
    until_turn_of(game, 1)
    for _ in range(6):
        clock.go_on(59, *users(game))
        timers.sweep()
    assert "stand_in:1" in offers(game, 0)
    game.act(game.now())
    assert "stand_in:1" not in offers(game, 0)
    assert game.now().seats[1].reminded_at is None
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is not None


def test_no_player_is_reminded_at_a_paused_table_or_one_with_a_clock(party, clock):
    paused, timed = party(people=2), party(people=2, clock="relaxed")
    for game in (paused, timed):
        game.begin()
        until_turn_of(game, 1)
    for number in range(2):
        paused.ask(number, votes.vote, "pause", agree=True)
    for _ in range(3):
        clock.go_on(50, *users(paused), *users(timed))
        absences.note_absences_at(paused.table.pk)
        absences.note_absences_at(timed.table.pk)
    for game in (paused, timed):
        assert game.now().seats[1].reminded_at is None


def test_a_sweep_that_finds_nothing_new_changes_nothing(party, clock):
    game = party(people=2)
    game.begin()
    until_turn_of(game, 1)
    clock.go_on(200, *users(game, 1))
    timers.sweep()
    version = game.now().version
    timers.sweep()
    assert game.now().version == version
    clock.go_on(1, *users(game))
    timers.sweep()
    assert game.now().version == version + 1
    assert game.now().seats[1].absent_since is None


# --- A closed page


def close_page(game: Game, clock: Clock, number: int, seconds: float = 12) -> None:
    """Close a player's only page; its process reports that after these seconds."""
    user = game.people[number].user
    clock.go_on(0, user)
    clock.go_on(seconds, *users(game, number))
    absences.note_gone_users([user.pk])


def away_seats(here: Snapshot) -> list[int]:
    """Return the numbers of the seats that are shown as away."""
    return [seat.view.number for seat in board_of(here).seats if seat.is_away]


@pytest.mark.every_database
def test_without_a_stake_any_one_player_lets_a_bot_play_for_an_absent_one(party, clock):
    game = party(people=3)
    game.begin()
    close_page(game, clock, 2)
    here = game.now()
    assert away_seats(here) == [2]
    (player,) = menu_of(here, game.user).absent
    assert (player.name, player.is_vote, player.opens.seconds) == (here.names[2], False, 8)
    answer = game.ask(0, votes.vote, player.proposal, agree=True)
    assert "20 seconds" in sentence(answer)
    clock.go_on(8, *users(game, 2))
    assert game.ask(0, votes.vote, player.proposal, agree=True) is None
    here = game.now()
    assert here.seats[2].stand_in
    assert menu_of(here, game.user).absent == []
    assert away_seats(here) == []


def test_with_a_stake_all_others_decide_after_a_minute(clock):
    game = members(3)
    game.begin()
    close_page(game, clock, 2)
    (player,) = menu_of(game.now(), game.user).absent
    assert (player.is_vote, player.opens.seconds) == (True, 48)
    clock.go_on(47, *users(game, 2))
    assert "60 seconds" in sentence(game.ask(0, votes.vote, player.proposal, agree=True))
    clock.go_on(1, *users(game, 2))
    assert game.ask(0, votes.vote, player.proposal, agree=True) is None
    assert not game.now().seats[2].stand_in
    # The vote takes the place of the bar.
    assert menu_of(game.now(), game.people[1].user).absent == []
    assert game.ask(1, votes.agree_to, player.proposal) is None
    assert game.now().seats[2].stand_in


def test_a_session_that_counts_for_an_event_keeps_the_vote(party, clock):
    game = party(people=3)
    Table.objects.filter(pk=game.table.pk).update(purpose=Table.Purpose.COUNTS)
    game.begin()
    close_page(game, clock, 2)
    (player,) = menu_of(game.now(), game.user).absent
    assert (player.is_vote, player.opens.seconds) == (True, 48)


def test_a_report_since_the_page_was_closed_counts_more(party, clock):
    game = party(people=2)
    game.begin()
    version = game.now().version
    close_page(game, clock, 1, seconds=9)
    assert game.now().version == version


@pytest.mark.every_database
def test_the_sweep_notes_a_return_to_another_page(party, clock):
    game = party(people=2)
    game.begin()
    close_page(game, clock, 1)
    assert selectors.changed_absences() == []
    clock.go_on(5, *users(game))
    timers.sweep()
    here = game.now()
    assert here.seats[1].absent_since is None
    assert menu_of(here, game.user).absent == []
    assert selectors.changed_absences() == []


def test_another_page_does_not_take_the_seat_back_from_a_bot(party, clock):
    game = party(people=2)
    game.begin()
    close_page(game, clock, 1, seconds=30)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    clock.go_on(5, *users(game))
    timers.sweep()
    assert game.now().seats[1].absent_since is not None
    assert game.ask(1, votes.take_seat_back) is None
    assert game.now().seats[1].absent_since is None


def test_an_idle_player_is_away_until_their_next_move(party, clock):
    game = party(people=3)
    game.begin()
    until_turn_of(game, 1)
    for _ in range(6):
        clock.go_on(59, *users(game))
        timers.sweep()
    here = game.now()
    assert away_seats(here) == [1]
    (player,) = menu_of(here, game.user).absent
    assert player.opens.seconds == 0
    game.act(here)
    here = game.now()
    assert away_seats(here) == []
    until_turn_of(game, 1)
    assert menu_of(game.now(), game.user).absent == []


def test_one_player_lets_a_bot_play_for_an_idle_one(party, clock):
    game = party(people=3)
    game.begin()
    until_turn_of(game, 1)
    for _ in range(6):
        clock.go_on(59, *users(game))
        timers.sweep()
    assert game.ask(2, votes.vote, "stand_in:1", agree=True) is None
    assert game.now().seats[1].stand_in


def test_one_player_cannot_replace_a_present_one_who_missed_a_turn(party):
    game = party(people=3, clock="quick")
    game.begin()
    Seat.objects.filter(session__table=game.table, number=1).update(timeouts=1)
    _revise(game)
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    assert not game.now().seats[1].stand_in


def test_no_bot_is_offered_while_the_game_is_paused(party, clock):
    game = party(people=2)
    game.begin()
    for number in range(2):
        game.ask(number, votes.vote, "pause", agree=True)
    close_page(game, clock, 1)
    assert menu_of(game.now(), game.user).absent == []


def test_users_without_a_seat_may_close_their_pages(party, clock, django_assert_num_queries):
    game = party(people=2)
    game.begin()
    stranger = create_guest()
    with django_assert_num_queries(1):
        absences.note_gone_users([stranger.pk])


def test_a_table_that_fails_does_not_keep_the_absences_of_others_waiting(
    party, clock, monkeypatch, caplog
):
    games = [party(people=2), party(people=2)]
    for game in games:
        game.begin()
        walk_away(game.people[1].user)
    note, broken = absences.note_absences_at, games[0].table.pk

    def fail_at_one(table_id: int, gone: Collection[int] = ()) -> None:
        if table_id == broken:
            raise RuntimeError
        note(table_id, gone)

    monkeypatch.setattr(absences, "note_absences_at", fail_at_one)
    absences.note_absences()
    absences.note_gone_users([game.people[1].user.pk for game in games])
    assert [game.now().seats[1].absent_since is not None for game in games] == [False, True]
    failed = f"absences at table {broken} could not be noted"
    assert [each.getMessage() for each in caplog.records].count(failed) == 2


def test_absences_after_the_game_change_nothing(party, clock):
    game = party(people=2, deals_planned=1)
    game.begin()
    version = game.finish_session().version
    absences.note_absences_at(game.table.pk, [game.people[1].user.pk])
    assert game.now().version == version


# --- An early end


def test_one_opponent_cannot_end_a_session_while_a_bot_plays_for_the_other(party, clock):
    game = party(people=2, deals_planned=20)
    game.begin()
    clock.go_on(90, *users(game, 1))
    assert game.ask(0, votes.vote, "stand_in:1", agree=True) is None
    assert game.ask(0, votes.vote, "end", agree=True) is None
    assert not game.now().session.ending
    clock.go_on(20, *users(game))
    # Whom the bot plays for has a say without taking the seat back first.
    (voting,) = menu_of(game.now(), game.people[1].user).votings
    assert voting.asked
    assert game.ask(1, votes.agree_to, "end") is None
    assert game.now().session.ending


def test_taking_a_seat_back_cancels_votes_that_passed_without_the_player(party, clock):
    game = party(people=2, deals_planned=20)
    game.begin()
    clock.go_on(90, *users(game, 1))
    game.ask(0, votes.vote, "stand_in:1", agree=True)
    game.ask(0, votes.vote, "end", agree=True)
    assert game.ask(1, votes.take_seat_back) is None
    here = game.now()
    assert here.session.votes == {}
    assert not here.session.ending
    assert "is back. Vote cancelled" in menu_of(here, game.user).outcome.said


@pytest.mark.every_database
def test_a_player_counts_as_agreeing_after_half_an_hour_without_an_open_page(party, clock):
    game = party(people=3, deals_planned=20)
    game.begin()
    clock.go_on(90, *users(game, 2))
    for number in (0, 1):
        game.ask(number, votes.vote, "stand_in:2", agree=True)
    clock.go_on(30 * 60 - 91, *users(game, 2))
    timers.sweep()
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    assert not game.now().session.ending
    game.ask(0, votes.vote, "end", agree=False)
    clock.go_on(1, *users(game, 2))
    (voting,) = menu_of(game.now(), game.user).votings
    assert voting.counted == [game.now().names[2]]
    game.ask(0, votes.vote, "end", agree=True)
    assert game.now().session.ending
    # It was agreed without the player, who comes back before the deal is over.
    assert game.ask(2, votes.take_seat_back) is None
    assert not game.now().session.ending


def test_a_player_who_comes_back_after_the_end_changes_nothing_of_it(party, clock):
    game = party(people=3, deals_planned=20)
    game.begin()
    clock.go_on(90, *users(game, 2))
    for number in (0, 1):
        game.ask(number, votes.vote, "stand_in:2", agree=True)
    clock.go_on(30 * 60, *users(game, 2))
    timers.sweep()
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    game.finish_deal()
    before = game.now()
    assert before.table.phase == Table.Phase.FINISHED
    assert game.ask(2, votes.take_seat_back) is None
    after = game.now()
    assert (after.session, after.seats) == (before.session, before.seats)
    assert after.session.ending


def test_taking_a_seat_back_keeps_an_early_end_that_all_players_agreed_to(party, clock):
    game = party(people=2, deals_planned=20)
    game.begin()
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    clock.go_on(90, *users(game, 1))
    game.ask(0, votes.vote, "stand_in:1", agree=True)
    assert game.ask(1, votes.take_seat_back) is None
    assert game.now().session.ending


def test_a_player_who_quit_has_no_say_in_an_early_end(party):
    game = party(people=3, deals_planned=20)
    game.begin()
    game.ask(2, seating.stand_up)
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    assert game.now().session.ending


def test_the_terms_say_who_must_agree_to_an_early_end(party):
    game = party(people=2)
    for here in (game.now(), game.begin()):
        assert "30 minutes" in board_of(here).terms.early_end
    alone = Game.solo()
    assert board_of(alone.now()).terms.early_end == ""


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("later"), st.sampled_from((5, 31, 61, 125, 185, 245, 1801))),
        st.tuples(st.just("page"), st.integers(0, 2)),
        st.tuples(
            st.sampled_from(("vote", "agree", "withdraw")),
            st.integers(0, 2),
            st.sampled_from(("end", "end", "stand_in:0", "stand_in:1", "stand_in:2")),
        ),
        st.tuples(st.just("back"), st.integers(0, 2)),
        st.tuples(st.just("play")),
        st.tuples(st.just("sweep")),
    ),
    min_size=15,
    max_size=40,
)


@pytest.mark.long
@given(steps=STEPS, clock_name=st.sampled_from(("none", "quick")), count=st.integers(2, 3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_player_who_is_present_is_replaced_or_outvoted(steps, clock_name, count, clock):
    with transaction.atomic():
        caches.clear_all()
        game = Game.of(
            [create_guest() for _ in range(count)], clock=clock_name, deals_planned=50, bots=True
        )
        game.begin()
        _TableModel(game, clock).do_all(steps)
        transaction.set_rollback(True)


class _TableModel:
    """A model of a table of two or three users, compared with the real one."""

    def __init__(self, game: Game, clock: Clock) -> None:
        self.game, self.clock = game, clock
        self.heard = dict.fromkeys(range(len(game.people)), clock.at)
        for each in game.people:
            User.objects.filter(pk=each.user.pk).update(seen_at=clock.at)
        self.turn_began, self.moment = clock.at, game.now().position

    def do_all(self, steps) -> None:
        for name, *more in steps:
            before = self.game.now()
            if before.table.phase not in (Table.Phase.PLAYING, Table.Phase.BETWEEN):
                break
            if name in ("page", "vote", "agree", "withdraw", "back"):
                more[0] %= len(self.game.people)
            getattr(self, f"_{name}")(*more)
            self._check(before, name, *more)
            now = self.game.now()
            if now.position != self.moment:
                self.turn_began, self.moment = self.clock.at, now.position

    def _later(self, seconds: int) -> None:
        self.clock.go_on(seconds)

    def _page(self, number: int) -> None:
        self.heard[number] = self.clock.at
        self.clock.go_on(0, self.game.people[number].user)

    def _vote(self, number: int, proposal: str) -> None:
        self.game.ask(number, votes.vote, proposal, agree=True)

    def _agree(self, number: int, proposal: str) -> None:
        self.game.ask(number, votes.agree_to, proposal)

    def _withdraw(self, number: int, proposal: str) -> None:
        self.game.ask(number, votes.withdraw_vote, proposal)

    def _back(self, number: int) -> None:
        self.game.ask(number, votes.take_seat_back)

    def _sweep(self) -> None:
        timers.sweep()

    def _play(self) -> None:
        here = self.game.now()
        if here.table.phase == Table.Phase.BETWEEN:
            timers.start_next_deal(self.game.table.pk, here.version)
        elif here.table.deadline is None or here.table.deadline > self.clock.at:
            self.game.step(here)

    def _gone(self, number: int) -> timedelta:
        return self.clock.at - self.heard[number]

    def _check(self, before, name: str, *more) -> None:
        now = self.game.now()
        if now.session.number != before.session.number:
            return
        for was, seat in zip(before.seats, now.seats, strict=True):
            if seat.stand_in and not was.stand_in and name in ("vote", "agree"):
                idle = self.clock.at - self.turn_began if now.table.clock == "none" else None
                assert (
                    self._gone(seat.number) >= timedelta(seconds=60)
                    or was.timeouts
                    or (before.table.turn == seat.number and idle >= timedelta(seconds=240))
                )
        if now.session.ending and not before.session.ending:
            agreed = {*before.session.votes.get("end", ()), more[0]}
            for number in self.heard:
                assert number in agreed or self._gone(number) >= timedelta(minutes=30)
        if name == "back" and before.seats[more[0]].stand_in:
            assert now.session.votes == {}
            assert not now.session.ending or more[0] not in now.session.ending_without


# --- Beginning for a stake


def test_a_session_for_a_stake_does_not_start_while_a_player_is_absent(clock):
    game = members().all_sit()
    clock.go_on(60, *users(game, 1))
    timers.sweep()
    answer = game.ask(0, starting.start)
    assert answer.code is TableCode.PLAYERS_ABSENT
    assert "member1" in sentence(answer)
    menu = menu_of(game.now(), game.user)
    assert [each.name for each in menu.freeable] == ["member1"]
    assert "member1" in menu.said
    assert board_of(game.now()).seats[1].is_absent
    clock.go_on(1, *users(game))
    absences.note_absences_at(game.table.pk)
    assert menu_of(game.now(), game.user).freeable == []
    assert game.ask(0, starting.start) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_a_session_without_a_stake_starts_even_if_a_player_is_absent(party, clock):
    game = party(people=2).all_sit()
    clock.go_on(6 * 24 * 3600, game.user)
    timers.sweep()
    here, away = game.now(), game.people[1].user
    name = here.names[1]
    assert [seat.is_absent for seat in board_of(here).seats[:2]] == [False, True]
    assert name in menu_of(here, game.user).said
    assert [each.name for each in menu_of(here, game.user).freeable] == [name]
    assert game.ask(0, starting.start) is None
    # The absence goes on, so that the others need not wait for it again.
    assert [each.name for each in menu_of(game.now(), game.user).absent] == [name]
    assert menu_of(game.now(), away).absent == []


def test_a_session_without_a_stake_asks_the_host_to_wait_before_a_seat_is_freed(party, clock):
    game = party(people=2).all_sit()
    away = game.people[1].user
    close_page(game, clock, 1)
    answer = game.ask(0, seating.free_seat, 1)
    assert answer.code is TableCode.NOT_ABSENT
    assert "20 seconds" in sentence(answer)
    clock.go_on(8, game.user)
    assert game.ask(0, seating.free_seat, 1) is None
    assert away.pk not in game.now().table.barred


@pytest.mark.every_database
def test_the_host_frees_an_absent_players_seat_and_the_player_is_notified(clock):
    game = members(3).all_sit()
    away = game.people[1].user
    clock.go_on(59, *users(game, 1))
    answer = game.ask(0, seating.free_seat, 1)
    assert answer.code is TableCode.NOT_ABSENT
    assert "60 seconds. member1 hasn’t been" in sentence(answer)
    clock.go_on(1, *users(game, 1))
    assert game.ask(2, seating.free_seat, 1).code is TableCode.HOST_ONLY
    for number in (0, 3):
        assert game.ask(0, seating.free_seat, number).code is TableCode.NOBODY_THERE
    assert game.ask(0, seating.free_seat, 1) is None
    assert [seat.user_id for seat in game.now().seats] == [each.pk for each in users(game, 1)]
    said = menu_of(game.now(), away).said
    assert said.startswith("You were away, so your seat was freed.")
    # They are not sent away.
    assert game.ask(1, seating.sit, None) is None
    assert away.pk not in game.session_row().freed


def test_a_player_whose_seat_was_freed_sees_it_after_the_session_has_started(clock):
    game = members(3).all_sit()
    clock.go_on(90, *users(game, 1))
    assert game.ask(0, seating.free_seat, 1) is None
    assert game.ask(0, starting.start) is None
    menu = menu_of(game.now(), game.people[1].user)
    assert menu.is_freed
    assert menu.has_news


def test_a_player_whose_seat_was_freed_sees_it_at_a_table_closed_to_spectators(clock, client):
    game = members(3, spectators=False).all_sit()
    clock.go_on(90, *users(game, 1))
    game.ask(0, seating.free_seat, 1)
    game.ask(0, starting.start)
    client.force_login(game.people[1].user)
    page = client.get(game.table.get_absolute_url(), follow=True).content.decode()
    assert "You were away, so your seat was freed." in page


def waiting_rematch(clock: Clock, count: int = 2) -> Game:
    """A further session for a stake that waits for its last player; the others said yes."""
    game = members(count, deals_planned=1, seating=Table.Seating.CHOSEN)
    game.begin()
    game.finish_session()
    for number in range(count - 1):
        assert game.ask(number, rematch.play_again) is None
    assert game.ask(0, rematch.open_again) is None
    assert game.now().table.phase == Table.Phase.WAITING
    return game


@pytest.mark.every_database
def test_a_rematch_for_a_stake_asks_each_player_again(clock):
    game = waiting_rematch(clock, 3)
    clock.go_on(3 * 24 * 3600, game.people[2].user)
    assert game.ask(2, seating.sit, None) is None
    here = game.now()
    assert here.table.phase == Table.Phase.WAITING
    assert not menu_of(here, game.people[2].user).is_asked
    for number in (0, 1):
        assert menu_of(here, game.people[number].user).is_asked
    clock.go_on(1, *users(game))
    answer = game.ask(0, starting.start)
    assert answer.code is TableCode.PLAYERS_NOT_READY
    assert "member1" in sentence(answer)
    for number in (0, 1):
        assert game.ask(number, moves.ready) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_the_last_player_to_agree_starts_the_rematch(clock):
    game = waiting_rematch(clock)
    clock.go_on(90, game.people[1].user)
    assert game.ask(1, seating.sit, None) is None
    assert game.ask(0, moves.ready) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_a_player_who_agreed_and_went_offline_is_asked_again(clock):
    game = waiting_rematch(clock, 3)
    clock.go_on(1, *users(game))
    game.ask(2, seating.sit, None)
    game.ask(0, moves.ready)
    clock.go_on(90, game.people[1].user, game.people[2].user)
    game.ask(1, moves.ready)
    assert game.now().table.phase == Table.Phase.WAITING
    clock.go_on(1, *users(game))
    absences.note_absences_at(game.table.pk)
    assert menu_of(game.now(), game.user).is_asked
    assert game.ask(0, moves.ready) is None
    assert game.now().table.phase == Table.Phase.PLAYING


def test_a_rematch_starts_at_once_when_all_players_are_present_and_agree(clock):
    game = members(deals_planned=1)
    game.begin()
    game.finish_session()
    for number in range(2):
        game.ask(number, rematch.play_again)
    assert game.now().session.number == 2
    assert game.now().table.phase == Table.Phase.PLAYING


def test_a_player_without_an_open_page_gets_no_seat_in_a_rematch_for_a_stake(clock):
    game = members(deals_planned=1)
    game.begin()
    game.finish_session()
    game.ask(0, rematch.play_again)
    clock.go_on(61, game.people[1].user)
    game.ask(1, rematch.play_again)
    here = game.now()
    assert [seat.user_id for seat in here.seats] == [game.people[1].user.pk]
    assert here.table.phase == Table.Phase.WAITING


def test_players_are_not_asked_to_be_ready_before_the_first_session(clock):
    game = members().all_sit()
    assert game.ask(1, moves.ready).code is TableCode.NO_NEXT_DEAL
    assert Session.objects.get(table=game.table).status == Session.Status.WAITING
