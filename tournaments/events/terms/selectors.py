"""Terms of an event with a stake as plain data, and the entrants' agreements to them.

The agreement status is not stored: agreements are compared with the current terms. Any change
of the terms therefore turns entrants who agreed to earlier ones into entrants who have not agreed.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from games.agreements import selectors as agreements
from games.agreements.models import Agreement
from games.agreements.selectors import Party
from games.agreements.terms import digest_of
from games.tables.max_loss import Cost
from tournaments.events.core.format_input import (
    entrants_of,
    format_of,
    is_night,
    plain_seating_context,
)
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.events.terms.max_loss import deal_loss_of
from tournaments.events.terms.models import PastTerms
from tournaments.pairing.rounds import Entrant
from tournaments.pairing.seating.ways import MOST_PLAYERS

_Status = Entry.Status
#: Without a player limit, the terms assume this number of entrants, or the next multiple.
LEAST_ENTRANTS: Final = 16
ENTRANTS_STEP: Final = 8
#: Terms that may be lower now than in the agreement.
_AT_MOST: Final = ("rounds", "max_loss")


def is_for_money(event: Event) -> bool:
    """Return whether signing up commits to a stake or fee: False for points and at club nights.

    At a club night only sitting down at a table does.
    """
    return bool(event.currency) and not is_night(event)


def _max_rounds(event: Event, people: int) -> int:
    """Return the maximum number of rounds for up to this many entrants."""
    context = plain_seating_context(event)
    return format_of(event).max_rounds(min(max(people, context.table_size), MOST_PLAYERS), context)


def _expected_entrants(event: Event, entries: Collection[Entry], newcomers: int) -> int:
    """Return the number of entrants that the terms allow for before the first round.

    It is the player limit, or without one at least 16, in multiples of 8.

    :param newcomers: number of entrants who sign up with this agreement
    """
    if event.entry_limit is not None:
        return event.entry_limit
    count = sum(each.status in Entry.INVOLVED_STATUSES for each in entries) + newcomers
    return max(LEAST_ENTRANTS, -(-count // ENTRANTS_STEP) * ENTRANTS_STEP)


def _starters(entries: Collection[Entry]) -> int:
    """Return the number of entrants who started in round 1, including those who left since."""
    return sum(
        each.joined == 1 and (each.status == _Status.HERE or each.left is not None)
        for each in entries
    )


@dataclass(frozen=True)
class TermsNow:
    """Current terms of an event, and the agreements of its entrants. No query."""

    event: Event
    entries: Collection[Entry] = ()
    #: Number of published rounds.
    published: int = 0
    #: Latest agreement in force of each party.
    agreements: Mapping[Party, Agreement] = field(default_factory=dict)

    @property
    def is_for_money(self) -> bool:
        """Return whether the event is for money, so that its entrants need an agreement."""
        return is_for_money(self.event)

    def terms(self, first_round: int = 1, *, newcomers: int = 0) -> dict[str, Any]:
        """Return the terms, as JSON data, for an entrant who starts in this round.

        :param newcomers: number of entrants who sign up with this agreement
        """
        event = self.event
        people = (
            _starters(self.entries)
            if self.published
            else _expected_entrants(event, self.entries, newcomers)
        )
        rounds = max(0, _max_rounds(event, people) - first_round + 1)
        points = rounds * event.deals * deal_loss_of(event) + event.penalty_limit
        return {
            "stake_minor": event.stake_minor,
            "currency": event.currency,
            "rules": event.rules,
            "rules_name": event.rules_name,
            "deals": event.deals,
            "cards": event.cards,
            "clock": event.clock,
            "format": event.format,
            "format_settings": event.format_settings,
            "uneven": event.uneven,
            "sit_out_points": event.sit_out_points,
            "penalties": event.penalty_limit,
            "rounds": rounds,
            "max_loss": points * event.stake_minor + event.fee_minor,
            **money_terms(event),
        }

    @property
    def may_get_longer(self) -> bool:
        """Return whether more entrants could lengthen the event beyond the rounds in its terms."""
        if self.published or self.event.entry_limit is not None:
            return False
        people = _expected_entrants(self.event, self.entries, 0)
        return _max_rounds(self.event, MOST_PLAYERS) > _max_rounds(self.event, people)

    def terms_for(self, entry: Entry | None) -> dict[str, Any]:
        """Return the terms for the entrant, or for a new one if None."""
        known = None if entry is None or entry.pk is None else entry
        is_new = known is None or known.status not in Entry.INVOLVED_STATUSES
        return self.terms(self._first_round(known), newcomers=int(is_new))

    def _first_round(self, entry: Entry | None) -> int:
        """Return the first round that the entrant can play; None stands for a newcomer."""
        if entry is not None and (entry.status in Entry.PLACED_STATUSES or entry.left is not None):
            return entry.joined
        return self.published + 1

    def agreement_of(self, entry: Entry) -> Agreement | None:
        """Return the latest agreement of the entrant, or of the organizer who answers for them."""
        return self.agreements.get(party_of(entry))

    def has_agreed(self, entry: Entry) -> bool:
        """Return whether the entrant has an agreement that covers the current terms."""
        found = self.agreement_of(entry)
        return found is not None and covers(found, self.terms_for(entry))

    def agreement_covers_round(self, entry: Entry, round_number: int) -> bool:
        """Return whether the entrant may sit in a round: their agreement, if needed, covers it.

        The entry's status is not checked.
        """
        found = None if entry.in_person is not None or entry.bot else self.agreement_of(entry)
        if not self.is_for_money or found is None or found.given == Agreement.Given.BEFORE:
            return self.may_sit(entry)
        agreed_rounds: int = found.terms["rounds"]
        return self.may_sit(entry) and round_number - entry.joined < agreed_rounds

    def may_sit(self, entry: Entry) -> bool:
        """Return whether no agreement is missing for a seat: always for bots and without a stake.

        An agreement in person is enough. The entry's status is not checked.
        """
        if not self.is_for_money or entry.bot or entry.in_person is not None:
            return True
        return self.has_agreed(entry)


def seatable_entrants(event: Event, round_number: int) -> list[Entrant]:
    """Return the event's entrants; those not allowed a seat in the round are marked as left.

    These have not agreed to the current terms, or not to this many rounds. At most six queries.
    """
    entrants = entrants_of(event)
    now = terms_now(event)
    if not now.is_for_money:
        return entrants
    barred = {
        each.number for each in now.entries if not now.agreement_covers_round(each, round_number)
    }
    return [
        replace(each, left=round_number - 1)
        if each.number in barred and each.plays(round_number)
        else each
        for each in entrants
    ]


def party_of(entry: Entry) -> Party:
    """Return the party that an agreement for the entry binds: a user, or else a name."""
    return Party(entry.user_id) if entry.user_id is not None else Party(None, entry.name)


def covers(agreement: Agreement, terms: Mapping[str, Any]) -> bool:
    """Return whether an agreement allows these terms: it equals them or has higher limits.

    One from before agreements were recorded allows all terms.
    """
    if agreement.given == Agreement.Given.BEFORE:
        return True
    return is_within(terms, agreement.terms)


def is_within(terms: Mapping[str, Any], agreed_terms: Mapping[str, Any]) -> bool:
    """Return whether the terms equal the agreed ones, with the same or fewer rounds and loss."""
    if any(terms[name] > agreed_terms.get(name, -1) for name in _AT_MOST):
        return False
    return _differs_only_in_limits(terms, agreed_terms)


def _differs_only_in_limits(terms: Mapping[str, Any], agreed_terms: Mapping[str, Any]) -> bool:
    """Return whether the terms equal the agreed ones, except for rounds and maximum loss."""
    bounds = {name: agreed_terms[name] for name in _AT_MOST if name in agreed_terms}
    return digest_of({**terms, **bounds}) == digest_of(agreed_terms)


def outdated_agreements(event: Event) -> list[Agreement]:
    """Return agreements of entrants to terms that have changed since, and those replaced by them.

    A replaced agreement never counts again, even if the terms change back to it. One query.
    Substitutes agree only to tables, with terms that cannot have changed.
    """
    if not is_for_money(event):
        return []
    now = TermsNow(event).terms()
    candidates = [
        each
        for each in agreements.in_force(Agreement.Subject.EVENT, [event.pk])
        if each.given not in (Agreement.Given.BEFORE, Agreement.Given.RESULT)
        and "substitute_at" not in each.terms
    ]
    newest_outdated = {
        (each.user_id, each.answers_for): each.pk
        for each in candidates
        if not _differs_only_in_limits(now, each.terms)
    }
    return [
        each
        for each in candidates
        if each.pk <= newest_outdated.get((each.user_id, each.answers_for), 0)
    ]


def terms_now(
    event: Event, entries: Collection[Entry] | None = None, published: int | None = None
) -> TermsNow:
    """Return the event's current terms, with entries and agreements if it is for money.

    At most three queries; none if the event is for points.

    :param entries: all entries of the event, if already fetched
    :param published: number of published rounds, if known
    """
    if not is_for_money(event):
        return TermsNow(event)
    if entries is None:
        entries = list(event.entries.all())
    if published is None:
        published = 0
        if event.status not in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN):
            published = event.rounds.exclude(status=EventRound.Status.PROPOSED).count()
    found = agreements.current(Agreement.Subject.EVENT, event.pk)
    return TermsNow(event, entries, published, found)


def newcomer_terms(event: Event) -> dict[str, Any]:
    """Return the terms of an event with a stake for an entrant who starts in round 1.

    At most two queries.
    """
    entries = list(event.entries.all())
    published = 0
    if event.status not in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN):
        published = event.rounds.exclude(status=EventRound.Status.PROPOSED).count()
    return TermsNow(event, entries, published).terms()


def money_terms(event: Event) -> dict[str, Any]:
    """Return the terms on fee, prizes and payments that an event has; none without them.

    Agreements to other events therefore have the same digests as before these terms existed.
    """
    found = {
        "fee_minor": event.fee_minor,
        "pot_minor": event.pot_minor,
        "prizes": event.prizes,
        "payments": event.payments if event.pays_club else "",
    }
    return {name: value for name, value in found.items() if value}


def cost_in(terms: Mapping[str, Any]) -> Cost:
    """Return the maximum loss in the terms."""
    return Cost(terms["max_loss"], terms["currency"])


def past_terms(event: Event, digest: str) -> dict[str, Any] | None:
    """Return the event's earlier terms with that digest; None if unknown. At most two queries."""
    if not digest:
        return None
    kept = PastTerms.objects.filter(event=event, digest=digest).first()
    if kept is not None:
        return dict(kept.terms)
    agreed = agreements.in_force(Agreement.Subject.EVENT, [event.pk]).filter(digest=digest).first()
    return None if agreed is None else dict(agreed.terms)


def money_penalty_limit(event: Event) -> int:
    """Return how many points of an entrant's penalties can cost money: a term of the event.

    0 for events for points and for club nights, where players agree to sessions. No query.
    """
    return event.penalty_limit if is_for_money(event) else 0


def highest_penalty(event: Event) -> int:
    """Return the highest penalty in points: the maximum loss of a round. No query."""
    return deal_loss_of(event) * event.deals


def money_points(event: Event, before: int, points: int) -> int:
    """Return how many points of a penalty cost money: those within the event's limit per entrant.

    :param before: points of the entrant's other penalties in force
    """
    limit = money_penalty_limit(event)
    return max(0, min(before + points, limit) - min(before, limit))
