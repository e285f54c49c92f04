"""A user's statistics: totals of deals, and rating histories."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from babel.numbers import format_decimal, format_percent
from django.db.models import Count, F, Max, Min, QuerySet, Sum, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import numbers
from games.common.prepared import prepared
from games.language import labels
from games.tables.models import Seat, Session
from tournaments.ratings.chart import Chart, chart
from tournaments.ratings.families import Family
from tournaments.ratings.models import Rating, RatingChange
from tournaments.ratings.skill import Skill

#: Number of sessions in the history of a rating.
HISTORY_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a player's deals; `best` and `worst` are nets, comparable between rules."""

    sessions: int
    deals: int
    won: int
    net: int
    best: int
    worst: int

    @property
    def win_share(self) -> float:
        """Share of deals won, from 0 to 1."""
        return self.won / self.deals

    @property
    def average_net(self) -> float:
        """Average net points per deal."""
        return self.net / self.deals


def combined(tallies: Collection[Tally]) -> Tally | None:
    """Return the sum of the tallies; None if there are none, as averages would divide by zero."""
    if not tallies:
        return None
    return Tally(
        sessions=sum(each.sessions for each in tallies),
        deals=sum(each.deals for each in tallies),
        won=sum(each.won for each in tallies),
        net=sum(each.net for each in tallies),
        best=max(each.best for each in tallies),
        worst=min(each.worst for each in tallies),
    )


def most_played(tallies: Mapping[str, Tally]) -> list[str]:
    """Return the names of the tallies, those with the most deals first, then by name."""
    return sorted(tallies, key=lambda name: (-tallies[name].deals, name))


class _Change(NamedTuple):
    """Columns of a rating change, and of its session if it is shown."""

    family: str
    place: int
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float
    session__number: int = 0
    session__finished_at: datetime | None = None
    session__table__slug: str = ""

    @property
    def before(self) -> Skill:
        """The skill before the session."""
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        """The skill after the session."""
        return Skill(self.mu_after, self.sigma_after)


@dataclass(frozen=True, slots=True)
class TallyLine:
    """Totals of deals, formatted for the page; `rules` is empty for all rules together."""

    rules: str
    sessions: int
    deals: int
    won: int
    win_share: str
    average_net: str
    best: str
    worst: str


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """The change of a rating by a session: its link, time and place, and the ratings."""

    url: str
    when: datetime | None
    place: str
    before: int
    after: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A rating with its chart and, if wanted, a line per change, newest first."""

    title: str
    key: str
    rating: int
    uncertainty: int
    provisional: bool
    sessions: int
    chart: Chart
    summary: str
    lines: list[ChangeLine]


@dataclass(frozen=True, slots=True)
class OwnStatistics:
    """A user's totals over all rules and by rules, and rating histories.

    `total` is None before the first finished session.
    """

    total: TallyLine | None
    rules: list[TallyLine]
    ratings: list[RatingHistory]


def own_statistics(user: User) -> OwnStatistics:
    """Return the user's statistics. Three queries, for any number of sessions."""
    tallies = _tallies(user)
    total = combined(tallies.values())
    return OwnStatistics(
        total=_tally_line("", total) if total else None,
        rules=[
            _tally_line(labels.rules_label(name), tallies[name]) for name in most_played(tallies)
        ],
        ratings=rating_histories(user),
    )


def _tallies(user: User) -> dict[str, Tally]:
    """Return totals of the user's finished sessions by name of the rules. One query.

    Seats store the sums of their deals, so no deal is read.
    """
    return {name: Tally(*sums) for name, *sums in _sums_by_rules(user.pk)}


@prepared
def _sums_by_rules(user: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Return (rules, sessions, deals, wins, net, best, worst) per rule set played."""
    played = Seat.objects.filter(
        user=user, session__status=Session.Status.FINISHED, deals_played__gte=1
    )
    return (
        played.order_by()
        .values_list("session__rules_name")
        .annotate(
            Count("pk"),
            Sum("deals_played"),
            Sum("deals_won"),
            Sum("net"),
            Max("best_net"),
            Min("worst_net"),
        )
    )


def _tally_line(rules: str, tally: Tally) -> TallyLine:
    """Return the totals formatted for the page; `rules` is the name of the rules."""
    return TallyLine(
        rules=rules,
        sessions=tally.sessions,
        deals=tally.deals,
        won=tally.won,
        win_share=str(format_percent(tally.win_share, locale=numbers.locale())),
        average_net=signed_average(tally.average_net),
        best=numbers.signed(tally.best),
        worst=numbers.signed(tally.worst),
    )


def signed_average(number: float) -> str:
    """Return an average as text: "+5.2", "−0.3", "0.0"."""
    shown = round(number, 1) or 0
    pattern = "+#,##0.0;−#,##0.0" if shown else "0.0"
    return str(format_decimal(shown, format=pattern, locale=numbers.locale()))


def rating_histories(user: User, *, with_sessions: bool = True) -> list[RatingHistory]:
    """Return the user's ratings with their histories, in the order of the families. Two queries.

    :param with_sessions: whether to list the sessions, which not every reader may open
    """
    ratings = {rating.family: rating for rating in _ratings_of(user.pk)}
    rows = _recent_changes_with_sessions(user.pk) if with_sessions else _recent_changes(user.pk)
    read = [_Change(*row) for row in rows]
    changes = {name: list(group) for name, group in groupby(read, lambda each: each.family)}
    return [
        _rating_history(family, ratings[family], changes[family], with_sessions)
        for family in Family
        if family in ratings and family in changes
    ]


@prepared
def _ratings_of(user: int) -> QuerySet[Rating]:
    """Return the user's ratings in all families of rules."""
    return Rating.objects.filter(user=user)


@prepared
def _recent_changes(user: int) -> QuerySet[RatingChange, tuple[Any, ...]]:
    """Return the user's newest rating changes, without columns of their sessions."""
    return _newest_changes(user).values_list(*_Change._fields[:-3])


@prepared
def _recent_changes_with_sessions(user: int) -> QuerySet[RatingChange, tuple[Any, ...]]:
    """Return the user's newest rating changes with columns of their sessions."""
    return _newest_changes(user).values_list(*_Change._fields)


def _newest_changes(user: int) -> QuerySet[RatingChange]:
    """Return the query for the newest 100 rating changes per family, oldest first within it."""
    # The inner query finds the newest ids from the index alone; the outer one reads these rows.
    newest = (
        RatingChange.objects.filter(user=user)
        .annotate(
            back=Window(RowNumber(), partition_by=F("family"), order_by=F("pk").desc()),
        )
        .filter(back__lte=HISTORY_LENGTH)
    )
    return RatingChange.objects.filter(pk__in=newest.values("pk")).order_by("family", "pk")


def _rating_history(
    family: Family, rating: Rating, changes: Sequence[_Change], with_sessions: bool
) -> RatingHistory:
    """Return a rating with the chart of its changes, and a line for each change if asked for."""
    skill = rating.skill
    shown = [changes[0].before, *(change.after for change in changes)]
    return RatingHistory(
        title=str(family.label),
        key=family.value,
        rating=skill.rating,
        uncertainty=skill.uncertainty,
        provisional=skill.provisional,
        sessions=rating.sessions,
        chart=chart(shown),
        summary=_chart_description([each.rating for each in shown]),
        lines=[_change_line(change) for change in reversed(changes)] if with_sessions else [],
    )


def _chart_description(ratings: Sequence[int]) -> str:
    """Return a sentence that describes the chart, for screen readers."""
    sessions = len(ratings) - 1
    if sessions == 1:
        message = _("Rating over the last game: from %(first)d to %(last)d.")
    else:
        message = ngettext(
            "Rating over the last %(sessions)d game: from %(first)d to %(last)d. Lowest:"
            " %(lowest)d. Highest: %(highest)d.",
            "Rating over the last %(sessions)d games: from %(first)d to %(last)d. Lowest:"
            " %(lowest)d. Highest: %(highest)d.",
            sessions,
        )
    return message % {
        "sessions": sessions,
        "first": ratings[0],
        "last": ratings[-1],
        "lowest": min(ratings),
        "highest": max(ratings),
    }


def _change_line(change: _Change) -> ChangeLine:
    """Return a change of a rating with the link to its session."""
    return ChangeLine(
        url=reverse("session", args=[change.session__table__slug, change.session__number]),
        when=change.session__finished_at,
        place=numbers.place_label(change.place),
        before=change.before.rating,
        after=change.after.rating,
        uncertainty=change.after.uncertainty,
    )
