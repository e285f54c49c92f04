"""Display data of the settlement page: payments first, then how they were computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money, numbers
from games.language import labels
from games.tables import links
from games.tables.models import Deal, Seat
from tournaments.ledger import selectors
from tournaments.ledger.links import event_parts
from tournaments.ledger.models import Settlement, is_final
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.presenter import PendingLine, pending_lines
from tournaments.ledger.policy import Visibility
from tournaments.ledger.presenter.names import (
    Events,
    events_of,
    names_of,
    source_name,
    source_url,
)
from tournaments.ledger.presenter.plain_text import plain_text
from tournaments.ledger.presenter.transfers import TransferLine, transfer_line
from tournaments.ledger.selectors import Access

_Source = Settlement.Source


@dataclass(frozen=True, slots=True)
class NetLine:
    """A player's win or loss."""

    name: str
    is_you: bool
    points: int
    #: Empty for points.
    money: str


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The results of a deal or of a part of an event."""

    label: str
    #: Empty if it has no page.
    url: str
    nets: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The results that make up the totals."""

    #: Column names, if they are the same in all rows; otherwise empty.
    names: Sequence[str]
    lines: Sequence[PlayedLine]


@dataclass(frozen=True, slots=True)
class CorrectionPart:
    """A correction with its differences and reason."""

    number: int
    reason: str
    #: Empty if no user made it.
    by: str
    at: datetime
    nets: Sequence[NetLine]
    transfers: Sequence[TransferLine]
    is_carried: bool


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """A settlement with all its corrections, for one reader."""

    title: str
    lead: str
    url: str
    #: Number of changes; the socket starts from it.
    version: int
    slug: str
    source_url: str
    is_for_money: bool
    is_of_balances: bool
    is_carried: bool
    transfers: Sequence[TransferLine]
    nets: Sequence[NetLine]
    debts: Sequence[str]
    explanation: Sequence[str]
    terms: Sequence[tuple[str, str]]
    played: PlayedTable | None
    corrections: Sequence[CorrectionPart]
    #: Earlier open amounts rolled into this list, with URLs.
    rolled_in: Sequence[tuple[str, str]]
    #: Amounts left out until players accept their results.
    pending: Sequence[PendingLine]
    #: Page where an organizer corrects the result; empty for other readers.
    correct_url: str
    #: The whole settlement as text for a chat.
    text: str


@dataclass(frozen=True, slots=True)
class ClosedSettlement:
    """A settlement for readers who may not see amounts."""

    title: str
    source_url: str
    #: Empty if there is none.
    club: str


@dataclass(frozen=True, slots=True)
class SettlementSummary:
    """The settlement on a finished session's page."""

    #: Whether the reader may see amounts.
    is_open: bool
    url: str
    is_for_money: bool
    is_carried: bool
    transfers: Sequence[TransferLine] = ()
    debts: Sequence[str] = ()
    pending: Sequence[PendingLine] = ()
    #: The whole settlement as text for a chat.
    text: str = ""


def settlement_summary(session_id: int, user: User | None) -> SettlementSummary | None:
    """Return the session's settlement in short; None before it is settled. At most 15 queries."""
    found = selectors.session_settlement(session_id)
    if found is None:
        return None
    access = selectors.access_to(found, user)
    url, is_for_money = found.get_absolute_url(), bool(found.currency)
    if access.visibility != Visibility.EVERYTHING:
        return SettlementSummary(False, url, is_for_money, found.is_carried)
    whole = selectors.whole_family(found)
    names = names_of(whole)
    lines = [line for each in whole for line in _transfers(each, access, names)]
    debts = _debts(whole[0], names, access)
    text = _chat_text(whole, {}, access, names)
    pending = _pending(whole[0], access)
    return SettlementSummary(True, url, is_for_money, found.is_carried, lines, debts, pending, text)


def settlement_page(found: Settlement, access: Access, user: User | None) -> SettlementPage:
    """Return the whole page. Ten queries, whatever the number of players and payments.

    Two more if it includes earlier payments, plus the cost of the event's slots.

    :param found: the first settlement of its session or event
    :param access: a access of a reader who may see everything
    """
    whole = selectors.whole_family(found)
    events = events_of(whole)
    first = whole[0]
    names = names_of(whole)
    played = _played_table(first, access, user)
    pending = _pending(first, access)
    return SettlementPage(
        title=source_name(first, events),
        lead=_lead(first, events),
        url=first.get_absolute_url(),
        version=len(whole) + sum(each.version for each in whole),
        slug=first.slug,
        source_url=source_url(first, events),
        is_for_money=bool(first.currency),
        is_of_balances=first.source == _Source.CLUB,
        is_carried=first.is_carried,
        transfers=_transfers(first, access, names),
        nets=_totals(whole, names, access),
        debts=_debts(first, names, access),
        explanation=_explanation(first, names, has_pending=any(each.is_open for each in pending)),
        terms=_terms(first),
        played=played,
        corrections=[_correction(each, access, names) for each in whole[1:]],
        rolled_in=_rolled_in(first),
        pending=pending,
        correct_url=(
            reverse("settlement_correct", args=[first.slug]) if may_correct(first, access) else ""
        ),
        text=_chat_text(whole, events, access, names),
    )


def closed_settlement(found: Settlement) -> ClosedSettlement:
    """Return the page without amounts. One query for an event's name."""
    events = events_of([found])
    return ClosedSettlement(
        source_name(found, events),
        source_url(found, events),
        "" if found.club is None else found.club.name,
    )


def may_correct(first: Settlement, access: Access) -> bool:
    """Return whether the reader can correct the result here: of a session at a club's table.

    Final results cannot be corrected.
    """
    if first.session is None or is_final(first.session.finished_at, timezone.now()):
        return False
    return first.source == _Source.SESSION and access.reader.keeps_book


# --- Parts of the page


def _lead(first: Settlement, events: Events) -> str:
    parts = []
    if first.source != _Source.CLUB and first.club is not None:
        parts.append(first.club.name)
    if rules := first.terms.get("rules_name"):
        parts.append(labels.rules_label(rules))
    if first.source != _Source.CLUB:
        parts.append(money.stake(first.stake_minor if first.currency else 0, first.currency))
    return " · ".join(parts)


def _chat_text(
    whole: Sequence[Settlement], events: Events, access: Access, names: Mapping[int, str]
) -> str:
    """Return the settlement and its corrections as text for a chat."""
    first = whole[0]
    if not first.currency:
        outcome = _("Played for points, so there’s nothing to pay.")
    elif first.is_carried:
        outcome = _("Nothing to pay yet. These balances will roll into the club’s next settlement.")
    else:
        outcome = _("No one owes anything.")
    return plain_text(
        [source_name(first, events), _lead(first, events)],
        _totals(whole, names, access),
        [line for each in whole for line in _transfers(each, access, names)],
        outcome=outcome,
        url=first.get_absolute_url(),
    )


def _transfers(each: Settlement, access: Access, names: Mapping[int, str]) -> list[TransferLine]:
    """Return the payments, the reader's own first."""
    lines = [
        transfer_line(due, each, access.reader, (names[due.payer_id], names[due.payee_id]))
        for due in each.transfers.all()
    ]
    lines.sort(key=lambda line: not (line.is_yours or line.is_to_you))
    return lines


def _totals(whole: Sequence[Settlement], names: Mapping[int, str], access: Access) -> list[NetLine]:
    points: dict[int, int] = {}
    amounts: dict[int, int] = {}
    you = _own_account(whole, access)
    for settlement in whole:
        for each in settlement.balances.all():
            points[each.account_id] = points.get(each.account_id, 0) + each.points
            amounts[each.account_id] = amounts.get(each.account_id, 0) + each.amount
    currency = whole[0].currency
    by_amount = sorted(points, key=lambda account: -amounts[account])
    return [
        NetLine(
            names[account],
            account == you,
            points[account],
            money.amount(amounts[account], currency, sign=True) if currency else "",
        )
        for account in by_amount
    ]


def _own_account(whole: Sequence[Settlement], access: Access) -> int | None:
    """Return the reader's account, if any; balances are prefetched."""
    reader = access.reader.user_id
    if reader is None:
        return None
    accounts = (each.account for settlement in whole for each in settlement.balances.all())
    return next((account.pk for account in accounts if account.user_id == reader), None)


def _debts(each: Settlement, names: Mapping[int, str], access: Access) -> list[str]:
    you = _own_account([each], access)
    found = []
    for debt in each.debts.all():
        amount = money.amount(debt.amount, each.currency)
        words = {"payer": names[debt.payer_id], "payee": names[debt.payee_id], "amount": amount}
        if debt.payer_id == you:
            found.append(_("You lost %(amount)s to %(payee)s") % words)
        elif debt.payee_id == you:
            found.append(_("%(payer)s lost %(amount)s to you") % words)
        else:
            found.append(_("%(payer)s lost %(amount)s to %(payee)s") % words)
    return found


def _correction(each: Settlement, access: Access, names: Mapping[int, str]) -> CorrectionPart:
    return CorrectionPart(
        number=each.number,
        reason=each.reason,
        by="" if each.made_by is None else each.made_by.shown_name,
        at=each.created_at,
        nets=_totals([each], names, access),
        transfers=_transfers(each, access, names),
        is_carried=each.is_carried,
    )


def _pending(first: Settlement, access: Access) -> list[PendingLine]:
    """Return the pending amounts. One query; none if it was for points."""
    if not first.currency:
        return []
    return pending_lines(waiting.of_settlement(first), access.reader.user_id)


def _rolled_in(first: Settlement) -> list[tuple[str, str]]:
    return [
        (
            money.amount(each.amount, first.currency),
            each.transfer.settlement.get_absolute_url(),
        )
        for each in first.took_up.all()
    ]


def _played_table(first: Settlement, access: Access, user: User | None) -> PlayedTable | None:
    if first.session is not None:
        seats, deals = selectors.played(first.session.pk)
        return _deals_table(first, seats, deals, sees_deals=access.sees_deals)
    if first.event is not None:
        lines = [
            PlayedLine(part.label, part.url, part.nets)
            for part in event_parts(first.event, user) or ()
        ]
        heads = [[name for name, _points in line.nets] for line in lines]
        alike = bool(heads) and all(each == heads[0] for each in heads)
        return PlayedTable(heads[0] if alike else (), lines)
    return None


def _deals_table(
    first: Settlement, seats: Sequence[Seat], deals: Sequence[Deal], *, sees_deals: bool
) -> PlayedTable:
    assert first.session is not None
    names = [seat.name for seat in seats]
    table, number = first.session.table.slug, first.session.number
    lines = [
        PlayedLine(
            _("Deal %(number)s") % {"number": deal.number},
            links.deal_page(table, number, deal.number) if sees_deals else "",
            list(zip(names, deal.nets or (), strict=True)),
        )
        for deal in deals
    ]
    return PlayedTable(names, lines)


def _explanation(first: Settlement, names: Mapping[int, str], *, has_pending: bool) -> list[str]:
    """Return sentences about how the payment list was made.

    :param has_pending: whether results wait for their players' answers
    """
    found = []
    balances = list(first.balances.all())
    most = max((each.points for each in balances), default=0)
    if most > 0:
        best = [names[each.account_id] for each in balances if each.points == most]
        found.append(_winner_sentence(first, best, most))
    debts, payments = len(first.debts.all()), len(first.transfers.all())
    if not first.currency:
        found.append(_("Played for points, so there’s nothing to pay."))
    elif first.is_carried:
        found.append(
            _(
                "Nothing to pay yet: the club keeps running balances. A payment list will be"
                " created when the club settles."
            )
        )
    elif not payments and not has_pending:
        found.append(_("Everyone broke even, so no one owes anything."))
    elif payments:
        found.append(_simplified_sentence(len(balances), debts, payments))
        found.append(
            _("That’s the fewest payments possible.")
            if first.is_shortest
            else _("With this many players, a slightly shorter payment list may be possible.")
        )
    return found


def _winner_sentence(first: Settlement, best: list[str], most: int) -> str:
    words = {
        "names": numbers.listed(best),
        "points": money.points(most),
        "stake": money.stake(first.stake_minor, first.currency),
    }
    if first.currency:
        if len(best) == 1:
            return _("%(names)s won %(points)s at %(stake)s.") % words
        return _("%(names)s won %(points)s each at %(stake)s.") % words
    if len(best) == 1:
        return _("%(names)s won %(points)s.") % words
    return _("%(names)s won %(points)s each.") % words


def _simplified_sentence(balances: int, debts: int, payments: int) -> str:
    if not debts:
        return ngettext(
            "%(balances)d balances are settled by %(payments)d payment.",
            "%(balances)d balances are settled by %(payments)d payments.",
            payments,
        ) % {"balances": balances, "payments": payments}
    if debts == 1:
        return _("1 debt is settled by 1 payment.")
    return ngettext(
        "%(debts)d debts are simplified to %(payments)d payment.",
        "%(debts)d debts are simplified to %(payments)d payments.",
        payments,
    ) % {"debts": debts, "payments": payments}


def _terms(first: Settlement) -> list[tuple[str, str]]:
    """Return the agreed terms stored with the settlement."""
    terms, found = first.terms, []
    if rules := terms.get("rules_name"):
        found.append((_("Rules"), labels.rules_label(rules)))
    if deals := terms.get("deals"):
        words = numbers.unsigned(deals)
        if (done := terms.get("played")) is not None and done != deals:
            words = _("%(deals)s (%(played)s played)") % {
                "deals": words,
                "played": numbers.unsigned(done),
            }
        found.append((_("Deals"), words))
    if target := terms.get("target"):
        found.append((_("Target score"), money.points(target)))
    if first.source != _Source.CLUB:
        stake = money.stake(terms.get("stake_minor") or 0, terms.get("currency") or "")
        found.append((_("Stake"), stake))
        if terms.get("currency") and not first.currency:
            found.append((_("Settled in"), _("For points, because bots played")))
    return found
