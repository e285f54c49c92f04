"""Opening of tables and of sessions at them."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.common.denials import DeniedError
from games.rules.ruleset.presets import BASIC_GAME
from games.rules.ruleset.rule_set import RuleSet
from games.tables import clubs, house, selectors, shuffle, topics
from games.tables.admission import check_limit
from games.tables.bot_strength import check_strengths
from games.tables.delay import default_delay
from games.tables.denials import TableCode
from games.tables.max_loss import Cost, storable_loss
from games.tables.models import Seat, Session, Table
from games.tables.services.agreements import store_agreements
from games.tables.services.core import LockedTable
from games.tables.services.starting import seat_and_deal

BASIC_RULES = RuleSet.make(BASIC_GAME)
#: The terms that a session copies from its table.
SESSION_TERMS = (
    "rules", "rules_name", "deals_planned", "target", "stake_minor", "currency", "bot_money",
    "max_loss",
)  # fmt: skip


def open_solo_table(
    user: User,
    *,
    rules: RuleSet = BASIC_RULES,
    rules_name: str = BASIC_GAME,
    deals: int = 5,
    stake_minor: int = 0,
    currency: str = "",
    pace: str = Table.Pace.NORMAL,
    bot_strength: str = "",
    opening_key: str | None = None,
) -> Table:
    """Open a table where the user plays against bots for points, and deal its first deal.

    The same form sent again within a minute, by its `opening_key`, returns the table opened then.

    A stake applies to later sessions with other users (``games.tables.stakes``). The rules decide
    the number of seats. ``rules_name`` is the name of a preset or of house rules. Loss limits are
    not checked, because a player alone with bots cannot lose money.

    :raises DeniedError: the user has too many open tables, or the bots' strength may not be chosen
    """
    terms: dict[str, Any] = {
        "rules": rules,
        "rules_name": rules_name,
        "deals_planned": deals,
        "stake_minor": stake_minor,
        "currency": currency,
        "max_loss": storable_loss(rules) if currency else None,
        "pace": pace,
        "bot_strength": bot_strength,
        "seating": Table.Seating.CHOSEN,
    }

    def make(key: str | None) -> LockedTable:
        """Make the table with that opening key and deal its first deal."""
        _check_table_limit(user)
        table = make_table(user, key, **terms)
        check_strengths(table.row, [bot_strength])
        seat_and_deal(table)
        return table

    return _open_once(user, opening_key, terms, make)


def open_table(
    user: User,
    *,
    rules: RuleSet = BASIC_RULES,
    rules_name: str = BASIC_GAME,
    opening_key: str | None = None,
    agreed: Cost | None = None,
    event: int | None = None,
    **other_terms: Any,
) -> Table:
    """Open a table that waits for players, with its host in the first seat.

    The same form sent again within a minute, by its `opening_key`, returns the table opened then.

    For a stake the host agrees to the terms by opening it, having chosen them.

    :param other_terms: any of the table's terms (deals_planned, target, stake_minor, currency,
        bot_money, clock, joining, club, seating, bots, bot_strength, seat_strengths, advice, pace,
        spectators, spectator_delay, purpose); others have their defaults. ``max_loss``, if known,
        is the maximum loss of a deal.
    :param agreed: the maximum loss that the user has confirmed
    :param event: the id of the event that the table's sessions count for, if any
    :raises DeniedError: the table is for a club that the user is not a member of; a club is to pay
        for bots at a table of no club; the club does not pay because of its settings or the user's
        rights; the bots may not have the chosen strengths there; the session could cost the user
        more than their limit; or the user has too many open tables
    """
    club = other_terms.get("club")
    if club is None and other_terms.get("bot_money") == Table.BotMoney.HOUSE:
        raise DeniedError(TableCode.NO_HOUSE)
    if club is not None and club not in clubs.memberships(user.pk):
        raise DeniedError(TableCode.CLUB_MEMBERS_ONLY)
    terms: dict[str, Any] = {"rules": rules, "rules_name": rules_name, **other_terms}
    if terms.get("currency") and terms.get("max_loss") is None:
        terms["max_loss"] = storable_loss(rules)
    if club is not None and other_terms.get("bot_money") == Table.BotMoney.HOUSE:
        house.compute_max_losses(club)

    def make(key: str | None) -> LockedTable:
        """Check the opening, make the table with that opening key, and store the agreement."""
        row = Table(**{**terms, "rules": rules.to_options()})
        check_strengths(row, [row.bot_strength, *row.seat_strengths.values()])
        is_set = row.purpose == Table.Purpose.COUNTS
        if row.bots or not is_set:
            # An organizer has set the terms of a table that counts for an event, and no player can
            # add bots to it. Lock order: the club's row before the user's, as everywhere.
            house.check_opening(user, row, is_right_required=not is_set)
        _check_table_limit(user)
        table = make_table(user, key, **terms)
        check_limit(user, table.row, agreed)
        session = table.setting.session
        store_agreements(table.row, session, [user.pk], Agreement.Given.OPENED, event=event)
        house.notify_treasurers(user, row)
        return table

    table = _open_once(user, opening_key, terms, make)
    topics.lobby_changed()
    return table


def _check_table_limit(user: User) -> None:
    """Check that the user may have one more open table; locks the user's row.

    :raises DeniedError: they may not
    """
    # Serialize double clicks.
    User.objects.select_for_update().get(pk=user.pk)
    if selectors.count_open_tables(user) >= settings.PERSON_TABLES:
        raise DeniedError(TableCode.TOO_MANY_TABLES, most=settings.PERSON_TABLES)


def _open_once(
    user: User,
    opening_key: str | None,
    terms: dict[str, Any],
    make: Callable[[str | None], LockedTable],
) -> Table:
    """Open the table with `make`, or return the one that the same form opened a moment ago."""
    try:
        return _store_new(lambda: make(opening_key or None))
    except (IntegrityError, DeniedError) as error:
        if not opening_key:
            raise
        known = selectors.recently_opened(opening_key)
        stored = {**terms, "rules": terms["rules"].to_options()}
        same = known is not None and all(
            getattr(known, name) == value for name, value in stored.items()
        )
        if known is not None and same and known.host_id == user.pk:
            return known
        if isinstance(error, DeniedError):
            raise
    return _store_new(lambda: make(None))


def _store_new(make: Callable[[], LockedTable]) -> Table:
    """Make and store a table in one transaction; return its row."""
    with transaction.atomic():
        table = make()
        table.store()
    return table.row


def make_table(
    host: User, opening_key: str | None, *, rules: RuleSet, rules_name: str, **terms: Any
) -> LockedTable:
    """Create a waiting table and its first session, with the host in the first seat.

    Nothing is checked. The caller stores the changed table, inside a transaction.
    """
    terms.setdefault("spectator_delay", default_delay(terms.get("stake_minor", 0)))
    row = Table.objects.create(
        host=host,
        opening_key=opening_key,
        phase=Table.Phase.WAITING,
        rules=rules.to_options(),
        rules_name=rules_name,
        **terms,
    )
    session = new_session(row, number=1)
    take_seat(session, 0, host.pk, host.shown_name, host.picture)
    table = LockedTable(row)
    table.revise()
    return table


def new_session(row: Table, number: int) -> Session:
    """Create a waiting session with that number, with the terms of the table."""
    return Session.objects.create(
        table=row,
        number=number,
        status=Session.Status.WAITING,
        next_secret=shuffle.new_secret(),
        **{name: getattr(row, name) for name in SESSION_TERMS},
    )


def take_seat(session: Session, number: int, user_id: int, name: str, picture: str = "") -> Seat:
    """Create the user's seat with that number in the session."""
    return Seat.objects.create(
        session=session,
        number=number,
        user_id=user_id,
        name=name,
        picture=picture,
        seen_at=timezone.now(),
    )


def unique_name(name: str, taken: Sequence[str]) -> str:
    """Return the name, with a number if it is taken: score sheets tell players apart by name."""
    numbered = (f"{name} {number}" for number in itertools.count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)
