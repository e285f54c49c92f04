"""Page of a club's season: each player's results by day of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import accumulate
from typing import Final

from babel.dates import format_skeleton
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sorting import sorted_by
from games.common import numbers
from tournaments.ledger.accounts import pages, season, selectors
from tournaments.ledger.accounts.context import club_context, render_page, requested_currency
from tournaments.ledger.book.holders import currency_name, holder_names
from tournaments.ledger.book.models import Account
from tournaments.ledger.charts.season import EventAmount, PersonLine, SeasonChart, season_chart
from tournaments.ledger.statements.period import SEASON, Period, SeasonSpan, season_spans
from tournaments.ledger.statements.texts import period_words

#: Default period. Not a calendar year, which is empty in January.
_YEAR: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class SeasonChoice:
    """A period to choose for the season chart: the last 12 months, or a season."""

    #: Value in the URL; empty for the last 12 months.
    key: str
    label: str
    period: Period


def season_choices(seasons: Sequence[SeasonSpan], today: date) -> list[SeasonChoice]:
    """Return the periods to choose: the last 12 months, and each season of the club."""
    last_year = Period(today - _YEAR, today)
    return [
        SeasonChoice("", _("Last 12 months"), last_year),
        *(
            SeasonChoice(f"{SEASON}{each.slug}", each.name, Period(each.first, each.last))
            for each in seasons
        ),
    ]


def results_chart(
    days: Sequence[date],
    won: Mapping[int, Mapping[int, int]],
    accounts: Mapping[int, Account],
    currency: str,
) -> SeasonChart | None:
    """Return the chart of each account's cumulative results by day; None without results.

    :param won: amounts by account ID, then by index of the day
    """
    names = holder_names(accounts[number] for number in won)
    people = [
        PersonLine(names[number], _running_totals(won[number]))
        for number in sorted_by(won, names.__getitem__)
    ]
    return season_chart(_day_labels(days), people, currency)


def _running_totals(amounts: Mapping[int, int]) -> list[EventAmount]:
    """Return the cumulative amount after each day played; the keys are 0-based day indexes."""
    evenings = sorted(amounts)
    sums = accumulate(amounts[each] for each in evenings)
    return [EventAmount(evening, amount) for evening, amount in zip(evenings, sums, strict=True)]


def _day_labels(days: Sequence[date]) -> list[str]:
    """Return the days as short labels in the reader's language; with the year if a year apart."""
    is_long = bool(days) and days[-1] - days[0] >= _YEAR
    skeleton, locale = "yMMMd" if is_long else "MMMd", numbers.regional_locale()
    return [
        str(format_skeleton(skeleton, datetime.combine(each, time.min), locale=locale))
        for each in days
    ]


def cut_sentence(count: int) -> str:
    """Return the note that only the last `count` days of play are shown."""
    return ngettext(
        "Only the last %(count)s day of play is shown. Earlier results aren’t included.",
        "Only the last %(count)s days of play are shown. Earlier results aren’t included.",
        count,
    ) % {"count": numbers.unsigned(count)}


@login_required
@never_cache
@require_safe
def won_over_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the season chart, as far as the reader may see it. At most eleven queries."""
    here = club_context(request, slug)
    currencies = selectors.currencies_of(here.club)
    currency = requested_currency(request, currencies)
    today = timezone.localdate()
    choices = season_choices(season_spans(here.club.pk), today)
    asked = request.GET.get("period", "")
    chosen = next((each for each in choices if each.key == asked), choices[0])
    found = season.played_days(here.club, currency, chosen.period, only_user=here.only_user)
    won = season.won_by_day(here.club, currency, found.days, only_user=here.only_user)
    holders = selectors.accounts_in(here.club, won)
    return render_page(
        request,
        "season",
        here,
        currency=currency,
        currencies=[(each, currency_name(each), each == currency) for each in currencies],
        choices=[(each.key, each.label, each == chosen) for each in choices],
        period=chosen,
        words=period_words(chosen.period),
        chart=results_chart(found.days, won, holders, currency),
        cut=cut_sentence(len(found.days)) if found.is_cut else "",
        seen=pages.visibility_sentence(here.book),
    )
