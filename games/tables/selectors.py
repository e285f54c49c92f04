"""Reads of tables, sessions and seats."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

from django.conf import settings
from django.db.models import (
    Count,
    Exists,
    F,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Window,
)
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import User
from games.bots.strengths import OFFERED, PLAY_NOW
from games.common.prepared import prepared
from games.rules.ruleset.rule_set import RuleSet
from games.tables import clubs, seals
from games.tables.absence import ABSENT, IDLE_AFTER, REMINDED_AFTER, may_be_replaced_now
from games.tables.max_loss import max_session_loss
from games.tables.models import Deal, Seat, Session, Table
from games.tables.places import Total, places
from games.tables.snapshot import AnyDeal, AnySeat

#: A player without a report from their browser for this long no longer waits at the table.
AWAY_AFTER = timedelta(minutes=3)
#: How long after a session its rematch answers are followed up.
REMATCH_WINDOW = timedelta(hours=12)
#: Maximum number of open tables in the lobby.
MAX_LISTED = 100
#: Maximum number of tables to watch in the lobby.
MAX_WATCHED = 30
#: Maximum number of seats whose absence one sweep records; the next sweep finds the others.
MAX_ABSENCES = 1000
#: Time of the last report for players without one.
_NEVER = datetime.min.replace(tzinfo=UTC)
#: The same form sent again within this time is a double click.
DUPLICATE_WINDOW = timedelta(minutes=1)


def table(table_id: int) -> Table | None:
    """Return the row of the table; None if it does not exist."""
    return Table.objects.filter(pk=table_id).first()


def recently_opened(opening_key: str) -> Table | None:
    """Return the table that the form with that key opened in the last minute; None without one."""
    return (
        Table.objects.filter(
            opening_key=opening_key, created_at__gt=timezone.now() - DUPLICATE_WINDOW
        )
        .select_related("host")
        .first()
    )


def versions(table_ids: Iterable[int]) -> dict[int, int]:
    """Return the versions of these tables by id, without tables that do not exist. One query."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def table_to_watch(slug: str, user: User | None) -> Table | None:
    """Return the table if the user may see it, as a player or spectator; otherwise None.

    :param user: None for a visitor
    """
    table = Table.objects.filter(slug=slug).first()
    # Invited users look at the table before they take a seat.
    if table is None or (
        (table.spectators or table.phase == Table.Phase.WAITING) and _is_open_to(table, user)
    ):
        return table
    seated = user is not None and Seat.objects.filter(session__table=table, user=user).exists()
    return table if seated else None


def table_to_review(
    slug: str, number: int, user: User | None, *, deal: int | None = None
) -> Table | None:
    """Return the table if the user may see that session of it once it is over; otherwise None.

    Does not check that the session is over or exists.

    If several tables play the same packs, no user may while the session is sealed
    (``games.tables.seals``), not even its players; afterwards every user may.

    :param number: the number of the session
    :param deal: the number of the only deal to see; None for all
    """
    table = Table.objects.filter(slug=slug).first()
    if table is not None and table.same_packs:
        seal = seals.seal_of(table)
        is_held = not seal.is_broken if deal is None else seal.holds(deal)
        return None if is_held else table
    if table is None or (table.spectators and _is_open_to(table, user)):
        return table
    if user is None:
        return None
    sat = Seat.objects.filter(session__table=table, session__number=number, user=user)
    return table if sat.exists() else None


def _is_open_to(table: Table, user: User | None) -> bool:
    """Return whether the table is open to the user: to all, or to its club's members."""
    if table.club is None:
        return True
    return user is not None and table.club in clubs.memberships(user.pk)


class Listed(NamedTuple):
    """The id of a session in the lobby, and a stamp that changes when its data do."""

    session: int
    #: The version of a waiting table, the revision of a running one.
    stamp: int


def listed_open() -> list[Listed]:
    """Return id and table version of the waiting sessions that the lobby lists, newest first.

    Sessions whose host is away are left out, because only the host can start; so are further
    sessions while their seats are reserved for the previous players.

    At most ``MAX_LISTED`` for each club and for tables without a club, so that users outside all
    clubs see as many as there are for them. One query.
    """
    return [Listed(*row) for row in _listed_open(timezone.now())]


@prepared
def _listed_open(now: datetime) -> QuerySet[Session, tuple[int, int]]:
    """Return the query for (session id, table version) of listed sessions with a present host."""
    waiting = (
        Session.objects.filter(status=Session.Status.WAITING)
        .exclude(table__joining=Table.Joining.LINK)
        .filter(
            Exists(_present_seats(now, user=OuterRef("table__host"))),
            Q(number=1) | Q(seats_open=True),
        )
        .annotate(place=Window(RowNumber(), partition_by="table__club", order_by="-pk"))
        .filter(place__lte=MAX_LISTED)
        .order_by("-pk")
    )
    return waiting.values_list("pk", "table__version")


def listed_games() -> list[Listed]:
    """Return id and table revision of the running sessions that the lobby lists, newest first.

    Tables with a link only, without spectators or with the same packs as others are left out.

    At most ``MAX_WATCHED`` for each club and for tables without a club. One query.
    """
    return [Listed(*row) for row in _listed_games()]


@prepared
def _listed_games() -> QuerySet[Session, tuple[int, int]]:
    """Return the query for id and table revision of running sessions to watch, newest first."""
    running = (
        Session.objects.filter(status=Session.Status.RUNNING)
        .exclude(table__joining=Table.Joining.LINK)
        .filter(table__spectators=True, table__same_packs="")
        .exclude(table__phase=Table.Phase.FINISHED)
        .annotate(place=Window(RowNumber(), partition_by="table__club", order_by="-pk"))
        .filter(place__lte=MAX_WATCHED)
        .order_by("-pk")
    )
    return running.values_list("pk", "table__revision")


def waiting_sessions(session_ids: Iterable[int]) -> list[Session]:
    """Return the sessions with these ids, with tables, hosts, seats and users. Two queries.

    The newest comes first. Each table is read as it is now, maybe newer than when it was listed.
    """
    found = Session.objects.filter(pk__in=session_ids).select_related("table", "table__host")
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return list(found.prefetch_related(seats).order_by("-pk"))


def joinable_sessions() -> list[Session]:
    """Return the waiting sessions that the lobby lists, with tables, hosts, seats and users."""
    return waiting_sessions([each.session for each in listed_open()])


def running_games(session_ids: Iterable[int]) -> list[Session]:
    """Return the sessions with these ids, with tables, seats and the newest deal's number.

    The number is in ``deal_number``. The newest session comes first. Two queries.
    """
    latest = Deal.objects.filter(session=OuterRef("pk")).order_by("-number")
    found = Session.objects.filter(pk__in=session_ids).select_related("table")
    found = found.annotate(deal_number=Subquery(latest.values("number")[:1]))
    return list(found.prefetch_related("seats").order_by("-pk"))


def with_absent_host() -> list[Session]:
    """Return at most `MAX_LISTED` waiting sessions whose host is away while a player is present."""
    return _with_absent_host(timezone.now())


@prepared
def _with_absent_host(now: datetime) -> QuerySet[Session]:
    """Return the query for waiting sessions whose host is away while another player is present."""
    waiting = (
        Session.objects.filter(status=Session.Status.WAITING)
        .filter(
            ~Exists(_present_seats(now, user=OuterRef("table__host"))), Exists(_present_seats(now))
        )
        .order_by("pk")
    )
    return waiting[:MAX_LISTED]


def overdue() -> tuple[int, float]:
    """Return how many tables have an overdue step, and by how many seconds the oldest is late.

    Every step runs slightly late, so one counts as overdue only when the sweep would pick it up.
    """
    now = timezone.now()
    grace = timedelta(seconds=settings.SWEEP_GRACE_SECONDS)
    late = Table.objects.filter(due_at__lt=now - grace, paused_at=None)
    found = late.aggregate(count=Count("pk"), first=Min("due_at"))
    return found["count"], (now - found["first"]).total_seconds() if found["first"] else 0.0


def pending_rematches() -> list[Session]:
    """Return recently finished last sessions of tables where two or more said yes to a rematch."""
    return _pending_rematches(timezone.now())


@prepared
def _pending_rematches(now: datetime) -> QuerySet[Session]:
    """Return the query for recently finished last sessions with two or more yeses to a rematch."""
    later = Session.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))
    # Select the few recently finished sessions first; there is an index for them.
    lately = Session.objects.filter(
        status=Session.Status.FINISHED, finished_at__gt=now - REMATCH_WINDOW
    )
    over = (
        Session.objects.filter(
            pk__in=lately.values("pk"),
            table__phase=Table.Phase.FINISHED,
            again__yes__1__isnull=False,
        )
        .filter(~Exists(later))
        .order_by("pk")
    )
    return over[:MAX_LISTED]


def is_online(user: User, within: timedelta = AWAY_AFTER) -> bool:
    """Return whether an open page of the user, anywhere on the site, reported within that time."""
    return user.seen_at is not None and user.seen_at > timezone.now() - within


def is_at_table(seat: Seat) -> bool:
    """Return whether the player's browser has recently reported from the waiting table."""
    return seat.seen_at is not None and seat.seen_at > timezone.now() - AWAY_AFTER


def _present_seats(now: datetime, **filters: object) -> QuerySet[Seat]:
    """Return a subquery for the seats of a session whose players are at the waiting table."""
    return Seat.objects.filter(session=OuterRef("pk"), seen_at__gt=now - AWAY_AFTER, **filters)


def last_seen(session_id: int) -> dict[int, datetime]:
    """Return when a page of each player in the session last reported, by user id. One query.

    The year 1 stands for players without a report.
    """
    people = Seat.objects.filter(session=session_id, user__isnull=False)
    return {
        user: max(filter(None, heard), default=_NEVER)
        for user, *heard in people.values_list("user_id", "user__seen_at", "seen_at")
    }


def replaceable_seats(table_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return users' seats that a bot may play now: pairs of table id and seat number. One query."""
    seats = Seat.objects.filter(
        session__table__in=table_ids, session__status=Session.Status.RUNNING, user__isnull=False
    ).select_related("session__table", "user")
    return {(seat.session.table_id, seat.number) for seat in seats if _may_be_replaced(seat)}


def _may_be_replaced(seat: Seat) -> bool:
    """Return whether a bot may play for the seat's user now, or does so because they quit."""
    assert seat.user is not None, "bots are not replaced by bots"
    heard = max(filter(None, (seat.user.seen_at, seat.seen_at)), default=_NEVER)
    return seat.left_at is not None or may_be_replaced_now(seat.session.table, seat, heard)


def tables_of_players(user_ids: Collection[int]) -> list[int]:
    """Return ids of running and waiting tables where these users have seats. One query."""
    seats = Seat.objects.filter(user__in=user_ids, left_at=None, over_at=None)
    found = seats.filter(session__status__in=Session.GOING_ON).order_by("session__table")
    return list(found.values_list("session__table", flat=True).distinct())


def changed_absences() -> list[int]:
    """Return ids of tables where a player has left, come back or needs a reminder. One query."""
    return list(dict.fromkeys(_changed_absences(timezone.now())))


@prepared
def _changed_absences(now: datetime) -> QuerySet[Seat, int]:
    """Return the query for table ids, one per player who left, came back or needs a reminder."""
    is_here = Q(user__seen_at__gt=now - ABSENT) | Q(seen_at__gt=now - ABSENT)
    is_noted = Q(absent_since__isnull=False, stand_in=False)
    is_heard = Q(user__seen_at__gt=F("absent_since")) | Q(seen_at__gt=F("absent_since"))
    others = Seat.objects.filter(session=OuterRef("session"), user__isnull=False, left_at=None)
    on_turn = Q(
        session__table__phase=Table.Phase.PLAYING,
        session__table__clock="none",
        session__table__paused_at=None,
        session__table__turn=F("number"),
        session__table__turn_since__lte=now - REMINDED_AFTER,
        stand_in=False,
    )
    is_reminded = Q(reminded_at__gte=F("session__table__turn_since"))
    is_idle_unnoted = is_reminded & Q(idle=False, reminded_at__lte=now - IDLE_AFTER)
    is_unreminded = Q(reminded_at=None) | Q(reminded_at__lt=F("session__table__turn_since"))
    waits = Q(session__status=Session.Status.WAITING, session__table__is_arranged=False)
    runs = Q(session__status=Session.Status.RUNNING)
    found = (
        Seat.objects.filter(runs | waits, user__isnull=False, left_at=None, over_at=None)
        .filter(
            (is_here & is_noted & is_heard)
            | (~is_here & Q(absent_since=None))
            | (is_here & on_turn & (is_unreminded | is_idle_unnoted))
        )
        .filter(Exists(others.exclude(pk=OuterRef("pk"))))
        .order_by("session__table")
    )
    return found.values_list("session__table", flat=True)[:MAX_ABSENCES]


def freed_from(slug: str, user: User) -> bool:
    """Return whether the host freed the user's seat in the newest session of the table."""
    freed = Session.objects.filter(table__slug=slug).order_by("-number")
    return user.pk in (freed.values_list("freed", flat=True).first() or ())


class TableCriteria(NamedTuple):
    """Criteria for a waiting table: rules, players, the exact stake, and the maximum loss."""

    #: None for any rules.
    rules: RuleSet | None = None
    #: Number of players; 0 for any.
    players: int = 0
    #: Stake per point in minor units; 0 for points only.
    stake_minor: int = 0
    currency: str = ""
    #: Maximum loss of a player in a session for a stake, in minor units; None for any amount.
    max_loss_minor: int | None = None


def matching_tables(user: User, criteria: TableCriteria) -> list[Table]:
    """Return the waiting tables in the lobby where the user can take a seat, fullest first.

    Tables where the user has a seat are included. Tables that the user hosts, and tables from which
    the host removed the user, are left out.
    """
    fitting = [session for session in joinable_sessions() if _matches(session, user, criteria)]
    if any(session.table.club is not None for session in fitting):
        among = {None, *clubs.memberships(user.pk)}
        fitting = [session for session in fitting if session.table.club in among]
    fitting.sort(key=lambda session: -len(session.seats.all()))
    return [session.table for session in fitting]


def _matches(session: Session, user: User, criteria: TableCriteria) -> bool:
    """Return whether the session fits the criteria and has a seat for the user; ignores clubs.

    False for the host of the table and for users whom the host removed.
    """
    table, seats = session.table, session.seats.all()
    if user.pk in table.barred or user.pk == table.host_id:
        return False
    if (session.stake_minor, session.currency) != (criteria.stake_minor, criteria.currency):
        return False
    if criteria.stake_minor and not _is_loss_acceptable(session, criteria):
        return False
    rules = RuleSet.make(options=session.rules)
    if criteria.rules is not None and rules != criteria.rules:
        return False
    players = rules.players
    if criteria.players not in (0, players):
        return False
    # After a double click the user already has a seat.
    return len(seats) < players or any(seat.user_id == user.pk for seat in seats)


def _is_loss_acceptable(session: Session, criteria: TableCriteria) -> bool:
    """Return whether the session's maximum loss is allowed and no club pays for its bots."""
    if session.bot_money == Table.BotMoney.HOUSE:
        return False
    return criteria.max_loss_minor is None or max_session_loss(session) <= criteria.max_loss_minor


def unfinished_sessions(user: User | int) -> QuerySet[Session]:
    """Return the query for the user's running and waiting sessions, newest first.

    Sessions that the user has quit are left out.
    """
    mine = Seat.objects.filter(user=user, left_at=None, over_at=None)
    found = Session.objects.filter(seats__in=mine, status__in=Session.GOING_ON)
    return found.order_by("-started_at")


def count_open_tables(host: User) -> int:
    """Return how many waiting or running tables the user hosts, without lessons and arranged ones.

    Tables at rest (only bots play, and nothing is due) are left out: they cost nothing.
    """
    running = Seat.objects.filter(session__table=OuterRef("pk"), over_at=None)
    by_people = running.filter(user__isnull=False, stand_in=False)
    is_at_rest = Q(due_at=None, paused_at=None) & ~Q(phase=Table.Phase.WAITING)
    opened = Table.objects.filter(host=host, lesson="", is_arranged=False)
    going_on = opened.exclude(phase=Table.Phase.FINISHED)
    return going_on.filter(~is_at_rest | Exists(by_people)).count()


def running_lesson(user: User) -> Table | None:
    """Return the table of the user's unfinished lesson; None if there is none."""
    session = _running_lesson.first(user.pk)
    return None if session is None else session.table


@prepared
def _running_lesson(user_id: int) -> QuerySet[Session]:
    """Return the query for the user's newest unfinished lesson, with its table."""
    mine = Seat.objects.filter(user=user_id, left_at=None, over_at=None)
    going_on = Session.objects.filter(
        seats__in=mine, status=Session.Status.LESSON, finished_at=None
    )
    return going_on.select_related("table").order_by("-pk")[:1]


class BotChoices(NamedTuple):
    """A user's choices for the bots of a table; `Table` documents the fields."""

    pace: str = Table.Pace.NORMAL
    bot_strength: str = PLAY_NOW.value


def last_bot_choices(user: User) -> BotChoices:
    """Return the bots' speed and strength at the table that the user opened last.

    Lessons are left out. Without a table, or for a strength that is no longer offered, the defaults
    apply. One query.
    """
    found = _last_bot_choices.first(user.pk)
    if found is None:
        return BotChoices()
    last = BotChoices(*found)
    return last if last.bot_strength in OFFERED else BotChoices(last.pace)


@prepared
def _last_bot_choices(user_id: int) -> QuerySet[Table, tuple[str, str]]:
    """Return the query for the choices about bots at the table that the user opened last."""
    opened = Table.objects.filter(host=user_id, lesson="").order_by("-pk")
    return opened.values_list("pace", "bot_strength")[:1]


class _Played(Protocol):
    """A seat with the totals of its deals."""

    @property
    def number(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def deals_won(self) -> int: ...


def final_places(seats: Iterable[_Played]) -> dict[int, int]:
    """Return the place of each seat, from 1, by seat number, from the seats' stored totals."""
    totals = {seat.number: Total(seat.net, seat.deals_won) for seat in seats}
    return dict(zip(totals, places(list(totals.values())), strict=True))


def places_of(seats: Iterable[AnySeat], deals: Iterable[AnyDeal]) -> dict[int, int]:
    """Return the place of each seat so far, by seat number, from nets and numbers of deals won.

    :param deals: all deals of the session that have a winner; others have no effect
    """
    won = Counter(deal.winner for deal in deals)
    totals = {seat.number: Total(seat.net, won[seat.number]) for seat in seats}
    return dict(zip(totals, places(list(totals.values())), strict=True))


def finished_sessions(user: User | int) -> QuerySet[Session]:
    """Return the query for the user's finished sessions, newest first.

    Sessions whose packs other tables still play are left out: they have no page yet.
    """
    finished = Session.objects.filter(
        seats__user=user, seats__over_at__isnull=False, status=Session.Status.FINISHED
    )
    return seals.unsealed(finished).order_by("-seats__over_at")


def finished_session(slug: str, number: int, user: User | None) -> Session | None:
    """Return the finished session with seats and the deals that have a result; otherwise None.

    None if the session does not exist, is not over, or is not for the user to see.
    """
    table = table_to_review(slug, number, user)
    if table is None:
        return None
    return (
        Session.objects.filter(table=table, number=number, status=Session.Status.FINISHED)
        .select_related("table")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("user")),
            Prefetch("deals", Deal.objects.filter(nets__isnull=False)),
        )
        .first()
    )
