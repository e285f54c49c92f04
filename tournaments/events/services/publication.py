"""A round is published: all its tables begin, or none of them."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.live.people import call
from games.rules.ruleset import preset_name
from games.tables.models import Seat, Session, Table
from games.tables.services.arranged import Arrangement, open_arranged
from tournaments.events import selectors
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Entry,
    Event,
    EventRecord,
    EventRound,
    EventSeat,
    EventTable,
)
from tournaments.events.rounds import Occupant
from tournaments.events.services.core import Answer, EventChanging, changing
from tournaments.events.services.house import check_round
from tournaments.events.services.notices import tell_of_tables
from tournaments.events.services.packs import check_sizes, fitting_rules, frozen_packs
from tournaments.events.services.places import give_up_returning
from tournaments.events.services.planned import (
    plays_same_packs,
    smaller_rules,
)
from tournaments.events.services.rounds import check_seating, is_outdated, proposed_round
from tournaments.events.services.terms import terms_now

_Deed = EventRecord.Deed
_Status = EventRound.Status


@answering
def publish_round(caller: Caller, event_id: int, *, shown: str = "") -> Answer:
    """Open all tables of the proposed round and deal, or none of them.

    A proposal that was made from older results or entries is not published: it is replaced.

    :param shown: the ``seating_digest`` of the proposal that was looked at; another one meanwhile
        is not published
    """
    with changing(event_id, caller, organizer=True) as event:
        row, proposed = event.row, proposed_round(event)
        if shown and shown != proposed.seating_digest:
            raise DeniedError(EventCode.PROPOSAL_CHANGED)
        if is_outdated(event, proposed):
            # Returned, not raised: the new proposal is kept.
            return Denial(EventCode.PROPOSAL_CHANGED)
        entries = {each.number: each for each in row.entries.select_related("user")}
        seating = proposed.seated
        check_sizes(row, proposed)
        check_seating(event, proposed, seating)
        check_round(row, proposed, entries.values(), event.actor)
        _check_free([entries[number] for number in seating.seated])
        tables = _opened(event, proposed, entries)
        made = EventTable.objects.bulk_create(
            EventTable(round=proposed, number=number, table=table)
            for number, table in enumerate(tables, 1)
        )
        EventSeat.objects.bulk_create(
            EventSeat(event_table=each, place=place, entry=_entry(entries, number))
            for each, table in zip(made, seating.tables, strict=True)
            for place, number in enumerate(_by_place(event, table))
        )
        give_up_returning(entries.values())
        _put_off(event, proposed, entries)
        proposed.status, proposed.started_at = _Status.RUNNING, timezone.now()
        proposed.changes = None
        proposed.save(update_fields=["status", "started_at", "changes"])
        event.note(_Deed.PUBLISHED, round=proposed.number)
        tell_of_tables(event, proposed)
        for number in seating.seated:
            if (user_id := entries[number].user_id) is not None:
                call(user_id)
    return None


def _put_off(event: EventChanging, row: EventRound, entries: Mapping[int, Entry]) -> None:
    """Let those who have not agreed to the terms in time begin with the next round."""
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


def _opened(
    event: EventChanging, proposed: EventRound, entries: Mapping[int, Entry]
) -> Sequence[Table | None]:
    """Return the tables of the app that are opened; with real cards there are none.

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
            tuple(_player(entries, each) for each in _by_place(event, table)),
            packs,
            same_packs,
        )
        for table in seating.tables
    ]
    return _open_tables(event.row, arranged)


def _open_tables(event: Event, arranged: list[Arrangement]) -> list[Table]:
    """Open the tables in their order; smaller ones play the form of the rules for as many."""
    opened: dict[int, list[Table]] = {}
    for size in sorted({len(each.people) for each in arranged}, reverse=True):
        rules, name = event.rule_set, event.rules_name
        if plays_same_packs(event):
            rules = fitting_rules(rules)
        if size < rules.players:
            form = smaller_rules(event)
            assert form is not None, "the seating was checked"
            rules, name = form, preset_name(form, name)
        opened[size] = open_arranged(
            [each for each in arranged if len(each.people) == size],
            rules=rules,
            rules_name=name,
            deals_planned=event.deals,
            clock=event.clock,
            spectators=event.spectators,
            spectator_delay=event.spectator_delay,
            stake_minor=event.stake_minor,
            currency=event.currency,
            max_loss=event.max_loss,
            bot_money=Table.BotMoney.HOUSE,
        )
    return [opened[len(each.people)].pop(0) for each in arranged]


def _entry(entries: Mapping[int, Entry], number: Occupant) -> Entry | None:
    return None if number is None else entries[number]


def _player(entries: Mapping[int, Entry], number: Occupant) -> User | str | None:
    """Return who plays: a person, or the bot that has entered, or any that completes the table."""
    entry = _entry(entries, number)
    return None if entry is None else entry.user or entry.name


def _by_place(event: EventChanging, table: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """Return who sits at the table from seat 0 on; seats are counted anticlockwise."""
    # Under "alternate" the first deal goes anticlockwise.
    return table[::-1] if event.row.rule_set.direction == "clockwise" else table


def _check_free(entries: list[Entry]) -> None:
    """Check that nobody plays at another table of an event.

    :raises DeniedError: somebody does
    """
    people = [each.user_id for each in entries if each.user_id is not None]
    busy = (
        Seat.objects.filter(
            user__in=people,
            left_at=None,
            session__status=Session.Status.RUNNING,
            session__table__is_arranged=True,
        )
        .select_related("user")
        .first()
    )
    if busy is not None:
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=busy.name)
    with_cards = selectors.paper_seats(people).select_related("entry").first()
    if with_cards is not None:
        assert with_cards.entry is not None
        name = with_cards.substitute_name or with_cards.entry.name
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, name=name)
