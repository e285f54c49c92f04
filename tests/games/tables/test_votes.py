"""Votes: a pause, an early end, a bot for an absent player."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.screens.table.menu import menu_of
from games.tables.denials import TableCode
from games.tables.models import Deal, Seat, Table
from games.tables.services import moves, seating, timers, votes
from tests.players import Game, walk_away

pytestmark = pytest.mark.django_db


def test_a_pause_agreed_by_all_stops_the_table_until_a_player_resumes(party):
    game = party(people=2, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    assert game.ask(0, votes.vote, "pause", agree=True) is None
    assert game.now().session.votes == {"pause": (0,)}
    assert game.now().table.paused_at is None
    assert game.ask(1, votes.vote, "pause", agree=True) is None
    table = game.now().table
    assert table.paused_at is not None
    assert game.now().session.votes == {}
    mover = game.person_at(position.state.turn)
    assert mover.asks(moves.pass_turn, table, game.now().position).code is TableCode.PAUSED
    past = timezone.now() - timedelta(minutes=10)
    Table.objects.filter(pk=table.pk).update(paused_at=past)
    timers.move_on(table.pk, table.version)
    timers.sweep()
    assert game.now().table.version == table.version
    deadline = table.deadline
    assert game.ask(1, votes.resume) is None
    later = game.now().table
    assert later.paused_at is None
    assert later.deadline - deadline >= timedelta(minutes=9)


def test_a_player_can_take_a_vote_back(party):
    game = party(people=2)
    game.begin()
    game.ask(0, votes.vote, "end", agree=True)
    game.ask(0, votes.vote, "end", agree=False)
    assert game.now().session.votes == {}
    game.ask(1, votes.vote, "end", agree=True)
    assert not game.now().session.ending


def test_a_single_no_ends_a_proposal_and_says_who_voted_no(party):
    game = party(people=3)
    game.begin()
    game.ask(0, votes.vote, "pause", agree=True)
    game.ask(1, votes.vote, "pause", agree=True)
    assert game.ask(2, votes.vote, "pause", agree=False) is None
    here = game.now()
    assert here.session.votes == {}
    assert here.table.paused_at is None
    name = here.names[2]
    said = menu_of(here, game.people[0].user).outcome.said
    assert said == f"{name} voted no: Pause the game."
    # A no to what has ended already changes nothing; a new proposal is nobody's no any more.
    assert game.ask(2, votes.vote, "pause", agree=False) is None
    assert game.now().table.version == here.table.version
    game.ask(1, votes.vote, "pause", agree=True)
    assert menu_of(game.now(), game.people[0].user).outcome is None


def let_proposals_lapse(game):
    """Let the time of all proposals run out."""
    session = game.session_row()
    past = (timezone.now() - timedelta(seconds=1)).isoformat()
    session.vote_ends = dict.fromkeys(session.vote_ends, past)
    session.save()
    Table.objects.filter(pk=game.table.pk).update(revision=F("revision") + 1)


def test_a_proposal_that_lapses_is_announced_at_the_table(party):
    game = party(people=2)
    game.begin()
    game.ask(0, votes.vote, "end", agree=True)
    (voting,) = menu_of(game.now(), game.people[1].user).votings
    assert 50 < voting.ends.seconds <= 60
    votes.lapse(game.table.pk)
    assert game.now().session.votes == {"end": (0,)}
    let_proposals_lapse(game)
    # Lost task or not, it counts for nothing.
    assert menu_of(game.now(), game.people[1].user).votings == []
    version = game.now().table.version
    votes.lapse(game.table.pk)
    here = game.now()
    assert here.table.version == version + 1
    assert here.session.votes == {}
    said = menu_of(here, game.people[1].user).outcome.said
    assert said == "The vote didn’t pass in time: End the game after this deal."
    votes.lapse(game.table.pk)
    assert game.now().table.version == version + 1


def test_agreeing_too_late_does_not_start_a_new_proposal(party):
    game = party(people=3)
    game.begin()
    game.ask(0, votes.vote, "end", agree=True)
    let_proposals_lapse(game)
    assert game.ask(1, votes.agree_to, "end") is None
    here = game.now()
    assert here.session.votes == {}
    said = menu_of(here, game.people[1].user).outcome.said
    assert said == "The vote didn’t pass in time: End the game after this deal."
    # After a no, and after it was withdrawn, there is nothing to agree to either.
    for number in (2, 0):
        game.ask(0, votes.vote, "end", agree=True)
        game.ask(number, votes.vote, "end", agree=False)
        assert game.ask(1, votes.agree_to, "end").code is TableCode.VOTE_OVER
        assert game.now().session.votes == {}


def test_a_proposal_passes_when_all_players_agree(party):
    game = party(people=3)
    game.begin()
    game.ask(0, votes.vote, "pause", agree=True)
    assert game.ask(1, votes.agree_to, "pause") is None
    assert game.now().session.votes == {"pause": (0, 1)}
    assert game.ask(2, votes.agree_to, "pause") is None
    assert game.now().table.paused_at is not None
    # Who presses a moment later wanted nothing else.
    assert game.ask(1, votes.agree_to, "pause") is None


def test_withdrawing_a_vote_twice_does_not_count_as_a_no(party):
    game = party(people=3)
    game.begin()
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    for _ in range(2):
        assert game.ask(0, votes.withdraw_vote, "end") is None
        assert game.now().session.votes == {"end": (1,)}
    assert menu_of(game.now(), game.people[2].user).outcome is None


def test_a_player_leaving_does_not_carry_a_lapsed_proposal(party):
    game = party(people=2)
    game.begin()
    game.ask(0, votes.vote, "end", agree=True)
    let_proposals_lapse(game)
    game.ask(1, seating.stand_up)
    assert not game.now().session.ending


def test_the_session_ends_early_after_the_running_deal(party):
    game = party(people=2, deals_planned=9)
    game.begin()
    for number in (0, 1):
        assert game.ask(number, votes.vote, "end", agree=True) is None
    assert game.now().table.phase == Table.Phase.PLAYING
    assert game.finish_deal().table.phase == Table.Phase.FINISHED
    assert Deal.objects.filter(session__table=game.table, nets__isnull=False).count() == 1


def test_a_vote_to_end_between_deals_takes_effect_at_once(party):
    game = party(people=1, deals_planned=9)
    game.begin()
    game.finish_deal()
    assert game.ask(0, votes.vote, "end", agree=True) is None
    assert game.now().table.phase == Table.Phase.FINISHED


def test_players_agree_on_a_stand_in_for_an_absent_player_if_there_is_a_stake():
    people = [User.objects.create_user(f"member{number}") for number in range(3)]
    game = Game.of(people, stake_minor=100, currency="EUR")
    game.begin()
    assert game.ask(2, votes.vote, "stand_in:2", agree=True).code is TableCode.NO_SAY
    walk_away(game.people[2].user)
    game.ask(0, votes.vote, "stand_in:2", agree=True)
    assert not game.now().seats[2].stand_in
    game.ask(1, votes.vote, "stand_in:2", agree=True)
    assert game.now().seats[2].stand_in
    if game.now().table.turn == 2:
        assert game.now().table.due_at is not None
    assert game.ask(2, votes.take_seat_back) is None


@pytest.mark.parametrize(
    "proposal", ["", "stand_in:", "stand_in:01", "stand_in:3", "stand_in:9", "riot"]
)
def test_an_invalid_proposal_is_refused(party, proposal):
    game = party(people=2)
    game.begin()
    version = game.now().table.version
    assert game.ask(0, votes.vote, proposal, agree=True) is not None
    assert game.now().table.version == version


def test_a_proposal_passes_when_the_only_undecided_player_leaves(party):
    game = party(people=3, deals_planned=5)
    game.begin()
    for number in (0, 1):
        game.ask(number, votes.vote, "end", agree=True)
    assert not game.now().session.ending
    game.ask(2, seating.stand_up)
    assert game.now().session.ending


def test_a_paused_table_resumes_even_if_the_player_on_turn_has_left(party):
    game = party(people=2)
    game.begin()
    position = game.turn_of_a_person()
    leaver = game.person_at(position.state.turn)
    other = next(each for each in game.people if each is not leaver)
    for each in (leaver, other):
        each.asks(votes.vote, game.table, "pause", agree=True)
    leaver.asks(seating.stand_up, game.table)
    other.asks(votes.resume, game.table)
    table = game.now().table
    assert table.due_at is not None
    timers.move_on(table.pk, table.version)
    assert game.now().table.version > table.version


def test_two_proposals_can_pass_at_the_same_time(party):
    game = party(people=2, deals_planned=5)
    game.begin()
    game.finish_deal()
    for proposal in ("end", "pause"):
        game.ask(0, votes.vote, proposal, agree=True)
    assert game.ask(1, seating.stand_up) is None
    assert game.now().table.phase == Table.Phase.FINISHED


def test_a_vote_does_not_hold_up_a_bot(party, settings):
    settings.BOT_DELAY = (5.0, 5.0)
    game = party(people=2)
    game.begin()
    while not game.now().seats[game.now().state.turn].is_bot:
        game.step()
    earlier = timezone.now() + timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(due_at=earlier)
    game.ask(0, votes.vote, "end", agree=True)
    assert game.now().table.due_at == earlier


def test_a_player_missing_two_turns_carries_a_pause_but_not_an_early_end(party):
    game = party(people=2, clock="blitz", deals_planned=9)
    game.begin()
    game.ask(0, votes.vote, "end", agree=True)
    game.ask(0, votes.vote, "pause", agree=True)
    seat = game.now().seats[1]
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    Table.objects.filter(pk=game.table.pk).update(revision=F("revision") + 1)
    while game.now().state.turn != 1:
        game.step()
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(deadline=past, due_at=past)
    timers.move_on(game.table.pk, game.now().table.version)
    assert game.now().table.paused_at is not None
    assert not game.now().session.ending


def test_a_paused_table_cannot_be_paused_again(party):
    game = party(people=2)
    game.begin()
    for number in (0, 1):
        game.ask(number, votes.vote, "pause", agree=True)
    paused_at = game.now().table.paused_at
    for number in (0, 1):
        assert game.ask(number, votes.vote, "pause", agree=True) is None
    assert game.now().table.paused_at == paused_at
    assert game.now().session.votes == {}
