"""Opens the tables of a run through the services, with users who are signed in."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import connection, transaction

from accounts import guests
from accounts.caller import Caller
from accounts.models import User
from benchmarks.load.options import SEATS, Options
from games.bots.lowest import lowest
from games.rules.cards import cards_text
from games.rules.deal.actions import Play
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.tables.models import Table
from games.tables.services import core, moves, opening, seating, starting
from games.tables.snapshot import snapshot

RULES = "pagat"
#: Actions by which a table is ahead of the one before, and the first number that is too many: deals
#: of these players end after 50 to 60.
ACTIONS_APART, MOST_ACTIONS = 17, 48


class Visitor(NamedTuple):
    """A signed-in user who comes to a table."""

    user_id: int
    session_key: str


class OpenTable(NamedTuple):
    """A table whose first deal has been dealt."""

    table_id: int
    slug: str
    #: Users who have a seat and play.
    players: tuple[Visitor, ...]
    #: Users who watch, including one who has left a seat to a bot.
    spectators: tuple[Visitor, ...]


def open_tables(options: Options) -> list[OpenTable]:
    """Open the tables of a run, with their bots."""
    if connection.vendor == "sqlite" and not options.attach:
        with connection.cursor() as cursor:
            # Only while opening them, and only on this connection: losing these rows does no harm.
            cursor.execute("PRAGMA synchronous = OFF")
    each = options.players + options.spectators
    users = members(options.tables * each)
    opened = []
    for number in range(options.tables):
        some = users[number * each : (number + 1) * each]
        opened.append(_open_table(some, options, number))
    return opened


def members(count: int) -> list[User]:
    """Create `count` users without a password."""
    password = make_password(None)
    known = User.objects.count()
    return User.objects.bulk_create(
        User(username=f"load{number}", display_name=f"Player {number}", password=password)
        for number in range(known, known + count)
    )


@transaction.atomic
def _open_table(users: Sequence[User], options: Options, number: int) -> OpenTable:
    """Open a table for these users, seat the players, start its session and play some actions.

    :param number: counts the tables, so that they don't end their deals at the same time
    """
    players, spectators = users[: options.players], users[options.players :]
    callers = [Caller(user) for user in players]
    table = opening.open_table(
        players[0],
        rules=RuleSet.make(RULES, {"players": SEATS}),
        rules_name=RULES,
        deals_planned=options.deals,
        seating=Table.Seating.CHOSEN,
        bots=bool(options.bots),
    )
    for seat, caller in enumerate(callers[1:], 1):
        _assert_done(seating.sit(caller, table.pk, seat))
    _assert_done(starting.start(callers[0], table.pk))
    if not options.bots:
        _play_ahead(table, callers, number * ACTIONS_APART % MOST_ACTIONS)
    if options.bots == SEATS:
        _assert_done(seating.stand_up(callers[0], table.pk))
        players, spectators = [], users
    return OpenTable(
        table.pk,
        table.slug,
        tuple(map(signed_in, players)),
        tuple(map(signed_in, spectators)),
    )


def _play_ahead(table: Table, callers: Sequence[Caller], actions: int) -> None:
    """Take this number of actions at the table, unless the deal is over before."""
    for _ in range(actions):
        here = snapshot(table.pk)
        assert here is not None
        if here.state.turn is None:
            return
        caller = callers[here.state.turn]
        match lowest(view(here.state, here.state.turn)):
            case Play(_seat, cards):
                done = moves.play(caller, table.pk, cards_text(cards), here.position)
            case _:
                done = moves.pass_turn(caller, table.pk, here.position)
        _assert_done(done)


def _assert_done(answer: core.Answer) -> None:
    """Assert that the service did what was asked."""
    assert answer is None, answer


def signed_in(user: User) -> Visitor:
    """Sign the user in; return the user's ID and session key."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = guests.BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return Visitor(user.pk, session.session_key)
