"""Senders of notices about settlements and payments: home page and mails."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.notices.kinds import (
    ABOUT_SETTLEMENTS,
    ABOUT_TRANSFERS,
    ASKING_KINDS,
    GROUPS,
    LedgerKind,
)
from tournaments.ledger.notices.texts import creditor_text, departure_text, notice_text
from tournaments.ledger.payments.selectors import awaiting_answer_by_id, debts_by_id
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.names import Events, events_of


@dataclass(frozen=True, slots=True)
class LedgerSubject:
    """A settlement with its club and session, and what notices say about its payments."""

    settlement: Settlement
    #: Events of this and other settlements by ID.
    events: Events
    #: The due payments that a notice may name, with their payers and payees.
    transfers: Sequence[Transfer] = ()


class LedgerSender(Sender[LedgerSubject]):
    """Base of the senders of notices about settlements and about transfers."""

    groups = GROUPS
    mail_lifetime = timedelta(days=2)

    def text(self, notice: Notice, subject: LedgerSubject) -> NoticeText:
        """Return the notice's text in the active language."""
        return notice_text(notice, subject.settlement, subject.events, subject.transfers)

    def mail_language(self, subject: LedgerSubject) -> str:
        """Return the club's language; outside clubs, the site's."""
        club = subject.settlement.club
        return settings.LANGUAGE_CODE if club is None else club.language

    def mail_lines(self, notice: Notice, subject: LedgerSubject) -> list[str]:
        """Return that the site never moves money."""
        return [_("We only keep track of who owes whom. We never charge fees or move money.")]


class SettlementSender(LedgerSender):
    """Notices about settlements."""

    model = Settlement
    kinds = ABOUT_SETTLEMENTS
    #: Players often answer at once, at the table.
    mail_delay = timedelta(minutes=30)

    def subjects(self, ids: Collection[int]) -> Mapping[int, LedgerSubject]:
        """Return the settlements with their open payments by primary key. At most three queries."""
        found = Settlement.objects.select_related("session__table", "club").in_bulk(ids)
        events, transfers = events_of(found.values()), defaultdict(list)
        due = Transfer.objects.filter(settlement__in=found, open_amount__gt=0).order_by("pk")
        for each in due.select_related("payer__user", "payee__user"):
            transfers[each.settlement_id].append(each)
        return {
            key: LedgerSubject(settlement, events, transfers[key])
            for key, settlement in found.items()
        }

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for all kinds except pending results, and debts of the user.

        Both are shown as long as they wait (``tournaments.ledger.provides``).
        """
        is_of_debt = Q(kind__in=(LedgerKind.SETTLED, LedgerKind.ACCEPTED)) & Exists(
            Transfer.objects.filter(settlement=OuterRef("subject_id"), payer__user=user_id)
        )
        shown = [each for each in self.kinds if each != LedgerKind.PENDING]
        return Q(~is_of_debt, kind__in=shown)


class TransferSender(LedgerSender):
    """Notices about transfers, for payers, payees and keepers."""

    model = Transfer
    kinds = ABOUT_TRANSFERS
    #: At the table, payees confirm most payments at once.
    mail_delay = timedelta(minutes=10)

    def subjects(self, ids: Collection[int]) -> Mapping[int, LedgerSubject]:
        """Return the settlements by the transfer's primary key. At most two queries."""
        rows = Transfer.objects.select_related(
            "settlement__session__table", "settlement__club", "payer__user", "payee__user"
        )
        found = rows.in_bulk(ids)
        events = events_of(each.settlement for each in found.values())
        return {key: LedgerSubject(each.settlement, events, [each]) for key, each in found.items()}

    def mail_delay_of(self, kind: str) -> timedelta:
        """Return the delay, none for reminders."""
        return timedelta() if kind == LedgerKind.REMINDER else self.mail_delay

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for transfers of the user, and of clubs whose ledger they keep.

        Former keepers get no more notices about payments of others. What the user has to pay or to
        answer is left out: it is shown as long as it waits (``tournaments.ledger.provides``).
        """
        keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
        theirs = Transfer.objects.filter(
            Q(payer__user=user_id) | Q(payee__user=user_id) | Q(settlement__club__in=keeps),
            pk=OuterRef("subject_id"),
        )
        subject = Q(pk=OuterRef("subject_id"))
        is_to_answer = Q(kind__in=ASKING_KINDS) & Exists(
            awaiting_answer_by_id(user_id).filter(subject)
        )
        is_to_pay = Q(kind__in=(LedgerKind.DUE, LedgerKind.REMINDER)) & Exists(
            debts_by_id(user_id).filter(subject)
        )
        return Q(Exists(theirs), ~is_to_answer, ~is_to_pay, kind__in=ABOUT_TRANSFERS)


class DepartureSender(Sender[Club]):
    """Notices about members who left a club with open payments; subjects are clubs.

    They are to those who keep the club's ledger, and to the members to whom money is owed.
    """

    model = Club
    kinds = (LedgerKind.LEFT_OWING, LedgerKind.LEFT_OWING_YOU)
    groups = GROUPS
    mail_lifetime = timedelta(days=2)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Club]:
        """Return the clubs by primary key. One query."""
        return Club.objects.in_bulk(ids)

    def text(self, notice: Notice, subject: Club) -> NoticeText:
        """Return the notice's text in the active language."""
        is_creditor = notice.kind == LedgerKind.LEFT_OWING_YOU
        return (creditor_text if is_creditor else departure_text)(notice, subject)

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for the user's debtors, and clubs whose ledger the user keeps."""
        keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
        is_kept = Q(kind=LedgerKind.LEFT_OWING, subject_id__in=keeps)
        return is_kept | Q(kind=LedgerKind.LEFT_OWING_YOU)

    def mail_language(self, subject: Club) -> str:
        """Return the club's language."""
        return subject.language
