"""Writes: the only room that changes a table.

Every function that changes something takes the table's row lock first (on SQLite the lock is the
one writer that ``BEGIN IMMEDIATE`` lets in), checks what it was asked against what is there now,
changes it, raises the table's version and announces it once the transaction is committed. A
refusal is a value, and changes nothing.
"""

import logging
import random
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import announce, bots, people, selectors, texts, wake
from games.models import Action, Deal, Seat, Session, Table
from games.rules import deal as rules_deal
from games.rules import record
from games.rules.cards import PACK_SIZE, CardError, parse_cards
from games.rules.ruleset import RuleSet
from games.rules.view import view
from games.signals import deal_finished, session_finished

logger = logging.getLogger(__name__)

#: Names for the bots of a table; short, and not to be taken for a member's.
BOT_NAMES = ("Mei", "Bruno", "Ada", "Kofi", "Lucía", "Haruto", "Noor", "Émile", "Tala", "Sunil")
#: How long after its time a table's next event counts as lost.
SWEEP_GRACE = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a request: a sentence why not, or nothing when it was done."""

    refusal: str = ""


DONE = Outcome()


# --- Opening


def open_solo_table(
    user: User,
    *,
    deals: int = 5,
    stake_minor: int = 0,
    currency: str = "",
    opening_key: str | None = None,
) -> Table:
    """A table where the person plays against bots, its first deal dealt.

    With an opening key that the person used a moment ago, it is the table that was opened then.
    """
    terms = {"deals_planned": deals, "stake_minor": stake_minor, "currency": currency}
    try:
        with transaction.atomic():
            return _open_solo_table(user, opening_key or None, terms)
    except IntegrityError:
        if not opening_key:
            raise
        opened = selectors.just_opened(opening_key)
        same = opened is not None and all(
            getattr(opened, name) == value for name, value in terms.items()
        )
        if opened is not None and same and opened.host_id == user.pk:
            return opened
    with transaction.atomic():
        return _open_solo_table(user, None, terms)


def _open_solo_table(user: User, opening_key: str | None, terms: dict[str, Any]) -> Table:
    rules = RuleSet.make(preset="pagat")
    terms = {**terms, "rules": rules.to_options(), "rules_name": "pagat"}
    table = Table.objects.create(host=user, opening_key=opening_key, **terms)
    session = Session.objects.create(table=table, **terms)
    others = random.SystemRandom().sample(BOT_NAMES, rules.players - 1)
    seats = [
        Seat(session=session, number=0, user=user, name=user.shown_name),
        *(
            Seat(session=session, number=number, name=name, is_bot=True)
            for number, name in enumerate(others, start=1)
        ),
    ]
    Seat.objects.bulk_create(seats)
    # Nobody else can see the new row before the commit: it needs no lock.
    _deal(table, session, rules_deal.NextDeal(number=1, dealer=None, previous=None))
    _changed(table, seats)
    return table


# --- What a person at the table may do


def play(
    table_id: int, user: User | None, session_key: str | None, cards: str, version: int
) -> Outcome:
    """Play the cards (notation, ``"9D 9S"``) from the person's seat, as of that version."""
    try:
        chosen = parse_cards(cards)
    except CardError:
        return Outcome(_("Those are no cards of this pack. Choose again."))
    if not chosen:
        return Outcome(_("Choose the cards to play first."))
    return _act(table_id, user, session_key, version, lambda seat: rules_deal.Play(seat, chosen))


def pass_turn(table_id: int, user: User | None, session_key: str | None, version: int) -> Outcome:
    """Pass from the person's seat, as of that version."""
    return _act(table_id, user, session_key, version, rules_deal.Pass)


def ready(table_id: int, user: User | None, session_key: str | None, version: int) -> Outcome:
    """Say that the person is ready for the next deal; the last one to say so starts it.

    The version is not looked at: whoever else became ready in between takes nothing away.
    """
    with transaction.atomic():
        place = _take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase != Table.Phase.BETWEEN:
            return Outcome(_("There is no next deal to be ready for just now."))
        if seat.ready:
            return DONE
        if all(each.ready or each.is_bot or each == seat for each in scene.seats):
            _deal_next(table, scene)
        else:
            Seat.objects.filter(pk=seat.pk).update(ready=True)
            table.scene += 1
            _changed(table, scene.seats)
    return DONE


# --- What happens by itself


def play_bot_turn(table_id: int, version: int) -> None:
    """Let the bot on turn play, unless the table has moved on from that version.

    The bot thinks before the lock is taken: it holds up nobody, and is judged like everybody.
    """
    table = selectors.table(table_id)
    if table is None or table.version != version:
        return
    position = selectors.position(table)
    seat = position.table.turn
    if position.table.version != version or seat is None or not position.seats[seat].is_bot:
        return
    action = bots.choose(view(position.state, seat))
    with transaction.atomic():
        table = _lock(table_id)
        if table is None or table.version != version:
            return
        refusal = _apply(table, selectors.scene(table), action, by_bot=True)
        if refusal:
            logger.error("a bot's %s was refused at table %s: %s", action, table_id, refusal)


def start_next_deal(table_id: int, version: int) -> None:
    """Start the next deal, unless the table has moved on from that version."""
    with transaction.atomic():
        table = _lock(table_id)
        if table is None or table.version != version or table.phase != Table.Phase.BETWEEN:
            return
        _deal_next(table, selectors.scene(table))


def sweep(*, everything: bool = False) -> None:
    """Do what is overdue because its task was lost; ``everything``: queue all that is outstanding.

    The latter is for a start of the embedded club, whose queue has died with the process.
    """
    now = timezone.now()
    outstanding = Table.objects.filter(due_at__isnull=False)
    if not everything:
        outstanding = outstanding.filter(due_at__lt=now - SWEEP_GRACE)
    for table in outstanding.order_by("due_at")[:1000]:
        try:
            if everything:
                seconds = max(0.0, (table.due_at - now).total_seconds()) if table.due_at else 0.0
                wake.after_commit(_task_of(table), table.pk, table.version, seconds)
            elif table.phase == Table.Phase.BETWEEN:
                start_next_deal(table.pk, table.version)
            else:
                play_bot_turn(table.pk, table.version)
        except Exception:
            # One broken table must not keep the others waiting.
            logger.exception("table %s could not be swept", table.pk)


# --- Inside


def _lock(table_id: int) -> Table | None:
    """The table's row, locked until the transaction ends."""
    return Table.objects.select_for_update().filter(pk=table_id).first()


def _take_place(
    table_id: int, user: User | None, session_key: str | None
) -> tuple[Table, selectors.Scene, Seat] | Outcome:
    """Lock the table and find the person's seat, or say why they may do nothing here."""
    if user is None:
        return Outcome(_("You are watching. Sign in, or press Play now, to take a seat."))
    user = User.objects.filter(pk=user.pk, is_active=True).first()
    if user is None or not people.still_signed_in(user, session_key):
        return Outcome(_("Your session has ended. Reload the page to go on."))
    table = _lock(table_id)
    if table is None:
        return Outcome(_("This table was closed."))
    scene = selectors.scene(table)
    seat = next((each for each in scene.seats if each.user_id == user.pk), None)
    if seat is None:
        return Outcome(_("You are watching this table and have no seat at it."))
    return table, scene, seat


def _act(
    table_id: int,
    user: User | None,
    session_key: str | None,
    version: int,
    action_of: Callable[[int], rules_deal.Action],
) -> Outcome:
    """Judge and carry out what the person's seat asks for, as of that version."""
    with transaction.atomic():
        place = _take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase == Table.Phase.FINISHED:
            return Outcome(_("This session is over."))
        if table.phase == Table.Phase.BETWEEN:
            return Outcome(_("This deal is over and the next one has not started."))
        if table.version != version:
            return Outcome(_("The table had moved on before that arrived. Look again."))
        return Outcome(_apply(table, scene, action_of(seat.number), by_bot=False))


def _apply(table: Table, scene: selectors.Scene, action: rules_deal.Action, *, by_bot: bool) -> str:
    """Append the action if the rules allow it; the caller holds the table's lock.

    Returns why not, in one sentence, or an empty text.
    """
    deal = scene.deal
    state = selectors.deal_state(deal, table.action_count)
    after = rules_deal.apply(state, action)
    if isinstance(after, rules_deal.Refusal):
        return texts.refusal_sentence(after, scene.names)
    Action.objects.create(
        deal=deal,
        number=table.action_count,
        text=rules_deal.action_text(action),
        by_bot=by_bot,
    )
    transaction.on_commit(lambda: selectors.remember(deal, after))
    table.action_count += 1
    table.turn = after.turn
    if after.over:
        _finish_deal(table, deal, after)
    _changed(table, scene.seats)
    return ""


def _finish_deal(table: Table, deal: Deal, state: rules_deal.DealState) -> None:
    """Write down what came of the deal, once; the caller holds the table's lock, and announces.

    Works on rows of its own: those of a scene belong to everybody who reads it.
    """
    result = state.result
    assert result is not None
    deal = Deal.objects.select_related("session").get(pk=deal.pk)
    session = deal.session
    deal.finished_at = timezone.now()
    table.scene += 1
    table.turn = None
    if result.ending is rules_deal.Ending.REDEAL:
        deal.save(update_fields=["finished_at"])
        _deal(table, session, rules_deal.next_deal(state), attempt=deal.attempt + 1)
        return
    deal.winner = result.winner
    deal.points = list(result.points)
    deal.nets = list(result.net)
    deal.pairs = [[each.payer, each.payee, each.amount] for each in result.score.transfers]
    deal.save(update_fields=["finished_at", "winner", "points", "nets", "pairs"])
    seats = list(session.seats.all())
    for seat in seats:
        seat.points += result.points[seat.number]
        seat.net += result.net[seat.number]
    Seat.objects.bulk_update(seats, ["points", "net"])
    deal_finished.send(sender=Deal, deal=deal)
    if deal.number < session.deals_planned:
        table.phase = Table.Phase.BETWEEN
        table.due_at = timezone.now() + timedelta(seconds=settings.NEXT_DEAL_SECONDS)
        return
    table.phase = Table.Phase.FINISHED
    session.status = Session.Status.FINISHED
    session.finished_at = timezone.now()
    session.save(update_fields=["status", "finished_at"])
    session_finished.send(sender=Session, session=session)


def _deal_next(table: Table, scene: selectors.Scene) -> None:
    """Deal the next deal of the session; the caller holds the table's lock."""
    state = selectors.deal_state(scene.deal, table.action_count)
    _deal(table, scene.session, rules_deal.next_deal(state))
    _changed(table, scene.seats)


def _deal(table: Table, session: Session, coming: rules_deal.NextDeal, *, attempt: int = 1) -> None:
    """Shuffle and deal; the caller holds the table's lock, and announces."""
    rules = RuleSet.make(options=session.rules)
    pack = list(range(PACK_SIZE))
    random.SystemRandom().shuffle(pack)
    state = rules_deal.start(
        rules,
        pack,
        number=coming.number,
        # No dealer: drawn by high card, which is a draw among equals.
        dealer=secrets.randbelow(rules.players) if coming.dealer is None else coming.dealer,
        previous=coming.previous,
        seed=secrets.token_hex(16),
    )
    deal = Deal.objects.create(
        session=session, number=coming.number, attempt=attempt, start=record.write(state)
    )
    Seat.objects.filter(session=session, ready=True).update(ready=False)
    table.scene += 1
    table.action_count = 0
    table.phase = Table.Phase.PLAYING
    table.turn = state.turn
    if state.over:
        _finish_deal(table, deal, state)


def _changed(table: Table, seats: Iterable[Seat]) -> None:
    """Raise the version, store the row, announce it, and queue what comes by itself.

    The caller holds the table's lock, and has set phase, turn and, between deals, ``due_at``.
    """
    table.version += 1
    if table.phase == Table.Phase.PLAYING:
        bot = any(seat.is_bot and seat.number == table.turn for seat in seats)
        delay = random.uniform(*settings.BOT_DELAY)
        table.due_at = timezone.now() + timedelta(seconds=delay) if bot else None
    elif table.phase == Table.Phase.FINISHED:
        table.due_at = None
    table.save(update_fields=["version", "scene", "action_count", "phase", "turn", "due_at"])
    announce.table_changed(table.pk, table.version)
    if table.due_at is not None:
        seconds = (table.due_at - timezone.now()).total_seconds()
        wake.after_commit(_task_of(table), table.pk, table.version, max(0.0, seconds))


def _task_of(table: Table) -> str:
    """The task that does what the table waits for."""
    return wake.NEXT_DEAL if table.phase == Table.Phase.BETWEEN else wake.BOT_TURN
