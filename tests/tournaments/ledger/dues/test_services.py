"""Dues: agreeing, charging once per period, changing, leaving and exemptions."""

from datetime import datetime, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.debts import balance
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Club, ClubRecord, JoinRequest
from tournaments.clubs.notices.kinds import ClubKind
from tournaments.clubs.services import invitations, members
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.dues import services
from tournaments.ledger.dues.models import Dues, DuesCharge
from tournaments.ledger.dues.notices import DuesKind
from tournaments.ledger.dues.selectors import DuesState, dues_of, member_dues
from tournaments.ledger.dues.services import DuesTerms, charge_due, set_dues
from tournaments.ledger.settling.models import Settlement, Transfer

pytestmark = pytest.mark.django_db

MONTHLY = DuesTerms(5000, "EUR", "month", 5, "Room and cards")


def introduce(crew: Crew, terms: DuesTerms = MONTHLY) -> Dues:
    assert set_dues(caller(crew.organizer), crew.club.pk, terms) is None
    found = dues_of(crew.club)
    assert found is not None
    return found


def agree(user: User, dues: Dues, digest: str | None = None) -> Denial | None:
    return services.agree_to_dues(
        caller(user), dues.club_id, dues.digest if digest is None else digest
    )


def after(dues: Dues, months: int, day: int = 5) -> datetime:
    """Return noon on a day of the first period, or of a later month."""
    total = dues.starts_on.month - 1 + months
    zone = ZoneInfo(dues.club.time_zone)
    return datetime(dues.starts_on.year + total // 12, total % 12 + 1, day, 12, tzinfo=zone)


def states(dues: Dues) -> dict[str, str]:
    return {each.membership.user.username: each.state.value for each in member_dues(dues)}


def told(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_existing_members_owe_nothing_until_they_agree(crew, bo):
    dues = introduce(crew)
    assert told(crew.member) == [DuesKind.ASKED]
    assert told(crew.organizer) == []
    assert set(states(dues).values()) == {DuesState.NOT_AGREED}
    charge_due(after(dues, 0))
    assert not Settlement.objects.exists()
    assert agree(bo, dues) is None
    assert agree(bo, dues).code == Code.DUES_AGREED
    assert states(dues)["bo"] == DuesState.AGREED
    charge_due(after(dues, 1))
    assert (balance(bo), balance(crew.member)) == (-5000, 0)
    due = Transfer.objects.get()
    assert (due.payer.user, due.payee.kind, due.open_amount) == (bo, "house", 5000)
    assert told(bo) == [DuesKind.ASKED, "payment.due"]
    assert ClubRecord.objects.filter(deed="dues").exists()
    assert audit_faults() == []


def test_a_period_is_charged_once_however_often_and_late_the_task_runs(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    charge_due(after(dues, 0, day=4))
    assert not DuesCharge.objects.exists()
    for _ in range(2):
        charge_due(after(dues, 0))
    assert balance(bo) == -5000
    # Two months without a task.
    charge_due(after(dues, 2))
    assert balance(bo) == -15000
    starts = DuesCharge.objects.values_list("period_start", flat=True)
    assert len(set(starts)) == 3
    assert audit_faults() == []


def test_a_task_that_was_killed_between_two_members_is_made_up_for(crew, bo):
    dues = introduce(crew)
    for each in (bo, crew.member):
        agree(each, dues)
    whole = services._charge_member

    def killed(dues_id: int, user_id: int, *rest: object) -> None:
        whole(dues_id, user_id, *rest)
        raise KeyboardInterrupt

    with patch.object(services, "_charge_member", killed), pytest.raises(KeyboardInterrupt):
        charge_due(after(dues, 0))
    assert DuesCharge.objects.count() == 1
    charge_due(after(dues, 0))
    assert (balance(bo), balance(crew.member)) == (-5000, -5000)


def test_an_agreement_after_the_due_date_begins_with_the_next_period(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    given_at = after(dues, 0)
    with patch.object(timezone, "now", return_value=given_at):
        assert agree(crew.member, dues) is None
    assert Agreement.objects.get(user=crew.member).given_at == given_at
    charge_due(given_at + timedelta(hours=1))
    assert (balance(bo), balance(crew.member)) == (-5000, 0)
    charge_due(after(dues, 1))
    assert balance(crew.member) == -5000


def test_an_agreement_covers_a_year_and_is_asked_for_again(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    charge_due(after(dues, 14))
    assert balance(bo) == -12 * 5000
    assert told(bo)[-1] == DuesKind.USED_UP
    assert states(dues)["bo"] == DuesState.USED_UP
    assert agree(bo, dues) is None
    assert states(dues)["bo"] == DuesState.AGREED
    charge_due(after(dues, 15))
    assert balance(bo) == -13 * 5000
    assert audit_faults() == []


def test_changed_terms_end_all_agreements_and_charge_no_period_twice(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    charge_due(after(dues, 0))
    assert set_dues(caller(crew.owner), crew.club.pk, MONTHLY).code == Code.SAME_DUES
    later = introduce(crew, DuesTerms(6000, "EUR", "month", 28))
    assert later.starts_on > dues.starts_on
    assert not Agreement.objects.filter(withdrawn_at=None).exists()
    assert agree(bo, later, dues.digest).code == Code.TERMS_CHANGED
    charge_due(after(dues, 1, day=28))
    assert balance(bo) == -5000
    assert agree(bo, later) is None
    charge_due(after(dues, 2, day=28))
    assert balance(bo) == -11000
    assert audit_faults() == []


def test_dues_that_ended_are_charged_no_more(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    assert services.end_dues(caller(crew.owner), crew.club.pk) is None
    assert told(bo)[-1] == DuesKind.ENDED
    charge_due(after(dues, 1))
    assert balance(bo) == 0
    assert services.end_dues(caller(crew.owner), crew.club.pk).code == Code.NO_DUES


@pytest.mark.parametrize("how", ["leave", "remove", "close account"])
def test_dues_end_with_the_membership(crew, bo, how):
    dues = introduce(crew)
    agree(bo, dues)
    if how == "leave":
        assert members.leave(caller(bo), crew.club.pk) is None
    elif how == "remove":
        assert members.remove(caller(crew.owner), crew.club.pk, bo.pk) is None
    else:
        services.end_all_agreements(bo)
    charge_due(after(dues, 1))
    assert balance(bo) == 0


def test_exempt_members_owe_nothing_and_are_asked_when_it_ends(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    owner, club_id = caller(crew.owner), crew.club.pk
    assert services.exempt(owner, club_id, bo.pk, "Student") is None
    assert states(dues)["bo"] == DuesState.EXEMPT
    assert agree(bo, dues).code == Code.DUES_AGREED
    charge_due(after(dues, 1))
    assert services.end_exemption(owner, club_id, bo.pk) is None
    assert states(dues)["bo"] == DuesState.NOT_AGREED
    charge_due(after(dues, 1))
    assert balance(bo) == 0
    assert services.exempt(owner, club_id, crew.stranger.pk, "x").code == Code.NOT_A_MEMBER


def test_only_those_who_keep_the_ledger_set_dues_and_exempt(crew, bo):
    mei, club_id = caller(crew.member), crew.club.pk
    introduce(crew)
    for refused in (
        set_dues(mei, club_id, DuesTerms(1, "EUR", "year", 1)),
        services.end_dues(mei, club_id),
        services.exempt(mei, club_id, bo.pk, "Friend"),
        services.end_exemption(mei, club_id, bo.pk),
        services.agree_to_dues(caller(crew.stranger), club_id, "x"),
    ):
        assert refused.code == Code.NOT_ALLOWED


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (DuesTerms(0, "EUR", "month", 1), Code.NOT_AN_AMOUNT),
        (DuesTerms(100, "XXX", "month", 1), Code.NO_SUCH_CHOICE),
        (DuesTerms(100, "EUR", "week", 1), Code.NO_SUCH_CHOICE),
        (DuesTerms(100, "EUR", "month", 29), Code.NO_SUCH_CHOICE),
    ],
)
def test_invalid_dues_are_denied(crew, terms, code):
    assert set_dues(caller(crew.owner), crew.club.pk, terms).code == code


# --- Joining


def test_a_new_member_agrees_to_the_dues_that_the_invitation_shows(crew):
    dues, sam = introduce(crew), crew.stranger
    link = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    refused = invitations.accept(caller(sam), link.token)
    assert refused.code == ClubCode.TERMS_CHANGED
    assert crew.role(sam) is None
    assert invitations.accept(caller(sam), link.token, "other").code == ClubCode.TERMS_CHANGED
    assert isinstance(invitations.accept(caller(sam), link.token, dues.digest), Club)
    assert states(dues)["sam"] == DuesState.AGREED
    assert Agreement.objects.get(user=sam).given == "joined"


def test_a_join_request_agrees_to_the_dues_unless_they_change_before_the_answer(crew):
    dues, sam, tom = introduce(crew), crew.stranger, person("tom")
    club_id = crew.club.pk
    assert members.ask_to_join(caller(sam), club_id).code == ClubCode.TERMS_CHANGED
    for each in (sam, tom):
        assert members.ask_to_join(caller(each), club_id, "Hi", dues.digest) is None
    first, second = JoinRequest.objects.order_by("pk")
    owner = caller(crew.owner)
    assert members.answer_request(owner, club_id, first.pk, accepted=True) is None
    assert states(dues)["sam"] == DuesState.AGREED
    later = introduce(crew, DuesTerms(9000, "EUR", "month", 5))
    assert members.answer_request(owner, club_id, second.pk, accepted=True) is None
    assert states(later)["tom"] == DuesState.NOT_AGREED
    assert told(tom) == [DuesKind.ASKED, ClubKind.ACCEPTED]


def test_members_agree_once_and_only_to_the_current_dues(crew):
    mei = crew.member
    without = services.agree_to_dues(caller(mei), crew.club.pk, "")
    assert without.code is Code.NO_DUES
    dues = introduce(crew)
    assert agree(mei, dues, "outdated").code is Code.TERMS_CHANGED
    assert agree(mei, dues) is None
    assert agree(mei, dues).code is Code.DUES_AGREED


def test_only_members_are_exempted(crew):
    denied = services.exempt(caller(crew.organizer), crew.club.pk, crew.stranger.pk, "Founder")
    assert denied.code is Code.NOT_A_MEMBER
