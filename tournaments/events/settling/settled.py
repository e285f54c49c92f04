"""The settlement on an event's pages: its terms before, facts and the reader's result after."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.common import money
from games.common.languages import paragraph
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import selectors
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.words import club_time
from tournaments.events.corrections.penalties import penalties_in_force
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.rounds.tables import play_url, round_title, seat_name
from tournaments.events.settling.services import settlements_of, unsettled
from tournaments.events.settling.winnings import tables_for_points
from tournaments.events.terms.prize_words import money_lines
from tournaments.events.terms.selectors import money_penalty_limit
from tournaments.events.terms.words import Offer
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.links import EventPart, SettledEvent
from tournaments.ledger.settling.models import Balance
from tournaments.ledger.settling.result_parts import result_parts


class OwnResult(NamedTuple):
    """A user's result in minor units, or in points: the sum, and the fee and prize within it."""

    amount: int
    fee: int = 0
    prize: int = 0


@dataclass(frozen=True, slots=True)
class SettlementFacts:
    """Facts about an event's settlement for its pages: link, currency and each user's amount."""

    #: URL of the first settlement; empty if there is none.
    url: str = ""
    #: The event while its results can be checked before it settles itself.
    checked_event: Event | None = None
    currency: str = ""
    #: Whether the club keeps running balances, so that no payment is due yet.
    is_carried: bool = False
    #: Whether all members of the club may see its amounts.
    by_members: bool = False
    #: Results by user ID, after corrections.
    results: Mapping[int, OwnResult] = field(default_factory=dict)

    def is_open_to(self, role: Role | None) -> bool:
        """Return whether a viewer with that role who is not involved may read the settlement."""
        return not self.currency or (self.by_members and role is not None)


def settlement_facts(event: Event) -> SettlementFacts | None:
    """Return facts about a finished event's settlement, without results while it is due, or None.

    Three queries for an event that is over, none for any other.
    """
    if event.status != Event.Status.FINISHED:
        return None
    first = settlements_of(event.pk).first()
    if first is None:
        if not unsettled().filter(pk=event.pk).exists():
            return None
        return SettlementFacts(checked_event=event if event.currency else None)
    balances = Balance.objects.filter(settlement__event=event.pk, account__user__isnull=False)
    sums = balances.order_by().values_list("account__user")
    summed = sums.annotate(Sum("amount"), Sum("fee"), Sum("prize"))
    book = ClubBook.objects.filter(club=event.club_id).first()
    return SettlementFacts(
        url=first.get_absolute_url(),
        currency=first.currency,
        is_carried=first.is_carried,
        by_members=book is not None and book.seen_by == ClubBook.SeenBy.MEMBERS,
        results={user: OwnResult(*sums) for user, *sums in summed},
    )


def settled_when(event: Event) -> str:
    """Return when an event with a stake is settled, and whether over sessions or deals, as text."""
    if is_night(event):
        return _("Once for all sessions, when the night ends")
    return _("Once for all deals, when the event ends")


def entry_terms(event: Event, offer: Offer | None = None, players: int = 0) -> str:
    """Return the stake terms of signing up; empty for an event for points only.

    Fee, prizes and payments, if there are any, are on lines of their own.

    :param offer: the terms that signing up agrees to; None at a club night
    :param players: number of players whose fees are in the pot; 0 for an example
    """
    if not event.currency:
        return ""
    stake = money.stake(event.stake_minor, event.currency)
    offered = _("Stake: %(stake)s.") % {"stake": stake} if offer is None else offer.words
    settled = [_("Settled once, when the event ends.")]
    if event.stake_minor:
        settled = _stake_sentences(event)
    lines = money_lines(event, players)
    if not lines:
        return paragraph(offered, *settled)
    return "\n".join([offered, *lines, paragraph(*settled)])


def _stake_sentences(event: Event) -> list[str]:
    """Return sentences on settling, bots, sit-outs and penalties in an event with a stake."""
    by_night = _(
        "Settled once, when the night ends. The settlement includes every session finished by"
        " then, even those that don’t count towards the standings. Sessions that end later are"
        " settled separately."
    )
    by_event = _(
        "Settled once, when the event ends. The settlement includes all deals, even those that"
        " don’t count towards the standings."
    )
    said = [by_night if is_night(event) else by_event]
    can_have_bots = event.uneven == Event.Uneven.BOTS if is_night(event) else not event.is_on_paper
    if can_have_bots and event.club.plays_house:
        said.append(
            _(
                "The club keeps what bots win and pays what they lose. A player alone with bots"
                " plays for points only."
            )
        )
    if event.sit_out_points:
        given = _("The club pays %(points)s for each round you sit out.")
        said.append(given % {"points": money.points(event.sit_out_points)})
    said.append(_penalty_sentence(event))
    return said


def _penalty_sentence(event: Event) -> str:
    """Return a sentence on what penalties of the event can cost a player."""
    if not event.penalty_limit:
        return _("Penalties affect the standings, not the money.")
    said = _("Penalties can cost you up to %(points)s, paid to the club.")
    return said % {"points": money.points(event.penalty_limit)}


@dataclass(frozen=True, slots=True)
class SettledPart:
    """A sentence on the reader's result of the settled event, with a link to the settlement."""

    words: str
    #: Address of the settlement; empty until there is one.
    url: str = ""
    label: str = ""
    #: Address of the button that settles the event now; empty for none.
    settle_url: str = ""


def settled_part(
    facts: SettlementFacts | None,
    user: User | None,
    role: Role | None,
    *,
    is_in_it: bool,
) -> SettledPart | None:
    """Return the settlement with only the reader's own amount; None if they may not see it.

    No query.

    :param is_in_it: whether the reader has signed up
    """
    if facts is None or user is None:
        return None
    keeps_book = may(role, Right.KEEP_BOOK)
    if not facts.url:
        return _due_part(facts, role) if keeps_book or is_in_it else None
    own = facts.results.get(user.pk)
    if own is None and not (keeps_book or facts.is_open_to(role)):
        return None
    return SettledPart(_settled_sentence(facts, own), facts.url, _link_label(facts))


def settled_link(facts: SettlementFacts | None) -> SettledPart | None:
    """Return the settlement without any amount, or the button to make it, for organizers."""
    if facts is None:
        return None
    if not facts.url:
        return _due_part(facts, Role.ORGANIZER) if facts.checked_event is not None else None
    return SettledPart(_settled_sentence(facts, None), facts.url, _link_label(facts))


def _due_part(facts: SettlementFacts, role: Role | None) -> SettledPart:
    """Return when the event will be settled, with a button for organizers. No query."""
    event = facts.checked_event
    until = None if event is None else event.settles_at
    if event is None or until is None or until <= timezone.now():
        return SettledPart(_("Working out the settlement…"))
    moment = {"moment": club_time(until, event.club)}
    if not may(role, Right.RUN_EVENTS):
        words = _(
            "The organizers are checking the results. The event will be settled by %(moment)s at"
            " the latest."
        )
        return SettledPart(words % moment)
    words = paragraph(
        _("Check the results, then settle the event. Everyone is told who pays whom."),
        _("If no one does, the event is settled on %(moment)s.") % moment,
    )
    return SettledPart(words, settle_url=reverse("event_desk_action", args=[event.slug, "settle"]))


def _link_label(facts: SettlementFacts) -> str:
    """Return the label of a link to the settlement."""
    is_paid = bool(facts.currency) and not facts.is_carried
    return _("See who pays whom") if is_paid else _("See the settlement")


def _settled_sentence(facts: SettlementFacts, own: OwnResult | None) -> str:
    """Return sentences on the reader's result; None means the reader has none."""
    if own is None:
        return _("This event is settled.")
    if not own.amount:
        said = _("You broke even in this event.")
    else:
        words = (
            _("You won %(amount)s in this event.")
            if own.amount > 0
            else _("You lost %(amount)s in this event.")
        )
        said = words % {"amount": money.amount(abs(own.amount), facts.currency)}
    if own.fee or own.prize:
        said = paragraph(said, _("It’s the sum of: %(parts)s.") % {"parts": _parts(facts, own)})
    if not facts.is_carried:
        return said
    return paragraph(said, _("This amount rolls into the club’s next settlement."))


def _parts(facts: SettlementFacts, own: OwnResult) -> str:
    """Return stake, fee and prize of a result as a list."""
    from_stake = own.amount + own.fee - own.prize
    return result_parts(from_stake, own.fee, own.prize, facts.currency)


def settled_events(event_ids: Collection[int]) -> Mapping[int, SettledEvent]:
    """Return the events by primary key, as settlements show them. One query."""
    found = Event.objects.filter(pk__in=event_ids).values_list("pk", "name", "slug")
    return {pk: SettledEvent(name, reverse("event", args=[slug])) for pk, name, slug in found}


def event_parts(event_id: int, user: User | None) -> Sequence[EventPart] | None:
    """Return tables, sit-outs and penalties of a finished event with points by player; else None.

    Each part sums to zero, including the house, which is shown under the club's name. Eight
    queries, regardless of the number of tables.
    """
    over = Event.objects.filter(pk=event_id, status=Event.Status.FINISHED)
    event = over.select_related("club").first()
    if event is None:
        return None
    rounds = selectors.rounds(event)[::-1]
    for_points = tables_for_points(event)
    found = [
        _table_part(event, row, table, is_for_points=table.pk in for_points)
        for row in rounds
        for table in row.tables.all()
    ]
    names = dict(event.entries.values_list("number", "name"))
    out: dict[str, int] = {}
    for row in rounds if event.sit_out_points else ():
        for number in row.seated.out:
            out[names[number]] = out.get(names[number], 0) + event.sit_out_points
    lost: dict[str, int] = {}
    for each in penalties_in_force(event):
        lost[each.entry.name] = lost.get(each.entry.name, 0) - each.points
    if event.stake_minor:
        most = money_penalty_limit(event)
        lost = {name: max(points, -most) for name, points in lost.items() if most}
    url = reverse("event_standings", args=[event.slug])
    for label, given in ((_("Sitting out"), out), (_("Penalties"), lost)):
        if given:
            found.append(EventPart(label, url, _with_club(event, given)))
    return found


def _table_part(
    event: Event, row: EventRound, table: EventTable, *, is_for_points: bool
) -> EventPart:
    """Return a table's net points by player as a part of the event's result."""
    said = round_title(event, row)
    if not is_night(event):
        said = _("%(round)s, table %(table)s") % {"round": said, "table": table.number}
    if is_for_points:
        said = _("%(table)s (points only: alone with bots)") % {"table": said}
    nets = [
        (seat.substitute_name if seat.result_of_id else seat_name(seat), seat.net or 0)
        for seat in table.seats.all()
    ]
    return EventPart(said, play_url(event, table), nets)


def _with_club(event: Event, points: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the players' points followed by the club's, so that they sum to zero."""
    return [*points.items(), (event.club.name, -sum(points.values()))]
