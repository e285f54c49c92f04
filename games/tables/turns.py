"""Notices to players on turn at tables without a clock who have no page of the table open.

Moves pay nothing for this. An open page of such a table reports every 45 seconds to the cache, and
a periodic task asks, in one query, for players on turn who can be reached and were not notified of
this turn yet.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextChoices
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounts.notices.groups import Choice, NoticeGroup
from accounts.notices.models import Notice, NoticePreferences
from accounts.notices.push.models import PushDevice
from accounts.notices.senders import NoticeText, Sender
from accounts.notices.services import store
from games.common.numbers import listed
from games.common.prepared import prepared
from games.tables.models import Seat, Session, Table

#: How long a page counts as open after its last report (``games.live.presence``).
OPEN_SECONDS = 60
#: Most turns are shorter than this, and their players are not looked up.
NOTIFIED_AFTER = timedelta(seconds=20)
#: Maximum number of notices in one run; the next run finds the others.
MAX_NOTICES = 200


class TurnKind(TextChoices):
    """The occasion of a notice about a turn."""

    TURN = "table.turn", gettext_lazy("Your turn")


@dataclass(frozen=True, slots=True)
class TurnSubject:
    """A table with the player on turn, the start of the turn and the other players' names."""

    table: Table
    user_id: int | None
    names: Collection[str]


class TurnSender(Sender[TurnSubject]):
    """Notices of turns; the home page shows these tables otherwise."""

    model = Table
    kinds = TurnKind
    groups = (
        NoticeGroup(
            "table-turn",
            gettext_lazy("Your turn at a table without a clock"),
            (TurnKind.TURN,),
            pgettext_lazy("where cards are played", "Tables"),
            default=Choice.HERE,
        ),
    )
    mail_lifetime = timedelta(hours=12)

    def subjects(self, ids: Collection[int]) -> Mapping[int, TurnSubject]:
        """Return the tables with their players by primary key. Two queries."""
        tables = Table.objects.in_bulk(ids)
        seats: dict[int, list[Seat]] = {each: [] for each in tables}
        running = Seat.objects.filter(
            session__table__in=tables, session__status=Session.Status.RUNNING
        )
        for seat in running.select_related("session"):
            seats[seat.session.table_id].append(seat)
        return {pk: _subject(table, seats[pk]) for pk, table in tables.items()}

    def text(self, notice: Notice, subject: TurnSubject) -> NoticeText:
        """Return that it is the user's turn, and who else plays; never cards."""
        detail = ""
        if subject.names:
            said = (
                _("You’re playing with %(names)s.")
                if len(subject.names) > 1
                else pgettext("one player", "You’re playing with %(names)s.")
            )
            detail = said % {"names": listed(list(subject.names))}
        url = subject.table.get_absolute_url()
        return NoticeText(
            _("It’s your turn"),
            detail,
            url,
            is_urgent=True,
            button=pgettext("go to the table", "Open table"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return a condition that never holds."""
        return Q(pk=None)

    def is_outdated(self, notice: Notice, subject: TurnSubject) -> bool:
        """Return whether it is no longer the user's turn, or a later turn than the notice's."""
        since = subject.table.turn_since
        return subject.user_id != notice.user_id or since is None or since > notice.created_at

    def mail_language(self, subject: TurnSubject) -> str:
        """Return the site's language."""
        return settings.LANGUAGE_CODE


def _subject(table: Table, seats: Collection[Seat]) -> TurnSubject:
    """Return the table with the user on turn; None while it is paused, or a bot plays."""
    mine = next((each for each in seats if each.number == table.turn and not each.stand_in), None)
    is_on = table.phase == Table.Phase.PLAYING and table.paused_at is None
    user_id = mine.user_id if mine is not None and is_on else None
    return TurnSubject(table, user_id, [each.name for each in seats if each is not mine])


def report_open_page(table_id: int, user_id: int) -> None:
    """Store for a minute that the user has a page of the table open. One cache call, no query."""
    cache.set(_key(table_id, user_id), True, OPEN_SECONDS)


def _key(table_id: int, user_id: int) -> str:
    """Return the cache key for the user's open pages of the table."""
    return f"table-open:{table_id}:{user_id}"


@prepared
def _awaited(now: datetime) -> QuerySet[Seat, tuple[int, int]]:
    """Return the query for (table, user) of players on turn who were not notified of this turn.

    Only members with a device or with notification settings of their own; others get no notice.
    """
    mine = {"user": OuterRef("user")}
    told = Notice.objects.filter(
        kind=TurnKind.TURN,
        subject_id=OuterRef("session__table"),
        created_at__gte=OuterRef("session__table__turn_since"),
        **mine,
    )
    is_reachable = Q(Exists(PushDevice.objects.filter(**mine))) | Q(
        Exists(NoticePreferences.objects.filter(**mine))
    )
    found = Seat.objects.filter(
        is_reachable,
        ~Exists(told),
        session__status=Session.Status.RUNNING,
        session__table__phase=Table.Phase.PLAYING,
        session__table__clock="none",
        session__table__paused_at=None,
        session__table__turn=F("number"),
        session__table__turn_since__lte=now - NOTIFIED_AFTER,
        user__is_guest=False,
        user__is_active=True,
        left_at=None,
        over_at=None,
        stand_in=False,
    )
    return found.order_by("session__table__turn_since").values_list("session__table", "user")


def notify_turns() -> int:
    """Notify players on turn who have no page of their table open; return the number of notices.

    None while the shared cache is unavailable, because then no page is known to be open. One query,
    and two more if there are any.
    """
    awaited = _awaited(timezone.now())
    opened = cache.get_many([_key(*each) for each in awaited]) if awaited else {}
    if getattr(cache, "is_away", False):
        return 0
    absent = [each for each in awaited if _key(*each) not in opened][:MAX_NOTICES]
    store(
        [
            Notice(user_id=user_id, kind=TurnKind.TURN, subject_id=table_id, key="turn")
            for table_id, user_id in absent
        ]
    )
    return len(absent)
