"""The course of a session: start, deals and end.

The caller holds the table's lock (``core.locked_table``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils import timezone

from games.rules import record
from games.rules.cards import Card, parse_card
from games.rules.deal import start
from games.rules.deal.leader import draws_dealer
from games.rules.deal.next_deal import NextDeal
from games.rules.deal.next_deal import next_deal as deal_after
from games.rules.deal.state import DealState
from games.tables import clocks, shuffle, topics
from games.tables.models import Deal, PreparedPack, Seat, Session, Table, sums_with
from games.tables.services.core import LockedTable
from games.tables.services.due import schedule_next, schedule_next_deal
from games.tables.signals import session_finished
from games.tables.snapshot import DealFacts, SeatFacts, SessionFacts, Setting, rule_set


def begin(table: LockedTable) -> None:
    """Start a session with all seats taken: set its status and start, and deal the first deal."""
    session = table.session_row()
    status = Session.Status
    session.status = status.LESSON if table.row.lesson else status.RUNNING
    session.started_at = timezone.now()
    session.save(update_fields=["status", "started_at"])
    table.revise()
    _deal_pack(table, session, NextDeal(number=1, dealer=None, previous=None))


def deal_next(table: LockedTable) -> None:
    """Deal the next deal of the session."""
    _deal_pack(table, table.session_row(), deal_after(table.state))


def redeal(table: LockedTable, thrown_in: DealState) -> None:
    """Deal the newest deal again with the same number, after a request for a redeal ended it."""
    deal = _newest_row(table)
    deal.finished_at = _now_after(deal.started_at)
    deal.save(update_fields=["finished_at"])
    _deal_pack(table, table.session_row(), deal_after(thrown_in), replaced=deal)


@dataclass(frozen=True, slots=True)
class _Pack:
    """The cards of a coming deal in order, with the dealer and what they were shuffled from."""

    source: Deal.PackSource
    order: tuple[Card, ...] = field(repr=False)
    dealer: int
    seed: str = field(repr=False)
    secret: str = field(repr=False)
    words: Mapping[int, str]
    name: str


def _deal_pack(
    table: LockedTable,
    session: Session,
    next_deal: NextDeal,
    *,
    replaced: Deal | None = None,
) -> None:
    """Deal the next deal or, if `replaced` is given, that deal again, and start play."""
    pack = _pack_for(table, session, next_deal, replaced)
    # The result of the previous deal differs from table to table. Tables with the same packs ignore
    # it for the lead and the exchange, so that all start with the same hands and leader.
    is_alike = bool(table.row.same_packs) and pack.source == Deal.PackSource.SHARED
    state = start.start(
        rule_set(session.rules),
        pack.order,
        number=next_deal.number,
        dealer=pack.dealer,
        previous=None if is_alike else next_deal.previous,
        seed=pack.seed,
    )
    before = table.setting
    made = Deal.objects.create(
        session=session,
        number=next_deal.number,
        attempt=1 if replaced is None else replaced.attempt + 1,
        start=record.write(state),
        pack_source=pack.source,
        shuffle_name=pack.name,
        secret=pack.secret,
        words={str(seat): word for seat, word in pack.words.items()},
        stand_ins=[seat.number for seat in before.seats if seat.stand_in],
    )
    facts = DealFacts.of(made)
    table.set_newest_deal(facts, state, _reset_seats(table, before, session, facts))
    _start_play(table, state)


def _reset_seats(
    table: LockedTable, before: Setting, session: Session, made: DealFacts
) -> Setting | None:
    """Reset the time banks of all seats for a new deal, and that their players are ready.

    :param before: the setting when the deal was made
    :returns: the new setting; None if more has changed than these
    """
    clock = clocks.clock_of(table.row.clock)
    bank_ms = 0 if clock is None else 1000 * clock.bank
    seats = tuple(replace(seat, ready=False, bank_ms=bank_ms) for seat in before.seats)
    table.change_seats(seats, ("ready", "bank_ms"))
    if made.attempt > 1 or session.has_prepared_packs:
        return None
    kept = replace(before.session, next_secret=session.next_secret)
    return replace(before, session=kept, seats=seats, newest=made, shown=None)


def _start_play(table: LockedTable, state: DealState) -> None:
    """Start play, or finish a deal that is over from the start."""
    table.row.phase = Table.Phase.PLAYING
    table.row.turn = state.turn
    if state.over:
        finish_deal(table, state)
    else:
        schedule_next(table, state)


def _pack_for(
    table: LockedTable, session: Session, next_deal: NextDeal, replaced: Deal | None
) -> _Pack:
    """Return the pack prepared for the deal or, usually and always for a redeal, one shuffled now.

    The shuffle uses up the session's secret and words; a secret for the next deal is stored.
    """
    if replaced is None:
        prepared = None
        if session.has_prepared_packs:
            prepared = PreparedPack.objects.filter(session=session, number=next_deal.number).first()
        if prepared is not None:
            return _prepared_pack(prepared, next_deal)
        attempt, secret = 1, session.next_secret or shuffle.new_secret()
        words = _words_by_seat(session, table.setting.seats)
        session.next_secret, session.next_words = shuffle.new_secret(), {}
        session.save(update_fields=["next_secret", "next_words"])
    else:
        # Reuse the secret and words of the attempt that was thrown in: they are still unseen, and
        # the attempt's number gives a different pack.
        attempt, secret = replaced.attempt + 1, replaced.secret
        words = {int(seat): word for seat, word in replaced.words.items()}
        if replaced.pack_source == Deal.PackSource.SHARED or not secret:
            # Other tables may still play packs from that secret.
            secret, words = shuffle.new_secret(), {}
    name = shuffle.deal_id(table.row.slug, session.number, next_deal.number, attempt)
    rules = rule_set(session.rules)
    # No dealer yet: draw one with equal chances, like drawing for high card.
    dealer = next_deal.dealer
    if dealer is None or (
        _replaces_prepared_pack(replaced) and draws_dealer(rules, next_deal.number)
    ):
        first = shuffle.deal_id(table.row.slug, session.number, next_deal.number, 1)
        dealer = shuffle.draw(secret, words, first, rules.players)
    return _Pack(
        source=Deal.PackSource.OWN,
        order=shuffle.order(secret, words, name, rules.packs),
        dealer=dealer,
        seed=shuffle.stock_seed(secret, words, name),
        secret=secret,
        words=words,
        name=name,
    )


def _replaces_prepared_pack(replaced: Deal | None) -> bool:
    """Return whether the deal is a redeal of one whose pack was prepared, not shuffled for it."""
    return replaced is not None and replaced.pack_source != Deal.PackSource.OWN


def _prepared_pack(prepared: PreparedPack, next_deal: NextDeal) -> _Pack:
    """Return the prepared pack of the deal, with its dealer, else the usual one, else seat 0."""
    secret, name = prepared.secret, prepared.shuffle_name
    dealer = next((each for each in (prepared.dealer, next_deal.dealer) if each is not None), 0)
    return _Pack(
        source=Deal.PackSource.SHARED if secret else Deal.PackSource.GIVEN,
        order=tuple(parse_card(card) for card in prepared.pack.split()),
        dealer=dealer,
        seed=shuffle.stock_seed(secret, {}, name) if secret else f"given {prepared.pk}",
        secret=secret,
        words={},
        name=name,
    )


def _words_by_seat(session: Session, seats: Iterable[SeatFacts]) -> dict[int, str]:
    """Return the players' words for the next shuffle, by seat number."""
    words = session.next_words
    return {seat.number: words[str(seat.user_id)] for seat in seats if str(seat.user_id) in words}


def finish_deal(table: LockedTable, state: DealState) -> None:
    """Store the result of the newest deal, and end the session or schedule the next deal."""
    result = state.result
    assert result is not None
    before = table.setting
    made = replace(
        before.deal, winner=result.winner, points=tuple(result.points), nets=tuple(result.net)
    )
    Deal.objects.filter(pk=made.pk).update(
        finished_at=_now_after(made.started_at),
        winner=made.winner,
        points=list(result.points),
        nets=list(result.net),
        pairs=[[each.payer, each.payee, each.amount] for each in result.score.transfers],
    )
    seats = tuple(
        replace(
            seat,
            points=seat.points + result.points[seat.number],
            **sums_with(seat, result.net[seat.number], has_won=seat.number == result.winner),
            # Keeping the hand is not an answer about the next deal.
            ready=False,
        )
        for seat in before.seats
    )
    table.change_seats(seats, ("points", *Seat.SUMS, "ready"))
    table.revise(replace(before, seats=seats, newest=made, finished=(*before.finished, made)))
    row = table.row
    row.turn = row.deadline = row.due_at = None
    if _is_last_deal(before.session, made, seats):
        finish_session(table)
        return
    row.phase = Table.Phase.BETWEEN
    schedule_next_deal(row, seats)


def _newest_row(table: LockedTable) -> Deal:
    """Return the row of the newest deal, with its session."""
    return Deal.objects.select_related("session").get(pk=table.setting.deal.pk)


def _now_after(earliest: datetime) -> datetime:
    """Return the current time, or `earliest` if the clock was set back before it."""
    return max(timezone.now(), earliest)


def _is_last_deal(session: SessionFacts, deal: DealFacts, seats: Iterable[SeatFacts]) -> bool:
    """Return whether the deal ends the session: by number, target score or agreement."""
    target = session.target
    return (
        deal.number >= session.deals_planned
        or session.ending
        or (target is not None and any(abs(seat.net) >= target for seat in seats))
    )


def finish_session(table: LockedTable) -> None:
    """End the session now; a signal triggers settlement and ratings, except for a lesson."""
    row, session = table.row, table.session_row()
    row.phase = Table.Phase.FINISHED
    row.turn = row.deadline = row.due_at = row.paused_at = None
    if not row.lesson:
        session.status = Session.Status.FINISHED
    session.finished_at = _now_after(session.started_at)
    session.votes, session.vote_ends, session.vote_outcome = {}, {}, {}
    session.is_part = row.is_arranged or row.purpose == Table.Purpose.COUNTS
    ended = ["status", "finished_at", "is_part", "votes", "vote_ends", "vote_outcome"]
    session.save(update_fields=ended)
    session.seats.update(over_at=session.finished_at)
    table.revise()
    if row.lesson:
        # Lessons send no signal.
        return
    if row.joining != Table.Joining.LINK:
        # The lobby listed it as a table to watch.
        topics.lobby_changed()
    # Loaded for the receivers.
    session.table = row
    session_finished.send(sender=Session, session=session)


def mark_stand_in(table: LockedTable, number: int) -> None:
    """Store with the running deal, if any, that a bot has played the seat in it."""
    newest = table.setting.newest
    if newest is None or newest.nets is not None or number in newest.stand_ins:
        return
    Deal.objects.filter(pk=newest.pk, finished_at=None).update(
        stand_ins=sorted([*newest.stand_ins, number])
    )
    table.revise()
