"""A table's life through its services: what is accepted, what is refused, what is written down."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.services import create_guest
from games import selectors, services, wake
from games.models import Action, Deal, Session, Table
from games.rules import record
from games.rules.cards import card_names, cards_text
from games.rules.view import view

pytestmark = pytest.mark.django_db


def held(club, seat=0):
    return card_names(club.now().state.hands[seat])


def test_a_new_table_has_a_person_three_bots_and_a_deal(club):
    position = club().now()
    assert [seat.is_bot for seat in position.seats] == [False, True, True, True]
    assert len({seat.name for seat in position.seats}) == 4
    assert [len(card_names(hand)) for hand in position.state.hands] == [13] * 4
    assert position.table.phase == Table.Phase.PLAYING
    assert position.table.turn == position.state.turn


def test_whoever_has_the_lowest_card_is_on_turn(club):
    position = club().now()
    assert position.state.hands[position.table.turn] & 1  # the 3 of diamonds


def test_a_bots_turn_is_queued_with_the_version_it_is_for(club, queued):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    table = game.now().table
    assert queued[-1][:3] == (wake.MOVE_ON, table.pk, table.version)
    assert table.due_at is not None


def test_nothing_is_queued_while_a_person_is_awaited(club, queued):
    game = club()
    game.bots_until_own_turn()
    assert game.table.due_at is None


def test_an_accepted_play_is_appended_and_raises_the_version(club):
    game = club()
    position = game.bots_until_own_turn()
    before, count = position.table.version, len(position.state.actions)
    plays = view(position.state, 0).open_plays()
    if plays:
        assert game.play(cards_text(plays[0])) == services.DONE
    else:
        assert game.pass_turn() == services.DONE
    after = game.now()
    assert after.table.version == before + 1
    assert len(after.state.actions) == count + 1
    assert Action.objects.filter(deal=after.deal, number=count, by_bot=False).exists()


REFUSED = [
    ("", "Choose the cards to play first."),
    ("1X", "Those are no cards of this pack. Choose again."),
    ("3D 3D", "Those are no cards of this pack. Choose again."),
    ("\x00" * 100, "Those are no cards of this pack. Choose again."),
]


@pytest.mark.parametrize(("cards", "why"), REFUSED)
def test_what_is_no_play_is_refused_in_a_sentence_and_changes_nothing(club, cards, why):
    game = club()
    version = game.bots_until_own_turn().table.version
    assert game.play(cards).refusal == why
    assert game.now().table.version == version


def test_cards_of_others_are_refused_without_telling_whose_they_are(club):
    game = club()
    game.bots_until_own_turn()
    foreign = held(game, 1)[0]
    assert game.play(foreign).refusal.startswith("You do not hold the ")


def test_a_stale_version_is_refused(club):
    game = club()
    position = game.bots_until_own_turn()
    outcome = game.play(held(game)[0], moment=position.table.moment - 1)
    assert outcome.refusal == "The table had moved on before that arrived. Look again."


def test_the_same_play_twice_counts_once(club):
    game = club()
    position = game.bots_until_own_turn()
    while not view(position.state, 0).open_plays():
        game.pass_turn()
        position = game.bots_until_own_turn()
    cards = cards_text(view(position.state, 0).open_plays()[0])
    version, moment = position.table.version, position.table.moment
    assert game.play(cards, moment=moment) == services.DONE
    assert game.play(cards, moment=moment).refusal
    assert game.now().table.version == version + 1


def test_out_of_turn_is_refused(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    name = next(s.name for s in game.now().seats if s.number == game.table.turn)
    assert game.pass_turn().refusal == f"Not your turn: it is {name}'s."


def test_the_leader_of_a_trick_may_not_pass(club):
    game = club()
    while game.now().table.turn != 0:
        game = club()
    assert game.pass_turn().refusal == "You lead: you cannot pass."


def test_the_first_play_must_hold_the_lowest_card(club):
    game = club()
    while game.now().table.turn != 0:
        game = club()
    assert game.play(held(game)[-1]).refusal == "The first play must contain the 3 of diamonds."


def test_a_spectator_may_do_nothing(club, sign_in):
    game = club()
    game.bots_until_own_turn()
    stranger = create_guest()
    key = sign_in(stranger)
    version = game.table.version
    outcome = services.play(game.table.pk, stranger, key, held(game)[0], version)
    assert outcome.refusal == "You are watching this table and have no seat at it."
    assert services.pass_turn(game.table.pk, None, None, version).refusal.startswith("You are")
    assert game.now().table.version == version


def test_a_signed_out_browser_may_do_nothing(club):
    game = club()
    game.bots_until_own_turn()
    SessionStore(game.key).flush()
    assert "Your session has ended" in game.play(held(game)[0]).refusal


def test_a_password_changed_elsewhere_or_a_closed_account_ends_what_a_browser_may_do(club):
    game = club()
    game.bots_until_own_turn()
    game.user.set_password("another horse 7")
    game.user.save()
    assert "Your session has ended" in game.play(held(game)[0]).refusal
    other = club()
    other.bots_until_own_turn()
    type(other.user).objects.filter(pk=other.user.pk).update(is_active=False)
    assert "Your session has ended" in other.play(held(other)[0]).refusal


def test_a_session_that_became_anothers_may_do_nothing(club):
    game = club()
    game.bots_until_own_turn()
    store = SessionStore(game.key)
    store[SESSION_KEY] = str(create_guest().pk)
    store.save()
    assert "Your session has ended" in game.play(held(game)[0]).refusal


def test_a_table_that_is_gone_says_so(club):
    game = club()
    pk, version = game.table.pk, game.table.version
    game.table.delete()
    outcome = services.play(pk, game.user, game.key, "3D", version)
    assert outcome.refusal == "This table was closed."


def test_a_finished_deal_is_written_down_and_adds_up(club):
    position = club(deals=2).finish_deal()
    deal = position.deal
    assert deal.finished_at is not None
    assert sum(deal.nets) == 0
    assert deal.winner == position.state.result.winner
    for seat in position.seats:
        assert seat.points == deal.points[seat.number]
        assert seat.net == deal.nets[seat.number]
        paid = sum(points for payer, _payee, points in deal.pairs if payer == seat.number)
        got = sum(points for _payer, payee, points in deal.pairs if payee == seat.number)
        assert got - paid == seat.net


def test_between_two_deals_the_next_is_queued_and_plays_are_refused(club, queued, settings):
    settings.NEXT_DEAL_SECONDS = 20
    game = club(deals=2)
    position = game.finish_deal()
    assert position.table.phase == Table.Phase.BETWEEN
    task, table, version, seconds = queued[-1]
    assert (task, table, version) == (wake.NEXT_DEAL, position.table.pk, position.table.version)
    assert 19 < seconds <= 20
    assert game.play("3D").refusal == "This deal is over and the next one has not started."


def test_the_next_deal_starts_when_everybody_is_ready(club):
    game = club(deals=2)
    winner = game.finish_deal().state.result.winner
    assert game.ready() == services.DONE
    position = game.now()
    assert position.deal.number == 2
    assert position.table.phase == Table.Phase.PLAYING
    assert position.state.setup.dealer == winner
    assert not any(seat.ready for seat in position.seats)


def test_ready_is_refused_while_a_deal_runs(club):
    assert club().ready().refusal == "There is no next deal to be ready for just now."


def test_the_countdown_starts_the_next_deal_once(club):
    game = club(deals=3)
    version = game.finish_deal().table.version
    services.start_next_deal(game.table.pk, version)
    services.start_next_deal(game.table.pk, version)
    assert game.now().deal.number == 2


def test_a_bots_task_for_an_old_version_does_nothing(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    version = game.table.version
    services.move_on(game.table.pk, version)
    after = game.now().table.version
    services.move_on(game.table.pk, version)
    assert game.now().table.version == after == version + 1


def test_a_bots_task_never_plays_for_a_person(club):
    game = club()
    game.bots_until_own_turn()
    version = game.table.version
    services.move_on(game.table.pk, version)
    assert game.now().table.version == version


def test_a_session_ends_after_its_deals(club):
    game = club(deals=3)
    position = game.finish_session()
    session = Session.objects.get(pk=position.session.pk)
    assert session.status == Session.Status.FINISHED
    assert session.finished_at is not None
    assert position.table.phase == Table.Phase.FINISHED
    assert position.table.due_at is None
    assert Deal.objects.filter(session=session).count() == 3
    assert sum(seat.net for seat in position.seats) == 0
    assert game.play("3D").refusal == "This session is over."


def test_every_deal_replays_to_its_stored_result(club):
    game = club(deals=3)
    game.finish_session()
    for deal in Deal.objects.all():
        # From the start and the actions alone, without what the process keeps at hand.
        selectors.forget()
        state = selectors.deal_state(deal)
        assert list(state.result.points) == deal.points
        assert list(state.result.net) == deal.nets
        assert record.replay(record.write(state)).result == state.result


def test_the_database_refuses_the_same_action_number_twice(club):
    game = club()
    deal = game.now().deal
    Action.objects.filter(deal=deal).delete()
    Action.objects.create(deal=deal, number=0, text="0 pass")
    with pytest.raises(IntegrityError), transaction.atomic():
        Action.objects.create(deal=deal, number=0, text="1 pass")


# --- The sweep


def overdue(game):
    Table.objects.filter(pk=game.table.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def test_the_sweep_plays_a_bots_turn_whose_task_was_lost(club):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    version = game.table.version
    services.sweep()
    assert game.now().table.version == version  # not overdue yet
    overdue(game)
    services.sweep()
    assert game.now().table.version == version + 1


def test_the_sweep_starts_a_deal_whose_task_was_lost(club):
    game = club(deals=2)
    game.finish_deal()
    overdue(game)
    services.sweep()
    assert game.now().deal.number == 2


def test_one_broken_table_does_not_keep_the_others_waiting(club, caplog):
    broken, whole = club(), club()
    while whole.now().table.turn == 0:
        whole = club()
    Deal.objects.filter(session__table=broken.table).update(start="nonsense")
    Table.objects.filter(pk=broken.table.pk).update(turn=1)
    overdue(broken)
    overdue(whole)
    version = whole.now().table.version
    services.sweep()
    assert whole.now().table.version == version + 1
    assert "could not be swept" in caplog.text


def test_a_restart_queues_all_that_is_outstanding(club, queued):
    game = club()
    while game.now().table.turn == 0:
        game = club()
    queued.clear()
    services.sweep(everything=True)
    assert (wake.MOVE_ON, game.table.pk, game.table.version) in [call[:3] for call in queued]
