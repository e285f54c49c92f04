"""Agreements of entrants to the terms of an event, and new requests when terms change.

Every function is part of a change of the event, whose row is locked by the caller.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.notices import services as notices
from games.agreements import selectors
from games.agreements.models import Agreement
from games.agreements.services import agree
from games.agreements.terms import digest_of
from games.common.denials import DeniedError
from games.tables.max_loss import MAX_STORED, Cost
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import LockedEvent
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, user_ids_of
from tournaments.events.terms.max_loss import check_event_limit
from tournaments.events.terms.models import PastTerms
from tournaments.events.terms.selectors import (
    TermsNow,
    cost_in,
    is_for_money,
    is_within,
    outdated_agreements,
    terms_now,
)

_Status = Entry.Status
_EVENT = Agreement.Subject.EVENT


def agree_to_terms(
    event: LockedEvent,
    entry: Entry,
    given: Agreement.Given,
    shown: str | None,
    agreed: Cost | None,
) -> None:
    """Store the acting user's agreement to the event's terms for an entry, unless already stored.

    Nothing happens in an event for points. Outdated terms, or a loss above the user's own limit
    that they have not confirmed, are denied every time.

    If they agreed to more rounds than are possible now, the lower maximum loss applies. The caller
    stores the entry.

    :param shown: digest of the terms that the user was shown
    :param agreed: maximum loss that the user has confirmed
    :raises DeniedError: the terms have changed or exceed the user's own limit
    """
    if not is_for_money(event.row):
        return
    now = terms_now(event.row)
    terms = now.terms_for(entry)
    if shown != digest_of(terms):
        raise DeniedError(EventCode.TERMS_CHANGED)
    if terms["max_loss"] > MAX_STORED:
        raise DeniedError(EventCode.LOSS_TOO_HIGH)
    check_event_limit(event.actor, cost_in(terms), agreed)
    if entry.pk is None or not _has_agreed_to(terms, now.agreement_of(entry)):
        name = entry.name if entry.is_by_name else ""
        agree(event.actor, _EVENT, event.row.pk, terms, given, answers_for=name)
    entry.in_person = None


def _has_agreed_to(terms: Mapping[str, Any], agreement: Agreement | None) -> bool:
    """Return whether there is an agreement, to exactly these terms or without recorded terms."""
    if agreement is None:
        return False
    return agreement.given == Agreement.Given.BEFORE or agreement.digest == digest_of(terms)


def withdraw_agreement(event: LockedEvent, entry: Entry) -> None:
    """Withdraw the agreement of an entrant who left; one who has played a round keeps it.

    The result of an entrant who has played is settled with the event.
    """
    withdraw_agreements_of(event, [entry])


def withdraw_agreements_of(event: LockedEvent, entries: Iterable[Entry]) -> None:
    """Withdraw these entrants' agreements, except if they have played. At most one query."""
    if not is_for_money(event.row):
        return
    gone = [each for each in entries if each.left is None and not each.bot]
    if not gone:
        return
    people = [each.user_id for each in gone if each.user_id is not None]
    names = [each.name for each in gone if each.is_by_name]
    found = selectors.in_force(_EVENT, [event.row.pk]).order_by()
    own = Q(user__in=people, answers_for="") | (Q(answers_for__in=names) & ~Q(answers_for=""))
    found.filter(own).update(withdrawn_at=timezone.now())


def withdraw_outdated(event: Event) -> None:
    """Withdraw agreements to terms that have changed since, which a settlement must not use.

    At most two queries. An entrant who was asked again, has not answered, but was seated or got a
    penalty only owes the result after accepting it.
    """
    found = [each.pk for each in outdated_agreements(event)]
    if found:
        Agreement.objects.filter(pk__in=found).update(withdrawn_at=timezone.now())


def withdraw_all(event: LockedEvent) -> None:
    """Withdraw all agreements to a cancelled event. One query."""
    found = selectors.in_force(_EVENT, [event.row.pk])
    found.order_by().update(withdrawn_at=timezone.now())


@contextmanager
def asking_again(event: LockedEvent) -> Iterator[None]:
    """Ask entrants to agree again if the change made in this context goes beyond the earlier terms.

    Before and after it, the terms are compared.

    Entrants keep their places but aren't seated until they have agreed to the new terms. An
    increase of the possible rounds is such a change; a decrease is not.
    """
    before = _terms_from_start(event.row)
    yield
    after = _terms_from_start(event.row)
    if before != after:
        _ask_again(event, before, after)


def check_terms_open(event: LockedEvent) -> None:
    """Check that the event is for points or has no published round, so that terms can change.

    :raises DeniedError: the terms are fixed
    """
    if is_for_money(event.row) and terms_now(event.row).published:
        raise DeniedError(EventCode.TERMS_FIXED)


def _terms_from_start(event: Event) -> dict[str, Any] | None:
    """Return the terms for an entrant from round 1; None for an event for points."""
    return terms_now(event).terms() if is_for_money(event) else None


def _ask_again(
    event: LockedEvent, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> None:
    """Store the old terms; unless they cover the new ones, notify entrants and undo check-ins."""
    row = event.row
    if before is not None:
        digest = digest_of(before)
        PastTerms.objects.get_or_create(event=row, digest=digest, defaults={"terms": dict(before)})
    if before is not None and after is not None and is_within(after, before):
        return
    known = terms_now(row)
    asked = [each for each in known.entries if not each.bot and _must_agree_again(known, each)]
    for each in asked:
        each.in_person = None
        if row.status == Event.Status.CHECK_IN and each.user_id is not None:
            # Agreeing to the new terms also checks them in.
            each.waits_here = False
            if each.status == _Status.HERE:
                each.status = _Status.ENTERED
    Entry.objects.bulk_update(asked, ["in_person", "waits_here", "status"])
    if row.status == Event.Status.DRAFT:
        return
    params: dict[str, Any] = {
        "before": _stake_and_max_loss(before),
        "now": _stake_and_max_loss(after),
    }
    people = [each.user_id for each in asked] if known.is_for_money else user_ids_of(event)
    notify(event, EventKind.TERMS, people, **params)
    told = {
        user_id: {**params, "names": names}
        for user_id, names in _names_by_answering_user(known, asked).items()
    }
    notices.notify(EventKind.TERMS, row, told, 1)


def _must_agree_again(terms: TermsNow, entry: Entry) -> bool:
    """Return whether an entrant who has not withdrawn lacks an agreement to the current terms."""
    return entry.status != _Status.WITHDRAWN and not terms.has_agreed(entry)


def _stake_and_max_loss(terms: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the terms' stake, fee, currency and maximum loss; None for an event for points."""
    if terms is None:
        return None
    known = ("stake_minor", "fee_minor", "currency", "max_loss")
    return {name: terms[name] for name in known if name in terms}


def _names_by_answering_user(terms: TermsNow, entrants: Iterable[Entry]) -> dict[int, list[str]]:
    """Return names of entrants without an account, by the ID of the responsible user."""
    found: dict[int, list[str]] = defaultdict(list)
    for each in entrants:
        agreement = terms.agreement_of(each) if each.is_by_name else None
        if agreement is not None and agreement.user_id is not None:
            found[agreement.user_id].append(each.name)
    return found


def invitation_params(event: Event) -> dict[str, Any]:
    """Return the parameters of an invitation: stake, currency and maximum loss in minor units."""
    return _stake_and_max_loss(terms_now(event).terms()) or {}
