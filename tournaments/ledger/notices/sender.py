"""Senders of notices about settlements and payments: home page and mails."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.clubs.models import Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.notices.kinds import ABOUT_SETTLEMENTS, ABOUT_TRANSFERS, LedgerKind
from tournaments.ledger.notices.texts import notice_text
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.names import Events, events_of


@dataclass(frozen=True, slots=True)
class LedgerSubject:
    """A settlement with its club and session, and its event among others by ID."""

    settlement: Settlement
    events: Events


class LedgerSender(Sender[LedgerSubject]):
    """Base of the senders of notices about settlements and about transfers."""

    mail_template = "tournaments/ledger/mail.txt"
    mail_lifetime = timedelta(days=2)

    def text(self, notice: Notice, subject: LedgerSubject) -> NoticeText:
        """Return the notice's text in the active language."""
        return notice_text(notice, subject.settlement, subject.events)

    def mail_language(self, subject: LedgerSubject) -> str:
        """Return the club's language; outside clubs, the site's."""
        club = subject.settlement.club
        return settings.LANGUAGE_CODE if club is None else club.language

    def mail_context(self, notice: Notice, subject: LedgerSubject) -> dict[str, Any]:
        """Return whether it is a reminder, and who set it."""
        by = notice.params.get("by", "")
        return {"by": by, "is_reminder": notice.kind == LedgerKind.REMINDER}


class SettlementSender(LedgerSender):
    """Notices about settlements."""

    model = Settlement
    kinds = ABOUT_SETTLEMENTS
    #: Players often answer at once, at the table.
    mail_delay = timedelta(minutes=30)

    def subjects(self, ids: Collection[int]) -> Mapping[int, LedgerSubject]:
        """Return the settlements by primary key. At most two queries."""
        found = Settlement.objects.select_related("session__table", "club").in_bulk(ids)
        events = events_of(found.values())
        return {key: LedgerSubject(settlement, events) for key, settlement in found.items()}

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for all kinds except pending results.

        These are shown as long as they wait (``tournaments.ledger.pending``).
        """
        return Q(kind__in=[each for each in self.kinds if each != LedgerKind.PENDING])


class TransferSender(LedgerSender):
    """Notices about transfers, for payers, payees and organizers."""

    model = Transfer
    kinds = ABOUT_TRANSFERS

    def subjects(self, ids: Collection[int]) -> Mapping[int, LedgerSubject]:
        """Return the settlements by the transfer's primary key. At most two queries."""
        rows = Transfer.objects.select_related("settlement__session__table", "settlement__club")
        found = rows.in_bulk(ids)
        events = events_of(each.settlement for each in found.values())
        return {key: LedgerSubject(each.settlement, events) for key, each in found.items()}

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for transfers of the user, and of clubs whose ledger they keep.

        Former organizers get no more notices about payments of others.
        """
        keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
        theirs = Transfer.objects.filter(
            Q(payer__user=user_id) | Q(payee__user=user_id) | Q(settlement__club__in=keeps),
            pk=OuterRef("subject_id"),
        )
        return Q(Exists(theirs), kind__in=ABOUT_TRANSFERS)
