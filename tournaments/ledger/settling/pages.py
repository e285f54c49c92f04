"""Settlement pages, and the settlement part of session pages.

Payments come first, then how they were computed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from accounts.guests import person
from accounts.models import User
from games.common import money
from games.common.http import is_fragment
from games.common.numbers import listed_html
from games.language import labels
from games.tables import links
from games.tables.selectors import finished_session
from tournaments.ledger.access import Visibility
from tournaments.ledger.book.models import Account
from tournaments.ledger.corrections.forms import result_form
from tournaments.ledger.corrections.services import may_correct, open_correction
from tournaments.ledger.payments.lines import TransferLine, transfer_line, with_main_action
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import PendingLine, pending_lines
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.debt_sentences import LOST, OWES, debt_sentence, party_of
from tournaments.ledger.settling.explanation import (
    PlayedTable,
    explanation_sentences,
    played_table,
    term_lines,
)
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import Events, events_of, names_of, source_name, source_url
from tournaments.ledger.settling.plain_text import plain_text
from tournaments.ledger.settling.result_parts import result_parts
from tournaments.ledger.settling.selectors import Access
from tournaments.ledger.settling.winnings import Result

_Source = Settlement.Source


@dataclass(frozen=True, slots=True)
class NetLine:
    """A player's win or loss over all corrections, in points and in money as text."""

    name: str
    is_you: bool
    points: int
    #: Empty for points.
    money: str
    #: Stake, entry fee and prize within the money; empty if it comes from the stake alone.
    parts: str = ""


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
    #: Whether points are worth money, so that pages show them beside it.
    has_stake: bool
    through_club: bool
    transfers: Sequence[TransferLine]
    nets: Sequence[NetLine]
    debts: Sequence[str]
    explanation: Sequence[str]
    terms: Sequence[tuple[str, str]]
    played: PlayedTable | None
    corrections: Sequence[CorrectionPart]
    #: Earlier open amounts rolled into this list, as HTML with links.
    rolled_in: SafeString
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
    [transfers] = with_main_action(
        [[line for each in settlements for line in _transfer_lines(each, access, names)]]
    )
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
    played = played_table(first, access, user)
    pending = _pending_amounts(first, access)
    transfers, *of_corrections = with_main_action(
        _transfer_lines(each, access, names) for each in settlements
    )
    return SettlementPage(
        title=source_name(first, events),
        lead=_lead_text(first, events),
        url=first.get_absolute_url(),
        version=len(settlements) + sum(each.version for each in settlements),
        slug=first.slug,
        source_url=source_url(first, events),
        is_for_money=bool(first.currency),
        is_of_balances=not first.is_of_game,
        is_carried=first.is_carried,
        has_stake=bool(first.stake_minor),
        through_club=first.through_club,
        transfers=transfers,
        nets=_total_lines(settlements, names, access),
        debts=_debt_sentences(first, names, access),
        explanation=explanation_sentences(
            first, names, has_pending=any(each.is_open for each in pending)
        ),
        terms=term_lines(first),
        played=played,
        corrections=[
            _correction_part(each, access, names, lines)
            for each, lines in zip(settlements[1:], of_corrections, strict=True)
        ],
        rolled_in=_rolled_in_amounts(first),
        pending=pending,
        correct_url=(
            reverse("settlement_correct", args=[first.slug]) if may_correct(first, access) else ""
        ),
        text=_chat_text(settlements, events, access, names),
    )


# --- Parts of the page


def _lead_text(settlement: Settlement, events: Events) -> str:
    """Return the line under the title: club, rules and stake."""
    parts = []
    if settlement.source != _Source.CLUB and settlement.club is not None:
        parts.append(settlement.club.name)
    if rules := settlement.terms.get("rules_name"):
        parts.append(labels.rules_label(rules))
    fee = settlement.terms.get("fee_minor") if settlement.currency else 0
    if settlement.is_of_game and (settlement.stake_minor or not fee):
        parts.append(
            money.stake(settlement.stake_minor if settlement.currency else 0, settlement.currency)
        )
    if fee:
        parts.append(_("Entry fee %(fee)s") % {"fee": money.amount(fee, settlement.currency)})
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
    totals: dict[int, Result] = {}
    houses: set[int] = set()
    you = _own_account(settlements, access)
    amounts: dict[int, int] = {}
    for settlement in settlements:
        for each in settlement.balances.all():
            part = Result(each.points, each.fee, each.prize)
            totals[each.account_id] = totals.get(each.account_id, Result(0)).plus(part)
            amounts[each.account_id] = amounts.get(each.account_id, 0) + each.amount
            if each.account.kind == Account.Kind.HOUSE and settlement.source != _Source.SESSION:
                houses.add(each.account_id)
    currency = settlements[0].currency
    # The club is named only where it won or lost; bots in seats always.
    shown = [each for each in totals if each not in houses or totals[each].points or amounts[each]]
    by_amount = sorted(shown, key=lambda account: -amounts[account])
    return [
        NetLine(
            names[account],
            account == you,
            totals[account].points,
            money.amount(amounts[account], currency, sign=True) if currency else "",
            _parts_text(totals[account], amounts[account], currency),
        )
        for account in by_amount
    ]


def _parts_text(total: Result, amount: int, currency: str) -> str:
    """Return stake, fee and prize of a total, which come to this amount, as text."""
    return result_parts(amount + total.fee - total.prize, total.fee, total.prize, currency)


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
    # Fees and prizes are owed, but not lost to another player.
    is_of_play = not any(each.fee or each.prize for each in settlement.balances.all())
    sentences = LOST if is_of_play else OWES
    accounts = {each.account_id: each.account for each in settlement.balances.all()}
    found = []
    for debt in settlement.debts.all():
        amount = money.amount(debt.amount, settlement.currency)
        words = {"payer": names[debt.payer_id], "payee": names[debt.payee_id], "amount": amount}
        payer, payee = (
            party_of(accounts[pk], settlement, is_reader=pk == you)
            for pk in (debt.payer_id, debt.payee_id)
        )
        found.append(debt_sentence(sentences, payer, payee, words))
    return found


def _correction_part(
    correction: Settlement, access: Access, names: Mapping[int, str], lines: Sequence[TransferLine]
) -> CorrectionPart:
    """Return the correction with its differences and payments."""
    return CorrectionPart(
        number=correction.number,
        reason=correction.reason,
        by="" if correction.made_by is None else correction.made_by.shown_name,
        at=correction.created_at,
        nets=_total_lines([correction], names, access),
        transfers=lines,
        is_carried=correction.is_carried,
    )


def _pending_amounts(settlement: Settlement, access: Access) -> list[PendingLine]:
    """Return amounts that wait for acceptance. One query; none if it was for points."""
    if not settlement.currency:
        return []
    return pending_lines(waiting.of_settlement(settlement), access.reader.user_id)


def _rolled_in_amounts(settlement: Settlement) -> SafeString:
    """Return the earlier open payments that this list replaced, as HTML with links."""
    return listed_html(
        [
            format_html(
                '<a href="{}">{}</a>',
                each.transfer.settlement.get_absolute_url(),
                money.amount(each.amount, settlement.currency),
            )
            for each in settlement.took_up.all()
        ]
    )


# --- Views


def visible_settlement(request: HttpRequest, slug: str) -> tuple[Settlement, Access]:
    """Return the settlement with this slug and what the reader may see of it.

    :raises Http404: if the reader may not know about it
    """
    found = selectors.settlement(slug)
    access = None if found is None else selectors.access_to(found, person(request))
    if found is None or access is None or access.visibility == Visibility.NOTHING:
        raise Http404(_("This settlement doesn’t exist or is private."))
    return found, access


@never_cache
@require_safe
def settlement(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a settlement with its corrections, or its title only if amounts are hidden.

    Corrections redirect to the first settlement, visitors without access to sign-in.
    """
    try:
        found, access = visible_settlement(request, slug)
    except Http404:
        # A user who follows the link may have access after signing in.
        if person(request) is not None:
            raise
        return redirect_to_login(request.get_full_path())
    if found.is_correction:
        first = selectors.family(found)[0]
        return redirect(f"{first.get_absolute_url()}#correction-{found.number}")
    if access.visibility != Visibility.EVERYTHING:
        events = events_of([found])
        closed = {
            "title": source_name(found, events),
            "source_url": source_url(found, events),
        }
        return render(request, "tournaments/ledger/closed.html", closed)
    page = settlement_page(found, access, person(request))
    context_of_page: dict[str, Any] = {"page": page, "here": "settlement"}
    if found.session is not None:
        context_of_page["proposed"] = open_correction(found.session.pk)
    if page.correct_url and found.session is not None:
        context_of_page["form"] = result_form(found.session)
    return render(request, "tournaments/ledger/settlement.html", context_of_page)


@never_cache
@require_GET
def session_settlement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a session's settlement in short as a part for htmx, or redirect to its own page.

    Until it is settled, there is a page that waits for a live message and then reloads itself.
    """
    user = person(request)
    session = finished_session(slug, number, user)
    if session is None:
        raise Http404(_("This game doesn’t exist, isn’t finished or is private."))
    summary = settlement_summary(session.pk, user)
    if summary is not None and summary.is_open and not is_fragment(request):
        return redirect(summary.url)
    context = {
        "summary": summary,
        "here_url": reverse("session_settlement", args=[slug, number]),
        "session_url": session.get_absolute_url(),
        "socket": f"/ws/settlements/{slug}/{number}/",
        "origin": links.origin_of(session.table_id) if session.is_part else None,
        "is_part": session.is_part,
    }
    part, page = "tournaments/ledger/part.html", "tournaments/ledger/page.html"
    return render(request, part if is_fragment(request) else page, context)
