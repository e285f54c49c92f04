"""Winnings of an event as the ledger takes them: money follows the net points of all deals.

However the format ranks results (best rounds, averages, comparisons), every deal counts for the
entrant who owns the seat, even if a substitute plays. The club's account wins and loses for bots,
pays points for sitting out, and receives the points of penalties as far as these cost money
(`terms.selectors`). A substitute with an own agreement owns the result of that table. A table with
a single person and bots is for points even in an event with a stake.

Entry fees are owed to the club's account and prizes are paid from it (`settling.prizes`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from accounts.models import User
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Deal, Session
from games.tables.stakes import counts_for_money
from tournaments.events.club_nights.services import uncounted
from tournaments.events.core.format_input import is_night, rules_at
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.paper.deal import PaperError, scored
from tournaments.events.paper.models import PaperDeal, written_deal
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.settling.prizes import participants, prizes_by_entrant
from tournaments.events.terms.selectors import money_penalty_limit, money_terms
from tournaments.ledger.book.holders import HOUSE, Holder, named_holder, user_holder
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.settlement import transfers
from tournaments.ledger.settling.winnings import Pair, Party, Winnings

#: Owner of a result: an entrant by number, a club night player without an entry by user ID,
#: or the club's account.
_Owner = tuple[str, int]
_HOUSE: _Owner = ("house", 0)


def event_winnings(event_id: int) -> Winnings | None:
    """Return the winnings of a finished event; None if it is not finished or has none.

    At most nine queries; see `winnings_of`.
    """
    event = Event.objects.filter(pk=event_id, status=Event.Status.FINISHED).first()
    return None if event is None else winnings_of(event)


def winnings_of(event: Event) -> Winnings | None:
    """Return the winnings of an event that is over, or None.

    At most eight queries. None if a result is missing, or if no entrant has a result and the event
    was never settled.
    """
    tables = _tables(event)
    if is_night(event) and uncounted().filter(table__night_table__event=event).exists():
        return None
    if any(net is None for table in tables.values() for net in table.nets):
        return None
    sessions = _sessions(event)
    rounds = list(event.rounds.order_by("number"))
    paid = _payments_at_tables(event, tables, sessions)
    totals = _compute_totals(event, tables, sessions, paid, rounds)
    if len(totals.parties) == 1 and not _is_settled(event):
        return None
    prizes = prizes_by_entrant(event, rounds)
    return Winnings(
        source=Settlement.Source.EVENT,
        source_id=event.pk,
        club_id=event.club_id,
        currency=event.currency,
        stake_minor=event.stake_minor if event.currency else 1,
        parties=tuple(totals.parties),
        points=tuple(totals.points),
        pairs=totals.pairs,
        fees=dict.fromkeys(totals.places(totals.payers), event.fee_minor),
        prizes=dict(zip(totals.places(prizes), prizes.values(), strict=True)),
        through_club=event.pays_club,
        terms=_terms(event, rounds),
    )


def fees_so_far(event: Event) -> dict[Holder, int]:
    """Return the entry fees owed so far in minor units by holder. At most two queries."""
    if not event.fee_minor:
        return {}
    payers = participants(event.entries.all(), event.rounds.order_by("number"))
    return {_holder_of(each): event.fee_minor for each in payers}


def points_so_far(
    event: Event, *, alternative_nets: Mapping[int, Mapping[int, int]] | None = None
) -> dict[Holder, int]:
    """Return each holder's current points that count for money.

    At most nine queries. Tables without a result are left out.

    :param alternative_nets: alternative results: points per seat, by the primary key of the table
    """
    tables = {number: each for number, each in _tables(event).items() if None not in each.nets}
    for number, nets in (alternative_nets or {}).items():
        tables[number].nets = [nets[place] for place in sorted(nets)]
    sessions = {number: each for number, each in _sessions(event).items() if number in tables}
    nothing: dict[int, dict[Pair, int]] = {number: {} for number in tables}
    totals = _compute_totals(event, tables, sessions, nothing, event.rounds.order_by("number"))
    found: dict[Holder, int] = {}
    for party, points in zip(totals.parties, totals.points, strict=True):
        found[party.holder] = found.get(party.holder, 0) + points
    return found


def _is_settled(event: Event) -> bool:
    """Return whether the event has a settlement, to be corrected if no winnings are left."""
    found = Settlement.objects.filter(source=Settlement.Source.EVENT, event=event.pk)
    return found.exists()


@dataclass(slots=True)
class _Table:
    """A table of the event: owners and net points of its seats, from 0."""

    seats: list[_Owner]
    nets: list[Any]


class _Totals:
    """Running totals in points: of each party, and of payments between each pair."""

    def __init__(self) -> None:
        self.parties: list[Party] = []
        self.points: list[int] = []
        self.pairs: dict[Pair, int] = {}
        #: Numbers of the entrants who owe the entry fee.
        self.payers: list[int] = []
        self._places: dict[_Owner, int] = {}

    def add(self, owner: _Owner, party: Party) -> None:
        """Add a party that owns results, with 0 points so far."""
        self._places[owner] = len(self.parties)
        self.parties.append(party)
        self.points.append(0)

    def places(self, entrants: Iterable[int]) -> list[int]:
        """Return the indexes of the parties of these entrants, by entry number."""
        return [self._places["entry", number] for number in entrants]

    def add_table(self, table: _Table, payments: Mapping[Pair, int]) -> None:
        """Add a table's nets, and its payments in points by (payer's seat, payee's seat), from 0.

        The difference made by a correction is paid by the seats that lose by it.
        """
        changed = dict(enumerate(table.nets))
        for (payer, payee), points in payments.items():
            changed[payer] += points
            changed[payee] -= points
            self._add_payment(table.seats[payer], table.seats[payee], points)
        for each in transfers(changed):
            self._add_payment(table.seats[each.payer], table.seats[each.payee], each.amount)
        for who, net in zip(table.seats, table.nets, strict=True):
            self.points[self._places[who]] += net

    def transfer(self, payer: _Owner, payee: _Owner, points: int) -> None:
        """Add points lost by one party to another apart from any deal."""
        self._add_payment(payer, payee, points)
        self.points[self._places[payer]] -= points
        self.points[self._places[payee]] += points

    def _add_payment(self, payer: _Owner, payee: _Owner, points: int) -> None:
        """Add points paid by one owner to another; nothing if both are the same party."""
        pair = self._places[payer], self._places[payee]
        # Two bots at a table are the same party, so no points pass between them.
        if pair[0] != pair[1]:
            self.pairs[pair] = self.pairs.get(pair, 0) + points


def _compute_totals(
    event: Event,
    tables: Mapping[int, _Table],
    sessions: Mapping[int, Session],
    payments: Mapping[int, Mapping[Pair, int]],
    rounds: Iterable[EventRound],
) -> _Totals:
    """Return the totals of these tables, except those for points, with sit-outs and penalties.

    In an event with an entry fee or prizes, all participants are parties.

    :param payments: payments between the seats of each table
    """
    entries = list(event.entries.order_by("number"))
    others = _substitute_parties(tables, entries)
    if is_night(event):
        # Only club nights have players without an entry.
        others |= _parties_without_entry(tables, sessions, entries)
    gifts, fines = _sit_out_points(event, rounds), _penalties(event)
    totals = _Totals()
    involved = {who for table in tables.values() for who in table.seats} | set(gifts) | set(fines)
    if event.fee_minor or event.pot_minor:
        numbers = [each.number for each in participants(entries, rounds)]
        involved |= {("entry", number) for number in numbers}
        totals.payers = numbers if event.fee_minor else []
    for entry in entries:
        if (who := ("entry", entry.number)) in involved:
            totals.add(who, Party(_holder_of(entry), entry.name))
    for who, party in others.items():
        totals.add(who, party)
    totals.add(_HOUSE, Party(HOUSE))
    for_points = _find_tables_for_points(event, sessions)
    for number, pairs in payments.items():
        if number not in for_points:
            totals.add_table(tables[number], pairs)
    for who, points in gifts.items():
        totals.transfer(_HOUSE, who, points)
    for who, points in fines.items():
        totals.transfer(who, _HOUSE, points)
    return totals


def _holder_of(entry: Entry) -> Holder:
    """Return the owner of an entry's money: a user, a named player, or the club for bots."""
    if entry.bot:
        return HOUSE
    return named_holder(entry.name) if entry.user_id is None else user_holder(entry.user_id)


def _tables(event: Event) -> dict[int, _Table]:
    """Return owners and nets of all seats, by primary key of the table in playing order.

    One query.

    A seat belongs to its entrant; a seat without an entrant belongs to the club for now.
    """
    found: defaultdict[int, _Table] = defaultdict(lambda: _Table([], []))
    seats = EventSeat.objects.filter(event_table__round__event=event).order_by(
        "event_table__round__number", "event_table__number", "place"
    )
    known = ("event_table", "entry__number", "result_of", "net")
    for table, number, substitute, net in seats.values_list(*known):
        if substitute is not None:
            found[table].seats.append(("person", substitute))
        else:
            found[table].seats.append(_HOUSE if number is None else ("entry", number))
        found[table].nets.append(net)
    return dict(found)


def _sessions(event: Event) -> dict[int, Session]:
    """Return the sessions with their seats, by primary key of the event table.

    Two queries; empty with real cards, without a query.
    """
    if event.is_on_paper:
        return {}
    if is_night(event):
        rows = Session.objects.filter(night_session__event_table__round__event=event)
        of_table = "night_session__event_table"
    else:
        rows = Session.objects.filter(table__event_table__round__event=event)
        of_table = "table__event_table"
    found = rows.annotate(of_table=F(of_table)).order_by("pk").prefetch_related("seats")
    return {session.of_table: session for session in found}


def _substitute_parties(
    tables: Mapping[int, _Table], entries: Iterable[Entry]
) -> dict[_Owner, Party]:
    """Return the substitutes who own the result of a seat, by owner; one query if there are any.

    In `tables`, seats of a substitute who also has an entry become that entry's.
    """
    substitutes = {
        number for table in tables.values() for kind, number in table.seats if kind == "person"
    }
    if not substitutes:
        return {}
    entered = {each.user_id: each.number for each in entries}
    for table in tables.values():
        table.seats = [
            ("entry", entered[number]) if kind == "person" and number in entered else (kind, number)
            for kind, number in table.seats
        ]
    people = User.objects.filter(pk__in=substitutes - entered.keys())
    return {("person", each.pk): Party(user_holder(each.pk), each.shown_name) for each in people}


def _parties_without_entry(
    tables: Mapping[int, _Table], sessions: Mapping[int, Session], entries: Iterable[Entry]
) -> dict[_Owner, Party]:
    """Assign club night seats to players without an entry, and return these players."""
    entered = {each.user_id: each.number for each in entries if each.user_id is not None}
    found: dict[_Owner, Party] = {}
    for number, session in sessions.items():
        for seat in session.seats.all():
            if seat.user_id is None or tables[number].seats[seat.number] != _HOUSE:
                continue
            if seat.user_id in entered:
                # The player was no member then but has signed up later: use that entry.
                tables[number].seats[seat.number] = ("entry", entered[seat.user_id])
            else:
                who = tables[number].seats[seat.number] = ("person", seat.user_id)
                found.setdefault(who, Party(user_holder(seat.user_id), seat.name))
    return found


def tables_for_points(event: Event) -> frozenset[int]:
    """Return the primary keys of tables that are for points although the event has a stake.

    At these tables a single person played with bots.

    Two queries.
    """
    return _find_tables_for_points(event, _sessions(event)) if event.stake_minor else frozenset()


def _find_tables_for_points(event: Event, sessions: Mapping[int, Session]) -> frozenset[int]:
    """Return the tables, by primary key, whose sessions do not count for money."""
    if not event.stake_minor:
        return frozenset()
    return frozenset(
        table
        for table, session in sessions.items()
        if not counts_for_money(session, list(session.seats.all()))
    )


def _sit_out_points(event: Event, rounds: Iterable[EventRound]) -> dict[_Owner, int]:
    """Return the points that the club pays for sitting out, by owner."""
    given: dict[_Owner, int] = {}
    if event.sit_out_points:
        for each in rounds:
            for number in each.seated.out:
                who = ("entry", number)
                given[who] = given.get(who, 0) + event.sit_out_points
    return given


def _penalties(event: Event) -> dict[_Owner, int]:
    """Return the points that entrants lose by penalties in force, by owner.

    One query. In an event with a stake they are limited by its terms.
    """
    held = EntryPenalty.objects.filter(entry__event=event, reversed_at=None).order_by("pk")
    lost: dict[_Owner, int] = {}
    for number, points in held.values_list("entry__number", "points"):
        lost["entry", number] = lost.get(("entry", number), 0) + points
    if not event.stake_minor:
        return lost
    most = money_penalty_limit(event)
    return {who: min(points, most) for who, points in lost.items() if most}


def _payments_at_tables(
    event: Event, tables: Mapping[int, _Table], sessions: Mapping[int, Session]
) -> dict[int, dict[Pair, int]]:
    """Return the points paid over all deals, by table and by (payer's seat, payee's seat).

    Tables are primary keys. One query.
    """
    paid: dict[int, dict[Pair, int]] = {table: {} for table in tables}
    found = _paper_payments(event, tables) if event.is_on_paper else _app_payments(sessions)
    for table, pairs in found:
        for payer, payee, points in pairs:
            paid[table][payer, payee] = paid[table].get((payer, payee), 0) + points
    return paid


def _app_payments(
    sessions: Mapping[int, Session],
) -> Iterable[tuple[int, Iterable[tuple[int, int, int]]]]:
    """Yield the table's primary key and the (payer, payee, points) of each deal in the app.

    One query.
    """
    tables = {session.pk: table for table, session in sessions.items()}
    deals = Deal.objects.filter(session__in=list(tables), nets__isnull=False).order_by("pk")
    for session, pairs in deals.values_list("session", "pairs"):
        yield tables[session], pairs or ()


def _paper_payments(
    event: Event, tables: Mapping[int, _Table]
) -> Iterable[tuple[int, Iterable[tuple[int, int, int]]]]:
    """Yield the table's primary key and the (payer, payee, points) of each confirmed real deal.

    One query.
    """
    rules: dict[int, RuleSet] = {}
    deals = PaperDeal.objects.filter(
        event_table__round__event=event, confirmed_at__isnull=False
    ).order_by("pk")
    for table, written, nets in deals.values_list("event_table", "written", "nets"):
        players = len(tables[table].seats)
        if players not in rules:
            rules[players] = rules_at(event, players)
        try:
            passed = scored(rules[players], written_deal(written)).transfers
        except PaperError:
            # The deal is invalid by today's checks; its stored nets still count.
            fewest = transfers(dict(enumerate(nets)))
            yield table, [(each.payer, each.payee, each.amount) for each in fewest]
        else:
            yield table, [(each.payer, each.payee, each.amount) for each in passed]


def _terms(event: Event, rounds: Sequence[EventRound]) -> dict[str, Any]:
    """Return the event's terms as JSON data, the form stored with its settlement."""
    return {
        "name": event.name,
        "rules": event.rules,
        "rules_name": event.rules_name,
        "format": event.format,
        "format_settings": event.format_settings,
        "cards": event.cards,
        "deals": event.deals,
        "rounds": len(rounds),
        "sit_out_points": event.sit_out_points,
        "stake_minor": event.stake_minor,
        "currency": event.currency,
        **money_terms(event),
    }
