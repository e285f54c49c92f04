"""Notices on the home page and alerts on every page, provided by packages above the games.

Most users have none. So each package registers queries that hint at a notice or an alert; one SQL
statement asks them all, and only packages with a hit are asked for the rest.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from django.db.models import Exists, F, Func, IntegerField, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, sender_of, subjects_of
from games.common.prepared import Prepared, prepared

T = TypeVar("T")

#: Maximum number of stored notices that are shown at once; dismissing one shows the next.
MAX_STORED = 10
#: Maximum number of earlier notices on the page of all notices.
MAX_EARLIER = 50

#: Query that has a row if there may be something for the user with that number at that time.
Hint: TypeAlias = Callable[[int, datetime], QuerySet[Any]]


class Hints:
    """Registered queries, all checked for existence by one prepared statement.

    Because it is prepared, values that change must be passed as parameters.
    """

    def __init__(self) -> None:
        self._queries: list[Hint] = []
        self._statement = Prepared(self._query)

    def add(self, *queries: Hint) -> range:
        """Add queries; return the indexes, from 0, of their answers in the result of a call."""
        first = len(self._queries)
        self._queries += queries
        self._statement.clear()
        return range(first, len(self._queries))

    def __len__(self) -> int:
        return len(self._queries)

    def __call__(self, user: User) -> tuple[bool, ...]:
        """Return, for each query, whether it has a row for the user now. One query for all."""
        return self._statement.first(user.pk, timezone.now()) or (False,) * len(self._queries)

    def _query(self, user_id: int, now: datetime) -> QuerySet[User, tuple[bool, ...]]:
        """Return the query that asks for all registered hints at once, as one row of booleans."""
        return User.objects.filter(pk=user_id).values_list(*self.expressions(user_id, now))

    def expressions(self, user_id: int, now: datetime) -> list[Combinable]:
        """Return, for each query, the expression for whether it has a row."""
        return [Exists(query(user_id, now)) for query in self._queries]


class Counts(Hints):
    """Registered queries, whose rows are counted."""

    def expressions(self, user_id: int, now: datetime) -> list[Combinable]:
        """Return, for each query, the expression for its number of rows."""
        return [_count(query(user_id, now)) for query in self._queries]


def _count(query: QuerySet[Any]) -> Combinable:
    """Return the expression for the number of rows of the query."""
    # Not Count, which would count each group of rows; a query with joins may repeat rows.
    rows = Func("pk", template="COUNT(DISTINCT %(expressions)s)", output_field=IntegerField())
    counted = query.order_by().annotate(number_of_rows=rows).values("number_of_rows")
    return Coalesce(Subquery(counted), Value(0))


@dataclass(frozen=True, slots=True)
class HomeNotice:
    """Texts and targets of a notice on a user's home page."""

    title: str
    detail: str
    url: str
    #: Whether other players are waiting for the user there.
    is_urgent: bool = False
    #: Label of its main button, and the target of a form if that acts at once; without a target it
    #: leads to `url`.
    press_label: str = ""
    press_url: str = ""
    #: Names and values that the form sends.
    press_data: Sequence[tuple[str, str]] = ()
    #: Label and target of the form that removes the notice; empty if it stays until it is answered.
    dismiss_label: str = ""
    dismiss_url: str = ""


class HintedProviders(Generic[T]):
    """Functions that make notices or alerts, called only if one of their hints has a row."""

    def __init__(self) -> None:
        self._hints = Hints()
        self._providers: dict[Callable[[User], T], range] = {}

    def add(self, provider: Callable[[User], T], *hints: Hint) -> None:
        """Register a provider with its hints; repeated registration has no effect.

        :param hints: queries of which at least one has a row whenever the provider has something
        """
        if provider not in self._providers:
            self._providers[provider] = self._hints.add(*hints)

    def __call__(self, user: User) -> Iterator[T]:
        """Yield the result of each provider with a hint for the user. One query if none has one."""
        found = self._hints(user)
        return (
            provider(user)
            for provider, positions in self._providers.items()
            if any(found[position] for position in positions)
        )


home_notices: Final[HintedProviders[list[HomeNotice]]] = HintedProviders()


def notices_for(user: User) -> list[HomeNotice]:
    """Return the user's home notices: urgent ones, other things to do, then what can be dismissed.

    One query if there are none.
    """
    found = [notice for part in home_notices(user) for notice in part]
    return sorted(found, key=lambda notice: (not notice.is_urgent, bool(notice.dismiss_url)))


def unseen_at(user_id: int, now: datetime) -> QuerySet[Notice]:
    """Return the query for the stored notices that the user's home page shows."""
    return Notice.objects.on_home(user_id, now)


@prepared
def _newest_unseen(user: int, now: datetime) -> QuerySet[Notice]:
    """Return the newest of the stored notices that the user's home page shows."""
    return unseen_at(user, now)[:MAX_STORED]


def stored_notices(user: User) -> list[HomeNotice]:
    """Return the user's newest unseen stored notices; none for guests.

    One query, and at most two for each sender among them.
    """
    notices = [] if user.is_guest else _newest_unseen(user.pk, timezone.now())
    return [_home_notice(notice, text) for notice, text in _texts(notices)]


def _texts(notices: Collection[Notice]) -> list[tuple[Notice, NoticeText]]:
    """Return the notices with their texts, without those whose subject was deleted.

    At most two queries for each sender among them.
    """
    subjects = subjects_of(notices)
    return [
        (each, sender_of(each.kind).text(each, subjects[each.pk]))
        for each in notices
        if each.pk in subjects
    ]


class EarlierNotice(NamedTuple):
    """A notice that the user has seen or dismissed: when it was written, and its text."""

    at: datetime
    text: NoticeText


def earlier_notices(user: User) -> list[EarlierNotice]:
    """Return the user's newest stored notices that the home page no longer shows.

    One query, and at most two for each sender among them.
    """
    # Notices of kinds that the user turned off count as seen before they were stored.
    seen = Notice.objects.filter(user=user, seen_at__gte=F("created_at"))
    newest = list(seen.order_by("-created_at", "-pk")[:MAX_EARLIER])
    return [EarlierNotice(notice.created_at, text) for notice, text in _texts(newest)]


def _home_notice(notice: Notice, text: NoticeText) -> HomeNotice:
    """Return a stored notice as a notice that can be dismissed."""
    return HomeNotice(
        title=text.title,
        detail=text.detail,
        url=text.url,
        is_urgent=text.is_urgent,
        press_label=text.button,
        dismiss_label=_("Dismiss"),
        dismiss_url=reverse("notice_seen", args=[notice.pk]),
    )


@dataclass(frozen=True, slots=True)
class Alert:
    """Texts and targets of an alert: the user is needed at a page right now."""

    title: str
    detail: str
    url: str
    #: Whether it is only announced there, so the browser doesn't go there automatically.
    is_announced_only: bool = False
    #: Target for declining an optional one; the browser doesn't go there automatically.
    decline_url: str = ""
    #: Target for marking an announcement as seen, so that it disappears on all devices.
    seen_url: str = ""
    #: The page that `url` leads to by a redirect; the alert is not shown there.
    page_url: str = ""


#: Providers of alerts, most urgent first; each returns None if it has no alert.
alerts: Final[HintedProviders[Alert | None]] = HintedProviders()
#: Queries that hint at an alert soon, so that the user's pages should listen for it.
alerts_soon: Final = Hints()


def alert_of(user: User) -> Alert | None:
    """Return the user's most urgent alert, or None. One query if there is none."""
    return next(filter(None, alerts(user)), None)


#: Queries for what waits for a user: one row for each thing to answer or pay, or notice to see.
waiting: Final = Counts()


def _page_query(user_id: int, now: datetime) -> QuerySet[User, tuple[int, ...]]:
    """Return the query for the answers to `alerts_soon`, then to `waiting`, as one row."""
    asked = [*alerts_soon.expressions(user_id, now), *waiting.expressions(user_id, now)]
    return User.objects.filter(pk=user_id).values_list(*asked)


_page_facts: Final = Prepared(_page_query)


class PageFacts(NamedTuple):
    """Facts about a page’s user: alerts that may come, and things that wait."""

    #: Whether the user may be alerted soon.
    awaits_alert: bool = False
    #: The number of things that wait for the user.
    waiting: int = 0


def page_facts(user: User) -> PageFacts:
    """Return what every page needs for the user. One query."""
    found = _page_facts.first(user.pk, timezone.now()) or ()
    split = len(alerts_soon)
    return PageFacts(any(found[:split]), sum(found[split:]))
