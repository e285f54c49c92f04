"""Deals that a test needs and chance would not bring, and people who come in by no door."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User


def rig(slug: str, hands: Sequence[str], *, leftover: str = "", leader: int | None = None) -> None:
    """Put these hands in place of the newest deal's, before anything was played.

    ``leader`` opens without having to play a certain card; without one the rules say who leads.
    """
    from django.db import transaction

    from games.models import Action, Deal, Table
    from games.rules import record
    from games.rules.cards import parse_card, parse_cards
    from games.rules.deal import start_from_hands
    from games.rules.ruleset import RuleSet
    from games.services.core import changed
    from games.services.dealing import await_next, finish_deal

    with transaction.atomic():
        table = Table.objects.select_for_update().get(slug=slug)
        deal = Deal.objects.filter(session__table=table).latest("session", "number", "attempt")
        Action.objects.filter(deal=deal).delete()
        state = start_from_hands(
            RuleSet.make(options=table.rules),
            [parse_cards(hand) for hand in hands],
            leftover=[parse_card(name) for name in leftover.split()],
            leader=leader,
            number=deal.number,
            seed="rigged",
        )
        deal.start = record.write(state)
        deal.save(update_fields=["start"])
        table.scene += 1
        table.action_count = 0
        table.moment += 1
        table.turn = state.turn
        if state.over:
            finish_deal(table, deal, state)
        else:
            await_next(table, list(deal.session.seats.all()), state)
        changed(table)


def run_out(slug: str) -> None:
    """Let the clock of the person on turn have run out long ago."""
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Table

    past = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(slug=slug).update(deadline=past, due_at=past)


def signed_in(user: "User") -> str:
    """Sign the person in, in a browser that has been nowhere yet; gives the key of its session."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.cached_db import SessionStore

    from games import guests

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = guests.BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


def open_table(rules: str, **deal: object) -> tuple[str, str]:
    """A table with bots for a new guest, rigged; its path, and the key of the guest's session."""
    from accounts.services import create_guest
    from games import services
    from games.rules.ruleset import RuleSet

    guest = create_guest()
    table = services.open_solo_table(guest, rules=RuleSet.make(rules), rules_name=rules)
    rig(table.slug, **deal)  # type: ignore[arg-type]
    return table.get_absolute_url(), signed_in(guest)
