"""Texts of the pages of a club's accounts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import accumulate
from typing import Final

from babel.dates import format_skeleton
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.models import User
from accounts.sorting import sorted_by
from games.common import money, numbers
from tournaments.clubs.models import Club
from tournaments.clubs.zones import zone_of
from tournaments.ledger.accounts.selectors import AccountState, ClubState, Dispute, SettlementSums
from tournaments.ledger.accounts.services import ProposedList
from tournaments.ledger.audit.sentences import latest_result
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.club_book import ClubBook
from tournaments.ledger.book.names import holder_name, holder_names
from tournaments.ledger.charts.season import EventAmount, PersonLine, SeasonChart, season_chart
from tournaments.ledger.charts.won_from import WonMatrix, won_matrix
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import ResultLine, club_lines, result_url
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.addresses import payment_url, settlement_url, transfer_url
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.origins import SessionNames, SettledRow, events_of_rows, origin
from tournaments.ledger.settling.settlement import is_shortest, transfers
from tournaments.ledger.statements.period import SEASON, Period, SeasonSpan
from tournaments.ledger.statements.texts import Figure, figure

#: Labels of the ages of open payments, in the order of `selectors.AGES`.
AGE_LABELS: Final = (
    gettext_noop("Up to a week old"),
    gettext_noop("Up to a month old"),
    gettext_noop("Up to three months old"),
    gettext_noop("More than three months old"),
)


def account_lines(state: ClubState) -> list[tuple[str, AccountState]]:
    """Return the club's accounts with the names of their holders."""
    names = holder_names(each.account for each in state.states)
    return [(names[each.account.pk], each) for each in state.states]


def total_of(state: ClubState, currency: str) -> Figure:
    """Return the labelled sum of all balances, which is zero in a correct ledger."""
    return figure(_("Total"), sum(each.balance for each in state.states), currency)


def matrix(
    accounts: Sequence[Account], won: Mapping[tuple[int, int], int], currency: str
) -> WonMatrix | None:
    """Return the table of who won from whom between accounts with wins or losses.

    `won` is keyed by (winner, loser) account IDs. None unless there are 2 to 16 such accounts.
    """
    met = {account for pair in won for account in pair}
    names = holder_names(each for each in accounts if each.pk in met)
    accounts = sorted_by((each for each in accounts if each.pk in met), lambda each: names[each.pk])
    places = {account.pk: place for place, account in enumerate(accounts)}
    by_place = {(places[one], places[other]): amount for (one, other), amount in won.items()}
    return won_matrix([names[each.pk] for each in accounts], by_place, currency)


@dataclass(frozen=True, slots=True)
class AgeLine:
    """Texts of the open payments of one age: how many, their sum and a link."""

    label: str
    count: str
    amount: str
    url: str


def age_lines(club: Club, state: ClubState, currency: str) -> list[AgeLine]:
    """Return a line for each age of open payments; none at all if nothing is open."""
    if not any(each.count for each in state.ages):
        return []
    url = f"{reverse('club_open', args=[club.slug])}?currency={currency}&age="
    return [
        AgeLine(
            label=_(label),
            count=ngettext("%(count)d payment", "%(count)d payments", each.count)
            % {"count": each.count},
            amount=money.amount(each.amount, currency),
            url=f"{url}{at}" if each.count else "",
        )
        for at, (label, each) in enumerate(zip(AGE_LABELS, state.ages, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """Sentence, latest message, time and link of a disputed payment, for organizers."""

    sentence: str
    words: str
    at: datetime
    url: str


def dispute_lines(club: Club, disputes: Iterable[Dispute]) -> list[DisputeLine]:
    """Return the disputes as sentences with a link, in the club's time zone."""
    zone = zone_of(club)
    return [
        DisputeLine(
            sentence=_dispute_sentence(each.payment),
            words=each.words,
            at=timezone.localtime(each.at, zone),
            url=payment_url(each.payment.transfer_id),
        )
        for each in disputes
    ]


def result_lines(rows: Sequence[PendingResult], reader: User) -> list[ResultLine]:
    """Return the club's pending results as lines.

    Each links to the page where the reader answers it, or to its settlement. At most two queries.
    """
    if not rows:
        return []
    pages = waiting.settlement_pages(rows)
    pages |= {row.pk: result_url(row) for row in rows if row.user_id in (None, reader.pk)}
    return club_lines(rows, waiting.events_of(rows), links=pages)


def _dispute_sentence(payment: Payment) -> str:
    """Return who marked what as paid or asked for a waiver, and who disputed it."""
    transfer = payment.transfer
    names = {
        "payer": holder_name(transfer.payer),
        "payee": holder_name(transfer.payee),
        "amount": money.amount(payment.amount, transfer.payer.currency),
    }
    if payment.kind == Payment.Kind.WAIVED:
        return _("%(payer)s asked %(payee)s to waive %(amount)s, and %(payee)s declined.") % names
    return _("%(payer)s marked %(amount)s as paid, and %(payee)s disputed the payment.") % names


#: Number of audit errors the page lists.
FAULTS_LENGTH = 8


@dataclass(frozen=True, slots=True)
class AuditSummary:
    """Verdict and first errors of the last audit of a club's ledger, as texts."""

    sentence: str
    is_clean: bool
    #: The first errors; the admin site has all.
    faults: list[str]
    #: How many more there are; empty if none.
    others: str = ""


def audit_summary(club: Club) -> AuditSummary | None:
    """Return the last audit's result with its first eight errors; None before the first.

    Two queries.
    """
    result = latest_result(club.pk)
    if result is None:
        return None
    ended = timezone.localtime(result.ended_at, zone_of(club))
    words = {"when": date_format(ended, "DATETIME_FORMAT"), "what": result.text}
    sentence = _("Checked on %(when)s. %(what)s") % words
    faults, left = list(result.faults[:FAULTS_LENGTH]), len(result.faults) - FAULTS_LENGTH
    others = ngettext("%(count)s more error", "%(count)s more errors", left) % {
        "count": numbers.unsigned(left)
    }
    return AuditSummary(sentence, result.is_clean, faults, others if left > 0 else "")


# --- The season

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


# --- Settings


def settles_sentence(book: ClubBook) -> str:
    """Return a sentence about when the club settles."""
    if book.settles == ClubBook.Settles.SEASON:
        return _("Balances add up until a season closes or an organizer settles them.")
    if book.settles == ClubBook.Settles.LIMIT:
        limit = money.amount(book.limit_minor, book.limit_currency)
        return _(
            "Balances add up until a player owes or is owed more than %(limit)s. Then one payment"
            " list is created for everyone."
        ) % {"limit": limit}
    return _("The club settles after every game and event.")


def visibility_sentence(book: ClubBook) -> str:
    """Return a sentence about who sees amounts."""
    if book.seen_by == ClubBook.SeenBy.MEMBERS:
        return _("All members can see all accounts.")
    return _("Members can see only their own account. Organizers can see all accounts.")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Texts of the preview of settling now: payments, their number, and whether fewer are possible.

    `mark` is the list's fingerprint.
    """

    #: Payer, payee and amount of each payment.
    lines: list[tuple[str, str, str]]
    #: Numbers of balances and payments.
    summary: str
    #: Whether the list is proven shortest.
    exactness: str
    #: How many open payments are rolled into the list.
    taken: str
    mark: str


def proposal(proposed: ProposedList, accounts: Mapping[int, Account], currency: str) -> Proposal:
    """Return the texts of a preview of settling now; without payments if nothing is due.

    :param accounts: the accounts of the net balances, by ID
    """
    if not proposed.nets:
        return Proposal([], "", "", "", proposed.mark)
    due = transfers(dict(proposed.nets))
    summary = ngettext(
        "%(payments)d payment settles %(count)d balances.",
        "%(payments)d payments settle %(count)d balances.",
        len(due),
    ) % {"payments": len(due), "count": sum(map(bool, proposed.nets.values()))}
    if is_shortest(proposed.nets):
        exactness = _("That’s the fewest payments possible.")
    else:
        exactness = _("With this many balances, a slightly shorter payment list may be possible.")
    taken = ""
    if proposed.taken:
        taken = ngettext(
            "The new list replaces %(count)d open payment.",
            "The new list replaces %(count)d open payments.",
            proposed.taken,
        ) % {"count": proposed.taken}
    names = holder_names(accounts[number] for each in due for number in (each.payer, each.payee))
    return Proposal(
        lines=[
            (names[each.payer], names[each.payee], money.amount(each.amount, currency))
            for each in due
        ],
        summary=summary,
        exactness=exactness,
        taken=taken,
        mark=proposed.mark,
    )


# --- Lists


@dataclass(frozen=True, slots=True)
class OpenTransferLine:
    """Texts of an open payment in the club's list: parties, amount, age, claim and link."""

    payer: str
    payee: str
    amount: str
    since: datetime
    claim_status: str
    url: str


_CLAIM_TEXTS: Final = {
    Payment.Status.CLAIMED: gettext_noop("marked as paid"),
    Payment.Status.DISPUTED: gettext_noop("disputed"),
}


def open_transfer_lines(
    club: Club, transfers: Iterable[Transfer], currency: str
) -> list[OpenTransferLine]:
    """Return the open payments as lines of a table, in the club's time zone."""
    zone = zone_of(club)
    transfers, lines = list(transfers), []
    names = holder_names(
        account for transfer in transfers for account in (transfer.payer, transfer.payee)
    )
    for transfer in transfers:
        status = transfer.claim_status  # type: ignore[attr-defined]
        lines.append(
            OpenTransferLine(
                payer=names[transfer.payer_id],
                payee=names[transfer.payee_id],
                amount=money.amount(transfer.open_amount, currency),
                since=timezone.localtime(transfer.settlement.created_at, zone),
                claim_status=_(_CLAIM_TEXTS[status]) if status else "",
                url=transfer_url(transfer.settlement.slug, transfer.pk),
            )
        )
    return lines


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """Texts of a settlement in the club's list: title, amount won, status and link."""

    at: datetime
    title: str
    detail: str
    url: str
    moved: str
    state: str
    is_open: bool


def settlement_lines(
    club: Club,
    settlements: Sequence[Settlement],
    rows: Sequence[SettledRow],
    names: SessionNames,
    sums: Mapping[int, SettlementSums],
) -> list[SettlementLine]:
    """Return the settlements as lines of a table. At most one query.

    :param rows: the columns of the same settlements, in the same order
    :param sums: amounts by settlement ID
    """
    events, zone = events_of_rows(rows), zone_of(club)
    lines = []
    for settlement, row in zip(settlements, rows, strict=True):
        title, known = origin(row, names, events).name, sums[settlement.pk]
        if settlement.is_correction:
            title = _("Correction: %(what)s") % {"what": title}
        lines.append(
            SettlementLine(
                at=timezone.localtime(settlement.created_at, zone),
                title=title,
                detail=settlement.reason,
                url=settlement_url(settlement.slug),
                moved=money.amount(known.moved, settlement.currency),
                state=_status_text(settlement, known),
                is_open=bool(known.open_amount),
            )
        )
    return lines


def _status_text(settlement: Settlement, sums: SettlementSums) -> str:
    """Return the settlement's status: for points, carried over, settled, or the amount due."""
    states: list[tuple[bool, Callable[[], str]]] = [
        (not settlement.currency, lambda: _("played for points")),
        (settlement.is_carried, lambda: _("carried over")),
        (not sums.transfers, lambda: _("nothing to pay")),
        (not sums.open_amount, lambda: _("settled")),
    ]
    for holds, words in states:
        if holds:
            return words()
    return _("%(amount)s due") % {"amount": money.amount(sums.open_amount, settlement.currency)}
