"""Prepared deals that chance would not bring, and users and tables that skip the usual pages."""

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
    """Replace the newest deal's hands and apply actions to it.

    ``leader`` starts without having to play a certain card; without one the rules decide who does.
    """
    from games.rules.cards import parse_card, parse_cards
    from games.rules.deal.actions import parse_action
    from games.rules.deal.start import start_from_hands
    from games.tables.models import Table
    from games.tables.services import fixed_packs
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
    fixed_packs.replace_deal(here.table.pk, state, [parse_action(text) for text in actions])


def run_out(slug: str) -> None:
    """Let the clock of the player to act have run out long ago."""
    from datetime import timedelta

    from django.utils import timezone

    from games.tables.models import Table

    past = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(slug=slug).update(deadline=past, due_at=past)


def lengthen_absence(slug: str, seat: int) -> None:
    """Let the absence of the seat's player, which the table shows already, have begun long ago."""
    from datetime import timedelta

    from django.utils import timezone

    from games.tables.models import Seat, Table
    from games.tables.services.core import locked_table
    from tests.players import walk_away

    since = timezone.now() - timedelta(minutes=9)
    with locked_table(Table.objects.get(slug=slug).pk) as table:
        facts = table.setting.seats[seat]
        assert facts.absent_since is not None
        walk_away(table.session_row().seats.get(number=seat).user)
        Seat.objects.filter(pk=facts.pk).update(absent_since=since)
        table.revise()


def close_waiting() -> int:
    """Close every table that waits for players, as if they had left; return their number."""
    from datetime import timedelta

    from django.utils import timezone

    from games.tables.services import cleanup

    later = timezone.now() + timedelta(hours=1)
    return cleanup.close_tables(cleanup.abandoned_waiting_table_ids(later, after_id=0), later)


def recorded(slug: str) -> list[str]:
    """Return the recorded actions of the newest deal: "0 3D", "1 pass"."""
    from games.tables.models import Action, Deal

    deal = Deal.objects.filter(session__table__slug=slug).latest("pk")
    return list(Action.objects.filter(deal=deal).order_by("number").values_list("text", flat=True))


def signed_in(user: "User") -> str:
    """Sign the user in, as in a new browser; return the session's key."""
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

    Returns the table's path and the key of the player's session.
    """
    from accounts.models import User
    from accounts.services import create_guest
    from games.rules.ruleset.rule_set import RuleSet
    from games.tables.services import opening

    person = User.objects.get(username=username) if username else create_guest()
    table = opening.open_solo_table(
        person, rules=RuleSet.make(rules), rules_name=rules, deals=deals
    )
    rig(table.slug, **deal)  # type: ignore[arg-type]
    return table.get_absolute_url(), signed_in(person)


def make_member(username: str, *, shown: str = "") -> str:
    """Create a member; return the key of a session in their browser.

    :param shown: display name; the username then gets a unique ending, so that several tests of one
        server can have members with that name
    """
    from secrets import token_hex

    from accounts.models import User

    unique = f"{username}-{token_hex(4)}" if shown else username
    return signed_in(User.objects.create_user(unique, display_name=shown))


def with_second_factor(user: "User") -> "User":
    """Give the user an authenticator app, which the administration requires; return the user."""
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    TOTP.activate(user, generate_totp_secret())
    return user


def open_party(people: int = 4, rules: str = "pagat") -> tuple[str, list[str]]:
    """Open a table where guests have started to play; return its path and their session keys."""
    from games.tables.services import seating, starting
    from tests.players import Game

    game = Game.party(people, rules)
    for number in range(1, people):
        assert game.ask(number, seating.sit, number) is None
    assert game.ask(0, starting.start) is None
    return game.table.get_absolute_url(), [each.key for each in game.people]
