"""Timed steps: bot turns, clocks that run out, and the sweep."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import bots
from games.bots import lowest
from games.bots.strengths import STAND_IN
from games.common import caches
from games.rules.cards import FULL_PACK, card_names, cards_text, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply as apply_to_deal
from games.rules.view import view
from games.tables import queue, tasks, thinking
from games.tables.denials import TableCode
from games.tables.models import Action, Deal, Seat, Table
from games.tables.services import moves, resting, timers, votes

pytestmark = pytest.mark.django_db


def test_the_countdown_starts_the_next_deal_once(club):
    game = club(deals=3)
    version = game.finish_deal().table.version
    timers.start_next_deal(game.table.pk, version)
    timers.start_next_deal(game.table.pk, version)
    assert game.now().deal.number == 2


def test_a_bots_task_for_an_old_version_does_nothing(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    version = game.table.version
    timers.move_on(game.table.pk, version)
    after = game.now().table.version
    timers.move_on(game.table.pk, version)
    assert game.now().table.version == after == version + 1


def test_a_bots_task_never_plays_for_a_person(club):
    game = club()
    game.bots_until_own_turn()
    version = game.table.version
    timers.move_on(game.table.pk, version)
    assert game.now().table.version == version


def test_tables_that_are_due_together_move_on_even_if_one_of_them_fails(club, caplog):
    first, broken, last = (
        table_with_a_leading_bot(club),
        table_with_a_leading_bot(club),
        table_with_a_leading_bot(club),
    )
    stale = table_with_a_leading_bot(club)
    Deal.objects.filter(session__table=broken.table).update(start="nonsense")
    caches.clear_all()
    due = [[game.table.pk, game.now().version] for game in (first, last)]
    due.insert(1, [broken.table.pk, Table.objects.get(pk=broken.table.pk).version])
    due.append([stale.table.pk, stale.now().version - 1])
    before = [game.now().version for game in (first, last, stale)]
    tasks.move_on(due)
    after = [game.now().version for game in (first, last, stale)]
    assert after == [before[0] + 1, before[1] + 1, before[2]]
    lines = [line.getMessage() for line in caplog.records]
    assert lines == [f"table {broken.table.pk} could not move on"]


def test_the_next_deals_that_are_due_together_start_together(club):
    games = [club(deals=3) for _ in range(2)]
    due = [[game.table.pk, game.finish_deal().version] for game in games]
    due.append([0, 1])
    tasks.start_next_deal(due)
    tasks.start_next_deal(due)
    assert [game.now().deal.number for game in games] == [2, 2]


class Faulty(bots.Lowest):
    """A bot that chooses by a function of its view."""

    name = "faulty"

    def __init__(self, choose):
        self.choose = choose


def raise_error(_view):
    raise KeyError("no such thought")


FAULTS = {
    "breaks down": raise_error,
    "plays cards it does not hold": lambda view: Play(view.seat, FULL_PACK & ~view.hand),
    "passes on the lead": lambda view: Pass(view.seat),
    "plays for another seat": lambda view: Pass((view.seat + 1) % 4),
    "does nothing": lambda view: None,
}


def table_with_a_leading_bot(club):
    """A table where a bot leads; its user has the highest cards."""
    game = club()
    game.rig("2S 2H", "5C 6D 6H", "7C 8D", "9C TD", leader=1)
    return game


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_bot_is_logged_and_makes_the_lowest_play(club, monkeypatch, caplog, fault):
    monkeypatch.setitem(bots.BOTS, "faulty", Faulty(FAULTS[fault]))
    game = table_with_a_leading_bot(club)
    seat = game.now().seats[1]
    Seat.objects.filter(pk=seat.pk).update(bot="faulty")
    caches.clear_all()
    position = game.bots()
    assert position.state.actions[-1] == Play(1, parse_cards("5C"))
    assert Action.objects.get(deal=position.deal.pk).by_bot
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert line.getMessage() == f"bot faulty failed at table {game.table.pk}, seat 1"
    assert line.exc_info
    assert not [card for card in card_names(FULL_PACK) if card in caplog.text]
    # The others play on, and so does the bot.
    game.bots()
    assert game.bots().table.turn == 0


def test_a_bot_that_no_longer_exists_counts_as_failing(club, caplog):
    game = table_with_a_leading_bot(club)
    Seat.objects.filter(pk=game.now().seats[1].pk).update(bot="retired")
    caches.clear_all()
    assert game.bots().state.actions[-1] == Play(1, parse_cards("5C"))
    assert f"bot retired failed at table {game.table.pk}, seat 1" in caplog.text
    assert "there is no bot 'retired'" in caplog.text


def test_failing_bots_play_a_session_to_its_end(club, monkeypatch, caplog):
    monkeypatch.setitem(bots.BOTS, STAND_IN.value, Faulty(raise_error))
    game = club(deals=1)
    while game.now().table.phase == Table.Phase.PLAYING:
        if game.table.turn == 0:
            seen = view(game.now().state, 0)
            match lowest.lowest(seen):
                case Play(_seat, cards):
                    assert game.play(cards_text(cards)) is None
                case _:
                    assert game.pass_turn() is None
        else:
            game.bots()
    assert game.table.phase == Table.Phase.FINISHED
    assert "bot club failed" in caplog.text


def test_each_bot_plays_its_own_seats_and_one_of_club_strength_stands_in(club, monkeypatch):
    asked = []

    def noting(name):
        def choose(view):
            asked.append((name, view.seat))
            return lowest.lowest(view)

        return Faulty(choose)

    for name in ("other", "beginner", STAND_IN.value):
        monkeypatch.setitem(bots.BOTS, name, noting(name))
    game = table_with_a_leading_bot(club)
    Seat.objects.filter(session=game.now().session.pk, number=1).update(bot="beginner")
    Seat.objects.filter(session=game.now().session.pk, number=2).update(bot="other")
    Seat.objects.filter(session=game.now().session.pk, number=0).update(stand_in=True)
    caches.clear_all()
    resting.watch(game.table.pk)
    for _ in range(4):
        game.bots()
    assert asked == [("beginner", 1), ("other", 2), ("club", 3), ("club", 0)]


def test_a_seat_stored_before_there_were_strengths_plays_on(club, caplog):
    game = table_with_a_leading_bot(club)
    Seat.objects.filter(session=game.now().session.pk, number=1).update(bot="counting")
    caches.clear_all()
    assert game.bots().state.actions[-1].seat == 1
    assert not caplog.records


def make_overdue(game):
    Table.objects.filter(pk=game.table.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def test_the_sweep_plays_a_bots_turn_whose_task_was_lost(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    version = game.table.version
    timers.sweep()
    assert game.now().table.version == version  # not overdue yet
    make_overdue(game)
    timers.sweep()
    assert game.now().table.version == version + 1


def test_the_sweep_starts_a_deal_whose_task_was_lost(club):
    game = club(deals=2)
    game.finish_deal()
    make_overdue(game)
    timers.sweep()
    assert game.now().deal.number == 2


def test_one_broken_table_does_not_keep_the_sweep_from_the_others(club, caplog):
    broken, whole = club(), club()
    while whole.now().table.turn == 0:
        whole = club()
    Deal.objects.filter(session__table=broken.table).update(start="nonsense")
    Table.objects.filter(pk=broken.table.pk).update(turn=1)
    make_overdue(broken)
    make_overdue(whole)
    version = whole.now().table.version
    timers.sweep()
    assert whole.now().table.version == version + 1
    assert "could not be swept" in caplog.text


def test_a_restart_queues_all_outstanding_steps(club, queued):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    queued.clear()
    timers.sweep(everything=True)
    assert (queue.MOVE_ON, game.table.pk, game.table.version) in [call[:3] for call in queued]


def run_out(game):
    """Make the clock of the player on turn run out."""
    position = game.turn_of_a_person()
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=game.table.pk).update(deadline=past, due_at=past)
    timers.move_on(game.table.pk, position.table.version)
    return position.state, game.now()


def test_a_player_out_of_time_passes_or_makes_the_lowest_play(party):
    game = party(people=1, clock="quick")
    game.begin()
    before, after = run_out(game)
    action = after.state.actions[len(before.actions)]
    seen = view(before, before.turn)
    assert action == (Pass(before.turn) if seen.may_pass else lowest.lowest(seen))
    assert Seat.objects.get(session__table=game.table, bot="").timeouts == 1


def test_a_task_before_the_deadline_changes_nothing_and_is_queued_again(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    position = game.turn_of_a_person()
    queued.clear()
    timers.move_on(game.table.pk, position.table.version)
    assert game.now().table.version == position.table.version
    # Who came too early comes again.
    assert [call[:3] for call in queued] == [(queue.MOVE_ON, game.table.pk, position.table.version)]
    assert 40 < queued[0][3] <= 45


def test_a_bot_stands_in_after_two_missed_turns_until_the_player_is_back(party):
    game = party(people=1, clock="blitz", deals_planned=3)
    game.begin()
    while game.now().table.phase == Table.Phase.PLAYING and not game.now().seats[0].stand_in:
        run_out(game)
    while game.now().table.phase != Table.Phase.PLAYING:
        timers.start_next_deal(game.table.pk, game.now().table.version)
        while not game.now().seats[0].stand_in:
            run_out(game)
    assert game.now().seats[0].stand_in
    assert 0 in Deal.objects.filter(session__table=game.table).latest("number").stand_ins
    moment = game.now().position
    assert game.ask(0, moves.pass_turn, moment).code is TableCode.BOT_PLAYS
    assert game.ask(0, votes.take_seat_back) is None
    seat = game.now().seats[0]
    assert (seat.stand_in, seat.timeouts) == (False, 0)


def test_a_turn_played_in_time_resets_the_count_of_missed_turns(party):
    game = party(people=1, clock="quick")
    game.begin()
    run_out(game)
    if game.now().table.phase == Table.Phase.PLAYING:
        game.turn_of_a_person()
        game.step()
        assert game.now().seats[0].timeouts == 0


def test_a_restart_keeps_the_deadline(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    table = game.turn_of_a_person().table
    queued.clear()
    timers.sweep(everything=True)
    assert queued[0][:3] == (queue.MOVE_ON, table.pk, table.version)
    assert 40 < queued[0][3] <= 45
    assert game.now().table.deadline == table.deadline


def test_the_sweep_finds_a_deadline_whose_task_was_lost(party):
    game = party(people=1, clock="quick")
    game.begin()
    version = game.turn_of_a_person().table.version
    long_ago = timezone.now() - timedelta(minutes=5)
    Table.objects.filter(pk=game.table.pk).update(deadline=long_ago, due_at=long_ago)
    timers.sweep()
    assert game.now().table.version > version


def set_clock_back(game, seconds=3600):
    """Set the machine's clock back, so that all timed steps are far ahead."""
    table, by = Table.objects.get(pk=game.table.pk), timedelta(seconds=seconds)
    for name in ("due_at", "deadline", "turn_since"):
        if value := getattr(table, name):
            setattr(table, name, value + by)
    table.save()
    caches.clear_all()


def test_a_system_clock_that_is_set_back_holds_up_no_bot(club, queued):
    game = table_with_a_leading_bot(club)
    set_clock_back(game)
    queued.clear()
    timers.sweep()
    table = game.now().table
    # Before the sweep it was due in an hour.
    assert queued[-1][:3] == (queue.MOVE_ON, table.pk, table.version)
    assert queued[-1][3] < 10
    assert table.due_at < timezone.now() + timedelta(seconds=10)


def test_the_player_on_turn_gets_the_full_time_after_the_clock_is_set_back(party, queued):
    game = party(people=1, clock="quick")
    game.begin()
    before = game.turn_of_a_person()
    set_clock_back(game)
    queued.clear()
    timers.sweep()
    after = game.now()
    assert after.state.actions == before.state.actions
    assert 40 < (after.table.deadline - timezone.now()).total_seconds() <= 45
    assert 40 < queued[-1][3] <= 45
    # They are told of it, and it is done once.
    assert after.table.version == before.table.version + 1
    timers.sweep()
    assert game.now().table.version == after.table.version


def test_a_system_clock_that_is_set_back_does_not_hold_up_the_next_deal(club):
    game = club(deals=3)
    game.finish_deal()
    set_clock_back(game)
    timers.sweep()
    assert game.now().deal.number == 2


def test_the_sweep_keeps_a_deadline_that_is_far_ahead(party):
    game = party(people=1, clock="quick")
    game.begin()
    game.turn_of_a_person()
    later = timezone.now() + timedelta(hours=1)
    Table.objects.filter(pk=game.table.pk).update(deadline=later, due_at=later)
    version = game.now().table.version
    timers.sweep()
    assert (game.now().table.version, game.now().table.due_at) == (version, later)


def test_a_paused_table_stays_paused_after_the_system_clock_is_set_back(party):
    game = party(people=1, clock="quick")
    game.begin()
    game.turn_of_a_person()
    set_clock_back(game)
    Table.objects.filter(pk=game.table.pk).update(paused_at=timezone.now())
    before = Table.objects.get(pk=game.table.pk)
    timers.sweep()
    assert Table.objects.get(pk=game.table.pk).due_at == before.due_at


def person_before_a_bomb(club, bomber):
    """Seat 3 plays before the user, who is on turn then; seat 2 holds what ``bomber`` says."""
    game = club(rules="da_lao_er")
    game.rig("4D 5D 6D 7D", "TD JD QD", bomber, "3D 8S TS QS KH", leader=3)
    game.bots()
    position = game.now()
    assert position.table.turn == 0
    assert position.state.trick.owner == 3
    assert position.table.due_at is not None
    return game


def test_a_bot_cuts_in_during_a_users_turn(club, queued):
    # With its four it goes out, so it does not wait for its turn.
    game = person_before_a_bomb(club, "9D 9C 9H 9S 3H")
    assert queued[-1][0] == queue.MOVE_ON
    position = game.bots()
    assert position.state.cut_ins == (1,)
    assert position.table.phase == Table.Phase.BETWEEN
    assert Deal.objects.get().winner == 2


def test_bots_without_a_reason_to_cut_in_wait_for_the_player(club):
    # On a low single a four is worth more later.
    game = person_before_a_bomb(club, "9D 9C 9H 9S 4C 5H 6S 7H JC 4S")
    version = game.now().table.version
    table = game.bots().table
    assert (table.version, table.due_at) == (version, None)


class FaultyCutIn(bots.Lowest):
    """A bot that cuts in by a function of its view."""

    def __init__(self, cut_in):
        self.cut_in = cut_in


FAULTS_OUT_OF_TURN = {
    "breaks down": raise_error,
    "plays cards it does not hold": lambda view: Play(view.seat, parse_cards("2S")),
    "plays for the player on turn": lambda view: Play(view.turn, parse_cards("5D")),
}


@pytest.mark.parametrize("fault", FAULTS_OUT_OF_TURN)
def test_a_bot_that_fails_out_of_turn_is_logged_and_does_not_act(club, monkeypatch, caplog, fault):
    monkeypatch.setitem(bots.BOTS, STAND_IN.value, FaultyCutIn(FAULTS_OUT_OF_TURN[fault]))
    game = club(rules="da_lao_er")
    game.rig("3C 4H 5H 6H 7H", "3D 4C 5C 6C", "5D 7C 8C TC", "9D 9C 9H 9S 4D", leader=1)
    lead = game.bots().state.actions
    assert game.bots().state.actions == (*lead, Play(2, parse_cards("5D")))
    lines = [line.getMessage() for line in caplog.records]
    assert lines == [f"bot club failed at table {game.table.pk}, seat 3"]
    assert not [card for card in card_names(FULL_PACK) if card in caplog.text]


def test_a_bot_with_a_hopeless_hand_asks_for_a_redeal_on_a_users_lead(club):
    game = club(rules="wikipedia")
    game.rig(
        "3D 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
        "4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 8D TD",
        "3C 4D 5C 6D 7C 7H 9C JD QD KD AD 2D JC",
        "8H 9H TH QC KC AC 2C JH QH KH AH 2H 3S",
    )
    assert game.now().table.turn == 0
    assert game.now().table.due_at is not None
    game.bots()
    assert game.now().setting.shown.seat == 1


# ---------------------------------------------------------------------- master bots


def master_on_turn(club, late=0.0):
    """Return a game in which a master bot that could play leads, some seconds after it was due."""
    game = table_with_a_leading_bot(club)
    Seat.objects.exclude(bot="").update(bot="master")
    Table.objects.update(due_at=timezone.now() - timedelta(seconds=late))
    caches.clear_all()
    return game


def test_a_master_plays_what_its_search_finds(club, monkeypatch):
    game = master_on_turn(club)
    seen = view(game.now().state, game.now().state.turn)
    found = Play(seen.seat, seen.open_plays()[-1])
    asked = []
    monkeypatch.setattr(thinking, "choose", lambda seen: asked.append(seen) or found)
    timers.move_on(game.table.pk, game.now().version)
    assert game.now().state.actions[-1] == found
    assert asked == [seen]


@pytest.mark.parametrize("late", [0.0, 60.0])
def test_a_master_that_cannot_search_plays_as_a_strong_bot_does(club, monkeypatch, late):
    game = master_on_turn(club, late)
    strong = bots.decide(bots.bot("strong"), view(game.now().state, game.now().state.turn))
    asked = []
    monkeypatch.setattr(thinking, "choose", asked.append)
    timers.move_on(game.table.pk, game.now().version)
    assert game.now().state.actions[-1] == strong
    # A late table does not wait for a search.
    assert len(asked) == (not late)


def test_a_master_without_a_choice_does_not_search(club, monkeypatch):
    monkeypatch.setattr(thinking, "choose", None)
    game = master_on_turn(club)
    seen = view(game.now().state, game.now().state.turn)
    pair = next(cards for cards in seen.open_plays() if cards.bit_count() > 1)
    after = apply_to_deal(game.now().state, Play(seen.seat, pair))
    while view(after, after.turn).open_plays():
        after = apply_to_deal(after, Pass(after.turn))
    forced = timers._decided("master", view(after, after.turn), may_search=True)
    assert forced == Pass(after.turn)
