"""Helpers for agreements to event terms: form digests, and agreements stored as rows."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.terms import digest_of
from tournaments.events.core.models import Event
from tournaments.events.entries import checking_in, invitations, signing_up
from tournaments.events.entries.models import Entry
from tournaments.events.terms import selectors


def shown(event: Event, user: User | None = None, *, number: int | None = None) -> str:
    """Return the digest that the event page has in its forms for the user; "" for points.

    :param number: number of an entrant without an account, for whom an organizer answers
    """
    event = Event.objects.get(pk=event.pk)
    now = selectors.terms_now(event)
    if not now.is_for_money:
        return ""
    entry = None
    if number is not None:
        entry = event.entries.get(number=number)
    elif user is not None:
        entry = event.entries.filter(user=user).first()
    return digest_of(now.terms_for(entry))


def enter(event: Event, who: Any, **more: Any) -> Any:
    """Sign a user up with the terms shown on the page."""
    return signing_up.enter(who.caller, event.pk, terms=shown(event, who.user), **more)


def check_in(event: Event, who: Any, **more: Any) -> Any:
    """Check a user in with the terms shown on the page."""
    return checking_in.check_in(who.caller, event.pk, terms=shown(event, who.user), **more)


def accept(event: Event, who: Any, **more: Any) -> Any:
    """Accept an invitation or changed terms with the terms shown on the page."""
    return invitations.accept(who.caller, event.pk, terms=shown(event, who.user), **more)


def agree_all(event: Event) -> None:
    """Store agreements of all entrants to the event's terms."""
    event = Event.objects.get(pk=event.pk)
    now = selectors.terms_now(event)
    if not now.is_for_money:
        return
    made = []
    for each in now.entries:
        outside = each.status in (Entry.Status.WITHDRAWN, Entry.Status.INVITED)
        if each.bot or outside or each.in_person or now.has_agreed(each):
            continue
        terms = now.terms_for(each)
        made.append(
            Agreement(
                user_id=each.user_id or event.created_by_id,
                answers_for="" if each.user_id else each.name,
                subject=Agreement.Subject.EVENT,
                subject_id=event.pk,
                terms=terms,
                digest=digest_of(terms),
                currency=terms["currency"],
                max_loss=terms["max_loss"],
                given=Agreement.Given.SIGN_UP if each.user_id else Agreement.Given.ANSWERS,
            )
        )
    Agreement.objects.bulk_create(made)
