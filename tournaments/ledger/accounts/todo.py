"""To-do list of a club's accounts: disputes, what waits for an answer, and what is to be paid.

Keepers of the ledger also see what concerns the club, others only what concerns themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.common import money
from games.common.dates import date_format
from tournaments.clubs.models import Club
from tournaments.ledger.access import LedgerReader
from tournaments.ledger.accounts import selectors
from tournaments.ledger.accounts.context import ClubContext
from tournaments.ledger.accounts.selectors import AGES
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.book.models import Account
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import (
    PaymentAction,
    claim_actions,
    payment_actions,
    sides,
)
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import club_lines, result_lines, result_url
from tournaments.ledger.settling.debt_sentences import (
    ASKS_TO_WAIVE,
    DECLINED_TO_WAIVE,
    DISPUTED,
    DISPUTED_OWN_RECORD,
    DISPUTED_RECORD,
    IS_DUE,
    MARKED_AS_PAID,
    Sentences,
    debt_sentence,
    party_of,
)
from tournaments.ledger.settling.models import Transfer

#: Payments that are open for longer are overdue: a month.
OVERDUE_AFTER: Final = AGES[1]
#: Number of payments that each part lists.
LENGTH: Final = 10


@dataclass(frozen=True, slots=True)
class Todo:
    """Sentence, detail and action of one item."""

    sentence: str
    detail: str
    url: str
    #: Text of the link: what the reader can do.
    action: str
    #: Whether the reader is the one who has to act.
    is_for_reader: bool
    #: Whether it is the first of those, whose link is the page's main one.
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class TodoPart:
    """Items of one kind under a heading."""

    key: str
    title: str
    items: Sequence[Todo]
    #: Whether there are more than the listed ones.
    has_more: bool = False


def todo_parts(here: ClubContext) -> list[TodoPart]:
    """Return what has to be done, most urgent first; parts without items are left out.

    At most nine queries.
    """
    reader = LedgerReader(here.reader.pk, here.role)
    only_user = None if here.keeps_book else here.reader
    parts = [
        TodoPart("disputes", _("Disputes"), _disputes(here)),
        TodoPart("results", _("Results waiting to be accepted"), _results(here)),
        _payment_part(
            "answers", _("Payments waiting for an answer"), _claims(here.club, only_user), reader
        ),
        _own_part(here.club, reader),
        _overdue_part(here.club, only_user, reader),
        *([_house_part(here.club, reader)] if here.keeps_book else []),
    ]
    return _with_main_item([each for each in parts if each.items])


def _with_main_item(parts: Sequence[TodoPart]) -> list[TodoPart]:
    """Return the parts with the first item that the reader has to act on as the main one."""
    main = next((item for part in parts for item in part.items if item.is_for_reader), None)
    return [
        replace(
            part,
            items=[replace(item, is_main=True) if item is main else item for item in part.items],
        )
        for part in parts
    ]


def _disputes(here: ClubContext) -> list[Todo]:
    """Return the club's disputes, for keepers. At most one query."""
    if not here.keeps_book:
        return []
    reader = LedgerReader(here.reader.pk, here.role)
    found = []
    for each in selectors.disputes(here.club):
        transfer = each.payment.transfer
        own_sides = sides(reader, transfer.payer, transfer.payee)
        may_resolve = PaymentAction.RESOLVE in claim_actions(reader, own_sides, each.payment)
        said = _sentence(
            _dispute_sentences(each.payment, here.reader.pk),
            transfer,
            each.payment.amount,
            by=each.payment.claimed_by.shown_name,
        )
        detail = _("“%(text)s”, %(day)s") if each.words else "%(day)s"
        found.append(
            Todo(
                said,
                detail % {"text": each.words, "day": _day(each.at)},
                reverse("payment", args=[transfer.pk]),
                _("Resolve dispute") if may_resolve else _("View payment"),
                may_resolve,
            )
        )
    return found


def _dispute_sentences(payment: Payment, reader_id: int) -> Sentences:
    """Return the sentences on what was disputed or declined by whom."""
    if payment.kind == Payment.Kind.WAIVED:
        return DECLINED_TO_WAIVE
    if not payment.is_recorded:
        return DISPUTED
    return DISPUTED_OWN_RECORD if payment.claimed_by_id == reader_id else DISPUTED_RECORD


def _results(here: ClubContext) -> list[Todo]:
    """Return pending results: all of the club for keepers, else the reader's own.

    At most three queries.
    """
    if here.keeps_book:
        rows = list(waiting.of_club(here.club))
    else:
        rows = list(waiting.waiting_for(here.reader).filter(club=here.club))
    if not rows:
        return []
    own = {row.pk: result_url(row) for row in rows if row.user_id in (None, here.reader.pk)}
    events = waiting.events_of(rows)
    if here.keeps_book:
        lines = club_lines(rows, events, links=waiting.settlement_pages(rows) | own)
    else:
        lines = result_lines(rows, events, here.reader.pk)
    return [
        Todo(
            line.words,
            " · ".join((line.detail, _("Answer by %(day)s") % {"day": _day(line.lapses_at)})),
            line.url,
            pgettext("button", "Answer") if row.pk in own else _("View result"),
            row.pk in own,
        )
        for row, line in zip(rows, lines, strict=True)
    ]


def _claims(club: Club, only_user: User | None) -> QuerySet[Payment]:
    """Return the query for the club's claims without an answer, oldest first.

    :param only_user: only those that this user can answer
    """
    rows = Payment.objects.filter(
        status=Payment.Status.CLAIMED, transfer__payer__club=club, transfer__open_amount__gt=0
    )
    if only_user is not None:
        rows = rows.filter(transfer__payee__user=only_user).exclude(claimed_by=only_user)
    return rows.select_related("transfer__payer__user", "transfer__payee__user").order_by("pk")


def _payment_part(key: str, title: str, rows: QuerySet[Payment], reader: LedgerReader) -> TodoPart:
    """Return the first claims as items. One query."""
    found = list(rows[: LENGTH + 1])
    items = []
    for payment in found[:LENGTH]:
        transfer = payment.transfer
        own_sides = sides(reader, transfer.payer, transfer.payee)
        may_answer = PaymentAction.CONFIRM in claim_actions(reader, own_sides, payment)
        is_waiver = payment.kind == Payment.Kind.WAIVED
        said = _sentence(
            ASKS_TO_WAIVE if is_waiver else MARKED_AS_PAID,
            transfer,
            payment.amount,
            reader_id=reader.user_id if transfer.payee.user_id == reader.user_id else None,
        )
        answer = _("Waive or decline") if is_waiver else _("Confirm or dispute")
        items.append(
            Todo(
                said,
                _("Since %(day)s") % {"day": _day(payment.claimed_at)},
                reverse("payment", args=[transfer.pk]),
                answer if may_answer else _("View payment"),
                may_answer,
            )
        )
    return TodoPart(key, title, items, has_more=len(found) > LENGTH)


def _own_part(club: Club, reader: LedgerReader) -> TodoPart:
    """Return the first debts of the reader that are not claimed. One query."""
    rows = _unclaimed(club).filter(payer__user=reader.user_id)
    return _open_part("own", _("Your debts"), rows, reader)


def _overdue_part(club: Club, only_user: User | None, reader: LedgerReader) -> TodoPart:
    """Return the first unclaimed debts of others that have been open for a month. One query."""
    rows = _unclaimed(club).exclude(payer__user=reader.user_id)
    rows = rows.filter(settlement__created_at__lte=timezone.now() - OVERDUE_AFTER)
    if only_user is not None:
        rows = rows.filter(payee__user=only_user)
    return _open_part("overdue", _("Open for more than a month"), rows, reader)


def _house_part(club: Club, reader: LedgerReader) -> TodoPart:
    """Return the first open payments of the club's account that are in no other part. One query."""
    house = Account.Kind.HOUSE
    rows = _unclaimed(club).exclude(payer__user=reader.user_id)
    rows = rows.filter(Q(payer__kind=house) | Q(payee__kind=house))
    rows = rows.filter(settlement__created_at__gt=timezone.now() - OVERDUE_AFTER)
    return _open_part("house", _("Open payments of the club"), rows, reader)


def _unclaimed(club: Club) -> QuerySet[Transfer]:
    """Return the query for the club's open payments without a claim that waits or is disputed."""
    rows = Transfer.objects.filter(payer__club=club, open_amount__gt=0)
    return rows.exclude(payments__status__in=Payment.PENDING)


def _open_part(key: str, title: str, rows: QuerySet[Transfer], reader: LedgerReader) -> TodoPart:
    """Return the first of the open payments as items, oldest first. One query."""
    rows = rows.select_related("settlement", "payer__user", "payee__user")
    found = list(rows.order_by("settlement__created_at", "pk")[: LENGTH + 1])
    items = [_open_item(each, reader) for each in found[:LENGTH]]
    return TodoPart(key, title, items, has_more=len(found) > LENGTH)


def _open_item(transfer: Transfer, reader: LedgerReader) -> Todo:
    """Return an open payment as an item; its settlement and parties are prefetched."""
    you = reader.user_id
    said = _sentence(IS_DUE, transfer, transfer.open_amount, reader_id=you)
    own_sides = sides(reader, transfer.payer, transfer.payee)
    actions = payment_actions(own_sides, transfer.open_amount, transfer.open_amount)
    url = reverse("payment", args=[transfer.pk])
    action = _("View payment")
    is_club = Account.Kind.HOUSE in (transfer.payer.kind, transfer.payee.kind)
    if transfer.payer.user_id == you:
        action = _("Pay")
    elif is_club and {PaymentAction.PAID, PaymentAction.RECEIVED} & actions and reader.keeps_book:
        action = _("Record payment")
    elif PaymentAction.PAID in actions:
        action = _("Settle up")
    elif PaymentAction.REMIND_PAYER in actions:
        url, action = f"{url}#reminders", _("Set reminder")
    return Todo(
        said,
        _("Since %(day)s") % {"day": _day(transfer.settlement.created_at)},
        url,
        action,
        PaymentAction.PAID in actions,
    )


def _sentence(
    sentences: Sentences,
    transfer: Transfer,
    amount: int,
    *,
    reader_id: int | None = None,
    by: str = "",
) -> str:
    """Return the sentence on the transfer's parties.

    :param reader_id: the user that the sentence calls "you"; None if it names both parties
    :param by: name of who recorded the payment
    """
    payer, payee = (
        party_of(each, is_reader=reader_id is not None and each.user_id == reader_id)
        for each in (transfer.payer, transfer.payee)
    )
    return debt_sentence(sentences, payer, payee, _words(transfer, amount) | {"by": by})


def _words(transfer: Transfer, amount: int) -> dict[str, str]:
    """Return the parties' names and the amount."""
    names = holder_names((transfer.payer, transfer.payee))
    return {
        "payer": names[transfer.payer.pk],
        "payee": names[transfer.payee.pk],
        "amount": money.amount(amount, transfer.payer.currency),
    }


def _day(at: datetime) -> str:
    """Return the day as short text."""
    return date_format(timezone.localtime(at), "SHORT_DATE_FORMAT")
