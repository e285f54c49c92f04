"""Deals that a test needs and chance would not bring, and people who come in by no door."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User


def rig(
    slug: str,
    hands: Sequence[str],
    *,
    leftover: str = "",
    leader: int | None = None,
    actions: Sequence[str] = (),
) -> None:
    """Put these hands in place of the newest deal's, and have these actions done with them.

    ``leader`` opens without having to play a certain card; without one the rules say who leads.
    """
    from games.rules.cards import parse_card, parse_cards
    from games.rules.deal import parse_action, start_from_hands
    from games.tables import services
    from games.tables.models import Table
    from games.tables.snapshot import snapshot_of

    here = snapshot_of(Table.objects.get(slug=slug))
    state = start_from_hands(
        here.session.rule_set,
        [parse_cards(hand) for hand in hands],
        leftover=[parse_card(name) for name in leftover.split()],
        leader=leader,
        number=here.deal.number,
        seed="rigged",
    )
    services.replace_deal(here.table.pk, state, [parse_action(text) for text in actions])


def run_out(slug: str) -> None:
    """Let the clock of the person on turn have run out long ago."""
    from datetime import timedelta

    from django.utils import timezone

    from games.tables.models import Table

    past = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(slug=slug).update(deadline=past, due_at=past)


def close_waiting() -> int:
    """Close every table that waits for players, as if they had long gone; return how many."""
    from datetime import timedelta

    from django.utils import timezone

    from games.tables.services import cleanup

    later = timezone.now() + timedelta(hours=1)
    return cleanup.close_tables(cleanup.abandoned_waiting_tables(later, after=0), later)


def recorded(slug: str) -> list[str]:
    """The actions of the newest deal, as they are recorded: "0 3D", "1 pass"."""
    from games.tables.models import Action, Deal

    deal = Deal.objects.filter(session__table__slug=slug).latest("pk")
    return list(Action.objects.filter(deal=deal).order_by("number").values_list("text", flat=True))


def signed_in(user: "User") -> str:
    """Sign the person in, in a browser that has been nowhere yet; gives the key of its session."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.cached_db import SessionStore

    from accounts import guests

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = guests.BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


def open_table(
    rules: str, deals: int = 5, *, username: str = "", **deal: object
) -> tuple[str, str]:
    """Open a table with bots and rig its deal, for a new guest or the member with this username.

    Returns the table's path and the key of a session that signs the player in.
    """
    from accounts.models import User
    from accounts.services import create_guest
    from games.rules.ruleset import RuleSet
    from games.tables import services

    person = User.objects.get(username=username) if username else create_guest()
    table = services.open_solo_table(
        person, rules=RuleSet.make(rules), rules_name=rules, deals=deals
    )
    rig(table.slug, **deal)  # type: ignore[arg-type]
    return table.get_absolute_url(), signed_in(person)


def make_member(username: str, *, shown: str = "") -> str:
    """Create a member, and return the key of a session in their browser.

    :param shown: their display name; the username then gets an ending of its own, so that several
        tests of one club can have members of that name
    """
    from secrets import token_hex

    from accounts.models import User

    unique = f"{username}-{token_hex(4)}" if shown else username
    return signed_in(User.objects.create_user(unique, display_name=shown))


def with_second_factor(user: "User") -> "User":
    """The person, who has an app with codes; staff need one for the administration."""
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    TOTP.activate(user, generate_totp_secret())
    return user


def open_party(people: int = 4, rules: str = "pagat") -> tuple[str, list[str]]:
    """A table where guests have begun to play; its path, and the keys of their sessions."""
    from games.tables import services
    from tests.players import Game

    game = Game.party(people, rules)
    for number in range(1, people):
        assert game.ask(number, services.sit, number) is None
    assert game.ask(0, services.start) is None
    return game.table.get_absolute_url(), [each.key for each in game.people]
