"""Texts of the settlement page: payments first, then how they were computed."""

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
from games.tables.models import Deal, Seat
from tournaments.ledger.corrections.models import is_final
from tournaments.ledger.links import event_parts
from tournaments.ledger.payments.lines import TransferLine, transfer_line
from tournaments.ledger.payments.policy import Visibility
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import PendingLine, pending_lines
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import Events, events_of, names_of, source_name, source_url
from tournaments.ledger.settling.plain_text import plain_text
from tournaments.ledger.settling.selectors import Access

_Source = Settlement.Source


@dataclass(frozen=True, slots=True)
class NetLine:
    """A player's win or loss over all corrections, in points and in money as text."""

    name: str
    is_you: bool
    points: int
    #: Empty for points.
    money: str


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Label, page and (name, points) pairs of a deal or of a part of an event."""

    label: str
    #: Empty if it has no page.
    url: str
    nets: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The results of deals or event parts that make up a settlement's totals."""

    #: Column names, if they are the same in all rows; otherwise empty.
    names: Sequence[str]
    lines: Sequence[PlayedLine]


@dataclass(frozen=True, slots=True)
class CorrectionPart:
    """Texts of a correction: its reason, author, differences and payments."""

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
    """Texts of a settlement's page, with all its corrections, for one reader."""

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
class SettlementSummary:
    """A settlement in short for a session's page; without lists if amounts are hidden."""

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
    """Return the session's settlement in short; without lists if the user may not see amounts.

    None before it is settled. At most 15 queries.
    """
    settlement = selectors.session_settlement(session_id)
    if settlement is None:
        return None
    access = selectors.access_to(settlement, user)
    url, is_for_money = settlement.get_absolute_url(), bool(settlement.currency)
    if access.visibility != Visibility.EVERYTHING:
        return SettlementSummary(False, url, is_for_money, settlement.is_carried)
    settlements = selectors.family_with_relations(settlement)
    names = names_of(settlements)
    transfers = [line for each in settlements for line in _transfer_lines(each, access, names)]
    debts = _debt_sentences(settlements[0], names, access)
    text = _chat_text(settlements, {}, access, names)
    pending = _pending_amounts(settlements[0], access)
    return SettlementSummary(
        True, url, is_for_money, settlement.is_carried, transfers, debts, pending, text
    )


def settlement_page(settlement: Settlement, access: Access, user: User | None) -> SettlementPage:
    """Return the settlement's page with all corrections, for a reader who may see everything.

    Ten queries for any number of payments.

    Two more if it includes earlier payments, plus the cost of the event's slots.

    :param settlement: the first settlement of its session or event
    :param access: the access of a reader who may see everything
    """
    settlements = selectors.family_with_relations(settlement)
    events = events_of(settlements)
    first = settlements[0]
    names = names_of(settlements)
    played = _played_table(first, access, user)
    pending = _pending_amounts(first, access)
    return SettlementPage(
        title=source_name(first, events),
        lead=_lead_text(first, events),
        url=first.get_absolute_url(),
        version=len(settlements) + sum(each.version for each in settlements),
        slug=first.slug,
        source_url=source_url(first, events),
        is_for_money=bool(first.currency),
        is_of_balances=first.source == _Source.CLUB,
        is_carried=first.is_carried,
        transfers=_transfer_lines(first, access, names),
        nets=_total_lines(settlements, names, access),
        debts=_debt_sentences(first, names, access),
        explanation=_explanation(first, names, has_pending=any(each.is_open for each in pending)),
        terms=_term_lines(first),
        played=played,
        corrections=[_correction_part(each, access, names) for each in settlements[1:]],
        rolled_in=_rolled_in_amounts(first),
        pending=pending,
        correct_url=(
            reverse("settlement_correct", args=[first.slug]) if may_correct(first, access) else ""
        ),
        text=_chat_text(settlements, events, access, names),
    )


def may_correct(settlement: Settlement, access: Access) -> bool:
    """Return whether the reader can correct the result here.

    Only organizers can, only sessions at a club's table, and only within a week.
    """
    if settlement.session is None or is_final(settlement.session.finished_at, timezone.now()):
        return False
    return settlement.source == _Source.SESSION and access.reader.keeps_book


# --- Parts of the page


def _lead_text(settlement: Settlement, events: Events) -> str:
    """Return the line under the title: club, rules and stake."""
    parts = []
    if settlement.source != _Source.CLUB and settlement.club is not None:
        parts.append(settlement.club.name)
    if rules := settlement.terms.get("rules_name"):
        parts.append(labels.rules_label(rules))
    if settlement.source != _Source.CLUB:
        parts.append(
            money.stake(settlement.stake_minor if settlement.currency else 0, settlement.currency)
        )
    return " · ".join(parts)


def _chat_text(
    settlements: Sequence[Settlement], events: Events, access: Access, names: Mapping[int, str]
) -> str:
    """Return the settlement and its corrections as text for a chat."""
    first = settlements[0]
    if not first.currency:
        outcome = _("Played for points, so there’s nothing to pay.")
    elif first.is_carried:
        outcome = _("Nothing to pay yet. These balances will roll into the club’s next settlement.")
    else:
        outcome = _("No one owes anything.")
    return plain_text(
        [source_name(first, events), _lead_text(first, events)],
        _total_lines(settlements, names, access),
        [line for each in settlements for line in _transfer_lines(each, access, names)],
        outcome=outcome,
        url=first.get_absolute_url(),
    )


def _transfer_lines(
    settlement: Settlement, access: Access, names: Mapping[int, str]
) -> list[TransferLine]:
    """Return the settlement's payments as lines, the reader's own first."""
    lines = [
        transfer_line(
            transfer,
            settlement,
            access.reader,
            (names[transfer.payer_id], names[transfer.payee_id]),
        )
        for transfer in settlement.transfers.all()
    ]
    lines.sort(key=lambda line: not (line.is_yours or line.is_to_you))
    return lines


def _total_lines(
    settlements: Sequence[Settlement], names: Mapping[int, str], access: Access
) -> list[NetLine]:
    """Return each player's total over the settlements, highest amount first."""
    points: dict[int, int] = {}
    amounts: dict[int, int] = {}
    you = _own_account(settlements, access)
    for settlement in settlements:
        for each in settlement.balances.all():
            points[each.account_id] = points.get(each.account_id, 0) + each.points
            amounts[each.account_id] = amounts.get(each.account_id, 0) + each.amount
    currency = settlements[0].currency
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


def _own_account(settlements: Sequence[Settlement], access: Access) -> int | None:
    """Return the ID of the reader's account in the settlements; None if there is none."""
    reader = access.reader.user_id
    if reader is None:
        return None
    accounts = (each.account for settlement in settlements for each in settlement.balances.all())
    return next((account.pk for account in accounts if account.user_id == reader), None)


def _debt_sentences(settlement: Settlement, names: Mapping[int, str], access: Access) -> list[str]:
    """Return who lost how much to whom in the settlement, as sentences."""
    you = _own_account([settlement], access)
    found = []
    for debt in settlement.debts.all():
        amount = money.amount(debt.amount, settlement.currency)
        words = {"payer": names[debt.payer_id], "payee": names[debt.payee_id], "amount": amount}
        if debt.payer_id == you:
            found.append(_("You lost %(amount)s to %(payee)s") % words)
        elif debt.payee_id == you:
            found.append(_("%(payer)s lost %(amount)s to you") % words)
        else:
            found.append(_("%(payer)s lost %(amount)s to %(payee)s") % words)
    return found


def _correction_part(
    correction: Settlement, access: Access, names: Mapping[int, str]
) -> CorrectionPart:
    """Return the correction with its differences and payments."""
    return CorrectionPart(
        number=correction.number,
        reason=correction.reason,
        by="" if correction.made_by is None else correction.made_by.shown_name,
        at=correction.created_at,
        nets=_total_lines([correction], names, access),
        transfers=_transfer_lines(correction, access, names),
        is_carried=correction.is_carried,
    )


def _pending_amounts(settlement: Settlement, access: Access) -> list[PendingLine]:
    """Return amounts that wait for acceptance. One query; none if it was for points."""
    if not settlement.currency:
        return []
    return pending_lines(waiting.of_settlement(settlement), access.reader.user_id)


def _rolled_in_amounts(settlement: Settlement) -> list[tuple[str, str]]:
    """Return (amount, settlement URL) of each earlier open payment that this list replaced."""
    return [
        (
            money.amount(each.amount, settlement.currency),
            each.transfer.settlement.get_absolute_url(),
        )
        for each in settlement.took_up.all()
    ]


def _played_table(settlement: Settlement, access: Access, user: User | None) -> PlayedTable | None:
    """Return the results of the session's deals or the event's parts; None for balances."""
    if settlement.session is not None:
        seats, deals = selectors.seats_and_scored_deals(settlement.session.pk)
        return _deals_table(settlement, seats, deals, sees_deals=access.sees_deals)
    if settlement.event is not None:
        lines = [
            PlayedLine(part.label, part.url, part.nets)
            for part in event_parts(settlement.event, user) or ()
        ]
        heads = [[name for name, _points in line.nets] for line in lines]
        alike = bool(heads) and all(each == heads[0] for each in heads)
        return PlayedTable(heads[0] if alike else (), lines)
    return None


def _deals_table(
    settlement: Settlement, seats: Sequence[Seat], deals: Sequence[Deal], *, sees_deals: bool
) -> PlayedTable:
    """Return the results of the session's deals, with links if the reader sees the deals."""
    assert settlement.session is not None
    names = [seat.name for seat in seats]
    table, number = settlement.session.table.slug, settlement.session.number
    lines = [
        PlayedLine(
            _("Deal %(number)s") % {"number": deal.number},
            reverse("replay", args=[table, number, deal.number]) if sees_deals else "",
            list(zip(names, deal.nets or (), strict=True)),
        )
        for deal in deals
    ]
    return PlayedTable(names, lines)


def _explanation(
    settlement: Settlement, names: Mapping[int, str], *, has_pending: bool
) -> list[str]:
    """Return sentences about who won most and how the payment list was made.

    :param has_pending: whether results wait for their players' answers
    """
    found = []
    balances = list(settlement.balances.all())
    top_points = max((each.points for each in balances), default=0)
    if top_points > 0:
        winners = [names[each.account_id] for each in balances if each.points == top_points]
        found.append(_winner_sentence(settlement, winners, top_points))
    debts, payments = len(settlement.debts.all()), len(settlement.transfers.all())
    if not settlement.currency:
        found.append(_("Played for points, so there’s nothing to pay."))
    elif settlement.is_carried:
        found.append(
            _(
                "Nothing to pay yet: the club keeps running balances. A payment list will be"
                " created when the club settles them."
            )
        )
    elif not payments and not has_pending:
        found.append(_("Everyone broke even, so no one owes anything."))
    elif payments:
        found.append(_simplified_sentence(len(balances), debts, payments))
        found.append(
            _("That’s the fewest payments possible.")
            if settlement.is_shortest
            else _("With this many players, a slightly shorter payment list may be possible.")
        )
    return found


def _winner_sentence(settlement: Settlement, names: list[str], points: int) -> str:
    """Return a sentence on the points that the winners won."""
    words = {
        "names": numbers.listed(names),
        "points": money.points(points),
        "stake": money.stake(settlement.stake_minor, settlement.currency),
    }
    if settlement.currency:
        if len(names) == 1:
            return _("%(names)s won %(points)s at %(stake)s.") % words
        return _("%(names)s won %(points)s each at %(stake)s.") % words
    if len(names) == 1:
        return _("%(names)s won %(points)s.") % words
    return _("%(names)s won %(points)s each.") % words


def _simplified_sentence(balances: int, debts: int, payments: int) -> str:
    """Return a sentence on how many payments settle the debts or balances."""
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


def _term_lines(settlement: Settlement) -> list[tuple[str, str]]:
    """Return the agreed terms stored with the settlement as (label, text)."""
    terms, found = settlement.terms, []
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
    if settlement.source != _Source.CLUB:
        stake = money.stake(terms.get("stake_minor") or 0, terms.get("currency") or "")
        found.append((_("Stake"), stake))
        if terms.get("currency") and not settlement.currency:
            found.append((_("Settled in"), _("Points, because bots played")))
    return found
