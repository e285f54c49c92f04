"""A settled session for browsers, made beside a running club."""

from __future__ import annotations

import uuid

from accounts.models import User
from tests.rigging import signed_in
from tests.tournaments.honest import honest_session
from tests.tournaments.ledger.payees.people import enter
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Role
from tournaments.ledger import services
from tournaments.ledger.models import Settlement


def settled() -> dict[str, str]:
    """Bob owes Ann 20 dollars: their sessions in browsers, an organizer's, and the pages."""
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}")
    made = {}
    for name, role in (("ann", Role.MEMBER), ("bob", Role.MEMBER), ("olga", Role.OWNER)):
        made[name] = User.objects.create_user(f"{name}-{mark}")
        Membership.objects.create(club=club, user=made[name], role=role.value)
    session = finished_session(
        [made["ann"], made["bob"]], (50, -50), (-10, 10), club=club, stake_minor=50, currency="HKD"
    )
    services.settle_session(session.pk)
    found = Settlement.objects.get(session=session)
    return {
        "club": club.slug,
        "settlement": found.get_absolute_url(),
        "payment": f"/payments/{found.transfers.get().pk}/",
        **{name: signed_in(user) for name, user in made.items()},
    }


def played_for(scheme: str) -> dict[str, str]:
    """A session that was really played and is settled; whoever is paid has entered the scheme.

    Gives one payment of it: its page, and the key of whoever owes it.
    """
    people = [User.objects.create_user(name) for name in ("ann", "bob", "cem", "dee")]
    session = honest_session(people, stake_minor=50, currency="HKD")
    services.settle_session(session.pk)
    transfer = Settlement.objects.get(session=session).transfers.order_by("pk").first()
    enter(transfer.payee.user, scheme)
    return {"page": f"/payments/{transfer.pk}/", "owing": signed_in(transfer.payer.user)}


def club_of(*names: str) -> dict[str, str]:
    """A club with these members and an owner: their sessions in browsers, and the club."""
    mark = uuid.uuid4().hex[:6]
    club = Club.objects.create(name=f"Harbour {mark}", stake_minor=100, currency="HKD")
    made = {}
    for name in (*names, "olga"):
        user = User.objects.create_user(f"{name}-{mark}", display_name=name)
        role = Role.OWNER if name == "olga" else Role.MEMBER
        Membership.objects.create(club=club, user=user, role=role.value)
        made[name] = signed_in(user)
    return {"club": club.slug, **made}
