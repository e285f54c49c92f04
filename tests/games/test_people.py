"""People at a table: sitting, beginning, clocks, votes, being away, leaving, playing again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games import bots, selectors, services, wake
from games.models import Deal, Seat, Session, Table
from games.rules import RuleSet
from games.rules.cards import card_name, cards_text
from games.rules.deal import Give, Pass, Play, Redeal
from games.rules.view import view

pytestmark = pytest.mark.django_db


class Person:
    """Somebody with a browser."""

    def __init__(self, sign_in):
        self.user = create_guest()
        self.key = sign_in(self.user)

    def asks(self, service, table, *more, **named):
        return service(table.pk, self.user, self.key, *more, **named)


class Party:
    """A table that a person opened, and others who may come."""

    def __init__(self, sign_in, people=4, **terms):
        self.people = [Person(sign_in) for _ in range(people)]
        terms.setdefault("seating", Table.Seating.CHOSEN)
        self.table = services.open_table(self.people[0].user, **terms)

    def now(self):
        self.table = Table.objects.get(pk=self.table.pk)
        return selectors.position(self.table)

    def ask(self, number, service, *more, **named):
        return self.people[number].asks(service, self.table, *more, **named)

    def all_sit(self):
        for number in range(1, len(self.people)):
            assert self.ask(number, services.sit, None) == services.DONE
        return self

    def begin(self):
        self.all_sit()
        assert self.ask(0, services.start) == services.DONE
        return self.now()

    def person_at(self, seat):
        user = self.now().seats[seat].user_id
        return next(each for each in self.people if each.user.pk == user)

    def step(self):
        """One action: of whom the table waits for."""
        position = self.now()
        turn = position.state.turn
        seat = position.seats[turn]
        if seat.is_bot or seat.stand_in:
            services.move_on(self.table.pk, position.table.version)
            return self.now()
        person, moment = self.person_at(turn), position.table.moment
        match bots.choose(view(position.state, turn)):
            case Play(_seat, cards):
                outcome = person.asks(services.play, self.table, cards_text(cards), moment)
            case Give(_seat, card):
                outcome = person.asks(services.give, self.table, card_name(card), moment)
            case Redeal():
                outcome = person.asks(services.ask_for_redeal, self.table, moment)
            case _:
                outcome = person.asks(services.pass_turn, self.table, moment)
        assert outcome == services.DONE
        return self.now()

    def finish_deal(self):
        position = self.now()
        while position.table.phase == Table.Phase.PLAYING:
            position = self.step()
        return position

    def finish_session(self):
        position = self.finish_deal()
        while position.table.phase == Table.Phase.BETWEEN:
            services.start_next_deal(self.table.pk, position.table.version)
            position = self.finish_deal()
        return position

    def turn_of_a_person(self):
        position = self.now()
        while position.state.turn is None or position.seats[position.state.turn].is_bot:
            position = self.step()
        return position


@pytest.fixture
def party(db, queued, sign_in):
    return lambda **terms: Party(sign_in, **terms)


# --- Sitting down


def test_four_people_sit_and_the_host_begins(party):
    game = party(deals_planned=2)
    assert game.now().newest is None
    position = game.begin()
    assert [seat.user_id for seat in position.seats] == [each.user.pk for each in game.people]
    assert position.table.phase == Table.Phase.PLAYING
    assert game.finish_session().table.phase == Table.Phase.FINISHED
    assert sum(seat.net for seat in game.now().seats) == 0


def test_bots_take_the_free_seats(party):
    position = party(people=2).begin()
    assert [seat.is_bot for seat in position.seats] == [False, False, True, True]
    assert len({seat.name for seat in position.seats}) == 4


def test_a_table_that_waits_for_people_does_not_begin_without_them(party):
    game = party(people=2, bots=False).all_sit()
    refusal = game.ask(0, services.start).refusal
    assert refusal == "There are free seats, and this table waits for people."
    assert game.ask(0, services.fill_with_bots, bots=True) == services.DONE
    assert game.ask(0, services.start) == services.DONE


def test_seats_are_drawn_where_the_table_draws_them(party):
    orders = set()
    for _ in range(12):
        position = party(seating=Table.Seating.DRAWN).begin()
        pks = [seat.user_id for seat in position.seats]
        orders.add(tuple(sorted(pks).index(pk) for pk in pks))
    assert len(orders) > 3


def test_a_full_table_takes_nobody_more(party):
    game = party(people=5, rules=RuleSet.make("pagat"))
    for number in (1, 2, 3):
        assert game.ask(number, services.sit, None) == services.DONE
    assert game.ask(4, services.sit, None).refusal == "This table is full."
    assert game.ask(0, services.start) == services.DONE
    assert game.ask(4, services.sit, None).refusal == (
        "This session has begun; all seats are taken."
    )


def test_a_person_sits_once_and_may_change_seats(party):
    game = party(people=2)
    assert game.ask(1, services.sit, 2) == services.DONE
    assert game.ask(1, services.sit, 2) == services.DONE
    assert game.ask(1, services.sit, 3) == services.DONE
    assert [seat.number for seat in game.now().seats] == [0, 3]
    assert game.ask(1, services.sit, 0).refusal == "That seat was just taken. Choose another."
    assert game.ask(1, services.sit, 9).refusal == "That seat was just taken. Choose another."


def test_people_of_one_name_are_told_apart(party):
    game = party(people=3)
    User.objects.update(display_name="Guest Plum")
    for person in game.people:
        person.user.refresh_from_db()
    game.table = services.open_table(game.people[0].user)
    game.all_sit()
    names = [seat.name for seat in game.now().seats]
    assert names == ["Guest Plum", "Guest Plum 2", "Guest Plum 3"]


def test_the_host_removes_somebody_who_cannot_come_back(party):
    game = party(people=3).all_sit()
    assert game.ask(1, services.remove, 2).refusal == "Only the host can do that."
    assert game.ask(0, services.remove, 1) == services.DONE
    assert [seat.number for seat in game.now().seats] == [0, 2]
    asked_to_leave = "The host has asked you to leave this table."
    assert game.ask(1, services.sit, None).refusal == asked_to_leave
    nothing = game.ask(1, services.play, "3D", game.table.moment)
    assert nothing.refusal == "You are watching this table and have no seat at it."


def test_the_host_stands_up_and_the_next_one_is_host(party):
    game = party(people=3).all_sit()
    assert game.ask(0, services.stand_up) == services.DONE
    assert game.now().table.host_id == game.people[1].user.pk
    assert game.ask(1, services.start) == services.DONE


def test_the_last_one_to_stand_up_closes_the_table(party):
    game = party(people=1)
    assert game.ask(0, services.stand_up) == services.DONE
    assert not Table.objects.filter(pk=game.table.pk).exists()
    assert game.ask(0, services.start).refusal == "This table was closed."


def test_two_who_want_the_last_seat_get_one(party):
    game = party(people=5)
    for number in (1, 2):
        game.ask(number, services.sit, None)
    outcomes = [game.ask(number, services.sit, 3).refusal for number in (3, 4)]
    assert outcomes == ["", "This table is full."]


# --- The clock


def test_a_person_has_until_the_deadline(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    table = position.table
    left = (table.deadline - timezone.now()).total_seconds()
    assert 40 < left <= 45
    assert table.due_at == table.deadline
    assert queued[-1][:3] == (wake.MOVE_ON, table.pk, table.version)


def run_out(game):
    """Let the clock of the person on turn have run out."""
    position = game.turn_of_a_person()
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(deadline=past, due_at=past)
    services.move_on(game.table.pk, position.table.version)
    return position.state, game.now()


def test_who_has_no_time_left_passes_or_plays_the_lowest(party):
    game = party(people=1, clock="quick")
    game.begin()
    before, after = run_out(game)
    action = after.state.actions[len(before.actions)]
    seen = view(before, before.turn)
    assert action == (Pass(before.turn) if seen.may_pass else bots.lowest(seen))
    assert Seat.objects.get(session__table=game.table, is_bot=False).timeouts == 1


def test_nothing_runs_out_before_its_time(party):
    game = party(people=1, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    services.move_on(game.table.pk, position.table.version)
    assert game.now().table.version == position.table.version


def test_after_two_missed_turns_a_bot_stands_in_until_the_person_is_back(party):
    game = party(people=1, clock="blitz", deals_planned=3)
    game.begin()
    while game.now().table.phase == Table.Phase.PLAYING and not game.now().seats[0].stand_in:
        run_out(game)
    while game.now().table.phase != Table.Phase.PLAYING:
        services.start_next_deal(game.table.pk, game.now().table.version)
        while not game.now().seats[0].stand_in:
            run_out(game)
    assert game.now().seats[0].stand_in
    assert 0 in Deal.objects.filter(session__table=game.table).latest("number").stand_ins
    moment = game.now().table.moment
    refusal = game.ask(0, services.pass_turn, moment).refusal
    assert refusal == "A bot plays for you. Take your seat back first."
    assert game.ask(0, services.take_back) == services.DONE
    seat = game.now().seats[0]
    assert (seat.stand_in, seat.timeouts) == (False, 0)


def test_a_turn_in_time_is_not_missed_in_a_row(party):
    game = party(people=1, clock="quick")
    game.begin()
    run_out(game)
    if game.now().table.phase == Table.Phase.PLAYING:
        game.turn_of_a_person()
        game.step()
        assert game.now().seats[0].timeouts == 0


def test_a_slow_turn_is_taken_from_the_bank(party):
    game = party(people=1, clock="quick")
    game.begin()
    game.turn_of_a_person()
    late = timezone.now() - timedelta(seconds=20)
    Table.objects.filter(pk=game.table.pk).update(turn_since=late)
    game.step()
    if game.now().table.phase == Table.Phase.PLAYING:
        assert 24_000 < game.now().seats[0].bank_ms <= 25_000


def test_the_deadline_is_kept_over_a_start_anew(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    table = game.turn_of_a_person().table
    queued.clear()
    services.sweep(everything=True)
    assert queued[0][:3] == (wake.MOVE_ON, table.pk, table.version)
    assert 40 < queued[0][3] <= 45
    assert game.now().table.deadline == table.deadline


def test_a_lost_deadline_is_found_by_the_sweep(party):
    game = party(people=1, clock="quick")
    game.begin()
    version = game.turn_of_a_person().table.version
    long_ago = timezone.now() - timedelta(minutes=5)
    Table.objects.filter(pk=game.table.pk).update(deadline=long_ago, due_at=long_ago)
    services.sweep()
    assert game.now().table.version > version


# --- Agreeing


def test_a_pause_by_all_stops_everything_until_anybody_goes_on(party):
    game = party(people=2, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    assert game.ask(0, services.vote, "pause", agree=True) == services.DONE
    assert game.now().session.votes == {"pause": [0]}
    assert game.now().table.paused_at is None
    assert game.ask(1, services.vote, "pause", agree=True) == services.DONE
    table = game.now().table
    assert table.paused_at is not None
    assert game.now().session.votes == {}
    mover = game.person_at(position.state.turn)
    refusal = mover.asks(services.pass_turn, table, table.moment).refusal
    assert refusal == "The table is paused."
    past = timezone.now() - timedelta(minutes=10)
    Table.objects.filter(pk=table.pk).update(paused_at=past)
    services.move_on(table.pk, table.version)
    services.sweep()
    assert game.now().table.version == table.version
    deadline = table.deadline
    assert game.ask(1, services.go_on) == services.DONE
    later = game.now().table
    assert later.paused_at is None
    assert later.deadline - deadline >= timedelta(minutes=9)


def test_a_vote_can_be_taken_back(party):
    game = party(people=2)
    game.begin()
    game.ask(0, services.vote, "end", agree=True)
    game.ask(0, services.vote, "end", agree=False)
    assert game.now().session.votes == {}
    game.ask(1, services.vote, "end", agree=True)
    assert not game.now().session.ending


def test_the_session_ends_early_after_the_running_deal(party):
    game = party(people=2, deals_planned=9)
    game.begin()
    for number in (0, 1):
        assert game.ask(number, services.vote, "end", agree=True) == services.DONE
    assert game.now().table.phase == Table.Phase.PLAYING
    assert game.finish_deal().table.phase == Table.Phase.FINISHED
    assert Deal.objects.filter(session__table=game.table, nets__isnull=False).count() == 1


def test_between_deals_the_session_ends_at_once(party):
    game = party(people=1, deals_planned=9)
    game.begin()
    game.finish_deal()
    assert game.ask(0, services.vote, "end", agree=True) == services.DONE
    assert game.now().table.phase == Table.Phase.FINISHED


def test_the_others_agree_on_a_bot_for_somebody_who_is_away(party):
    game = party(people=3)
    game.begin()
    assert game.ask(2, services.vote, "stand_in:2", agree=True).refusal == (
        "You have no say in that."
    )
    game.ask(0, services.vote, "stand_in:2", agree=True)
    assert not game.now().seats[2].stand_in
    game.ask(1, services.vote, "stand_in:2", agree=True)
    assert game.now().seats[2].stand_in
    if game.now().table.turn == 2:
        assert game.now().table.due_at is not None
    assert game.ask(2, services.take_back) == services.DONE


@pytest.mark.parametrize(
    "proposal", ["", "stand_in:", "stand_in:01", "stand_in:3", "stand_in:9", "riot"]
)
def test_what_cannot_be_voted_on(party, proposal):
    game = party(people=2)
    game.begin()
    version = game.now().table.version
    assert game.ask(0, services.vote, proposal, agree=True).refusal
    assert game.now().table.version == version


# --- Leaving


def test_for_a_deserter_a_bot_plays_on_to_the_debts(party):
    game = party(people=2, deals_planned=2)
    game.begin()
    assert game.ask(0, services.stand_up) == services.DONE
    position = game.now()
    assert position.seats[0].left_at is not None
    assert position.table.host_id == game.people[1].user.pk
    assert game.ask(0, services.take_back).refusal.startswith("You have left this session")
    position = game.finish_session()
    assert position.table.phase == Table.Phase.FINISHED
    assert all(0 in deal.stand_ins for deal in position.scene.finished)
    assert position.seats[0].user_id == game.people[0].user.pk


def test_a_table_that_everybody_left_plays_to_its_end(party):
    game = party(people=2, deals_planned=2)
    game.begin()
    for number in (0, 1):
        assert game.ask(number, services.stand_up) == services.DONE
    assert game.finish_session().table.phase == Table.Phase.FINISHED


def test_leaving_makes_the_wish_of_the_others_enough(party):
    game = party(people=3, deals_planned=5)
    game.begin()
    for number in (0, 1):
        game.ask(number, services.vote, "end", agree=True)
    assert not game.now().session.ending
    game.ask(2, services.stand_up)
    assert game.now().session.ending


def test_a_pause_does_not_hang_when_the_one_on_turn_leaves(party):
    game = party(people=2)
    game.begin()
    position = game.turn_of_a_person()
    leaver = game.person_at(position.state.turn)
    other = next(each for each in game.people if each is not leaver)
    for each in (leaver, other):
        each.asks(services.vote, game.table, "pause", agree=True)
    leaver.asks(services.stand_up, game.table)
    other.asks(services.go_on, game.table)
    table = game.now().table
    assert table.due_at is not None
    services.move_on(table.pk, table.version)
    assert game.now().table.version > table.version


def test_a_table_whose_people_left_while_it_was_paused_goes_on(party):
    game = party(people=1, deals_planned=2)
    game.begin()
    game.ask(0, services.vote, "pause", agree=True)
    assert game.now().table.paused_at is not None
    game.ask(0, services.stand_up)
    assert game.now().table.paused_at is None
    assert game.finish_session().table.phase == Table.Phase.FINISHED


def test_two_wishes_that_are_enough_at_once(party):
    game = party(people=2, deals_planned=5)
    game.begin()
    game.finish_deal()
    for proposal in ("end", "pause"):
        game.ask(0, services.vote, proposal, agree=True)
    assert game.ask(1, services.stand_up) == services.DONE
    assert game.now().table.phase == Table.Phase.FINISHED


def test_a_vote_does_not_hold_up_a_bot(party, settings):
    settings.BOT_DELAY = (5.0, 5.0)
    game = party(people=2)
    game.begin()
    while not game.now().seats[game.now().state.turn].is_bot:
        game.step()
    earlier = timezone.now() + timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(due_at=earlier)
    game.ask(0, services.vote, "end", agree=True)
    assert game.now().table.due_at == earlier


def test_missing_two_turns_makes_the_wish_of_the_others_enough(party):
    game = party(people=2, clock="blitz", deals_planned=9)
    game.begin()
    game.ask(0, services.vote, "end", agree=True)
    seat = game.now().seats[1]
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    Table.objects.filter(pk=game.table.pk).update(scene=game.now().table.scene + 1)
    while game.now().state.turn != 1:
        game.step()
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(deadline=past, due_at=past)
    services.move_on(game.table.pk, game.now().table.version)
    assert game.now().session.ending or game.now().table.phase == Table.Phase.FINISHED


def test_a_paused_table_cannot_be_paused_again(party):
    game = party(people=2)
    game.begin()
    for number in (0, 1):
        game.ask(number, services.vote, "pause", agree=True)
    paused_at = game.now().table.paused_at
    for number in (0, 1):
        assert game.ask(number, services.vote, "pause", agree=True) == services.DONE
    assert game.now().table.paused_at == paused_at
    assert game.now().session.votes == {}


def test_guests_do_not_play_for_money(party):
    game = party(people=2, stake_minor=100, currency="EUR")
    refusal = game.ask(1, services.sit, None).refusal
    assert refusal == "This table plays for money: make an account to take a seat."


# --- Ends, and again


def test_a_target_score_ends_the_session(party):
    game = party(people=1, deals_planned=50, target=1)
    game.begin()
    assert game.finish_session().table.phase == Table.Phase.FINISHED
    assert Deal.objects.filter(session__table=game.table).count() < 5


def test_the_same_people_play_again(party):
    game = party(people=2, deals_planned=1, seating=Table.Seating.DRAWN)
    game.begin()
    game.finish_session()
    assert game.ask(1, services.play_again) == services.DONE
    assert game.ask(1, services.play_again) == services.DONE
    position = game.now()
    assert position.table.phase == Table.Phase.WAITING
    assert position.table.host_id == game.people[1].user.pk
    assert game.ask(0, services.play_again) == services.DONE
    position = game.now()
    assert position.table.phase == Table.Phase.PLAYING
    assert position.session.number == 2
    assert {seat.user_id for seat in position.seats if seat.user_id} == {
        each.user.pk for each in game.people
    }
    assert Session.objects.get(table=game.table, number=1).status == Session.Status.FINISHED


def test_who_changes_their_mind_about_playing_again_leaves_the_table_finished(party):
    game = party(people=2, deals_planned=1)
    game.begin()
    game.finish_session()
    game.ask(0, services.play_again)
    assert game.ask(0, services.stand_up) == services.DONE
    position = game.now()
    assert position.table.phase == Table.Phase.FINISHED
    assert position.session.number == 1
    assert position.state.over


# --- The shuffle


def test_words_are_shuffled_with_and_the_secret_was_committed_to(party):
    from games import shuffle
    from games.rules import record

    game = party(people=2)
    commitment = shuffle.commitment(game.now().session.next_secret)
    game.all_sit()
    assert game.ask(0, services.add_word, "abc", commitment) == services.DONE
    assert game.ask(0, services.add_word, "xyz", commitment) == services.DONE
    assert game.ask(1, services.add_word, "no!", commitment).refusal
    assert game.ask(1, services.add_word, "def", "0" * 64) == services.DONE
    game.ask(0, services.start)
    deal = game.now().deal
    assert shuffle.commitment(deal.secret) == commitment
    assert deal.words == {"0": "abc"}
    name = shuffle.deal_id(game.table.slug, 1, 1, 1)
    assert record.read(deal.start).setup.pack == shuffle.order(deal.secret, {0: "abc"}, name)
