"""The course of a session: it begins, deals are dealt and end, it ends. The caller holds the lock.

None of these announces; whoever calls them does, once, with ``core.changed``.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games import clocks, selectors, shuffle
from games.models import Deal, Seat, Session, Table
from games.people import played_by_bots
from games.rules import deal as rules_deal
from games.rules import record
from games.rules.ruleset import RuleSet
from games.rules.view import view
from games.signals import deal_finished, session_finished

#: The fewest cards that can be played out of turn.
BOMB_SIZE = 5


def begin(table: Table, session: Session, seats: Sequence[Seat]) -> None:
    """Deal the first deal of a session whose seats are all taken."""
    session.status = Session.Status.RUNNING
    session.started_at = timezone.now()
    session.save(update_fields=["status", "started_at"])
    first = rules_deal.NextDeal(number=1, dealer=None, previous=None)
    deal(table, session, seats, first)


def deal_next(table: Table, scene: selectors.Scene) -> None:
    """Deal the next deal of the session."""
    state = selectors.deal_state(scene.deal, table.action_count)
    # Anew: people have added words to the shuffle since the scene was read.
    session = Session.objects.get(pk=scene.session.pk)
    deal(table, session, scene.seats, rules_deal.next_deal(state))


def deal(
    table: Table,
    session: Session,
    seats: Sequence[Seat],
    coming: rules_deal.NextDeal,
    *,
    instead_of: Deal | None = None,
) -> None:
    """Shuffle and deal, with the secret that the table has shown the commitment of.

    :param instead_of: the attempt that was thrown in; its secret and words serve again, for
        nobody has seen them and the attempt's number makes another pack of them
    """
    rules = RuleSet.make(options=session.rules)
    if instead_of is None:
        attempt, secret = 1, session.next_secret or shuffle.new_secret()
        words = _words_by_seat(session, seats)
        session.next_secret, session.next_words = shuffle.new_secret(), {}
        session.save(update_fields=["next_secret", "next_words"])
    else:
        attempt, secret = instead_of.attempt + 1, instead_of.secret
        words = {int(seat): word for seat, word in instead_of.words.items()}
    name = shuffle.deal_id(table.slug, session.number, coming.number, attempt)
    state = rules_deal.start(
        rules,
        shuffle.order(secret, words, name),
        number=coming.number,
        # No dealer: drawn by high card, which is a draw among equals.
        dealer=shuffle.draw(secret, words, name, rules.players)
        if coming.dealer is None
        else coming.dealer,
        previous=coming.previous,
        seed=shuffle.stock_seed(secret, words, name),
    )
    made = Deal.objects.create(
        session=session,
        number=coming.number,
        attempt=attempt,
        start=record.write(state),
        secret=secret,
        words={str(seat): word for seat, word in words.items()},
        stand_ins=[seat.number for seat in seats if seat.stand_in],
    )
    seats = _refreshed(table, session)
    table.scene += 1
    table.moment += 1
    table.action_count = 0
    table.phase = Table.Phase.PLAYING
    table.turn = state.turn
    if state.over:
        finish_deal(table, made, state)
    else:
        await_next(table, seats, state)


def _words_by_seat(session: Session, seats: Iterable[Seat]) -> dict[int, str]:
    words = session.next_words
    return {seat.number: words[str(seat.user_id)] for seat in seats if str(seat.user_id) in words}


def _refreshed(table: Table, session: Session) -> list[Seat]:
    """The seats with full banks of time, nobody of them ready for the deal after this."""
    clock = clocks.clock_of(table.clock)
    bank_ms = 0 if clock is None else 1000 * clock.bank
    session.seats.update(ready=False, bank_ms=bank_ms)
    return list(session.seats.all())


def finish_deal(table: Table, made: Deal, state: rules_deal.DealState) -> None:
    """Write down what came of the deal, once.

    Works on rows of its own: those of a scene belong to everybody who reads it.
    """
    result = state.result
    assert result is not None
    made = Deal.objects.select_related("session").get(pk=made.pk)
    session = made.session
    seats = list(session.seats.all())
    made.finished_at = timezone.now()
    table.scene += 1
    table.turn = table.deadline = table.due_at = None
    if result.ending is rules_deal.Ending.REDEAL:
        made.save(update_fields=["finished_at"])
        deal(table, session, seats, rules_deal.next_deal(state), instead_of=made)
        return
    made.winner = result.winner
    made.points = list(result.points)
    made.nets = list(result.net)
    made.pairs = [[each.payer, each.payee, each.amount] for each in result.score.transfers]
    made.save(update_fields=["finished_at", "winner", "points", "nets", "pairs"])
    for seat in seats:
        seat.points += result.points[seat.number]
        seat.net += result.net[seat.number]
    Seat.objects.bulk_update(seats, ["points", "net"])
    deal_finished.send(sender=Deal, deal=made)
    if _is_last(session, made, seats):
        finish_session(table, session)
        return
    table.phase = Table.Phase.BETWEEN
    table.due_at = timezone.now() + timedelta(seconds=settings.NEXT_DEAL_SECONDS)


def _is_last(session: Session, made: Deal, seats: Iterable[Seat]) -> bool:
    """Whether the deal ends the session: by number, by the target score, or by agreement."""
    target = session.target
    return (
        made.number >= session.deals_planned
        or session.ending
        or (target is not None and any(abs(seat.points) >= target for seat in seats))
    )


def finish_session(table: Table, session: Session) -> None:
    """End the session; what follows (settlement, ratings) is told by the signal."""
    table.phase = Table.Phase.FINISHED
    table.scene += 1
    table.turn = table.deadline = table.due_at = table.paused_at = None
    session.status = Session.Status.FINISHED
    session.finished_at = timezone.now()
    session.votes = {}
    session.save(update_fields=["status", "finished_at", "votes"])
    session_finished.send(sender=Session, session=session)


# --- Whom a deal waits for


def await_next(table: Table, seats: Sequence[Seat], state: rules_deal.DealState) -> None:
    """Set until when the seat on turn may think, and when something happens by itself."""
    now = timezone.now()
    robots = played_by_bots(seats)
    table.turn_since = now
    table.deadline = None
    asked_at = None
    if state.turn in robots:
        delay = max(random.uniform(*settings.BOT_DELAY), _time_for_others(state, robots))
        asked_at = now + timedelta(seconds=delay)
    else:
        assert state.turn is not None
        clock = clocks.clock_of(table.clock)
        if clock is not None:
            bank = timedelta(milliseconds=seats[state.turn].bank_ms)
            table.deadline = now + timedelta(seconds=clock.turn) + bank
        if any(may_act_out_of_turn(state, number) for number in robots):
            asked_at = now + timedelta(seconds=random.uniform(*settings.BOT_DELAY))
    table.due_at = min(filter(None, (asked_at, table.deadline)), default=None)


def may_act_out_of_turn(state: rules_deal.DealState, seat: int) -> bool:
    """Whether the seat may ask for a new deal or cut in. Quick to say no."""
    if state.rules.honours != "any_out_of_turn" and not rules_deal.redeal_is_open(state):
        return False
    seen = view(state, seat)
    return seen.may_redeal or seen.may_cut_in


def _time_for_others(state: rules_deal.DealState, robots: Collection[int]) -> float:
    """Seconds that a bot leaves for what others may do out of turn.

    The same whether or not anybody can do it, so that waiting tells nothing about a hand.
    """
    seconds = 0.0
    if rules_deal.redeal_is_open(state):
        seconds = settings.REDEAL_SECONDS
    elif any(_could_cut_in(state, seat) for seat in range(len(state.hands)) if seat not in robots):
        seconds = settings.CUT_IN_SECONDS
    return seconds


def _could_cut_in(state: rules_deal.DealState, seat: int) -> bool:
    """Whether a person could cut in, for all that everybody knows: not what they hold."""
    trick = state.trick
    return (
        state.rules.honours == "any_out_of_turn"
        and trick.top is not None
        and seat not in (state.turn, trick.owner)
        and not trick.locked >> seat & 1
        and state.hands[seat].bit_count() >= BOMB_SIZE
    )


def mark_stand_in(made: Deal, number: int) -> None:
    """Keep with the deal that a bot played in it for the person of that seat."""
    fresh = Deal.objects.get(pk=made.pk)
    if number not in fresh.stand_ins:
        fresh.stand_ins = sorted([*fresh.stand_ins, number])
        fresh.save(update_fields=["stand_ins"])
