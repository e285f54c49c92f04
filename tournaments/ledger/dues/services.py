"""Dues: set and end them, agree, exempt members, and charge each period once."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import current_of, in_force
from games.agreements.services import agree, withdraw, withdraw_all
from games.common import money
from games.common.denials import DeniedError, answering
from games.common.wording import checked_reason, checked_remark
from games.tables.max_loss import Cost
from tournaments.clubs.models import Club, ClubRecord, Membership, zone_of
from tournaments.clubs.policy import Right
from tournaments.ledger.access import Answer, locked_club
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.dues import selectors
from tournaments.ledger.dues.models import Dues, DuesCharge, DuesExemption
from tournaments.ledger.dues.notices import DuesKind
from tournaments.ledger.dues.periods import (
    LAST_DUE_DAY,
    Period,
    due_on,
    first_start,
    next_start,
    period_start,
)
from tournaments.ledger.dues.selectors import DuesState, dues_of
from tournaments.ledger.settling.charges import Charge, settle_charge
from tournaments.ledger.settling.models import Settlement

logger = logging.getLogger(__name__)

_DUES = Agreement.Subject.DUES
_Given = Agreement.Given


@dataclass(frozen=True, slots=True)
class DuesTerms:
    """Amount in minor units, currency, period, due day and purpose of dues."""

    amount: int
    currency: str
    period: str
    due_day: int
    text: str = ""


# --- Terms


@answering
def set_dues(caller: Caller, club_id: int, terms: DuesTerms) -> Answer:
    """Introduce or change the club's dues, and ask all members to agree.

    Changed terms end all agreements to the earlier ones. The first period begins after all that
    was charged before.
    """
    with locked_club(caller, club_id, Right.KEEP_BOOK) as (club, person):
        text = checked_remark(terms.text, Dues.TEXT_LENGTH, flaw_code=LedgerCode.WORDING_FLAWED)
        _check_terms(terms)
        before = dues_of(club)
        said = (terms.amount, terms.currency, terms.period, terms.due_day, text)
        if before is not None:
            old = (before.amount, before.currency, before.period, before.due_day, before.text)
            if old == said:
                raise DeniedError(LedgerCode.SAME_DUES)
            _end(before)
        today = timezone.localdate(timezone=zone_of(club))
        made = Dues.objects.create(
            club=club,
            amount=terms.amount,
            currency=terms.currency,
            period=terms.period,
            due_day=terms.due_day,
            text=text,
            starts_on=first_start(
                Period(terms.period), terms.due_day, today, _end_of_charged(club.pk)
            ),
            made_by=person,
        )
        cost = Cost(terms.amount, terms.currency)
        _record(club, person, ClubRecord.Deed.DUES, worst=str(cost))
        exempt = selectors.exemptions_of(club.pk)
        members = Membership.objects.filter(club=club).values_list("user", flat=True)
        _notify(made, DuesKind.ASKED, [each for each in members if each not in exempt], person)
    return None


def _check_terms(terms: DuesTerms) -> None:
    """Raise `DeniedError` unless amount, currency, period and due day are valid."""
    is_amount = isinstance(terms.amount, int) and not isinstance(terms.amount, bool)
    if not is_amount or not 0 < terms.amount <= money.MAX_MINOR // 12:
        raise DeniedError(LedgerCode.NOT_AN_AMOUNT)
    is_known = terms.currency in money.CURRENCIES and terms.period in set(Period)
    if not is_known or not 1 <= terms.due_day <= LAST_DUE_DAY:
        raise DeniedError(LedgerCode.NO_SUCH_CHOICE)


def _end_of_charged(club_id: int) -> date | None:
    """Return the end of the last period for which members were charged; None if there is none."""
    rows = Dues.objects.filter(club=club_id, charged_until__isnull=False)
    ends = [
        next_start(Period(each.period), each.charged_until)
        for each in rows
        if each.charged_until is not None
    ]
    return max(ends, default=None)


@answering
def end_dues(caller: Caller, club_id: int) -> Answer:
    """End the club's dues: nothing more is charged. What is due stays due."""
    with locked_club(caller, club_id, Right.KEEP_BOOK) as (club, person):
        dues = dues_of(club)
        if dues is None:
            raise DeniedError(LedgerCode.NO_DUES)
        agreed = list(selectors.agreements_to(dues))
        _end(dues)
        _record(club, person, ClubRecord.Deed.NO_DUES)
        _notify(dues, DuesKind.ENDED, agreed, person, by_mail=False)
    return None


def _end(dues: Dues) -> None:
    """End the dues and all agreements to them. The club is locked."""
    dues.ended_at = timezone.now()
    dues.save(update_fields=["ended_at"])
    withdraw_all(list(selectors.agreements_to(dues)), _DUES, dues.pk)
    Notice.objects.about(Dues, dues.pk).mark_seen()


def _record(club: Club, person: User, deed: ClubRecord.Deed, **params: str) -> None:
    """Append an entry to the club's activity."""
    ClubRecord.objects.create(club=club, actor=person, deed=deed, params=params)


def _notify(
    dues: Dues,
    kind: DuesKind,
    user_ids: Iterable[int],
    person: User | None,
    *,
    by_mail: bool = True,
) -> None:
    """Notify the users of the dues; a newer notice of the kind replaces the older one."""
    told: dict[int, dict[str, object]] = {
        each: {} for each in user_ids if person is None or each != person.pk
    }
    notices.notify(kind, dues, told, key="", by_mail=by_mail)


# --- Agreements


@answering
def agree_to_dues(caller: Caller, club_id: int, digest: str) -> Answer:
    """Agree to the club's dues for a year, as a member who saw these terms."""
    with locked_club(caller, club_id, Right.PLAY) as (club, person):
        dues = dues_of(club)
        if dues is None:
            raise DeniedError(LedgerCode.NO_DUES)
        if dues.digest != digest:
            raise DeniedError(LedgerCode.TERMS_CHANGED)
        own = selectors.own_state(dues, person)
        if own is not None and own.state in (DuesState.AGREED, DuesState.EXEMPT):
            raise DeniedError(LedgerCode.DUES_AGREED)
        _agree(dues, person, _Given.DUES)
    return None


def _agree(dues: Dues, user: User, given: Agreement.Given) -> None:
    """Store the user's agreement to the dues, and mark the question as seen."""
    agree(user, _DUES, dues.pk, dues.terms, given)
    Notice.objects.about(Dues, dues.pk).filter(user=user).mark_seen()


def agree_on_joining(club: Club, user: User, digest: str) -> bool:
    """Store a new member's agreement to the dues; False if they are other than the user saw.

    The club is locked.

    :param digest: of the terms that the user saw; empty for none
    """
    dues = dues_of(club)
    if dues is None:
        return not digest
    if dues.digest != digest:
        return False
    _agree(dues, user, _Given.JOINED)
    return True


def ask_new_member(club: Club, user: User) -> None:
    """Ask a new member who has not agreed to the current dues, such as after an old request."""
    dues = dues_of(club)
    if dues is not None and current_of(user.pk, _DUES, dues.pk) is None:
        _notify(dues, DuesKind.ASKED, [user.pk], None)


def end_agreement(user: User, club_id: int) -> None:
    """End the user's agreement to the club's dues and their exemption, because they left."""
    dues = dues_of(club_id)
    if dues is not None:
        _withdraw(dues, user.pk)
    DuesExemption.objects.filter(club=club_id, user=user).delete()


def _withdraw(dues: Dues, user_id: int) -> None:
    """Withdraw the user's agreement to the dues, and mark notices of them as seen."""
    withdraw(user_id, _DUES, dues.pk)
    Notice.objects.about(Dues, dues.pk).filter(user=user_id).mark_seen()


def end_all_agreements(user: User) -> None:
    """End the user's agreements to the dues of all clubs, because the account is closed."""
    numbers = Agreement.objects.filter(user=user, subject=_DUES, withdrawn_at=None)
    for dues_id in list(numbers.values_list("subject_id", flat=True).distinct()):
        withdraw(user.pk, _DUES, dues_id)
    DuesExemption.objects.filter(user=user).delete()


# --- Exemptions


@answering
def exempt(caller: Caller, club_id: int, user_id: int, reason: str) -> Answer:
    """Exempt a member from dues, with a reason. Their agreement ends; what is due stays due."""
    with locked_club(caller, club_id, Right.KEEP_BOOK) as (club, person):
        reason = checked_reason(
            reason,
            DuesExemption.REASON_LENGTH,
            missing_code=LedgerCode.NO_REASON,
            flaw_code=LedgerCode.WORDING_FLAWED,
        )
        if not Membership.objects.filter(club=club, user=user_id).exists():
            raise DeniedError(LedgerCode.NOT_A_MEMBER)
        DuesExemption.objects.get_or_create(
            club=club, user_id=user_id, defaults={"reason": reason, "made_by": person}
        )
        dues = dues_of(club)
        if dues is not None:
            _withdraw(dues, user_id)
    return None


@answering
def end_exemption(caller: Caller, club_id: int, user_id: int) -> Answer:
    """End a member's exemption, and ask them to agree to the dues."""
    with locked_club(caller, club_id, Right.KEEP_BOOK) as (club, person):
        ended, _rows = DuesExemption.objects.filter(club=club, user=user_id).delete()
        dues = dues_of(club)
        if ended and dues is not None:
            _notify(dues, DuesKind.ASKED, [user_id], person)
    return None


# --- Charges


def charge_due(now: datetime | None = None) -> None:
    """Charge the dues of all clubs that are due by now. Errors in one club don't stop others."""
    rows = Dues.objects.filter(ended_at=None, club__closed_at=None).select_related("club")
    now = now or timezone.now()
    for dues in rows.order_by("pk"):
        try:
            _charge_dues(dues, now)
        except Exception:
            logger.exception("dues of club %s could not be charged", dues.club_id)


def _charge_dues(dues: Dues, now: datetime) -> None:
    """Charge the members for all periods that are due by now and not charged yet.

    A task that was lost or killed is made up for: a period counts as charged when all its members
    were, and a member is charged once per period.
    """
    zone = zone_of(dues.club)
    today, period = timezone.localdate(now, zone), Period(dues.period)
    current = period_start(period, today)
    start = dues.starts_on
    if dues.charged_until is not None:
        start = next_start(period, dues.charged_until)
    while start <= current and due_on(start, dues.due_day) <= today:
        due_from = datetime.combine(due_on(start, dues.due_day), time(), zone)
        for user_id in _users_to_charge(dues, due_from):
            _charge_member(dues.pk, user_id, start, due_from)
        Dues.objects.filter(pk=dues.pk, ended_at=None).update(charged_until=start)
        start = next_start(period, start)


def _users_to_charge(dues: Dues, due_from: datetime) -> list[int]:
    """Return the IDs of the users who agreed before the due date. One query."""
    agreements = selectors.agreements_to(dues)
    return sorted(user for user, own in agreements.items() if own[0].given_at < due_from)


def _charge_member(dues_id: int, user_id: int, start: date, due_from: datetime) -> None:
    """Charge a member for a period, unless their agreement has ended or they were charged.

    If the agreement is used up by that, the member is asked to agree to another year.
    """
    with transaction.atomic():
        club_id = Dues.objects.values_list("club", flat=True).get(pk=dues_id)
        # As for all changes of dues and memberships: nothing changes meanwhile.
        Club.objects.select_for_update(no_key=True).get(pk=club_id)
        dues = dues_of(club_id)
        if dues is None or dues.pk != dues_id:
            return
        agreements = in_force(_DUES, [dues_id]).filter(user=user_id, given_at__lt=due_from)
        agreement = agreements.last()
        if agreement is None:
            return
        left = agreement.terms["periods"] - DuesCharge.objects.filter(agreement=agreement).count()
        if not left:
            return
        charge, is_new = DuesCharge.objects.get_or_create(
            dues=dues, user_id=user_id, period_start=start, defaults={"agreement": agreement}
        )
        if not is_new:
            return
        charge.settlement = settle_charge(
            Charge(
                source=Settlement.Source.DUES,
                number=charge.pk,
                club_id=club_id,
                payer=charge.user,
                payee=None,
                amount=dues.amount,
                currency=dues.currency,
                terms={"period": dues.period, "period_start": start.isoformat()},
                payer_agreement=agreement,
            )
        )
        charge.save(update_fields=["settlement"])
        if left == 1:
            _notify(dues, DuesKind.USED_UP, [user_id], None)
