"""Settled sessions for browser tests, created on a running server."""

from __future__ import annotations

import uuid

from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.tables.models import Session
from tests.rigging import signed_in
from tests.tournaments.agreements import with_maximum
from tests.tournaments.clubs.people import play_house
from tests.tournaments.honest import honest_session
from tests.tournaments.ledger.agreements.rows import (
    agreed_to_event,
    agreed_to_session,
    played_for_money,
    waiting_table_with_stake,
)
from tests.tournaments.ledger.debts import owes
from tests.tournaments.ledger.payees.people import enter
from tests.tournaments.ledger.pending.rows import pending_session
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Club, Invitation, Membership
from tournaments.clubs.policy import Role
from tournaments.clubs.services.invitations import invite_by_link
from tournaments.events.core.models import Event
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import fault_texts
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

#: Password of the treasurer in `treasury`, who is asked for it.
PASSWORD = "correct horse 9"


def settled() -> dict[str, str]:
    """Create a debt of 20 dollars from Bob to Ann; return browser sessions and pages."""
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}")
    made = {}
    for name, role in (("ann", Role.MEMBER), ("bob", Role.MEMBER), ("olga", Role.OWNER)):
        made[name] = User.objects.create_user(f"{name}-{mark}")
        Membership.objects.create(club=club, user=made[name], role=role.value)
    session = finished_session(
        [made["ann"], made["bob"]], (50, -50), (-10, 10), club=club, stake_minor=50, currency="HKD"
    )
    settle_session(session.pk)
    found = Settlement.objects.get(session=session)
    return {
        "club": club.slug,
        "settlement": found.get_absolute_url(),
        "payment": f"/payments/{found.transfers.get().pk}/",
        **{name: signed_in(user) for name, user in made.items()},
    }


def correction() -> dict[str, str]:
    """Create a correction above Bob's maximum; return its page and Bob's browser session."""
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}")
    made = {}
    for name, role in (("ann", Role.MEMBER), ("bob", Role.MEMBER), ("olga", Role.OWNER)):
        made[name] = User.objects.create_user(f"{name}-{mark}", display_name=name.title())
        Membership.objects.create(club=club, user=made[name], role=role.value)
    session = finished_session(
        [made["ann"], made["bob"]], (20, -20), club=club, stake_minor=50, currency="HKD"
    )
    settle_session(session.pk)
    with_maximum(Agreement.Subject.SESSION, session.pk, made["bob"], 1_200)
    proposed = correct_session(
        Caller(made["olga"]), session.pk, {0: 26, 1: -26}, "The last deal was counted twice"
    )
    assert isinstance(proposed, SessionCorrection)
    slug = Settlement.objects.get(session=session).slug
    url = reverse("session_correction", args=[slug, proposed.pk])
    return {"correction": url, "bob": signed_in(made["bob"])}


def pending() -> dict[str, str]:
    """Create a loss of Ken's to Mei and Ann without his agreement; return sessions and pages.

    Ken also has a seat at a waiting table for a stake, and agreed twice to an event.
    """
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}")
    made = {}
    for name in ("ken", "mei", "ann", "olga"):
        made[name] = User.objects.create_user(f"{name}-{mark}", display_name=name.title())
        role = Role.OWNER if name == "olga" else Role.MEMBER
        Membership.objects.create(club=club, user=made[name], role=role.value)
    played = [made["ken"], made["mei"], made["ann"]]
    settle_session(played_for_money(played, (30, -10, -20), club=club).pk)
    found = pending_session(played, club=club)
    table = waiting_table_with_stake([made["mei"], made["ken"]])
    coming = agreed_to_session(made["ken"], Session.objects.get(table=table.table))
    event = Event.objects.create(
        club=club,
        name="Spring cup",
        starts_at=timezone.now(),
        rules=found.session.rules,
        rules_name=found.session.rules_name,
        format="fixed_rounds",
        format_settings={"rounds": 3},
        status=Event.Status.OPEN,
        created_by=made["olga"],
        stake_minor=100,
        currency="EUR",
    )
    agreed_to_event(made["ken"], event, 30_000)
    Event.objects.filter(pk=event.pk).update(stake_minor=500)
    event.refresh_from_db()
    again = agreed_to_event(made["ken"], event, 150_000, "change")
    return {
        "club": club.slug,
        "settlement": found.settlement.get_absolute_url(),
        "result": reverse("pending_result", args=[found.result.pk]),
        "agreement": reverse("agreement", args=[again.pk]),
        "withdraw": reverse("agreement_withdraw", args=[coming.pk]),
        **{name: signed_in(user) for name, user in made.items()},
    }


def played_for(scheme: str) -> dict[str, str]:
    """Play and settle a session whose payee has entered the payment scheme.

    Return one payment's page and the session key of its payer.
    """
    people = [User.objects.create_user(name) for name in ("ann", "bob", "cem", "dee")]
    session = honest_session(people, stake_minor=50, currency="HKD")
    settle_session(session.pk)
    transfer = Settlement.objects.get(session=session).transfers.order_by("pk").first()
    enter(transfer.payee.user, scheme)
    return {"page": f"/payments/{transfer.pk}/", "owing": signed_in(transfer.payer.user)}


def club_of(*names: str) -> dict[str, str]:
    """Create a club with these members and an owner; return browser sessions and the club."""
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}", stake_minor=100, currency="HKD")
    made = {}
    for name in (*names, "olga"):
        user = User.objects.create_user(f"{name}-{mark}", display_name=name)
        address = f"{name}-{mark}@example.org"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        role = Role.OWNER if name == "olga" else Role.MEMBER
        Membership.objects.create(club=club, user=user, role=role.value)
        made[name] = signed_in(user)
    return {"club": club.slug, **made}


def faults_of_club(slug: str) -> list[str]:
    """Return the faults that an audit of the club's ledger finds, but none of deals.

    Sessions that were made as rows have no deals.
    """
    found = [
        fault
        for faults in faults_of(AuditScope(Club.objects.get(slug=slug).pk))
        for fault in faults
        if not fault.code.name.startswith("DEAL_")
    ]
    return fault_texts(found)


def treasury() -> dict[str, str]:
    """Create a club with a treasurer, in which Bob owes Ann €9.50, and a link to join it.

    Return browser sessions, also of a user outside the club, and addresses.
    """
    made = club_of("ann", "bob", "cy", "tess")
    club = Club.objects.get(slug=made["club"])
    users = {each.user.display_name: each.user for each in club.memberships.select_related("user")}
    club.memberships.filter(user=users["tess"]).update(role=Role.TREASURER.value)
    users["tess"].set_password(PASSWORD)
    users["tess"].save()
    made["tess"] = signed_in(users["tess"])
    play_house(club, "HKD")
    due = owes(users["bob"], users["ann"], 950, club=club)
    link = invite_by_link(Caller(users["olga"]), club.pk)
    assert isinstance(link, Invitation), link
    newcomer = User.objects.create_user(f"nia-{club.slug}", display_name="nia")
    return {
        **made,
        "nia": signed_in(newcomer),
        "payment": reverse("payment", args=[due.pk]),
        "invitation": reverse("club_join", args=[link.token]),
    }
