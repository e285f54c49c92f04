"""Opens the tables of a run through the services, with users who are signed in."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import transaction

from accounts import guests
from accounts.caller import Caller
from accounts.models import User
from games.bots import DEFAULT
from games.bots.lowest import lowest
from games.rules.cards import cards_text
from games.rules.deal.actions import Play
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.tables.models import Seat, Table
from games.tables.services import core, moves, opening, seating, starting
from games.tables.snapshot import snapshot
from games.tables.terms import shown_digest

RULES: Final = "pagat"
SEATS: Final = 4
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
    #: Users who have taken a seat.
    players: tuple[Visitor, ...]
    #: Users who only watch.
    spectators: tuple[Visitor, ...] = ()
    #: User IDs of players who never move, so that clocks run out.
    absent: frozenset[int] = frozenset()
    #: Digest of the terms that the table's page shows; empty for points.
    terms: str = ""


def open_alike(
    count: int, *, bots: int, spectators: int, deals: int, strength: str = DEFAULT
) -> list[OpenTable]:
    """Open `count` tables for points that don't end their deals at the same time.

    :param bots: bot seats at each; if all are, the host gets up and watches
    :param strength: of the bots
    """
    players = max(1, SEATS - bots)
    each = players + spectators
    users = members(count * each)
    opened = []
    for number in range(count):
        some = users[number * each : (number + 1) * each]
        with transaction.atomic():
            table = _open_and_start(some[:players], deals_planned=deals, bots=bool(bots))
            watching = tuple(map(signed_in, some[players:]))
            if bots == SEATS:
                _stand_up(some[0], table)
                watching, table = (*table.players, *watching), table._replace(players=())
            elif not bots:
                _play_ahead(table, some, number * ACTIONS_APART % MOST_ACTIONS)
        opened.append(table._replace(spectators=watching))
    if strength != DEFAULT:
        tables = [each.table_id for each in opened]
        Seat.objects.filter(session__table__in=tables).exclude(bot="").update(bot=strength)
    return opened


def open_mixed(count: int, first: int = 0) -> list[OpenTable]:
    """Open `count` tables that together have every kind of timed step.

    They are in turn for money, with bots, with a clock, and with watched bots. Sessions are short,
    so that faults also hit their ends.

    :param first: number of tables opened before, to continue the turn
    """
    made = (_open_for_money, _open_with_bots, _open_with_clock, _open_watched)
    users = members(count * SEATS)
    return [
        made[(first + number) % len(made)](users[number * SEATS : (number + 1) * SEATS])
        for number in range(count)
    ]


def _open_for_money(users: Sequence[User]) -> OpenTable:
    """Open a table for a stake."""
    return _open_and_start(users, stake_minor=10, currency="EUR")


def _open_with_bots(users: Sequence[User]) -> OpenTable:
    """Open a table for two of the users, with bots in the other seats."""
    return _open_and_start(users[:2], bots=True)


def _open_with_clock(users: Sequence[User]) -> OpenTable:
    """Open a table where one player never moves, so that the clock runs out and a bot stands in."""
    opened = _open_and_start(users, clock="blitz", stake_minor=10, currency="EUR")
    return opened._replace(absent=frozenset([users[-1].pk]))


def _open_watched(users: Sequence[User]) -> OpenTable:
    """Open a table with bots in all seats; its host gets up and watches."""
    opened = _open_and_start(users[:1], bots=True, deals_planned=50)
    _stand_up(users[0], opened)
    return opened


def _open_and_start(users: Sequence[User], **terms: Any) -> OpenTable:
    """Open a table for the users, seat them all, and start its session."""
    asked: dict[str, Any] = {
        "deals_planned": 2, "seating": Table.Seating.CHOSEN, "bots": False, **terms
    }  # fmt: skip
    rules = RuleSet.make(RULES, {"players": SEATS})
    table = opening.open_table(users[0], rules=rules, rules_name=RULES, **asked)
    shown = shown_digest(table, table.clock)
    for number, user in enumerate(users[1:], 1):
        _assert_done(seating.sit(Caller(user), table.pk, number, terms=shown))
    _assert_done(starting.start(Caller(users[0]), table.pk))
    return OpenTable(table.pk, table.slug, tuple(map(signed_in, users)), terms=shown)


def _stand_up(user: User, table: OpenTable) -> None:
    """Let the user leave the seat to a bot."""
    _assert_done(seating.stand_up(Caller(user), table.table_id))


def _play_ahead(table: OpenTable, users: Sequence[User], actions: int) -> None:
    """Take this number of actions at the table, unless the deal is over before."""
    for _ in range(actions):
        here = snapshot(table.table_id)
        assert here is not None
        if here.state.turn is None:
            return
        caller = Caller(users[here.state.turn])
        match lowest(view(here.state, here.state.turn)):
            case Play(_seat, cards):
                played = cards_text(cards)
                _assert_done(moves.play(caller, table.table_id, played, here.position))
            case _:
                _assert_done(moves.pass_turn(caller, table.table_id, here.position))


def _assert_done(answer: core.Answer) -> None:
    """Assert that the service did what was asked."""
    assert answer is None, answer


def members(count: int) -> list[User]:
    """Create `count` users without a password."""
    password = make_password(None)
    known = User.objects.count()
    return User.objects.bulk_create(
        User(username=f"load{number}", display_name=f"Player {number}", password=password)
        for number in range(known, known + count)
    )


def signed_in(user: User) -> Visitor:
    """Sign the user in; return the user's ID and session key."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = guests.BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return Visitor(user.pk, session.session_key)
