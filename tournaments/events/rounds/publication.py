"""Publication of a round, which opens all its tables or none, and undoing it."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.live.users import alerts_changed
from games.rules.ruleset.fewer_players import preset_name
from games.tables.models import Action, Table
from games.tables.services import arranged
from games.tables.services.arranged import Arrangement, open_arranged
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import plays_same_packs, smaller_rules
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.duplicate.services import (
    check_sizes,
    commit_to_secret,
    fitting_rules,
    frozen_packs,
)
from tournaments.events.entries.models import Entry
from tournaments.events.entries.places import give_up_returning
from tournaments.events.notices.services import notify_away_players
from tournaments.events.paper.models import PaperDeal
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable, TakenBackTable
from tournaments.events.rounds.proposal import (
    check_seating,
    proposed_round,
    update_outdated_proposal,
    update_proposed_round,
)
from tournaments.events.terms.house import check_round
from tournaments.events.terms.selectors import terms_now
from tournaments.pairing.rounds import Occupant

_Deed = EventRecord.Deed
_Status = EventRound.Status


@answering
def publish_round(caller: Caller, event_id: int, *, shown: str = "") -> Answer:
    """Open all tables of the proposed round and deal; only replace a proposal that is outdated.

    It is outdated if results or entries have changed since.

    :param shown: the ``seating_digest`` of the proposal that the organizer saw; another proposal is
        not published
    """
    with locked_event(event_id, caller, organizer=True) as event:
        row, proposed = event.row, proposed_round(event)
        if shown and shown != proposed.seating_digest:
            raise DeniedError(EventCode.PROPOSAL_CHANGED)
        if update_outdated_proposal(event, proposed):
            # Returned, not raised, so that the new proposal is stored.
            return Denial(EventCode.PROPOSAL_CHANGED)
        entries = {each.number: each for each in row.entries.select_related("user")}
        seating = proposed.seated
        check_sizes(row, proposed)
        check_seating(event, proposed, seating)
        check_round(row, proposed, entries.values(), event.actor)
        _check_free(row, [entries[number] for number in seating.seated])
        tables = _open_app_tables(event, proposed, entries)
        made = EventTable.objects.bulk_create(
            EventTable(round=proposed, number=number, table=table)
            for number, table in enumerate(tables, 1)
        )
        EventSeat.objects.bulk_create(
            EventSeat(event_table=each, place=place, entry=_entry_of(entries, number))
            for each, table in zip(made, seating.tables, strict=True)
            for place, number in enumerate(_occupants_from_seat_0(event, table))
        )
        give_up_returning(entries.values())
        _postpone_entrants(event, proposed, entries)
        proposed.status, proposed.started_at = _Status.RUNNING, timezone.now()
        proposed.changes = None
        proposed.save(update_fields=["status", "started_at", "changes"])
        event.note(_Deed.PUBLISHED, round=proposed.number)
        notify_away_players(event, proposed)
        for number in seating.seated:
            if (user_id := entries[number].user_id) is not None:
                alerts_changed(user_id)
    return None


def _postpone_entrants(event: LockedEvent, row: EventRound, entries: Mapping[int, Entry]) -> None:
    """Let entrants who have not agreed to the terms in time start in the next round."""
    now = terms_now(event.row)
    late = [
        each
        for each in entries.values()
        if each.status == Entry.Status.HERE and each.joined == row.number and not now.may_sit(each)
    ]
    for each in late:
        each.joined = row.number + 1
    if late:
        Entry.objects.bulk_update(late, ["joined"])


def _open_app_tables(
    event: LockedEvent, proposed: EventRound, entries: Mapping[int, Entry]
) -> Sequence[Table | None]:
    """Open the app tables of the round and return them; with real cards, return None for each.

    :raises DeniedError: a bot would sit at a table with real cards
    """
    seating = proposed.seated
    if event.row.is_on_paper:
        bots = {number for number, entry in entries.items() if entry.bot}
        if any(each is None or each in bots for table in seating.tables for each in table):
            raise DeniedError(EventCode.NO_BOTS_HERE)
        return [None] * len(seating.tables)
    same_packs, packs = frozen_packs(event, proposed.number)
    arranged = [
        Arrangement(
            tuple(_player_of(entries, each) for each in _occupants_from_seat_0(event, table)),
            packs,
            same_packs,
        )
        for table in seating.tables
    ]
    return _open_tables(event.row, arranged)


def _open_tables(event: Event, arrangements: list[Arrangement]) -> list[Table]:
    """Open the tables in order; smaller ones play the rules for their number of players."""
    opened: dict[int, list[Table]] = {}
    for size in sorted({len(each.people) for each in arrangements}, reverse=True):
        rules, name = event.rule_set, event.rules_name
        if plays_same_packs(event):
            rules = fitting_rules(rules)
        if size < rules.players:
            form = smaller_rules(event)
            assert form is not None, "the seating was checked"
            rules, name = form, preset_name(form, name)
        opened[size] = open_arranged(
            [each for each in arrangements if len(each.people) == size],
            rules=rules,
            rules_name=name,
            deals_planned=event.deals,
            clock=event.clock,
            spectators=event.spectators,
            spectator_delay=event.spectator_delay,
            stake_minor=event.stake_minor,
            currency=event.stake_currency,
            max_loss=event.max_loss,
            bot_money=Table.BotMoney.HOUSE,
        )
    return [opened[len(each.people)].pop(0) for each in arrangements]


def _entry_of(entries: Mapping[int, Entry], number: Occupant) -> Entry | None:
    """Return the entry of an occupant; None for a bot that fills a seat."""
    return None if number is None else entries[number]


def _player_of(entries: Mapping[int, Entry], number: Occupant) -> User | str | None:
    """Return a seat's player: a user, the name of an added bot, or None for any bot."""
    entry = _entry_of(entries, number)
    return None if entry is None else entry.user or entry.name


def _occupants_from_seat_0(event: LockedEvent, table: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """Return the occupants, given in playing order, by seat: seats are counted anticlockwise."""
    # With direction "alternate" the first deal goes anticlockwise.
    return table[::-1] if event.row.rule_set.direction == "clockwise" else table


def _check_free(event: Event, entries: list[Entry]) -> None:
    """Raise `DeniedError` if players have a seat at another event table in play."""
    people = [each.user_id for each in entries if each.user_id is not None]
    busy = selectors.busy_seats(people, event)
    if busy:
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, **selectors.names_and_places(busy))


@answering
def undo_round(caller: Caller, event_id: int, reason: str) -> Answer:
    """Undo a published round before the first play at any of its tables, with a reason.

    Its tables are deleted. The round is proposed again with the same seating, as far as results and
    entries are unchanged.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        row = event.row.rounds.filter(status=EventRound.Status.RUNNING).first()
        if row is None:
            raise DeniedError(EventCode.NOTHING_TO_TAKE_BACK)
        close_tables(event, row, EventCode.PLAYED_ALREADY)
        row.status, row.started_at = EventRound.Status.PROPOSED, None
        row.save(update_fields=["status", "started_at"])
        number = row.number
        event.note(_Deed.TAKEN_BACK, text=reason, round=row.number)
        # Players have seen cards, so shared packs must be drawn again.
        commit_to_secret(event, row.number)
        _move_arrivals_and_departures(event, number)
        update_proposed_round(event, "taken_back", round=number)
    return None


def is_untouched(row: EventRound) -> bool:
    """Return whether no table has ended, no card was played and no deal entered in a round.

    Two queries, if the tables are fetched.
    """
    return not (
        any(each.finished_at for each in row.tables.all())
        or PaperDeal.objects.filter(event_table__round=row).exists()
        or Action.objects.filter(deal__session__table__event_table__round=row).exists()
    )


def close_tables(event: LockedEvent, row: EventRound, code: EventCode) -> None:
    """Delete the tables of a published round, and reset its clock.

    Raise `DeniedError` if a card has been played.

    :param code: the code of that denial
    """
    if row.tables.exclude(finished_at=None).exists():
        raise DeniedError(code)
    if PaperDeal.objects.filter(event_table__round=row).exists():
        raise DeniedError(code)
    tables = [each.table for each in row.tables.select_related("table") if each.table]
    row.tables.all().delete()
    for table in tables:
        # A table with a play aborts the whole change.
        if arranged.close(table.pk) is not None:
            raise DeniedError(code)
    TakenBackTable.objects.bulk_create(
        TakenBackTable(event=event.row, slug=table.slug) for table in tables
    )
    # Published again, the round has its whole time.
    RoundClock.objects.filter(event=event.row).update(round=0, started_at=None)


def _move_arrivals_and_departures(event: LockedEvent, number: int) -> None:
    """Change the first and last rounds of entrants as if the undone round had not begun."""
    entries = event.row.entries
    # Without a played round, an entrant counts as never seated and may return.
    entries.filter(left=number, joined=number).update(left=None)
    entries.filter(left=number).update(left=number - 1)
    entries.filter(joined=number + 1, status=Entry.Status.HERE).update(joined=number)
